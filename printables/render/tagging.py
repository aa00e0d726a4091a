"""Tags of a PDF: the art of every page with an alternative text, in the order of the pages; all else is an artifact.

Texts within the art have no tags of their own: faces are forms that are used many times, so the figure tells them
(`layout/spoken.py`). Captions, rulers and marks help printing and are artifacts. `proof/accessible.py` checks what a
machine can check of PDF/UA-1.
"""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from itertools import groupby

import pikepdf
from pikepdf import Array, Dictionary, Name

from printables.look.display import Item, Layer, Page
from printables.render.operators import Writer

ART = "/Figure<</MCID 0>>BDC"
METADATA = """<?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"?>
<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
<rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/"
 xmlns:pdfuaid="http://www.aiim.org/pdfua/ns/id/" pdfuaid:part="1">
<dc:title><rdf:Alt><rdf:li xml:lang="x-default">{title}</rdf:li></rdf:Alt></dc:title>
</rdf:Description></rdf:RDF></x:xmpmeta>
<?xpacket end="w"?>"""


def write(writer: Writer, items: tuple[Item, ...]) -> None:
    """The layers of a page, each in its tag."""
    for art, layers in groupby(items, lambda item: isinstance(item, Layer) and item.name == "Art"):
        writer.out.append(ART if art else "/Artifact BMC")
        writer.items(tuple(layers))
        writer.out.append("EMC")


def add_tree(pdf: pikepdf.Pdf, pages: Sequence[Page]) -> None:
    """The structure tree: the art of the pages in their order."""
    root = pdf.make_indirect(Dictionary(Type=Name.StructTreeRoot))
    whole = pdf.make_indirect(Dictionary(S=Name.Document, P=root))
    figures: list[pikepdf.Object] = []
    parents: list[object] = []
    places: dict[tuple[float, float], pikepdf.Object] = {}
    for page, drawn in zip(pdf.pages, pages, strict=True):
        if any(isinstance(one, Layer) and one.name == "Art" for one in drawn.items):
            size = drawn.width, drawn.height
            if size not in places:
                places[size] = pdf.make_indirect(Dictionary(O=Name.Layout, BBox=page.mediabox))
            alt = drawn.alt or drawn.title
            figure = pdf.make_indirect(Dictionary(S=Name.Figure, P=whole, Pg=page.obj, K=0, Alt=alt, A=places[size]))
            page.obj.StructParents = len(figures)
            parents += [len(figures), Array([figure])]
            figures.append(figure)
    whole.K = Array(figures)
    root.K = whole
    root.ParentTree = Dictionary(Nums=Array(parents))
    pdf.Root.StructTreeRoot = root
    pdf.Root.MarkInfo = Dictionary(Marked=True)
    pdf.Root.OCProperties.D.Name = "Layers"  # PDF/UA wants the ways to show layers to have names
    declare(pdf)


def declare(pdf: pikepdf.Pdf) -> None:
    """Say in the metadata what the file is called, and that it follows PDF/UA-1."""
    title = escape(str(pdf.docinfo.get("/Title", "")), quote=False)
    told = pdf.make_stream(METADATA.format(title=title).encode())
    told.Type, told.Subtype = Name.Metadata, Name.XML
    pdf.Root.Metadata = told
