"""Placing pieces on sheets, and their backs from the places of the fronts.

A back's matrix is computed, never chosen: mirror the piece, place it like the front, turn the paper. So
backs lie on fronts for every outline, rotation and way of flipping, and a piece turned over like the page
of a book always shows its back upright.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import groupby

from printables.errors import BadOption
from printables.layout.packing import Grid, around, beside, block_in, left_over, nest, spread
from printables.look.outlines import Box, Cell, Outline, bounds, cell_centre, centres
from printables.model import Component, Piece
from printables.paper import REGISTRATION, RING, TIGHT_RING, Setup
from printables.units import Matrix, Point, apply, mirror_x, rotate, then, translate


@dataclass(frozen=True, slots=True)
class Placed:
    """One physical piece on a sheet: `front` and `back` take its own coordinates to the page's."""

    piece: Piece
    copy: int
    front: Matrix
    back: Matrix | None


@dataclass(frozen=True, slots=True)
class Block:
    """Pieces cut together: bounds and, for grids, the positions of straight cuts in x and y.

    With a `gap` there are two cuts between neighbours, that far apart; without, one. `ring` is the room for crop marks
    around it.
    """

    box: Box
    cuts_x: tuple[float, ...] = ()
    cuts_y: tuple[float, ...] = ()
    gap: float = 0.0
    ring: float = RING


@dataclass(frozen=True, slots=True)
class Sheet:
    """One sheet of paper with everything that stands on it."""

    setup: Setup
    placed: tuple[Placed, ...]
    blocks: tuple[Block, ...]
    names: tuple[str, ...]

    @property
    def has_backs(self) -> bool:
        """Whether anything is printed on the other side (or beyond the fold)."""
        return any(p.back for p in self.placed)


Copy = tuple[Piece, int]
CLOSER = (1.4, 1.0)
"""So near (mm) hex tiles move to each other where that saves a sheet: 0.7 mm of bleed for each, or half a mm."""
BLEED = 1.0
"""How far in mm colour reaches beyond the cut."""


def back_matrix(piece: Piece, front: Matrix, setup: Setup) -> Matrix | None:
    """Where the back goes: mirrored piece, placed as the front, seen from the other side of the paper."""
    turn = setup.turn()
    if piece.back is None or turn is None:
        return None
    return then(then(mirror_x(piece.outline.size[0]), front), turn)


def place(components: Sequence[Component], choices: Sequence[Setup]) -> tuple[Sheet, ...]:
    """Sheets for all components: each stock for itself, pieces without backs beside the others where that saves paper.

    What is too large for half a sheet gets, in a fold-over job, a sheet for each side, to be glued; what
    leaves no room for registration marks gets none.
    """
    sheets: list[Sheet] = []
    for stock in dict.fromkeys(c.stock for c in components):
        members = [c for c in components if c.stock == stock]
        two, one = ([c for m in members for c in _copies(m, back)] for back in (True, False))
        apart = [s for c, back in ((two, True), (one, False)) if c for s in _best(c, _usable(choices, back), members)]
        mixed = _fitting(two + one, [*choices, *_tight([*choices])], members) if two and one else ()
        sheets += mixed if mixed and len(mixed) < len(apart) else apart
    return tuple(sheets)


def _usable(choices: Sequence[Setup], with_back: bool) -> list[Setup]:
    if with_back:
        return list(choices)
    plain = [replace(c, sides="single", fold=None) if c.fold else c for c in choices]
    return list(dict.fromkeys(plain))


def _copies(component: Component, with_back: bool) -> list[Copy]:
    return [(p, n) for p in component.pieces if (p.back is not None) == with_back for n in range(1, p.count + 1)]


def _best(copies: list[Copy], choices: list[Setup], members: list[Component]) -> tuple[Sheet, ...]:
    glued = [replace(c, sides="duplex-long", fold=None, glued=True) for c in choices if c.fold]
    plain = [replace(c, registration=False, margin=c.margin - REGISTRATION) for c in choices if c.registration]
    for ways in (choices + _tight(choices), list(dict.fromkeys(glued)), _tight(glued), plain):
        if found := _fitting(copies, ways, members):
            return found
    piece = max((c[0] for c in copies), key=lambda p: max(p.outline.size))
    w, h = piece.outline.size
    left, top, right, bottom = (plain or glued or choices)[0].area
    message = (
        "{piece} ({width} x {height} mm) does not fit on this paper; "
        "its margins of {margin} mm leave {across} x {down} mm"
    )
    raise BadOption(
        "paper", message, piece=piece.name, width=f"{w:.0f}", height=f"{h:.0f}", margin=f"{left:g}",
        across=f"{right - left:.0f}", down=f"{bottom - top:.0f}",
    )  # fmt: skip


