"""Building blocks of displays and aids: panels, titles, tracks, slots, paragraphs. Sizes in mm, type in points.

Each function returns items in the coordinates of the whole face; nothing here knows what it is for.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from printables.errors import TooLong
from printables.look import fonts
from printables.look.display import Circle, Item, Place, Style, Text, rect
from printables.look.icons import icon
from printables.look.theme import Look, Plate, ability_icon


class Area(NamedTuple):
    """A box on a face: left, top, width, height in mm."""

    x: float
    y: float
    w: float
    h: float


def panel(area: Area, look: Look, fill: str | None = None, radius: float = 1.6) -> Item:
    """A quiet area with a thin border."""
    return rect(*area, Style(fill or look.neutral("panel"), look.neutral("line"), 0.2), radius)


def title(x: float, y: float, text: str, look: Look, size: float = 9.5, color: str | None = None) -> Item:
    """A small heading on its baseline."""
    return Text(x, y, text, fonts.LABEL, size, color or look.neutral("ink"))


def small(x: float, y: float, text: str, look: Look, size: float = 6.5) -> Item:
    """A caption in soft ink on its baseline."""
    return Text(x, y, text, fonts.LABEL_LIGHT, size, look.neutral("soft"))


def paragraph(
    area: Area,
    text: str,
    look: Look,
    size: float = 8.0,
    leading: float = 1.28,
    even: bool = False,
    middle: bool = False,
) -> list[Item]:
    """Text wrapped into an area from its top or in its `middle`, if `even` into lines about equally long. Raises
    TooLong.
    """
    step = size * leading * 25.4 / 72
    lines = (fonts.wrap_even if even else fonts.wrap)(text, fonts.TEXT, size, area.w, look.language)
    cap = fonts.cap_height(fonts.TEXT, size)
    first = area.y + (max(0.0, area.h - cap - (len(lines) - 1) * step) / 2 if middle else 0.0) + cap
    wide = max((fonts.width(t, fonts.TEXT, size) for t in lines), default=0.0)
    if first + (len(lines) - 1) * step > area.y + area.h or wide > area.w:
        message = "'{text}' does not fit into {width} x {height} mm"
        raise TooLong("text", message, text=text, width=f"{area.w:.0f}", height=f"{area.h:.0f}")
    return [Text(area.x, first + i * step, t, fonts.TEXT, size, look.neutral("ink")) for i, t in enumerate(lines)]


def label(area: Area, text: str, ability: str, look: Look, size: float = 12.0) -> list[Item]:
    """The head of a track: the ability's colour, icon and name."""
    return head(area, text, ability_icon(ability), look.plate("ability", ability), size)


def head(area: Area, text: str, icon_name: str, plate: Plate, size: float = 12.0) -> list[Item]:
    """The head of a row: an icon and a name on a plate."""
    middle, square = area.y + area.h / 2, min(area.h, 12.0)
    size = fonts.fit(text, fonts.LABEL, size, area.w - square - 1.8)
    return [
        rect(*area, Style(plate.fill, plate.stroke, 0.4 if plate.stroke else 0.0), 1.2),
        icon(icon_name, area.x + square / 2 + 0.3, middle, square * 0.6, plate.text),
        Text(area.x + square, middle + fonts.cap_height(fonts.LABEL, size) / 2, text, fonts.LABEL, size, plate.text),
    ]


def track(
    area: Area,
    values: Sequence[str],
    name: str,
    look: Look,
    start: str | None = None,
    size: float = 15.0,
    family: str = "ability",
    takes: str = "",
) -> list[Item]:
    """A row of numbered boxes to move a marker along; the starting value has a heavy border.

    `takes` begins the ids of the markers, for the proof.
    """
    swatch = look.swatch(family, name)
    heavy = min(0.75, area.h * 0.065)
    ink = look.neutral("ink")
    edge = look.edge(family, name)
    step, gap = area.w / len(values), 0.7
    out: list[Item] = []
    for i, value in enumerate(values):
        x, marked = area.x + i * step, value == start
        fill = swatch.tint if marked or not look.low else "#ffffff"
        border = Style(fill, edge, heavy if marked else 0.22)
        inset = heavy / 3 if marked else 0.0
        out.append(rect(x + inset, area.y + inset, step - gap - 2 * inset, area.h - 2 * inset, border, 0.9))
        if takes:
            out.append(Place(x, area.y, step - gap, area.h, takes, marked))
        base = area.y + (area.h + fonts.cap_height(fonts.LABEL, size)) / 2
        width = fonts.fit(value, fonts.LABEL, size, step - gap - 1.6)
        out.append(Text(x + (step - gap) / 2, base, value, fonts.LABEL, width, ink, "middle"))
    return out


def slot(
    area: Area, look: Look, icon_name: str | None = None, text: str = "", size: float = 18.0, takes: str = ""
) -> list[Item]:
    """A dashed place for a counter, with a faint icon or a text in soft ink that says which.

    `takes` begins the ids of the counters, for the proof.
    """
    style = Style("#ffffff", look.neutral("soft"), 0.25, (1.4, 0.9))
    out: list[Item] = [rect(*area, style, 1.2)]
    if takes:
        out.append(Place(*area, takes))
    x, y = area.x + area.w / 2, area.y + area.h / 2
    if icon_name:
        out.append(icon(icon_name, x, y, min(area.w, area.h) * 0.55, look.neutral("faint")))
    if text:
        base = y + fonts.cap_height(fonts.NUMBER, size) / 2
        out.append(Text(x, base, text, fonts.LABEL, size, look.neutral("soft"), "middle"))
    return out


def disc(x: float, y: float, radius: float, text: str, plate: Plate) -> list[Item]:
    """A number in a circle."""
    size = radius * 1.28 / 0.7 * 72 / 25.4
    size = fonts.fit(text, fonts.NUMBER, size, radius * 1.5)
    base = y + fonts.cap_height(fonts.NUMBER, size) / 2
    return [
        Circle(x, y, radius, Style(plate.fill, plate.stroke, 0.35 if plate.stroke else 0.0)),
        Text(x, base, text, fonts.NUMBER, size, plate.text, "middle"),
    ]
