"""Makes pieces from a finished PDF as hands do: print, turn the paper, cut along the marks, look at both sides.

Shares no code with placing or with the proof. Pages become pictures (pdfium); a printer pairs and turns them; knives
follow the crop marks and the cutting lines; what falls out is turned upright and compared with pictures of the pieces.
"""

from __future__ import annotations

import io
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from operator import itemgetter, mul, sub

import pikepdf
import pypdfium2
from PIL import Image, ImageChops, ImageDraw, ImageFilter, ImageOps, ImageStat

from printables.job import PrintJob
from printables.model import Piece
from printables.render.faces import one_a_page
from tools.marks_in_pdf import Marks, Point, Tick, marks_of

Box = tuple[float, float, float, float]
DPI = 150
SCALE = DPI / 25.4
NEAR = 2.0
"""A tick ends this near (mm) to the line across whose end it marks, at most."""
BLEED = 1.0
"""What the pictures of single faces have all round, in mm."""
EDGE = 0.6
"""Cut off all round before pictures are compared, in mm: a knife is not that exact."""
LEAST, MOST, GLANCE, BLINK = 40, 200, 40, 5
"""Points a side of the pictures that are compared: five a mm, within limits; at a glance; in the blink of an eye."""
TWINS = 5.0
"""Pieces that differ by less from afar need a closer look."""
SAME = 0.4
"""Pieces that differ by less even so are not told apart: they count together."""
FAR = 3.0
"""Pieces that differ by more in the blink of an eye need no closer look."""
ALIKE = 14.0
"""Pictures that differ by less (mean of 255 steps) show the same."""


@dataclass
class Leaf:
    """A piece of paper: its front, and what of its back lies behind each point of the front (seen through)."""

    front: Image.Image
    behind: Image.Image | None
    marks: Marks


@dataclass
class Cut:
    """What fell out: small pictures of its front and of its back, seen through it, and its size in mm."""

    front: Image.Image
    behind: Image.Image | None
    size: Point


# ---- printing


def printed(data: bytes, sides: str) -> Iterator[Leaf]:
    """The leaves as they come out of a printer set to `sides`."""
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
    """Whether the caption of the next page says that it is glued to this one."""
    text = document[page].get_textpage().get_text_range()
    return back.fold is None and ("back, print" in text or "Rückseite, auf" in text) and bool(front.down)


def through(back: Image.Image, sides: str) -> Image.Image:
    """A back seen through the paper: the printer turns it about the long or the short edge of the sheet."""
    long_edge_is_upright = back.height >= back.width
    about_upright = (sides == "duplex-long") == long_edge_is_upright
    return ImageOps.mirror(back) if about_upright else ImageOps.flip(back)


def folded(page: Image.Image, marks: Marks) -> Leaf:
    """A page folded at its dashed line: one half comes to lie behind the other."""
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
    """Everything that comes out of a leaf by following its marks."""
    for box in cells(leaf.marks):
        yield taken(leaf, box)
    for outline in leaf.marks.outlines:
        xs, ys = [p[0] for p in outline], [p[1] for p in outline]
        yield taken(leaf, (min(xs), min(ys), max(xs), max(ys)), outline)


def taken(leaf: Leaf, box: Box, outline: list[Point] | None = None) -> Cut:
    """A piece with what is behind it; outside of its outline there is nothing."""
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


def small(picture: Image.Image, box: Box, scale: Point) -> Image.Image:
    """What a picture shows inside a box (mm), without its outermost edge, small."""
    left, top, right, bottom = box
    (x, y), points = scale, min(MOST, max(LEAST, round(5 * max(right - left, bottom - top))))
    inside = ((left + EDGE) * x, (top + EDGE) * y, (right - EDGE) * x, (bottom - EDGE) * y)
    return picture.resize((points, points), Image.Resampling.BOX, box=inside)


def cells(marks: Marks) -> list[Box]:
    """The boxes between cuts: a knife goes from each tick to the one opposite it."""
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
    """Cuts: from the line across just behind a tick to the line across just before the next tick in its line."""
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
    """How far a tick lies from a place along it."""
    return 0.0 if low <= at <= high else min(abs(low - at), abs(high - at))


def nearest(found: list[tuple[float, float]]) -> float | None:
    """The one at the smallest distance."""
    return min(found, key=lambda one: one[1])[0] if found else None


# ---- looking


STEPS = tuple(range(256)) * 3


