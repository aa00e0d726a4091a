"""Chances: how raw dice map to the outcomes that a rule distinguishes.

A roll names its classes, so that a rule which only asks "higher or not" does not cost the odds 400 branches. Each
classes record turns a set of dice into `Case`s: a weight (the number of equally likely raw results) and one raw result
that stands for all of them. So a rule must treat all raw results of one case alike; a test checks this.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import product

from msgspec import Struct


class Case(Struct, frozen=True):
    """Raw results that a rule cannot tell apart: `weight` is how many there are, `dice` is one of them."""

    weight: int
    dice: tuple[int, ...]


class Faces(Struct, frozen=True, tag="faces"):
    """Every raw result is a case of its own."""


class Bands(Struct, frozen=True, tag="bands"):
    """The sum of the dice falls into bands that begin at each of `cuts` (ascending)."""

    cuts: tuple[int, ...]


class Contest(Struct, frozen=True, tag="contest"):
    """Two dice: only the sign of first + plus - second matters (lower, tie or higher).

    With `ties_lose`, a tie counts as lower.
    """

    plus: int = 0
    ties_lose: bool = False


class Parity(Struct, frozen=True, tag="parity"):
    """Only odd or even matters."""


class Order(Struct, frozen=True, tag="order"):
    """Several dice, one for each player: only their ranking matters, ties included."""


Classes = Faces | Bands | Contest | Parity | Order


@lru_cache(maxsize=4096)
def cases(sides: tuple[int, ...], classes: Classes) -> tuple[Case, ...]:
    """All cases of rolling dice with these numbers of sides. The weights add up to the product of the sides."""
    groups: dict[object, Case] = {}
    for dice in product(*(range(1, side + 1) for side in sides)):
        name = case_of(dice, classes)
        known = groups.get(name)
        groups[name] = Case(known.weight + 1, known.dice) if known else Case(1, dice)
    return tuple(groups.values())


def case_of(dice: tuple[int, ...], classes: Classes) -> object:
    """The name of the case that a raw result belongs to; results of one case have equal names."""
    match classes:
        case Faces():
            return dice
        case Bands(cuts=cuts):
            total = sum(dice)
            return sum(total >= cut for cut in cuts)
        case Contest(plus=plus, ties_lose=ties_lose):
            margin = dice[0] + plus - dice[1]
            sign = (margin > 0) - (margin < 0)
            return -1 if ties_lose and sign == 0 else sign
        case Parity():
            return sum(dice) % 2
        case Order():
            ranks = sorted(set(dice), reverse=True)
            return tuple(ranks.index(die) for die in dice)
