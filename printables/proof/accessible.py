"""Part of the proof: a file that says it follows PDF/UA-1 keeps what a machine can check of it.

Read from the finished file: title, language and claim; every mark on a page is in the tree of tags or an artifact, and
the tree and the pages agree; pictures have words and a box; fonts are embedded, as wide as they say, and tell their
characters; layers have names; nothing can be clicked. This is our own reader, not veraPDF, and what only people can
judge (whether the words are good ones) it does not judge.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from io import BytesIO
from itertools import pairwise
from pathlib import Path
from typing import Any

import pikepdf

from printables.proof.embedded import EmbeddedFont
from printables.proof.problem import Problem

CLAIM = "{http://www.aiim.org/pdfua/ns/id/}part"
PAINTING = {"Do", "Tj", "TJ", "S", "s", "f", "F", "f*", "B", "B*", "b", "b*", "sh", "EI"}
KNOWN = {
    "/Document",
    "/Sect",
    "/Figure",
    "/P",
    "/H1",
    "/H2",
    "/Table",
    "/TR",
    "/TH",
    "/TD",
    "/L",
    "/LI",
    "/Lbl",
    "/LBody",
}
"""The types of tags that are used or may come to be."""
FORBIDDEN = {"\0", "\ufeff", "\ufffe"}
WIDTH = 1.0
"""So many thousandths of the type size may a width be off."""


def claims(pdf: pikepdf.Pdf) -> bool:
    """Whether a file says that it follows PDF/UA-1."""
    if "/Metadata" not in pdf.Root:
        return False
    return _told(pdf, CLAIM) == "1"


def _told(pdf: pikepdf.Pdf, key: str) -> str:
    """What the metadata say; reading them changes nothing."""
    with pdf.open_metadata(set_pikepdf_as_editor=False, update_docinfo=False) as told:
        return str(told.get(key, ""))


def check_claim(source: bytes | Path) -> list[Problem]:
    """Where a file that says it follows PDF/UA-1 does not; nothing for other files."""
    with pikepdf.open(BytesIO(source) if isinstance(source, bytes) else source) as pdf:
        if not claims(pdf):
            return []
        found = [*_document(pdf), *_tree(pdf), *_layers(pdf), *_fonts(pdf)]
        for number, page in enumerate(pdf.pages, 1):
            found += [(number, text) for text in _page(page)]
        return [Problem("accessible", "the file", number, 0.0, text) for number, text in found]


def _document(pdf: pikepdf.Pdf) -> Iterator[tuple[int, str]]:
    root = pdf.Root
    title = _told(pdf, "dc:title")
    if not title or title != str(pdf.docinfo.get("/Title", "")):
        yield 0, "has no title, or another one in its metadata"
    if not str(root.get("/Lang", "")):
        yield 0, "does not say its language"
    if not _said(root, "/MarkInfo", "/Marked"):
        yield 0, "does not say that it has tags"
    if not _said(root, "/ViewerPreferences", "/DisplayDocTitle"):
        yield 0, "shows its file name instead of its title"


def _said(root: Any, group: str, key: str) -> bool:
    return group in root and bool(root[group].get(key, False))


def _layers(pdf: pikepdf.Pdf) -> Iterator[tuple[int, str]]:
    layers = pdf.Root.get("/OCProperties")
    if layers is None:
        return
    for way in (layers.D, *layers.get("/Configs", [])):
        if not str(way.get("/Name", "")) or "/AS" in way:
            yield 0, "has a way to show its layers without a name, or one that changes by itself"


# ---- tags


def _tree(pdf: pikepdf.Pdf) -> Iterator[tuple[int, str]]:
    """The tree and the pages tell of the same marks, in the order of the pages; pictures have words and a box."""
    tree = pdf.Root.get("/StructTreeRoot")
    if tree is None:
        yield 0, "has no tree of tags"
        return
    order = {page.obj.objgen: number for number, page in enumerate(pdf.pages, 1)}
    told: dict[int, set[int]] = {number: set() for number in order.values()}
    forms: dict[Any, tuple[int, Any, set[int]]] = {}
    at = []
    for element in _elements(tree):
        kind = str(element.get("/S", ""))
        if kind not in KNOWN:
            yield 0, f"has a tag of the unknown type {kind}"
        if kind == "/Figure":
            yield from ((0, text) for text in _figure(element))
        for mark in _numbers(element):
            number = order[element.Pg.objgen]
            told[number].add(mark)
            at.append(number)
            if _parent(tree, pdf.pages[number - 1].obj, mark) != element.objgen:
                yield number, f"mark {mark} does not lead back to its tag"
        for one in _in_forms(element):
            number, mark = order[one.Pg.objgen], int(one.MCID)
            forms.setdefault(one.Stm.objgen, (number, one.Stm, set()))[2].add(mark)
            at.append(number)
            if _parent(tree, one.Stm, mark) != element.objgen:
                yield number, f"mark {mark} of a form does not lead back to its tag"
    if any(a > b for a, b in pairwise(at)):
        yield 0, "tells its pages in another order"
    for number, page in enumerate(pdf.pages, 1):
        if marks(page)[0] != told[number]:
            yield number, "has marks that are not in the tree, or the other way round"
    drawn = Counter(form.objgen for page in pdf.pages for form in _drawn(page.obj))
    for number, form, numbers in forms.values():
        found, wrong = marks(form)
        yield from ((number, f"a form that is read {text}") for text in wrong)
        if found != numbers:
            yield number, "has marks in a form that are not in the tree, or the other way round"
        if drawn[form.objgen] != 1 or form.objgen not in {one.objgen for one in _drawn(pdf.pages[number - 1].obj)}:
            yield number, "reads a form that is drawn elsewhere, or more than once"


def _drawn(stream: Any) -> Iterator[Any]:
    """The forms that a page or form draws itself, one for each time."""
    for instruction in pikepdf.parse_content_stream(stream, "Do"):
        yield stream.Resources.XObject[str(instruction.operands[0])]


def _figure(element: Any) -> Iterator[str]:
    if not str(element.get("/Alt", "")).strip():
        yield "has a picture without words"
    if "/A" not in element or len(element.A.get("/BBox", [])) != 4:
        yield "has a picture without its box"


def _elements(parent: Any) -> Iterator[Any]:
    """All elements below one, in their order."""
    below = parent.get("/K", [])
    for one in below if isinstance(below, pikepdf.Array) else [below]:
        if isinstance(one, pikepdf.Dictionary) and "/MCID" not in one:
            yield one
            yield from _elements(one)


def _numbers(element: Any) -> list[int]:
    """The marks of an element itself."""
    below = element.get("/K", [])
    return [one for one in (below if isinstance(below, pikepdf.Array) else [below]) if isinstance(one, int)]


def _in_forms(element: Any) -> list[Any]:
    """The references of an element to marks in forms."""
    below = element.get("/K", [])
    return [one for one in (below if isinstance(below, pikepdf.Array) else [below])
            if isinstance(one, pikepdf.Dictionary) and "/MCID" in one]  # fmt: skip


def _parent(tree: Any, stream: Any, mark: int) -> Any:
    """The number of the element that a mark of a page or form belongs to, by the way back."""
    numbers = list(tree.ParentTree.Nums)
    key = stream.get("/StructParents")
    if key is None or int(key) not in (int(n) for n in numbers[::2]):
        return None
    parents = numbers[2 * [int(n) for n in numbers[::2]].index(int(key)) + 1]
    return parents[mark].objgen if mark < len(parents) else None


def marks(page: Any) -> tuple[set[int], list[str]]:
    """The numbers of the marked content of a page or form, and what is wrong with it."""
    found: set[int] = set()
    wrong: list[str] = []
    open_tags: list[str] = []
    for instruction in pikepdf.parse_content_stream(page):
        operands, op = instruction.operands, str(instruction.operator)
        if op in ("BDC", "BMC"):
            kind = _kind(operands)
            if kind and any(open_tags):
                wrong.append("has a tag or an artifact within another")
            if kind == "tag":
                number = int(operands[1].MCID)
                wrong += [f"has mark {number} twice"] if number in found else []
                found.add(number)
            open_tags.append(kind)
        elif op == "EMC":
            open_tags.pop()
        elif op in PAINTING and not any(open_tags) and not (op == "Do" and _tells_itself(page, operands)):
            wrong.append(f"paints outside of any tag ({op})")
    return found, wrong


def _tells_itself(page: Any, operands: Any) -> bool:
    """Whether what is drawn is a form with marks of its own, or one that says how a piece is cut and paints nothing."""
    form = getattr(page, "obj", page).Resources.XObject[str(operands[0])]
    return "/StructParents" in form or not any(
        str(one.operator) in PAINTING for one in pikepdf.parse_content_stream(form)
    )


def _kind(operands: Any) -> str:
    """`artifact`, `tag` for what is in the tree, or nothing for the marks of layers and of our own."""
    if str(operands[0]) == "/Artifact":
        return "artifact"
    value = operands[1] if len(operands) > 1 else None
    return "tag" if isinstance(value, pikepdf.Dictionary) and "/MCID" in value else ""


def _page(page: pikepdf.Page) -> Iterator[str]:
    yield from marks(page)[1]
    if "/Annots" in page.obj and str(page.obj.get("/Tabs", "")) != "/S":
        yield "has things to click in no order"


# ---- fonts


def _fonts(pdf: pikepdf.Pdf) -> Iterator[tuple[int, str]]:
    """Every code that is shown has a glyph as wide as the file says, and characters."""
    known: dict[Any, EmbeddedFont] = {}
    shown: dict[Any, set[int]] = {}
    streams: list[Any] = [page.obj for page in pdf.pages]
    streams += [one for one in pdf.objects if isinstance(one, pikepdf.Stream) and one.get("/Subtype") == "/Form"]
    for stream in streams:
        yield from _texts(stream, known, shown)
    for key, codes in shown.items():
        for code in sorted(codes):
            for text in _code(known[key], code):
                yield 0, f"code {code} of a font {text}"


def _texts(stream: Any, known: dict[Any, EmbeddedFont], shown: dict[Any, set[int]]) -> Iterator[tuple[int, str]]:
    """Add the codes of a page or form to those shown, and their fonts to those known."""
    key = None
    for instruction in pikepdf.parse_content_stream(stream, "Tf Tj BDC"):
        operands, op = instruction.operands, str(instruction.operator)
        if op == "Tf":
            font = stream.Resources.Font[str(operands[0])]
            key = font.objgen
            if key not in known:
                known[key] = EmbeddedFont(font)
        elif op == "Tj":
            shown.setdefault(key, set()).update(bytes(operands[0]))
        elif op == "BDC" and _kind(operands) == "tag" and "/StructParents" not in stream:
            yield 0, "has a numbered mark in a page or form that is not in the tree"


def _code(font: EmbeddedFont, code: int) -> Iterator[str]:
    glyph = font.program.cmap.get(code, 0)
    if not glyph:
        yield "has no glyph"
        return
    character = font.unicode.get(code, "")
    if not character or FORBIDDEN & set(character):
        yield "does not tell its character"
    said = font.widths[code - font.first] if 0 <= code - font.first < len(font.widths) else 0.0
    if abs(said - font.program.advance(glyph)) > WIDTH:
        yield f"is {font.program.advance(glyph):.0f} wide, the file says {said:.0f}"
