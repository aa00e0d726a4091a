"""Placing: whatever the pieces, the paper and the way of printing."""

from __future__ import annotations

from itertools import combinations
from math import dist

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from printables.errors import BadOption
from printables.kinds import tile
from printables.layout.packing import block_in, left_over, nest
from printables.layout.placing import Placed, Sheet, place
from printables.look.outlines import Box, Outline, bounds, hex_board, moved, rect, seven_hexes
from printables.model import Component, Face, Piece
from printables.paper import PAPERS, RING, SIDES, TIGHT_RING, Setup, setups
from printables.proof.geometry import farthest, overlap_depth
from printables.units import Point, apply, mirror_x, translate

WEDGE = Outline(((0.0, 0.0), (30.0, 0.0), (30.0, 12.0), (8.0, 22.0), (0.0, 22.0)))
papers = st.sampled_from(sorted(PAPERS))
ways = st.sampled_from(sorted(SIDES))


def nothing(_: object) -> Face:
    return Face(())


def make(number: int, outline: Outline, count: int, with_back: bool) -> Piece:
    return Piece(f"p{number}", f"p{number}", count, outline, nothing, nothing if with_back else None)


boxes = st.builds(rect, st.floats(8, 85), st.floats(8, 85), st.sampled_from([0.0, 1.5]))
shapes = st.lists(st.tuples(boxes | st.just(WEDGE), st.integers(1, 60), st.booleans()), min_size=1, max_size=4).map(
    lambda rows: [make(i, *row) for i, row in enumerate(rows)]
)


def seen(p: Placed, side: str) -> tuple[Point, ...]:
    """The outline of a placed piece on its page."""
    if side == "front":
        return tuple(apply(p.front, q) for q in p.piece.outline.points)
    assert p.back is not None
    own = mirror_x(p.piece.outline.size[0])
    return tuple(apply(p.back, apply(own, q)) for q in p.piece.outline.points)


def check(sheet: Sheet) -> None:
    left, top, right, bottom = sheet.setup.area
    fronts = [seen(p, "front") for p in sheet.placed]
    for i, one in enumerate(fronts):
        box = bounds(one)
        assert box[0] >= left - 1e-6
        assert box[1] >= top - 1e-6
        assert box[2] <= right + 1e-6
        assert box[3] <= bottom + 1e-6
        for other in fronts[i + 1 :]:
            near = bounds(other)
            if box[0] < near[2] and near[0] < box[2] and box[1] < near[3] and near[1] < box[3]:
                assert overlap_depth(one, other, 0.001) == 0
    turn = sheet.setup.turn()
    for p in sheet.placed:
        assert (p.back is None) == (p.piece.back is None or turn is None)
        if p.back is not None and turn is not None:
            mirrored = tuple(apply(turn, q) for q in seen(p, "front"))
            assert farthest(mirrored, seen(p, "back")) < 1e-6
            a, b, c, d, _, _ = p.back
            assert a * d - b * c == pytest.approx(1.0), "a back may be turned, never mirrored"


@pytest.mark.slow
@settings(max_examples=60, deadline=None)
@given(shapes, papers, ways)
def test_every_piece_once_inside_the_area_without_overlap_backs_on_fronts(
    pieces: list[Piece], paper: str, sides: str
) -> None:
    """The property the whole press stands on."""
    component = Component("c", "c", tuple(pieces))
    sheets = place([component], setups(PAPERS[paper], sides))  # type: ignore[arg-type]
    for sheet in sheets:
        check(sheet)
    copies = sorted((p.piece.id, p.copy) for s in sheets for p in s.placed)
    assert copies == sorted((p.id, n) for p in pieces for n in range(1, p.count + 1))


def guillotine(boxes: list[Box]) -> bool:
    """Whether straight cuts, each through the whole remaining part, free every box."""
    if len(boxes) < 2:
        return True
    for low, high in ((0, 2), (1, 3)):
        for cut in {box[high] for box in boxes}:
            first = [box for box in boxes if box[high] <= cut + 1e-6]
            rest = [box for box in boxes if box[low] >= cut - 1e-6]
            if rest and len(first) + len(rest) == len(boxes):
                return guillotine(first) and guillotine(rest)
    return False


def test_a_pinwheel_is_nothing_for_a_guillotine() -> None:
    """Four boxes round a fifth: the test below can fail."""
    pinwheel = [(0.0, 0.0, 2.0, 1.0), (2.0, 0.0, 3.0, 2.0), (1.0, 2.0, 3.0, 3.0), (0.0, 1.0, 1.0, 3.0)]
    assert not guillotine([*pinwheel, (1.0, 1.0, 2.0, 2.0)])
    assert guillotine(pinwheel[:3])


