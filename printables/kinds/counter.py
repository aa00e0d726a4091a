"""Counters: unit counters with four numbers, emblem backs, level backs. Sizes in mm, about 16 mm square.

Front: a large silhouette on a pale panel, one number with its symbol in each corner, type mark above and the unit's
name below; without a name the panel is higher and the mark below it. Round the panel lies the side's ground with its
pattern. All text keeps 1 mm from the cut.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from printables.look import fonts
from printables.look.clear import between
from printables.look.display import Circle, Form, Group, Item, Style, Text, Use, polygon, rect
from printables.look.frames import LEAST, rim
from printables.look.icons import icon
from printables.look.outlines import Box, Outline, rect_points, rounded_path
from printables.look.outlines import rect as rect_outline
from printables.look.patterns import pattern
from printables.look.theme import Look, Plate, ability_icon
from printables.model import Face
from printables.units import Point

SIZE = 16.0
RADIUS = 1.2
BLEED = 0.7
CHIP_W, CHIP_H = 3.7, 4.5
DIGIT, SIGN = 3.2, (3.55, 1.3)
"""The height that a number has for itself, and under it middle and size of its symbol."""
INSET = 0.7
FAR_X, FAR_Y = SIZE - INSET - CHIP_W, SIZE - INSET - CHIP_H
PANEL = (2.3, 3.1, 11.4, 9.5)
"""The pale ground of the silhouette: left, top, width, height."""
WITHIN = (2.6, 3.25, 13.4, 12.45)
"""Where the silhouette may be: left, top, right, bottom; at most `MOST` large, it keeps `CLEAR` mm from numbers."""
MOST, CLEAR = 10.6, 0.4
HIGHER = 2.0
"""So much higher the panel begins without a name: the mark stands in its place."""
CALM = ((6.3, 0.7, 3.4, 2.7), (4.7, 12.8, 6.6, 2.5))
"""Where a side's pattern is left out: behind the type mark and behind the word."""
MARKS = ((SIZE / 2, 1.9, 2.2), (SIZE / 2, SIZE - 1.95, 2.4))
"""Middle and size of the type mark: above the panel, or in the place of the name."""
WORD, BASE = 6.5, SIZE - 1.5
"""The largest size of the word in points, and its baseline."""
SMALLEST, LINE = 6.5, 2.1
"""A name that would be smaller takes two lines; mm from one to the other."""
AIR = 0.35
"""The least room at either side of the word within its own; it keeps half a millimetre from the edges of numbers."""
HEAD, HEAD_Y = (1.3, 1.8), 1.1
"""The arrowheads of a counter with a front: width and height, and where they begin."""
RAISED = 2.7
"""So far up the lower right number goes when no other stands below: the word takes the whole foot then."""
DISC = (SIZE / 2, 7.6, 5.2)
"""Where a side's pattern is calm behind emblems: x, y, radius."""
NOTE_BOX = (4.8, SIZE - 2.7, 6.4, 2.0)
Places = tuple[Point, Point, Point, Point]
PLACES: Places = ((INSET, INSET), (FAR_X, INSET), (FAR_X, FAR_Y), (INSET, FAR_Y))
"""The corners of a unit counter, clockwise from the top left."""


@cache
def outline(size: float = SIZE) -> Outline:
    """The square every counter is cut to."""
    return rect_outline(size, size, RADIUS)


@dataclass(frozen=True, slots=True)
class Corner:
    """A number in a corner: `ability` gives its colour."""

    ability: str
    value: int


@dataclass(frozen=True, slots=True)
class UnitCounter:
    """A fighting unit: corners clockwise from top left, silhouette and type mark are icon names, `word` its name.

    Where the lower left corner is empty, the word has the whole foot. One with a `front` has arrowheads towards it,
    beside the type mark.
    """

    side: str
    silhouette: str
    type_mark: str
    corners: tuple[Corner | None, Corner | None, Corner | None, Corner | None]
    word: str = ""
    front: bool = False
    words: tuple[str, ...] = ()
    """Words of other units that are set in the same size."""


def unit_front(model: UnitCounter, look: Look) -> Face:
    """The fighting side of a unit."""
    swatch, places = look.side(model.side).swatch, _places(model)
    chips = _chips(tuple(c.ability if c else "" for c in model.corners), places, look)
    left, wide = _word_room(model)
    words, size = _words(model)
    under = _unit_ground(model.side, look, (left, wide), len(words))
    items: list[Item] = [
        Use(under.name),
        icon(model.silhouette, *_silhouette(model, places), swatch.ink),
        icon(model.type_mark, *MARKS[not model.word], _on(model.side, look)),
        Use(chips.name),
        *(_heads(model.side, look) if model.front else ()),
    ]
    for (at, top), corner in zip(places, model.corners, strict=True):
        if corner:
            plate = look.plate("ability", corner.ability)
            items.append(number(at, top + 0.05, CHIP_W, DIGIT, str(corner.value), plate.text))
    for n, word in enumerate(reversed(words)):
        items.append(Text(SIZE / 2, BASE - n * LINE, word, fonts.LABEL, size, _on(model.side, look), "middle"))
    return Face(tuple(items), bleed(under, look), (under, chips))


