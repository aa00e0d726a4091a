"""The proof reads finished PDFs; here it accepts good ones and catches every kind of bad one."""

from __future__ import annotations

import io
import re
from functools import partial

import pikepdf
import pytest

from printables.errors import ProofError
from printables.job import PrintJob
from printables.look.display import Style, Text, rect
from printables.look.outlines import rect as rect_outline
from printables.look.theme import Look
from printables.model import Component, Face, Kit, Piece
from printables.paper import PAPERS, SIDES
from printables.proof.proving import prove
from printables.proof.readback import read_pages
from printables.proof.turning import TOLERANCE

pytestmark = pytest.mark.slow


@pytest.mark.parametrize("paper", sorted(PAPERS))
@pytest.mark.parametrize("sides", sorted(SIDES))
def test_every_paper_and_way_of_printing_passes(kit: Kit, paper: str, sides: str) -> None:
    job = PrintJob(kit, paper, sides)
    report = prove(job.pdf(), job.counts)
    assert report.ok, [str(p) for p in report.problems[:5]]
    assert report.fronts == sum(job.counts.values())
    assert report.backs == (0 if sides == "single" else report.fronts - 2)
    assert report.worst_back <= TOLERANCE
    assert report.texts > report.fronts


@pytest.mark.parametrize("gap", [0.0, 0.5, 1.0, 1.9, 5.0, 16.0])
@pytest.mark.parametrize("sides", ["duplex-short", "fold"])
def test_every_gap_passes(kit: Kit, gap: float, sides: str) -> None:
    """Pieces edge to edge, with bleeds that meet, and far apart: no mark or art comes into a piece."""
    job = PrintJob(kit, "a4", sides, gap=gap)
    assert [str(p) for p in prove(job.pdf(), job.counts).problems[:5]] == []


def changed(pdf: bytes, page: int, edit: partial[str]) -> bytes:
    """The same file with the operators of one page rewritten (0 is the first page)."""
    with pikepdf.open(io.BytesIO(pdf)) as file:
        target = file.pages[page]
        text = target.Contents.read_bytes().decode("latin-1")
        new = edit(text)
        assert new != text, "the edit must change the page, or the test proves nothing"
        target.Contents = file.make_stream(new.encode("latin-1"))
        out = io.BytesIO()
        file.save(out)
        return out.getvalue()


def first_through(text: str, side: str, matrix: str) -> str:
    """Draw the first piece of a side through one more matrix."""
    found = re.search(rf"/Side\s?/{side}>>\s?BDC\s+(?:q [^\n]* cm )?(/\w+ Do)", text)
    assert found
    return f"{text[: found.start(1)]}q {matrix} cm {found.group(1)} Q{text[found.end(1) :]}"


def move_one(text: str, side: str, dx: float, dy: float) -> str:
    """Shift the first piece of a side, an upright one, by (dx, dy) mm."""
    return first_through(text, side, f"1 0 0 1 {dx:.4f} {dy:.4f}")


def turn_one(text: str) -> str:
    """Turn the first back by half a circle about its own middle (wedges of 30 x 22 mm)."""
    return first_through(text, "back", "-1 0 0 -1 30 22")


def kinds(pdf: bytes, counts: dict[str, int] | None = None) -> set[str]:
    return {p.check for p in prove(pdf, counts).problems}


@pytest.mark.parametrize(("dx", "dy"), [(0.02, 0.0), (0.0, -0.02), (1.5, 0.0)])
def test_a_back_moved_by_a_fiftieth_of_a_millimetre_is_caught(long_edge: bytes, dx: float, dy: float) -> None:
    report = prove(changed(long_edge, 1, partial(move_one, side="back", dx=dx, dy=dy)))
    (problem,) = [p for p in report.problems if p.check == "back"]
    assert problem.amount == pytest.approx(max(abs(dx), abs(dy)), abs=0.002)
    assert problem.piece.endswith("back")


def test_a_back_moved_within_the_tolerance_passes(long_edge: bytes) -> None:
    report = prove(changed(long_edge, 1, partial(move_one, side="back", dx=0.005, dy=0.0)))
    assert report.ok
    assert report.worst_back == pytest.approx(0.005, abs=0.0005)


def test_a_back_on_its_head_is_caught(kit: Kit) -> None:
    pdf = PrintJob(kit, components=["wedges"]).pdf()
    assert "back" in kinds(changed(pdf, 1, partial(turn_one)))


def test_the_wrong_flip_is_caught(long_edge: bytes) -> None:
    """A file made for the long edge does not fit when the paper is flipped on the short edge."""
    assert {p.check for p in prove(long_edge, sides="duplex-short").problems} == {"back"}


def test_a_missing_piece_and_a_foreign_piece_are_caught(long_edge: bytes, kit: Kit) -> None:
    counts = PrintJob(kit).counts
    counts["blue-1"] += 1
    del counts["wedge-1"]
    problems = [p for p in prove(long_edge, counts).problems if p.check == "count"]
    assert sorted(p.piece for p in problems) == ["blue-1", "wedge-1"]