@settings(max_examples=40, deadline=None)
@given(shapes, papers, ways, st.sampled_from([0.0, 2.0]))
def test_every_sheet_of_straight_pieces_can_be_cut_by_a_guillotine(
    pieces: list[Piece], paper: str, sides: str, gap: float
) -> None:
    """Also with mixed sizes; without gaps one cut frees both neighbours."""
    for sheet in place([Component("c", "c", tuple(pieces))], setups(PAPERS[paper], sides, gap=gap)):  # type: ignore[arg-type]
        assert guillotine([bounds(seen(p, "front")) for p in sheet.placed])


@pytest.mark.slow
@settings(max_examples=25, deadline=None)
@given(st.integers(1, 20), papers, ways, st.booleans())
def test_hex_tiles_obey_the_same_property(count: int, paper: str, sides: str, with_back: bool) -> None:
    piece = make(0, seven_hexes(27.0), count, with_back)
    sheets = place([Component("t", "t", (piece,))], setups(PAPERS[paper], sides))  # type: ignore[arg-type]
    for sheet in sheets:
        check(sheet)
    assert sum(len(s.placed) for s in sheets) == count


HEX = hex_board(((0, 0),), 27.0)
TOWN = hex_board(((0, 0), (0, 2), (0, 4), (1, 1), (1, 3)), 27.0)


@pytest.mark.slow
@settings(max_examples=25, deadline=None)
@given(st.integers(1, 6), st.integers(1, 40), st.integers(1, 9), papers, ways, st.booleans())
def test_hex_tiles_of_several_shapes_lie_beside_each_other(
    towns: int, hexes: int, rings: int, paper: str, sides: str, with_back: bool
) -> None:
    pieces = make(0, TOWN, towns, False), make(1, HEX, hexes, with_back), make(2, seven_hexes(27.0), rings, True)
    sheets = place([Component("t", "t", pieces)], setups(PAPERS[paper], sides))  # type: ignore[arg-type]
    for sheet in sheets:
        check(sheet)
    assert sum(len(s.placed) for s in sheets) == towns + hexes + rings


def test_small_hex_tiles_fill_the_sheet_of_larger_ones_but_counters_do_not() -> None:
    pieces = make(0, TOWN, 4, False), make(1, HEX, 12, False), make(2, rect(16, 16), 3, False)
    sheets = place([Component("t", "t", pieces)], setups(PAPERS["a4"], "duplex-long"))
    assert [sorted({p.piece.id for p in s.placed}) for s in sheets] == [["p0", "p1"], ["p2"]]


def test_single_hexes_lie_in_the_hollows_between_large_boards() -> None:
    """As far apart as counters, with the backs of the boards still on their fronts; no sheet for them alone."""
    ring = tuple((c, h) for c in range(-2, 3) for h in range(-4, 5) if (c + h) % 2 == 0 and abs(c) + abs(h) <= 4)
    pieces = make(0, hex_board(ring, 27.0), 4, True), make(1, HEX, 20, False)
    sheets = place([Component("t", "t", pieces)], setups(PAPERS["a4"], "duplex-long"))
    assert len(sheets) == len(place([Component("t", "t", pieces[:1])], setups(PAPERS["a4"], "duplex-long")))
    for sheet in sheets:
        check(sheet)
        corners = [seen(p, "front")[0] for p in sheet.placed if p.piece.id == "p1"]
        assert all(dist(a, b) >= HEX.flat + sheet.setup.gap - 1e-6 for a, b in combinations(corners, 2))
    assert sum(len(one.placed) for one in sheets) == 24


@pytest.mark.parametrize("paper", ["a4", "letter"])
@pytest.mark.parametrize("sides", ["duplex-long", "duplex-short"])
def test_sixteen_tiles_take_two_sheets(paper: str, sides: str) -> None:
    """A grid of boxes holds six tiles a sheet; nesting holds eight."""
    component = Component("t", "t", (make(0, tile.OUTLINE, 16, True),))
    sheets = place([component], setups(PAPERS[paper], sides))  # type: ignore[arg-type]
    assert [len(s.placed) for s in sheets] == [8, 8]


def test_nested_tiles_share_whole_sides() -> None:
    """No slivers: wherever two tiles meet they meet at full hex sides."""
    outline = seven_hexes(27.0)
    cells = [(c + dc, h + dh) for c, h in nest(outline.cells, 27.0, 200.0, 283.0, 8) for dc, dh in outline.cells]
    assert len(cells) == len(set(cells)) == 56


def test_a_back_looks_upright_when_the_piece_is_turned_like_a_page() -> None:
    """Up on the front and up on the back are the same side of the paper, also on short-edge sheets."""
    for sides in ("duplex-long", "duplex-short", "fold"):
        (sheet, *_) = place([Component("c", "c", (make(0, WEDGE, 1, True),))], setups(PAPERS["a4"], sides))  # type: ignore[arg-type]
        turn, p = sheet.setup.turn(), sheet.placed[0]
        assert turn is not None
        assert p.back is not None
        front_top = apply(turn, apply(p.front, (15.0, 0.0)))
        assert apply(p.back, (15.0, 0.0)) == pytest.approx(front_top)


