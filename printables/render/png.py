"""PNG by pypdfium2, from the finished PDF, so that pictures show what a printer gets."""

from __future__ import annotations

import io
from collections.abc import Callable
from typing import Literal

import pypdfium2
from PIL import Image, ImageDraw

from printables.units import Point

Progress = Callable[[str, int, int], None]
RINGS = 0.14
"""How far the rim of a round or hex picture goes on, as a part of its longer side: more than any bleed."""
RIM = 2.0
"""Pixels at the rim that are not trusted: half of them may be paper."""


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
    inner = _within(inner, width, height)
    left, top = (width - inner.width) // 2, (height - inner.height) // 2
    page = Image.new("RGB", (width, height))
    middle = _stretched(inner, width, left, 0)
    page.paste(_stretched(middle, height, top, 1))
    return _saved(page, dpi)


def middle(data: bytes, size: Point, dpi: float = 300.0) -> bytes:
    """The middle of a PNG file, of `size` mm."""
    with Image.open(io.BytesIO(data)) as picture:
        return _saved(_within(picture, *(round(v / 25.4 * dpi) for v in size)), dpi)


def _within(picture: Image.Image, width: int, height: int) -> Image.Image:
    """The middle of a picture that is larger than so many pixels."""
    across, down = max(0, picture.width - width), max(0, picture.height - height)
    left, top = across // 2, down // 2
    return picture.crop((left, top, picture.width - (across - left), picture.height - (down - top)))


def turned(data: bytes) -> bytes:
    """A PNG file turned a quarter to the left."""
    with Image.open(io.BytesIO(data)) as picture:
        return _saved(picture.transpose(Image.Transpose.ROTATE_90), 300.0)


def ringed(data: bytes, size: Point, points: tuple[Point, ...], round_shape: bool, dpi: float = 300.0) -> bytes:
    """A hex or round PNG file in the middle of one of `size` mm; the colours of its rim go on outwards on all sides.

    `points` is the outline in mm on the picture; of a disc its bounds count.
    """
    with Image.open(io.BytesIO(data)) as picture:
        plain = picture.convert("RGB")
    shape = plain.convert("RGBA")
    shape.putalpha(_mask(plain.size, [(x / 25.4 * dpi, y / 25.4 * dpi) for x, y in points], round_shape))
    width, height = (round(v / 25.4 * dpi) for v in size)
    shape = _within(shape.crop(shape.getbbox()), width, height)
    page = Image.new("RGB", (width, height), shape.convert("RGB").getpixel((shape.width // 2, 2)))
    widest = round(max(shape.size) * RINGS)
    for grow in range(widest, 0, -1):
        share = 1 + 2 * grow / max(shape.size)
        ring = shape.resize((round(shape.width * share), round(shape.height * share)), Image.Resampling.NEAREST)
        page.paste(ring, ((width - ring.width) // 2, (height - ring.height) // 2), ring)
    page.paste(shape, ((width - shape.width) // 2, (height - shape.height) // 2), shape)
    return _saved(page, dpi)


def _mask(size: tuple[int, int], points: list[Point], round_shape: bool) -> Image.Image:
    """White inside an outline, two pixels of its rim left out."""
    mask = Image.new("L", size)
    draw = ImageDraw.Draw(mask)
    xs, ys = [x for x, _ in points], [y for _, y in points]
    middle = ((min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2)
    less = 1 - 2 * RIM / (max(ys) - min(ys))
    inner = [(middle[0] + (x - middle[0]) * less, middle[1] + (y - middle[1]) * less) for x, y in points]
    if round_shape:
        draw.ellipse((*inner[0], *inner[2]), fill=255)
    else:
        draw.polygon(inner, fill=255)
    return mask


def _saved(picture: Image.Image, dpi: float) -> bytes:
    out = io.BytesIO()
    picture.save(out, "PNG", dpi=(dpi, dpi))
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
