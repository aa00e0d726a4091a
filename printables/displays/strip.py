"""A strip of labelled rows of boxes, for instance a Round track. 260 mm wide, as high as it has rows."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from printables.displays.blocks import Area, head, label
from printables.look import fonts
from printables.look.display import Item, Place, Style, Text, rect
from printables.look.frames import fine
from printables.look.outlines import Outline
from printables.look.outlines import rect as rect_outline
from printables.look.theme import Look
from printables.model import Face

WIDTH, PAD, ROW, BOX_H, LABEL_W = 260.0, 6.0, 19.6, 18.0, 31.0


class Row(NamedTuple):
    """A row: its word, its boxes as (large text, small text), and what marks it.

    An `ability` gives it that ability's colour and icon; without, it has an `icon` and no colour. `takes` begins the
    ids of the markers that lie in its boxes, for the proof.
    """

    word: str
    boxes: tuple[tuple[str, str], ...]
    icon: str = ""
    ability: str = ""
    takes: str = ""


@dataclass(frozen=True)
class Strip:
    """Rows from top to bottom."""

    rows: tuple[Row, ...]


def outline(model: Strip) -> Outline:
    """The shape of the strip."""
    return rect_outline(WIDTH, 2 * PAD + len(model.rows) * ROW - (ROW - BOX_H), 3.0)


def front(model: Strip, look: Look) -> Face:
    """The whole strip."""
    height = outline(model).size[1]
    items: list[Item] = [rect(0, 0, WIDTH, height, Style(fill="#ffffff"))]
    for i, row in enumerate(model.rows):
        y = PAD + i * ROW
        area = Area(PAD, y, LABEL_W, BOX_H)
        items += label(area, row.word, row.ability, look, 15.0) if row.ability else _head(area, row, look)
        left, step = PAD + LABEL_W + 1.5, (WIDTH - 2 * PAD - LABEL_W - 1.5) / len(row.boxes)
        for k, (large, small) in enumerate(row.boxes):
            area = Area(left + k * step, y, step - 1.0, BOX_H)
            items += [*_box(area, large, small, _style(row, look), look), Place(*area, row.takes)]
    return Face((*items, fine(WIDTH, height, look.neutral("ink"))))


def _head(area: Area, row: Row, look: Look) -> list[Item]:
    return head(area, row.word, row.icon, look.quiet, 15.0)


def _style(row: Row, look: Look) -> Style:
    if not row.ability:
        return Style("#ffffff" if look.low else look.neutral("panel"), look.neutral("soft"), 0.25)
    swatch = look.swatch("ability", row.ability)
    return Style("#ffffff" if look.low else swatch.tint, look.edge("ability", row.ability), 0.25)


def _box(area: Area, large: str, small: str, style: Style, look: Look) -> list[Item]:
    middle, x = area.y + area.h / 2, area.x + area.w / 2
    size = fonts.fit(large, fonts.LABEL, 17.0, area.w - 2.0)
    base = middle + fonts.cap_height(fonts.LABEL, size) / 2 - (2.2 if small else 0.0)
    out: list[Item] = [
        rect(*area, style, 1.2),
        Text(x, base, large, fonts.LABEL, size, look.neutral("ink"), "middle"),
    ]
    if small:
        fitted = fonts.fit(small, fonts.LABEL_LIGHT, 8.0, area.w - 2.0)
        out.append(Text(x, area.y + area.h - 3.0, small, fonts.LABEL_LIGHT, fitted, look.neutral("soft"), "middle"))
    return out
