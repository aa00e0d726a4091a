"""Combats of Heroes vs Warlords by hand, in exact fractions: what the odds from the rule text are compared with.

Written from the rulebook (8.3 to 8.7) for stacks in the open or behind a wall without towers, by the default rulings.
The defender has the Initiative; everybody takes the first stack that may attack and the first it may reach; the
besieger always tries to breach.
"""

from __future__ import annotations

from fractions import Fraction
from functools import cache

from msgspec import Struct

from tests.odds.brute import contest_chances

STEPS = ("defender", "ranged"), ("attacker", "ranged"), ("defender", "cavalry"), ("attacker", "cavalry"), \
    ("defender", "close"), ("attacker", "close")  # fmt: skip


class Unit(Struct, frozen=True):
    """What a stack is made of; Attack and Defense in Close Combat with everything added, Attack at range without."""

    kind: str
    attack: int
    defense: int
    at_range: int


class Setting(Struct, frozen=True):
    """Everything that stays the same: units by side, Level of the besieger, Structure Points, when to breach."""

    attacker: tuple[Unit, ...]
    defender: tuple[Unit, ...]
    level: int = 0
    points: int = 0
    late: bool = False


Counts = tuple[int, ...]
Position = tuple[Counts, Counts, str]
"""Units of the attacker's and the defender's stacks, and the wall ("" in the open)."""


@cache
def attacker_wins(setting: Setting, position: Position) -> Fraction:
    """The chance of the attacker; rounds that change nothing are closed exactly."""
    if not any(position[0]) or not any(position[1]):
        return Fraction(1 if any(position[0]) else 0)
    won, same = Fraction(0), Fraction(0)
    for after, chance in _round(setting, position).items():
        if after == position:
            same += chance
        else:
            won += chance * attacker_wins(setting, after)
    return won / (1 - same)


def _round(setting: Setting, position: Position) -> dict[Position, Fraction]:
    now = {position: Fraction(1)}
    if not setting.late:
        now = _breached(setting, now)
    for who, kind in STEPS:
        now = _step(setting, now, who, kind)
    return _breached(setting, now) if setting.late else now


def _breached(setting: Setting, now: dict[Position, Fraction]) -> dict[Position, Fraction]:
    found: dict[Position, Fraction] = {}
    for (ours, theirs, wall), chance in now.items():
        tries = wall in ("intact", "damaged") and any(ours) and any(theirs)
        for die in range(1, 21) if tries else (0,):
            total = die + setting.level
            after = wall
            if tries and total >= setting.points:
                after = "destroyed"
            elif tries and 2 * total >= setting.points:
                after = "destroyed" if wall == "damaged" else "damaged"
            key = ours, theirs, after
            found[key] = found.get(key, Fraction(0)) + (chance / 20 if tries else chance)
    return found


def _step(setting: Setting, now: dict[Position, Fraction], who: str, kind: str) -> dict[Position, Fraction]:
    """Stack after stack of one kind of one side attacks, each once."""
    fresh = {(position, frozenset[int]()): chance for position, chance in now.items()}
    found: dict[Position, Fraction] = {}
    while fresh:
        following: dict[tuple[Position, frozenset[int]], Fraction] = {}
        for (position, fought), chance in fresh.items():
            pair = _first_pair(setting, position, fought, who, kind)
            if pair is None:
                found[position] = found.get(position, Fraction(0)) + chance
                continue
            for share, after in _attack(setting, position, who, *pair):
                key = after, fought | {pair[0]}
                following[key] = following.get(key, Fraction(0)) + chance * share
        fresh = following
    return found


def _first_pair(
    setting: Setting, position: Position, fought: frozenset[int], who: str, kind: str
) -> tuple[int, int] | None:
    if position[2] in ("intact", "damaged"):
        return None
    mine, theirs, units, enemies = _sides(setting, position, who)
    for i, count in enumerate(mine):
        if count and i not in fought and units[i].kind == kind:
            for j, other in enumerate(theirs):
                hidden = kind != "ranged" and enemies[j].kind == "ranged"
                if other and (not hidden or _melee(mine, units) > _melee(theirs, enemies)):
                    return i, j
    return None


def _melee(counts: Counts, units: tuple[Unit, ...]) -> int:
    return sum(1 for count, unit in zip(counts, units, strict=True) if count and unit.kind != "ranged")


def _sides(setting: Setting, position: Position, who: str) -> tuple[Counts, Counts, tuple[Unit, ...], tuple[Unit, ...]]:
    if who == "attacker":
        return position[0], position[1], setting.attacker, setting.defender
    return position[1], position[0], setting.defender, setting.attacker


def _attack(setting: Setting, position: Position, who: str, i: int, j: int) -> list[tuple[Fraction, Position]]:
    mine, theirs, units, enemies = _sides(setting, position, who)
    if units[i].kind == "ranged":
        win, tie, lose = contest_chances(units[i].at_range)
        return [(win, _put(position, who, mine, _less(theirs, j, mine[i]))), (tie + lose, position)]
    win, tie, lose = contest_chances(units[i].attack - enemies[j].defense)
    return [
        (win, _put(position, who, mine, _less(theirs, j, mine[i]))),
        (tie, position),
        (lose, _put(position, who, _less(mine, i, theirs[j]), theirs)),
    ]


def _less(counts: Counts, at: int, hits: int) -> Counts:
    return (*counts[:at], max(0, counts[at] - hits), *counts[at + 1 :])


def _put(position: Position, who: str, mine: Counts, theirs: Counts) -> Position:
    return (mine, theirs, position[2]) if who == "attacker" else (theirs, mine, position[2])
