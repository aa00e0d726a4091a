"""A mat of places as large as the cards that lie on them, with boxes for markers under every column, and a head line.

260 mm wide, as high as it has rows: four cards of 63 mm lie side by side.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from printables.displays.blocks import Area
from printables.look import fonts
from printables.look.display import Item, Place, Style, Text, rect
from printables.look.frames import INSIDE, fine
from printables.look.icons import icon
from printables.look.outlines import Outline
from printables.look.outlines import rect as rect_outline
from printables.look.theme import Look
from printables.model import Face
from printables.units import Point

WIDTH, ROOM, GAP = 260.0, 0.5, 0.5
WITHIN = 1.2
"""So far within a place for a card its line is drawn: places beside each other have one each, away from the frame."""
BOX = 18.0
"""The height of a box for markers, in mm."""
HEAD, TITLE, LINE = 12.0, 24.0, 10.0
"""The height of the line with the title, in mm; the type of the title and of the words beside it."""
MARK, ACROSS, APART = 17.0, 3, 1.0
"""A place for a marker of 16 mm, how many stand side by side under a card, and the space between two rows, in mm."""
ROWS = 5.0
"""The space between two cards one above the other that have places for markers, in mm."""
FOOT = 1.5
"""So much more stays free below the last of them."""


class Spot(NamedTuple):
    """A place for a card: large and small text, symbol, and how the ids of its cards begin."""

    word: str
    caption: str
    icon: str
    takes: str


class Marks(NamedTuple):
    """Places for markers under every card: how many, and how the ids of the markers begin."""

    number: int
    takes: str


class Boxes(NamedTuple):
    """A row of boxes, one under every column: word, symbol, and how the ids of its markers begin."""

    word: str
    icon: str
    takes: str


@dataclass(frozen=True)
class Mat:
    """Rows of places from top to bottom, then rows of boxes; `card` is width and height in mm."""

    spots: tuple[tuple[Spot, ...], ...]
    card: Point
    boxes: tuple[Boxes, ...] = ()
    side: str = ""
    """Whose it is: its frame is of that colour."""
    title: str = ""
    hint: str = ""
    """What stands in the head line, and what it says of the order of cards."""
    marks: Marks | None = None


def outline(model: Mat) -> Outline:
    """The shape of the mat: the margin is the same on all sides."""
    between = ROWS if model.marks else GAP
    high = len(model.spots) * (_step(model)[1]) + len(model.boxes) * (BOX + GAP) - between
    high += FOOT if model.marks else 0.0
    return rect_outline(WIDTH, high + 2 * _left(model) + _head(model), 3.0)


def _step(model: Mat) -> Point:
    """From column to column and from row to row."""
    below = _marked(model) + ROWS if model.marks else GAP
    return model.card[0] + 2 * ROOM + GAP, model.card[1] + 2 * ROOM + below


def _marked(model: Mat) -> float:
    """The height of the places for markers under a card."""
    return -(-model.marks.number // ACROSS) * (MARK + APART) if model.marks else 0.0


def _left(model: Mat) -> float:
    """What is left beside the places, on every side."""
    return (WIDTH - len(model.spots[0]) * _step(model)[0] + GAP) / 2


def front(model: Mat, look: Look) -> Face:
    """The whole mat."""
    (wide, high), left, height = _step(model), _left(model), outline(model).size[1]
    top = left + _head(model)
    items: list[Item] = [rect(0, 0, WIDTH, height, Style(fill="#ffffff")), *_line(model, look)]
    for row, spots in enumerate(model.spots):
        for column, spot in enumerate(spots):
            place = Area(left + column * wide, top + row * high, wide - GAP, model.card[1] + 2 * ROOM)
            items += [*_spot(place, spot, look, shaded=row % 2 == 0), *_whose(place, spot, model.side, look)]
            items += _marks(place, model.marks, look) if model.marks else []
    for row, boxes in enumerate(model.boxes):
        y = top + len(model.spots) * high + row * (BOX + GAP)
        for column, _ in enumerate(model.spots[0]):
            items += _box(Area(left + column * wide, y, wide - GAP, BOX), boxes, look)
    ink = look.side(model.side).swatch.ink if model.side else look.neutral("ink")
    return Face((*items, fine(WIDTH, height, ink, INSIDE)))


def _head(model: Mat) -> float:
    return HEAD if model.title else 0.0


def _line(model: Mat, look: Look) -> list[Item]:
    """The title, and beside it the hint."""
    if not model.title:
        return []
    left, base = _left(model) + 3.0, _left(model) + HEAD - 3.0
    beside = left + fonts.width(model.title, fonts.NUMBER, TITLE) + 5.0
    size = fonts.fit(model.hint, fonts.LABEL_LIGHT, LINE, WIDTH - left - beside)
    return [
        Text(left, base, model.title, fonts.NUMBER, TITLE, look.neutral("ink")),
        Text(beside, base, model.hint, fonts.LABEL_LIGHT, size, look.neutral("soft")),
    ]


def _spot(area: Area, spot: Spot, look: Look, *, shaded: bool) -> list[Item]:
    x, y, soft = area.x + area.w / 2, area.y + area.h / 2, look.neutral("soft")
    fill = look.neutral("panel") if shaded and not look.low else "#ffffff"
    return [
        rect(
            area.x + WITHIN,
            area.y + WITHIN,
            area.w - 2 * WITHIN,
            area.h - 2 * WITHIN,
            Style(fill, soft, 0.25, (1.4, 0.9)),
            1.6,
        ),
        Place(*area, spot.takes),
        icon(spot.icon, x, y - 7.0, 16.0, look.neutral("faint")),
        Text(x, y + 10.0, spot.word, fonts.LABEL, 18.0, soft, "middle"),
        Text(x, y + 15.5, spot.caption, fonts.LABEL_LIGHT, 10.0, soft, "middle"),
    ]


def _whose(area: Area, spot: Spot, side: str, look: Look) -> list[Item]:
    """The emblem of a side before the small text: a frame alone is no colour in grey."""
    if not side:
        return []
    wide = fonts.width(spot.caption, fonts.LABEL_LIGHT, 10.0)
    at = (area.x + (area.w - wide) / 2 - 3.4, area.y + area.h / 2 + 14.2)
    return [icon(look.side(side).emblem, *at, 4.6, look.side(side).swatch.ink)]


def _marks(card: Area, marks: Marks, look: Look) -> list[Item]:
    """Places under a card, each row in the middle of it."""
    out, soft = list[Item](), look.neutral("soft")
    for n in range(marks.number):
        row, column = divmod(n, ACROSS)
        here = min(ACROSS, marks.number - row * ACROSS)
        step = card.w / ACROSS
        x = card.x + (card.w - here * step) / 2 + column * step + (step - MARK) / 2
        area = Area(x, card.y + card.h + APART + row * (MARK + APART), MARK, MARK)
        sign = icon("flag", area.x + MARK / 2, area.y + MARK / 2, 8.0, look.neutral("faint"))
        out += [rect(*area, Style("#ffffff", soft, 0.2, (1.4, 0.9)), 1.2), Place(*area, marks.takes), sign]
    return out


def _box(area: Area, boxes: Boxes, look: Look) -> list[Item]:
    """The marker lies in the middle: word and symbol stand beside it."""
    middle, soft = area.y + area.h / 2, look.neutral("soft")
    return [
        rect(*area, Style("#ffffff" if look.low else look.neutral("panel"), soft, 0.25), 1.2),
        Place(*area, boxes.takes),
        icon(boxes.icon, area.x + 7.0, middle - 2.6, 6.4, soft),
        Text(area.x + 2.6, middle + 5.2, boxes.word, fonts.LABEL, 10.0, look.neutral("ink")),
        rect(
            area.x + (area.w - BOX) / 2, area.y + 0.6, BOX, area.h - 1.2, Style("#ffffff", soft, 0.2, (1.4, 0.9)), 1.2
        ),
    ]
