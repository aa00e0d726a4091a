"""Chits that carry words: a name in a band, a large silhouette between two values, and what the piece can do below.

Squares of 24 mm: larger than counters, so that abilities are read on the piece and not in a list. The values stand in
the colours of their abilities, with their symbols; the words are as large as fits and keep 1 mm from the cut.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from printables.errors import BadOption
from printables.kinds.counter import number, plate_box
from printables.look import fonts
from printables.look.display import Circle, Item, Style, Text, rect
from printables.look.frames import frame
from printables.look.icons import icon
from printables.look.outlines import Outline
from printables.look.outlines import rect as rect_outline
from printables.look.theme import Look, Plate, Swatch, ability_icon
from printables.model import Face

SIZE, RADIUS, BLEED, EDGE = 24.0, 1.6, 1.0, 1.2
BAND = 5.0
HOME_BAND, SIGN, HOME_SIZE = 5.6, 4.8, 6.6
"""The band of a chit with a home, the disc of its symbol in mm, and the type of its word in points."""
SILHOUETTE = (SIZE / 2, 11.2, 9.4)
CHIP_W, CHIP_H, CHIP_Y = 5.2, 7.0, 7.2
WORDS = (16.0, 22.45)
"""From where to where the words stand."""
TIGHT, TIGHT_WORDS = (SIZE / 2, 10.4, 7.4), (14.4, 22.45)
"""The same with a smaller silhouette, for words that would be smaller than `READ` points else."""
READ = 7.2
PLAIN, PLAIN_WORDS = (SIZE / 2, 10.1, 7.0), (14.0, 22.45)
"""Silhouette and words of a chit without values: more room for words."""
BESIDE, BESIDE_WORDS = (6.7, 10.6, 8.6), (14.8, 22.45)
"""Silhouette and words of a chit with its effect beside the silhouette."""
EFFECT = (11.5, 6.7, 22.3, 14.7)
"""The room of the effect: left, top, right, bottom."""
EFFECT_SIZES = (12.0, 11.0, 10.0, 9.2, 8.4, 7.8, 7.2)
SIZES, LEADING = (8.4, 7.8, 7.2, 6.6, 6.1), 0.372
"""Type sizes of the words, the largest that fits is taken; mm from line to line for each point of size."""


@dataclass(frozen=True, slots=True)
class Value:
    """A value beside the silhouette: `ability` gives its colour and symbol."""

    ability: str
    text: str
    name: str = ""
    """What it is called, for ears: eyes see colour and symbol."""


@dataclass(frozen=True, slots=True)
class Home:
    """Where a piece belongs: a symbol in the band, with the word under the name."""

    icon: str
    word: str


@dataclass(frozen=True, slots=True)
class Chit:
    """A chit: `ground` is (family, name) of its colour; `left` and `right` are its values, `lines` what it can do."""

    ground: tuple[str, str]
    title: str
    silhouette: str
    left: Value | None = None
    right: Value | None = None
    lines: tuple[str, ...] = ()
    home: Home | None = None
    effect: str = ""
    """In bold beside the silhouette of a chit without values; where it is too long, it is the first of the lines."""
    titles: tuple[str, ...] = ()
    """Titles of other chits without a home that are set in the same size."""


def alike(models: Iterable[Chit]) -> tuple[Chit, ...]:
    """These chits with titles of one size."""
    found = tuple(models)
    return tuple(replace(one, titles=tuple(other.title for other in found)) for one in found)


def outline() -> Outline:
    """The square it is cut to."""
    return rect_outline(SIZE, SIZE, RADIUS)


def front(model: Chit, look: Look) -> Face:
    """The face that says what it is and can do."""
    plate, swatch = look.plate(*model.ground), look.swatch(*model.ground)
    more = BLEED + look.beyond
    bleed = rect(-more, -more, SIZE + 2 * more, SIZE + 2 * more, Style(fill="#ffffff" if look.low else swatch.tint))
    effect = _effect(model, look)
    said = replace(model, lines=(model.effect, *model.lines)) if model.effect and not effect else model
    silhouette, place = _arranged(said, bool(effect), look)
    items: list[Item] = [
        bleed,
        frame(SIZE, SIZE, Style("#ffffff", swatch.ink, 0.4), RADIUS - 0.8),
        *_band(model, plate, swatch),
        icon(model.silhouette, *silhouette, swatch.ink),
        *effect,
    ]
    for value, left in ((model.left, EDGE + 0.5), (model.right, SIZE - EDGE - 0.5 - CHIP_W)):
        items += _chip(value, left, look) if value else []
    return Face((*items, *_words(said, place, look)), () if look.low else (bleed,))


def _band(model: Chit, plate: Plate, swatch: Swatch) -> list[Item]:
    """The name on the ground of the piece; where it has a home, with the symbol and the word of that."""
    style = Style(plate.fill, plate.stroke, 0.35 if plate.stroke else 0.0)
    if model.home is None:
        room = SIZE - 2 * EDGE - 1.2
        size = min(fonts.fit(title, fonts.LABEL, 11.0, room) for title in (model.title, *model.titles))
        base = EDGE + (BAND + fonts.cap_height(fonts.LABEL, size)) / 2
        name = Text(SIZE / 2, base, model.title, fonts.LABEL, size, plate.text, "middle")
        return [rect(EDGE, EDGE, SIZE - 2 * EDGE, BAND, style, 0.9), name]
    room, x, y = SIZE - 2 * EDGE - SIGN - 1.4, SIZE - EDGE - 0.5, EDGE + HOME_BAND
    size = fonts.fit(model.title, fonts.LABEL, 9.0, room - 0.6)
    middle = x - room / 2
    return [
        rect(EDGE, EDGE, SIZE - 2 * EDGE, HOME_BAND, style, 0.9),
        Circle(EDGE + 0.5 + SIGN / 2, EDGE + HOME_BAND / 2, SIGN / 2, Style("#ffffff", swatch.ink, 0.25)),
        icon(model.home.icon, EDGE + 0.5 + SIGN / 2, EDGE + HOME_BAND / 2, SIGN * 0.74, swatch.ink),
        Text(middle, y - 3.0, model.title, fonts.LABEL, size, plate.text, "middle"),
        Text(middle, y - 0.75, model.home.word, fonts.LABEL, HOME_SIZE, plate.text, "middle"),
    ]


def _arranged(model: Chit, beside: bool, look: Look) -> tuple[tuple[float, float, float], tuple[float, float]]:
    """The place of the silhouette, and between which heights the words stand."""
    if beside:
        return BESIDE, BESIDE_WORDS
    if not (model.left or model.right):
        return PLAIN, PLAIN_WORDS
    size = _sized(model, WORDS, look)[0]
    return (SILHOUETTE, WORDS) if size >= READ else (TIGHT, TIGHT_WORDS)


def _chip(value: Value, left: float, look: Look) -> list[Item]:
    plate, says = look.plate("ability", value.ability), f"{value.name} {value.text}," if value.name else ""
    return [
        plate_box(left, CHIP_Y, CHIP_W, CHIP_H, plate),
        replace(number(left, CHIP_Y + 0.1, CHIP_W, 4.4, value.text, plate.text), says=says),
        icon(ability_icon(value.ability), left + CHIP_W / 2, CHIP_Y + 5.6, 2.0, plate.text),
    ]


def _effect(model: Chit, look: Look) -> list[Item]:
    """The effect beside the silhouette as large as it fits there; nothing if it does not."""
    left, top, right, bottom = EFFECT
    for size in EFFECT_SIZES if model.effect else ():
        lines = _broken(model.effect, fonts.LABEL, size, right - left, look)
        if _fit(lines, fonts.LABEL, size, (right - left, bottom - top)):
            return _set(lines, fonts.LABEL, size, (left + right) / 2, (top, bottom), look)
    return []


def _words(model: Chit, place: tuple[float, float], look: Look) -> list[Item]:
    """What it can do, in the middle of the room below the silhouette."""
    size, lines = _sized(model, place, look)
    if not size:
        raise BadOption("lines", "the lines of '{title}' do not fit", title=model.title)
    return _set(lines, fonts.LABEL_LIGHT, size, SIZE / 2, place, look)


def _sized(model: Chit, place: tuple[float, float], look: Look) -> tuple[float, list[str]]:
    """The largest size at which the words fit between two heights, and their lines; 0 if they do not."""
    room = SIZE - 2 * EDGE - 0.8
    for size in SIZES:
        lines = [line for text in model.lines for line in _broken(text, fonts.LABEL_LIGHT, size, room, look)]
        if _fit(lines, fonts.LABEL_LIGHT, size, (room, place[1] - place[0])):
            return size, lines
    return 0.0, []


def _fit(lines: list[str], font: str, size: float, room: tuple[float, float]) -> bool:
    high = len(lines) * size * LEADING <= room[1]
    return high and all(fonts.width(line, font, size) <= room[0] for line in lines)


def _set(lines: list[str], font: str, size: float, x: float, place: tuple[float, float], look: Look) -> list[Item]:
    """Lines centred around `x` and between two heights."""
    (top, bottom), step = place, size * LEADING
    first = top + (bottom - top - len(lines) * step) / 2 + 0.78 * step
    ink = look.neutral("ink")
    return [Text(x, first + n * step, line, font, size, ink, "middle") for n, line in enumerate(lines)]


def _broken(text: str, font: str, size: float, room: float, look: Look) -> list[str]:
    """The lines of a text: of a list, broken between its entries, so that a word and its value stay together."""
    entries = text.split(", ")
    parts = [*(f"{entry}," for entry in entries[:-1]), entries[-1]]
    if any(fonts.width(part, font, size) > room for part in parts):
        return list(fonts.wrap(text, font, size, room, look.language))
    lines = parts[:1]
    for part in parts[1:]:
        longer = f"{lines[-1]} {part}"
        if fonts.width(longer, font, size) <= room:
            lines[-1] = longer
        else:
            lines.append(part)
    return lines
