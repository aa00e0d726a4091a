"""Cards and tiles of any size: a title in a band, a symbol, numbers with their names, a few lines; and plain backs.

The ground is a colour of the theme (a side, a deck, a terrain). A terrain fills the whole face with its tint and its
signs, everything else stands on white paper under a coloured band. Lines are as large as fits; what does not fit
at the smallest size is refused.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import cache

from printables.errors import BadOption
from printables.kinds import terrain
from printables.kinds.counter import number, plate_box
from printables.look import fonts
from printables.look.display import Circle, Group, Item, Style, Text, rect
from printables.look.icons import icon
from printables.look.outlines import Box, Outline, rect_points, rounded_path
from printables.look.outlines import rect as rect_outline
from printables.look.patterns import pattern
from printables.look.theme import Look, mix
from printables.model import Face

RADIUS, BLEED, PAD, BAND = 1.6, 1.0, 2.0, 6.4
CHIP_W, CHIP_H = 6.6, 5.4
INWARD = 2.7
"""How far numbers of a high card stand from its edge: their names are wider than they are."""
SMALL = 6.2
"""Type size of a note, and the largest of the name of a number, in points."""
SIZES, LEADING = (15.0, 14.0, 13.0, 12.0, 11.2, 10.4, 9.7, 9.0, 8.4, 7.8, 7.2, 6.6), 0.417
"""Type sizes of the lines, the largest that fits is taken; mm from line to line for each point of size."""
UNBROKEN = 8.4
"""Down to this size words are rather set smaller than broken."""
APART = 0.3
"""Between two lines of the model there is so much more of a line, if there is room."""
EDGE = 1.3


@dataclass(frozen=True)
class Chip:
    """A number with its name: `ability` gives its colour."""

    ability: str
    name: str
    value: str


@dataclass(frozen=True)
class Plate:
    """A card or tile of `width` x `height` mm; `ground` is (family, name) of its colour.

    With `whole` the ground fills the face in its pattern, as that of a terrain always does; `seed` tells pictures of
    one terrain apart. `corner` stands at the right of the title (a level); the last `red` lines are in the colour of
    attacks. Lines are of one size in all cards of a `deck`.
    """

    width: float
    height: float
    ground: tuple[str, str]
    title: str
    icon: str
    corner: str = ""
    chips: tuple[Chip, ...] = ()
    lines: tuple[str, ...] = ()
    note: str = ""
    red: int = 0
    whole: bool = False
    seed: int = 0
    deck: tuple[Plate, ...] = ()


def outline(model: Plate) -> Outline:
    """The shape it is cut to."""
    return rect_outline(model.width, model.height, RADIUS)


def front(model: Plate, look: Look) -> Face:
    """The face that says what it is."""
    if model.whole or model.ground[0] == "terrain":
        return _land(model, look)
    wide = model.width > model.height
    more = BLEED + look.beyond
    items: list[Item] = [rect(-more, -more, model.width + 2 * more, model.height + 2 * more, Style(fill="#ffffff"))]
    items += [*_band(model, look), *_symbol(model, look, wide), *_chips(model, look, wide), *_lines(model, look, wide)]
    items.append(_edge(model, look.swatch(*model.ground).color))
    if model.note:
        y = model.height - 1.7
        items.append(Text(model.width - PAD, y, model.note, fonts.LABEL_LIGHT, SMALL, look.neutral("soft"), "end"))
    return Face(tuple(items))


def _edge(model: Plate, color: str) -> Item:
    return rect(0.5, 0.5, model.width - 1, model.height - 1, Style(stroke=color, width=0.5), RADIUS - 0.3)


def _band(model: Plate, look: Look) -> list[Item]:
    plate = look.plate(*model.ground)
    area = (EDGE, EDGE, model.width - 2 * EDGE, BAND)
    room = model.width - 2 * PAD - (7.0 if model.corner else 2.0)
    size = fonts.fit(model.title, fonts.LABEL, 11.0, room)
    base = EDGE + (BAND + fonts.cap_height(fonts.LABEL, 10.0)) / 2
    items: list[Item] = [
        rect(*area, Style(plate.fill, plate.stroke, 0.35 if plate.stroke else 0.0), 0.9),
        Text(PAD + 0.8, base, model.title, fonts.LABEL, size, plate.text),
    ]
    if model.corner:
        items.append(Text(model.width - PAD - 0.8, base, model.corner, fonts.NUMBER, 11.0, plate.text, "end"))
    return items


def _middle(model: Plate, wide: bool) -> tuple[float, float, float]:
    """Where the symbol stands: x, y and the radius of its disc."""
    if not wide:
        return (model.width / 2, EDGE + BAND + 6.2, 5.0)
    radius = min(7.6, (model.height - BAND - 4 * EDGE) / 2)
    return (PAD + radius + 1.0, (model.height + BAND + EDGE) / 2, radius)


def _symbol(model: Plate, look: Look, wide: bool) -> list[Item]:
    x, y, radius = _middle(model, wide)
    swatch = look.swatch(*model.ground)
    field = wide and not look.low
    fill = "#ffffff" if wide or look.low else swatch.tint
    return [
        *(_field(model, look, x + radius + 1.6) if field else ()),
        Circle(x, y, radius, Style(fill, swatch.ink, 0.3)),
        icon(model.icon, x, y, radius * 1.35, swatch.ink),
    ]


def _field(model: Plate, look: Look, right: float) -> list[Item]:
    """Behind the symbol of a wide card: a pale field with the pattern of its ground, from the left to `right`."""
    top, bottom = EDGE + BAND + 0.6, model.height - EDGE
    swatch, kind = look.swatch(*model.ground), look.ground(*model.ground).pattern
    ground = rect(EDGE, top, right - EDGE, bottom - top, Style(swatch.tint), 0.9)
    shade = mix(swatch.tint, swatch.color, 0.86)
    return [Group((ground, *pattern(kind, (EDGE, top, right, bottom), shade, 4.0)), clip=ground.data)]


def _chips(model: Plate, look: Look, wide: bool) -> list[Item]:
    """Numbers beside the symbol: at its left and right on a high card, in a row above the lines on a wide one."""
    x, y, radius = _middle(model, wide)
    start = x + radius + 3.0
    step = min(CHIP_W + 6.0, (model.width - PAD - start) / max(1, len(model.chips))) if wide else CHIP_W + 4.6
    lefts: tuple[float, ...] = (INWARD, model.width - INWARD - CHIP_W)
    if wide:
        lefts = tuple(start + i * step + (step - CHIP_W) / 2 for i, _chip in enumerate(model.chips))
    top = EDGE + BAND + 1.4 if wide else y - CHIP_H / 2 - 1.0
    placed = [(chip, lefts[i % len(lefts)]) for i, chip in enumerate(model.chips)]
    rooms = (
        (chip, 2 * (min(left + CHIP_W / 2, model.width - left - CHIP_W / 2) - EDGE - 0.5)) for chip, left in placed
    )
    sizes = [fonts.fit(chip.name, fonts.LABEL_LIGHT, SMALL, min(step - 0.6, room)) for chip, room in rooms]
    out: list[Item] = []
    for chip, left in placed:
        colours, middle, soft = look.plate("ability", chip.ability), left + CHIP_W / 2, look.neutral("soft")
        out.append(plate_box(left, top, CHIP_W, CHIP_H, colours))
        out.append(number(left, top, CHIP_W, CHIP_H, chip.value, colours.text))
        out.append(Text(middle, top + CHIP_H + 2.1, chip.name, fonts.LABEL_LIGHT, min(sizes), soft, "middle"))
    return out


def alike(models: Iterable[Plate]) -> tuple[Plate, ...]:
    """These cards as one deck, whose lines have one size."""
    deck = tuple(models)
    return tuple(replace(one, deck=deck) for one in deck)


def _lines(model: Plate, look: Look, wide: bool) -> list[Item]:
    size = min(_size(one, look.language) for one in (model.deck or (model,)))
    left, top, room, bottom = _room(model)
    broken = [_broken(text, size, room, look.language) for text in model.lines]
    step = size * LEADING
    free = bottom - top - sum(map(len, broken)) * step
    apart = min(APART * step, free / max(1, len(broken) - 1))
    if wide and not model.chips:  # beside the symbol, at its height
        _x, y, _radius = _middle(model, wide)
        top += max(0.0, min(free, 2 * y - top - bottom + free) - apart * (len(broken) - 1)) / 2
    return _set(broken, model.red, left, top, step, apart, size, look)


def _room(model: Plate) -> Box:
    """Where the lines stand: left, top, width and bottom."""
    wide = model.width > model.height
    x, y, radius = _middle(model, wide)
    left = x + radius + 3.0 if wide else PAD + 0.4
    top = (EDGE + BAND + (9.9 if model.chips else 2.0)) if wide else y + radius + 1.0
    return (left, top, model.width - left - PAD, model.height - (3.2 if model.note else 1.2))


@cache
def _size(model: Plate, language: str) -> float:
    """The largest size in which the lines of a card fit, rather smaller than with a broken word."""
    _left, top, room, bottom = _room(model)
    for size, whole in [*((size, True) for size in SIZES if size >= UNBROKEN), *((size, False) for size in SIZES)]:
        lines = [line for text in model.lines for line in _broken(text, size, room, language)]
        if whole and any(line.endswith("-") for line in lines):
            continue
        high = len(lines) * size * LEADING <= bottom - top
        if high and all(fonts.width(line, fonts.LABEL_LIGHT, size) <= room for line in lines):
            return size
    raise BadOption("lines", "the lines of '{title}' do not fit", title=model.title)


def _broken(text: str, size: float, room: float, language: str) -> list[str]:
    """The lines of a sentence; of one with a colon broken there, if that takes no more of them."""
    lines = list(fonts.wrap(text, fonts.LABEL_LIGHT, size, room, language))
    head, colon, rest = text.partition(": ")
    if not colon or len(lines) < 2:
        return lines
    parts = [part for one in (f"{head}:", rest) for part in fonts.wrap(one, fonts.LABEL_LIGHT, size, room, language)]
    return parts if len(parts) <= len(lines) else lines


def _set(
    broken: list[list[str]], red: int, left: float, top: float, step: float, apart: float, size: float, look: Look
) -> list[Item]:
    """Lines from the top, those of one sentence together."""
    out = list[Item]()
    for sentence, lines in enumerate(broken):
        ink = look.neutral("ink") if sentence < len(broken) - red else look.swatch("ability", "attack").ink
        for text in lines:
            base = top + (len(out) + 0.8) * step + sentence * apart
            out.append(Text(left, base, text, fonts.LABEL_LIGHT, size, ink))
    return out


def _land(model: Plate, look: Look) -> Face:
    """A tile that is all ground: its symbol on a pale disc, its title on a plate."""
    swatch, of_terrain = look.swatch(*model.ground), model.ground[0] == "terrain"
    ink = look.neutral("ink") if of_terrain else swatch.ink
    x, y, radius = model.width / 2, model.height / 2 - 3.4, 10.6
    size = fonts.fit(model.title, fonts.LABEL, 15.0, model.width - 16)
    wide = fonts.width(model.title, fonts.LABEL, size) + 5.0
    name = (x - wide / 2, model.height - 11.0, x + wide / 2, model.height - 3.6)
    pale = mix(swatch.color, "#ffffff", 0.3) if of_terrain and not look.low else "#ffffff"
    plate = Style(pale, None if of_terrain else ink, 0.3)
    ground = _whole(model, look)
    free = ((x - radius - 2.0, y - radius - 2.0, x + radius + 2.0, y + radius + 2.0), _wider(name, 2.4))
    items: list[Item] = [
        *ground,
        *(_country(model, free, look) if of_terrain else ()),
        Circle(x, y, radius, plate),
        icon(model.icon, x, y, 15.0, ink),
        rect(name[0], name[1], wide, 7.4, plate, 1.2),
        Text(x, model.height - 5.4, model.title, fonts.LABEL, size, ink, "middle"),
        _edge(model, look.neutral("soft") if of_terrain else look.plate(*model.ground).text),
    ]
    if model.note:
        items.append(
            Text(model.width - PAD, model.height - 1.9, model.note, fonts.LABEL_LIGHT, SMALL, swatch.on, "end")
        )
    return Face(tuple(items), () if look.low else ground)


def _wider(box: Box, by: float) -> Box:
    left, top, right, bottom = box
    return (left - by, top - by, right + by, bottom + by)


def _whole(model: Plate, look: Look) -> tuple[Item, ...]:
    """The ground as far as the bleed, with its pattern; with little ink it is white, the pattern within the edge."""
    marks, more = look.ground(*model.ground), BLEED + look.beyond
    box = (-more, -more, model.width + more, model.height + more)
    fill = rect(-more, -more, model.width + 2 * more, model.height + 2 * more, Style(look.plate(*model.ground).fill))
    lines = pattern(marks.pattern, box, marks.shade, 5.0)
    inside = rounded_path(rect_points(0.8, 0.8, model.width - 1.6, model.height - 1.6), RADIUS)
    return (fill, Group(lines, clip=inside if look.low else fill.data)) if lines else (fill,)


def _country(model: Plate, free: tuple[Box, ...], look: Look) -> list[Item]:
    """What a hex of that terrain has, too: two deeper tones along the edge, and its signs."""
    swatch, rims = look.swatch(*model.ground), list[Item]()
    for wide, share in () if look.low else ((4.4, 0.86), (2.2, 0.72)):
        tone = Style(stroke=mix(swatch.color, swatch.tint, share), width=wide)
        rims.append(rect(wide / 2, wide / 2, model.width - wide, model.height - wide, tone))
    area = (1.5, 2.4, model.width - 1.5, model.height - 1.6)
    return [*rims, *terrain.scatter(area, free, model.ground[1], look, 37 * model.seed + 11, 1.25)]


@dataclass(frozen=True)
class Back:
    """A back of the same size: colour, symbol, a word."""

    width: float
    height: float
    ground: tuple[str, str]
    icon: str
    word: str


def back(model: Back, look: Look) -> Face:
    """The same for all cards that must not be told apart."""
    plate, marks = look.plate(*model.ground), look.ground(*model.ground)
    more = BLEED + look.beyond
    fill = rect(-more, -more, model.width + 2 * more, model.height + 2 * more, Style(fill=plate.fill))
    box = (1.5, 1.5, model.width - 1.5, model.height - 1.5)
    inner = rounded_path(rect_points(1.5, 1.5, model.width - 3, model.height - 3), RADIUS)
    small = min(model.width, model.height)
    x, y, radius = model.width / 2, model.height / 2 - 2.2, small * 0.27
    size = fonts.fit(model.word, fonts.LABEL, 11.0, model.width - 8)
    wide = fonts.width(model.word, fonts.LABEL, size) + 3.0
    items: tuple[Item, ...] = (
        fill,
        Group(pattern(marks.pattern, box, marks.shade, 3.2), clip=inner),
        Circle(x, y, radius, Style(plate.fill, plate.text, 0.4)),
        icon(model.icon, x, y, radius * 1.35, plate.text),
        rect(x - wide / 2, model.height - 8.6, wide, 5.4, Style(plate.fill), 0.8),
        Text(x, model.height - 4.8, model.word, fonts.LABEL, size, plate.text, "middle"),
        rect(1.2, 1.2, model.width - 2.4, model.height - 2.4, Style(stroke=plate.text, width=0.35), RADIUS - 0.4),
    )
    return Face(items, () if look.low else (fill,))
