"""Tags: a tree of the pages in order, every mark on a page in it and the other way round, words for what is drawn."""

from __future__ import annotations

import io
import re
from collections.abc import Callable
from itertools import pairwise

import pikepdf
import pytest

from companion.catalogues import printed
from companion.games import load_game
from printables.job import PrintJob, calibration_pdf
from printables.model import Kit
from printables.proof.accessible import check_claim, claims
from printables.proof.proving import prove


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


@pytest.fixture(scope="module")
def file() -> bytes:
    """Cards, counters and an aid in German."""
    kit = printed(load_game("two_bases"), "de")
    return PrintJob(kit, components=["player_aid", "small_cards", "markers"]).pdf()


@pytest.mark.parametrize("components", [["player_aid"], ["tiles"], ["small_cards", "markers"]])
def test_every_file_says_that_it_follows_pdf_ua_and_does(components: list[str]) -> None:
    job = PrintJob(printed(load_game("two_bases"), "de"), components=components)
    data = job.pdf()
    assert data == job.pdf(), "same job, same bytes"
    assert not check_claim(data)
    with pikepdf.open(io.BytesIO(data)) as pdf:
        assert claims(pdf)
        with pdf.open_metadata() as told:
            assert told["dc:title"] == job.kit.title == str(pdf.docinfo["/Title"])


def test_counters_alone_and_the_calibration_page_have_tags_too(kit: Kit) -> None:
    for data in (PrintJob(kit, components=["units"]).pdf(), calibration_pdf()):
        assert not check_claim(data)
        with pikepdf.open(io.BytesIO(data)) as pdf:
            assert claims(pdf)


def no_title(pdf: pikepdf.Pdf) -> None:
    pdf.docinfo["/Title"] = "Another"


def no_language(pdf: pikepdf.Pdf) -> None:
    del pdf.Root.Lang


def not_marked(pdf: pikepdf.Pdf) -> None:
    pdf.Root.MarkInfo.Marked = False


def file_name(pdf: pikepdf.Pdf) -> None:
    pdf.Root.ViewerPreferences.DisplayDocTitle = False


def no_tree(pdf: pikepdf.Pdf) -> None:
    del pdf.Root.StructTreeRoot


def nameless_layers(pdf: pikepdf.Pdf) -> None:
    del pdf.Root.OCProperties.D["/Name"]


def layers_that_change(pdf: pikepdf.Pdf) -> None:
    pdf.Root.OCProperties.D.AS = pikepdf.Array()


def no_words(pdf: pikepdf.Pdf) -> None:
    pdf.Root.StructTreeRoot.K.K[1].Alt = " "


def no_box(pdf: pikepdf.Pdf) -> None:
    del pdf.Root.StructTreeRoot.K.K[0]["/A"]


def strange_type(pdf: pikepdf.Pdf) -> None:
    pdf.Root.StructTreeRoot.K.K[0].S = pikepdf.Name.Picture


def other_order(pdf: pikepdf.Pdf) -> None:
    pdf.Root.StructTreeRoot.K.K = pikepdf.Array(reversed(list(pdf.Root.StructTreeRoot.K.K)))


def no_way_back(pdf: pikepdf.Pdf) -> None:
    pdf.pages[0].obj.StructParents = 1


def lost_mark(pdf: pikepdf.Pdf) -> None:
    del pdf.Root.StructTreeRoot.K.K[0]["/K"]


def painted_outside(pdf: pikepdf.Pdf) -> None:
    pdf.pages[0].contents_add(b"0 0 m 9 9 l S")


def within_another(pdf: pikepdf.Pdf) -> None:
    page = pdf.pages[0]
    page.Contents.write(page.Contents.read_bytes().replace(b"/OC/Art BDC", b"/Artifact BDC EMC /Artifact BMC", 1))


def twice(pdf: pikepdf.Pdf) -> None:
    pdf.pages[0].contents_add(b"/Figure <</MCID 0>> BDC EMC")


def mark_in_a_form(pdf: pikepdf.Pdf) -> None:
    form = next(o for o in pdf.objects if isinstance(o, pikepdf.Stream) and o.get("/Subtype") == "/Form")
    form.write(b"/Figure <</MCID 7>> BDC EMC " + form.read_bytes())


def things_to_click(pdf: pikepdf.Pdf) -> None:
    pdf.pages[0].obj.Annots = pikepdf.Array([pikepdf.Dictionary(Type=pikepdf.Name.Annot, Subtype=pikepdf.Name.Link)])


def fonts(pdf: pikepdf.Pdf) -> list[pikepdf.Dictionary]:
    return [one for one in pdf.objects if isinstance(one, pikepdf.Dictionary) and one.get("/Type") == "/Font"]


def dumb_font(pdf: pikepdf.Pdf) -> None:
    del fonts(pdf)[0]["/ToUnicode"]


def wrong_widths(pdf: pikepdf.Pdf) -> None:
    for font in fonts(pdf):
        font.Widths = pikepdf.Array([int(w) + 40 for w in font.Widths])


def zero_characters(pdf: pikepdf.Pdf) -> None:
    for font in fonts(pdf):
        table = re.sub(rb"> <....>", b"> <0000>", font.ToUnicode.read_bytes())
        font.ToUnicode = pdf.make_stream(table)


BREAKS = (
    no_title, no_language, not_marked, file_name, no_tree, nameless_layers, layers_that_change, no_words, no_box,
    strange_type, other_order, no_way_back, lost_mark, painted_outside, within_another, twice, mark_in_a_form,
    things_to_click, dumb_font, wrong_widths, zero_characters,
)  # fmt: skip


@pytest.mark.parametrize("break_it", BREAKS, ids=lambda one: one.__name__)
def test_a_broken_promise_is_found(break_it: Callable[[pikepdf.Pdf], None], file: bytes) -> None:
    with pikepdf.open(io.BytesIO(file)) as pdf:
        break_it(pdf)
        out = io.BytesIO()
        pdf.save(out)
    assert check_claim(out.getvalue())


@pytest.mark.slow
def test_the_proof_asks_and_older_files_promised_nothing(file: bytes) -> None:
    assert prove(file).ok
    with pikepdf.open(io.BytesIO(file)) as pdf:
        no_language(pdf)
        broken, older = io.BytesIO(), io.BytesIO()
        pdf.save(broken)
        del pdf.Root["/Metadata"]
        pdf.save(older)
    assert [problem.check for problem in prove(broken.getvalue()).problems] == ["accessible"]
    assert prove(older.getvalue()).ok
