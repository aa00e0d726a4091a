"""Lines, turns and paths on hexes at axial coordinates, for maps built of tiles. Knows no terrain.

A hex can be written as a place, `q,r`, like the option ids of map questions. Coordinates and sides are those of
`hexes`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from fractions import Fraction
from functools import lru_cache

from companion.engine.game.hexes import SIDES, Axial, axial_distance

Stretch = tuple[Axial, ...]
"""A part of a line: the hex it crosses, or the two hexes along whose border it runs."""
AXES = ((1, -1), (1, 2), (2, 1))
"""A point belongs to the hex at (0, 0) where each of these, times its coordinates, is at most 1 from zero."""


@lru_cache(maxsize=65536)
def place_of(where: Axial) -> str:
    """The place (`q,r`) of a hex."""
    return f"{where[0]},{where[1]}"


@lru_cache(maxsize=65536)
def axial_of(place: str) -> Axial:
    """The hex of a place (`q,r`). Raises ValueError when the text is not a place."""
    q, r = place.split(",")
    return int(q), int(r)


@lru_cache(maxsize=65536)
def neighbours(place: str) -> tuple[str, ...]:
    """The six places next to a place, clockwise from the one above."""
    q, r = axial_of(place)
    return tuple(place_of((q + dq, r + dr)) for dq, dr in SIDES)


@lru_cache(maxsize=65536)
def distance(one: str, other: str) -> int:
    """The number of steps from one place to another."""
    return axial_distance(axial_of(one), axial_of(other))


def direction(one: str, other: str) -> int:
    """The side (0 to 5, 0 above, clockwise) that leads straight from one place to another; -1 if none does."""
    steps, (q, r), (tq, tr) = distance(one, other), axial_of(one), axial_of(other)
    straight = (n for n, (dq, dr) in enumerate(SIDES) if (q + dq * steps, r + dr * steps) == (tq, tr))
    return next(straight, -1) if steps else -1


def straight_ahead(place: str, side: int, steps: int = 1) -> str:
    """The place that is so many steps straight ahead, in the direction of a side (0 to 5)."""
    (q, r), (dq, dr) = axial_of(place), SIDES[side % len(SIDES)]
    return place_of((q + dq * steps, r + dr * steps))


def turned(where: Axial, sides: int = 1) -> Axial:
    """A hex turned about (0, 0) clockwise by so many sixths of a full turn."""
    q, r = where
    for _ in range(sides % len(SIDES)):
        q, r = -r, q + r
    return q, r


# ---- straight lines


def line(one: str, other: str) -> tuple[tuple[str, ...], ...]:
    """What lies on the straight line between the middles of two places, in order, without the two ends.

    Each entry is the hex that is crossed, or the two hexes whose common border the line runs along.
    """
    q, r = axial_of(one)
    tq, tr = axial_of(other)
    return tuple(tuple(place_of((q + dq, r + dr)) for dq, dr in stretch) for stretch in _stretches((tq - q, tr - r)))


@lru_cache(maxsize=4096)
def _stretches(to: Axial) -> tuple[Stretch, ...]:
    """The hexes between (0, 0) and another, by exact fractions; corners that are only touched do not count."""
    n = max(abs(to[0]), abs(to[1]), abs(to[0] + to[1]))
    found: dict[tuple[Fraction, Fraction], list[Axial]] = {}
    for q in range(-n, n + 1):
        for r in range(-n, n + 1):
            span = _span((q, r), to) if (q, r) not in ((0, 0), to) else None
            if span is not None:
                found.setdefault(span, []).append((q, r))
    return tuple(tuple(sorted(found[span])) for span in sorted(found))


def _span(hex_: Axial, to: Axial) -> tuple[Fraction, Fraction] | None:
    """From which part of the way to which a hex is crossed, its border included; None if it is not."""
    low, high = Fraction(0), Fraction(1)
    for a, b in AXES:
        slope, offset = a * to[0] + b * to[1], a * hex_[0] + b * hex_[1]
        if slope == 0:
            if abs(offset) > 1:
                return None
            continue
        ends = sorted((Fraction(offset - 1, slope), Fraction(offset + 1, slope)))
        low, high = max(low, ends[0]), min(high, ends[1])
    return (low, high) if low < high else None


# ---- ways


def ways(
    start: str, step: Callable[[str, str], int | None], budget: int, ends: Callable[[str], bool] = lambda place: False
) -> dict[str, tuple[str, ...]]:
    """All places that can be reached from a place within a budget, each with the cheapest path to it (without the
    start).

    `step` returns the cost of going from a place to a neighbour, or None if that is impossible; `ends` says where a
    path cannot go on. Among paths of equal cost the one found first is kept, clockwise from above.
    """
    cost, way = {start: 0}, {start: ()}  # type: dict[str, int], dict[str, tuple[str, ...]]
    edge = [start]
    while edge:
        here = min(edge, key=cost.__getitem__)
        edge.remove(here)
        for to in neighbours(here) if here == start or not ends(here) else ():
            price = step(here, to)
            total = cost[here] + (price or 0)
            if price is None or total > budget or total >= cost.get(to, budget + 1):
                continue
            cost[to], way[to] = total, (*way[here], to)
            edge.append(to)
    return {place: found for place, found in way.items() if place != start}


def connected(start: Iterable[str], places: Iterable[str]) -> dict[str, None]:
    """The places that are connected with the start through neighbouring places, as the keys of an ordered dict."""
    free = dict.fromkeys(places)
    reached = {place: None for place in start if place in free}
    edge = list(reached)
    while edge:
        for to in neighbours(edge.pop()):
            if to in free and to not in reached:
                reached[to] = None
                edge.append(to)
    return reached
