"""The battle display: a field of named flat-topped hexes with tents, graveyards, terrain and a city wall.

188 x 254 mm. Columns are letters, numbers run down a column and stay the same towards the upper right.
"""

from __future__ import annotations

from dataclasses import dataclass

from printables.kinds import terrain
from printables.look import fonts
from printables.look.display import Group, Item, Path, Place, Style, Text, line, polygon, rect
from printables.look.icons import icon
from printables.look.outlines import Outline, Segment, hexagon_points, inset, polygon_path
from printables.look.outlines import rect as rect_outline
from printables.look.theme import Look
from printables.model import Face
from printables.units import Point

WIDTH, HEIGHT, PAD = 188.0, 254.0, 6.0
FLAT = 19.7
SIDE = FLAT / 3**0.5
TOP = 16.2
OPEN = "clear"
"""The ground of most hexes: calm, and without signs, which would be a fifth of the work of a whole kit."""


def outline() -> Outline:
    """The board every display of this kind is cut to."""
    return rect_outline(WIDTH, HEIGHT, 3.0)


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of special hex: ground (terrain name), icon, word for the legend."""

    ground: str
    icon: str | None
    word: str


@dataclass(frozen=True)
class Field:
    """One side of the display: `special` maps hex names to kinds; `city_rows` and `line_above` are rows.

    `line_word` tells in the legend what the line above that row means; `takes` begins the ids of the units.
    """

    title: str
    columns: str
    rows: int
    top_word: str
    bottom_word: str
    special: tuple[tuple[str, Kind], ...]
    city_rows: tuple[int, int] | None = None
    line_above: int | None = None
    line_word: str = ""
    note: str = ""
    takes: str = ""


def middle(column: int, row: int, columns: int) -> Point:
    """Where a hex of a column (from 0) and row (from 1) has its middle."""
    left = (WIDTH - (1.5 * columns + 0.5) * SIDE) / 2 + SIDE
    return (left + column * 1.5 * SIDE, TOP + FLAT / 2 + (row - 1) * FLAT + (column % 2) * FLAT / 2)


def face(model: Field, look: Look) -> Face:
    """One side of the display."""
    ink, soft = look.neutral("ink"), look.neutral("soft")
    special = dict(model.special)
    items: list[Item] = [rect(0, 0, WIDTH, HEIGHT, Style(fill="#ffffff"))]
    items.append(Text(PAD, 13.4, model.title, fonts.NUMBER, 22.0, ink))
    items.append(Text(WIDTH - PAD, 13.4, model.top_word, fonts.LABEL, 11.0, soft, "end"))
    for c, letter in enumerate(model.columns):
        for row in range(1, model.rows + 1):
            name = f"{letter}{row + (c + 1) // 2}"
            items += _hex(name, middle(c, row, len(model.columns)), row, special.get(name), model, look)
    if model.line_above:
        items.append(_line(model, look))
    items += _legend(model, look)
    items.append(rect(0.6, 0.6, WIDTH - 1.2, HEIGHT - 1.2, Style(stroke=ink, width=1.0), 2.6))
    return Face(tuple(items))


def _hex(name: str, at: Point, row: int, kind: Kind | None, model: Field, look: Look) -> list[Item]:
    x, y = at
    low, high = model.city_rows or (0, -1)
    ground = kind.ground if kind else ("city" if low <= row <= high else OPEN)
    fill = look.swatch("terrain", ground)
    out: list[Item] = [
        polygon(hexagon_points(x, y, FLAT), Style(fill.color, look.neutral("line"), 0.25)),
    ]
    if ground in terrain.TEXTURES and ground != OPEN:
        seed = round(x * 7 + y * 13)
        signs = tuple(terrain.texture(x, y, FLAT, ground, look, seed, True))
        out += [*terrain.rims(x, y, FLAT, ground, look), Group(signs, clip=polygon_path(hexagon_points(x, y, FLAT)))]
    if kind and kind.icon:
        color = fill.on if ground == "cliff" else look.neutral("soft")
        out.append(icon(kind.icon, x, y + 1.4, 8.4, color))
    if ground == "cliff":
        out.append(polygon(inset(hexagon_points(x, y, FLAT), 0.9), Style(stroke=fill.on, width=0.3)))
    out.append(Place(x - 0.75 * SIDE, y - FLAT / 2, 1.5 * SIDE, FLAT, model.takes))
    color = fill.on if ground == "cliff" else look.soft_on(fill.color)
    out.append(Text(x, y - FLAT / 2 + 3.5, name, fonts.LABEL, 7.0, color, "middle"))
    return out


def _line(model: Field, look: Look) -> Item:
    """The heavy line behind which the defender deploys: the upper sides of a row."""
    data: list[Segment] = []
    for c, _ in enumerate(model.columns):
        x, y = middle(c, model.line_above or 1, len(model.columns))
        corners = hexagon_points(x, y, FLAT)
        points = [corners[3], corners[4], corners[5], corners[0]] if c % 2 == 0 else [corners[4], corners[5]]
        data += [("L" if data or i else "M", p) for i, p in enumerate(points)]
    return Path(tuple(data), Style(stroke=look.neutral("danger"), width=1.3, round=True))


def _legend(model: Field, look: Look) -> list[Item]:
    kinds = list(dict.fromkeys(kind for _, kind in model.special))
    y, x = HEIGHT - 6.4, PAD
    out: list[Item] = []
    for kind in kinds:
        fill = look.swatch("terrain", kind.ground)
        out.append(polygon(hexagon_points(x + 2.8, y - 1.0, 4.6), Style(fill.color, look.neutral("line"), 0.2)))
        if kind.icon:
            out.append(
                icon(kind.icon, x + 2.8, y - 1.0, 2.9, fill.on if kind.ground == "cliff" else look.neutral("soft"))
            )
        out.append(Text(x + 6.4, y, kind.word, fonts.LABEL_LIGHT, 8.0, look.neutral("ink")))
        x += 6.4 + fonts.width(kind.word, fonts.LABEL_LIGHT, 8.0) + 4.0
    if model.line_above and model.line_word:
        out.append(line(x, y - 1.0, x + 5.6, y - 1.0, Style(stroke=look.neutral("danger"), width=1.3, round=True)))
        out.append(Text(x + 7.4, y, model.line_word, fonts.LABEL_LIGHT, 8.0, look.neutral("ink")))
    words = f"{model.bottom_word}  ·  {model.note}" if model.note else model.bottom_word
    out.append(Text(WIDTH - PAD, y, words, fonts.LABEL, 9.0, look.neutral("soft"), "end"))
    return out
