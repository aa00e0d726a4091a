"""Cards and tiles of any size: a title in a band, a symbol, numbers with their names, a few lines; and plain backs.

The ground is a colour of the theme (a side, a deck, a terrain). A terrain fills the whole face with its tint and its
signs, everything else stands on white paper under a coloured band, the sign of the deck pale behind the lines. Lines
are as large as fits; what does not fit at the smallest size is refused.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import cache

from printables.errors import BadOption
from printables.kinds import terrain
from printables.kinds.counter import number, plate_box
from printables.look import fonts
from printables.look.clear import between
from printables.look.display import Circle, Group, Item, Style, Text, rect
from printables.look.frames import rim
from printables.look.icons import icon
from printables.look.outlines import Box, Outline, rect_points, rounded_path
from printables.look.outlines import rect as rect_outline
from printables.look.patterns import pattern
from printables.look.theme import Look, mix
from printables.model import Face
from printables.units import Point

RADIUS, BLEED, PAD, BAND = 1.6, 1.0, 2.0, 6.4
CHIP_W, CHIP_H = 6.6, 5.4
HIGH_CHIP, NAME, AWAY = 8.3, 9.0, 0.8
"""How wide numbers of a high card are, how much room their names have, how far they stand from the panel's edge."""
PANEL = (0.8, 7.7, 12.3)
"""The pale panel of a high card: how far from both sides, how far from the top, and how high."""
FIGURE = (8.2, 10.9)
"""The largest width and height of the figure between the numbers of a high card."""
SMALL = 6.5
"""Type size of a note, and the largest of the name of a number, in points."""
SIZES, LEADING = (15.0, 14.0, 13.0, 12.0, 11.2, 10.4, 9.7, 9.0, 8.4, 7.8, 7.2, 6.6), 0.417
"""Type sizes of the lines, the largest that fits is taken; mm from line to line for each point of size."""
UNBROKEN = 8.4
"""Down to this size words are rather set smaller than broken."""
READ = 12.0
"""Lines of a wide card that would be smaller beside its symbol take all of its width, and the symbol is pale."""
BADGE = 0.82
"""The type size on a badge, as a part of that of its line."""
FOR_BADGE = ""  # a line that is left to a badge
APART = 0.3
"""Between two lines of the model there is so much more of a line, if there is room."""
EDGE = 1.3
RIM = 0.8
"""How wide the rim is."""


@dataclass(frozen=True)
class Chip:
    """A number with its name: `ability` gives its colour."""

    ability: str
    name: str
    value: str


@dataclass(frozen=True)
class Award:
    """A condition, and on a badge before it what it is worth."""

    worth: str
    words: str


Line = str | Award


@dataclass(frozen=True)
class Plate:
    """A card or tile of `width` x `height` mm; `ground` is (family, name) of its colour.

    With `whole` the ground fills the face in its pattern, as that of a terrain always does; `seed` tells pictures of
    one terrain apart. `corner` stands at the right of the title (a level); the last `red` lines are in the colour of
    attacks; `sign` is pale behind the lines of a wide card. Titles and lines are of one size in all cards of a `deck`.
    """

    width: float
    height: float
    ground: tuple[str, str]
    title: str
    icon: str
    corner: str = ""
    chips: tuple[Chip, ...] = ()
    lines: tuple[Line, ...] = ()
    note: str = ""
    red: int = 0
    whole: bool = False
    seed: int = 0
    sign: str = ""
    corner_says: str = ""  # for ears
    deck: tuple[Plate, ...] = ()


def outline(model: Plate) -> Outline:
    """The shape it is cut to."""
    return rect_outline(model.width, model.height, RADIUS)


def front(model: Plate, look: Look) -> Face:
    """The face that says what it is."""
    if model.whole or model.ground[0] == "terrain":
        return _land(model, look)
    more = BLEED + look.beyond
    items: list[Item] = [rect(-more, -more, model.width + 2 * more, model.height + 2 * more, Style(fill="#ffffff"))]
    band = _band(model, look)
    items += [*band, *_symbol(model, look), *_chips(model, look), *_lines(model, look)]
    items.append(edge := rim(model.width, model.height, RIM, look.swatch(*model.ground).color, look))
    if model.note:
        at, soft = (model.width - PAD, model.height - 1.7), look.neutral("soft")
        items.append(Text(*at, model.note, fonts.LABEL_LIGHT, SMALL, soft, "end"))
    return Face(tuple(items), (edge,) if look.low else (band[0], edge))


