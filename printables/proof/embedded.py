"""Fonts as they stand in a finished PDF: widths, ink boxes and the characters behind the codes."""

from __future__ import annotations

import re
from typing import Any

from printables.errors import ProofError
from printables.look.outlines import Box, bounds
from printables.look.sfnt import TrueType


class EmbeddedFont:
    """Advance widths from the font dictionary, glyph boxes from the embedded font program."""

    def __init__(self, font: Any) -> None:
        """Read a font dictionary; refuse a font that is not in the file."""
        self.first = int(font.get("/FirstChar", 0))
        self.widths = [float(w) for w in font.get("/Widths", [])]
        descriptor = font.get("/FontDescriptor")
        if descriptor is None or "/FontFile2" not in descriptor:
            raise ProofError(f"the font {font.get('/BaseFont', '?')} is not embedded")
        self.program = TrueType(descriptor.FontFile2.read_bytes())
        self.unicode = _to_unicode(font)

    def measure(self, codes: bytes) -> tuple[float, Box | None]:
        """Advance and ink box of a string, per 1 of the type size, y upwards."""
        x, boxes = 0.0, []
        for code in codes:
            glyph = self.program.box(self.program.cmap.get(code, 0))
            if glyph:
                boxes.append((x + glyph[0], glyph[1], x + glyph[2], glyph[3]))
            x += self.widths[code - self.first] if 0 <= code - self.first < len(self.widths) else 0.0
        if not boxes:
            return x / 1000, None
        ink = bounds(tuple(p for b in boxes for p in ((b[0], b[1]), (b[2], b[3]))))
        return x / 1000, (ink[0] / 1000, ink[1] / 1000, ink[2] / 1000, ink[3] / 1000)


def _to_unicode(font: Any) -> dict[int, str]:
    """Code to characters, from the font's `bfchar` and `bfrange` lists."""
    if "/ToUnicode" not in font:
        return {}
    text = font.ToUnicode.read_bytes().decode("latin-1")
    out: dict[int, str] = {}
    for part in _sections(text, "bfchar"):
        codes = re.findall(r"<([0-9A-Fa-f]+)>", part)
        out |= {int(code, 16): _character(word) for code, word in zip(codes[::2], codes[1::2], strict=True)}
    for part in _sections(text, "bfrange"):
        for start, words in re.findall(r"<([0-9A-Fa-f]+)>\s*<[0-9A-Fa-f]+>\s*\[([^\]]*)\]", part):
            found = re.findall(r"<([0-9A-Fa-f]+)>", words)
            out |= {int(start, 16) + i: _character(word) for i, word in enumerate(found)}
    return out


def _sections(text: str, kind: str) -> list[str]:
    return [part.split(f"end{kind}")[0] for part in text.split(f"begin{kind}")[1:]]


def _character(word: str) -> str:
    return bytes.fromhex(word).decode("utf-16-be", "replace")
