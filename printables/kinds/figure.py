"""Counters with few numbers: they stand in a column at the left, a large silhouette on a pale panel beside them.

Sizes in mm, cut as all counters are. Above the panel is the emblem of the side, below it the type's name. What is left
of a unit that was hurt stands on a striped panel. All text keeps 1 mm from the cut.
"""

from __future__ import annotations

from dataclasses import dataclass

from printables.kinds.counter import (
    BLEED,
    CHIP_H,
    CHIP_W,
    DIGIT,
    INSET,
    SIGN,
    SIZE,
    Corner,
    bleed,
    ground,
    number,
    plate_box,
    row,
)
from printables.look import fonts
from printables.look.clear import between
from printables.look.display import Form, Group, Item, Style, Text, Use, rect
from printables.look.icons import icon
from printables.look.patterns import pattern
from printables.look.theme import Look, ability_icon
from printables.model import Face

PANEL = (5.2, 2.95, 10.1, 9.4)
"""The pale ground of the silhouette: left, top, width, height."""
EDGE, MOST = 0.2, 11.0
"""How far the silhouette keeps from the edge of the panel, and how large its grid may be."""
MIDDLE = PANEL[0] + PANEL[2] / 2
MARK = (MIDDLE, 1.85, 2.0)
"""Middle and size of the emblem."""
WORD, BASE, ROOM = 7.0, SIZE - 1.5, 9.4
"""The largest type of the name in points, its baseline and how wide it may be."""
CALM = ((8.4, 0.7, 3.7, 2.2), (5.3, 12.6, 9.9, 2.6))
"""Where a side's pattern is left out: behind the emblem and behind the name."""
STEP = (SIZE - 2 * INSET - CHIP_H) / 2
"""From one number to the next, for three that fill the column."""


@dataclass(frozen=True, slots=True)
class Figure:
    """A unit with up to three numbers, from the top down; silhouette and emblem are icon names, `word` its name."""

    side: str
    silhouette: str
    emblem: str
    values: tuple[Corner, ...]
    word: str
    hurt: bool = False


def face(model: Figure, look: Look) -> Face:
    """Either side of a unit."""
    swatch = look.side(model.side).swatch
    on = swatch.color if look.low else swatch.on
    under, chips = _ground(model, look), _chips(model, look)
    left, top, wide, high = PANEL
    inside = (left + EDGE, top + EDGE, left + wide - EDGE, top + high - EDGE)
    size = fonts.fit(model.word, fonts.LABEL, WORD, ROOM)
    items: list[Item] = [
        Use(under.name),
        icon(model.silhouette, *between(model.silhouette, 0.0, inside, (), MOST), swatch.ink),
        icon(model.emblem, *MARK, on),
        Use(chips.name),
        Text(MIDDLE, BASE, model.word, fonts.LABEL, size, on, "middle"),
    ]
    for n, one in enumerate(model.values):
        text = look.plate("ability", one.ability).text
        items.append(number(INSET, INSET + n * STEP + 0.05, CHIP_W, DIGIT, str(one.value), text))
    return Face(tuple(items), bleed(under, look), (under, chips))


def _ground(model: Figure, look: Look) -> Form:
    """The side's ground, calm behind emblem and name, and the panel on it."""
    style = look.side(model.side)
    calm = Style(fill="#ffffff" if look.low else style.swatch.color)
    items = [*ground(model.side, look), *(rect(*row(box, look), calm) for box in CALM if style.pattern != "solid")]
    items += _stripes(look) if model.hurt else (_pale(model.side, look),)
    name = f"ground-{model.side}-figure{'-hurt' if model.hurt else ''}"
    return Form(name, tuple(items), (-BLEED, -BLEED, SIZE + BLEED, SIZE + BLEED))


def _pale(side: str, look: Look) -> Item:
    swatch = look.side(side).swatch
    return rect(*PANEL, Style("#ffffff" if look.low else swatch.tint, swatch.ink, 0.2), 1.0)


def _stripes(look: Look) -> tuple[Item, ...]:
    """The panel of a unit that is hurt: white, striped, with a heavy edge, in the colour of an attack."""
    left, top, wide, high = PANEL
    red = look.swatch("ability", "attack")
    inside, edge = rect(*PANEL, Style(fill="#ffffff"), 1.0), rect(*PANEL, Style(stroke=red.ink, width=0.5), 1.0)
    lines = pattern("stripes", (left, top, left + wide, top + high), red.tint, 2.6)
    return (inside, Group(lines, clip=inside.data), edge)


def _chips(model: Figure, look: Look) -> Form:
    """The coloured labels with their symbols, without their numbers."""
    items: list[Item] = []
    for n, one in enumerate(model.values):
        y, plate = INSET + n * STEP, look.plate("ability", one.ability)
        items.append(plate_box(INSET, y, CHIP_W, CHIP_H, plate, "#ffffff"))
        items.append(icon(ability_icon(one.ability), INSET + CHIP_W / 2, y + SIGN[0], SIGN[1], plate.text))
    return Form(f"column-{'-'.join(one.ability for one in model.values)}", tuple(items), (0.0, 0.0, SIZE, SIZE))
