"""The display of a city or camp: a tree of facilities with costs and arrows, and resource tracks below.

260 x 188 mm like the hero display. Each facility has a slot for the marker that says it stands; walls and towers
are drawn as the front of the city.
"""

from __future__ import annotations

from dataclasses import dataclass

from printables.displays.blocks import Area, panel, paragraph, slot, small, track
from printables.displays.rampart import Part, rampart
from printables.look import fonts, qr
from printables.look.display import Circle, Group, Item, Style, Text, rect
from printables.look.frames import fine
from printables.look.icons import icon
from printables.look.outlines import Outline, rect_points, rounded_path
from printables.look.outlines import rect as rect_outline
from printables.look.patterns import pattern
from printables.look.theme import Look
from printables.model import Face

WIDTH, HEIGHT, PAD = 260.0, 188.0, 6.0
INNER = WIDTH - 2 * PAD
HEAD = Area(PAD, PAD, INNER, 15.0)
GRID_Y, COLUMNS, ROW_H = 23.0, 6, 32.2
GAP_X, GAP_Y = 5.2, 1.9
FRONT_GAP = 3.4
"""More room above a row with towers, for their battlements."""
BOX_W = (INNER - (COLUMNS - 1) * GAP_X) / COLUMNS
TRACKS_Y, TRACK_H, TRACK_STEP, LABEL_W = 130.2, 12.2, 13.1, 28.0
SLOT = 17.0
COST, EFFECT, WORDS = 11.0, 8.0, 9.5
"""Type sizes of what a facility costs and what it does: read across a table."""


def outline() -> Outline:
    """The board every display of this kind is cut to."""
    return rect_outline(WIDTH, HEIGHT, 3.0)


@dataclass(frozen=True, slots=True)
class Facility:
    """A building: icon, cost as (resource, amount), what it does; `follows` if it needs the one to its left.

    As a `part` of the front it is drawn as a wall or a tower.
    """

    name: str
    icon: str
    cost: tuple[tuple[str, int], ...]
    effect: str
    follows: bool = False
    built: bool = False
    part: Part | None = None


@dataclass(frozen=True)
class CityDisplay:
    """Rows of six facilities each and a track for every resource (icon and theme name alike).

    Beside its track each resource has a box for a number marker (`overflow`). `link` is the address the QR code opens,
    if any; `stakes` for a camp behind a fence; what `takes` begins the ids of the markers, for the proof.
    """

    side: str
    side_name: str
    title: str
    icon: str
    rows: tuple[tuple[Facility, ...], ...]
    resources: tuple[tuple[str, str], ...]
    track_limit: int
    overflow: str
    note: str = ""
    link: str = ""
    stakes: bool = False
    built_takes: str = ""
    track_takes: str = ""
    overflow_takes: str = ""
    built_word: str = "built"


def front(model: CityDisplay, look: Look) -> Face:
    """The whole display."""
    items: list[Item] = [rect(0, 0, WIDTH, HEIGHT, Style(fill="#ffffff")), *_head(model, look)]
    drop = 0.0
    for r, row in enumerate(model.rows):
        drop += FRONT_GAP if any(f.part for f in row) else 0.0
        places = [_place(c, r, drop) for c in range(len(row))]
        front_of = tuple((f.part, area) for f, area in zip(row, places, strict=True) if f.part)
        items += rampart(front_of, look, model.stakes)
        for facility, area in zip(row, places, strict=True):
            items += _facility(facility, area, model, look)
    items += _tracks(model, look)
    if model.note:
        width = fonts.width(model.note, fonts.LABEL_LIGHT, 6.5)
        items.append(small(WIDTH - PAD - width, HEIGHT - 2.6, model.note, look))
    color = look.side(model.side).swatch.ink
    return Face((*items, fine(WIDTH, HEIGHT, color)))


def _place(column: int, row: int, drop: float) -> Area:
    return Area(PAD + column * (BOX_W + GAP_X), GRID_Y + row * (ROW_H + GAP_Y) + drop, BOX_W, ROW_H)


def _head(model: CityDisplay, look: Look) -> list[Item]:
    side, plate = look.side(model.side), look.plate("side", model.side)
    x, y, w, h = HEAD
    art = pattern(side.pattern, (x + w * 0.5, y, x + w, y + h), side.shade, 5.0)
    middle = y + h / 2
    name = fonts.width(model.side_name.upper(), fonts.NUMBER, 26.0)
    code = qr.code(model.link, x + w - 33, y + 0.5, 14.0) if model.link else []
    return [
        rect(x, y, w, h, Style(plate.fill), 2.0),
        Group(art, clip=rounded_path(rect_points(x, y, w, h), 2.0)),
        rect(x, y, w, h, Style(stroke=side.swatch.ink, width=0.5), 2.0),
        Circle(x + 10, middle, 6.2, Style(fill="#ffffff", stroke=side.swatch.ink, width=0.5)),
        icon(side.emblem, x + 10, middle, 8.8, side.swatch.ink),
        Text(x + 20, middle + 3.2, model.side_name.upper(), fonts.NUMBER, 26.0, plate.text),
        Text(x + 20 + name + 4, middle + 3.2, model.title, fonts.LABEL_LIGHT, 19.0, plate.text),
        Circle(x + w - 10, middle, 6.2, Style(fill=plate.fill, stroke=plate.text, width=0.4)),
        icon(model.icon, x + w - 10, middle, 8.6, plate.text),
        *code,
    ]


