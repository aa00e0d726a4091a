"""Prints a finished PDF and cuts it, as pictures (pdfium): a printer pairs and turns pages, cuts follow the marks.

Shares no code with placing or with the proof.
"""

from __future__ import annotations

import io
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise

import pikepdf
import pypdfium2
from PIL import Image, ImageDraw, ImageOps

from tools.marks_in_pdf import Marks, Point, Tick, marks_of

Box = tuple[float, float, float, float]
DPI = 150
SCALE = DPI / 25.4
NEAR = 2.0
"""A tick ends this near (mm) to the line across whose end it marks, at most."""
EDGE = 0.6
"""Cut off all round before pictures are compared, in mm: a knife is not that exact."""
LEAST, MOST = 40, 200
"""Points a side of the pictures that are compared: five a mm, within limits."""


@dataclass
class Leaf:
    """A sheet of paper: its front, and its back as seen through each point of the front."""

    front: Image.Image
    behind: Image.Image | None
    marks: Marks


@dataclass
class Cut:
    """A cut piece: small pictures of its front and of its back (as seen through the front), and its size in mm."""

    front: Image.Image
    behind: Image.Image | None
    size: Point


# ---- printing


def printed(data: bytes, sides: str) -> Iterator[Leaf]:
    """The sheets as they come out of a printer set to `sides`."""
    document = pypdfium2.PdfDocument(data)
    pictures = rendered(document)
    with pikepdf.open(io.BytesIO(data)) as pdf:
        marks = [marks_of(page) for page in pdf.pages]
    at = 0
    while at < len(pictures):
        picture, mark = pictures[at], marks[at]
        if sides.startswith("duplex"):
            behind = pictures[at + 1] if at + 1 < len(pictures) else Image.new("RGB", picture.size, "white")
            yield Leaf(picture, through(behind, sides), mark)
            at += 2
        elif mark.fold:
            yield folded(picture, mark)
            at += 1
        else:
            more = sides == "fold" and at + 1 < len(pictures)
            glued = more and glued_back(marks[at], marks[at + 1], document, at + 1)
            yield Leaf(picture, through(pictures[at + 1], "duplex-long") if glued else None, mark)
            at += 2 if glued else 1


def rendered(document: pypdfium2.PdfDocument) -> list[Image.Image]:
    """The pages as pictures."""
    pages = (page.render(scale=DPI / 72, rev_byteorder=True, may_draw_forms=False) for page in document)
    pictures = (page.to_pil() for page in pages)
    return [picture if picture.mode == "RGB" else picture.convert("RGB") for picture in pictures]


def glued_back(front: Marks, back: Marks, document: pypdfium2.PdfDocument, page: int) -> bool:
    """Whether the caption of the next page says that it is to be glued to this one."""
    text = document[page].get_textpage().get_text_range()
    return back.fold is None and ("back, print" in text or "Rückseite, auf" in text) and bool(front.down)


def through(back: Image.Image, sides: str) -> Image.Image:
    """A back seen through the paper: the printer turns the sheet about its long or short edge."""
    long_edge_is_upright = back.height >= back.width
    about_upright = (sides == "duplex-long") == long_edge_is_upright
    return ImageOps.mirror(back) if about_upright else ImageOps.flip(back)


def folded(page: Image.Image, marks: Marks) -> Leaf:
    """A page folded at its dashed line, so that one half is behind the other."""
    assert marks.fold
    (x1, y1), (x2, y2) = marks.fold
    upright = abs(x1 - x2) < abs(y1 - y2)
    whole = Image.new("RGB", page.size, "white")
    turned = ImageOps.mirror(page) if upright else ImageOps.flip(page)
    offset = round((2 * x1 - marks.width) * SCALE), round((2 * y1 - marks.height) * SCALE)
    whole.paste(turned, (offset[0], 0) if upright else (0, offset[1]))
    half = Marks(marks.width, marks.height)
    half.down = [t for t in marks.down if (t[0] < x1 if upright else t[2] < y1)]
    half.across = [t for t in marks.across if (t[2] < x1 if upright else t[0] < y1)]
    half.outlines = [o for o in marks.outlines if all((p[0] < x1 if upright else p[1] < y1) for p in o)]
    return Leaf(page, whole, half)


# ---- cutting


