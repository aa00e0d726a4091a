"""From placed sheets to the pages of a document: forms for faces, layers, captions, bookmarks.

Every face is drawn once as a form, however often it is printed. Page items are in five layers: Art,
Cut, Fold, Marks, Text.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from printables.layout.cutting import shared_sides
from printables.layout.leaves import PageSides, Side, pages_of, two_sided
from printables.layout.marks import caption, cut_ticks, fold_line, registration_marks, ruler, ruler_label, ruler_place
from printables.layout.placing import BLEED, Block, Placed, Sheet, shifted
from printables.layout.spoken import spoken
from printables.look.display import Document, Form, Group, Item, Layer, Page, Path, Style, Tag, Use
from printables.look.outlines import Box, moved, polygon_path, rect_points
from printables.look.theme import Look
from printables.model import Draw, Kit, Piece
from printables.profile import PrinterProfile
from printables.units import IDENTITY, Matrix, apply, translate

WORDS = (
    "sheet {n} of {all}", "front", "back", "back, empty", "cut round, fold at the dashed line, glue",
    "flip on long edge", "flip on short edge", "print on its own sheet and glue to the other side",
)  # fmt: skip
"""What the press itself says on sheets."""
RULER_BOX = (0.0, 0.0, 60.0, 1.0)
Progress = Callable[[str, int, int], None]
NO_ERROR = PrinterProfile()


def compose(
    kit: Kit,
    sheets: Sequence[Sheet],
    look: Look,
    progress: Progress | None = None,
    profile: PrinterProfile = NO_ERROR,
    only: int | None = None,
    sides_once: bool = False,
) -> Document:
    """Pages for all sheets: front, then back (fold-over sheets carry both on one page), leaf by leaf.

    Back pages are drawn through the correction of the printer's `profile`. With `only` just the pages of the sheet with
    that number are made. Pieces that are cut round have their outlines in layer Cut, each whole; with `sides_once` what
    two of them share is there once, for a machine that follows the lines.
    """
    forms = Faces(look)
    pages: list[Page] = []
    bookmarks: list[tuple[str, int]] = []
    paired = two_sided(sheets)
    for number, sheet in enumerate(sheets, 1):
        if only not in (None, number):
            continue
        title = f"{', '.join(sheet.names)} · {_said(kit, 'sheet {n} of {all}', n=number, all=len(sheets))}"
        bookmarks.append((title, len(pages)))
        for sides in pages_of(sheet, paired):
            page = _page(sheet, sides, *_titles(kit, sheet, title, sides, paired), forms, look, sides_once)
            alt, told = spoken(sheet, sides, forms.all())
            page = replace(page, alt=alt, told=told)
            pages.append(corrected(page, profile) if sides == ("back",) else page)
        if progress:
            progress(title, number, len(sheets))
    return Document(kit.title, kit.language, tuple(pages), forms.all(), tuple(bookmarks))


def corrected(page: Page, profile: PrinterProfile) -> Page:
    """A back page as it must be printed to lie right in spite of the printer's error."""
    matrix = profile.correction(page.width, page.height)
    if matrix == IDENTITY:
        return page
    layers = tuple(
        Layer(item.name, (Group(item.items, matrix),)) if isinstance(item, Layer) else item for item in page.items
    )
    return replace(page, items=layers)


def _titles(kit: Kit, sheet: Sheet, title: str, sides: PageSides, paired: bool) -> tuple[str, str]:
    """What a page is called, and the caption at its foot: what it is and how it becomes pieces."""
    text = f"{kit.title} · {title}"
    if len(sides) == 2:
        return title, f"{text} · {_said(kit, 'cut round, fold at the dashed line, glue')}"
    side = _said(kit, sides[0])
    if not sheet.has_backs:
        return (title, text) if sides == ("front",) else (f"{title} · {side}", f"{text} · {_said(kit, 'back, empty')}")
    flip = "flip on long edge" if sheet.setup.sides == "duplex-long" else "flip on short edge"
    how = flip if paired else "print on its own sheet and glue to the other side"
    return f"{title} · {side}", f"{text} · {side}, {_said(kit, how)}"


def _said(kit: Kit, words: str, **values: int) -> str:
    """Words of the press in the kit's language; they are among `WORDS`."""
    return kit.translate(words).format(**values)


def _page(sheet: Sheet, sides: PageSides, title: str, text: str, forms: Faces, look: Look, sides_once: bool) -> Page:
    art = tuple(item for side in sides for item in _art(sheet, side, forms))
    cut: tuple[Item, ...] = ()
    if "front" in sides:
        cut = cut_lines(sheet.placed, look, sides_once)
    turn = sheet.setup.turn()
    upside = sides == ("back",) and turn is not None and turn[3] < 0
    at = ruler_place(sheet.setup, upside)
    empty = sides == ("back",) and not sheet.has_backs
    words: tuple[Item, ...] = (caption(sheet, text, look, upside),)
    marks: tuple[Item, ...] = ()
    if not empty:
        marks = (*_crops(sheet, sides, look, forms), Use(forms.marks(ruler(look), RULER_BOX), at))
        words += (ruler_label(at, look),)
    if "front" in sides:
        black = Style(fill="#000000")
        marks += tuple(Path(data, black) for data in registration_marks(sheet.setup))
    fold = fold_line(sheet.setup, look)
    layers = [Layer("Art", art), Layer("Cut", cut), Layer("Fold", fold), Layer("Marks", marks), Layer("Text", words)]
    return Page(sheet.setup.width, sheet.setup.height, tuple(x for x in layers if x.items), title)


