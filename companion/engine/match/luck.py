"""Luck: how a seat's dice compare with the average, by where the results came from and how many sides the dice have.

A z-score counts standard deviations: about 95 of 100 fair series stay between -2 and 2. High is above average; whether
that was good is for the players to say.
"""

from __future__ import annotations

from collections.abc import Iterable
from math import sqrt

from msgspec import Struct

from companion.engine.core.effects import Part, Pool, Roll
from companion.engine.match.ledger import Source

LIKELY = 2.0
"""Beyond this a series is called unusual."""


class Thrown(Struct, frozen=True):
    """What a seat rolled at one time: a sum, or how many dice were `hits`, with its mean and variance; `sides` is the
    kind of dice.
    """

    seat: str
    source: Source
    sides: int
    dice: int
    total: int
    mean: float
    variance: float
    hits: bool = False


class Luck(Struct, frozen=True):
    """All rolls of one kind: how many dice, their sum (or how many were `hits`), what was expected, and the z-score."""

    seat: str
    source: Source
    sides: int
    dice: int
    total: int
    expected: float
    z: float
    hits: bool = False

    @property
    def unusual(self) -> bool:
        """Whether fair dice give such a result only about once in twenty series."""
        return abs(self.z) >= LIKELY


def thrown(part: Part, value: object, source: Source) -> list[Thrown]:
    """The rolls in the answer to a question; empty if it was not a roll, or one for nobody at the table."""
    match part:
        case Roll(for_nobody=True) | Pool(for_nobody=True):
            return []
        case Roll(seat=seat, sides=sides) if isinstance(value, list):
            return [_die(seat, source, side, die) for side, die in zip(sides, value, strict=False)]
        case Pool(seat=seat, count=count, sides=sides, target=target) if isinstance(value, int):
            chance = min(1.0, max(0.0, (sides - target + 1) / sides))
            return [Thrown(seat, source, sides, count, value, count * chance, count * chance * (1 - chance), hits=True)]
        case _:
            return []


def luck(throws: Iterable[Thrown]) -> list[Luck]:
    """The rolls added up by seat, source, sides and what counts, in the order they first appeared."""
    groups: dict[tuple[str, Source, int, bool], list[Thrown]] = {}
    for throw in throws:
        groups.setdefault((throw.seat, throw.source, throw.sides, throw.hits), []).append(throw)
    return [_summed(*name, group) for name, group in groups.items()]


def _die(seat: str, source: Source, sides: int, value: int) -> Thrown:
    return Thrown(seat, source, sides, 1, value, (sides + 1) / 2, (sides * sides - 1) / 12)


def _summed(seat: str, source: Source, sides: int, hits: bool, group: list[Thrown]) -> Luck:
    total, expected = sum(one.total for one in group), sum(one.mean for one in group)
    spread = sqrt(sum(one.variance for one in group))
    z = (total - expected) / spread if spread else 0.0
    return Luck(seat, source, sides, sum(one.dice for one in group), total, expected, z, hits)
