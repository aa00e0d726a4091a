"""How much ink a finished PDF takes: the cover of each page, as printers count it.

Pages are drawn small and split into cyan, magenta, yellow and black the plain way; 100 means one ink all
over the page, so a page may have up to 400.
"""

from __future__ import annotations

from dataclasses import dataclass

import pypdfium2

DPI = 24.0


@dataclass(frozen=True, slots=True)
class Cover:
    """Percent of a page covered by each ink."""

    page: int
    cyan: float
    magenta: float
    yellow: float
    black: float

    @property
    def total(self) -> float:
        """All inks together."""
        return self.cyan + self.magenta + self.yellow + self.black

    def __str__(self) -> str:
        parts = f"C {self.cyan:.0f}  M {self.magenta:.0f}  Y {self.yellow:.0f}  K {self.black:.0f}"
        return f"page {self.page}: {self.total:.0f} % ({parts})"


def covers(pdf: bytes) -> list[Cover]:
    """The cover of every page."""
    document = pypdfium2.PdfDocument(pdf)
    try:
        return [_cover(i, page) for i, page in enumerate(document, 1)]
    finally:
        document.close()


def _cover(number: int, page: pypdfium2.PdfPage) -> Cover:
    picture = page.render(scale=DPI / 72).to_pil().convert("RGB")
    sums = [0.0, 0.0, 0.0, 0.0]
    colors = picture.getcolors(maxcolors=picture.width * picture.height) or []
    for count, rgb in colors:
        key = 1 - max(rgb) / 255
        sums[3] += count * key
        if key < 1:
            for i in range(3):
                sums[i] += count * (1 - rgb[i] / 255 - key) / (1 - key) * (1 - key)
    area = picture.width * picture.height / 100
    c, m, y, k = (s / area for s in sums)
    return Cover(number, c, m, y, k)
