"""Fold-up standees in place of figures: front and back in one piece, folded at the top, feet bent outwards.

The back stands on its head on the sheet, so that it is upright once folded. Sizes in mm.
"""

from __future__ import annotations

from dataclasses import dataclass

from printables.look import fonts
from printables.look.display import Circle, Group, Item, Style, Text, line, rect
from printables.look.frames import LEAST, rim
from printables.look.icons import icon
from printables.look.outlines import Outline
from printables.look.outlines import rect as rect_outline
from printables.look.patterns import pattern
from printables.look.theme import Look
from printables.model import Face
from printables.units import rotate, then, translate

WIDTH, PICTURE, FOOT = 24.0, 34.0, 9.0
HEIGHT = 2 * (PICTURE + FOOT)
FOLDS = tuple(((0.0, y), (WIDTH, y)) for y in (FOOT, HEIGHT / 2, HEIGHT - FOOT))
"""Both feet and the top."""


def outline() -> Outline:
    """The strip to cut out."""
    return rect_outline(WIDTH, HEIGHT, 1.0)


@dataclass(frozen=True, slots=True)
class Standee:
    """Whose figure it is: side, portrait icon, name and number."""

    side: str
    portrait: str
    name: str
    number: str


def front(model: Standee, look: Look) -> Face:
    """The whole strip: foot, back upside down, fold, front, foot."""
    upright = Group(_picture(model, look), translate(0, HEIGHT / 2))
    turned = Group(_picture(model, look), then(rotate(180), translate(WIDTH, HEIGHT / 2)))
    plate = look.plate("side", model.side)
    fold = Style(stroke=plate.text, width=0.25, dash=(1.6, 1.0))
    folds = [line(*start, *end, fold) for start, end in FOLDS]
    ground = rect(-1, -1, WIDTH + 2, HEIGHT + 2, Style(fill=plate.fill))
    edge = rim(WIDTH, HEIGHT, LEAST, look.side(model.side).swatch.ink, look)
    return Face((ground, upright, turned, *folds, edge), (edge,) if look.low else (ground, edge))


def _picture(model: Standee, look: Look) -> tuple[Item, ...]:
    """One half, seen upright: the picture above, the foot below it."""
    side, plate = look.side(model.side), look.plate("side", model.side)
    middle = WIDTH / 2
    art = pattern(side.pattern, (0.0, 0.0, WIDTH, PICTURE), side.shade, 3.4)
    return (
        *art,
        Circle(middle, 13.5, 9.6, Style(fill="#ffffff", stroke=side.swatch.ink, width=0.6)),
        icon(model.portrait, middle, 13.5, 14.0, side.swatch.ink),
        rect(2.0, 25.2, WIDTH - 4.0, 7.0, Style(fill="#ffffff"), 1.2),
        Text(middle, 30.4, model.number, fonts.NUMBER, 13.0, side.swatch.ink, "middle"),
        rect(0, PICTURE, WIDTH, FOOT + 1, Style(fill=plate.fill)),
        Text(middle, PICTURE + 5.6, model.name, fonts.LABEL, 9.0, plate.text, "middle"),
    )