def _art(sheet: Sheet, side: Side, forms: Faces) -> list[Item]:
    """All bleeds first where pieces touch, so that no bleed covers the art of a neighbour."""
    under: list[Item] = []
    over: list[Item] = []
    for p in sheet.placed:
        matrix = p.front if side == "front" else p.back
        if matrix is None:
            continue
        bleed, face = forms.of(p.piece, side, sheet.setup.gap >= 2 * BLEED and not p.piece.outline.cells)
        if bleed:
            under.append(Use(bleed, matrix))
        over.append(Use(face, matrix, Tag(p.piece.id, side)))
    return under + over


def cut_lines(placed: Sequence[Placed], look: Look, sides_once: bool = False) -> tuple[Item, ...]:
    """Hairlines around pieces that no straight cut can free: hex tiles, discs, boxes to fold."""
    style = Style(stroke=look.neutral("ink"), width=0.18, round=True)
    round_ones = [p for p in placed if not p.piece.outline.straight]
    if sides_once:
        whole = [p for p in round_ones if p.piece.outline.radius]
        lines = shared_sides(p for p in round_ones if not p.piece.outline.radius)
        return tuple(Path(d, style) for d in (*(moved(p.piece.outline.path, p.front) for p in whole), *lines))
    return tuple(Path(moved(p.piece.outline.path, p.front), style) for p in round_ones)


def _crops(sheet: Sheet, sides: PageSides, look: Look, forms: Faces) -> tuple[Item, ...]:
    """The marks of all blocks; equal blocks share one form."""
    turn = sheet.setup.turn()
    items: list[Item] = []
    for side in sides:
        for block in sheet.blocks:
            seen = block if side == "front" or turn is None else mirrored(block, turn)
            left, top = seen.box[0], seen.box[1]
            drawn = _ticks(shifted(seen, -left, -top), look, forms)
            if drawn:
                items.append(Use(forms.marks(drawn, seen.box), translate(left, top)))
    return tuple(items)


def _ticks(block: Block, look: Look, forms: Faces) -> tuple[Item, ...]:
    """The marks of a block: those of one cut down and one across, put at every cut."""
    down, across = cut_ticks(block, look.neutral("ink"))
    out: list[Item] = []
    if block.cuts_x:
        name = forms.marks((down,), block.box)
        out += [Use(name, translate(x, 0.0)) for x in block.cuts_x]
    if block.cuts_y:
        name = forms.marks((across,), block.box)
        out += [Use(name, translate(0.0, y)) for y in block.cuts_y]
    return tuple(out)


def mirrored(block: Block, turn: Matrix) -> Block:
    """A block as seen from the other side of the paper."""
    corners = [apply(turn, (block.box[0], block.box[1])), apply(turn, (block.box[2], block.box[3]))]
    xs, ys = sorted(c[0] for c in corners), sorted(c[1] for c in corners)
    return Block(
        (xs[0], ys[0], xs[1], ys[1]),
        tuple(sorted(apply(turn, (x, 0.0))[0] for x in block.cuts_x)),
        tuple(sorted(apply(turn, (0.0, y))[1] for y in block.cuts_y)),
        block.gap,
        block.ring,
    )


class Faces:
    """The forms of a document, made when first needed."""

    def __init__(self, look: Look) -> None:
        """Start without forms."""
        self._look = look
        self._forms: dict[str, Form] = {}
        self._marks: dict[tuple[Item, ...], str] = {}
        self._known: dict[tuple[int, Side], tuple[str | None, str]] = {}

    def of(self, piece: Piece, side: Side, apart: bool = False) -> tuple[str | None, str]:
        """The names of a face's bleed form (if it has one of its own) and of its face form.

        Of pieces that stand `apart` from others the bleed is part of the face form, and its art may reach as far.
        Raises ValueError when the piece has no such side.
        """
        key = (id(piece), side)
        if key not in self._known:
            draw = piece.front if side == "front" else piece.back
            if draw is None:
                raise ValueError(f"{piece.id} has no {side}")
            self._known[key] = self._make(piece, side, draw, apart)
        return self._known[key]

    def _make(self, piece: Piece, side: Side, draw: Draw, apart: bool) -> tuple[str | None, str]:
        face, name = draw(self._look), f"{piece.id}.{side}"
        w, h = piece.outline.size
        more = BLEED + self._look.beyond
        trim = piece.outline.path if side == "front" else piece.outline.mirrored_path
        self._forms |= {form.name: form for form in face.forms if form.name not in self._forms}
        box, wide = (0.0, 0.0, w, h), (-more, -more, w + more, h + more)
        art = Group(face.items)
        bleed = None
        if face.bleed and apart:
            clip = polygon_path(rect_points(-more, -more, w + 2 * more, h + 2 * more))
            under = () if face.items[: len(face.bleed)] == face.bleed else face.bleed
            whole, box = Group((*under, art), clip=clip), wide
        else:
            whole = Group((art,), clip=trim)
        if face.bleed and not apart:
            bleed = f"{name}.bleed"
            self._forms[bleed] = Form(bleed, face.bleed, wide)
        self._forms[name] = Form(name, (whole,), box, trim, piece.safe_box)
        return (bleed, name)

    def marks(self, items: tuple[Item, ...], box: Box) -> str:
        """The name of the form that holds these marks of a block."""
        if items not in self._marks:
            name = f"marks-{len(self._marks)}"
            self._marks[items] = name
            w, h = box[2] - box[0], box[3] - box[1]
            self._forms[name] = Form(name, items, (-5.0, -5.0, w + 5.0, h + 5.0))
        return self._marks[items]

    def all(self) -> tuple[Form, ...]:
        """Every form used, in the order of first use."""
        return tuple(self._forms.values())