def _fitting(copies: list[Copy], ways: Sequence[Setup], members: list[Component]) -> tuple[Sheet, ...]:
    """All copies on as few sheets as possible of one of these ways; nothing if something does not fit."""
    results = [r for setup in ways if (r := _fill(copies, setup, members)) is not None]
    return min(results, key=lambda sheets: (len(sheets), -sheets[0].setup.ring, _turned(sheets)), default=())


def _tight(ways: Sequence[Setup]) -> list[Setup]:
    """The same with shorter crop marks, where that saves a sheet or nothing fits otherwise."""
    return [replace(way, ring=TIGHT_RING) for way in dict.fromkeys(ways)]


def _turned(sheets: tuple[Sheet, ...]) -> int:
    """How many pieces lie on their side; fewer is nicer to read before cutting."""
    return sum(1 for s in sheets for p in s.placed if abs(p.front[1]) > 0.5)


def _fill(copies: list[Copy], setup: Setup, members: list[Component]) -> tuple[Sheet, ...] | None:
    """All copies on sheets of one setup, the largest sizes first; `None` if a piece does not fit at all."""
    open_sheets: list[_Open] = []
    runs = groupby(sorted(copies, key=lambda c: _run_key(c[0])), key=lambda c: _run_key(c[0]))
    for _, run in runs:
        rest = list(run)
        fill = _nest_tiles if rest[0][0].outline.cells else _fill_blocks
        for sheet in open_sheets:
            rest = fill(sheet, rest, setup)
        while rest:
            fresh = _Open(setup)
            left = fill(fresh, rest, setup)
            if len(left) == len(rest):
                return None
            open_sheets.append(fresh)
            rest = left
    return tuple(s.close(members) for s in open_sheets)


def _run_key(piece: Piece) -> tuple[float, float, bool]:
    width, height = piece.outline.size
    return (-width * height, -width, bool(piece.outline.cells))


class _Open:
    """A sheet while it is being filled."""

    def __init__(self, setup: Setup) -> None:
        self.setup = setup
        self.free: list[Box] = [setup.area]
        self.fronts: list[tuple[Piece, int, Matrix]] = []
        self.blocks: list[Block] = []

    def close(self, members: list[Component]) -> Sheet:
        """The finished sheet, its content moved to the middle of the area."""
        dx, dy = self._centring()
        shift = translate(dx, dy)
        placed = []
        for piece, copy, front in self.fronts:
            moved = then(front, shift)
            placed.append(Placed(piece, copy, moved, back_matrix(piece, moved, self.setup)))
        ids = {p.id for p, _, _ in self.fronts}
        names = tuple(m.name for m in members if any(p.id in ids for p in m.pieces))
        return Sheet(self.setup, tuple(placed), tuple(shifted(b, dx, dy) for b in self.blocks), names)

    def _centring(self) -> Point:
        used = bounds(tuple(p for b in self.blocks for p in ((b.box[0], b.box[1]), (b.box[2], b.box[3]))))
        left, top, right, bottom = self.setup.area
        return ((left + right - used[0] - used[2]) / 2, (top + bottom - used[1] - used[3]) / 2)


def shifted(block: Block, dx: float, dy: float) -> Block:
    """A block moved by (dx, dy) mm."""
    left, top, right, bottom = block.box
    return Block(
        (round(left + dx, 6), round(top + dy, 6), round(right + dx, 6), round(bottom + dy, 6)),
        tuple(round(x + dx, 6) for x in block.cuts_x),
        tuple(round(y + dy, 6) for y in block.cuts_y),
        block.gap,
        block.ring,
    )


def _fill_blocks(sheet: _Open, copies: list[Copy], setup: Setup) -> list[Copy]:
    """Put as many copies as fit into the free areas of a sheet without hex tiles; give back the others."""
    if any(piece.outline.cells for piece, _, _ in sheet.fronts):
        return copies
    rest = copies
    for free in list(sheet.free):
        if not rest:
            break
        grid = block_in(free, rest[0][0].outline.size, len(rest), setup.gap, setup.ring)
        if grid is None:
            continue
        for index, (piece, copy) in enumerate(rest[: grid.used]):
            sheet.fronts.append((piece, copy, _front(piece, grid, index)))
        straight = rest[0][0].outline.straight or rest[0][0].outline.disc
        sheet.blocks.append(_grid_block(grid, setup.ring) if straight else Block(grid.box, ring=setup.ring))
        sheet.free.remove(free)
        sheet.free += left_over(free, grid, setup.ring)
        rest = rest[grid.used :]
    return rest


