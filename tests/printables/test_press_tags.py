"""Tags: a tree of the pages in order, every mark on a page in it and the other way round, words for what is drawn."""

from __future__ import annotations

import io
import re
import shutil
import subprocess
import tomllib
from collections import Counter
from collections.abc import Callable
from importlib.resources import files
from itertools import pairwise
from pathlib import Path

import pikepdf
import pytest

from companion.catalogues import printed
from companion.games import game_names, load_game, two_bases
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
    job = PrintJob(printed(load_game("two_bases"), "en"), sides=sides, components=["markers", "ap_track"])
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


@pytest.mark.parametrize("language", ["en", "de"])
def test_every_copy_of_an_aid_is_read_as_text(language: str) -> None:
    """In the language of the sheets, with the same headings, lists and tables each time."""
    job = PrintJob(printed(load_game("two_bases"), language), components=["player_aid"])
    with pikepdf.open(io.BytesIO(job.pdf())) as pdf:
        assert str(pdf.Root.Lang) == language
        whole = pdf.Root.StructTreeRoot.K
        assert Counter(str(one.S) for one in whole.K) == {"/Sect": len(pdf.pages)}
        assert [one.K[0].K[0].Pg.objgen for one in whole.K] == [page.obj.objgen for page in pdf.pages]
        held = [[len(every(sheet, kind)) for kind in ("/H1", "/H2", "/LI", "/TR", "/TD")] for sheet in whole.K]
        assert len(pdf.pages) > 2
        assert held[2:] == held[:2] * (len(pdf.pages) // 2 - 1)


@pytest.mark.parametrize(
    ("game", "component", "words"),
    [
        ("archmagi", "units", ["BRM +", "Move "]),
        ("conquest_of_zabor", "monsters", ["Strength 8", "Move 2", "Wounds 5"]),
        ("conquest_of_zabor", "areas", ["in the north", "in the south", "on Zabor"]),
        ("multiverse_war", "missions", ["Age 1."]),
        ("heroes_vs_warlords", "tiles", ["; NE: Stone"]),
    ],
)
def test_numbers_and_letters_are_told_by_name(game: str, component: str, words: list[str]) -> None:
    """What eyes see by colour and place, ears hear in words."""
    with pikepdf.open(io.BytesIO(PrintJob(printed(load_game(game), "en"), components=[component]).pdf())) as pdf:
        told = [str(one.Alt) for one in pdf.Root.StructTreeRoot.K.K if one.S == "/Figure"]
    assert any(all(word in one for word in words) for one in told)


def below(element: pikepdf.Object, kind: str) -> list[pikepdf.Object]:
    """The elements of a kind that stand right below another."""
    return [one for one in element.K if isinstance(one, pikepdf.Dictionary) and one.get("/S") == kind]


def every(element: pikepdf.Object, kind: str) -> list[pikepdf.Object]:
    """All elements of a kind below another, in their order."""
    inner = [one for one in element.K if isinstance(one, pikepdf.Dictionary) and "/S" in one]
    return [found for one in inner for found in ([one] if kind == one.S else []) + every(one, kind)]


@pytest.mark.parametrize("game", game_names())
def test_aids_have_headings_whole_lists_and_tables_with_full_rows(game: str) -> None:
    kit = printed(load_game(game), "en")
    data = PrintJob(kit, components=[one.id for one in kit.components if "aid" in one.id.split("_")]).pdf()
    assert not check_claim(data)
    with pikepdf.open(io.BytesIO(data)) as pdf:
        sheets = below(pdf.Root.StructTreeRoot.K, "/Sect")
        assert sheets
        for sheet in sheets:
            assert sheet.K[0].S == "/H1"
            assert every(sheet, "/H2")
            for entry in every(sheet, "/LI"):
                assert len(below(entry, "/LBody")) == 1
            for one in every(sheet, "/Table"):
                rows = [len(row.K) for row in below(one, "/TR")]
                assert len(set(rows)) == 1, f"rows of {rows} cells"


@pytest.mark.skipif(not shutil.which("pdfinfo"), reason="poppler reads the tags")
def test_another_reader_reads_words_in_their_order(tmp_path: Path) -> None:
    """Lines of a paragraph come as one text, with a space between them."""
    kit = printed(load_game("two_bases"), "en")
    (file := tmp_path / "aid.pdf").write_bytes(PrintJob(kit, components=["player_aid"]).pdf())
    told = subprocess.run(["pdfinfo", "-struct-text", file], capture_output=True, text=True, check=True).stdout
    wanted = tomllib.loads((files(two_bases) / "data" / "aids.toml").read_text())["block"]
    plain = [
        line for one in wanted.values() for line in (*one.get("steps", ()), *one.get("words", ())) if "{" not in line
    ]
    assert len(plain) > 5
    assert not [line for line in plain if f'"{line}"' not in told]


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


def read_form(pdf: pikepdf.Pdf) -> pikepdf.Object:
    """The first form that is read aloud."""
    return next(o for o in pdf.objects if isinstance(o, pikepdf.Stream) and "/StructParents" in o)


def drawn_again(pdf: pikepdf.Pdf) -> None:
    name = next(n for n, form in pdf.pages[0].obj.Resources.XObject.items() if form.objgen == read_form(pdf).objgen)
    pdf.pages[0].contents_add(f"/Artifact BMC {name} Do EMC".encode())


def unread(pdf: pikepdf.Pdf) -> None:
    """A heading without its mark in the tree."""
    next(one for one in pdf.Root.StructTreeRoot.K.K if one.S == "/Sect").K[0].K = pikepdf.Array()


def painted_outside_in_a_form(pdf: pikepdf.Pdf) -> None:
    form = read_form(pdf)
    form.write(form.read_bytes() + b" 0 0 m 9 9 l S")


def no_way_back_from_a_form(pdf: pikepdf.Pdf) -> None:
    read_form(pdf).StructParents = 0


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
    things_to_click, dumb_font, wrong_widths, zero_characters, drawn_again, unread, painted_outside_in_a_form,
    no_way_back_from_a_form,
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


@pytest.mark.parametrize("game", ["conquest_of_zabor", "archmagi"])
def test_cards_and_chits_tell_their_words_each_by_itself(game: str) -> None:
    """As many as there are, equal neighbours together; each with the box where it is drawn."""
    kit = printed(load_game(game), "en")
    component = next(one for one in kit.components if one.id in ("traits", "spells"))
    with pikepdf.open(io.BytesIO(PrintJob(kit, components=[component.id]).pdf())) as pdf:
        whole = pdf.Root.StructTreeRoot.K
        for piece in component.pieces:
            (words, *again), boxes = words_and_boxes(whole.K, piece.name)
            assert not again or all(one == words for one in again)
            assert len(words) > len(piece.name) + 10
            width, height = (side / 25.4 * 72 for side in piece.outline.size)
            assert all(box[2] - box[0] > 0.9 * min(width, height) for box in boxes)


def words_and_boxes(elements: pikepdf.Array, name: str) -> tuple[list[str], list[list[float]]]:
    """What the figures of a piece tell, without the number of copies, and their boxes in points."""
    found = [one for one in elements if one.S == "/Figure" and name.casefold() in str(one.Alt).casefold()]
    return [str(one.Alt).partition("× ")[2] or str(one.Alt) for one in found], [
        [float(v) for v in one.A.BBox] for one in found
    ]
