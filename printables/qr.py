"""QR codes as one vector path, on a white ground with the quiet zone that readers need."""

from __future__ import annotations

from functools import cache

import qrcode
from qrcode.constants import ERROR_CORRECT_M

from printables.display import Item, Path, Style, rect
from printables.outlines import PathData, Segment, moved
from printables.units import scale, then, translate

QUIET = 4
"""Modules of white around the code."""


@cache
def matrix(text: str) -> tuple[tuple[bool, ...], ...]:
    """The modules of a code, without its quiet zone."""
    code = qrcode.QRCode(error_correction=ERROR_CORRECT_M, border=0)
    code.add_data(text)
    code.make(fit=True)
    return tuple(tuple(bool(v) for v in row) for row in code.get_matrix())


def path(text: str) -> PathData:
    """The dark modules, joined along rows, one unit a module."""
    data: list[Segment] = []
    for y, row in enumerate(matrix(text)):
        x = 0
        while x < len(row):
            run = next((i for i in range(x, len(row)) if not row[i]), len(row)) - x
            if run:
                data += [("M", (x, y)), ("L", (x + run, y)), ("L", (x + run, y + 1)), ("L", (x, y + 1)), ("Z", ())]
            x += max(1, run)
    return tuple(data)


def code(text: str, x: float, y: float, size: float) -> list[Item]:
    """A code with its quiet zone in a square of `size` mm whose corner is (`x`, `y`)."""
    module = size / (len(matrix(text)) + 2 * QUIET)
    place = then(scale(module), translate(x + QUIET * module, y + QUIET * module))
    return [rect(x, y, size, size, Style(fill="#ffffff"), 0.8), Path(moved(path(text), place), Style(fill="#000000"))]
