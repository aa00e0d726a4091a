"""The picture of what borders what: always the same, inside its frame, neighbours closer than others."""

from __future__ import annotations

from itertools import pairwise
from math import dist

import pytest

from companion.engine.game.graph_layout import (
    ABOVE,
    BELOW,
    ROW,
    TALL,
    WIDE,
    Found,
    box_positions,
    kept_positions,
    node_positions,
    routes,
    stretched,
    window,
)

NAMES = tuple("abcdefgh")
RING = tuple(zip(NAMES, NAMES[1:] + NAMES[:1], strict=True))


def test_points_fill_the_frame() -> None:
    """From 0 to 1 in both directions, whatever there is; lines to nowhere do not count."""
    for names in (NAMES, NAMES[:1], ()):
        for _, (x, y) in node_positions(names, (*RING, ("a", "nobody"))):
            assert 0 <= x <= 1
            assert 0 <= y <= 1


def test_neighbours_lie_closer_than_others() -> None:
    """In a ring of eight on the average."""
    spots = dict(node_positions(NAMES, RING))
    near = [dist(spots[a], spots[b]) for a, b in RING]
    apart = [(a, b) for a in NAMES for b in NAMES if a < b and (a, b) not in RING and (b, a) not in RING]
    far = [dist(spots[a], spots[b]) for a, b in apart]
    assert sum(near) / len(near) < sum(far) / len(far)


def test_no_two_places_lie_on_one_point() -> None:
    """Also where nothing is joined."""
    assert (
        len(dict(node_positions(NAMES, ())).values())
        == len(set(dict(node_positions(NAMES, ())).values()))
        == len(NAMES)
    )


@pytest.mark.parametrize("landscape", [False, True])
def test_boxes_with_names_lie_side_by_side_in_the_picture(landscape: bool) -> None:
    """Forty places with names of every length: none lies over another, none is cut; on a big screen the picture is
    wider than high.
    """
    boxes = tuple((f"p{n}", 24.0 + 7 * (n % 8)) for n in range(40))
    lines = tuple((f"p{n}", f"p{(n * 7 + 3) % 40}") for n in range(40))
    (wide, high), spots = box_positions(boxes, lines, landscape=landscape)
    assert (wide > high) == landscape
    assert landscape or wide == WIDE
    for n, (name, half) in enumerate(boxes):
        x, y = spots[name]
        assert half <= x <= wide - half
        assert ABOVE <= y <= high - BELOW
        for other, width in boxes[:n]:
            u, v = spots[other]
            assert abs(x - u) >= half + width or abs(y - v) >= ROW - 1


@pytest.mark.parametrize("landscape", [False, True])
def test_what_is_found_later_moves_nothing(landscape: bool) -> None:
    """Forty places found one after another, some beside an earlier one: each stays where it was put, covers no other
    and is whole in the picture; what was found beside a place lies near it.
    """
    boxes = tuple(Found(f"p{n}", 36.0 + 7 * (n % 6), f"p{n // 2}" if n % 5 else "") for n in range(40))
    before: dict[str, tuple[float, float]] = {}
    for n in range(1, 41):
        (wide, high), spots = kept_positions(boxes[:n], landscape=landscape)
        assert before.items() <= spots.items()
        before = spots
    for n, box in enumerate(boxes):
        x, y = spots[box.name]
        assert box.half <= x <= wide - box.half
        assert ABOVE <= y <= high - BELOW
        for other in boxes[:n]:
            u, v = spots[other.name]
            assert abs(x - u) >= box.half + other.half or abs(y - v) >= ROW
    near = [dist(spots[one.name], spots[one.beside]) for one in boxes if one.beside]
    anywhere = [dist(spots[one.name], spots[other.name]) for one in boxes for other in boxes if one != other]
    assert sum(near) / len(near) < sum(anywhere) / len(anywhere)


@pytest.mark.parametrize("landscape", [False, True])
def test_borders_go_round_the_places_that_they_do_not_join(landscape: bool) -> None:
    """Thirty places with borders between any that lie near: none runs through a third one, each ends at its two."""
    found = tuple(Found(f"p{n}", 38.0 + 7 * (n % 4), f"p{n // 2}" if n else "") for n in range(30))
    spots, halves = kept_positions(found, landscape=landscape)[1], {one.name: one.half for one in found}
    near = [(a, b) for a in spots for b in spots if a < b and dist(spots[a], spots[b]) < 3 * ROW]
    ways = routes([(one, (*spots[one], halves[one])) for one in spots], near)
    assert any(len(way) > 2 for way in ways)
    for (one, other), way in zip(near, ways, strict=True):
        assert (way[0], way[-1]) == (spots[one], spots[other])
        for a, b in pairwise(way):
            on_it = [(a[0] + n / 50 * (b[0] - a[0]), a[1] + n / 50 * (b[1] - a[1])) for n in range(51)]
            for name in spots.keys() - {one, other}:
                x, y = spots[name]
                assert not any(abs(x - u) < halves[name] and abs(y - v) < TALL for u, v in on_it)


def test_a_big_screen_shows_only_what_is_known_in_its_whole_height() -> None:
    """Three places side by side and one below: nothing of them is cut off, and they fill the picture."""
    at, halves = {"a": (60.0, 32.0), "b": (200.0, 32.0), "c": (500.0, 96.0)}, dict.fromkeys("abc", 40.0)
    wide = stretched(at, halves)
    left, top, across, down = window(wide, halves, landscape=True)
    assert down > window(at, halves, landscape=True)[3]
    assert wide["c"][1] - wide["a"][1] > at["c"][1] - at["a"][1]
    for one, (x, y) in wide.items():
        assert left <= x - halves[one] <= x + halves[one] <= left + across
        assert top <= y - TALL <= y + TALL <= top + down
