"""The counters of `press.py` on a plain reportlab canvas, as the simplest program would draw them.

Every counter is drawn where it is, with the same ground, pattern, disc, symbol, type mark, four numbers, label, name
and crop marks as in the press; `press.py --compare` compares both as pictures. What never changes (patterns, icons,
type sizes) is computed once, so that drawing is compared and not geometry.
"""

from __future__ import annotations

import io
from collections.abc import Sequence
from functools import cache

from reportlab.lib.colors import Color, HexColor
from reportlab.pdfgen.canvas import Canvas
from reportlab.pdfgen.pathobject import PDFPathObject

from printables.kinds.counter import (
    BASE,
    CALM,
    CHIP_H,
    CHIP_W,
    DIGIT,
    FAR_X,
    PANEL,
    PLACES,
    SIGN,
    WORD,
    UnitCounter,
    _silhouette,
)
from printables.look import fonts
from printables.look.icons import icon_path
from printables.look.outlines import PathData
from printables.look.patterns import pattern
from printables.look.theme import Look, ability_icon
from printables.render import pdf
from printables.units import points

WIDTH, HEIGHT = 210.0, 297.0
PITCH, SIZE, COLUMNS, ROWS = 18.0, 16.0, 10, 15
LEFT, MIDDLE = 16.0, 146.5
BLEED = 0.7
CHIPS = ((0, 0), (1, 0), (1, 1), (0, 1))
"""The corners of a counter, clockwise from the top left: (right, low)."""


