"""Small things that went wrong at real tables, each with the test that would have found it."""

from __future__ import annotations

import io
import re
from functools import partial
from pathlib import Path

import pikepdf
import pytest
from PIL import Image

from printables.errors import BadOption
from printables.job import AUTO_MARGINS, PrintJob
from printables.kinds import counter, marker, tile
from printables.layout.calibration import profile, residuals
from printables.layout.marks import cut_ticks
from printables.layout.placing import BLEED, place
from printables.look import qr
from printables.look.outlines import bounds, inset, rect
from printables.look.theme import Look
from printables.model import Component, Face, Kit, Piece
from printables.paper import PAPERS, SIDES, paper, setups
from printables.proof.proving import prove
from printables.render import faces
from printables.render.cut import cut_paths
from printables.units import apply
from tests.printables.conftest import hex_tile
from tests.printables.test_press_more import with_other

TARGETS = ("top left", "top right", "middle", "bottom left", "bottom right")


def test_the_file_that_is_compared_with_is_never_overwritten(kit: Kit, tmp_path: Path) -> None:
    """Neither the first nor those that follow, in the same folder."""
    (first,) = PrintJob(kit).write(tmp_path)
    before = first.read_bytes()
    (second,) = PrintJob(with_other(kit, "teal-2"), since=first).write(tmp_path)
    (third,) = PrintJob(with_other(kit, "blue-1"), since=second).write(tmp_path)
    assert len({first, second, third}) == 3
    assert first.read_bytes() == before


@pytest.mark.slow
def test_a_file_with_what_changed_is_the_next_one_to_compare_with(kit: Kit) -> None:
    """It says how the whole kit looks by now, and proves with the pieces that it holds."""
    changed = with_other(kit, "teal-2")
    job = PrintJob(changed, since=PrintJob(kit).pdf())
    update = job.pdf()
    assert prove(update, job.counts).ok
    with pytest.raises(BadOption, match="nothing has changed"):
        PrintJob(changed, since=update)
    assert set(PrintJob(kit, since=update).counts) == {"teal-2"}


def test_a_file_of_another_game_is_no_older_file(kit: Kit) -> None:
    other = PrintJob(Kit("other", "Other", kit.components[:1])).pdf()
    with pytest.raises(BadOption, match="holds pieces of other, not of sample") as caught:
        PrintJob(kit, since=other)
    assert caught.value.field == "since"


@pytest.mark.parametrize("name", sorted(PAPERS))
def test_nothing_but_the_fold_line_is_dashed_on_a_sheet_to_fold(kit: Kit, name: str) -> None:
    """Forms take the dash that is in force where they are used: the ruler must find none."""
    with pikepdf.open(io.BytesIO(PrintJob(kit, name, "fold").pdf())) as file:
        for page in file.pages:
            dashes = [pikepdf.Array()]
            for operands, operator in pikepdf.parse_content_stream(page):
                if str(operator) == "q":
                    dashes.append(dashes[-1])
                elif str(operator) == "Q":
                    dashes.pop()
                elif str(operator) == "d":
                    dashes[-1] = operands[0]
                elif str(operator) == "Do":
                    assert len(dashes[-1]) == 0


@pytest.mark.parametrize("name", sorted(PAPERS))
@pytest.mark.parametrize("margin", [5.0, 10.0])
def test_the_bleed_of_tiles_keeps_the_margin(name: str, margin: float) -> None:
    component = Component("t", "t", tuple(hex_tile(n) for n in range(16)), "tiles")
    for sheet in place([component], setups(paper(name), "duplex-long", margin)):
        left, top, right, bottom = sheet.setup.area
        for placed in sheet.placed:
            box = bounds(tuple(apply(placed.front, p) for p in tile.OUTLINE.points))
            assert box[0] - BLEED >= left - 1e-6
            assert box[1] - BLEED >= top - 1e-6
            assert box[2] + BLEED <= right + 1e-6
            assert box[3] + BLEED <= bottom + 1e-6