def _words(model: UnitCounter) -> tuple[list[str], float]:
    """The lines of the name and their size: two words that have the whole foot rather take two than be too small."""
    room = _word_room(model)[1] - 2 * AIR
    size = min(fonts.fit(word, fonts.LABEL, WORD, room) for word in (model.word, *model.words)) if model.word else WORD
    words = model.word.split()
    if len(words) == 2 and size < SMALLEST and not model.corners[3]:
        return words, WORD
    return [model.word] if model.word else [], size


def _heads(side: str, look: Look) -> tuple[Item, ...]:
    """Two arrowheads that point to the front."""
    ink = Style(fill=_on(side, look))
    wide, high = HEAD
    return tuple(polygon(((x, HEAD_Y + high), (x + wide / 2, HEAD_Y), (x + wide, HEAD_Y + high)), ink)
                 for x in (CHIP_W + INSET + 0.35, FAR_X - 0.35 - wide))  # fmt: skip


def _places(model: UnitCounter) -> Places:
    """The corners of its numbers. Beside an empty corner below, the other number goes up, out of the word's way."""
    one, two, (x, y), four = PLACES
    return PLACES if model.corners[3] else (one, two, (x, y - RAISED), four)


def _word_room(model: UnitCounter) -> tuple[float, float]:
    """From where and how wide the word stands: between the lower corners, or all along the foot."""
    left, _top, wide, _high = CALM[1]
    return (left, wide) if model.corners[3] else (INSET + 0.3, SIZE - 2 * INSET - 0.6)


def _silhouette(model: UnitCounter, places: Places) -> tuple[float, float, float]:
    """Middle and size of the silhouette: as large as keeps clear of the numbers."""
    labels = tuple(
        (x - CLEAR, y - CLEAR, x + CHIP_W + CLEAR, y + CHIP_H + CLEAR)
        for (x, y), corner in zip(places, model.corners, strict=True)
        if corner
    )
    left, top, right, bottom = WITHIN
    lines = len(_words(model)[0])
    room = (left, top if lines else top - HIGHER, right, bottom - _more(lines))
    return between(model.silhouette, 0.0, room, labels, MOST)


def _more(lines: int) -> float:
    """So much higher the foot is for a name in two lines."""
    return LINE * max(0, lines - 1)


def _on(side: str, look: Look) -> str:
    swatch = look.side(side).swatch
    return swatch.color if look.low else swatch.on


def _unit_ground(side: str, look: Look, word: tuple[float, float], lines: int) -> Form:
    """A side's ground with the pale panel on it, calm behind type mark and name (from where, how wide, its lines)."""
    style = look.side(side)
    calm = Style(fill="#ffffff" if look.low else style.swatch.color)
    pale = Style("#ffffff" if look.low else style.swatch.tint, style.swatch.ink, 0.2)
    mark, (_left, top, usual, high) = CALM
    more = _more(lines)
    boxes = (mark, (word[0], top - more, word[1], high + more))[not lines :]
    items = [*ground(side, look), *(rect(*row(box, look), calm) for box in boxes if style.pattern != "solid")]
    name = f"ground-{side}-panel" if word[1] == usual else f"ground-{side}-panel-{word[0]:g}-{word[1]:g}"
    x, y, wide, tall = PANEL
    panel = (x, y, wide, tall - more) if lines else (x, y - HIGHER, wide, tall + HIGHER)
    return Form(f"{name}{('-high', '', '-two')[lines]}", (*items, rect(*panel, pale, 1.0)), _wide(look))


def row(box: tuple[float, float, float, float], look: Look) -> tuple[float, float, float, float]:
    """The whole row of a box (left, top, wide, high), as far as the edge that is nearer to it: a pattern that went on
    beside a word would end in a ragged box.
    """
    left, first, right, last = _wide(look)
    if look.low:
        left, first, right, last = 0.7, 0.7, SIZE - 0.7, SIZE - 0.7
    _, top, _, high = box
    top, bottom = (top, last) if top > SIZE / 2 else (first, top + high)
    return (left, top, right - left, bottom - top)