def cut(leaf: Leaf) -> Iterator[Cut]:
    """All pieces of a sheet when its marks are followed."""
    for box in cells(leaf.marks):
        yield taken(leaf, box)
    for outline in leaf.marks.outlines:
        xs, ys = [p[0] for p in outline], [p[1] for p in outline]
        yield taken(leaf, (min(xs), min(ys), max(xs), max(ys)), outline)


def taken(leaf: Leaf, box: Box, outline: list[Point] | None = None) -> Cut:
    """A piece with what is behind it; everything outside of its outline is removed."""
    scale = leaf.front.width / leaf.marks.width, leaf.front.height / leaf.marks.height
    around = tuple(int(v * scale[n % 2]) + (1 if n > 1 else 0) for n, v in enumerate(box))
    sides = []
    for picture in (leaf.front, leaf.behind):
        if picture and outline:
            here = picture.crop(around)
            shape = [(x * scale[0] - around[0], y * scale[1] - around[1]) for x, y in outline]
            inner = (box[0] * scale[0] - around[0], box[1] * scale[1] - around[1])
            picture, at = within(here, shape), (inner[0] / scale[0], inner[1] / scale[1])
            sides.append(small(picture, (*at, at[0] + box[2] - box[0], at[1] + box[3] - box[1]), scale))
        else:
            sides.append(small(picture, box, scale) if picture else None)
    front, behind = sides
    assert front
    return Cut(front, behind, (box[2] - box[0], box[3] - box[1]))


def within(picture: Image.Image, corners: list[Point]) -> Image.Image:
    """A picture with everything outside of an outline (in pixels) white."""
    mask = Image.new("L", picture.size, 0)
    ImageDraw.Draw(mask).polygon(corners, fill=255)
    return Image.composite(picture, Image.new("RGB", picture.size, "white"), mask)


def small(picture: Image.Image, box: Box, scale: Point) -> Image.Image:
    """The part of a picture inside a box (mm), without its outermost edge, as a small picture."""
    left, top, right, bottom = box
    (x, y), points = scale, min(MOST, max(LEAST, round(5 * max(right - left, bottom - top))))
    inside = ((left + EDGE) * x, (top + EDGE) * y, (right - EDGE) * x, (bottom - EDGE) * y)
    return picture.resize((points, points), Image.Resampling.BOX, box=inside)


def cells(marks: Marks) -> list[Box]:
    """The boxes between cuts: each cut goes from a tick to the one opposite it."""
    down = edges(marks.down, marks.across)
    across = edges(marks.across, marks.down)
    rows: dict[tuple[float, float], list[float]] = {}
    for x, top, bottom in down:
        rows.setdefault((top, bottom), []).append(x)
    found = []
    for (top, bottom), xs in rows.items():
        for left, right in pairwise(sorted(xs)):
            held = sorted({y for y, a, b in across if a <= left + 0.01 and b >= right - 0.01 and top <= y <= bottom})
            found += [(left, y1, right, y2) for y1, y2 in pairwise(held)]
    return found


def edges(ticks: list[Tick], others: list[Tick]) -> set[Tick]:
    """The cuts: from the line just behind a tick to the line just before the next tick in its line."""
    starts: dict[float, list[float]] = {}
    ends: dict[float, list[float]] = {}
    for at, low, high in ticks:
        after = nearest([(o, abs(spot(a, b, at))) for o, a, b in others if 0 < o - high <= NEAR])
        before = nearest([(o, abs(spot(a, b, at))) for o, a, b in others if 0 < low - o <= NEAR])
        if after is not None:
            starts.setdefault(round(at, 2), []).append(round(after, 2))
        if before is not None:
            ends.setdefault(round(at, 2), []).append(round(before, 2))
    found = set()
    for at, begins in starts.items():
        for begin in begins:
            later = [end for end in ends.get(at, []) if end > begin + NEAR]
            if later:
                found.add((at, begin, min(later)))
    return found


def spot(low: float, high: float, at: float) -> float:
    """How far a tick is from a position along it."""
    return 0.0 if low <= at <= high else min(abs(low - at), abs(high - at))


def nearest(found: list[tuple[float, float]]) -> float | None:
    """The position with the smallest distance, or None."""
    return min(found, key=lambda one: one[1])[0] if found else None