def test_components_of_one_stock_share_sheets_and_others_do_not() -> None:
    a = Component("a", "a", (make(0, rect(16, 16), 5, True),))
    b = Component("b", "b", (make(1, rect(20, 20), 5, True),))
    c = Component("c", "c", (make(2, rect(16, 16), 5, True),), stock="thick")
    sheets = place([a, b, c], setups(PAPERS["a4"], "duplex-long"))
    assert [s.names for s in sheets] == [("a", "b"), ("c",)]


def test_what_does_not_fit_is_refused_by_the_paper() -> None:
    huge = Component("c", "c", (make(0, rect(400, 400), 1, False),))
    with pytest.raises(BadOption) as caught:
        place([huge], setups(PAPERS["a4"], "single"))
    assert caught.value.field == "paper"
    assert "400 x 400" in caught.value.reason


@given(st.floats(20, 400), st.floats(20, 400), st.floats(5, 60), st.floats(5, 60), st.integers(1, 300))
def test_blocks_and_what_they_leave_never_leave_the_free_area(
    width: float, height: float, w: float, h: float, count: int
) -> None:
    free = (3.0, 7.0, 3.0 + width, 7.0 + height)
    block = block_in(free, (w, h), count, 2.0, 4.0)
    if block is None:
        assert min(w, h) > min(width, height) - 8.0 - 1e-6 or max(w, h) > max(width, height) - 8.0 - 1e-6
        return
    assert block.used == min(count, block.used)
    for part in [block.box, *left_over(free, block, 4.0)]:
        assert part[0] >= free[0]
        assert part[1] >= free[1]
        assert part[2] <= free[2] + 1e-6
        assert part[3] <= free[3] + 1e-6


def test_margins_are_kept() -> None:
    """A printer that loses 10 mm at each edge loses nothing of ours."""
    component = Component("c", "c", (make(0, rect(16, 16), 400, True),))
    for sheet in place([component], setups(PAPERS["letter"], "duplex-long", margin=10.0)):
        for p in sheet.placed:
            box = bounds(seen(p, "front"))
            assert box[0] >= 10
            assert box[2] <= sheet.setup.width - 10
            assert box[1] >= 10
            assert box[3] <= sheet.setup.height - 10


def test_long_edge_of_a_sheet_across_is_its_top() -> None:
    across = Setup(297, 210, "duplex-long")
    turn = across.turn()
    assert turn is not None
    assert apply(turn, (10, 20)) == (10, 190)


def apart(one: Box, other: Box) -> bool:
    """Boxes that do not even touch: nothing inside them can."""
    return one[2] < other[0] or other[2] < one[0] or one[3] < other[1] or other[3] < one[1]


@pytest.mark.slow
def test_marks_inside_a_block_lie_in_its_gaps_only() -> None:
    """They help with cuts after the first and never touch a piece; touching pieces have none."""
    from printables.layout.marks import cut_ticks

    def inner(gap: float, count: int) -> list[tuple[Point, Point]]:
        component = Component("c", "c", (make(0, rect(16, 16), count, False),))
        (sheet,) = place([component], setups(PAPERS["a4"], "single", gap=gap))
        (block,) = sheet.blocks
        down, across = cut_ticks(block, "#000000")
        paths = [moved(down.data, translate(x, 0.0)) for x in block.cuts_x]
        paths += [moved(across.data, translate(0.0, y)) for y in block.cuts_y]
        ticks = [(a[1], b[1]) for data in paths for a, b in zip(data[::2], data[1::2], strict=True)]
        fronts = [(bounds(front), front) for front in (seen(p, "front") for p in sheet.placed)]
        left, top, right, bottom = block.box
        within = [t for t in ticks if all(left <= x <= right and top <= y <= bottom for x, y in t)]
        for (x1, y1), (x2, y2) in within:
            tick = ((x1 - 0.01, y1 - 0.01), (x2 + 0.01, y1 - 0.01), (x2 + 0.01, y2 + 0.01), (x1 - 0.01, y2 + 0.01))
            near = [front for box, front in fronts if not apart(box, bounds(tick))]
            assert all(overlap_depth(tick, front, 0.001) == 0 for front in near)
        return within

    for count in range(1, 60):  # an odd and an even number of rows and columns
        assert inner(2.0, count) or count == 1
        assert not inner(0.0, count)
    assert inner(16.0, 40), "also a gap as wide as the pieces is one"


def test_crop_marks_are_shorter_where_that_saves_a_sheet() -> None:
    """Eighteen cards of 63 x 44 mm on A4 only with the tight ring; sixteen keep the wide one."""
    for count, ring in ((16, RING), (18, TIGHT_RING)):
        cards = Component("cards", "Cards", (make(1, rect(63, 44), count, True),))
        (sheet,) = place((cards,), setups(PAPERS["a4"], "duplex-long", 5.0, 2.0))
        assert sheet.setup.ring == ring
        assert len(sheet.placed) == count
