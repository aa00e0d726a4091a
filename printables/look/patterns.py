"""Patterns that tell sides apart without colour: solid, stripes, chevrons, dots, checks, bars.

Each fills a box with strokes or dots of one colour; the caller clips to the shape it wants.
"""

from __future__ import annotations

from collections.abc import Callable

from printables.errors import BadOption
from printables.look.display import Item, Path, Style, line
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


PATTERNS: dict[str, Callable[[Box, str, float], tuple[Item, ...]]] = {
    "solid": _solid,
    "stripes": _stripes,
    "chevrons": _chevrons,
    "dots": _dots,
    "checks": _checks,
    "bars": _bars,
}


def pattern(name: str, box: Box, color: str, step: float = 2.0) -> tuple[Item, ...]:
    """Fill `box` with a pattern in `color`, repeated about every `step` mm. Raises BadOption for an unknown name."""
    if name not in PATTERNS:
        raise BadOption("pattern", "'{value}' is not one of {known}", value=name, known=", ".join(PATTERNS))
    return PATTERNS[name](box, color, step)