def test_calibration_tells_what_is_left() -> None:
    """Readings of a plain shift leave nothing; one that is a tenth off leaves most of that."""
    read = dict.fromkeys(TARGETS, (0.5, -0.25))
    found = profile(paper("a4"), "duplex-long", read)
    assert (found.shift_x, found.shift_y) == (0.5, -0.25)
    left = residuals(paper("a4"), "duplex-long", read, found)
    assert all(abs(v) < 0.001 for pair in left.values() for v in pair)
    read["middle"] = (0.6, -0.25)
    left = residuals(paper("a4"), "duplex-long", read, profile(paper("a4"), "duplex-long", read))
    assert left["middle"][0] == pytest.approx(0.08, abs=0.02)


@pytest.mark.parametrize(
    ("value", "words"),
    [((9.5, 0.0), "top left"), ((0.0, 12.0), "more than the scales show"), ((float("nan"), 0.0), "scales")],
)
def test_readings_that_cannot_be_are_refused(value: tuple[float, float], words: str) -> None:
    read = {name: value if name == "top left" else (0.5, 0.0) for name in TARGETS}
    with pytest.raises(BadOption, match=words) as caught:
        profile(paper("a4"), "duplex-long", read)
    assert caught.value.field == "readings"


def test_a_profile_is_told_in_thousandths() -> None:
    read = dict(zip(TARGETS, [(0.41, -0.23), (0.37, 0.11), (0.53, 0.0), (0.6, -0.19), (0.6, 0.13)], strict=True))
    text = str(profile(paper("letter"), "duplex-long", read))
    assert all(len(word.partition("=")[2].lstrip("-")) <= 5 for word in text.split())


@pytest.mark.parametrize("length", [200, 5000])
def test_an_address_too_long_for_a_code_that_phones_read(length: int) -> None:
    with pytest.raises(BadOption) as caught:
        qr.code("http://" + "a" * length, 0, 0, 14)
    assert caught.value.field == "address"
    assert "QR code" in caught.value.reason
    assert qr.code("http://" + "a" * 130, 0, 0, 14)


def test_virtual_sheets_of_small_pieces_have_300_dpi(kit: Kit) -> None:
    files = PrintJob(kit, components=["units"], format="virtual").files()
    (front, back) = (data for name, data in files.items() if name.endswith(".png"))
    for data in (front, back):
        picture = Image.open(io.BytesIO(data))
        assert picture.width == pytest.approx(10 * 16 / 25.4 * 300, abs=2)


@pytest.mark.parametrize("size", [(16.0, 16.0), (63.0, 44.0), (63.0, 88.0), (106.0, 94.0)])
@pytest.mark.parametrize("count", [2, 20, 200])
def test_cards_are_as_sharp_as_counters_on_more_sheets(size: tuple[float, float], count: int) -> None:
    """Four thousand pixels a side are enough for 300 dpi: large cards lie on several sheets, not on a blurred one."""
    piece = Piece("card", "Card", count, rect(*size), lambda _look: Face(()))
    found = faces.batches(Component("cards", "Cards", (piece,)))
    assert sum(len(one.copies) for one in found) == count
    for one in found:
        columns, rows = faces.grid(len(one.copies), size)
        assert faces.virtual_dpi(size, columns, rows) == 300.0
        assert max(columns * size[0], rows * size[1]) / 25.4 * 300 <= faces.VIRTUAL_PIXELS


def boards(width: float, height: float) -> list[Component]:
    piece = Piece("board", "Board", 1, rect(width, height), lambda _look: Face(()))
    return [Component("boards", "Boards", (piece,), "boards")]


@pytest.mark.parametrize("way", sorted(SIDES))
def test_a_board_for_letter_fits_with_a_margin_of_a_quarter_of_an_inch(way: str) -> None:
    """Its crop marks become a little shorter and stay within the margin."""
    (sheet,) = place(boards(260.0, 188.0), setups(paper("letter"), way, 6.35))  # type: ignore[arg-type]
    (block,) = sheet.blocks
    down, across = cut_ticks(block, "#000000")
    xs = [v[0] for _, v in across.data]
    assert min(xs) >= 6.35
    assert max(xs) <= sheet.setup.width - 6.35
    assert len(down.data) == len(across.data) == 4


