"""Reads the few facts the press needs from a TrueType file: widths and glyph boxes.

Used twice and independently: to measure text before it is set (`fonts`), and on the fonts embedded in
a finished PDF (`proof`). All values are thousandths of the type size. ReportLab's reader knows no glyph boxes, and what
checks a PDF should not read it with the code that wrote it; fontTools, 5 MB, is needed to make the fonts only.
"""

from __future__ import annotations

import struct
from functools import cache

GlyphBox = tuple[float, float, float, float]
"""`(left, bottom, right, top)` relative to the origin of the glyph, y upwards, per 1000 of the size."""


class TrueType:
    """Measures of one TrueType font given as bytes."""

    def __init__(self, data: bytes) -> None:
        """Parse the table directory; tables are read when asked for."""
        self._data = data
        count = struct.unpack_from(">H", data, 4)[0]
        self._tables: dict[str, int] = {}
        for i in range(count):
            tag, _, offset, _ = struct.unpack_from(">4sLLL", data, 12 + 16 * i)
            self._tables[tag.decode("latin-1")] = offset
        head = self._tables["head"]
        self.scale = 1000 / struct.unpack_from(">H", data, head + 18)[0]
        self._long = struct.unpack_from(">h", data, head + 50)[0]
        self.cmap = self._read_cmap() if "cmap" in self._tables else {}
        self.advance = cache(self._advance)
        self.box = cache(self._box)

    def _read_cmap(self) -> dict[int, int]:
        data, base = self._data, self._tables["cmap"]
        found: dict[int, int] = {}
        for i in range(struct.unpack_from(">H", data, base + 2)[0]):
            at = base + struct.unpack_from(">L", data, base + 8 + 8 * i)[0]
            form = struct.unpack_from(">H", data, at)[0]
            if form == 4:
                found |= self._format4(at)
            elif form == 6:
                first, count = struct.unpack_from(">HH", data, at + 6)
                found |= {first + k: g for k, g in enumerate(struct.unpack_from(f">{count}H", data, at + 10))}
            elif form == 12:
                found |= self._format12(at)
            elif form == 0:
                found |= {k: g for k, g in enumerate(data[at + 6 : at + 262]) if g}
        return found

    def _format4(self, at: int) -> dict[int, int]:
        data = self._data
        half = struct.unpack_from(">H", data, at + 6)[0]
        n = half // 2
        ends = struct.unpack_from(f">{n}H", data, at + 14)
        starts = struct.unpack_from(f">{n}H", data, at + 16 + half)
        deltas = struct.unpack_from(f">{n}H", data, at + 16 + 2 * half)
        ranges = at + 16 + 3 * half
        out = {}
        for k in range(n):
            offset = struct.unpack_from(">H", data, ranges + 2 * k)[0]
            for code in range(starts[k], ends[k] + 1):
                glyph = code
                if offset:
                    glyph = struct.unpack_from(">H", data, ranges + 2 * k + offset + 2 * (code - starts[k]))[0]
                    if glyph == 0:
                        continue
                out[code] = (glyph + deltas[k]) & 0xFFFF
        return out

    def _format12(self, at: int) -> dict[int, int]:
        count = struct.unpack_from(">L", self._data, at + 12)[0]
        groups = struct.iter_unpack(">LLL", self._data[at + 16 : at + 16 + 12 * count])
        return {code: glyph + code - first for first, last, glyph in groups for code in range(first, last + 1)}

    def _advance(self, glyph: int) -> float:
        count = struct.unpack_from(">H", self._data, self._tables["hhea"] + 34)[0]
        at = self._tables["hmtx"] + 4 * min(glyph, count - 1)
        return float(struct.unpack_from(">H", self._data, at)[0] * self.scale)

    def _box(self, glyph: int) -> GlyphBox | None:
        data, loca = self._data, self._tables["loca"]
        if self._long:
            start, end = struct.unpack_from(">LL", data, loca + 4 * glyph)
        else:
            start, end = (2 * v for v in struct.unpack_from(">HH", data, loca + 2 * glyph))
        if start == end:
            return None
        left, bottom, right, top = struct.unpack_from(">hhhh", data, self._tables["glyf"] + start + 2)
        return (left * self.scale, bottom * self.scale, right * self.scale, top * self.scale)
