"""Graph layout: positions for places of which only the borders are known. Always gives the same positions.

Places that are all known lie where their borders draw them. Those that become known one after another are each put
near the one beside which they were found, in a free spot, and stay there whatever is found later. A border that would
run through other places is drawn round them.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from heapq import heappop, heappush
from math import cos, dist, pi, sin, sqrt
from typing import NamedTuple

ROUNDS = 40
Spot = tuple[float, float]
WIDE = 360.0
"""How wide the picture is: that of a phone, so that its words are as large there as all others."""
ROW = 64.0
"""How far below a place the next one is."""
TALL = 24.0
"""Half the height of a place: its name, and below it what stands there."""
ABOVE = BELOW = 32.0
"""From the middle of the first and the last place to the edge."""
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


ROWS, ROWS_WIDE = 6, 4
"""So many rows a picture has at least: what comes later seldom makes it larger. On a big screen it may grow more often,
so that the first places are large.
"""
FILLED, FILLED_WIDE = 0.6, 0.8
"""As much of all rows is filled with places before there is another row; on a big screen, where words must stay large,
they lie closer.
"""
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
    most = FILLED_WIDE if landscape else FILLED
    rows, filled = ROWS_WIDE if landscape else ROWS, 0.0
    for box in boxes:
        filled += 2 * box.half + GAP
        while True:
            wide = _width(rows, landscape)
            free = list(_free(box.half, rows, wide, list(put.values()))) if filled <= most * rows * wide else []
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


LEAST_WIDE = 400.0
"""A big screen shows no less: larger words would only look odd."""
MOST_STRETCHED = 2.0


def stretched(at: dict[str, Spot], halves: dict[str, float]) -> dict[str, Spot]:
    """Places moved apart downwards, so that they fill the height of a big screen."""
    _left, _top, wide, high = window(at, halves, landscape=True)
    rows = high - ABOVE - BELOW
    more = min(max(1.0, (wide / LANDSCAPE - ABOVE - BELOW) / rows), MOST_STRETCHED) if rows else 1.0
    return {name: (x, round(y * more, 1)) for name, (x, y) in at.items()}


def window(at: dict[str, Spot], halves: dict[str, float], *, landscape: bool) -> tuple[float, float, float, float]:
    """Left, top, width and height of the part of a picture where places are: on a phone as wide as always, so that
    words keep their size.
    """
    high = [y for _x, y in at.values()] or [0.0]
    left, right = 0.0, WIDE
    if landscape and at:
        left = min(x - halves[one] for one, (x, _y) in at.items()) - BEND
        right = max(x + halves[one] for one, (x, _y) in at.items()) + BEND
        more = max(0.0, LEAST_WIDE - right + left) / 2
        left, right = left - more, right + more
    return left, min(high) - ABOVE, right - left, max(high) - min(high) + ABOVE + BELOW


# ---- borders


Box = tuple[float, float, float]
"""A place in the picture: its middle and half its width."""
APART, LANES = 4.0, 3
"""How far a border stays from the places that it passes; the next ones pass a little farther off, so that one sees
where each of them leads.
"""
BEND = 6.0
"""A bend is as bad as so much more length."""
AROUND = 1.6 * ROW
"""As far round its two places a border may go."""


def routes(boxes: Sequence[tuple[str, Box]], lines: Sequence[tuple[str, str]]) -> list[tuple[Spot, ...]]:
    """The points of each border, from the middle of one place to that of the other, past all others."""
    at, found = dict(boxes), []
    for n, (one, other) in enumerate(lines):
        a, b = at[one], at[other]
        low, high = min(a[1], b[1]) - AROUND, max(a[1], b[1]) + AROUND
        left, right = min(a[0] - a[2], b[0] - b[2]) - AROUND, max(a[0] + a[2], b[0] + b[2]) + AROUND
        near = tuple(box for name, box in boxes if name not in (one, other) and low <= box[1] <= high
                     and box[0] + box[2] >= left and box[0] - box[2] <= right)  # fmt: skip
        found.append(_route(a, b, near, APART + 2 * (n % LANES)))
    return found


@lru_cache(maxsize=1024)
def _route(a: Box, b: Box, near: tuple[Box, ...], apart: float) -> tuple[Spot, ...]:
    """The shortest way from place to place past those that lie near; straight through where there is none."""
    start, end = a[:2], b[:2]
    if not any(_through(start, end, box, 2.0) for box in near):
        return start, end
    solid = (a, b, *near)
    corners = [(x + dx * (half + apart), y + dy * (TALL + apart))
               for x, y, half in solid for dx in (-1, 1) for dy in (-1, 1)]  # fmt: skip
    spots = [end, *(one for one in corners if one[0] > 0 and not any(_within(one, box) for box in solid))]
    best: dict[Spot, float] = {start: 0.0}
    queue: list[tuple[float, float, Spot, tuple[Spot, ...]]] = [(dist(start, end), 0.0, start, (start,))]
    while queue:
        _guess, length, here, way = heappop(queue)
        if here == end:
            return way
        if length > best[here]:
            continue
        for spot in spots:
            far = length + dist(here, spot) + BEND
            if far >= best.get(spot, 1e9):
                continue
            passed = [box for box in solid if not (box is a and here == start) and not (box is b and spot == end)]
            if not any(_through(here, spot, box, 2.0) for box in passed):
                best[spot] = far
                heappush(queue, (far + dist(spot, end), far, spot, (*way, spot)))
    return start, end


def _within(spot: Spot, box: Box) -> bool:
    """Whether a spot is on a place, or almost."""
    return abs(spot[0] - box[0]) < box[2] + 2 and abs(spot[1] - box[1]) < TALL + 2


def _through(one: Spot, other: Spot, box: Box, apart: float) -> bool:
    """Whether the line between two spots comes nearer to a place than so far."""
    first, last = 0.0, 1.0
    for start, end, middle, half in (
        (one[0], other[0], box[0], box[2] + apart),
        (one[1], other[1], box[1], TALL + apart),
    ):
        way, gap = end - start, middle - start
        if abs(way) < 1e-9:
            if abs(gap) >= half:
                return False
            continue
        ends = sorted(((gap - half) / way, (gap + half) / way))
        first, last = max(first, ends[0]), min(last, ends[1])
    return first < last
