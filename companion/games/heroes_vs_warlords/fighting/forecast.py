"""What an attack promises before anybody rolls: both totals without the dice, and the chance to hit (8.5)."""

from __future__ import annotations

from companion.engine.core.chances import Contest, case_of, cases
from companion.engine.core.text import Text, t

DICE = (20, 20)


def percent(first: int, second: int, ties_lose: bool) -> int:
    """The chance in whole percent that `first` and a d20 beat `second` and a d20."""
    contest = Contest(first - second, ties_lose)
    won = sum(case.weight for case in cases(DICE, contest) if case_of(case.dice, contest) == 1)
    return round(100 * won / (DICE[0] * DICE[1]))


def forecast(first: int, second: int, ties_lose: bool = False) -> Text:
    """Both totals and the chance, in words."""
    chance = percent(first, second, ties_lose)
    return t("{percent} % · {a} + die : {b} + die", a=first, b=second, percent=chance)