def test_pieces_on_each_other_are_caught(long_edge: bytes) -> None:
    assert "overlap" in kinds(changed(long_edge, 0, partial(move_one, side="front", dx=3.0, dy=0.0)))


def test_a_piece_off_the_paper_is_caught(long_edge: bytes) -> None:
    assert "paper" in kinds(changed(long_edge, 0, partial(move_one, side="front", dx=-60.0, dy=0.0)))


def test_a_piece_under_the_crop_marks_is_caught(kit: Kit) -> None:
    pdf = PrintJob(kit, components=["units"]).pdf()
    assert "marks" in kinds(changed(pdf, 0, partial(move_one, side="front", dx=0.0, dy=-3.0)))


def wide(text: str, x: float, look: Look) -> Face:
    ground = rect(-1, -1, 22, 22, Style(fill="#eeeeee"))
    return Face((ground, Text(x, 12, text, "BarlowCondensed-Bold", 12, look.neutral("ink"))), (ground,))


@pytest.mark.parametrize(("x", "beyond"), [(0.2, True), (12.0, True), (1.2, False)])
def test_text_beyond_the_safe_box_is_caught(x: float, beyond: bool) -> None:
    piece = Piece("p", "p", 2, rect_outline(20, 20), partial(wide, "HHHH", x), safe=1.0)
    job = PrintJob(Kit("k", "k", (Component("c", "c", (piece,)),)), sides="single")
    assert kinds(job.pdf(), job.counts) == ({"text"} if beyond else set())


def on_panel(width: float, look: Look) -> Face:
    """A word of about 8 mm in the middle of a panel of some width."""
    ground = rect(-1, -1, 22, 22, Style(fill="#eeeeee"))
    panel = rect(10 - width / 2, 8, width, 5, Style(fill="#336699"))
    return Face((ground, panel, Text(10, 12, "HHHH", "BarlowCondensed-Bold", 12, "#ffffff", "middle")), (ground,))


@pytest.mark.parametrize(("width", "beyond"), [(9.0, False), (6.4, True)])
def test_a_word_wider_than_its_panel_is_caught(width: float, beyond: bool) -> None:
    piece = Piece("p", "p", 2, rect_outline(20, 20), partial(on_panel, width), safe=1.0)
    job = PrintJob(Kit("k", "k", (Component("c", "c", (piece,)),)), sides="single")
    assert kinds(job.pdf(), job.counts) == ({"legible"} if beyond else set())


def test_art_that_is_not_clipped_to_the_outline_is_caught(long_edge: bytes) -> None:
    with pikepdf.open(io.BytesIO(long_edge)) as file:
        for form in file.pages[0].Resources.XObject.values():
            text = form.read_bytes()
            if b"W n" in text and b" Do" in text:
                form.write(text.replace(b"\nW n", b"\nn", 1))
        out = io.BytesIO()
        file.save(out)
    problems = [p for p in prove(out.getvalue()).problems if p.check == "clip"]
    assert {p.piece.split("-")[0] for p in problems} == {"tile"}, "only tiles touch each other"
    assert all("tile" in p.text and p.amount > 1 for p in problems)


def test_art_beyond_its_bleed_is_caught(kit: Kit) -> None:
    """Counters stand 2 mm apart; a face that may paint 2.5 mm beyond its edge names the neighbour it reaches."""
    with pikepdf.open(io.BytesIO(PrintJob(kit, components=["units"]).pdf())) as file:
        for form in file.pages[0].Resources.XObject.values():
            if [float(v) for v in form.BBox] == [-1, -1, 17, 17]:
                form.BBox = pikepdf.Array([-2.5, -1, 17, 17])
        out = io.BytesIO()
        file.save(out)
    problems = [p for p in prove(out.getvalue()).problems if p.check == "clip"]
    assert problems
    assert all(p.amount == pytest.approx(0.5, abs=0.001) for p in problems)
    assert "may reach 0.50 mm into" in str(problems[0])


def test_texts_are_read_with_their_words_and_places(kit: Kit) -> None:
    """The reader finds what was written where it was written: the wedge's word starts at (3, 8)."""
    pages, info = read_pages(PrintJob(kit, components=["wedges"]).pdf())
    assert info["Sides"] == "duplex-long"
    seen = next(p for p in pages[0].pieces if p.piece == "wedge-1")
    (line,) = seen.lines
    left = min(x for x, _ in seen.trim)
    top = min(y for _, y in seen.trim)
    assert line.text == "front"
    assert line.box[0] - left == pytest.approx(3.0, abs=0.3)
    assert line.box[3] - top == pytest.approx(8.0, abs=0.1)


def test_other_files_are_refused_with_a_reason() -> None:
    with pytest.raises(ProofError, match="not a readable PDF"):
        prove(b"hello")
    blank = io.BytesIO()
    with pikepdf.new() as file:
        file.add_blank_page()
        file.save(blank)
    with pytest.raises(ProofError, match="not made by this press"):
        prove(blank.getvalue())
