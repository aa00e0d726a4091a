"""A board of hexes: the names of its places, their coordinates, neighbours and distances. Knows no pieces.

Flat-top hexes in columns, every second column half a hex lower. A place is named by column and row, `a1` to `h8`;
coordinates are axial (q, r), as maps draw them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from string import ascii_lowercase

from companion.engine.core.errors import RuleError

Axial = tuple[int, int]
SIDES: tuple[Axial, ...] = ((0, -1), (1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0))
"""The steps to the six neighbours, clockwise from above."""


def axial_distance(one: Axial, other: Axial) -> int:
    """The number of steps from one hex to another, both in axial coordinates."""
    q, r = other[0] - one[0], other[1] - one[1]
    return max(abs(q), abs(r), abs(q + r))


def fullest(places: Iterable[str]) -> str:
    """The place that is named most often, the first of several; "" is none."""
    counted = Counter(place for place in places if place)
    return max(counted, key=lambda place: counted[place], default="")


class Hexes:
    """A field of up to 26 columns of hexes. `places` lists all of them, column by column from `a1`."""

    def __init__(self, columns: int, rows: int) -> None:
        """Lay out so many columns and rows. Raises RuleError when there are more columns than letters."""
        if columns > len(ascii_lowercase):
            raise RuleError(f"a board of {columns} columns; there are letters for {len(ascii_lowercase)}")
        names = {
            f"{ascii_lowercase[column]}{row + 1}": (column, row - column // 2)
            for column in range(columns)
            for row in range(rows)
        }
        self.places = tuple(names)
        self._at = names
        self._named = {where: place for place, where in names.items()}
        self._beside = {place: self._near(where) for place, where in names.items()}

    def at(self, place: str) -> Axial:
        """The axial coordinates of a place. Raises KeyError when there is no such place."""
        return self._at[place]

    def neighbours(self, place: str) -> tuple[str, ...]:
        """The places that share a side with a place, clockwise from the one above."""
        return self._beside[place]

    def is_edge(self, place: str) -> bool:
        """Whether a place lies on the edge of the field."""
        return len(self._beside[place]) < len(SIDES)

    def distance(self, one: str, other: str) -> int:
        """The number of steps from one place to another."""
        return axial_distance(self._at[one], self._at[other])

    def _near(self, where: Axial) -> tuple[str, ...]:
        found = (self._named.get((where[0] + q, where[1] + r), "") for q, r in SIDES)
        return tuple(place for place in found if place)
