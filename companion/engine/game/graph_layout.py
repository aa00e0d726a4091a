"""Graph layout: positions for places of which only the borders are known. Always gives the same positions."""

from __future__ import annotations

from functools import lru_cache
from math import cos, pi, sin, sqrt

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
