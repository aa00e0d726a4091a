"""A side's chart: its name on a band of its colour, a track of numbers in rows, and places for cards in groups.

188 x 254 mm, as large as an aid. A small marker of 8 mm lies on every box of the track, a card on every place; more
cards of a group lie on it like shingles, to the right.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from printables.displays.aid import HEIGHT, WIDTH
from printables.displays.blocks import Area, small
from printables.look import fonts
from printables.look.display import Circle, Group, Item, Place, Style, Text, rect
from printables.look.icons import icon
from printables.look.outlines import Outline, rect_points, rounded_path
from printables.look.outlines import rect as rect_outline
from printables.look.patterns import pattern
from printables.look.theme import Look
from printables.model import Face
from printables.units import Point

PAD = 7.0
INNER = WIDTH - 2 * PAD
HEAD = Area(PAD, PAD, INNER, 17.0)
TRACK_Y, ROW, GAP = 36.0, 11.4, 0.8
SHINGLES = 20.0
"""Room beside a card for those that lie on it, in mm."""
ROOM = 0.6
"""How much wider a place is than its card, on every side."""


def outline() -> Outline:
    """The sheet every chart is cut to."""
    return rect_outline(WIDTH, HEIGHT, 3.0)


class Cards(NamedTuple):
    """A place for cards of one kind: word, symbol, how many may lie there in words, and how their ids begin."""

    word: str
    icon: str
    limit: str
    takes: str


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
    """At the foot: the names of columns (the first is the title), then a row each with its own name first."""
    table_icon: str = ""


def front(model: Chart, look: Look) -> Face:
    """The whole chart."""
    items: list[Item] = [rect(0, 0, WIDTH, HEIGHT, Style(fill="#ffffff")), *_head(model, look), *_track(model, look)]
    rows = -(-model.last // 10)
    top = TRACK_Y + rows * ROW + 9.0
    width = model.card[0] + 2 * ROOM + SHINGLES
    for number, cards in enumerate(model.cards):
        left = PAD if number % 2 == 0 else WIDTH - PAD - width
        items += _cards(cards, left, top + number // 2 * (model.card[1] + 15.0), model, look)
    items += _table(model, top + -(-len(model.cards) // 2) * (model.card[1] + 15.0), look) if model.table else []
    ink = look.side(model.side).swatch.ink
    items.append(rect(0.6, 0.6, WIDTH - 1.2, HEIGHT - 1.2, Style(stroke=ink, width=1.2), 2.6))
    return Face(tuple(items))


def _head(model: Chart, look: Look) -> list[Item]:
    side, plate = look.side(model.side), look.plate("side", model.side)
    x, y, w, h = HEAD
    middle, name = y + h / 2, fonts.width(model.name.upper(), fonts.NUMBER, 30.0)
    return [
        rect(x, y, w, h, Style(plate.fill), 2.2),
        Group(pattern(side.pattern, (x + w * 0.6, y, x + w, y + h), side.shade, 5.0),
              clip=rounded_path(rect_points(x, y, w, h), 2.2)),
        rect(x, y, w, h, Style(stroke=side.swatch.ink, width=0.5), 2.2),
        Circle(x + 13, middle, 7.2, Style(fill="#ffffff", stroke=side.swatch.ink, width=0.5)),
        icon(side.emblem, x + 13, middle, 10.0, side.swatch.ink),
        Text(x + 26, middle + 3.7, model.name.upper(), fonts.NUMBER, 30.0, plate.text),
        Text(x + 31 + name, middle + 3.7, model.word, fonts.LABEL_LIGHT, 21.0, plate.text),
    ]  # fmt: skip


def _table(model: Chart, top: float, look: Look) -> list[Item]:
    """Figures to look up, under the places for cards; their lines as high as there is room."""
    (title, *names), *rows = model.table
    first = INNER * 0.26
    step, high = (INNER - first) / len(names), min(6.4, (HEIGHT - 5.0 - top) / len(rows))
    ink, out = look.neutral("ink"), _title(PAD, top - 1.6, title, model.table_icon, look)
    middles = [PAD + first + (i + 0.5) * step for i in range(len(names))]
    out += [Text(x, top - 1.6, name, fonts.LABEL, 11.0, ink, "middle") for x, name in zip(middles, names, strict=True)]
    for number, (name, *values) in enumerate(rows):
        y = top + number * high
        if number % 2 == 0 and not look.low:
            out.append(rect(PAD, y, INNER, high, Style(fill=look.neutral("panel"))))
        base = y + (high + fonts.cap_height(fonts.LABEL, 10.5)) / 2
        out.append(Text(PAD + 1.6, base, name, fonts.LABEL_LIGHT, 10.5, ink))
        cells = zip(middles, values, strict=True)
        out += [Text(x, base, value, fonts.LABEL, 11.5, ink, "middle") for x, value in cells if value]
    return out


def _title(x: float, base: float, word: str, icon_name: str, look: Look) -> list[Item]:
    ink = look.neutral("ink")
    return [icon(icon_name, x + 2.4, base - 1.5, 4.8, ink), Text(x + 6.6, base, word, fonts.LABEL, 12.0, ink)]


def _track(model: Chart, look: Look) -> list[Item]:
    """Ten boxes a row, tens in stronger type."""
    swatch, ink = look.side(model.side).swatch, look.neutral("ink")
    out = _title(PAD, TRACK_Y - 3.4, model.track, model.track_icon, look)
    step = (INNER + GAP) / 10
    for value in range(model.last):
        box = Area(PAD + value % 10 * step, TRACK_Y + value // 10 * ROW, step - GAP, ROW - GAP)
        full = value % 10 == 0
        fill = swatch.tint if full and not look.low else "#ffffff"
        size = 17.0 if full else 14.0
        base = box.y + (box.h + fonts.cap_height(fonts.LABEL, size)) / 2
        out.append(rect(*box, Style(fill, swatch.ink, 0.5 if full else 0.25), 0.9))
        out.append(Place(*box, model.takes))
        out.append(Text(box.x + box.w / 2, base, str(value), fonts.LABEL, size, ink, "middle"))
    return out


def _cards(cards: Cards, x: float, y: float, model: Chart, look: Look) -> list[Item]:
    width, height = model.card[0] + 2 * ROOM, model.card[1] + 2 * ROOM
    place = Area(x, y + 2.0, width, height)
    dashed = Style("#ffffff", look.neutral("soft"), 0.25, (1.4, 0.9))
    shingles = rect(x + SHINGLES, y + 2.0, width, height, Style(stroke=look.neutral("line"), width=0.2), 1.6)
    return [
        *_title(x, y, cards.word, cards.icon, look),
        small(x + 8.6 + fonts.width(cards.word, fonts.LABEL, 12.0), y, cards.limit, look, 9.0),
        shingles,
        rect(*place, dashed, 1.6),
        Place(*place, cards.takes),
        icon(cards.icon, x + width / 2, y + 2.0 + height / 2, 20.0, look.neutral("faint")),
    ]