def _band(model: Plate, look: Look) -> list[Item]:
    plate, more = look.plate(*model.ground), -RIM / 2 if look.low else BLEED + look.beyond  # its line under the rim
    area = (-more, -more, model.width + 2 * more, EDGE + BAND + more)
    size = min(map(_title_size, model.deck or (model,)))
    base = EDGE + (BAND + fonts.cap_height(fonts.LABEL, size)) / 2
    items: list[Item] = [
        rect(*area, Style(plate.fill, plate.stroke, 0.35 if plate.stroke else 0.0)),
        Text(PAD + 0.8, base, model.title, fonts.LABEL, size, plate.text),
    ]
    right = model.width - PAD - 0.8
    if model.corner:
        items.append(Text(right, base, model.corner, fonts.NUMBER, size, plate.text, "end", says=model.corner_says))
    elif _full(model, look.language):
        items.append(icon(model.icon, right - 2.5, EDGE + BAND / 2, 5.2, plate.text))
    return items


@cache
def _title_size(model: Plate) -> float:
    room = model.width - 2 * PAD - (7.0 if model.corner else 1.2)
    return fonts.fit(model.title, fonts.LABEL, 11.0, room)


def _middle(model: Plate) -> tuple[float, float, float]:
    """Where the symbol of a wide card stands: x, y and the radius of its disc."""
    radius = min(7.6, (model.height - BAND - 4 * EDGE) / 2)
    return (PAD + radius + 1.0, (model.height + BAND + EDGE) / 2, radius)


def _full(model: Plate, language: str) -> bool:
    """Whether the lines of a wide card take all of its width: beside the symbol some in its deck would be too small."""
    return (
        _wide(model)
        and not model.chips
        and any(_fitting(one, language, False) < READ for one in (model.deck or (model,)))
    )


def _wide(model: Plate) -> bool:
    return model.width > model.height


def _symbol(model: Plate, look: Look) -> list[Item]:
    """The figure on its panel or in its disc, and of a wide card the pale sign behind the lines."""
    swatch = look.swatch(*model.ground)
    if not _wide(model):
        inset, top, high = PANEL
        style = Style("#ffffff" if look.low else swatch.tint, swatch.ink if look.low else None, 0.3)
        box = (-FIGURE[0] / 2, -FIGURE[1] / 2, FIGURE[0] / 2, FIGURE[1] / 2)
        x, y, size = between(model.icon, 0.0, box, (), FIGURE[1])
        return [
            rect(inset, top, model.width - 2 * inset, high, style),
            icon(model.icon, model.width / 2 + x, top + high / 2 + y, size, swatch.ink),
        ]
    x, y, radius = _middle(model)
    full, top, bottom = _full(model, look.language), EDGE + BAND, model.height - EDGE
    name, size = model.icon if full else model.sign, bottom - top - 3.0
    tint = mix(swatch.tint, "#ffffff", 0.4) if look.low else swatch.tint  # no darker than with all colours
    pale = icon(name or model.icon, model.width - EDGE - size / 2 - 1.5, (top + bottom) / 2, size, tint)
    disc = (Circle(x, y, radius, Style("#ffffff", swatch.ink, 0.3)), icon(model.icon, x, y, radius * 1.45, swatch.ink))
    field = () if look.low else _field(model, look, x + radius + 1.6)
    return [*([pale] if name else []), *(() if full else (*field, *disc))]


def _field(model: Plate, look: Look, right: float) -> list[Item]:
    """Behind the symbol of a wide card: a pale field with the pattern of its ground, from the left to `right`."""
    top, bottom = EDGE + BAND + 0.6, model.height - EDGE
    swatch, kind = look.swatch(*model.ground), look.ground(*model.ground).pattern
    ground = rect(EDGE, top, right - EDGE, bottom - top, Style(swatch.tint), 0.9)
    shade = mix(swatch.tint, swatch.color, 0.86)
    return [Group((ground, *pattern(kind, (EDGE, top, right, bottom), shade, 4.0)), clip=ground.data)]