def difference(one: Image.Image, other: Image.Image) -> float:
    """The mean difference of two small pictures."""
    steps = ImageChops.difference(one, other).histogram()
    return sum(map(mul, steps, STEPS)) / (3 * one.width * one.height)


@dataclass
class Afar:
    """Both sides of a piece as seen from afar, and in the blink of an eye."""

    front: Image.Image
    back: Image.Image | None

    @cached_property
    def blink(self) -> tuple[bytes, bytes]:
        """Both sides as a few colours."""
        return few(self.front), few(self.back) if self.back else b""

    def turned(self, quarter: int) -> Afar:
        """Turned by quarters; the back is turned over like a page."""
        return Afar(self.front.rotate(quarter), ImageOps.mirror(self.back.rotate(quarter)) if self.back else None)


@dataclass
class Known:
    """A piece as it should be: its id, size, and its faces as small pictures."""

    id: str
    size: Point
    front: Image.Image
    back: Image.Image | None

    @cached_property
    def afar(self) -> Afar:
        """Both sides as seen from afar."""
        return from_afar(self.front, self.back)


@dataclass
class Stock:
    """All pieces of a job as they should be; the same for every paper, and with or without backs."""

    known: list[Known]

    @cached_property
    def same(self) -> dict[str, str]:
        """Id to the first id that looks the same."""
        return twins(self.known)

    def wanted(self, job: PrintJob) -> Counter[str]:
        """What should come out."""
        count: Counter[str] = Counter()
        for name, number in job.counts.items():
            count[self.same[name]] += number
        return count


def stock(job: PrintJob) -> Stock:
    """Every piece of a job by itself, each look once; `id` names all that look alike."""
    found: list[Known] = []
    for component in job.chosen:
        names, data = one_a_page(component.pieces, job.look)
        pictures = dict(zip(names, rendered(pypdfium2.PdfDocument(data)), strict=True))
        for piece in component.pieces:
            sides = ["front", "back"] if piece.back and job.sides != "single" else ["front"]
            shown = [alone(piece, side, pictures[f"{piece.id}-{side}"]) for side in sides]
            found.append(Known(piece.id, piece.outline.size, shown[0], shown[1] if len(shown) > 1 else None))
    return Stock(found)


def alone(piece: Piece, side: str, picture: Image.Image) -> Image.Image:
    """A face as a small picture: no bleed, and nothing outside of the outline."""
    width, height = piece.outline.size
    scale = picture.width / (width + 2 * BLEED), picture.height / (height + 2 * BLEED)
    if not piece.outline.straight:
        points = [(x if side == "front" else width - x, y) for x, y in piece.outline.points]
        picture = within(picture, [((x + BLEED) * scale[0], (y + BLEED) * scale[1]) for x, y in points])
    return small(picture, (BLEED, BLEED, BLEED + width, BLEED + height), scale)


def within(picture: Image.Image, corners: list[Point]) -> Image.Image:
    """A picture with everything outside of an outline (in points of the picture) white."""
    mask = Image.new("L", picture.size, 0)
    ImageDraw.Draw(mask).polygon(corners, fill=255)
    return Image.composite(picture, Image.new("RGB", picture.size, "white"), mask)


QUARTERS = (0, 90, 180, 270)


def recognised(piece: Cut, known: list[Known]) -> tuple[str, float]:
    """Which piece this is, right side up on both sides, and how much it differs from what it should be.

    A piece may be turned on the sheet; whoever holds it turns it upright, and then turns it over like a page. Between
    those that look much alike from afar a closer look decides.
    """
    likely: list[tuple[float, Known, int, Afar]] = []
    afar = from_afar(piece.front, piece.behind)
    for quarter in QUARTERS:
        width, height = piece.size if quarter in (0, 180) else piece.size[::-1]
        sized = [one for one in known if abs(one.size[0] - width) < 0.2 and abs(one.size[1] - height) < 0.2]
        if sized:
            turned = afar.turned(quarter)
            likely += [(at_least(turned, one.afar), one, quarter, turned) for one in sized]
    if not likely:
        return ("nothing of this size", 255.0)
    return decided(piece, sorted(likely, key=itemgetter(0)))


def decided(piece: Cut, likely: list[tuple[float, Known, int, Afar]]) -> tuple[str, float]:
    """The best of what a piece may be, the likeliest first: a closer look where several are near."""
    found: list[tuple[float, Known, int]] = []
    least = 255.0
    for bound, one, quarter, turned in likely:
        if bound > least + TWINS:
            break
        found.append((compared(turned, one.afar), one, quarter))
        least = min(least, found[-1][0])
    near = [one for one in found if one[0] <= least + TWINS]
    off, best, _ = min(near, key=lambda one: (in_hands(piece, *one[1:]), one[0])) if len(near) > 1 else near[0]
    return (best.id, off)


