"""Marks outside the art: crop marks, fold lines, the sheet's caption and a ruler to check the scale.

Nothing here ever touches a piece: crop marks live in the ring around a block, the caption in the strip
at the bottom of the sheet.
"""

from __future__ import annotations

from printables.layout.placing import Block, Sheet
from printables.look import fonts
from printables.look.display import Item, Path, Style, Text, line
from printables.look.outlines import PathData, Segment, polygon_path, rect_points
from printables.look.theme import Look
from printables.paper import REGISTRATION, Setup
from printables.units import Matrix, translate

OFFSET, LENGTH = 0.3, 0.6
"""Crop marks start this far from the cut's end and are this long, as parts of the room around a block."""
CLEAR = 0.3
"""Ticks inside a block keep this far from the pieces."""
RULER, LABEL_ROOM = 50.0, 8.0


def cut_ticks(block: Block, ink: str) -> tuple[Path, Path]:
    """The crop marks of one cut down the block at x = 0, and of one across it at y = 0: all its cuts look alike.

    Ticks stand at both ends of the cut, and in the block's gaps for cuts after the first.
    """
    left, top, right, bottom = block.box
    down: list[Segment] = []
    across: list[Segment] = []
    near, far = block.ring * OFFSET, block.ring * (OFFSET + LENGTH)
    for start, end in ((top - near, top - far), (bottom + near, bottom + far)):
        down += _tick(0.0, start, 0.0, end)
    for start, end in ((left - near, left - far), (right + near, right + far)):
        across += _tick(start, 0.0, end, 0.0)
    for start, end in _gaps(block.cuts_y, block.gap):
        down += _tick(0.0, start, 0.0, end)
    for start, end in _gaps(block.cuts_x, block.gap):
        across += _tick(start, 0.0, end, 0.0)
    style = Style(stroke=ink, width=0.12)
    return Path(tuple(down), style), Path(tuple(across), style)


def _tick(x1: float, y1: float, x2: float, y2: float) -> list[Segment]:
    return [("M", (x1, y1)), ("L", (x2, y2))]


def _gaps(cuts: tuple[float, ...], gap: float) -> list[tuple[float, float]]:
    """The spaces between the pieces of a block, a little shorter at both ends; none if they touch or nearly do."""
    if gap <= 3 * CLEAR:
        return []
    return [(a + CLEAR, b - CLEAR) for a, b in zip(cuts[1::2], cuts[2::2], strict=False)]


def registration_marks(setup: Setup) -> tuple[PathData, ...]:
    """What a cutter's camera looks for: a square top left, corners top right and bottom left."""
    if not setup.registration:
        return ()
    m, w, h = setup.margin - REGISTRATION, setup.width, setup.height
    arm, thick, square = 18.0, 0.5, 5.0
    right = ((w - m - arm, m), (w - m, m), (w - m, m + arm), (w - m - thick, m + arm), (w - m - thick, m + thick))
    left = ((m, h - m - arm), (m + thick, h - m - arm), (m + thick, h - m - thick), (m + arm, h - m - thick))
    return (
        polygon_path(rect_points(m, m, square, square)),
        polygon_path((*right, (w - m - arm, m + thick))),
        polygon_path((*left, (m + arm, h - m), (m, h - m))),
    )


def fold_line(setup: Setup, look: Look) -> tuple[Item, ...]:
    """The dashed line of a fold-over sheet."""
    if setup.fold is None:
        return ()
    style = Style(stroke=look.neutral("soft"), width=0.2, dash=(3.0, 1.5))
    m = setup.margin
    if setup.fold == "x":
        return (line(setup.width / 2, m, setup.width / 2, setup.height - m, style),)
    return (line(m, setup.height / 2, setup.width - m, setup.height / 2, style),)


def caption(sheet: Sheet, text: str, look: Look, top: bool = False) -> Text:
    """The title of a sheet at the left of the strip at the bottom (or top)."""
    setup = sheet.setup
    room = setup.width - 2 * setup.margin - RULER - 22
    size = fonts.fit(text, fonts.LABEL, 7.5, room)
    return Text(setup.margin + 0.5, _strip(setup, top), text, fonts.LABEL, size, look.neutral("soft"))


def ruler_place(setup: Setup, top: bool = False) -> Matrix:
    """Where the ruler stands: at the right of the same strip."""
    return translate(setup.width - setup.margin - 0.5 - RULER - LABEL_ROOM, _strip(setup, top))


def _strip(setup: Setup, top: bool) -> float:
    return setup.margin + 2.6 if top else setup.height - setup.margin - 0.6


def ruler(look: Look) -> tuple[Item, ...]:
    """50 mm with a tick every 5 mm, to check the scale; it starts `LABEL_ROOM` mm right of (0, 0)."""
    soft = look.neutral("soft")
    data: list[Segment] = _tick(LABEL_ROOM, 0.0, LABEL_ROOM + RULER, 0.0)
    for x in range(0, 51, 5):
        data += _tick(LABEL_ROOM + x, 0.0, LABEL_ROOM + x, -1.8 if x % 25 == 0 else -1.0)
    return (Path(tuple(data), Style(stroke=soft, width=0.15)),)


def ruler_label(place: Matrix, look: Look) -> Text:
    """What stands left of the ruler that is put there."""
    return Text(place[4] + LABEL_ROOM - 1.5, place[5], "50 mm", fonts.LABEL, 7.0, look.neutral("soft"), "end")
