"""Lines, turns and ways on hexes: drawn examples, and agreement with a calculation of its own."""

from __future__ import annotations

from itertools import product
from math import sqrt

import pytest

from companion.engine.game.hexes import SIDES
from companion.engine.game.hexlines import (
    axial_of,
    connected,
    direction,
    distance,
    line,
    neighbours,
    place_of,
    straight_ahead,
    turned,
    ways,
)

DISC = [(q, r) for q, r in product(range(-4, 5), repeat=2) if abs(q + r) <= 4]


def test_drawn_lines() -> None:
    """Straight ahead; along a border; across corners that are cut."""
    assert line("0,0", "3,0") == (("1,0",), ("2,0",))
    assert line("0,0", "1,1") == (("0,1", "1,0"),)
    assert line("2,3", "3,4") == (("2,4", "3,3"),)
    assert line("0,0", "2,1") == (("1,0",), ("1,1",))
    assert line("0,0", "2,2") == (("0,1", "1,0"), ("1,1",), ("1,2", "2,1"))
    assert line("0,0", "0,0") == line("0,0", "1,0") == ()


def test_a_line_is_the_same_from_both_ends() -> None:
    """What lies between lies between, in the other order."""
    for where in DISC:
        assert line("0,0", place_of(where)) == line(place_of(where), "0,0")[::-1]


STEPS = 420
"""Parts of each line at whose ends is looked."""


@pytest.mark.slow
def test_lines_agree_with_points_on_the_picture() -> None:
    """Wherever the drawn line is clearly inside a hex, that hex is one of those crossed; and the other way round."""
    for where in DISC:
        to, crossed = middle(where), {hex_ for stretch in line("0,0", place_of(where)) for hex_ in stretch}
        seen = set()
        for n in range(1, STEPS):
            near = sorted((dist((to[0] * n / STEPS, to[1] * n / STEPS), middle(one)), one) for one in DISC)
            if near[1][0] - near[0][0] > 1e-6:
                seen.add(place_of(near[0][1]))
            else:
                seen |= {place_of(near[0][1]), place_of(near[1][1])}
        assert crossed == seen - {"0,0", place_of(where)}, where


def middle(where: tuple[int, int]) -> tuple[float, float]:
    return 1.5 * where[0], sqrt(3) * (where[1] + where[0] / 2)


def dist(a: tuple[float, float], b: tuple[float, float]) -> float:
    return sqrt((a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2)


def test_turning_goes_clockwise_through_the_sides() -> None:
    """Each side becomes the next; six turns lead home."""
    assert [turned(SIDES[0], n) for n in range(6)] == list(SIDES)
    assert all(turned(where, 6) == where for where in DISC)


def test_directions() -> None:
    """Straight ahead has a side, everything else has none."""
    assert [direction("0,0", place) for place in neighbours("0,0")] == [0, 1, 2, 3, 4, 5]
    assert (direction("0,0", "0,-3"), direction("0,0", "1,1"), direction("1,1", "1,1")) == (0, -1, -1)
    assert (straight_ahead("2,2", 1), straight_ahead("2,2", 1, 2), straight_ahead("2,2", 8)) == ("3,1", "4,0", "3,2")
    assert distance("0,0", "2,1") == 3
    assert axial_of(place_of((-3, 5))) == (-3, 5)
    with pytest.raises(ValueError, match="nowhere"):
        axial_of("nowhere,0")


def test_ways_are_the_cheapest_and_end_where_they_must() -> None:
    """Round a swamp; not through a gate; not beyond the budget."""
    cost = {"0,1": 3, "1,0": 1, "1,1": 1, "0,2": 1}
    found = ways("0,0", lambda here, to: cost.get(to), 3)
    assert found["1,1"] == ("1,0", "1,1")
    assert found["0,2"] == ("1,0", "1,1", "0,2")
    assert found["0,1"] == ("0,1",)
    assert set(ways("0,0", lambda here, to: cost.get(to), 2)) == {"1,0", "1,1"}
    assert set(ways("0,0", lambda here, to: cost.get(to), 3, ends=lambda place: place == "1,0")) == {"1,0", "0,1"}


def test_what_hangs_together() -> None:
    """Step by step through the places, never across a gap."""
    assert list(connected(["0,0"], ["0,0", "1,0", "2,0", "4,0"])) == ["0,0", "1,0", "2,0"]
    assert connected(["9,9"], ["0,0"]) == {}
