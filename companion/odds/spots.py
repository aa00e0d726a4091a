"""Spots and doors: where the rules stand when chance is open, and where they go on after it.

Both only remember; what they remember is found out by `tracing`.
"""

from __future__ import annotations

from typing import Any

from companion.odds.shapes import Shape
from companion.odds.stations import Station
from companion.odds.tracked import Reader, Values, maker
from companion.odds.trees import Chance, Leaf, Segment


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


class Door:
    """The beginning of a step, or the end of all (`segment` None). `table` says where one comes out behind it:
    the spot, what the numbers are then (None: the same), how often the counted rule was begun; by `key`."""

    __slots__ = ("key", "looks", "segment", "station", "table")

    def __init__(self, station: Station | None, segment: Segment | None) -> None:
        self.station = station
        self.segment = segment
        self.looks: dict[str, None] = {}
        self.key: Reader = _nothing
        self.table: dict[Any, tuple[Spot, Reader | None, int]] = {}

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
