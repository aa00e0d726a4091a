"""A side's chart: its name on a band of its colour, places for cards in a grid, a track of numbers, and figures.

260 x 188 mm. A card lies on every place, whole; a small marker of 8 mm on every box of the track.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from printables.displays.blocks import Area, small
from printables.look import fonts
from printables.look.display import Circle, Group, Item, Place, Style, Text, rect
from printables.look.frames import fine
from printables.look.icons import icon
from printables.look.outlines import Outline, rect_points, rounded_path
from printables.look.outlines import rect as rect_outline
from printables.look.patterns import pattern
from printables.look.theme import Look
from printables.model import Face
from printables.units import Point

WIDTH, HEIGHT, PAD = 260.0, 188.0, 6.0
HEAD = Area(PAD, PAD, WIDTH - 2 * PAD, 14.0)
TOP, GAP = 27.4, 0.6
"""Where places and track begin, under their titles."""
ROOM, BETWEEN, TITLE = 0.6, 1.2, 6.2
"""How much wider a place is than its card on every side; the space beside it; the height of a title above it."""
SIDE = Area(204.4, TOP, WIDTH - PAD - 204.4, 116.4)
"""The track, at the right of the places."""
ACROSS = 5
"""Boxes of the track in a row."""
TABLE = Area(SIDE.x, 153.0, SIDE.w, 29.0)


def outline() -> Outline:
    """The sheet every chart is cut to."""
    return rect_outline(WIDTH, HEIGHT, 3.0)


class Cards(NamedTuple):
    """Places for cards of one kind: word, symbol, how many may lie there in words, how their ids begin, and the cells
    (column, row) of the grid.
    """

    word: str
    icon: str
    limit: str
    takes: str
    cells: tuple[tuple[int, int], ...]


@dataclass(frozen=True)
class Chart:
    """Everything a chart shows; `takes` begins the ids of the markers of its track, for the proof."""

    side: str
    name: str
    word: str
    track: str
    track_icon: str
    last: int
    takes: str
    cards: tuple[Cards, ...]
    card: Point
    table: tuple[tuple[str, ...], ...] = ()
    """Under the track: the names of columns (the first is the title), then a row each with its own name first."""
    table_icon: str = ""


def front(model: Chart, look: Look) -> Face:
    """The whole chart."""
    items: list[Item] = [rect(0, 0, WIDTH, HEIGHT, Style(fill="#ffffff")), *_head(model, look), *_track(model, look)]
    for cards in model.cards:
        items += _cards(cards, model, look)
    items += _table(model, look) if model.table else []
    ink = look.side(model.side).swatch.ink
    return Face((*items, fine(WIDTH, HEIGHT, ink)))


def _head(model: Chart, look: Look) -> list[Item]:
    side, plate = look.side(model.side), look.plate("side", model.side)
    x, y, w, h = HEAD
    middle, name = y + h / 2, fonts.width(model.name.upper(), fonts.NUMBER, 30.0)
    return [
        rect(x, y, w, h, Style(plate.fill), 2.2),
        Group(pattern(side.pattern, (x + w * 0.6, y, x + w, y + h), side.shade, 5.0),
              clip=rounded_path(rect_points(x, y, w, h), 2.2)),
        rect(x, y, w, h, Style(stroke=side.swatch.ink, width=0.5), 2.2),
        Circle(x + 11, middle, 6.0, Style(fill="#ffffff", stroke=side.swatch.ink, width=0.5)),
        icon(side.emblem, x + 11, middle, 8.4, side.swatch.ink),
        Text(x + 22, middle + 3.7, model.name.upper(), fonts.NUMBER, 30.0, plate.text),
        Text(x + 27 + name, middle + 3.7, model.word, fonts.LABEL_LIGHT, 21.0, plate.text),
    ]  # fmt: skip


def _table(model: Chart, look: Look) -> list[Item]:
    """Figures to look up, under the track."""
    (title, *names), *rows = model.table
    x, top, width, height = TABLE
    first = width * 0.3
    step, high = (width - first) / len(names), height / len(rows)
    ink, out = look.neutral("ink"), _title(x, top - 2.0, title, model.table_icon, look)
    middles = [x + first + (i + 0.5) * step for i in range(len(names))]
    heads = zip(middles, names, strict=True)
    out += [Text(at, top - 2.0, name, fonts.LABEL_LIGHT, 8.5, ink, "middle") for at, name in heads]
    for number, (name, *values) in enumerate(rows):
        y = top + number * high
        if number % 2 == 0 and not look.low:
            out.append(rect(x, y, width, high, Style(fill=look.neutral("panel"))))
        base = y + (high + fonts.cap_height(fonts.LABEL, 10.5)) / 2
        out.append(Text(x + 1.2, base, name, fonts.LABEL_LIGHT, 10.0, ink))
        cells = zip(middles, values, strict=True)
        out += [Text(at, base, value, fonts.LABEL, 11.0, ink, "middle") for at, value in cells if value]
    return out


def _title(x: float, base: float, word: str, icon_name: str, look: Look) -> list[Item]:
    ink = look.neutral("ink")
    return [icon(icon_name, x + 2.4, base - 1.5, 4.8, ink), Text(x + 6.6, base, word, fonts.LABEL, 12.0, ink)]


def _track(model: Chart, look: Look) -> list[Item]:
    """Five boxes a row, tens in stronger type."""
    swatch, ink = look.side(model.side).swatch, look.neutral("ink")
    out = _title(SIDE.x, TOP - 1.6, model.track, model.track_icon, look)
    step, row = (SIDE.w + GAP) / ACROSS, SIDE.h / -(-model.last // ACROSS)
    for value in range(model.last):
        box = Area(SIDE.x + value % ACROSS * step, SIDE.y + value // ACROSS * row, step - GAP, row - GAP)
        full = value % 10 == 0
        fill = swatch.tint if full and not look.low else "#ffffff"
        size = 17.0 if full else 14.0
        base = box.y + (box.h + fonts.cap_height(fonts.LABEL, size)) / 2
        out.append(rect(*box, Style(fill, swatch.ink, 0.5 if full else 0.25), 0.9))
        out.append(Place(*box, model.takes))
        out.append(Text(box.x + box.w / 2, base, str(value), fonts.LABEL, size, ink, "middle"))
    return out


def _cards(cards: Cards, model: Chart, look: Look) -> list[Item]:
    """The places of a kind, its title over the first."""
    width, height = model.card[0] + 2 * ROOM, model.card[1] + 2 * ROOM
    out: list[Item] = []
    for number, (column, row) in enumerate(cards.cells):
        place = Area(PAD + column * (width + BETWEEN), TOP + row * (height + TITLE), width, height)
        if number == 0:
            after = place.x + 8.6 + fonts.width(cards.word, fonts.LABEL, 12.0)
            out += _title(place.x, place.y - 1.6, cards.word, cards.icon, look)
            out.append(small(after, place.y - 1.6, cards.limit, look, 9.0))
        out += [
            rect(*place, Style("#ffffff", look.neutral("soft"), 0.25, (1.4, 0.9)), 1.6),
            Place(*place, cards.takes),
            icon(cards.icon, place.x + width / 2, place.y + height / 2, 20.0, look.neutral("faint")),
        ]
    return out
