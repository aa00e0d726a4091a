"""Tables that compare players: their figures side by side, with the best of each column marked."""

from __future__ import annotations

from collections.abc import Sequence

from companion.engine.core.text import Text, numeral, t
from companion.engine.game.panels import TablePanel


def compared(columns: Sequence[Text], rows: Sequence[tuple[Text, Sequence[int]]]) -> TablePanel:
    """The standing: for each player a name and the figures of the `columns`. The highest figures of a column are
    marked, unless all are equal.
    """
    best = [
        (row, column + 1)
        for column in range(len(columns))
        for row, (_name, figures) in enumerate(rows)
        if figures[column] == max(other[column] for _, other in rows) > min(other[column] for _, other in rows)
    ]
    lines = tuple((name, *(numeral(n) for n in figures)) for name, figures in rows)
    return TablePanel("standing", "standing", t("Standing"), (t("Player"), *columns), lines, tuple(best))
