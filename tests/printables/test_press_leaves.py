"""The leaf is the unit: on every piece of paper a front has its own back behind it, or nothing."""

from __future__ import annotations

import io
import re
from collections.abc import Callable

import pikepdf
import pytest

from printables.job import PrintJob
from printables.model import Kit
from printables.proof.proving import prove
from printables.proof.readback import SeenPage, read_pages

pytestmark = pytest.mark.slow

DUPLEX = ("duplex-long", "duplex-short")


def with_pages(pdf: bytes, order: Callable[[list[int]], list[int]]) -> bytes:
    """The same file with its pages in another order, or without some of them."""
    with pikepdf.open(io.BytesIO(pdf)) as file, pikepdf.new() as out:
        for n in order(list(range(len(file.pages)))):
            out.pages.append(file.pages[n])
        out.docinfo.update({k: str(v) for k, v in file.docinfo.items()})
        written = io.BytesIO()
        out.save(written)
        return written.getvalue()


def sides(page: SeenPage) -> set[str]:
    return {piece.side for piece in page.pieces}


def first_empty(pdf: bytes) -> int:
    """The number of the first page (from 0) without pieces."""
    return next(i for i, page in enumerate(read_pages(pdf)[0]) if not page.pieces)


def one_sided_first(kit: Kit) -> Kit:
    """The same kit with the card that has no back before the others."""
    return Kit(kit.id, kit.title, kit.components[::-1])


@pytest.mark.parametrize("way", DUPLEX)
def test_odd_pages_are_fronts_and_even_pages_their_backs_or_empty(kit: Kit, way: str) -> None:
    pages, _ = read_pages(PrintJob(one_sided_first(kit), sides=way).pdf())
    assert len(pages) % 2 == 0
    assert [sides(page) for page in pages[::2]] == [{"front"}] * (len(pages) // 2)
    assert all(sides(page) <= {"back"} for page in pages[1::2])
    assert {frozenset(sides(page)) for page in pages[1::2]} == {frozenset(), frozenset({"back"})}


@pytest.mark.parametrize("way", DUPLEX)
def test_an_empty_back_that_is_missing_puts_every_later_back_on_a_foreign_front(kit: Kit, way: str) -> None:
    """The file as it once was: one-sided sheets without a page for their other side."""
    pdf = PrintJob(one_sided_first(kit), sides=way).pdf()
    assert prove(pdf).ok
    empty = first_empty(pdf)
    report = prove(with_pages(pdf, lambda pages: [n for n in pages if n != empty]))
    assert {p.check for p in report.problems} == {"back"}
    assert len(report.problems) >= report.backs


def test_two_backs_exchanged_are_caught(kit: Kit) -> None:
    """Also where a back lies exactly behind a front, it must be that front's own."""
    job = PrintJob(kit, components=["units", "tiles"])
    pdf = job.pdf()
    pages = read_pages(pdf)[0]
    assert len(pages) >= 4

    def swap(order: list[int]) -> list[int]:
        order[1], order[3] = order[3], order[1]
        return order

    problems = prove(with_pages(pdf, swap)).problems
    assert {p.check for p in problems} == {"back"}
    assert any("lies behind the front of" in p.text or "has no front" in p.text for p in problems)


def test_a_back_of_another_piece_of_the_same_shape_is_caught(kit: Kit) -> None:
    """Its place is right to a hair, and yet it is wrong."""
    pdf = PrintJob(kit, components=["units"]).pdf()
    with pikepdf.open(io.BytesIO(pdf)) as file:
        text = file.pages[1].Contents.read_bytes().decode("latin-1")
        changed = re.sub(r"/Id *\(blue-1\)", "/Id (teal-1)", text, count=1)
        assert changed != text
        file.pages[1].Contents = file.make_stream(changed.encode("latin-1"))
        out = io.BytesIO()
        file.save(out)
    problems = prove(out.getvalue()).problems
    assert any("lies behind the front of blue-1" in p.text for p in problems)


def test_a_front_without_its_back_is_caught(kit: Kit) -> None:
    pdf = PrintJob(kit, components=["wedges"]).pdf()
    problems = prove(with_pages(pdf, lambda pages: pages[:1] * 2 + pages[1:])).problems
    assert any("has no back of its own" in p.text for p in problems)


@pytest.mark.parametrize("way", DUPLEX)
def test_a_file_without_any_back_asks_for_one_sided_printing(kit: Kit, way: str) -> None:
    """A duplex unit would print the second sheet on the back of the first."""
    job = PrintJob(kit, sides=way, components=["cards"])
    with pikepdf.open(io.BytesIO(job.pdf())) as file:
        assert file.Root.ViewerPreferences.Duplex == "/Simplex"
        assert len(file.pages) == len(job.sheets)
    assert prove(job.pdf(), job.counts).ok


def test_empty_backs_are_pages_but_no_printed_sides(kit: Kit) -> None:
    plan = PrintJob(kit).plan()
    assert plan.pages == 2 * len(plan.sheets)
    assert plan.sides == plan.pages - sum(sheet.sides == 1 for sheet in plan.sheets) < plan.pages
