"""QR codes as one SVG path, so that no image is ever loaded. A library computes the matrix."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

import qrcode
from qrcode.constants import ERROR_CORRECT_M

from printables.look.qr import dark_runs


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
    return Qr("".join(f"M{x} {y}h{run}v1h-{run}z" for x, y, run in dark_runs(matrix)), len(matrix))
