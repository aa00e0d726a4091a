"""The arena: boxes for the stacks of two sides facing each other, the order of attack beside them.

260 x 188 mm. The defender stands above, the attacker below; every box holds a 16 mm counter with its
number marker under it. A siege has a wall between them and boxes in towers.
"""

from __future__ import annotations

from dataclasses import dataclass

from printables.displays.blocks import Area, disc, panel, paragraph, slot
from printables.look import fonts
from printables.look.display import Item, Style, Text, line, rect
from printables.look.frames import fine
from printables.look.icons import icon
from printables.look.outlines import Outline
from printables.look.outlines import rect as rect_outline
from printables.look.theme import Look
from printables.model import Face

WIDTH, HEIGHT, PAD = 260.0, 188.0, 6.0
LADDER = Area(PAD, 18.0, 60.0, 165.0)
FIELD_X, FIELD_W = 71.0, 127.0
GRAVES_X, GRAVES_W = 203.0, 51.0
ROWS_Y = (20.4, 61.0, 106.9, 147.4)
BOX_H, BOX_W, SLOT = 37.0, 22.0, 17.0
WALL = 1.7
"""Half the height of the wall between the sides of a siege."""
TOP, BOTTOM = "blue", "orange"
"""Colours of the steps of the two sides."""
TIMES = "×"
"""In the place of a number marker."""


def outline() -> Outline:
    """The board every display of this kind is cut to."""
    return rect_outline(WIDTH, HEIGHT, 3.0)


@dataclass(frozen=True, slots=True)
class Step:
    """A step of the fight: words, icon, and whose it is (`top`, `bottom`, or both with an empty string)."""

    text: str
    icon: str
    whose: str = ""


@dataclass(frozen=True, slots=True)
class Row:
    """A row of equal boxes: how many, what stands in them, the numbers of the steps in which they attack."""

    boxes: int
    icon: str
    word: str
    steps: tuple[int, ...]
    spread: bool = False


@dataclass(frozen=True)
class Arena:
    """One side of the display; rows from the defender's back to the attacker's back.

    `unit_takes` and `number_takes` begin the ids of the pieces in its boxes, `mark_takes` of those at
    wall and towers, for the proof.
    """

    title: str
    top_word: str
    bottom_word: str
    steps: tuple[Step, ...]
    rows: tuple[Row, Row, Row, Row]
    graves_word: str
    graves_hint: str
    wall: str = ""
    note: str = ""
    unit_takes: str = ""
    number_takes: str = ""
    marks: tuple[str, str] = ("", "")
    """Of a siege: the words under the places for markers of damage, beside each tower and at the wall."""
    mark_takes: str = ""


def face(model: Arena, look: Look) -> Face:
    """One side of the display."""
    ink = look.neutral("ink")
    items: list[Item] = [
        rect(0, 0, WIDTH, HEIGHT, Style(fill="#ffffff")),
        Text(PAD, 14.6, model.title, fonts.NUMBER, 26.0, ink),
    ]
    items += _field(model, look)
    for y, row in zip(ROWS_Y, model.rows, strict=True):
        items += _row(row, y, model, look)
    items += _middle(model, look) + _marks(model, look) + _ladder(model, look)
    for word, y in ((model.top_word, ROWS_Y[0]), (model.bottom_word, ROWS_Y[2])):
        items += _graves(model, word, y, look)
    if model.note:
        items.append(Text(WIDTH - PAD, 14.6, model.note, fonts.LABEL_LIGHT, 6.5, look.neutral("soft"), "end"))
    return Face((*items, fine(WIDTH, HEIGHT, ink)))


def _field(model: Arena, look: Look) -> list[Item]:
    """The two halves, and above each row whose it is and what stands there."""
    soft = look.neutral("soft")
    high = ROWS_Y[1] + BOX_H - ROWS_Y[0] + 6.0
    out: list[Item] = [
        panel(Area(FIELD_X - 2, ROWS_Y[0] - 4.5, FIELD_W + 4, high), look),
        panel(Area(FIELD_X - 2, ROWS_Y[2] - 4.5, FIELD_W + 4, high), look),
    ]
    for i, row in enumerate(model.rows):
        whose = model.top_word if i < 2 else model.bottom_word
        words, y = f"{whose}: {row.word}", ROWS_Y[i] - 0.9
        out.append(Text(FIELD_X + 0.6, y, words, fonts.LABEL, 8.0, soft))
        x = FIELD_X + 4.0 + fonts.width(words, fonts.LABEL, 8.0)
        plate = look.plate("side", TOP if i < 2 else BOTTOM)
        for n, step in enumerate(row.steps):  # the same discs as in the order of attack
            out += disc(x + n * 4.6, y - 0.95, 1.75, str(step), plate)
    return out


