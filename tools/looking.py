"""Recognises pieces by their appearance: pictures of every piece of a kit, and which of them a cut piece of paper
is.

Shares no code with placing or with the proof; `tools.hands` cuts the pieces of paper.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from functools import cached_property
from operator import itemgetter, mul, sub

import pypdfium2
from PIL import Image, ImageChops, ImageFilter, ImageOps

from printables.job import PrintJob
from printables.model import Piece
from printables.render.faces import one_a_page
from tools.scissors import Cut, Point, rendered, small, within

GLANCE, BLINK = 40, 5
"""Points a side of pictures at a glance, and in the blink of an eye."""
BLEED = 1.0
"""What the pictures of single faces have all round, in mm."""
TWINS = 5.0
"""Pieces that differ by less from afar need a closer look."""
SAME = 0.4
"""Pieces that differ by less even so are not told apart: they count together."""
FAR = 3.0
"""Pieces that differ by more in the blink of an eye need no closer look."""


STEPS = tuple(range(256)) * 3


def difference(one: Image.Image, other: Image.Image) -> float:
    """The mean difference of two small pictures."""
    steps = ImageChops.difference(one, other).histogram()
    return sum(map(mul, steps, STEPS)) / (3 * one.width * one.height)


@dataclass
class Afar:
    """Both sides of a piece at low resolution, and at a still lower one."""

    front: Image.Image
    back: Image.Image | None

    @cached_property
    def blink(self) -> tuple[bytes, bytes]:
        """Both sides as a few colours."""
        return few(self.front), few(self.back) if self.back else b""

    def turned(self, quarter: int) -> Afar:
        """The piece turned by quarter turns; the back is turned over like a page."""
        return Afar(self.front.rotate(quarter), ImageOps.mirror(self.back.rotate(quarter)) if self.back else None)


@dataclass
class Known:
    """A piece as it should be: its id, its size, and its faces as small pictures."""

    id: str
    size: Point
    front: Image.Image
    back: Image.Image | None

    @cached_property
    def afar(self) -> Afar:
        """Both sides at low resolution."""
        return from_afar(self.front, self.back)


@dataclass
class Stock:
    """All pieces of a job as they should be, independent of paper size and of how backs are printed."""

    known: list[Known]

    @cached_property
    def same(self) -> dict[str, str]:
        """Each id -> the first id that looks the same."""
        return twins(self.known)

    def wanted(self, job: PrintJob) -> Counter[str]:
        """How many of each piece there should be."""
        count: Counter[str] = Counter()
        for name, number in job.counts.items():
            count[self.same[name]] += number
        return count


def stock(job: PrintJob) -> Stock:
    """Every piece of a job, each appearance once; `id` stands for all that look alike."""
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
    """A face as a small picture, without bleed and without anything outside of its outline."""
    width, height = piece.outline.size
    scale = picture.width / (width + 2 * BLEED), picture.height / (height + 2 * BLEED)
    if not piece.outline.straight:
        points = [(x if side == "front" else width - x, y) for x, y in piece.outline.points]
        picture = within(picture, [((x + BLEED) * scale[0], (y + BLEED) * scale[1]) for x, y in points])
    return small(picture, (BLEED, BLEED, BLEED + width, BLEED + height), scale)


QUARTERS = (0, 90, 180, 270)


def recognised(piece: Cut, known: list[Known]) -> tuple[str, float]:
    """Which piece this is, right side up on both sides, and how much it differs from what it should be.

    A piece may be turned on the sheet, so all four directions are tried, with the back turned over like a page. Between
    pieces that look similar at low resolution a closer comparison decides.
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
    """The best match among candidates, likeliest first: by a closer comparison where several are similar."""
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
    """How much both sides of a piece differ from a known one, at full resolution; what has no back is white there."""
    if back is None:
        return difference(front, one.front)
    wanted = one.back or Image.new(back.mode, back.size, "white")
    return difference(front, one.front) + difference(back, wanted)


def compared(piece: Afar, known: Afar) -> float:
    """How much a piece differs from a known one at low resolution: the worse of its two sides."""
    if known.back and not piece.back:
        return 255.0
    off = difference(piece.front, known.front)
    return max(off, difference(piece.back, known.back)) if known.back and piece.back and off < 60 else off


def at_least(piece: Afar, known: Afar) -> float:
    """A lower bound of `compared`: the mean of differences is never less than the difference of means.

    Colours are whole numbers, so each of two means may be off by half a step.
    """
    return max(steps(one, other) for one, other in zip(piece.blink, known.blink, strict=True)) - 1.0


def steps(one: bytes, other: bytes) -> float:
    """The mean difference of a few colours; 0 if both are empty."""
    return sum(map(abs, map(sub, one, other))) / len(one) if one and other else 0.0


def few(picture: Image.Image) -> bytes:
    """A picture as a few colours."""
    return picture.resize((BLINK, BLINK), Image.Resampling.BOX).tobytes()


def from_afar(front: Image.Image, back: Image.Image | None) -> Afar:
    """Both sides of a piece at low resolution."""
    return Afar(glance(front), glance(back) if back else None)


def glance(picture: Image.Image) -> Image.Image:
    """A picture at low resolution."""
    return picture.resize((GLANCE, GLANCE), Image.Resampling.BOX).filter(ImageFilter.GaussianBlur(1.2))


def twins(known: list[Known]) -> dict[str, str]:
    """Each id -> the first id that looks the same on both sides."""
    groups: list[list[Known]] = []
    for one in known:
        like = [group for group in groups if any(two.size == one.size and alike(one, two) for two in group)]
        groups = [group for group in groups if group not in like] + [[two for group in like for two in group] + [one]]
    return {one.id: group[0].id for group in groups for one in group}


def alike(one: Known, two: Known) -> bool:
    """Whether people would confuse two pieces, because they differ by a few strokes at most."""
    if (one.back is None) != (two.back is None) or at_least(one.afar, two.afar) > FAR:
        return False
    return closely(one, two.front, two.back) < SAME
