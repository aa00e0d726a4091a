"""Small markers for tracks: 8 mm square, a side's colour and emblem (or a symbol on paper) on both sides.

They move along rows of boxes that 16 mm counters would not fit. Whoever has wooden cubes of 8 mm uses those.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from printables.kinds.counter import BLEED
from printables.look.display import Style, rect
from printables.look.frames import LEAST, rim
from printables.look.icons import icon
from printables.look.outlines import Outline
from printables.look.outlines import rect as rect_outline
from printables.look.theme import Look
from printables.model import Face

SIZE = 8.0


@cache
def outline() -> Outline:
    """The square they are cut to."""
    return rect_outline(SIZE, SIZE, 0.8)


@dataclass(frozen=True, slots=True)
class SmallMarker:
    """A symbol on the colour of a `side`, or on paper for everybody."""

    symbol: str
    side: str = ""


def face(model: SmallMarker, look: Look) -> Face:
    """Either side."""
    plate = look.plate("side", model.side) if model.side else look.quiet
    more = BLEED + look.beyond
    ground = rect(-more, -more, SIZE + 2 * more, SIZE + 2 * more, Style(fill=plate.fill))
    sign = icon(model.symbol, SIZE / 2, SIZE / 2, 5.4, plate.text)
    edge = rim(SIZE, SIZE, LEAST, plate.stroke or plate.text, look) if look.low else ground
    return Face((ground, sign, edge) if look.low else (ground, sign), (edge,))
