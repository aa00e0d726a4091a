"""PNG by pypdfium2, from the finished PDF, so that pictures show what a printer gets."""

from __future__ import annotations

import io
from collections.abc import Callable
from typing import Literal

import pypdfium2
from PIL import Image

from printables.units import Point

Progress = Callable[[str, int, int], None]


def pages(pdf: bytes, dpi: float = 300.0, progress: Progress | None = None, clear: bool = False) -> list[bytes]:
    """Every page as a PNG file, on white paper or on nothing (`clear`)."""
    document = pypdfium2.PdfDocument(pdf)
    try:
        out = []
        for number, page in enumerate(document, 1):
            out.append(_png(page, dpi, clear))
            if progress:
                progress(f"page {number}", number, len(document))
        return out
    finally:
        document.close()


def grown(data: bytes, size: Point, lost: float, dpi: float = 300.0) -> bytes:
    """A PNG file in the middle of one of `size` mm; the colours `lost` mm inside its edge go on around it."""
    cut = round(lost / 25.4 * dpi)
    with Image.open(io.BytesIO(data)) as picture:
        inner = picture.convert("RGB").crop((cut, cut, picture.width - cut, picture.height - cut))
    width, height = (round(v / 25.4 * dpi) for v in size)
    left, top = (width - inner.width) // 2, (height - inner.height) // 2
    page = Image.new("RGB", (width, height))
    middle = _stretched(inner, width, left, 0)
    page.paste(_stretched(middle, height, top, 1))
    out = io.BytesIO()
    page.save(out, "PNG", dpi=(dpi, dpi))
    return out.getvalue()


def _stretched(picture: Image.Image, length: int, before: int, way: Literal[0, 1]) -> Image.Image:
    """A picture made `length` pixels wide (`way` 0) or high (1): its first and last lines are repeated."""
    w, h = picture.size
    old = picture.size[way]
    ends = ((0, 0, 1, h), (w - 1, 0, w, h)) if way == 0 else ((0, 0, w, 1), (0, h - 1, w, h))
    out = Image.new("RGB", (length, h) if way == 0 else (w, length))
    for box, start, size in zip(ends, (0, before + old), (before, length - before - old), strict=True):
        if size > 0:
            strip = picture.crop(box).resize((size, h) if way == 0 else (w, size))
            out.paste(strip, (start, 0) if way == 0 else (0, start))
    out.paste(picture, (before, 0) if way == 0 else (0, before))
    return out


def _png(page: pypdfium2.PdfPage, dpi: float, clear: bool) -> bytes:
    out = io.BytesIO()
    page.render(scale=dpi / 72, fill_color=(255, 255, 255, 0 if clear else 255)).to_pil().save(
        out, "PNG", dpi=(dpi, dpi)
    )
    return out.getvalue()
