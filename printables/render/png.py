"""PNG by pypdfium2, from the finished PDF, so that pictures show what a printer gets."""

from __future__ import annotations

import io
from collections.abc import Callable

import pypdfium2

from printables.outlines import Box
from printables.units import points

Progress = Callable[[str, int, int], None]


def pages(pdf: bytes, dpi: float = 300.0, progress: Progress | None = None) -> list[bytes]:
    """Every page as a PNG file."""
    document = pypdfium2.PdfDocument(pdf)
    try:
        out = []
        for number, page in enumerate(document, 1):
            out.append(_png(page, dpi))
            if progress:
                progress(f"page {number}", number, len(document))
        return out
    finally:
        document.close()


def cut_out(pdf: bytes, page_number: int, box: Box, dpi: float = 300.0) -> bytes:
    """A part of a page (0 is the first) as a PNG file; `box` is in page millimetres."""
    document = pypdfium2.PdfDocument(pdf)
    try:
        page = document[page_number]
        width, height = page.get_size()
        left, top, right, bottom = (points(v) for v in box)
        return _png(page, dpi, (left, height - bottom, width - right, top))
    finally:
        document.close()


def _png(page: pypdfium2.PdfPage, dpi: float, crop: Box = (0.0, 0.0, 0.0, 0.0)) -> bytes:
    out = io.BytesIO()
    page.render(scale=dpi / 72, crop=crop).to_pil().save(out, "PNG", dpi=(dpi, dpi))
    return out.getvalue()
