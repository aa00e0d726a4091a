"""Patterns that tell grounds apart without colour: six for sides, the others, of thin lines, for decks of nobody.

Each fills a box with strokes or dots of one colour; the caller clips to the shape it wants.
"""

from __future__ import annotations

from collections.abc import Callable

from printables.errors import BadOption
from printables.look.display import Circle, Item, Path, Style, line
from printables.look.outlines import Box, PathData, Segment


def _steps(start: float, stop: float, step: float) -> list[float]:
    return [start + i * step for i in range(int((stop - start) / step) + 1)]


def _solid(box: Box, color: str, step: float) -> tuple[Item, ...]:
    return ()


def _stripes(box: Box, color: str, step: float) -> tuple[Item, ...]:
    left, top, right, bottom = box
    height = bottom - top
    data: list[Segment] = []
    for x in _steps(left - height, right, step * 1.5):
        data += [("M", (x, bottom)), ("L", (x + height, top))]
    return (Path(tuple(data), Style(stroke=color, width=step * 0.5)),)


def _chevrons(box: Box, color: str, step: float) -> tuple[Item, ...]:
    left, top, right, bottom = box
    data: list[Segment] = []
    columns = _steps(left, right + step, step)
    for y in _steps(top, bottom + step, step * 1.2):
        data += [("L" if i else "M", (x, y - (step * 0.5 if i % 2 else 0))) for i, x in enumerate(columns)]
    return (Path(tuple(data), Style(stroke=color, width=step * 0.42)),)


def _dots(box: Box, color: str, step: float) -> tuple[Item, ...]:
    """Rows of dots, each row one stroke of very short round dashes (far smaller in a file than circles)."""
    left, top, right, bottom = box
    style = Style(stroke=color, width=step * 0.4, dash=(0.01, step - 0.01), round=True)
    rows = enumerate(_steps(top + step * 0.3, bottom, step * 0.75))
    return tuple(line(left + step * (0.75 if row % 2 else 0.25), y, right, y, style) for row, y in rows)


def _checks(box: Box, color: str, step: float) -> tuple[Item, ...]:
    left, top, right, bottom = box
    data: PathData = ()
    for row, y in enumerate(_steps(top, bottom, step * 0.75)):
        for x in _steps(left + (step * 0.75 if row % 2 else 0), right, step * 1.5):
            s = step * 0.75
            data += (("M", (x, y)), ("L", (x + s, y)), ("L", (x + s, y + s)), ("L", (x, y + s)), ("Z", ()))
    return (Path(data, Style(fill=color)),)


def _bars(box: Box, color: str, step: float) -> tuple[Item, ...]:
    left, top, right, bottom = box
    style = Style(stroke=color, width=step * 0.45)
    return tuple(line(left, y, right, y, style) for y in _steps(top + step * 0.4, bottom, step))


THIN = 0.17
"""The width of the lines of decks' patterns, as a part of the step: quieter than those of sides."""


def _strokes(data: list[Segment], color: str, step: float) -> tuple[Item, ...]:
    return (Path(tuple(data), Style(stroke=color, width=step * THIN, round=True)),)


def _cells(box: Box, step: float, high: float) -> list[tuple[float, float]]:
    """Upper left corners of rows of cells, every other row half a cell aside."""
    left, top, right, bottom = box
    rows = enumerate(_steps(top - step, bottom, high))
    return [(x - (step / 2 if row % 2 else 0), y) for row, y in rows for x in _steps(left, right + step, step)]


def _trellis(box: Box, color: str, step: float) -> tuple[Item, ...]:
    left, top, right, bottom = box
    high, data = bottom - top, list[Segment]()
    for x in _steps(left - high, right, step * 1.4):
        data += [("M", (x, bottom)), ("L", (x + high, top)), ("M", (x, top)), ("L", (x + high, bottom))]
    return _strokes(data, color, step)


def _waves(box: Box, color: str, step: float) -> tuple[Item, ...]:
    left, top, right, bottom = box
    data, a = list[Segment](), step * 0.5
    for y in _steps(top, bottom + step, step):
        data.append(("M", (left, y)))
        for x in _steps(left, right, step * 2):
            data.append(("C", (x + a, y - a, x + a, y - a, x + step, y)))
            data.append(("C", (x + step + a, y + a, x + step + a, y + a, x + 2 * step, y)))
    return _strokes(data, color, step)


