"""Graph layout: positions for places of which only the borders are known. Always gives the same positions.

Places that are all known lie where their borders draw them. Those that become known one after another are each put
near the one beside which they were found, in a free spot, and stay there whatever is found later.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from math import cos, dist, pi, sin, sqrt
from typing import NamedTuple

ROUNDS = 40
Spot = tuple[float, float]
WIDE = 360.0
"""How wide the picture is: that of a phone, so that its words are as large there as all others."""
ROW = 64.0
"""How high a place is, with who stands above it and a word below it."""
ABOVE, BELOW = 42.0, 32.0
"""Room for them between the first and the last place and the edge."""
EACH = 36.0
"""How much higher the picture gets with each place."""
LEAST = 220.0
LANDSCAPE = 1.5
"""How much wider than high the picture is on a big screen."""
ROOM = (1.0, 1.25, 1.6, 2.0, 2.5, 3.2)
"""What the height is multiplied with, one after another, until no two places overlap."""


@lru_cache(maxsize=64)
def node_positions(names: tuple[str, ...], lines: tuple[tuple[str, str], ...]) -> tuple[tuple[str, Spot], ...]:
    """A point from (0, 0) to (1, 1) for each name; names joined by a line lie close together. Lines with other names
    are ignored.
    """
    n = len(names)
    index = {name: i for i, name in enumerate(names)}
    joined = [(index[a], index[b]) for a, b in lines if a in index and b in index and a != b]
    spots = [(0.5 + 0.4 * cos(2 * pi * i / max(1, n)), 0.5 + 0.4 * sin(2 * pi * i / max(1, n))) for i in range(n)]
    ideal = 0.9 / sqrt(max(1, n))
    for turn in range(ROUNDS):
        spots = _moved(spots, joined, ideal, 0.12 * (1 - turn / ROUNDS))
    return tuple(zip(names, _fitted(spots), strict=True))


def _moved(spots: list[Spot], joined: list[tuple[int, int]], ideal: float, most: float) -> list[Spot]:
    """One round: all push each other away, lines pull together; nobody goes further than `most`."""
    push = [[0.0, 0.0] for _ in spots]
    for i, (x, y) in enumerate(spots):
        for j in range(i):
            dx, dy = x - spots[j][0], y - spots[j][1]
            far = max(dx * dx + dy * dy, 1e-4)
            for k, sign in ((i, 1), (j, -1)):
                push[k][0] += sign * dx * ideal * ideal / far
                push[k][1] += sign * dy * ideal * ideal / far
    for i, j in joined:
        dx, dy = spots[i][0] - spots[j][0], spots[i][1] - spots[j][1]
        pull = sqrt(dx * dx + dy * dy) / ideal
        for k, sign in ((i, -1), (j, 1)):
            push[k][0] += sign * dx * pull
            push[k][1] += sign * dy * pull
    return [_step(spot, force, most) for spot, force in zip(spots, push, strict=True)]


def _step(spot: Spot, force: list[float], most: float) -> Spot:
    length = max(sqrt(force[0] ** 2 + force[1] ** 2), 1e-9)
    share = min(length, most) / length
    return spot[0] + force[0] * share, spot[1] + force[1] * share


def _fitted(spots: list[Spot]) -> list[Spot]:
    """The points moved and stretched to fill the square from 0 to 1."""
    if not spots:
        return []
    low = [min(spot[axis] for spot in spots) for axis in (0, 1)]
    wide = [max(max(spot[axis] for spot in spots) - low[axis], 1e-9) for axis in (0, 1)]
    return [(round((x - low[0]) / wide[0], 3), round((y - low[1]) / wide[1], 3)) for x, y in spots]


@lru_cache(maxsize=64)
def box_positions(
    boxes: tuple[tuple[str, float], ...], lines: tuple[tuple[str, str], ...], *, landscape: bool = False
) -> tuple[Spot, dict[str, Spot]]:
    """Width and height of the picture and the middle of each box, so that no box covers another. `boxes` are names with
    half their widths. The picture is as wide as a phone, or `landscape`.
    """
    halves = [half for _, half in boxes]
    points = [spot for _, spot in node_positions(tuple(name for name, _ in boxes), lines)]
    size, spots = (WIDE, LEAST), points
    for room in ROOM:
        size = _size(max(LEAST, round(room * EACH * len(boxes))), landscape)
        spots = [_inside((x * size[0], y * size[1]), half, size) for (x, y), half in zip(points, halves, strict=True)]
        if any(not _pushed_apart(spots, halves, size) for _ in range(ROUNDS)):
            break
    return size, {name: (round(x, 1), round(y, 1)) for (name, _), (x, y) in zip(boxes, spots, strict=True)}


def _size(high: float, landscape: bool) -> Spot:
    """Width and height of a picture that has as much room as one so `high` on a phone."""
    if not landscape:
        return WIDE, high
    flat = round(sqrt(WIDE * high / LANDSCAPE))
    return round(flat * LANDSCAPE), flat


def _inside(spot: Spot, half: float, size: Spot) -> Spot:
    """A middle such that the whole box is in the picture."""
    wide, high = size
    return min(max(spot[0], half + 2), max(wide - half - 2, half + 2)), min(max(spot[1], ABOVE), high - BELOW)


def _pushed_apart(spots: list[Spot], halves: list[float], size: Spot) -> bool:
    """Push every two boxes that overlap apart, the shorter way. False when none did."""
    pushed = False
    for i in range(len(spots)):
        for j in range(i):
            (x, y), (u, v) = spots[i], spots[j]
            across, down = halves[i] + halves[j] + 6 - abs(x - u), ROW - abs(y - v)
            if across <= 0.1 or down <= 0.1:
                continue
            pushed = True
            dx = (across / 2 if x >= u else -across / 2) if across < down else 0.0
            dy = 0.0 if dx else down / 2 if y >= v else -down / 2
            spots[i], spots[j] = _inside((x + dx, y + dy), halves[i], size), _inside((u - dx, v - dy), halves[j], size)
    return pushed


# ---- places that become known one after another


ROWS = 6
"""So many rows a picture has at least: what comes later seldom makes it larger."""
FILLED = 0.6
"""As much of all rows is filled with places before there is another row."""
GAP, STRIDE, EDGE = 16.0, 12.0, 2.0
"""Between two places of a row; between two spots that are looked at; between a place and the edge."""
LOOKED_AT = 16
"""Among so many spots, the nearest, the one is taken where lines cross the fewest places."""
CROSSED = 90.0
"""A line through a place is as bad as so much more distance."""


class Found(NamedTuple):
    """A place to be put: its name, half its width, and the place beside which it was found, or ""."""

    name: str
    half: float
    beside: str


class Put(NamedTuple):
    """A place that has been put: its middle, half its width, and the spot of the one beside which it was found."""

    spot: Spot
    half: float
    beside: Spot | None


@lru_cache(maxsize=64)
def kept_positions(boxes: tuple[Found, ...], *, landscape: bool = False) -> tuple[Spot, dict[str, Spot]]:
    """Width and height of the picture and the middle of each box, so that no box covers another. More boxes at the end
    leave those before where they are.
    """
    put: dict[str, Put] = {}
    rows, filled = ROWS, 0.0
    for box in boxes:
        filled += 2 * box.half + GAP
        while True:
            wide = _width(rows, landscape)
            free = list(_free(box.half, rows, wide, list(put.values()))) if filled <= FILLED * rows * wide else []
            if free:
                break
            rows += 1
        near = put[box.beside].spot if box.beside in put else None
        spot = _nearest(box.half, near, free, put) if near else _loneliest(free, rows, wide, put)
        put[box.name] = Put(spot, box.half, near)
    return (_width(rows, landscape), _height(rows)), {name: one.spot for name, one in put.items()}


def _width(rows: int, landscape: bool) -> float:
    return round(_height(rows) * LANDSCAPE) if landscape else WIDE


def _height(rows: int) -> float:
    return ABOVE + (rows - 1) * ROW + BELOW


def _free(half: float, rows: int, wide: float, put: Sequence[Put]) -> Iterator[Spot]:
    """The spots where a box of this width covers no other."""
    for row in range(rows):
        y = ABOVE + row * ROW
        beside = [one for one in put if one.spot[1] == y]
        x = half + EDGE
        while x <= wide - half - EDGE:
            if all(abs(x - one.spot[0]) >= half + one.half + GAP for one in beside):
                yield x, y
            x += STRIDE


def _nearest(half: float, near: Spot, free: Sequence[Spot], put: dict[str, Put]) -> Spot:
    """The spot closest to a place such that the line between them, and those there are, cross few places."""

    def cost(spot: Spot) -> float:
        through = sum(_crosses(spot, near, one.spot, one.half) for one in put.values())
        under = sum(_crosses(one.spot, one.beside, spot, half) for one in put.values() if one.beside)
        return dist(spot, near) + CROSSED * (through + under)

    return min(sorted(free, key=lambda spot: dist(spot, near))[:LOOKED_AT], key=cost)


def _crosses(one: Spot, other: Spot, spot: Spot, half: float) -> bool:
    """Whether the line between two places goes through a box that is neither of them."""
    (x, y), (u, v), (a, b) = one, other, spot
    if spot in (one, other) or not min(y, v) <= b <= max(y, v):
        return False
    if y == v:
        return min(x, u) < a < max(x, u)
    return abs(x + (u - x) * (b - y) / (v - y) - a) < half


def _loneliest(free: Sequence[Spot], rows: int, wide: float, put: dict[str, Put]) -> Spot:
    """The spot that is farthest from all places and from the edge: what is found later comes around it."""

    def room(spot: Spot) -> float:
        x, y = spot
        edge = min(x, wide - x, y, _height(rows) - y)
        return min([3 * edge, *(dist(spot, one.spot) for one in put.values())])

    return max(free, key=room)