def in_hands(piece: Cut, one: Known, quarter: int) -> float:
    """How much a piece turned upright differs from a known one."""
    back = ImageOps.mirror(piece.behind.rotate(quarter)) if piece.behind else None
    return closely(one, piece.front.rotate(quarter), back)


def closely(one: Known, front: Image.Image, back: Image.Image | None) -> float:
    """How much both sides of a piece differ from a known one, as small as they are printed."""
    return difference(front, one.front) + (difference(back, one.back) if back and one.back else 0.0)


def compared(piece: Afar, known: Afar) -> float:
    """How much a piece differs from a known one, both seen from afar: the worse of its two sides."""
    if known.back and not piece.back:
        return 255.0
    off = difference(piece.front, known.front)
    return max(off, difference(piece.back, known.back)) if known.back and piece.back and off < 60 else off


def at_least(piece: Afar, known: Afar) -> float:
    """What `compared` comes to at least: the mean of differences is no less than the difference of means.

    Colours are whole numbers, so two means may be half a step off each.
    """
    return max(steps(one, other) for one, other in zip(piece.blink, known.blink, strict=True)) - 1.0


def steps(one: bytes, other: bytes) -> float:
    """The mean difference of a few colours; of nothing to something there is none."""
    return sum(map(abs, map(sub, one, other))) / len(one) if one and other else 0.0


def few(picture: Image.Image) -> bytes:
    """A picture as a few colours."""
    return picture.resize((BLINK, BLINK), Image.Resampling.BOX).tobytes()


def from_afar(front: Image.Image, back: Image.Image | None) -> Afar:
    """Both sides of a piece, blurred."""
    return Afar(glance(front), glance(back) if back else None)


def glance(picture: Image.Image) -> Image.Image:
    """A picture as seen from afar."""
    return picture.resize((GLANCE, GLANCE), Image.Resampling.BOX).filter(ImageFilter.GaussianBlur(1.2))


def blank(picture: Image.Image) -> bool:
    """Whether it is a scrap of white paper, but for the edge, where a neighbour's colour may reach in."""
    edge = picture.width // 4
    middle = picture.crop((edge, edge, picture.width - edge, picture.height - edge))
    return min(ImageStat.Stat(middle).mean) > 254.0


@dataclass
class Finding:
    """What came out of a file: pieces by id, and complaints."""

    pieces: Counter[str]
    complaints: list[str]


def assembled(data: bytes, stock: Stock, sides: str) -> Finding:
    """Print, turn, cut, look. Pieces that look the same on both sides count together, by the first id."""
    found: Counter[str] = Counter()
    complaints = []
    for number, leaf in enumerate(printed(data, sides), 1):
        for piece in cut(leaf):
            if blank(piece.front) and (piece.behind is None or blank(piece.behind)):
                continue
            name, off = recognised(piece, stock.known)
            if off > ALIKE and leaf.behind and sides == "fold":  # which half is the front nobody says
                assert piece.behind
                turned = Cut(ImageOps.mirror(piece.behind), ImageOps.mirror(piece.front), piece.size)
                name, off = min((name, off), recognised(turned, stock.known), key=lambda one: one[1])
            if off > ALIKE:
                size = f"{piece.size[0]:.1f} x {piece.size[1]:.1f} mm"
                complaints.append(f"leaf {number}: a piece of {size} looks like {name}, but {off:.0f} off")
            else:
                found[stock.same[name]] += 1
    return Finding(found, complaints)


def twins(known: list[Known]) -> dict[str, str]:
    """Id to the first id that looks the same, on both sides; what looks like one of them is one of them."""
    groups: list[list[Known]] = []
    for one in known:
        like = [group for group in groups if any(two.size == one.size and alike(one, two) for two in group)]
        groups = [group for group in groups if group not in like] + [[two for group in like for two in group] + [one]]
    return {one.id: group[0].id for group in groups for one in group}


def alike(one: Known, two: Known) -> bool:
    """Whether hands would mix them up: they differ by a few strokes at most."""
    if (one.back is None) != (two.back is None) or at_least(one.afar, two.afar) > FAR:
        return False
    return closely(one, two.front, two.back) < SAME
