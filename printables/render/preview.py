"""One picture of a component: every different face once, in rows, for the press page of a browser."""

from __future__ import annotations

import math
from collections.abc import Sequence

from printables.layout.leaves import Side
from printables.layout.placing import Sheet
from printables.layout.sheets import Faces, compose
from printables.look.display import Document, Item, Page, Use
from printables.look.theme import Look
from printables.model import Component, Kit
from printables.render import svg
from printables.units import translate

GAP = 3.0


def overview(component: Component, side: Side, look: Look, embed: bool = True) -> str:
    """An SVG with the faces side by side, about half as high as wide; backs if the piece has them.

    With `embed` it carries its fonts, as a picture in a page must.
    """
    faces = Faces(look)
    pieces = component.pieces
    width = max(p.outline.size[0] for p in pieces) + GAP
    height = max(p.outline.size[1] for p in pieces) + GAP
    columns = max(1, min(len(pieces), round(math.sqrt(len(pieces) * 2 * height / width))))
    items: list[Item] = []
    for i, piece in enumerate(pieces):
        row, column = divmod(i, columns)
        _, name = faces.of(piece, side if piece.back else "front")
        items.append(Use(name, translate(column * width, row * height)))
    rows = math.ceil(len(pieces) / columns)
    page = Page(columns * width - GAP, rows * height - GAP, tuple(items), component.name)
    return svg.page_svg(Document(component.name, look.language, (page,), faces.all()), 0, embed)


def leaf_pages(kit: Kit, sheets: Sequence[Sheet], look: Look, number: int) -> list[str]:
    """The pages of the sheet with that number (from 1), in order of printing, as SVG pictures. Raises IndexError."""
    if not 1 <= number <= len(sheets):
        raise IndexError(number)
    document = compose(kit, sheets, look, only=number)
    return [svg.page_svg(document, index, True) for index in range(len(document.pages))]
