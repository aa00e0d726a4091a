"""Distances and overlaps of polygons in mm; used by the proof, so it shares nothing with placing."""

from __future__ import annotations

import math
from collections.abc import Sequence

from printables.units import Point


def farthest(one: Sequence[Point], other: Sequence[Point]) -> float:
    """The largest distance from a corner of either shape to the nearest corner of the other."""
    if not one or not other:
        return math.inf
    return max(_reach(one, other), _reach(other, one))


def _reach(one: Sequence[Point], other: Sequence[Point]) -> float:
    return max(min(math.dist(p, q) for q in other) for p in one)


def inside(point: Point, polygon: Sequence[Point]) -> bool:
    """Whether a point lies in a polygon."""
    x, y = point
    found = False
    for (x1, y1), (x2, y2) in zip(polygon, [*polygon[1:], polygon[0]], strict=True):
        if (y1 > y) != (y2 > y) and x < (x2 - x1) * (y - y1) / (y2 - y1) + x1:
            found = not found
    return found


def distance_to_edge(point: Point, polygon: Sequence[Point]) -> float:
    """How far a point is from the nearest side of a polygon."""
    sides = zip(polygon, [*polygon[1:], polygon[0]], strict=True)
    return min(_to_segment(point, a, b) for a, b in sides)


def _to_segment(p: Point, a: Point, b: Point) -> float:
    dx, dy = b[0] - a[0], b[1] - a[1]
    length = dx * dx + dy * dy
    t = 0.0 if length == 0 else max(0.0, min(1.0, ((p[0] - a[0]) * dx + (p[1] - a[1]) * dy) / length))
    return math.dist(p, (a[0] + t * dx, a[1] + t * dy))


def overlap_depth(one: Sequence[Point], other: Sequence[Point], slack: float) -> float:
    """How deep two polygons overlap, 0 if they only touch (within `slack` mm).

    Looks at corners, side middles and centres of one in the other and at crossings of sides: exact enough
    to find every overlap of pieces, cheap enough for thousands.
    """
    depth = 0.0
    for a, b in ((one, other), (other, one)):
        for point in _probes(a):
            if inside(point, b):
                depth = max(depth, distance_to_edge(point, b))
    if depth > slack:
        return depth
    return _crossing(one, other, slack)


def _probes(polygon: Sequence[Point]) -> list[Point]:
    n = len(polygon)
    middles = [((a[0] + b[0]) / 2, (a[1] + b[1]) / 2) for a, b in zip(polygon, [*polygon[1:], polygon[0]], strict=True)]
    centre = (sum(p[0] for p in polygon) / n, sum(p[1] for p in polygon) / n)
    return [*polygon, *middles, centre]


def _crossing(one: Sequence[Point], other: Sequence[Point], slack: float) -> float:
    """The deepest clear crossing of two sides (both ends of each at least `slack` beyond the other)."""
    worst = 0.0
    for a, b in zip(one, [*one[1:], one[0]], strict=True):
        for c, d in zip(other, [*other[1:], other[0]], strict=True):
            reach = min(-_side(a, b, c) * _side(a, b, d), -_side(c, d, a) * _side(c, d, b))
            if reach > 0:
                limits = [abs(v) for v in (_side(a, b, c), _side(a, b, d), _side(c, d, a), _side(c, d, b))]
                if min(limits) > slack:
                    worst = max(worst, min(limits))
    return worst


def _side(a: Point, b: Point, p: Point) -> float:
    """The signed distance of a point from the line through `a` and `b`."""
    length = math.dist(a, b)
    if length == 0:
        return 0.0
    return ((b[0] - a[0]) * (p[1] - a[1]) - (b[1] - a[1]) * (p[0] - a[0])) / length
