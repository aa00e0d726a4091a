"""The standing of the players side by side, and the verdict: how a game says why a match was won. Plain records that
shared pages draw.
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from companion.engine.core.effects import Sum
from companion.engine.core.text import NOTHING, Text, numeral, t
from companion.engine.game.panels import TablePanel


class Figures(Struct, frozen=True):
    """A category of the final comparison: its title, and how the figure of each side is made up."""

    title: Text
    sums: tuple[Sum, ...]


class Verdict(Struct, frozen=True):
    """How a match ended: `how` says in a sentence by which comparison or event it was won, `ended` why it was over
    then; `figures` explain what was compared (empty where nothing was). Where the match was won by something else than
    the figures, they did not decide, and nobody's are marked.
    """

    how: Text
    ended: Text = NOTHING
    section: str = ""
    figures: tuple[Figures, ...] = ()
    figures_decided: bool = True


def compared(
    kinds: Sequence[Text], rows: Sequence[tuple[str, Text, Sequence[int]]], *, ended: bool, in_order: bool = False
) -> TablePanel:
    """The standing: for each player the seat, a name and the figures of these `kinds`. The highest figures of a kind
    are marked, unless all are equal.

    Each player has a row; once the match has `ended` each kind has, as there are more of them then. Where the kinds
    decide `in_order`, each is compared then only between those who are still ahead; what comes after the decision is
    not marked.
    """
    best: list[tuple[int, int]] = []
    ahead = list(range(len(rows)))
    for column in range(len(kinds)):
        most = max(rows[row][2][column] for row in ahead)
        leading = [row for row in ahead if rows[row][2][column] == most]
        best += [(row, column) for row in leading if len(leading) < len(ahead)]
        ahead = leading if ended and in_order else ahead
    seats = tuple(seat for seat, *_ in rows)
    if not ended:
        lines = tuple((name, *(numeral(n) for n in figures)) for _, name, figures in rows)
        marks = tuple((row, column + 1) for row, column in best)
        return TablePanel("standing", "standing", t("Standing"), (t("Player"), *kinds), lines, marks, seats)
    turned = tuple((kind, *(numeral(figures[n]) for *_, figures in rows)) for n, kind in enumerate(kinds))
    marks, heads = tuple((column, row + 1) for row, column in best), (t("Compared"), *(name for _, name, _ in rows))
    return TablePanel("standing", "standing", t("Standing"), heads, turned, marks, seats, sides_across=True)
