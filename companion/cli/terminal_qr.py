"""A QR code in the terminal, two squares in one letter."""

from __future__ import annotations

import qrcode
from qrcode.constants import ERROR_CORRECT_L

_HALVES = {(False, False): " ", (True, False): "▀", (False, True): "▄", (True, True): "█"}
_BLACK_ON_WHITE = "\x1b[38;5;16m\x1b[48;5;231m"
_PLAIN_AGAIN = "\x1b[0m"


def terminal_qr(text: str, *, colours: bool) -> str:
    """The code as lines of text: black on white with terminal colours, else bright on dark as most terminals are."""
    code = qrcode.QRCode(error_correction=ERROR_CORRECT_L, border=2)
    code.add_data(text)
    code.make(fit=True)
    dark = [[bool(square) for square in row] for row in code.get_matrix()]
    if len(dark) % 2:
        dark.append([False] * len(dark))
    ink = dark if colours else [[not square for square in row] for row in dark]
    lines = [
        "".join(_HALVES[pair] for pair in zip(*rows, strict=True)) for rows in zip(ink[::2], ink[1::2], strict=True)
    ]
    return "\n".join(f"{_BLACK_ON_WHITE}{line}{_PLAIN_AGAIN}" if colours else line for line in lines)
