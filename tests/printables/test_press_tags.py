"""Tags: a tree of the pages in order, every mark on a page in it and the other way round, words for what is drawn."""

from __future__ import annotations

import io
from itertools import pairwise

import pikepdf
import pytest

from companion.catalogues import printed
from companion.games import load_game
from printables.job import PrintJob
from printables.model import Kit


def marks(page: pikepdf.Page) -> tuple[set[int], int]:
    """The numbers of the marked content of a page, and how many operators paint outside of any tag."""
    found, depth, loose = set[int](), 0, 0
    for operands, operator in pikepdf.parse_content_stream(page):
        op = str(operator)
        if op in ("BDC", "BMC"):
            depth += 1
            if len(operands) > 1 and isinstance(operands[1], pikepdf.Dictionary) and "/MCID" in operands[1]:
                found.add(int(operands[1].MCID))
        elif op == "EMC":
            depth -= 1
        elif op in ("Do", "Tj", "TJ", "S", "f", "B") and not depth:
            loose += 1
    assert depth == 0
    return found, loose


@pytest.mark.parametrize("sides", ["duplex-long", "fold"])
def test_the_tree_holds_every_mark_and_nothing_else(sides: str) -> None:
    job = PrintJob(printed(load_game("two_bases"), "en"), sides=sides, components=["player_aid", "markers", "ap_track"])
    with pikepdf.open(io.BytesIO(job.pdf())) as pdf:
        assert bool(pdf.Root.MarkInfo.Marked)
        assert pdf.Root.Lang
        assert bool(pdf.Root.ViewerPreferences.DisplayDocTitle)
        tree = pdf.Root.StructTreeRoot
        order = [page.obj.objgen for page in pdf.pages]
        told: dict[object, set[int]] = {at: set() for at in order}
        for one in tree.K.K:
            assert one.P.objgen == tree.K.objgen
            told[one.Pg.objgen].add(int(one.K))
            assert one.S != "/Figure" or str(one.Alt)
        places = [order.index(one.Pg.objgen) for one in tree.K.K]
        assert all(a <= b for a, b in pairwise(places)), "in the order of the pages"
        numbers = list(tree.ParentTree.Nums)
        for page in pdf.pages:
            found, loose = marks(page)
            assert not loose
            assert found == told[page.obj.objgen]
            if not found:
                continue
            parents = numbers[numbers.index(int(page.obj.StructParents)) + 1]
            assert all(mark == parents[mark].K for mark in found)


def test_displays_and_aids_tell_their_words() -> None:
    """In the language of the sheets, with the text that stands on them."""
    for language in ("en", "de"):
        job = PrintJob(printed(load_game("two_bases"), language), components=["player_aid"])
        with pikepdf.open(io.BytesIO(job.pdf())) as pdf:
            assert str(pdf.Root.Lang) == language
            figures = [one for one in pdf.Root.StructTreeRoot.K.K if one.S == "/Figure"]
            assert len(figures) == len(pdf.pages)
            assert all(len(str(one.Alt)) > 300 for one in figures)


@pytest.mark.parametrize("components", [["player_aid"], ["tiles"], ["small_cards", "markers"]])
def test_what_pdf_ua_asks_of_a_file(components: list[str]) -> None:
    """As far as it goes: titled, in a language, fonts embedded and readable, layers named; and no claim beyond that."""
    job = PrintJob(printed(load_game("two_bases"), "de"), components=components)
    data = job.pdf()
    assert data == job.pdf(), "same job, same bytes"
    with pikepdf.open(io.BytesIO(data)) as pdf:
        with pdf.open_metadata() as told:
            assert not any("pdfua" in name for name in told)
            assert told["dc:title"] == job.kit.title == str(pdf.docinfo["/Title"])
        assert str(pdf.Root.OCProperties.D.Name)
        assert "/AS" not in pdf.Root.OCProperties.D
        figures = list(pdf.Root.StructTreeRoot.K.K)
        assert len(figures) >= 1
        assert all(str(one.Alt).strip() for one in figures)
        assert all("/Annots" not in page.obj for page in pdf.pages)
        fonts = [one for one in pdf.objects if isinstance(one, pikepdf.Dictionary) and one.get("/Type") == "/Font"]
        assert fonts
        for font in fonts:
            assert "/ToUnicode" in font
            assert "/FontFile2" in font.FontDescriptor


def test_a_file_of_counters_alone_stays_small_without_a_tree(kit: Kit) -> None:
    with pikepdf.open(io.BytesIO(PrintJob(kit, components=["units"]).pdf())) as pdf:
        assert "/StructTreeRoot" not in pdf.Root
        assert "/MarkInfo" not in pdf.Root
