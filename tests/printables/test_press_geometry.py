"""Units, outlines and the polygons of the proof."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from printables import units
from printables.look import outlines
from printables.proof import geometry

angles = st.sampled_from([0.0, 90.0, 180.0, 270.0, 33.3])
lengths = st.floats(-500, 500)
matrices = st.builds(lambda a, x, y: units.then(units.rotate(a), units.translate(x, y)), angles, lengths, lengths)


def test_an_inch_is_72_points() -> None:
    assert units.points(25.4) == pytest.approx(72)
    assert units.mm(units.points(16)) == pytest.approx(16)


@given(matrices, matrices, st.tuples(lengths, lengths))
def test_then_applies_the_first_matrix_first(one: units.Matrix, two: units.Matrix, p: units.Point) -> None:
    expected = units.apply(two, units.apply(one, p))
    assert units.apply(units.then(one, two), p) == pytest.approx(expected, abs=1e-6)


def test_a_turn_is_clockwise_on_paper() -> None:
    """y grows downwards, so a quarter turn takes right to down."""
    assert units.apply(units.rotate(90), (1, 0)) == (0, 1)


def signed_area(polygon: tuple[tuple[float, float], ...]) -> float:
    """Twice the area, positive if clockwise on paper."""
    return sum(a[0] * b[1] - b[0] * a[1] for a, b in zip(polygon, [*polygon[1:], polygon[0]], strict=True))


def test_a_tile_is_seven_hexes_in_one_ring() -> None:
    """Outer sides: 7 x 6 less the 12 shared ones counted twice; area: seven hexes."""
    tile = outlines.seven_hexes(27.0)
    assert len(tile.points) == 42 - 2 * 12
    hexagon = 27.0**2 * math.sqrt(3) / 2
    assert signed_area(tile.points) / 2 == pytest.approx(7 * hexagon)
    assert tile.size == pytest.approx((5 * 27 / math.sqrt(3), 81.0))


def test_hexes_lie_inside_their_tile() -> None:
    tile = outlines.seven_hexes(27.0)
    middles = outlines.centres(tile)
    assert len(middles) == 7
    for point in middles.values():
        assert geometry.inside(point, tile.points)
        assert geometry.distance_to_edge(point, tile.points) >= 13.49


def test_inset_moves_every_side_by_the_distance() -> None:
    square = outlines.rect_points(0, 0, 10, 10)
    flat = [v for p in outlines.inset(square, 1.0) for v in p]
    assert flat == pytest.approx([1, 1, 9, 1, 9, 9, 1, 9])
    hexagon = outlines.hexagon_points(0, 0, 20)
    inner = outlines.inset(hexagon, 2.0)
    assert max(abs(y) for _, y in inner) == pytest.approx(8.0)


def test_rounded_corners_stay_within_the_box() -> None:
    path = outlines.rect(16, 16, 2.0).path
    points = [p for _, v in path for p in zip(v[::2], v[1::2], strict=True)]
    assert outlines.bounds(tuple(points)) == pytest.approx((0, 0, 16, 16))
    assert (0.0, 0.0) not in points


SQUARE = outlines.rect_points(0, 0, 10, 10)


@given(st.floats(-9.9, 9.9), st.floats(-9.9, 9.9))
def test_overlap_of_two_squares_is_found(dx: float, dy: float) -> None:
    """Any two squares of 10 mm less than 9.9 mm apart overlap clearly."""
    other = tuple((x + dx, y + dy) for x, y in SQUARE)
    assert geometry.overlap_depth(SQUARE, other, 0.02) > 0


@pytest.mark.parametrize(("dx", "dy"), [(10, 0), (0, -10), (10, 10), (25, 3)])
def test_touching_is_no_overlap(dx: float, dy: float) -> None:
    other = tuple((x + dx, y + dy) for x, y in SQUARE)
    assert geometry.overlap_depth(SQUARE, other, 0.02) == 0


def test_a_cross_without_corners_inside_is_an_overlap() -> None:
    one, other = outlines.rect_points(0, 4, 20, 2), outlines.rect_points(9, -5, 2, 20)
    assert geometry.overlap_depth(one, other, 0.02) > 0


def test_farthest_is_symmetric_and_zero_for_the_same_shape() -> None:
    turned = (*SQUARE[2:], *SQUARE[:2])
    assert geometry.farthest(SQUARE, turned) == 0
    assert geometry.farthest(SQUARE, SQUARE[:3]) == geometry.farthest(SQUARE[:3], SQUARE) == 10


def test_a_symmetric_outline_is_its_own_mirror() -> None:
    """Counters and tiles take the same path for both sides, so that a file holds it once."""
    for outline in (outlines.rect(16, 16, 1.2), outlines.seven_hexes()):
        assert outline.mirrored_path is outline.path


def test_an_outline_without_symmetry_is_mirrored() -> None:
    wedge = outlines.Outline(((0.0, 0.0), (30.0, 0.0), (30.0, 12.0), (8.0, 22.0), (0.0, 22.0)))
    assert wedge.mirrored_path == outlines.moved(wedge.path, units.mirror_x(30.0))
    assert wedge.mirrored_path != wedge.path
