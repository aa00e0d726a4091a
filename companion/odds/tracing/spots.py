"""Spots and doors: where the rules stand when chance is open, and where they go on after it.

Both only remember; what they remember is found out by `tracer`.
"""

from __future__ import annotations

from contextlib import suppress
from typing import Any

from companion.odds.tracing.shapes import Shape
from companion.odds.tracing.stations import Station
from companion.odds.tracing.tracked import Reader, Values, maker
from companion.odds.tracing.trees import Chance, Leaf, Segment, Test, written


class Spot:
    """A place in the rules where chance is open, with a shape of the state; or, with `ended`, the end of all."""

    __slots__ = ("chance", "doors", "ended", "falling", "result", "segment", "shape", "station")

    def __init__(self, shape: Shape) -> None:
        self.shape = shape
        self.station: Station | None = None
        self.segment: Segment | None = None
        self.chance: Chance | None = None
        self.doors: dict[Leaf, tuple[Door, int]] = {}
        self.ended = False
        self.result: Any = None
        self.falling: tuple[int, Reader] | None = None

    def begins(self, rule: str) -> bool:
        """Whether a rule is running here."""
        return self.station is not None and self.station.begins(rule)


Out = tuple[Spot, Reader | None, int]


class _Entry:
    """The place of a key in a table."""

    def __init__(self, table: dict[Any, Any], key: Any) -> None:
        self.table = table
        self.key = key

    def get(self) -> Any:
        return self.table.get(self.key)

    def put(self, node: Any) -> None:
        self.table[self.key] = node


class Door:
    """The beginning of a step, or the end of all (`segment` None). `table` says where one comes out behind it:
    the spot, what the numbers are then (None: the same), how often the counted rule was begun; by `key`, and where
    choices are made on the way by a tree of them. Choices are many, and each is asked in few places only."""

    __slots__ = ("end", "key", "looks", "segment", "station", "table")

    def __init__(self, station: Station | None, segment: Segment | None) -> None:
        self.station = station
        self.segment = segment
        self.end: Spot | None = None
        self.looks: dict[str, None] = {}
        self.key: Reader = _nothing
        self.table: dict[Any, Test | Out] = {}

    def learn(self, looks: list[str], choices: list[tuple[str, Any]], values: Values, out: Out) -> None:
        """Where one comes out with these numbers, and all others of which the same is seen."""
        self.look(looks)
        with suppress(ArithmeticError):  # a look that the rules take after another one only
            written(_Entry(self.table, self.key(values)), choices).put(out)

    def look(self, sources: list[str]) -> None:
        """Let these sources be looked at too."""
        new = [source for source in sources if source not in self.looks]
        if new:
            self.looks.update(dict.fromkeys(new))
            self.key = maker(tuple(_together(self.looks)))
            self.table.clear()


def _together(looks: dict[str, None]) -> list[str]:
    """The same looks, but those for more than nothing and for anything at all as one."""
    found = []
    for look in looks:
        number, more, _ = look.rpartition(" > 0")
        if more and f"{number} != 0" in looks:
            found.append(f"{number} and (1 if {number} > 0 else 2)")
        elif not (look.endswith(" != 0") and f"{look[:-5]} > 0" in looks):
            found.append(look)
    return found


def _nothing(values: Values) -> tuple[()]:
    return ()
