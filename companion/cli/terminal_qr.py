"""A QR code for the terminal, two modules in one character."""

from __future__ import annotations

from io import StringIO

import qrcode
from qrcode.constants import ERROR_CORRECT_L

_BLACK_ON_WHITE = "\x1b[38;5;16m\x1b[48;5;231m"
_PLAIN_AGAIN = "\x1b[0m"


def terminal_qr(text: str, *, colours: bool) -> str:
    """The QR code as lines of text: black on white with terminal colours, else bright on dark as in most terminals."""
    code = qrcode.QRCode(error_correction=ERROR_CORRECT_L, border=2)
    code.add_data(text)
    drawn = StringIO()
    code.print_ascii(drawn, invert=not colours)
    lines = drawn.getvalue().replace("\xa0", " ").rstrip("\n").split("\n")
    return "\n".join(f"{_BLACK_ON_WHITE}{line}{_PLAIN_AGAIN}" if colours else line for line in lines)
