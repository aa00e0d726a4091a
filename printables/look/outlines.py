"""Shapes that pieces are cut to: polygons in mm with optional round corners, and boards of hexes.

Owns geometry only (points, paths, bounds, distances); knows nothing of ink, paper or files.
An outline's own coordinates start at (0, 0) and its bounds are (0, 0, width, height).
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cached_property

from printables.units import Matrix, Point, apply

Segment = tuple[str, tuple[float, ...]]
PathData = tuple[Segment, ...]
"""Segments `("M", (x, y))`, `("L", (x, y))`, `("C", (x1, y1, x2, y2, x, y))`, `("Z", ())`, absolute mm."""

Box = tuple[float, float, float, float]
"""`(left, top, right, bottom)` in mm."""

Cell = tuple[int, int]
"""A hex of a flat-topped board as `(column, half row)`: neighbours differ by (0, 2) or (1, 1)."""

KAPPA = 0.5522847498
SEVEN: dict[str, Cell] = {
    "C": (0, 0), "N": (0, -2), "NE": (1, -1), "SE": (1, 1), "S": (0, 2), "SW": (-1, 1), "NW": (-1, -1),
}  # fmt: skip
"""The seven hexes of a tile by name."""


@dataclass(frozen=True)
class Outline:
    """A closed shape: `points` in order, corners rounded by `radius` mm; `cells` if it is made of hexes."""

    points: tuple[Point, ...]
    radius: float = 0.0
    cells: tuple[Cell, ...] = ()
    flat: float = 0.0

    @cached_property
    def size(self) -> Point:
        """Width and height in mm."""
        left, top, right, bottom = bounds(self.points)
        return (right - left, bottom - top)

    @cached_property
    def path(self) -> PathData:
        """The outline as a path, corners rounded."""
        return rounded_path(self.points, self.radius) if self.radius else polygon_path(self.points)

    @property
    def straight(self) -> bool:
        """Whether straight cuts free it: a box, be its corners a little round."""
        return len(self.points) == 4 and not self.disc

    @property
    def disc(self) -> bool:
        """Whether it is round all over."""
        return 2 * self.radius >= min(self.size) - 0.01

    @cached_property
    def mirrored_path(self) -> PathData:
        """The outline seen from the other side: the same path if it is symmetric, as most pieces are."""
        width = self.size[0]
        turned = tuple((width - x, y) for x, y in self.points)
        if _sides(turned) == _sides(self.points):
            return self.path
        return moved(self.path, (-1.0, 0.0, 0.0, 1.0, width, 0.0))


def _sides(points: tuple[Point, ...]) -> set[frozenset[Point]]:
    corners = [(round(x, 6), round(y, 6)) for x, y in points]
    return {frozenset(side) for side in zip(corners, [*corners[1:], corners[0]], strict=True)}


def bounds(points: tuple[Point, ...]) -> Box:
    """The smallest upright box around `points`."""
    xs = [p[0] for p in points]
    ys = [p[1] for p in points]
    return (min(xs), min(ys), max(xs), max(ys))


def polygon_path(points: tuple[Point, ...]) -> PathData:
    """A closed path with straight sides."""
    head, *rest = points
    return (("M", head), *(("L", p) for p in rest), ("Z", ()))


def rounded_path(points: tuple[Point, ...], radius: float) -> PathData:
    """A closed path whose corners are rounded with `radius` mm (right angles become true quarter circles)."""
    out: list[Segment] = []
    for i, corner in enumerate(points):
        enter = _towards(corner, points[i - 1], radius)
        leave = _towards(corner, points[(i + 1) % len(points)], radius)
        c1 = _towards(enter, corner, radius * KAPPA)
        c2 = _towards(leave, corner, radius * KAPPA)
        out.append(("L" if out else "M", enter))
        out.append(("C", (*c1, *c2, *leave)))
    out.append(("Z", ()))
    return tuple(out)


def _towards(start: Point, goal: Point, distance: float) -> Point:
    length = math.dist(start, goal) or 1.0
    t = distance / length
    return (start[0] + (goal[0] - start[0]) * t, start[1] + (goal[1] - start[1]) * t)


def rect_points(x: float, y: float, width: float, height: float) -> tuple[Point, ...]:
    """The four corners of a box, clockwise from the top left."""
    return ((x, y), (x + width, y), (x + width, y + height), (x, y + height))


def rect(width: float, height: float, radius: float = 0.0) -> Outline:
    """A box, its corners rounded by `radius` mm."""
    return Outline(rect_points(0.0, 0.0, width, height), radius)


def disc(diameter: float) -> Outline:
    """A round piece."""
    return rect(diameter, diameter, diameter / 2)


def hexagon_points(x: float, y: float, flat: float) -> tuple[Point, ...]:
    """The corners of a flat-topped hex around (`x`, `y`), `flat` mm from flat to flat, from the right."""
    side = flat / math.sqrt(3)
    half, rise = side / 2, flat / 2
    return (
        (x + side, y), (x + half, y + rise), (x - half, y + rise),
        (x - side, y), (x - half, y - rise), (x + half, y - rise),
    )  # fmt: skip


def cell_centre(cell: Cell, flat: float) -> Point:
    """The middle of a hex on an unbounded board whose cell (0, 0) lies at the origin."""
    column, half_row = cell
    return (column * 1.5 * flat / math.sqrt(3), half_row * flat / 2)


def hex_board(cells: tuple[Cell, ...], flat: float) -> Outline:
    """The outline around connected hexes, `flat` mm from flat to flat, moved to start at (0, 0)."""
    edges: dict[tuple[int, int], tuple[Point, Point]] = {}
    for cell in cells:
        corners = hexagon_points(*cell_centre(cell, flat), flat)
        for start, end in zip(corners, (*corners[1:], corners[0]), strict=True):
            middle = (round((start[0] + end[0]) * 500), round((start[1] + end[1]) * 500))
            if edges.pop(middle, None) is None:
                edges[middle] = (start, end)
    ring = _chain([*edges.values()])
    left, top, _, _ = bounds(ring)
    return Outline(tuple((x - left, y - top) for x, y in ring), 0.0, cells, flat)


def _chain(edges: list[tuple[Point, Point]]) -> tuple[Point, ...]:
    following = {_key(start): end for start, end in edges}
    start = min((s for s, _ in edges), key=lambda p: (round(p[1], 3), round(p[0], 3)))
    ring = [start]
    while _key(following[_key(ring[-1])]) != _key(start):
        ring.append(following[_key(ring[-1])])
    return tuple(ring)


def _key(point: Point) -> tuple[int, int]:
    return (round(point[0] * 1000), round(point[1] * 1000))


def seven_hexes(flat: float = 27.0) -> Outline:
    """A terrain tile: one hex and its six neighbours."""
    return hex_board(tuple(SEVEN.values()), flat)


def centres(outline: Outline) -> dict[Cell, Point]:
    """The middles of an outline's hexes, in the outline's own coordinates."""
    raw = {cell: cell_centre(cell, outline.flat) for cell in outline.cells}
    corners = tuple(p for x, y in raw.values() for p in hexagon_points(x, y, outline.flat))
    left, top, _, _ = bounds(corners)
    return {cell: (x - left, y - top) for cell, (x, y) in raw.items()}


def moved(path: PathData, matrix: Matrix) -> PathData:
    """The path as `matrix` places it."""
    return tuple((op, _moved(values, matrix)) for op, values in path)


def _moved(values: tuple[float, ...], matrix: Matrix) -> tuple[float, ...]:
    pairs = zip(values[::2], values[1::2], strict=True)
    return tuple(v for pair in pairs for v in apply(matrix, pair))


def inset(points: tuple[Point, ...], distance: float) -> tuple[Point, ...]:
    """A clockwise polygon moved inwards by `distance` mm (outwards if negative), corners mitred."""
    out = []
    for i, corner in enumerate(points):
        before, after = points[i - 1], points[(i + 1) % len(points)]
        n1, n2 = _normal(before, corner), _normal(corner, after)
        bisector = (n1[0] + n2[0], n1[1] + n2[1])
        k = distance * 2 / (bisector[0] ** 2 + bisector[1] ** 2)
        out.append((corner[0] + bisector[0] * k, corner[1] + bisector[1] * k))
    return tuple(out)


def _normal(start: Point, end: Point) -> Point:
    length = math.dist(start, end)
    return (-(end[1] - start[1]) / length, (end[0] - start[0]) / length)
