"""Tags of a PDF: the art of every page with an alternative text, in the order of the pages; all else is an artifact.

Texts within the art have no tags of their own: faces are forms that are used many times, so the figure tells them
(`layout/spoken.py`). Captions, rulers and marks help printing and are artifacts.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

import pikepdf
from pikepdf import Array, Dictionary, Name

from printables.look.display import Item, Layer, Page
from printables.render.operators import Writer

ART = "/Figure <</MCID 0>> BDC"


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
    for page, drawn in zip(pdf.pages, pages, strict=True):
        if any(isinstance(one, Layer) and one.name == "Art" for one in drawn.items):
            alt = drawn.alt or drawn.title
            figure = pdf.make_indirect(Dictionary(S=Name.Figure, P=whole, Pg=page.obj, K=0, Alt=alt))
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
    """Say in the metadata what the file is called and its language.

    It is not said to be PDF/UA: texts within the art have no tags of their own.
    """
    with pdf.open_metadata(set_pikepdf_as_editor=False, update_docinfo=False) as told:
        told["dc:title"] = str(pdf.docinfo.get("/Title", ""))
        told["dc:language"] = [str(pdf.Root.Lang)]
