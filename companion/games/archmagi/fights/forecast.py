"""The forecast of a battle roll: the chance of either side and of a tie, from what both add to their dice."""

from __future__ import annotations

from functools import cache

from companion.engine.core.chances import Contest, case_of, cases
from companion.engine.core.text import Text, t, words

DICE = (6, 6)


@cache
def chances(lead: int) -> tuple[int, int, int]:
    """The chances in whole percent that a D6 and `lead` more is higher than a D6, equal to it, and lower."""
    found, all_ = {-1: 0, 0: 0, 1: 0}, DICE[0] * DICE[1]
    for case in cases(DICE, Contest(lead)):
        found[case_of(case.dice, Contest(lead))] += case.weight  # type: ignore[index]
    won, lost = (round(100 * found[side] / all_) for side in (1, -1))
    return won, 100 - won - lost, lost


@words
def beside(own: int, against: int) -> Text:
    """The forecast beside the die of a side, and what both add: there is little room."""
    won, tie, _lost = chances(own - against)
    return t(
        "Wins {won} %, tie {tie} %: {own} + die against {against} + die", won=won, tie=tie, own=own, against=against
    )
