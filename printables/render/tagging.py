"""Tags of a PDF: the art of every page with an alternative text, in the order of the pages; all else is an artifact.

An aid is told as what it is: headings, lists and tables with their text (`display.Text.part`), marked in its form.
Marks belong to one place, so of several copies the first is read and the others are pictures; so are all other faces,
whose forms are used many times (`layout/spoken.py` has their words). Captions, rulers and marks help printing and are
artifacts. `proof/accessible.py` checks what a machine can check of PDF/UA-1.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from html import escape
from typing import NamedTuple

import pikepdf
from pikepdf import Array, Dictionary, Name

from printables.look.display import Group, Item, Layer, Page, Part, Use
from printables.render.operators import Writer

ART = "/Figure<</MCID 0>>BDC"
ARTIFACT = "/Artifact BMC"
METADATA = """<?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"?>
<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
<rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/"
 xmlns:pdfuaid="http://www.aiim.org/pdfua/ns/id/" pdfuaid:part="1">
<dc:title><rdf:Alt><rdf:li xml:lang="x-default">{title}</rdf:li></rdf:Alt></dc:title>
</rdf:Description></rdf:RDF></x:xmpmeta>
<?xpacket end="w"?>"""


class Marks(NamedTuple):
    """A form that is read aloud: its name among the resources, and what its marks are, in their order."""

    form: str
    parts: tuple[Part, ...]


class Told(NamedTuple):
    """What of a page is in the tree: a picture of what is only seen, and the forms that are read aloud."""

    figure: bool
    read: tuple[Marks, ...]


def read_name(form: str) -> str:
    """What the copy of a form is called that has marks for its text."""
    return f"{form} read"


def write(writer: Writer, items: tuple[Item, ...], readable: dict[str, Marks]) -> Told:
    """The layers of a page, each in its tag. Forms that are drawn here for the first time leave `readable`."""
    figure, read = False, list[Marks]()
    for item in items:
        if isinstance(item, Layer) and item.name == "Art":
            seen, aloud = _split(item.items, readable, read)
            if seen:
                figure = True
                _tagged(writer, ART, Layer("Art", seen))
            writer.items((Layer("Art", aloud),) if aloud else ())
        else:
            _tagged(writer, ARTIFACT, item)
    return Told(figure, tuple(read))


def _tagged(writer: Writer, tag: str, item: Item) -> None:
    writer.out.append(tag)
    writer.items((item,))
    writer.out.append("EMC")


def _split(
    items: tuple[Item, ...], readable: dict[str, Marks], read: list[Marks]
) -> tuple[tuple[Item, ...], tuple[Item, ...]]:
    """Items that are seen, and those that are read; `read` gets the marks of these."""
    seen, aloud = list[Item](), list[Item]()
    for item in items:
        if isinstance(item, Use) and item.form in readable:
            read.append(readable.pop(item.form))
            aloud.append(replace(item, form=read_name(item.form)))
        elif isinstance(item, Group):
            first, second = _split(item.items, readable, read)
            seen += [replace(item, items=first)] if first else []
            aloud += [replace(item, items=second)] if second else []
        else:
            seen.append(item)
    return tuple(seen), tuple(aloud)


def add_tree(pdf: pikepdf.Pdf, pages: Sequence[Page], told: Sequence[Told]) -> None:
    """The structure tree: pictures and texts of the pages in their order."""
    root = pdf.make_indirect(Dictionary(Type=Name.StructTreeRoot))
    whole = pdf.make_indirect(Dictionary(S=Name.Document, P=root, K=Array()))
    parents: list[object] = []
    places: dict[tuple[float, float], pikepdf.Object] = {}
    for page, drawn, what in zip(pdf.pages, pages, told, strict=True):
        if what.figure:
            size = drawn.width, drawn.height
            if size not in places:
                places[size] = pdf.make_indirect(Dictionary(O=Name.Layout, BBox=page.mediabox))
            alt = drawn.alt or drawn.title
            figure = pdf.make_indirect(Dictionary(S=Name.Figure, P=whole, Pg=page.obj, K=0, Alt=alt, A=places[size]))
            whole.K.append(figure)
            page.obj.StructParents = len(parents) // 2
            parents += [len(parents) // 2, Array([figure])]
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
