"""Tuck boxes: the net of a box with a lid and a bottom that tuck in, to cut, fold and glue once.

From left to right: the flap to glue, front, side, back, side; lid and bottom hang on the back. Sizes in mm.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise

from printables.kinds.miniature import miniature
from printables.look import fonts
from printables.look.display import Group, Item, Style, Text, line, polygon, rect
from printables.look.outlines import Box, Outline
from printables.look.theme import Look, Plate
from printables.model import Face, Fold, Piece
from printables.units import Point, mm, rotate, then, translate

GLUE, SLOPE = 9.0, 4.0
"""How wide the flap to glue is, and how much it is cut aslant."""
TONGUE, DUST, PLAY = 12.0, 14.0, 0.6
"""How far lid and bottom tuck in, how far the flaps at the sides reach, how much narrower than the box tongues are."""
NOTCH, STEPS = 6.5, 10
"""The radius of the hollow for the thumb, and the corners it is drawn with."""
SPINE = 6.5
"""A side so wide carries the name."""
STRIPE = 11.0
"""The height of the band round the box."""
FOOT = 5.0
"""The room below it, for the name of the game."""
PAD = 2.5
SIZES = (15.0, 13.5, 12.0, 10.5, 9.0, 8.0, 7.0, 6.2, 5.6)
LINES = (8.0, 7.4, 6.8, 6.5)


@dataclass(frozen=True)
class Net:
    """A box of `width` x `height` mm seen from the front, `depth` mm deep."""

    width: float
    height: float
    depth: float

    @property
    def tongue(self) -> float:
        """How far lid and bottom tuck in."""
        return min(TONGUE, self.height / 3)

    @property
    def dust(self) -> float:
        """How far the flaps at the sides reach."""
        return min(DUST, self.width / 2 - 1.0, self.depth + self.tongue)

    @property
    def size(self) -> Point:
        """What the net takes of the paper."""
        return (GLUE + 2 * (self.width + self.depth), self.height + 2 * (self.depth + self.tongue))

    @property
    def top(self) -> float:
        """Where the walls begin."""
        return self.depth + self.tongue

    @property
    def bottom(self) -> float:
        """Where the walls end."""
        return self.top + self.height

    @cached_property
    def walls(self) -> tuple[float, float, float, float, float]:
        """Where front, side, back and side begin, and where the last one ends."""
        front = GLUE
        side, back = front + self.width, front + self.width + self.depth
        return (front, side, back, back + self.width, back + self.width + self.depth)

    def outline(self) -> Outline:
        """The line to cut, clockwise from the top left of the front."""
        upper = [(x, self.top - y) for x, y in self._upper()]
        lower = [(x, self.bottom + y) for x, y in reversed(self._upper(notch=False))]
        slope = min(SLOPE, self.height / 5)
        flap = [(0.0, self.bottom - slope), (0.0, self.top + slope)]
        return Outline(tuple((round(x, 4), round(y, 4)) for x, y in (*upper, *lower, *flap)))

    def _upper(self, notch: bool = True) -> list[Point]:
        """What stands above the walls, as heights above them, from left to right."""
        front, side, back, last, end = self.walls
        points = [(front, 0.0), *(self._notch() if notch else ()), (side, 0.0), *self._dust(side, back), (back, 0.0)]
        return [*points, *self._lid(back, last), (last, 0.0), *self._dust(last, end), (end, 0.0)]

    def _notch(self) -> list[Point]:
        """The hollow in the front, half a circle."""
        middle, radius = self.walls[0] + self.width / 2, min(NOTCH, self.width / 5)
        turns = [math.pi * step / STEPS for step in range(STEPS + 1)]
        return [(middle - radius * math.cos(turn), -radius * math.sin(turn)) for turn in turns]

    def _dust(self, left: float, right: float) -> list[Point]:
        slant = min(2.0, (right - left) / 5)
        return [(left + slant, self.dust), (right - slant, self.dust)]

    def _lid(self, left: float, right: float) -> list[Point]:
        """The lid is as deep as the box; its tongue is a little narrower, its corners cut off."""
        reach, cut = self.depth + self.tongue, self.tongue / 2
        ends = [(PLAY / 2, self.depth), (PLAY, self.depth), (PLAY, reach - cut), (PLAY + cut, reach)]
        return [(left + x, y) for x, y in ends] + [(right - x, y) for x, y in reversed(ends)]

    def folds(self) -> tuple[Fold, ...]:
        """The lines to fold, all away from the print."""
        front, side, back, last, end = self.walls
        upright = [((x, self.top), (x, self.bottom)) for x in (front, side, back, last)]
        across: list[Fold] = []
        for y, lid in ((self.top, self.top - self.depth), (self.bottom, self.bottom + self.depth)):
            across += [((x1, y), (x2, y)) for x1, x2 in ((side, back), (back, last), (last, end))]
            across.append(((back + PLAY, lid), (last - PLAY, lid)))
        return (*upright, *across)


@dataclass(frozen=True)
class TuckBox:
    """A box and what stands on it: the game, a name, how many pieces, a list of what is in it, the pieces shown.

    `glue` is the word on the flap to glue.
    """

    net: Net
    game: str
    name: str
    amount: str
    inside: tuple[str, ...]
    shown: tuple[Piece, ...]
    glue: str


def front(model: TuckBox, look: Look) -> Face:
    """The whole net as printed: the outside of the box."""
    net = model.net
    first, side, back, last, end = net.walls
    plate = _plate(look)
    ground = polygon(net.outline().points, Style(fill="#ffffff" if look.low else look.neutral("panel")))
    flap = rect(-1.0, 0.0, GLUE + 1.0, net.size[1], Style(fill="#ffffff"))
    band_top = net.bottom - STRIPE - FOOT
    band = rect(first, band_top, end - first, STRIPE, Style(plate.fill, plate.stroke, 0.4 if plate.stroke else 0.0))
    fold = Style(stroke=look.neutral("soft"), width=0.25, dash=(1.8, 1.2))
    items: list[Item] = [ground, flap, band]
    items += _front(model, look, (first, net.top, side, net.bottom), band_top)
    items += _back(model, look, (back, net.top, last, net.bottom), band_top)
    items += [item for left in (side, last) for item in _spine(model, look, (left, net.top, band_top))]
    items += [*_lid(model, look), *_glue(model, look)]
    items += [line(*a, *b, fold) for a, b in net.folds()]
    return Face(tuple(items), () if look.low else _bleed(net.outline(), ground.style))


def _bleed(outline: Outline, style: Style) -> tuple[Item, ...]:
    """The ground beyond the cut, side by side: corners as sharp as those of a net have no common mitre."""
    strips = []
    for a, b in pairwise((*outline.points, outline.points[0])):
        x, y = (b[1] - a[1]) / math.dist(a, b), (a[0] - b[0]) / math.dist(a, b)
        strips.append(polygon((a, (a[0] + x, a[1] + y), (b[0] + x, b[1] + y), b), style))
    return tuple(strips)


def _plate(look: Look) -> Plate:
    ink = look.neutral("ink")
    return Plate("#ffffff", ink, ink) if look.low else Plate(ink, None, "#ffffff")


def _front(model: TuckBox, look: Look, wall: Box, band: float) -> list[Item]:
    """Pictures, name, number, and below them the game."""
    left, top, right, bottom = wall
    notch = top + min(NOTCH, model.net.width / 5)
    size = fonts.fit(model.game, fonts.LABEL, 8.5, right - left - 2 * PAD)
    game = Text((left + right) / 2, bottom - 1.7, model.game, fonts.LABEL, size, look.neutral("ink"), "middle")
    pictures = _pictures(model, look, (left + PAD, notch + 1.5, right - PAD, band - 1.5))
    return [game, *pictures, *_named(model, look, left, right, band)]


def _pictures(model: TuckBox, look: Look, box: Box) -> list[Item]:
    """One piece of each kind, side by side in as many rows as show them largest."""
    left, top, right, bottom = box
    number = len(model.shown)
    wide, high = (max(piece.outline.size[axis] for piece in model.shown) for axis in (0, 1))
    ways = [(columns, math.ceil(number / columns)) for columns in range(1, number + 1)]
    columns, rows = max(ways, key=lambda way: min(1.0, (right - left) / way[0] / wide, (bottom - top) / way[1] / high))
    across, down = min((right - left) / columns, wide * 1.25), min((bottom - top) / rows, high * 1.25)
    first = (left + right - across * columns) / 2, (top + bottom - down * rows) / 2
    out: list[Item] = []
    for i, piece in enumerate(model.shown):
        x, y = first[0] + i % columns * across, first[1] + i // columns * down
        out.append(miniature(piece, look, (x + 0.5, y + 0.5, x + across - 0.5, y + down - 0.5)))
    return out


def _named(model: TuckBox, look: Look, left: float, right: float, band: float) -> list[Item]:
    """The name in the band, the number below it."""
    middle, room = (left + right) / 2, right - left - 2 * PAD
    text = _plate(look).text
    number = fonts.fit(model.amount, fonts.LABEL_LIGHT, 7.0, room)
    items: list[Item] = [Text(middle, band + STRIPE - 1.3, model.amount, fonts.LABEL_LIGHT, number, text, "middle")]
    lines, size = _broken(model.name, room, STRIPE - 4.2, look)
    step = mm(size) * 1.1
    start = band + 0.7 + (STRIPE - 4.2 - len(lines) * step) / 2 + 0.84 * step
    items += [Text(middle, start + i * step, t, fonts.LABEL, size, text, "middle") for i, t in enumerate(lines)]
    return items


def _broken(words: str, room: float, height: float, look: Look) -> tuple[list[str], float]:
    """Words as lines of the largest type that fits; one line, ever smaller, if none does."""
    for size in SIZES:
        lines = fonts.wrap_even(words, fonts.LABEL, size, room, look.language)
        if len(lines) * mm(size) * 1.1 <= height and all(fonts.width(t, fonts.LABEL, size) <= room for t in lines):
            return lines, size
    return [words], fonts.fit(words, fonts.LABEL, SIZES[-1], room)


def _back(model: TuckBox, look: Look, wall: Box, band: float) -> list[Item]:
    """What is in the box; of one deck its back."""
    left, top, right, _ = wall
    if len(model.inside) == 1:
        box, piece = (left + PAD, top + PAD, right - PAD, band - PAD), model.shown[0]
        return [miniature(piece, look, box, piece.back), *_named(model, look, left, right, band)]
    ink, room = look.neutral("ink"), right - left - 2 * PAD
    for size in LINES:
        step = mm(size) * 1.25
        broken = [t for one in model.inside for t in fonts.wrap(one, fonts.LABEL_LIGHT, size, room, look.language)]
        if len(broken) * step <= band - top - 2 * PAD:
            break
    start = top + PAD + 0.84 * step
    lines: list[Item] = [
        Text(left + PAD, start + i * step, t, fonts.LABEL_LIGHT, size, ink)
        for i, t in enumerate(broken[: int((band - top - PAD) / step)])
    ]
    return lines + _named(model, look, left, right, band)


def _spine(model: TuckBox, look: Look, place: tuple[float, float, float]) -> list[Item]:
    """The name along a side, read from above, where it is wide enough."""
    left, top, bottom = place
    depth = model.net.depth
    if depth < SPINE:
        return []
    size = min(fonts.fit(model.name, fonts.LABEL, 11.0, bottom - top - 4.0), depth * 1.6)
    if size < LINES[-1]:
        return []
    turned = then(rotate(90), translate(left + depth / 2 - fonts.cap_height(fonts.LABEL, size) / 2, (top + bottom) / 2))
    return [Group((Text(0, 0, model.name, fonts.LABEL, size, look.neutral("ink"), "middle"),), turned)]


def _lid(model: TuckBox, look: Look) -> list[Item]:
    """The name on the lid, to be read when the box stands."""
    net = model.net
    back, last = net.walls[2:4]
    size = min(fonts.fit(model.name, fonts.LABEL, 11.0, net.width - 2 * PAD), net.depth * 1.6)
    if net.depth < SPINE or size < LINES[-1]:
        return []
    y = net.top - net.depth / 2 - fonts.cap_height(fonts.LABEL, size) / 2
    turned = then(rotate(180), translate((back + last) / 2, y))
    return [Group((Text(0, 0, model.name, fonts.LABEL, size, look.neutral("ink"), "middle"),), turned)]


def _glue(model: TuckBox, look: Look) -> list[Item]:
    """What to do with the flap."""
    net = model.net
    turned = then(rotate(90), translate(GLUE / 2 - 1.0, (net.top + net.bottom) / 2))
    size = fonts.fit(model.glue, fonts.LABEL_LIGHT, 8.0, net.height - 2 * SLOPE)
    return [Group((Text(0, 0, model.glue, fonts.LABEL_LIGHT, size, look.neutral("soft"), "middle"),), turned)]