def draw(models: Sequence[UnitCounter]) -> bytes:
    """All counters, fronts and backs, as a PDF."""
    pdf._register_fonts()
    out = io.BytesIO()
    canvas = Canvas(out, pagesize=(points(WIDTH), points(HEIGHT)), pageCompression=1, invariant=1)
    canvas.setTitle("Benchmark")
    per_page = COLUMNS * ROWS
    for start in range(0, len(models), per_page):
        page = models[start : start + per_page]
        rows = -(-len(page) // COLUMNS)
        top = MIDDLE - (rows * PITCH - PITCH + SIZE) / 2
        for back in (False, True):
            for i, model in enumerate(page):
                row, column = divmod(i, COLUMNS)
                x = LEFT + (COLUMNS - 1 - column if back else column) * PITCH
                _counter(canvas, model, x, HEIGHT - top - row * PITCH - SIZE, back)
            _marks(canvas, rows, HEIGHT - top)
            canvas.showPage()
    canvas.save()
    return out.getvalue()


@cache
def _color(value: str) -> Color:
    return HexColor(value)


@cache
def _pattern(name: str, color: str) -> tuple[tuple[PathData, float, tuple[float, ...]], ...]:
    box = (-BLEED, -BLEED, SIZE + BLEED, SIZE + BLEED)
    return tuple((item.data, item.style.width, item.style.dash) for item in pattern(name, box, color, 2.6))


def _counter(canvas: Canvas, model: UnitCounter, x: float, y: float, back: bool) -> None:
    side = Look().side(model.side)
    canvas.saveState()
    canvas.translate(points(x), points(y))
    _ground(canvas, side.swatch.color, side.pattern, side.shade, back)
    if back:
        _back(canvas, side.emblem, side.swatch.color, side.swatch.on, model.side.upper())
    else:
        _front(canvas, model)
    canvas.restoreState()


def _ground(canvas: Canvas, color: str, name: str, shade: str, back: bool) -> None:
    clip = canvas.beginPath()
    clip.rect(points(-BLEED), points(-BLEED), points(SIZE + 2 * BLEED), points(SIZE + 2 * BLEED))
    canvas.clipPath(clip, stroke=0, fill=0)
    canvas.setFillColor(_color(color))
    canvas.rect(*(points(v) for v in (-BLEED, -BLEED, SIZE + 2 * BLEED, SIZE + 2 * BLEED)), stroke=0, fill=1)
    if name == "solid":
        return
    canvas.setStrokeColor(_color(shade))
    for data, width, dash in _pattern(name, shade):
        canvas.setLineWidth(points(width))
        if dash:
            canvas.setDash([points(v) for v in dash])
            canvas.setLineCap(1)
        canvas.drawPath(_path(canvas, data), stroke=1, fill=0)
    canvas.setDash()
    canvas.setLineCap(0)
    if back:
        canvas.circle(points(8), points(SIZE - 7.6), points(5.2), stroke=0, fill=1)
        canvas.rect(points(4.8), points(0.7), points(6.4), points(2.0), stroke=0, fill=1)
    for x, y, width, height in () if back else CALM:
        canvas.rect(points(x), points(SIZE - y - height), points(width), points(height), stroke=0, fill=1)


def _path(canvas: Canvas, data: PathData) -> PDFPathObject:
    path = canvas.beginPath()
    for op, (x, y) in data:
        (path.moveTo if op == "M" else path.lineTo)(points(x), points(SIZE - y))
    return path


def _front(canvas: Canvas, model: UnitCounter) -> None:
    look = Look()
    swatch = look.side(model.side).swatch
    left, top, width, height = PANEL
    canvas.setFillColor(_color(swatch.tint))
    canvas.setStrokeColor(_color(swatch.ink))
    canvas.setLineWidth(points(0.2))
    edge = (points(v) for v in (left, SIZE - top - height, width, height, 1.0))
    canvas.roundRect(*edge, stroke=1, fill=1)
    canvas.setFillColor(_color(swatch.ink))
    _icon(canvas, model.silhouette, *_silhouette(model, PLACES))
    canvas.setFillColor(_color(swatch.on))
    _icon(canvas, model.type_mark, 8, 2.05, 2.3)
    for (right, low), corner in zip(CHIPS, model.corners, strict=True):
        plate = look.plate("ability", corner.ability)
        left, bottom = FAR_X if right else 0.7, 0.7 if low else SIZE - 0.7 - CHIP_H
        canvas.setFillColor(_color(plate.fill))
        canvas.setStrokeColor(_color("#ffffff"))
        canvas.setLineWidth(points(0.3))
        canvas.roundRect(points(left), points(bottom), points(CHIP_W), points(CHIP_H), points(0.8), stroke=1, fill=1)
        canvas.setFillColor(_color(plate.text))
        _icon(canvas, ability_icon(corner.ability), left + CHIP_W / 2, SIZE - bottom - CHIP_H + SIGN[0], SIGN[1])
        size, lift = _figure(str(corner.value))
        canvas.setFont(fonts.NUMBER, size)
        canvas.drawCentredString(points(left + CHIP_W / 2), points(bottom + lift), str(corner.value))
    canvas.setFillColor(_color(swatch.on))
    canvas.setFont(fonts.LABEL, WORD)
    canvas.drawCentredString(points(8), points(SIZE - BASE), model.word)


@cache
def _figure(text: str) -> tuple[float, float]:
    """The size of a number in its box, and how high above the box's foot it stands."""
    size = fonts.fit(text, fonts.NUMBER, DIGIT * 0.8 / 0.7 * 72 / 25.4, CHIP_W - 0.7)
    return size, CHIP_H - 0.05 - (DIGIT + fonts.cap_height(fonts.NUMBER, size)) / 2


def _back(canvas: Canvas, emblem: str, color: str, on: str, name: str) -> None:
    canvas.setFillColor(_color(on))
    _icon(canvas, emblem, 8, 6.8, 7.6)
    canvas.setFillColor(_color(color))
    canvas.roundRect(points(0.7), points(0.7), points(14.6), points(3.7), points(0.9), stroke=0, fill=1)
    canvas.setFillColor(_color(on))
    canvas.setFont(fonts.LABEL, 8)
    canvas.drawCentredString(points(8), points(1.6), name)


def _icon(canvas: Canvas, name: str, x: float, y: float, size: float) -> None:
    canvas.saveState()
    canvas.translate(points(x - size / 2), points(SIZE - y + size / 2))
    canvas.scale(points(size) / 512, -points(size) / 512)
    path = canvas.beginPath()
    for op, values in icon_path(name):
        {"M": path.moveTo, "L": path.lineTo, "C": path.curveTo, "Z": path.close}[op](*values)
    canvas.drawPath(path, stroke=0, fill=1)
    canvas.restoreState()


def _marks(canvas: Canvas, rows: int, top: float) -> None:
    """Ticks at both ends of every cut, and in the gaps between the counters."""
    canvas.setLineWidth(points(0.12))
    canvas.setStrokeColor(_color(Look().neutral("ink")))
    bottom, right = top - rows * PITCH + 2, LEFT + COLUMNS * PITCH - 2
    across = [(LEFT - 3.6, LEFT - 1.2), (right + 1.2, right + 3.6)]
    across += [(LEFT + SIZE + 0.3 + i * PITCH, LEFT + PITCH - 0.3 + i * PITCH) for i in range(COLUMNS - 1)]
    down = [(top + 1.2, top + 3.6), (bottom - 3.6, bottom - 1.2)]
    down += [(top - SIZE - 0.3 - i * PITCH, top - PITCH + 0.3 - i * PITCH) for i in range(rows - 1)]
    for x in (LEFT + i * PITCH + edge for i in range(COLUMNS) for edge in (0.0, SIZE)):
        for start, end in down:
            canvas.line(points(x), points(start), points(x), points(end))
    for y in (top - i * PITCH - edge for i in range(rows) for edge in (0.0, SIZE)):
        for start, end in across:
            canvas.line(points(start), points(y), points(end), points(y))