def _ground_form(side: str, look: Look, disc: tuple[float, float, float] = DISC) -> Form:
    """A side's ground, its pattern calm in a disc for what stands in the middle, and where a note may stand."""
    x, y, radius = disc
    calm, style = look.side(side).pattern == "solid", _disc(side, look)
    items = ground(side, look)
    if not calm:
        items = (*items, Circle(x, y, radius, style), rect(*NOTE_BOX, style))
    name = f"ground-{side}" if calm else f"ground-{side}-{radius:g}"
    return Form(name, items, _wide(look))


def _chips(abilities: tuple[str, ...], places: Places, look: Look) -> Form:
    """The coloured corners with their symbols, without their numbers; an empty corner has no ability."""
    boxes, signs = list[Item](), list[Item]()
    for ability, (x, y) in zip(abilities, places, strict=True):
        if ability:
            plate = look.plate("ability", ability)
            boxes.append(plate_box(x, y, CHIP_W, CHIP_H, plate, "#ffffff"))
            signs.append(icon(ability_icon(ability), x + CHIP_W / 2, y + SIGN[0], SIGN[1], plate.text))
    name = f"chips-{'-'.join(abilities)}{'' if places == PLACES else '-raised'}"
    return Form(name, (*boxes, *signs), (0.0, 0.0, SIZE, SIZE))


def _disc(side: str, look: Look) -> Style:
    swatch = look.side(side).swatch
    if look.low:
        return Style(fill="#ffffff")
    return Style(fill=swatch.color)


def plate_box(x: float, y: float, width: float, height: float, plate: Plate, edge: str | None = None) -> Item:
    """A rounded label without its number."""
    stroke, wide = plate.stroke or edge, 0.3 if plate.stroke else 0.4
    return rect(x, y, width, height, Style(plate.fill, stroke, wide if stroke else 0.0), 0.8)


def number(x: float, y: float, width: float, height: float, value: str, ink: str) -> Text:
    """A number as large as fits into a label, centred by the height of figures."""
    size = fonts.fit(value, fonts.NUMBER, height * 0.8 / 0.7 * 72 / 25.4, width - 0.7)
    base = y + (height + fonts.cap_height(fonts.NUMBER, size)) / 2
    return Text(x + width / 2, base, value, fonts.NUMBER, size, ink, "middle")


def _wide(look: Look) -> Box:
    """The counter with its bleed."""
    bleed = BLEED + look.beyond
    return (-bleed, -bleed, SIZE + bleed, SIZE + bleed)


def ground(side: str, look: Look) -> tuple[Item, ...]:
    """A side's colour and pattern over the whole counter; with little ink a frame and a faint pattern."""
    style = look.side(side)
    box = _wide(look)
    art = pattern(style.pattern, box, style.shade, 2.6)
    if not look.low:
        left, top, right, bottom = box
        return (rect(left, top, right - left, bottom - top, Style(fill=style.swatch.color)), *art)
    return (*art, rim(SIZE, SIZE, LEAST, style.swatch.color, look))


def bleed(under: Form, look: Look) -> tuple[Item, ...]:
    """The ground beyond the cut, so that a knife a little off leaves no white edge."""
    return (Use(under.name),)


@dataclass(frozen=True, slots=True)
class EmblemBack:
    """The back of a unit: whose it is."""

    side: str
    name: str


def emblem_back(model: EmblemBack, look: Look) -> Face:
    """A side's emblem over its name."""
    side = look.side(model.side)
    ink = side.swatch.color if look.low else side.swatch.on
    mid = SIZE / 2
    size = fonts.fit(model.name, fonts.LABEL, 8.0, SIZE - 3.2)
    plate = rect(0, 11.6, SIZE, 5, Style(fill="#ffffff" if look.low else side.swatch.color))
    under = _ground_form(model.side, look)
    items = (
        Use(under.name),
        icon(side.emblem, mid, 6.8, 7.6, ink),
        Group((plate,), clip=rounded_path(rect_points(0.7, 11.6, SIZE - 1.4, 3.7), 0.9)),
        Text(mid, 14.4, model.name, fonts.LABEL, size, ink, "middle"),
    )
    return Face(items, bleed(under, look), (under,))


@dataclass(frozen=True, slots=True)
class LevelBack:
    """The back of a guard: its level and nothing else."""

    side: str
    word: str
    level: int


def level_back(model: LevelBack, look: Look) -> Face:
    """A large level numeral."""
    side = look.side(model.side)
    ink = side.swatch.color if look.low else side.swatch.on
    mid = SIZE / 2
    under = _ground_form(model.side, look, (mid, mid, 6.2))
    items = (
        Use(under.name),
        Text(mid, 5.6, model.word, fonts.LABEL, 6.5, ink, "middle"),
        Text(mid, 12.8, str(model.level), fonts.NUMBER, 26.0, ink, "middle"),
    )
    return Face(items, bleed(under, look), (under,))
