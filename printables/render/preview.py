"""One picture of a component: every different face once, in rows, for the press page of a browser."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence

from printables.layout.leaves import Side
from printables.layout.placing import Sheet
from printables.layout.sheets import Faces, compose
from printables.look.display import Document, Item, Page, Path, Place, Style, Use
from printables.look.outlines import moved
from printables.look.theme import Look
from printables.model import Component, Kit, Piece
from printables.render import svg
from printables.units import translate

GAP = 3.0
SMALL = 10.0
"""Markers smaller than this (mm) move along tracks."""
THICK = 0.4
"""How far (mm) the edge of a marker shows below and beside it."""


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


def laid(kit: Kit, piece_id: str, side: Side, look: Look) -> str:
    """An SVG of a display with its markers lying on it. Raises KeyError for a piece the kit does not have."""
    faces = Faces(look)
    board = {piece.id: piece for component in kit.components for piece in component.pieces}[piece_id]
    items = (Use(faces.of(board, side)[1]), *lying(kit, board, side, look, faces))
    page = Page(*board.outline.size, items, board.name)
    return svg.page_svg(Document(board.name, look.language, (page,), faces.all()), 0, True)


def lying(kit: Kit, board: Piece, side: Side, look: Look, faces: Faces, every: bool = False) -> list[Item]:
    """The markers on the places of a display, each with its thickness: in every place a piece that belongs there.

    Of a track only where its marker begins, else in its second box, if not in `every` one.
    """
    pieces = [piece for component in kit.components for piece in component.pieces]
    draw = board.back if side == "back" and board.back else board.front
    places = [item for item in draw(look).items if isinstance(item, Place) and item.takes]
    out, rows = list[Item](), Counter[tuple[float, str]]()
    begun = {(place.y, place.takes) for place in places if place.begins}
    for number, place in enumerate(places):
        rows[place.y, place.takes] += 1
        found = [piece for piece in pieces if piece.id.startswith(place.takes)]
        one = found[number % len(found)] if found else None
        row = place.y, place.takes
        here = place.begins if row in begun else rows[row] == 2
        if one is None or not (every or here or min(one.outline.size) > SMALL):
            continue
        width, height = one.outline.size
        x, y = place.x + (place.width - width) / 2, place.y + (place.height - height) / 2
        edge = moved(one.outline.path, translate(x + THICK, y + THICK))
        out += [Path(edge, Style(fill=look.neutral("soft"))), Use(faces.of(one, "front")[1], translate(x, y))]
    return out


def leaf_pages(kit: Kit, sheets: Sequence[Sheet], look: Look, number: int) -> list[str]:
    """The pages of the sheet with that number (from 1), in order of printing, as SVG pictures. Raises IndexError."""
    if not 1 <= number <= len(sheets):
        raise IndexError(number)
    document = compose(kit, sheets, look, only=number)
    return [svg.page_svg(document, index, True) for index in range(len(document.pages))]
