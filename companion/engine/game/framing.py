"""Which part of a map a small screen shows: round the places that matter, and no more empty paper than must be.

Units are those of the drawn map: a hex is 64 wide and 55.4 high, a square 56.
"""

from __future__ import annotations

from collections.abc import Sequence

Point = tuple[float, float]
Box = tuple[float, float, float, float]
"""Left, top, width, height."""

ASIDE, ABOVE = 40.0, 36.0
"""From the middle of a place to the edge of the picture: the place itself and a strip of what is next to it."""
SHAPE = 1.55
"""Width to height of the box on a phone: what is higher would leave its sides to chance."""
LEAST = (300.0, 150.0)
"""A picture of fewer places is not made larger than this."""
RING = 56.0
"""From one place to the next, about."""
NEAR = 90.0
"""So far from the places to choose from something else that matters is still shown with them."""
MUCH_LESS = 0.45
"""A part of the map that is a greater share of it than this is not shown alone."""
MIDST = 64.0
"""So near, one hex, must all places be to who acts that this stands in the middle of them."""


def frame(places: Sequence[Point], world: Sequence[Point], also: Sequence[Point] = ()) -> Box:
    """The part of the picture round the middles of `places` (at least one), with those of `also` that lie near them.

    It is never higher than the box on a phone; what it is wider than the places lies where the `world` (the middles of
    all places) is.
    """
    left, top, right, bottom = _bounds(places)
    near = [(x, y) for x, y in also if left - NEAR <= x <= right + NEAR and top - NEAR <= y <= bottom + NEAR]
    left, top, right, bottom = _bounds([*places, *near])
    high = max(bottom - top + 2 * ABOVE, LEAST[1])
    wide = max(right - left + 2 * ASIDE, LEAST[0], SHAPE * high)
    beside = [x for x, y in world if top - ABOVE <= y <= bottom + ABOVE]
    over = [y for x, y in world if left - ASIDE <= x <= right + ASIDE]
    x = _slid((left + right - wide) / 2, wide, min(beside) - ASIDE, max(beside) + ASIDE)
    y = _slid((top + bottom - high) / 2, high, min(over) - ABOVE, max(over) + ABOVE)
    return x, y, wide, high


def amid(places: Sequence[Point], acting: Sequence[Point]) -> list[Point]:
    """The places and those of who acts; where that is one near all of them, mirrored, so that it is in the middle."""
    found = [*places, *acting]
    if len(acting) != 1 or any(abs(x - acting[0][0]) > MIDST or abs(y - acting[0][1]) > MIDST for x, y in places):
        return found
    return found + [(2 * acting[0][0] - x, 2 * acting[0][1] - y) for x, y in places]


def whole(world: Sequence[Point], rim: float) -> Box:
    """The whole map with a rim."""
    left, top, right, bottom = _bounds(world) if world else (0.0, 0.0, 0.0, 0.0)
    return left - rim, top - rim, right - left + 2 * rim, bottom - top + 2 * rim


def around(places: Sequence[Point], world: Sequence[Point], rim: float) -> Box:
    """Some places with one ring of others around them, within the whole map and its rim."""
    left, top, wide, high = whole(world, rim)
    near_left, near_top, near_wide, near_high = whole(places, rim + RING)
    x, y = max(left, near_left), max(top, near_top)
    return x, y, min(left + wide, near_left + near_wide) - x, min(top + high, near_top + near_high) - y


def known(places: Sequence[Point], world: Sequence[Point], rim: float) -> Box:
    """What lies around some places, if that is much less than the whole map; or else all of it, which cuts nothing."""
    all_of_it, near = whole(world, rim), around(places, world, rim) if places else None
    return near if near is not None and near[2] * near[3] < MUCH_LESS * all_of_it[2] * all_of_it[3] else all_of_it


def _bounds(points: Sequence[Point]) -> Box:
    """Left, top, right, bottom."""
    across, down = [x for x, _y in points], [y for _x, y in points]
    return min(across), min(down), max(across), max(down)


def _slid(start: float, size: float, low: float, high: float) -> float:
    """A stretch moved so that as much of it as can be lies between `low` and `high`."""
    if high - low <= size:
        return (low + high - size) / 2
    return min(max(start, low), high - size)
