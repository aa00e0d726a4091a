"""A board of squares: the names of its places, their neighbours, and which are connected. Knows no pieces."""

from __future__ import annotations

from collections.abc import Container, Iterable
from string import ascii_lowercase

from companion.engine.core.errors import RuleError

EDGES = ((0, 1), (1, 0), (0, -1), (-1, 0))
CORNERS = ((1, 1), (1, -1), (-1, -1), (-1, 1))


class Squares:
    """A rectangle of up to 26 columns; a place is named by its column and row, `a1` to `h8`.

    `columns` and `rows` are their names; `places` lists all places row by row from `a1`.
    """

    def __init__(self, columns: int, rows: int) -> None:
        """Lay out so many columns and rows. Raises RuleError when there are more columns than letters."""
        if columns > len(ascii_lowercase):
            raise RuleError(f"a board of {columns} columns; there are letters for {len(ascii_lowercase)}")
        self.columns = tuple(ascii_lowercase[:columns])
        self.rows = tuple(str(row + 1) for row in range(rows))
        self._at = {column + row: (x, y) for y, row in enumerate(self.rows) for x, column in enumerate(self.columns)}
        self.places = tuple(self._at)
        names = {where: place for place, where in self._at.items()}
        self._edges = {place: _near(names, *where, EDGES) for place, where in self._at.items()}
        self._all = {place: _near(names, *where, EDGES + CORNERS) for place, where in self._at.items()}

    def at(self, place: str) -> tuple[int, int]:
        """Column and row of a place, counted from 0. Raises KeyError when there is no such place."""
        return self._at[place]

    def neighbours(self, place: str, *, corners: bool = False) -> tuple[str, ...]:
        """The places that share an edge with a place; with `corners`, those that touch it only at a corner too."""
        return self._all[place] if corners else self._edges[place]

    def connected(self, start: Iterable[str], over: Container[str]) -> dict[str, None]:
        """The start and all places connected with it edge to edge through `over`, as the keys of an ordered dict."""
        reached = dict.fromkeys(start)
        border = list(reached)
        while border:
            for place in self._edges[border.pop()]:
                if place in over and place not in reached:
                    reached[place] = None
                    border.append(place)
        return reached


def _near(names: dict[tuple[int, int], str], x: int, y: int, steps: tuple[tuple[int, int], ...]) -> tuple[str, ...]:
    found = (names.get((x + dx, y + dy), "") for dx, dy in steps)
    return tuple(place for place in found if place)