def _chips(model: Plate, look: Look) -> list[Item]:
    """Numbers over their names: left and right of a high card's figure, in a row above the lines of a wide one."""
    if not _wide(model):
        inset, top, _high = PANEL
        lefts = (inset + AWAY, model.width - inset - AWAY - HIGH_CHIP)
        return _named_chips(model, [lefts[i % 2] for i, _chip in enumerate(model.chips)], top + 1.9, NAME, look)
    x, _y, radius = _middle(model)
    start = x + radius + 3.0
    step = min(CHIP_W + 6.0, (model.width - PAD - start) / max(1, len(model.chips)))
    places = [start + i * step + (step - CHIP_W) / 2 for i, _chip in enumerate(model.chips)]
    return _named_chips(model, places, EDGE + BAND + 1.4, step - 0.6, look)


def _named_chips(model: Plate, lefts: list[float], top: float, room: float, look: Look) -> list[Item]:
    """Numbers from the left on, and below each its name, which has that much room."""
    wide = CHIP_W if _wide(model) else HIGH_CHIP
    size = min((fonts.fit(chip.name, fonts.LABEL_LIGHT, SMALL, room) for chip in model.chips), default=SMALL)
    ink = look.neutral("soft" if _wide(model) else "ink")
    out = list[Item]()
    for chip, left in zip(model.chips, lefts, strict=True):
        colours = look.plate("ability", chip.ability)
        out.append(plate_box(left, top, wide, CHIP_H, colours))
        out.append(Text(left + wide / 2, top + CHIP_H + 2.3, chip.name, fonts.LABEL_LIGHT, size, ink, "middle"))
        out.append(number(left, top, wide, CHIP_H, chip.value, colours.text))
    return out


def alike(models: Iterable[Plate]) -> tuple[Plate, ...]:
    """These cards as one deck, whose lines have one size."""
    deck = tuple(models)
    return tuple(replace(one, deck=deck) for one in deck)


def _lines(model: Plate, look: Look) -> list[Item]:
    full = _full(model, look.language)
    size = min(_size(one, look.language, full) for one in (model.deck or (model,)))
    left, top, room, bottom = _room(model, full)
    broken = [_broken(line, size, room, look.language, full) for line in model.lines]
    step = size * LEADING
    free = bottom - top - sum(map(len, broken)) * step
    apart = min((2 if full else 1) * APART * step, free / max(1, len(broken) - 1))
    if _wide(model) and not model.chips:  # in the middle of the room, beside the symbol at its height
        top += max(0.0, free - apart * (len(broken) - 1)) / 2
    return _set(model, broken, (left, top), (step, apart), size, look)


def _room(model: Plate, full: bool) -> Box:
    """Where the lines stand: left, top, width and bottom."""
    bottom = model.height - (3.2 if model.note else 1.2)
    if not _wide(model):
        return (PAD + 0.4, PANEL[1] + PANEL[2] + 0.5, model.width - 2 * PAD - 0.4, bottom)
    x, _y, radius = _middle(model)
    left = PAD + 1.2 if full else x + radius + 3.0
    return (left, EDGE + BAND + (9.9 if model.chips else 1.4), model.width - left - PAD, bottom)


def _size(model: Plate, language: str, full: bool) -> float:
    """The largest size in which the lines of a card fit. Raises BadOption."""
    if size := _fitting(model, language, full):
        return size
    raise BadOption("lines", "the lines of '{title}' do not fit", title=model.title)


@cache
def _fitting(model: Plate, language: str, full: bool) -> float:
    """The largest size in which the lines of a card fit, rather smaller than with a broken word; 0 if in none."""
    _left, top, room, bottom = _room(model, full)
    for size, whole in [*((size, True) for size in SIZES if size >= UNBROKEN), *((size, False) for size in SIZES)]:
        found = [(line, room - _hang(text, size, full)) for text in model.lines
                 for line in _broken(text, size, room, language, full)]  # fmt: skip
        if whole and any(line.endswith("-") for line, _room in found):
            continue
        high = len(found) * size * LEADING <= bottom - top
        if high and all(fonts.width(line, fonts.LABEL_LIGHT, size) <= free for line, free in found):
            return size
    return 0.0


