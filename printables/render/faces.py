"""Pictures of single faces, and sheets of cards for virtual tables."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

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
SHARP = 300.0
"""Dots an inch of pictures for a virtual table; sheets of large cards hold fewer for it."""
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
        columns, rows = grid(len(self.copies), self.copies[0].outline.size)
        sides: tuple[Side, ...] = ("front", "back") if all(p.back for p in self.copies) else ("front",)
        return {side: f"{side}-{self.number}-{columns}x{rows}-{len(self.copies)}" for side in sides}


def batches(component: Component) -> list[Batch]:
    """The copies of a component by size, as many to a sheet as stay sharp beside the simulator's hidden card.

    Boards lie alone; copies of one board have one number, and so one picture.
    """
    out: list[Batch] = []
    number = 0
    for size in dict.fromkeys(p.outline.size for p in component.pieces):
        copies = [p for p in component.pieces if p.outline.size == size for _ in range(p.count)]
        columns, rows = _largest(size)
        step = 1 if max(size) >= BOARD else columns * rows - 1
        for group in _in_equal_parts(copies, step):
            again = step == 1 and bool(out) and out[-1].copies == group
            number += not again
            out.append(Batch(number, group))
    return out


def _in_equal_parts(copies: Sequence[Piece], most: int) -> list[tuple[Piece, ...]]:
    """As few groups of at most so many as do, all about as large: a card left alone would be no card of its deck."""
    parts = -(-len(copies) // most)
    edges = [len(copies) * n // parts for n in range(parts + 1)]
    return [tuple(copies[a:b]) for a, b in pairwise(edges)]


def virtual_sheets(component: Component, look: Look, dpi: float | None = None) -> dict[str, bytes]:
    """Cards of one size side by side without gaps, fronts and backs in the same order, and boards by themselves.

    By `SIDE-NUMBER-COLUMNSxROWS-COUNT`: what the simulator asks for when a deck is made of the sheet. The last place is
    its hidden card: the back of the first. Outside of the pieces the pictures are clear.
    """
    out: dict[str, bytes] = {}
    for batch in batches(component):
        size = batch.copies[0].outline.size
        resolution = dpi or virtual_dpi(size, *grid(len(batch.copies), size))
        for side, name in batch.pictures.items():
            out[name] = out.get(name) or _virtual(batch.copies, side, component, look, resolution)
    return out


def virtual_dpi(size: Point, columns: int, rows: int) -> float:
    """Dots per inch: `SHARP`, or what keeps a sheet of pieces of that size (mm) within a virtual table's limit."""
    longest = max(size[0] * columns, size[1] * rows)
    return min(SHARP, (VIRTUAL_PIXELS - 1) / longest * 25.4)


def _largest(size: Point) -> tuple[int, int]:
    """The columns and rows of pieces of a size (mm) that a sheet holds at full sharpness; at least 2 by 2."""
    across, down = (int((VIRTUAL_PIXELS - 1) / SHARP * 25.4 / side) for side in size)
    return (max(2, min(VIRTUAL_COLUMNS, across)), max(2, min(VIRTUAL_ROWS, down)))


def grid(count: int, size: Point) -> tuple[int, int]:
    """Columns and rows of a sheet of so many cards, with a place more than cards but for a single picture."""
    if count == 1:
        return (1, 1)
    columns = min(_largest(size)[0], count)
    return (columns, max(2, -(-(count + 1) // columns)))


def _virtual(copies: Sequence[Piece], side: Side, component: Component, look: Look, dpi: float) -> bytes:
    forms = Faces(look)
    w, h = copies[0].outline.size
    columns, rows = grid(len(copies), (w, h))
    uses = []
    for i, piece in enumerate(copies):
        _, name = forms.of(piece, side)
        uses.append(Use(name, translate(i % columns * w, i // columns * h)))
    if len(copies) > 1 and copies[0].back:
        _, hidden = forms.of(copies[0], "back")
        uses.append(Use(hidden, translate((columns - 1) * w, (rows - 1) * h)))
    page = Page(columns * w, rows * h, (Layer("Art", tuple(uses)),), component.name)
    return png.pages(pdf.render(Document(component.name, "en", (page,), forms.all())), dpi, clear=True)[0]
