"""Pictures of single faces, and sheets of cards for virtual tables."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from printables.layout.leaves import Side
from printables.layout.placing import BLEED
from printables.layout.sheets import Faces
from printables.look.display import Document, Layer, Page, Use
from printables.look.theme import Look
from printables.model import Component, Piece
from printables.render import pdf, png
from printables.units import Point, translate

VIRTUAL_PIXELS = 4096
"""The most pixels a side of a sheet has: larger pictures are made smaller by many graphics cards."""
VIRTUAL_COLUMNS, VIRTUAL_ROWS = 10, 7
"""The largest grid of cards that Tabletop Simulator takes; the smallest is 2 by 2, but for a single picture."""
BOARD = 120.0
"""From this size (mm) on a piece is a board: a picture by itself."""


def single_faces(component: Component, look: Look, dpi: float = 300.0) -> dict[str, bytes]:
    """Every face with its bleed as a PNG file, by `PIECE-SIDE`."""
    return pictures(component.pieces, look, dpi)


def pictures(pieces: Sequence[Piece], look: Look, dpi: float) -> dict[str, bytes]:
    """The faces of these pieces with their bleed as PNG files, by `PIECE-SIDE`."""
    names, data = one_a_page(pieces, look)
    return dict(zip(names, png.pages(data, dpi), strict=True))


def one_a_page(pieces: Sequence[Piece], look: Look) -> tuple[list[str], bytes]:
    """A PDF with a page as large as its bleed for every face of these pieces, and their names, `PIECE-SIDE`."""
    forms, more = Faces(look), BLEED + look.beyond
    pages, names = [], []
    for piece in pieces:
        sides: tuple[Side, ...] = ("front", "back") if piece.back else ("front",)
        for side in sides:
            _, name = forms.of(piece, side, True)
            w, h = piece.outline.size
            use = Use(name, translate(more, more))
            pages.append(Page(w + 2 * more, h + 2 * more, (Layer("Art", (use,)),), name))
            names.append(f"{piece.id}-{side}")
    return names, pdf.render(Document("", "en", tuple(pages), forms.all()))


@dataclass(frozen=True)
class Batch:
    """Copies of one size for one sheet of a virtual table: its number in the component, and its pictures by side."""

    number: int
    copies: tuple[Piece, ...]

    @property
    def pictures(self) -> dict[Side, str]:
        """Side to the name of its picture, `SIDE-NUMBER-COLUMNSxROWS-COUNT`; backs only if all have one."""
        columns, rows = grid(len(self.copies))
        sides: tuple[Side, ...] = ("front", "back") if all(p.back for p in self.copies) else ("front",)
        return {side: f"{side}-{self.number}-{columns}x{rows}-{len(self.copies)}" for side in sides}


def batches(component: Component) -> list[Batch]:
    """The copies of a component by size, as many to a sheet as the simulator takes beside its hidden card.

    Boards lie alone; copies of one board have one number, and so one picture.
    """
    out: list[Batch] = []
    number = 0
    for size in dict.fromkeys(p.outline.size for p in component.pieces):
        copies = [p for p in component.pieces if p.outline.size == size for _ in range(p.count)]
        step = 1 if max(size) >= BOARD else VIRTUAL_COLUMNS * VIRTUAL_ROWS - 1
        for group in (tuple(copies[at : at + step]) for at in range(0, len(copies), step)):
            again = step == 1 and bool(out) and out[-1].copies == group
            number += not again
            out.append(Batch(number, group))
    return out


def virtual_sheets(component: Component, look: Look, dpi: float | None = None) -> dict[str, bytes]:
    """Cards of one size side by side without gaps, fronts and backs in the same order, and boards by themselves.

    By `SIDE-NUMBER-COLUMNSxROWS-COUNT`: what the simulator asks for when a deck is made of the sheet. The last place is
    its hidden card: the back of the first. Outside of the pieces the pictures are clear.
    """
    out: dict[str, bytes] = {}
    for batch in batches(component):
        resolution = dpi or virtual_dpi(batch.copies[0].outline.size, *grid(len(batch.copies)))
        for side, name in batch.pictures.items():
            out[name] = out.get(name) or _virtual(batch.copies, side, component, look, resolution)
    return out


def virtual_dpi(size: Point, columns: int = VIRTUAL_COLUMNS, rows: int = VIRTUAL_ROWS) -> float:
    """Dots per inch: 300, or as many as keep a sheet of pieces of that size (mm) within what a virtual table takes."""
    longest = max(size[0] * columns, size[1] * rows)
    return min(300.0, (VIRTUAL_PIXELS - 1) / longest * 25.4)


def grid(count: int) -> tuple[int, int]:
    """Columns and rows of a sheet of so many cards, with a place more than cards but for a single picture."""
    if count == 1:
        return (1, 1)
    columns = min(VIRTUAL_COLUMNS, count)
    return (columns, max(2, -(-(count + 1) // columns)))


def _virtual(copies: Sequence[Piece], side: Side, component: Component, look: Look, dpi: float) -> bytes:
    forms = Faces(look)
    w, h = copies[0].outline.size
    columns, rows = grid(len(copies))
    uses = []
    for i, piece in enumerate(copies):
        _, name = forms.of(piece, side)
        uses.append(Use(name, translate(i % columns * w, i // columns * h)))
    if len(copies) > 1 and copies[0].back:
        _, hidden = forms.of(copies[0], "back")
        uses.append(Use(hidden, translate((columns - 1) * w, (rows - 1) * h)))
    page = Page(columns * w, rows * h, (Layer("Art", tuple(uses)),), component.name)
    return png.pages(pdf.render(Document(component.name, "en", (page,), forms.all())), dpi, clear=True)[0]