def _badge(award: Award, size: float) -> float:
    """How wide the badge of an award is in a line of this size."""
    return fonts.width(award.worth, fonts.LABEL, size * BADGE) + 0.2 * size


def _hang(line: Line, size: float, full: bool) -> float:
    """How far the words of a line stand behind its badge, which beside a symbol stands over them."""
    return _badge(line, size) + 0.13 * size if full and isinstance(line, Award) else 0.0


def _broken(line: Line, size: float, room: float, language: str, full: bool) -> list[str]:
    """The lines of a sentence; of one with a colon broken there, if that takes no more of them."""
    if isinstance(line, Award):
        words = fonts.wrap(line.words, fonts.LABEL_LIGHT, size, room - _hang(line, size, full), language)
        return [*words] if full else [FOR_BADGE, *words]
    lines = list(fonts.wrap(line, fonts.LABEL_LIGHT, size, room, language))
    head, colon, rest = line.partition(": ")
    if not colon or len(lines) < 2:
        return lines
    parts = [part for one in (f"{head}:", rest) for part in fonts.wrap(one, fonts.LABEL_LIGHT, size, room, language)]
    return parts if len(parts) <= len(lines) else lines


def _set(
    model: Plate, broken: list[list[str]], at: Point, steps: tuple[float, float], size: float, look: Look
) -> list[Item]:
    """Lines from `at` on, those of one sentence together; `steps` are from line to line, and more between sentences."""
    out, (left, top), (step, apart), plate = list[Item](), at, steps, look.plate(*model.ground)
    for at_line, (line, texts) in enumerate(zip(model.lines, broken, strict=True)):
        red = at_line >= len(broken) - model.red
        ink = look.swatch("ability", "attack").ink if red else look.neutral("ink")
        base, x = top + 0.8 * step + at_line * apart, left + _hang(line, size, texts[0] != FOR_BADGE)
        if isinstance(line, Award):
            wide, high, cap = _badge(line, size), 0.86 * step, fonts.cap_height(fonts.LABEL, size * BADGE)
            y = base - fonts.cap_height(fonts.LABEL_LIGHT, size) / 2
            style = Style(plate.fill, plate.stroke, 0.3 if plate.stroke else 0.0)
            out.append(rect(left, y - high / 2, wide, high, style, 0.8))
            out.append(Text(left + wide / 2, y + cap / 2, line.worth, fonts.LABEL, size * BADGE, plate.text, "middle"))
        out += [Text(x, base + n * step, text, fonts.LABEL_LIGHT, size, ink) for n, text in enumerate(texts) if text]
        top += len(texts) * step
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
    ground, line = _whole(model, look), look.plate(*model.ground).text
    if of_terrain:
        line = look.neutral("soft") if look.low else mix(swatch.color, swatch.tint, 0.5)
    edge = rim(model.width, model.height, RIM, line, look)
    free = ((x - radius - 2.0, y - radius - 2.0, x + radius + 2.0, y + radius + 2.0), _wider(name, 2.4))
    items: list[Item] = [
        *ground,
        *(_country(model, free, look) if of_terrain else ()),
        Circle(x, y, radius, plate),
        icon(model.icon, x, y, 15.0, ink),
        rect(name[0], name[1], wide, 7.4, plate, 1.2),
        Text(x, model.height - 5.4, model.title, fonts.LABEL, size, ink, "middle"),
        edge,
    ]
    if model.note:
        at = (model.width - PAD, model.height - 1.9)
        items.append(Text(*at, model.note, fonts.LABEL_LIGHT, SMALL, swatch.on, "end"))
    return Face(tuple(items), (edge,) if look.low else (*ground, edge))


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
        rims.append(rim(model.width, model.height, wide, mix(swatch.color, swatch.tint, share), look))
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