def _middle(model: Arena, look: Look) -> list[Item]:
    y = (ROWS_Y[1] + BOX_H + 1.5 + ROWS_Y[2] - 4.5) / 2
    x = FIELD_X + FIELD_W / 2
    if not model.wall:
        style = Style(stroke=look.neutral("line"), width=0.4, dash=(2.0, 1.4))
        return [line(FIELD_X, y, FIELD_X + FIELD_W, y, style)]
    cliff = look.swatch("terrain", "cliff").color
    y -= 0.25  # clear of the words above the row below
    band = rect(FIELD_X - 2, y - WALL, FIELD_W + 4, 2 * WALL, Style(fill=cliff), 0.8)
    bricks = [
        line(FIELD_X + 2 + i * 9.0, y - WALL, FIELD_X + 2 + i * 9.0, y + WALL, Style(stroke="#ffffff", width=0.25))
        for i in range(14)
        if abs(FIELD_X + 2 + i * 9.0 - x) > 13
    ]
    return [band, *bricks, Text(x, y + 1.05, model.wall, fonts.LABEL, 8.5, "#ffffff", "middle")]


def _marks(model: Arena, look: Look) -> list[Item]:
    """Places for what says that a tower or the wall is damaged, between the boxes of the towers."""
    tower, wall = model.marks
    if not wall:
        return []
    step, middle = FIELD_W / 5, FIELD_X + FIELD_W / 2
    beside = step / 2 + (BOX_W + SLOT) / 2 + 2.4
    places = ((FIELD_X + beside, tower), (middle, wall), (FIELD_X + FIELD_W - beside, tower))
    top, soft, out = ROWS_Y[1] + 6.4, look.neutral("soft"), list[Item]()
    for x, word in places:
        out += slot(Area(x - SLOT / 2, top, SLOT, SLOT), look, "broken_wall", takes=model.mark_takes)
        out.append(Text(x, top + SLOT + 4.0, word, fonts.LABEL, 8.5, soft, "middle"))
    return out


def _row(row: Row, y: float, model: Arena, look: Look) -> list[Item]:
    step = FIELD_W / (row.boxes if row.boxes > 2 else 5)
    places = [(i + 0.5) * step for i in range(row.boxes)]
    if row.boxes == 2:
        places = [0.5 * step, FIELD_W - 0.5 * step] if row.spread else [1.5 * step, FIELD_W - 1.5 * step]
    out: list[Item] = []
    for x in places:
        out += _box(Area(FIELD_X + x - BOX_W / 2, y, BOX_W, BOX_H), row, model, look)
    return out


def _box(area: Area, row: Row, model: Arena, look: Look) -> list[Item]:
    left = area.x + (area.w - SLOT) / 2
    shade = look.neutral("faint") if not look.low else "#ffffff"
    return [
        rect(*area, Style(shade, look.neutral("line"), 0.25), 1.4),
        *slot(Area(left, area.y + 1.4, SLOT, SLOT), look, row.icon, takes=model.unit_takes),
        *slot(Area(left, area.y + BOX_H - SLOT - 1.4, SLOT, SLOT), look, None, TIMES, 13.0, takes=model.number_takes),
    ]


def _ladder(model: Arena, look: Look) -> list[Item]:
    step = LADDER.h / len(model.steps)
    out: list[Item] = []
    for i, one in enumerate(model.steps):
        y = LADDER.y + i * step
        side = {"top": TOP, "bottom": BOTTOM}.get(one.whose)
        plate = look.plate("side", side) if side else look.plate("ability", "level")
        out += [
            panel(Area(LADDER.x, y, LADDER.w, step - 1.6), look, "#ffffff"),
            *disc(LADDER.x + 6.4, y + (step - 1.6) / 2, 4.3, str(i + 1), plate),
            icon(
                one.icon,
                LADDER.x + LADDER.w - 7.0,
                y + (step - 1.6) / 2,
                7.6,
                plate.fill if not look.low else plate.text,
            ),
        ]
        text = paragraph(Area(LADDER.x + 12.6, y, LADDER.w - 25.5, step), one.text, look, 8.6, even=True)
        lift = (step - 1.6 - len(text) * 3.9) / 2 + 0.6
        out += [Text(t.x, t.y + lift, t.text, t.font, t.size, t.fill) for t in text if isinstance(t, Text)]
    return out


def _graves(model: Arena, word: str, y: float, look: Look) -> list[Item]:
    area = Area(GRAVES_X, y, GRAVES_W, ROWS_Y[1] + BOX_H - ROWS_Y[0])
    return [
        panel(area, look, "#ffffff"),
        icon("skull", area.x + 6.5, area.y + 6.6, 7.4, look.neutral("soft")),
        Text(area.x + 12, area.y + 6.0, model.graves_word, fonts.LABEL, 11.0, look.neutral("ink")),
        Text(area.x + 12, area.y + 9.8, word, fonts.LABEL_LIGHT, 8.0, look.neutral("soft")),
        *paragraph(Area(area.x + 3, area.y + area.h - 9.5, area.w - 6, 8), model.graves_hint, look, 7.0),
    ]
