"""Large counters for what changes hands: a big silhouette with three numbers, a place for its owner's marker and one
for markers of its wounds; on the back its name and what it can do. Sizes in mm.

It belongs to nobody by itself, so it wears no side's ground.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from printables.errors import BadOption
from printables.kinds.counter import BLEED, CHIP_H, CHIP_W, CLEAR, DIGIT, SIGN, Corner, number, plate_box
from printables.look import fonts
from printables.look.clear import between
from printables.look.display import Item, Place, Style, Text, rect
from printables.look.frames import LEAST, rim
from printables.look.icons import icon
from printables.look.outlines import Box, Outline
from printables.look.outlines import rect as rect_outline
from printables.look.theme import Look, ability_icon
from printables.model import Face
from printables.units import Point

WIDTH, HEIGHT, RADIUS = 28.0, 23.4, 1.2
PANEL = (1.0, 1.0, 16.6, 18.0)
"""The pale ground of the silhouette: left, top, width, height."""
BOX, COLUMN = 9.0, 18.0
"""The side of a place, and where both begin: each holds a marker of 8 mm with room for fingers."""
APART = 0.5
"""Between the places: a finger sets one marker without moving the other."""
MOST = 14.0
NAME, WORDS, STEP = 8.5, 10.0, 4.4
"""Largest type of the name and type of the words on the back, in points; mm from line to line."""


@cache
def outline() -> Outline:
    """The shape they are cut to."""
    return rect_outline(WIDTH, HEIGHT, RADIUS)


@dataclass(frozen=True, slots=True)
class LargeCounter:
    """Name, silhouette, three numbers (top left, top right, bottom left) and the words of the back.

    `owner` and `hits` are the symbols of the two places with the beginnings of the ids that lie there.
    """

    name: str
    silhouette: str
    corners: tuple[Corner, Corner, Corner]
    lines: tuple[str, ...]
    owner: tuple[str, str]
    hits: tuple[str, str]


def front(model: LargeCounter, look: Look) -> Face:
    """The side that lies up in play."""
    left, top, wide, high = PANEL
    right, bottom = left + wide, top + high
    places = (
        (left + 0.3, top + 0.3),
        (right - 0.3 - CHIP_W, top + 0.3),
        (left + 0.3, bottom - 0.3 - CHIP_H),
    )
    inside = (left + 0.4, top + 0.4, right - 0.4, bottom - 0.4)
    labels = tuple((x - CLEAR, y - CLEAR, x + CHIP_W + CLEAR, y + CHIP_H + CLEAR) for x, y in places)
    pale = Style("#ffffff" if look.low else look.neutral("panel"), look.neutral("soft"), 0.2)
    items = [*_ground(look), rect(*PANEL, pale, 1.0)]
    items.append(icon(model.silhouette, *_silhouette(model, inside, labels), look.neutral("ink")))
    for place, corner in zip(places, model.corners, strict=True):
        items += _chip(place, corner, look)
    for row, (sign, takes) in enumerate((model.owner, model.hits)):
        items += _place(1.0 + row * (BOX + APART), sign, takes, look)
    items.append(_name(model, HEIGHT - 1.6, look))
    return Face(tuple(items), _ground(look))


def back(model: LargeCounter, look: Look) -> Face:
    """The side that tells what it can do. Raises BadOption when the lines do not fit."""
    lines = [part for one in model.lines for part in fonts.wrap(one, fonts.LABEL, WORDS, WIDTH - 3.4, look.language)]
    if len(lines) * STEP > HEIGHT - 9.5:
        raise BadOption("lines", "the lines of '{title}' do not fit", title=model.name)
    pale = Style("#ffffff" if look.low else look.neutral("panel"), look.neutral("soft"), 0.2)
    items = [*_ground(look), rect(1.0, 6.0, WIDTH - 2.0, HEIGHT - 7.0, pale, 1.0), _name(model, 4.4, look)]
    middle = 6.0 + (HEIGHT - 7.0) / 2
    first = middle - (len(lines) - 1) * STEP / 2 + fonts.cap_height(fonts.LABEL, WORDS) / 2
    items += [
        Text(WIDTH / 2, first + n * STEP, line, fonts.LABEL, WORDS, look.neutral("ink"), "middle")
        for n, line in enumerate(lines)
    ]
    return Face(tuple(items), _ground(look))


def _silhouette(model: LargeCounter, inside: Box, labels: tuple[Box, ...]) -> tuple[float, float, float]:
    """Middle and size of the silhouette: as large as keeps clear of the numbers."""
    return between(model.silhouette, 0.0, inside, labels, MOST)


def _place(y: float, sign: str, takes: str, look: Look) -> tuple[Item, ...]:
    """A box for a small marker, with a faint sign of what it is."""
    return (
        rect(COLUMN, y, BOX, BOX, Style("#ffffff", look.neutral("soft"), 0.25, (1.4, 0.9)), 1.2),
        Place(COLUMN, y, BOX, BOX, takes),
        icon(sign, COLUMN + BOX / 2, y + BOX / 2, BOX * 0.55, look.neutral("faint")),
    )


def _chip(place: Point, corner: Corner, look: Look) -> tuple[Item, ...]:
    """A number with its symbol on its colour."""
    (x, y), plate = place, look.plate("ability", corner.ability)
    return (
        plate_box(x, y, CHIP_W, CHIP_H, plate, "#ffffff"),
        icon(ability_icon(corner.ability), x + CHIP_W / 2, y + SIGN[0], SIGN[1], plate.text),
        number(x, y + 0.05, CHIP_W, DIGIT, str(corner.value), plate.text),
    )


def _name(model: LargeCounter, base: float, look: Look) -> Text:
    size = fonts.fit(model.name, fonts.LABEL, NAME, WIDTH - 3.0)
    return Text(WIDTH / 2, base, model.name, fonts.LABEL, size, look.quiet.text, "middle")


def _ground(look: Look) -> tuple[Item, ...]:
    """The colour of nobody as far as the bleed; with little ink a rim."""
    if look.low:
        return (rim(WIDTH, HEIGHT, LEAST, look.quiet.stroke or look.quiet.text, look),)
    return (rect(-BLEED, -BLEED, WIDTH + 2 * BLEED, HEIGHT + 2 * BLEED, Style(fill=look.quiet.fill)),)