def _front(piece: Piece, grid: Grid, index: int) -> Matrix:
    x, y = grid.corner(index)
    if not grid.turned:
        return translate(x, y)
    return then(rotate(90), translate(x + piece.outline.size[1], y))


def _grid_block(grid: Grid, ring: float) -> Block:
    xs = [grid.corner(c)[0] for c in range(grid.columns)]
    ys = [grid.corner(r * grid.columns)[1] for r in range(grid.rows)]
    cuts_x = sorted({round(v, 6) for x in xs for v in (x, x + grid.width)})
    cuts_y = sorted({round(v, 6) for y in ys for v in (y, y + grid.height)})
    return Block(grid.box, tuple(cuts_x), tuple(cuts_y), grid.gap, ring)


def _apart(outline: Outline, room: Point, gap: float, count: int) -> tuple[float, tuple[Cell, ...]]:
    """The board and places of tiles: as many as fit close together, as far apart as that allows, `gap` at most."""
    found = []
    for least in (gap, *(closer for closer in CLOSER if closer < gap)):
        wider = spread(outline.cells, outline.flat, least)
        across, down = (side + (wider - 1) * size for side, size in zip(room, outline.size, strict=True))
        found.append((wider, nest(outline.cells, outline.flat * wider, across, down, count)))
    return max(found, key=lambda one: len(one[1]))


def _nest_tiles(sheet: _Open, copies: list[Copy], setup: Setup) -> list[Copy]:
    """Nest hex tiles, a gap apart as counters are, on an empty sheet or beside other hex tiles; give back the others.

    What is cut straight stays on sheets of its own.
    """
    if not all(piece.outline.cells for piece, _, _ in sheet.fronts):
        return copies
    if copies and sheet.fronts and all(_joins(copies[0][0].outline, piece.outline) for piece, _, _ in sheet.fronts):
        return _among_tiles(sheet, copies, setup)
    rest = copies
    for free in list(sheet.free):
        if not rest:
            break
        left, top, right, bottom = free
        used, rest = _nest_in(sheet, (left + BLEED, top + BLEED, right - BLEED, bottom - BLEED), rest, setup)
        if used:
            sheet.free.remove(free)
            sheet.free += beside(free, used, setup.gap)
    return rest


def _joins(one: Outline, tile: Outline) -> bool:
    """Whether a piece is a single hex as large as those of a tile."""
    return len(one.cells) == 1 and one.flat == tile.flat


def _among_tiles(sheet: _Open, copies: list[Copy], setup: Setup) -> list[Copy]:
    """Put single hexes wherever they fit between and beside the tiles of a sheet; give back the others."""
    outline, (left, top, right, bottom) = copies[0][0].outline, setup.area
    room, (wide, high) = (left + BLEED, top + BLEED, right - BLEED, bottom - BLEED), outline.size
    tiles = [[apply(front, middle) for middle in centres(one.outline).values()] for one, _, front in sheet.fronts]
    places = around(tiles, room, outline.flat, setup.gap, len(copies))
    for (piece, copy), (x, y) in zip(copies, places, strict=False):
        sheet.fronts.append((piece, copy, translate(x - wide / 2, y - high / 2)))
        sheet.blocks.append(Block((x - wide / 2, y - high / 2, x + wide / 2, y + high / 2)))
    return copies[len(places) :]


def _nest_in(sheet: _Open, free: Box, copies: list[Copy], setup: Setup) -> tuple[Box | None, list[Copy]]:
    """Nest hex tiles in a free area: the bounds of those that fit, and the others."""
    left, top, right, bottom = free
    outline = copies[0][0].outline
    wide, high = outline.size
    wider, places = _apart(outline, (right - left, bottom - top), setup.gap, len(copies))
    if not places:
        return None, copies
    flat, more_x, more_y = outline.flat * wider, (wider - 1) * wide, (wider - 1) * high
    (at_x, at_y), (cell_x, cell_y) = centres(outline)[outline.cells[0]], cell_centre(outline.cells[0], outline.flat)
    start_x = left - more_x / 2 + flat / 3**0.5 + wider * (wide / 2 - at_x + cell_x) - wide / 2
    start_y = top - more_y / 2 + flat / 2 + wider * (high / 2 - at_y + cell_y) - high / 2
    corners = []
    for (piece, copy), place in zip(copies, places, strict=False):
        dx, dy = cell_centre(place, flat)
        x, y = start_x + dx, start_y + dy
        sheet.fronts.append((piece, copy, translate(x, y)))
        corners += [apply(translate(x, y), p) for p in outline.points]
    sheet.blocks.append(Block(bounds(tuple(corners))))
    return sheet.blocks[-1].box, copies[len(places) :]