def _facility(facility: Facility, area: Area, model: CityDisplay, look: Look) -> list[Item]:
    swatch = look.side(model.side).swatch
    tint = "#ffffff" if look.low or not facility.built else swatch.tint
    items: list[Item] = [] if facility.part else [panel(area, look, tint)]
    if facility.follows:
        items.append(icon("arrow", area.x - GAP_X / 2, area.y + 15.0, 4.4, swatch.ink))
    size = fonts.fit(facility.name, fonts.LABEL, 11.0, area.w - 3.6)
    items.append(Text(area.x + 1.8, area.y + 4.7, facility.name, fonts.LABEL, size, look.neutral("ink")))
    items += slot(Area(area.x + 1.6, area.y + 6.4, SLOT, SLOT), look, facility.icon, takes=model.built_takes)
    items += _cost(facility, Area(area.x + SLOT + 3.2, area.y + 6.4, area.w - SLOT - 4.6, SLOT), model, look)
    items += paragraph(
        Area(area.x + 1.8, area.y + 24.4, area.w - 3.2, 7.4), facility.effect, look, EFFECT, 1.2, even=True
    )
    return items


def _cost(facility: Facility, area: Area, model: CityDisplay, look: Look) -> list[Item]:
    """Resource symbols with amounts, one a line."""
    if facility.built:
        x, soft = area.x + area.w / 2, look.neutral("soft")
        return [Text(x, area.y + 9.6, model.built_word, fonts.LABEL, 9.0, soft, "middle")]
    out: list[Item] = []
    words = dict(model.resources)
    shown = [(name, amount) for name, amount in facility.cost if amount]
    step = area.h / max(4, len(shown))
    size = min(fonts.fit(word, fonts.LABEL_LIGHT, 8.0, area.w - WORDS) for word in words.values())
    for i, (name, amount) in enumerate(shown):
        color, y = look.swatch("resource", name).color, area.y + (i + 0.5) * step
        base = y + fonts.cap_height(fonts.NUMBER, COST) / 2
        out.append(Text(area.x + 4.4, base, str(amount), fonts.NUMBER, COST, look.neutral("ink"), "end"))
        out.append(icon(name, area.x + 7.2, y, 4.1, color))
        out.append(Text(area.x + WORDS, base - 0.1, words[name], fonts.LABEL_LIGHT, size, look.neutral("soft")))
    return out


def _tracks(model: CityDisplay, look: Look) -> list[Item]:
    out: list[Item] = []
    left, pairs = PAD + LABEL_W + 1.5, (len(model.resources) + 1) // 2
    over_x = WIDTH - PAD - pairs * (SLOT + 1.4) + 1.4
    step = (over_x - 1.6 - left) / model.track_limit
    for i, (name, word) in enumerate(model.resources):
        y, plate = TRACKS_Y + i * TRACK_STEP, look.plate("resource", name)
        middle = y + TRACK_H / 2
        out += [
            rect(PAD, y, LABEL_W, TRACK_H, Style(plate.fill, plate.stroke, 0.4 if plate.stroke else 0.0), 1.2),
            icon(name, PAD + 7.0, middle, 8.6, plate.text),
            Text(PAD + 13.4, middle + 1.7, word, fonts.LABEL, 14.0, plate.text),
        ]
        values = [str(v) for v in range(1, model.track_limit + 1)]
        row = Area(left, y, step * model.track_limit, TRACK_H)
        out += track(row, values, name, look, family="resource", takes=model.track_takes)
        height = 2 * TRACK_STEP
        box = Area(over_x + i % pairs * (SLOT + 1.4), TRACKS_Y + i // pairs * height, SLOT, height - 0.9)
        out += _overflow(box, name, model, look)
    return out


def _overflow(area: Area, name: str, model: CityDisplay, look: Look) -> list[Item]:
    """Where a number marker says how many tens more of a Resource there are than its track shows."""
    swatch = look.swatch("resource", name)
    tall = area.h - SLOT
    base = area.y + tall / 2 + fonts.cap_height(fonts.LABEL, 13.0) / 2
    place = Area(area.x, area.y + tall, SLOT, SLOT)
    return [
        rect(*area, Style("#ffffff" if look.low else swatch.tint, swatch.color, 0.22), 0.9),
        icon(name, area.x + 4.4, area.y + tall / 2, 5.8, swatch.color),
        Text(area.x + 8.0, base, model.overflow, fonts.LABEL, 13.0, look.neutral("ink")),
        *slot(place, look, takes=model.overflow_takes),
    ]
