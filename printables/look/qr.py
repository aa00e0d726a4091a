"""QR codes as one vector path, on a white ground with the quiet zone that readers need."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache
from itertools import groupby

from printables.errors import BadOption
from printables.look.display import Item, Path, Style, rect
from printables.look.outlines import PathData, Segment, moved
from printables.units import scale, then, translate

MOST_VERSION, MOST_LETTERS = 8, 152
"""Larger codes have modules of less than 0.25 mm where ours stand."""
QUIET = 4
"""Modules of white around the code."""


def _too_long(text: str) -> BadOption:
    message = "an address of {length} letters is too long for a QR code that phones can read: at most {most}"
    return BadOption("address", message, length=len(text), most=MOST_LETTERS)


@cache
def matrix(text: str) -> tuple[tuple[bool, ...], ...]:
    """The modules of a code, without its quiet zone. Raises BadOption for a text too long to be read."""
    import qrcode  # brings a library of pictures along, and most kits have no code
    from qrcode.constants import ERROR_CORRECT_M
    from qrcode.exceptions import DataOverflowError

    code = qrcode.QRCode(error_correction=ERROR_CORRECT_M, border=0)
    code.add_data(text)
    try:
        code.make(fit=True)
    except (ValueError, DataOverflowError):
        raise _too_long(text) from None
    if code.version > MOST_VERSION:
        raise _too_long(text)
    return tuple(tuple(bool(v) for v in row) for row in code.get_matrix())


def path(text: str) -> PathData:
    """The dark modules, joined along rows, one unit a module."""
    data: list[Segment] = []
    for x, y, run in dark_runs(matrix(text)):
        data += [("M", (x, y)), ("L", (x + run, y)), ("L", (x + run, y + 1)), ("L", (x, y + 1)), ("Z", ())]
    return tuple(data)


def dark_runs(modules: Iterable[Iterable[bool | None]]) -> Iterator[tuple[int, int, int]]:
    """The dark modules of a code as runs along its rows: column and row of the first, and how many."""
    for y, row in enumerate(modules):
        x = 0
        for dark, same in groupby(row):
            run = len(list(same))
            if dark:
                yield x, y, run
            x += run


def code(text: str, x: float, y: float, size: float) -> list[Item]:
    """A code with its quiet zone in a square of `size` mm whose corner is (`x`, `y`)."""
    module = size / (len(matrix(text)) + 2 * QUIET)
    place = then(scale(module), translate(x + QUIET * module, y + QUIET * module))
    return [rect(x, y, size, size, Style(fill="#ffffff"), 0.8), Path(moved(path(text), place), Style(fill="#000000"))]
