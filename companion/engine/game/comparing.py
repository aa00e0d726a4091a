"""Tables that compare players: their figures side by side, with the best of each kind marked."""

from __future__ import annotations

from collections.abc import Sequence

from companion.engine.core.text import Text, numeral, t
from companion.engine.game.panels import TablePanel


def compared(kinds: Sequence[Text], rows: Sequence[tuple[Text, Sequence[int]]], *, ended: bool) -> TablePanel:
    """The standing: for each player a name and the figures of these `kinds`. The highest figures of a kind are marked,
    unless all are equal.

    Each player has a row; once the match has `ended` each kind has, as there are more of them then.
    """
    best = [
        (row, column)
        for column in range(len(kinds))
        for row, (_name, figures) in enumerate(rows)
        if figures[column] == max(other[column] for _, other in rows) > min(other[column] for _, other in rows)
    ]
    if not ended:
        lines = tuple((name, *(numeral(n) for n in figures)) for name, figures in rows)
        marks = tuple((row, column + 1) for row, column in best)
        return TablePanel("standing", "standing", t("Standing"), (t("Player"), *kinds), lines, marks)
    turned = tuple((kind, *(numeral(figures[n]) for _, figures in rows)) for n, kind in enumerate(kinds))
    marks = tuple((column, row + 1) for row, column in best)
    return TablePanel(
        "standing", "standing", t("Standing"), (t("Compared"), *(name for name, _ in rows)), turned, marks
    )