def test_pieces_without_backs_share_sheets_where_that_saves_paper() -> None:
    """A few counters with backs and a card without take one sheet; boards that fill one do not mix."""
    face = partial(marker.face, marker.Marker(big="1"))
    two = Piece("two", "Two", 24, counter.outline(), face, face, 0.9)
    one = Piece("one", "One", 4, rect(60, 60), lambda _look: Face(()))
    job = PrintJob(Kit("k", "K", (Component("a", "A", (two,)), Component("b", "B", (one,)))))
    assert len(job.sheets) == 1
    report = prove(job.pdf(), job.counts)
    assert report.ok
    assert (report.fronts, report.backs) == (28, 24)


def test_the_automatic_margin_is_the_widest_that_costs_no_sheet(kit: Kit) -> None:
    sheets = {m: len(PrintJob(kit, margin=m).sheets) for m in AUTO_MARGINS}
    widest = max(m for m, n in sheets.items() if n == min(sheets.values()))
    auto = PrintJob(kit, margin="auto")
    assert {sheet.setup.margin for sheet in auto.sheets} == {widest}
    assert prove(auto.pdf(), auto.counts).ok


def test_all_backs_of_tiles_have_the_same_rim() -> None:
    """A printer that is half a millimetre off shows nothing of the neighbour, with which a tile shares its cuts."""
    pictures = []
    for number in (1, 2):  # a start tile and a plain one
        component = Component("t", "t", (hex_tile(number),), "tiles")
        data = faces.single_faces(component, Look(), 150)[f"tile-{number}-back"]
        pictures.append(Image.open(io.BytesIO(data)).convert("RGB"))
    start, plain = pictures
    for depth in (-0.7, 0.1, 0.5, 0.9):
        corners = inset(tile.OUTLINE.points, depth)
        for (x1, y1), (x2, y2) in zip(corners, [*corners[1:], corners[0]], strict=True):
            for share in (0.2, 0.5, 0.8):
                x, y = x1 + (x2 - x1) * share, y1 + (y2 - y1) * share
                at = (round((x + BLEED) / 25.4 * 150), round((y + BLEED) / 25.4 * 150))
                assert start.getpixel(at) == plain.getpixel(at), (depth, x, y)
    assert start.tobytes() != plain.tobytes()


def test_pieces_edge_to_edge_are_cut_once() -> None:
    """Twelve counters in a block of touching pieces: one line for each column and row, and none twice."""
    face = partial(marker.face, marker.Marker(big="1"))
    piece = Piece("one", "One", 12, counter.outline(), face, face, 0.9)
    (sheet,) = PrintJob(Kit("k", "K", (Component("a", "A", (piece,)),)), gap=0, format="cut").sheets
    (block,) = sheet.blocks
    lines = cut_paths(sheet)
    assert len(lines) == len(block.cuts_x) + len(block.cuts_y)
    assert len({tuple(p for _, p in line) for line in lines}) == len(lines)


def test_three_readings_of_which_one_is_wrong_are_refused_as_readings() -> None:
    """Not as a number of the profile that nobody has typed."""
    read = {"top left": (0.4, 0.0), "top right": (0.4, 0.1), "bottom left": (0.5, 9.9)}
    with pytest.raises(BadOption, match="bottom left cannot be right together") as found:
        profile(PAPERS["a4"], "duplex-long", read)
    assert found.value.field == "readings"


def test_the_example_of_the_docs_is_what_comes_out() -> None:
    """The readings and the profile that stand there, and a remainder below what can be read."""
    text = (Path(__file__).parents[2] / "docs" / "press.md").read_text("utf-8")
    pairs = re.findall(r'--read "([a-z ]+)=(-?[\d.]+),(-?[\d.]+)"', text)
    read = {name: (float(x), float(y)) for name, x, y in pairs}
    assert len(read) == 5
    found = profile(PAPERS["a4"], "duplex-long", read)
    assert f'--profile "{found}"' in text
    left = residuals(PAPERS["a4"], "duplex-long", read, found)
    assert max(abs(v) for pair in left.values() for v in pair) <= 0.055
