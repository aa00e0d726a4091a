"""The same small rules once more, in exact fractions and by hand: what the enumerator is compared with."""

from __future__ import annotations

from fractions import Fraction
from functools import cache

Stacks = tuple[tuple[int, int, int], ...]


def contest_chances(plus: int) -> tuple[Fraction, Fraction, Fraction]:
    """d20 + plus against d20: higher, tie, lower."""
    margins = [one + plus - two for one in range(1, 21) for two in range(1, 21)]
    return tuple(  # type: ignore[return-value]
        Fraction(sum(1 for margin in margins if (margin > 0) - (margin < 0) == sign), 400) for sign in (1, 0, -1)
    )


def struck(attackers: Stacks, targets: Stacks) -> list[tuple[Fraction, Stacks, Stacks]]:
    """All that a strike of the first stacks can lead to, as (chance, attackers, targets)."""
    if not attackers or not targets:
        return [(Fraction(1), attackers, targets)]
    (n, attack, _), (m, _, defence) = attackers[0], targets[0]
    win, tie, lose = contest_chances(attack - defence)
    return [
        (win, attackers, _left(targets, n)),
        (tie, attackers, targets),
        (lose, _left(attackers, m), targets),
    ]


def _left(stacks: Stacks, killed: int) -> Stacks:
    units = stacks[0][0] - killed
    return ((units, *stacks[0][1:]), *stacks[1:]) if units > 0 else stacks[1:]


@cache
def we_win(ours: Stacks, theirs: Stacks) -> Fraction:
    """The chance that we are left: they strike first, then we; rounds of ties are closed exactly."""
    if not ours or not theirs:
        return Fraction(1 if ours else 0)
    won, same = Fraction(0), Fraction(0)
    for first, them, us in struck(theirs, ours):
        for second, us_then, them_then in struck(us, them):
            if (us_then, them_then) == (ours, theirs):
                same += first * second
            else:
                won += first * second * we_win(us_then, them_then)
    return won / (1 - same)


@cache
def we_take_it(wall: int, level: int, tries: int, ours: Stacks, theirs: Stacks) -> Fraction:
    """The chance to win a siege: breach until the wall is down, at most so many more tries, then fight."""
    if not wall:
        return we_win(ours, theirs)
    chance = Fraction(0)
    for die in range(1, 21):
        total = die + level - wall
        left = wall
        if total >= 15 or (total >= 10 and wall <= 2):
            left = 0
        elif total >= 10:
            left -= 2
        if tries:
            chance += Fraction(1, 20) * we_take_it(left, level, tries - 1, ours, theirs)
    return chance
