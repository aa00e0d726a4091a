"""Tags of a PDF: what is on every page, in the order of the pages; what helps printing only is an artifact.

An aid is told as what it is: headings, lists and tables with their text (`display.Text.part`), marked in its form.
Marks belong to one place, so every copy has a form of its own. Cards and displays are pictures with their words, one
each; small pieces are one picture together (`layout/spoken.py` has the words). Captions, rulers and marks are
artifacts. `proof/accessible.py` checks what a machine can check of PDF/UA-1.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from html import escape
from itertools import groupby
from typing import NamedTuple

import pikepdf
from pikepdf import Array, Dictionary, Name

from printables.look.display import Group, Item, Layer, Page, Part, Use, every
from printables.look.outlines import Box, bounds, rect_points
from printables.render.operators import Writer
from printables.units import IDENTITY, Matrix, apply, points, then

PICTURE = "/Figure<</MCID {}>>BDC"
ARTIFACT = "/Artifact BMC"
METADATA = """<?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"?>
<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
<rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/"
 xmlns:pdfuaid="http://www.aiim.org/pdfua/ns/id/" pdfuaid:part="1">
<dc:title><rdf:Alt><rdf:li xml:lang="x-default">{title}</rdf:li></rdf:Alt></dc:title>
</rdf:Description></rdf:RDF></x:xmpmeta>
<?xpacket end="w"?>"""


class Marks(NamedTuple):
    """A form that is read aloud: its own name and that among the resources, and what its marks are, in their order."""

    name: str
    form: str
    parts: tuple[Part, ...]


class Picture(NamedTuple):
    """What a mark of a page shows: its words, and its box in mm from the top left corner (`None`: all of the page)."""

    words: str
    box: Box | None


class Told(NamedTuple):
    """What of a page is in the tree: pictures, by the numbers of their marks, and the forms that are read aloud."""

    pictures: tuple[Picture, ...]
    read: tuple[Marks, ...]


def read_name(form: str, copy: int) -> str:
    """What a copy of a form is called that has marks for its text."""
    return f"{form} read {copy}"


def write(writer: Writer, page: Page, readable: dict[str, list[Marks]], boxes: Mapping[str, Box]) -> Told:
    """The layers of a page, each in its tag. Of what is drawn here a copy leaves `readable`."""
    pictures, read = list[Picture](), list[Marks]()
    for item in page.items:
        if not (isinstance(item, Layer) and item.name == "Art"):
            _tagged(writer, ARTIFACT, item)
            continue
        single, seen = list[tuple[Use, Matrix]](), list[Item]()
        for one, matrix in _flat(item.items):
            if isinstance(one, Use) and (one.form in readable or one.form in page.told):
                single.append((one, matrix))
            else:
                seen.append(one if matrix == IDENTITY else Group((one,), matrix))
        if seen:
            shown = any(isinstance(one, Use) and one.tag for one in every(seen))
            pictures += [Picture(page.alt or page.title, None)] if shown else []
            _tagged(writer, PICTURE.format(0) if shown else ARTIFACT, Layer("Art", tuple(seen)))
        for form, copies in groupby(single, lambda one: one[0].form):
            run = list(copies)
            if form in readable:
                for use, matrix in run:
                    read.append(readable[form].pop(0))
                    writer.items((Layer("Art", (Group((replace(use, form=read[-1].name),), matrix),)),))
            else:
                drawn = tuple(Group((use,), matrix) for use, matrix in run)
                _tagged(writer, PICTURE.format(len(pictures)), Layer("Art", drawn))
                pictures.append(_picture(page.told[form], boxes[form], run))
    return Told(tuple(pictures), tuple(read))


def _picture(words: str, box: Box, copies: Sequence[tuple[Use, Matrix]]) -> Picture:
    """A picture of equal pieces beside each other."""
    left, top, right, bottom = box
    corners = rect_points(left, top, right - left, bottom - top)
    around = bounds(tuple(apply(then(use.matrix, matrix), corner) for use, matrix in copies for corner in corners))
    return Picture(words if len(copies) == 1 else f"{len(copies)} × {words}", around)


def _tagged(writer: Writer, tag: str, item: Item) -> None:
    writer.out.append(tag)
    writer.items((item,))
    writer.out.append("EMC")


def _flat(items: Iterable[Item], matrix: Matrix = IDENTITY) -> Iterator[tuple[Item, Matrix]]:
    """The items of a layer without the groups that only move them, and how they are moved."""
    for item in items:
        if isinstance(item, Group) and not item.clip:
            yield from _flat(item.items, then(item.matrix, matrix))
        else:
            yield item, matrix


def add_tree(pdf: pikepdf.Pdf, pages: Sequence[Page], told: Sequence[Told]) -> None:
    """The structure tree: pictures and texts of the pages in their order."""
    root = pdf.make_indirect(Dictionary(Type=Name.StructTreeRoot))
    whole = pdf.make_indirect(Dictionary(S=Name.Document, P=root, K=Array()))
    parents: list[object] = []
    for page, drawn, what in zip(pdf.pages, pages, told, strict=True):
        figures = [_figure(pdf, whole, page, drawn, n, picture) for n, picture in enumerate(what.pictures)]
        if figures:
            page.obj.StructParents = len(parents) // 2
            parents += [len(parents) // 2, Array(figures)]
        for marks in what.read:
            form = page.obj.Resources.XObject[f"/{marks.form}"]
            form.StructParents = len(parents) // 2
            parents += [len(parents) // 2, Array(_text(pdf, whole, page, form, marks.parts))]
    root.K = whole
    root.ParentTree = Dictionary(Nums=Array(parents))
    pdf.Root.StructTreeRoot = root
    pdf.Root.MarkInfo = Dictionary(Marked=True)
    pdf.Root.OCProperties.D.Name = "Layers"  # PDF/UA wants the ways to show layers to have names
    declare(pdf)


def _figure(
    pdf: pikepdf.Pdf, whole: pikepdf.Object, page: pikepdf.Page, drawn: Page, number: int, picture: Picture
) -> pikepdf.Object:
    """The element of a picture, added below the `whole`."""
    left, top, right, bottom = picture.box or (0.0, 0.0, drawn.width, drawn.height)
    box = [points(v) for v in (left, drawn.height - bottom, right, drawn.height - top)]
    place = Dictionary(O=Name.Layout, BBox=Array([round(v, 2) for v in box]))
    figure = Dictionary(S=Name.Figure, P=whole, Pg=page.obj, K=number, Alt=picture.words, A=place)
    whole.K.append(pdf.make_indirect(figure))
    return whole.K[-1]


def _text(
    pdf: pikepdf.Pdf, whole: pikepdf.Object, page: pikepdf.Page, form: pikepdf.Object, parts: Sequence[Part]
) -> list[pikepdf.Object]:
    """The elements of a text in a form, added below the `whole`; for each mark the one it belongs to."""
    sheet = pdf.make_indirect(Dictionary(S=Name.Sect, P=whole, K=Array()))
    whole.K.append(sheet)
    known: dict[Part, pikepdf.Object] = {(): sheet}
    found = []
    for number, part in enumerate(parts):
        for depth, (kind, _) in enumerate(part, 1):
            if part[:depth] not in known:
                above = known[part[: depth - 1]]
                known[part[:depth]] = pdf.make_indirect(Dictionary(S=Name(f"/{kind}"), P=above, K=Array()))
                above.K.append(known[part[:depth]])
                if kind == "TH":
                    known[part[:depth]].A = Dictionary(O=Name.Table, Scope=Name.Column)
        known[part].K.append(Dictionary(Type=Name.MCR, Pg=page.obj, Stm=form, MCID=number))
        found.append(known[part])
    return found


def declare(pdf: pikepdf.Pdf) -> None:
    """Say in the metadata what the file is called, and that it follows PDF/UA-1."""
    title = escape(str(pdf.docinfo.get("/Title", "")), quote=False)
    told = pdf.make_stream(METADATA.format(title=title).encode())
    told.Type, told.Subtype = Name.Metadata, Name.XML
    pdf.Root.Metadata = told
