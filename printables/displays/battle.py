"""The battle display: a field of named flat-topped hexes with tents, graveyards, terrain and a city wall.

Hexes are as large as those of tiles, so the field has two halves of 260 mm that lie on each other by half a hex: every
hex is whole on one of them. Columns are letters, numbers run down a column and stay the same towards the upper right.
"""

from __future__ import annotations

from dataclasses import dataclass

from printables.displays.blocks import Area, paragraph
from printables.kinds import counter, terrain
from printables.look import fonts
from printables.look.display import Group, Item, Path, Place, Style, Text, line, polygon, rect
from printables.look.frames import fine
from printables.look.icons import icon
from printables.look.outlines import Outline, Segment, hexagon_points, inset, polygon_path, rect_points
from printables.look.outlines import rect as rect_outline
from printables.look.theme import Look
from printables.model import Face
from printables.units import Point, translate

WIDTH, PAD = 260.0, 6.0
FLAT = 27.0
SIDE = FLAT / 3**0.5
LEFT, TOP, FOOT = 5.0, 16.2, 12.0
"""Where the field begins at the left and at the top of the upper half; what is free below it on the lower half."""
BESIDE = 3.4
"""Between the field and the column of words at its right."""
STACK = (21.0, 17.2)
"""A stack in mm, with room for fingers: a counter on its number marker, which lies `PEEK` mm to the right of it."""
PEEK = 4.0
LOWER = 0.1
"""So far below the middle of its hex a stack lies, clear of the name."""
BLEED = 1.0
"""So far (mm) colour goes on beyond the edge where the halves meet."""
OPEN = "clear"
"""The ground of most hexes: calm, and without signs, which would be a fifth of the work of a whole kit."""


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of special hex: ground (terrain name), icon, word for the legend."""

    ground: str
    icon: str | None
    word: str


@dataclass(frozen=True)
class Field:
    """One side of the display: `special` maps hex names to kinds; `city_rows` and `line_above` are rows.

    `join` is the last row of the upper half. `line_word` tells in the legend what the line above a row means,
    `join_word` what to do at the edge where the halves meet, `stack_word` how a stack lies; `takes` begins the ids of
    what does.
    """

    title: str
    columns: str
    rows: int
    join: int
    top_word: str
    bottom_word: str
    special: tuple[tuple[str, Kind], ...]
    city_rows: tuple[int, int] | None = None
    line_above: int | None = None
    line_word: str = ""
    note: str = ""
    join_word: str = ""
    stack_word: str = ""
    takes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Half:
    """What one half shows: where the field begins on it, how high it is, the rows of its own."""

    upper: bool
    top: float
    height: float
    own: range


def half(rows: int, join: int, upper: bool) -> Half:
    """The upper or the lower half of a field; the upper one has a strip of half a hex that the lower one covers."""
    if upper:
        return Half(True, TOP, TOP + (join + 0.5) * FLAT, range(1, join + 1))
    return Half(False, -join * FLAT, (rows + 0.5 - join) * FLAT + FOOT, range(join + 1, rows + 1))


def outline(rows: int, join: int, upper: bool) -> Outline:
    """The board a half is cut to; where halves meet it has no border."""
    return rect_outline(WIDTH, half(rows, join, upper).height, 0.0)


def middle(column: int, row: int, top: float) -> Point:
    """Where a hex of a column (from 0) and row (from 1) has its middle if the field begins at `top`."""
    return (LEFT + SIDE + column * 1.5 * SIDE, top + FLAT / 2 + (row - 1) * FLAT + (column % 2) * FLAT / 2)


def name_of(columns: str, column: int, row: int) -> str:
    """What a hex is called."""
    return f"{columns[column]}{row + (column + 1) // 2}"


def face(model: Field, upper: bool, look: Look) -> Face:
    """A half of one side of the display."""
    part = half(model.rows, model.join, upper)
    ground: list[Item] = [rect(-1, -1, WIDTH + 2, part.height + 2, Style(fill="#ffffff"))]
    field = [item for c, _ in enumerate(model.columns) for item in _column(c, part, model, look)]
    around = fine(WIDTH, part.height + 20.0, look.neutral("ink"))  # on beyond the side where the halves meet
    frame = around if upper else Group((around,), translate(0.0, -20.0))
    beyond = [item for c, _ in enumerate(model.columns) for item in _over_the_edge(c, part, model, look)]
    items = [*ground, *beyond, *field]
    if model.line_above and model.line_above in part.own:
        items.append(_line(model, part, look))
    items += _words(model, part, look)
    items += _joint(model, part, look) if upper else []
    items.append(frame)
    return Face(tuple(items), (*ground, *beyond, frame))


def _column(c: int, part: Half, model: Field, look: Look) -> list[Item]:
    """The hexes of a column that are whole on this half."""
    out: list[Item] = []
    for row in part.own:
        name, (x, y) = name_of(model.columns, c, row), middle(c, row, part.top)
        out += _hex(name, (x, y), _kind(name, row, model), look)
        width, height = STACK
        out += [Place(x - width / 2, y - height / 2 + LOWER, width, height, takes) for takes in model.takes[:1]]
    return out


def _over_the_edge(c: int, part: Half, model: Field, look: Look) -> list[Item]:
    """What lies half or a hair beyond the edge where the halves meet: a hex without its name, and as bleed the
    colour of the one that ends there.
    """
    row = model.join + (1 if part.upper else 0)
    whole = (c % 2 == 0) != part.upper
    out = _hex("", middle(c, row, part.top), _kind(name_of(model.columns, c, row), row, model), look)
    if whole:
        row += -1 if part.upper else 1
        kind = _kind(name_of(model.columns, c, row), row, model)
        edge = rect_points(0, part.height if part.upper else -BLEED, WIDTH, BLEED)
        on = terrain.bleed([(middle(c, row, part.top), kind.ground)], FLAT, look)
        out.append(Group(on, clip=polygon_path(edge)))
    return out


def _kind(name: str, row: int, model: Field) -> Kind:
    """What is in a hex."""
    low, high = model.city_rows or (0, -1)
    return dict(model.special).get(name) or Kind("city" if low <= row <= high else OPEN, None, "")


def _hex(name: str, at: Point, kind: Kind, look: Look) -> list[Item]:
    (x, y), ground = at, kind.ground
    fill = look.swatch("terrain", ground)
    out: list[Item] = [polygon(hexagon_points(x, y, FLAT), Style(fill.color, look.neutral("line"), 0.3))]
    if ground in terrain.TEXTURES and ground != OPEN:
        signs = tuple(terrain.texture(x, y, FLAT, ground, look, round(x * 7), True))
        out += [*terrain.rims(x, y, FLAT, ground, look), Group(signs, clip=polygon_path(hexagon_points(x, y, FLAT)))]
    color = fill.on if ground == "cliff" else look.soft_on(fill.color)
    if kind.icon:
        out.append(icon(kind.icon, x, y + 1.4, 11.0, fill.on if ground == "cliff" else look.neutral("soft")))
    if ground == "cliff":
        out.append(polygon(inset(hexagon_points(x, y, FLAT), 0.9), Style(stroke=fill.on, width=0.3)))
    if name:
        out.append(Text(x, y - FLAT / 2 + 3.9, name, fonts.LABEL, 8.5, color, "middle"))
    return out


def _line(model: Field, part: Half, look: Look) -> Item:
    """The heavy line behind which the defender deploys: the upper sides of a row."""
    data: list[Segment] = []
    for c, _ in enumerate(model.columns):
        x, y = middle(c, model.line_above or 1, part.top)
        corners = hexagon_points(x, y, FLAT)
        points = [corners[3], corners[4], corners[5], corners[0]] if c % 2 == 0 else [corners[4], corners[5]]
        data += [("L" if data or i else "M", p) for i, p in enumerate(points)]
    return Path(tuple(data), Style(stroke=look.neutral("danger"), width=1.5, round=True))


def _joint(model: Field, part: Half, look: Look) -> list[Item]:
    """Marks at both sides of the line up to which the lower half covers the upper one, and what to do there."""
    y, style = part.top + model.join * FLAT, Style(stroke=look.neutral("ink"), width=0.4, dash=(1.6, 1.0))
    area = _beside(model, y + 1.6, part.height - y - 2.0)
    return [
        line(1.1, y, LEFT - 0.6, y, style),
        line(area.x, y, WIDTH - 1.1, y, style),
        *paragraph(area, model.join_word, look, 7.0),
    ]


def _beside(model: Field, top: float, height: float) -> Area:
    """The column of words at the right of the field."""
    x = LEFT + (1.5 * len(model.columns) + 0.5) * SIDE + BESIDE
    return Area(x, top, WIDTH - PAD + 1.0 - x, height)


def _words(model: Field, part: Half, look: Look) -> list[Item]:
    """Title and edges, beside the field what its signs mean, and how a stack lies."""
    ink, soft = look.neutral("ink"), look.neutral("soft")
    if not part.upper:
        y = part.height - 5.0
        note = [Text(PAD, y, model.note, fonts.LABEL_LIGHT, 7.0, soft)] if model.note else []
        return [*note, Text(WIDTH - PAD, y, model.bottom_word, fonts.LABEL, 11.0, soft, "end"), *_stack(model, look)]
    return [
        Text(PAD, 13.4, model.title, fonts.NUMBER, 22.0, ink),
        Text(WIDTH - PAD, 13.4, model.top_word, fonts.LABEL, 11.0, soft, "end"),
        *_legend(model, look),
    ]


def _legend(model: Field, look: Look) -> list[Item]:
    """A line for each kind of hex, and one for the heavy line."""
    kinds = list(dict.fromkeys(kind for _, kind in model.special))
    out: list[Item] = []
    x, y = _beside(model, 0, 0).x, TOP + 5.0
    for kind in kinds:
        fill = look.swatch("terrain", kind.ground)
        ink = fill.on if kind.ground == "cliff" else look.neutral("soft")
        out.append(polygon(hexagon_points(x + 4.2, y, 7.2), Style(fill.color, look.neutral("line"), 0.2)))
        out += [icon(kind.icon, x + 4.2, y, 4.6, ink)] if kind.icon else []
        size = fonts.fit(kind.word, fonts.LABEL_LIGHT, 10.0, WIDTH - PAD + 1.0 - x - 9.6)
        out.append(Text(x + 9.6, y + 1.2, kind.word, fonts.LABEL_LIGHT, size, look.neutral("ink")))
        y += 9.0
    if model.line_above and model.line_word:
        out.append(line(x, y, x + 8.4, y, Style(stroke=look.neutral("danger"), width=1.5, round=True)))
        out += paragraph(_beside(model, y + 2.4, 30.0), model.line_word, look, 8.5)
    return out


def _stack(model: Field, look: Look) -> list[Item]:
    """A stack as large as it is: the counter on its number marker."""
    area, size = _beside(model, 14.0, 60.0), counter.SIZE
    ink, dash = look.neutral("soft"), (1.4, 0.9)
    x = area.x + (area.w - size - PEEK) / 2
    return [
        rect(x + PEEK, area.y, size, size, Style("#ffffff", ink, 0.3), counter.RADIUS),
        Text(x + size + PEEK / 2, area.y + 3.3, "7", fonts.LABEL, 8.0, look.neutral("ink"), "middle"),
        rect(x, area.y, size, size, Style("#ffffff", ink, 0.3, dash), counter.RADIUS),
        icon("close", x + size / 2, area.y + size / 2, 8.4, look.neutral("faint")),
        *paragraph(Area(area.x, area.y + size + 2.6, area.w, 50.0), model.stack_word, look, 8.5),
    ]