def _bricks(box: Box, color: str, step: float) -> tuple[Item, ...]:
    wide, high = step * 1.8, step * 0.9
    data = list[Segment]()
    for x, y in _cells(box, wide, high):
        data += [("M", (x, y)), ("L", (x + wide, y)), ("M", (x, y)), ("L", (x, y + high))]
    return _strokes(data, color, step)


def _rings(box: Box, color: str, step: float) -> tuple[Item, ...]:
    style = Style(stroke=color, width=step * THIN)
    return tuple(Circle(x, y, step * 0.42, style) for x, y in _cells(box, step * 1.5, step * 1.1))


def _diamonds(box: Box, color: str, step: float) -> tuple[Item, ...]:
    data, a, b = list[Segment](), step * 0.36, step * 0.6
    for x, y in _cells(box, step * 1.5, step * 1.1):
        data += [("M", (x, y - b)), ("L", (x + a, y)), ("L", (x, y + b)), ("L", (x - a, y)), ("Z", ())]
    return (Path(tuple(data), Style(fill=color)),)


def _crosses(box: Box, color: str, step: float) -> tuple[Item, ...]:
    data, a = list[Segment](), step * 0.32
    for x, y in _cells(box, step * 1.5, step):
        data += [("M", (x - a, y)), ("L", (x + a, y)), ("M", (x, y - a)), ("L", (x, y + a))]
    return _strokes(data, color, step)


def _scales(box: Box, color: str, step: float) -> tuple[Item, ...]:
    wide, high, data = step * 1.4, step * 0.7, list[Segment]()
    for x, y in _cells(box, wide, high):
        data += [("M", (x, y)), ("C", (x, y + high * 1.35, x + wide, y + high * 1.35, x + wide, y))]
    return _strokes(data, color, step)


def _grid(box: Box, color: str, step: float) -> tuple[Item, ...]:
    left, top, right, bottom = box
    data = list[Segment]()
    for x in _steps(left, right, step):
        data += [("M", (x, top)), ("L", (x, bottom))]
    for y in _steps(top, bottom, step):
        data += [("M", (left, y)), ("L", (right, y))]
    return _strokes(data, color, step)


def _triangles(box: Box, color: str, step: float) -> tuple[Item, ...]:
    data, a = list[Segment](), step * 0.5
    for x, y in _cells(box, step * 1.5, step * 1.2):
        data += [("M", (x, y - a)), ("L", (x + a, y + a * 0.7)), ("L", (x - a, y + a * 0.7)), ("Z", ())]
    return (Path(tuple(data), Style(fill=color)),)


def _weave(box: Box, color: str, step: float) -> tuple[Item, ...]:
    """Pairs of short lines, by turns across and down."""
    left, top, right, bottom = box
    a, b, data = step * 0.2, step * 0.5, list[Segment]()
    for row, y in enumerate(_steps(top, bottom + step, step * 1.2)):
        for column, x in enumerate(_steps(left, right + step, step * 1.2)):
            for d in (-a, a):
                ends = ((x - b, y + d), (x + b, y + d)) if (row + column) % 2 else ((x + d, y - b), (x + d, y + b))
                data += [("M", ends[0]), ("L", ends[1])]
    return _strokes(data, color, step)


def _combs(box: Box, color: str, step: float) -> tuple[Item, ...]:
    wide = step * 1.3
    side, data = wide / 3**0.5, list[Segment]()
    for x, y in _cells(box, wide, side * 1.5):
        data += [("M", (x, y + side)), ("L", (x, y)), ("L", (x + wide / 2, y - side / 2)), ("L", (x + wide, y))]
    return _strokes(data, color, step)


PATTERNS: dict[str, Callable[[Box, str, float], tuple[Item, ...]]] = {
    "solid": _solid,
    "stripes": _stripes,
    "chevrons": _chevrons,
    "dots": _dots,
    "checks": _checks,
    "bars": _bars,
    "trellis": _trellis,
    "waves": _waves,
    "bricks": _bricks,
    "rings": _rings,
    "diamonds": _diamonds,
    "crosses": _crosses,
    "scales": _scales,
    "grid": _grid,
    "triangles": _triangles,
    "weave": _weave,
    "combs": _combs,
}


def pattern(name: str, box: Box, color: str, step: float = 2.0) -> tuple[Item, ...]:
    """Fill `box` with a pattern in `color`, repeated about every `step` mm. Raises BadOption for an unknown name."""
    if name not in PATTERNS:
        raise BadOption("pattern", "'{value}' is not one of {known}", value=name, known=", ".join(PATTERNS))
    return PATTERNS[name](box, color, step)
