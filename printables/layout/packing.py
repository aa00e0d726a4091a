"""Packing boxes and hex tiles into the areas of sheets. Pure geometry in mm, deterministic.

Boxes of equal size form blocks (grids that a guillotine can cut); what a block leaves free is used for
the next size. Hex tiles are nested on one hex board so that neighbours share their cuts, or lie a gap apart.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from itertools import accumulate
from operator import or_

from printables.look.outlines import SEVEN, Box, Cell, cell_centre
from printables.units import Point

EPSILON = 1e-6
SIDES_OF_A_HEX = tuple(cell for cell in SEVEN.values() if cell != (0, 0))
SEARCH_LIMIT = 60_000
"""How many branches the nesting of hex tiles may look at before it takes the best found."""


@dataclass(frozen=True, slots=True)
class Grid:
    """A block: `columns` x `rows` boxes of `width` x `height` mm whose first corner is (`x`, `y`)."""

    x: float
    y: float
    columns: int
    rows: int
    width: float
    height: float
    gap: float
    turned: bool
    used: int

    @property
    def box(self) -> Box:
        """The bounds of the block without its ring."""
        w = self.columns * (self.width + self.gap) - self.gap
        h = self.rows * (self.height + self.gap) - self.gap
        return (self.x, self.y, self.x + w, self.y + h)

    def corner(self, index: int) -> Point:
        """The top left corner of a box of the block, row by row."""
        row, column = divmod(index, self.columns)
        return (self.x + column * (self.width + self.gap), self.y + row * (self.height + self.gap))


def capacity(length: float, size: float, gap: float) -> int:
    """How many boxes of `size` fit side by side into `length`."""
    return max(0, math.floor((length + gap + EPSILON) / (size + gap)))


def block_in(free: Box, size: Point, count: int, gap: float, ring: float) -> Grid | None:
    """The fullest block of up to `count` boxes in a free area; upright wins a tie against turned."""
    width, height = free[2] - free[0] - 2 * ring, free[3] - free[1] - 2 * ring
    best: Grid | None = None
    for turned, (w, h) in ((False, size), (True, (size[1], size[0]))):
        columns, rows = capacity(width, w, gap), capacity(height, h, gap)
        used = min(count, columns * rows)
        if used and (best is None or used > best.used):
            columns = min(columns, used)
            rows = math.ceil(used / columns)
            best = Grid(free[0] + ring, free[1] + ring, columns, rows, w, h, gap, turned, used)
    return best


def left_over(free: Box, block: Grid, ring: float) -> list[Box]:
    """What a block at the top left of a free area leaves: one strip beside it, one below, guillotine style."""
    left, top, right, bottom = free
    edge_x, edge_y = block.box[2] + ring, block.box[3] + ring
    if (right - edge_x) * (bottom - top) > (bottom - edge_y) * (right - left):
        parts = [(edge_x, top, right, bottom), (left, edge_y, edge_x, bottom)]
    else:
        parts = [(left, edge_y, right, bottom), (edge_x, top, right, edge_y)]
    return [p for p in parts if p[2] - p[0] > 2 * ring and p[3] - p[1] > 2 * ring]


def beside(free: Box, used: Box, gap: float) -> list[Box]:
    """What hex tiles leave of a free area: a strip as high as all of it at the right, and what is below them."""
    left, top, right, bottom = free
    return [(used[2] + gap, top, right, bottom), (left, used[3] + gap, used[2], bottom)]


def around(tiles: Sequence[Sequence[Point]], room: Box, flat: float, gap: float, wanted: int) -> tuple[Point, ...]:
    """Middles of up to `wanted` single hexes in a room, `gap` mm from each other and from the tiles that lie there.

    `tiles` are the middles of the hexes of each, equally large. Each time the board is taken, laid from one of the
    tiles, that holds the most.
    """
    found: tuple[Point, ...] = ()
    held = [middle for tile in tiles for middle in tile]
    while len(found) < wanted:
        best = max((_free_on_board(tile[0], [*held, *found], room, flat, gap) for tile in tiles), key=len)
        if not best:
            break
        found += best[: wanted - len(found)]
    return found


def _free_on_board(start: Point, held: Sequence[Point], room: Box, flat: float, gap: float) -> tuple[Point, ...]:
    """The free hexes of a board around `start` whose hexes are as far apart as they must be."""
    (x, y), wide, (left, top, right, bottom) = start, flat / math.sqrt(3), room
    step_x, step_y, far = (flat + gap) * math.sqrt(3) / 2, (flat + gap) / 2, flat + gap - EPSILON
    columns = range(math.ceil((left + wide - x) / step_x), math.floor((right - wide - x) / step_x) + 1)
    rows = range(math.ceil((top + flat / 2 - y) / step_y), math.floor((bottom - flat / 2 - y) / step_y) + 1)
    places = ((x + c * step_x, y + h * step_y) for c in columns for h in rows if (c + h) % 2 == 0)
    return tuple(one for one in places if all(_apart(one, other) >= far for other in held))


def _apart(one: Point, other: Point) -> float:
    """How far two hexes lie from each other, middle to middle across the sides that face: the size of one if they
    touch.
    """
    dx, dy = abs(one[0] - other[0]) * math.sqrt(3) / 2, abs(one[1] - other[1])
    return max(dy, dx + dy / 2)


def _seven(cell: Cell, shape: tuple[Cell, ...]) -> frozenset[Cell]:
    return frozenset((cell[0] + c, cell[1] + h) for c, h in shape)


@cache
def spread(shape: tuple[Cell, ...], flat: float, gap: float) -> float:
    """How much larger the hexes of a board are on which pieces of this shape lie at least `gap` mm apart; 1 or more.

    A piece keeps its size, so that moving all of them apart opens every side they would share. 1 if there is no such
    board: a shape that holds on to its neighbours.
    """
    least = min((_opened(shape, by, flat) for by in _meetings(shape)), default=flat)
    return 1 + gap / least if gap > 0 and least > 0 else 1.0


def _meetings(shape: tuple[Cell, ...]) -> set[Cell]:
    """By how much a piece is moved from another that it touches without lying on it."""
    moves = {(a[0] - b[0] + dc, a[1] - b[1] + dh) for a in shape for b in shape for dc, dh in SIDES_OF_A_HEX}
    return {by for by in moves if not _seven(by, shape) & set(shape)}


def _opened(shape: tuple[Cell, ...], by: Cell, flat: float) -> float:
    """How far in mm the narrowest side between a piece and its neighbour opens for each whole that the board grows."""
    other, (x, y) = _seven(by, shape), cell_centre(by, flat)
    sides = {side for cell in shape for side in SIDES_OF_A_HEX if (cell[0] + side[0], cell[1] + side[1]) in other}
    return min((x * nx + y * ny) / flat for nx, ny in (cell_centre(side, flat) for side in sides))


@cache
def nest(shape: tuple[Cell, ...], flat: float, width: float, height: float, wanted: int) -> tuple[Cell, ...]:
    """Places (offsets of `shape` on one hex board) for as many tiles as fit into the area, at most `wanted`.

    The board's top left hex corner box is the area's; both staggers are tried.
    """
    side = flat / math.sqrt(3)
    columns = math.floor((width - 2 * side + EPSILON) / (1.5 * side)) + 1
    half_rows = math.floor(2 * height / flat + EPSILON) - 1
    found: tuple[Cell, ...] = ()
    for stagger in (0, 1):
        board = frozenset(
            (c, h) for c in range(max(0, columns)) for h in range(half_rows) if (c + h + stagger) % 2 == 0
        )
        places = _search(shape, board, wanted)
        if len(places) > len(found):
            found = places
    return found


def _search(shape: tuple[Cell, ...], board: frozenset[Cell], wanted: int) -> tuple[Cell, ...]:
    bit = {cell: 1 << n for n, cell in enumerate(sorted(board))}  # sets of cells as numbers: the search is long
    tiles = [(at, _seven(at, shape)) for at in sorted(board)]
    candidates = [(at, sum(bit[cell] for cell in tile)) for at, tile in tiles if tile <= board]
    limit, size = min(wanted, len(board) // len(shape)), len(shape)
    reach = list(accumulate((tile for _, tile in reversed(candidates)), or_, initial=0))[::-1]
    best: list[Cell] = []
    budget = SEARCH_LIMIT

    def grow(start: int, used: int, chosen: list[Cell]) -> None:
        nonlocal best, budget
        if len(chosen) > len(best):
            best = list(chosen)
        for i in range(start, len(candidates)):
            budget -= 1
            room = (reach[i] & ~used).bit_count() // size  # what the candidates from here on could still cover
            if budget < 0 or len(best) >= limit or len(chosen) + room <= len(best):
                return
            at, tile = candidates[i]
            if not tile & used:
                grow(i + 1, used | tile, [*chosen, at])

    grow(0, 0, [])
    return tuple(best)
