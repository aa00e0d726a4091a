"""QR codes as one SVG path, so that no image is ever loaded. A library computes the matrix."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

import qrcode
from qrcode.constants import ERROR_CORRECT_M


class Qr(NamedTuple):
    """A QR code: the path of its dark modules, and its width in modules including the quiet zone."""

    path: str
    size: int


@lru_cache(maxsize=256)
def qr(text: str) -> Qr:
    """The QR code of a text, with the quiet zone of four modules that scanners need."""
    code = qrcode.QRCode(error_correction=ERROR_CORRECT_M, border=4)
    code.add_data(text)
    code.make(fit=True)
    matrix = code.get_matrix()
    return Qr("".join(_run(row, y) for y, row in enumerate(matrix)), len(matrix))


def _run(row: list[bool | None], y: int) -> str:
    """One row as strokes of dark squares: `M` to the first, `h` along, a square down and back."""
    parts: list[str] = []
    x = 0
    while x < len(row):
        width = 0
        while x + width < len(row) and row[x + width]:
            width += 1
        if width:
            parts.append(f"M{x} {y}h{width}v1h-{width}z")
        x += width + 1
    return "".join(parts)
