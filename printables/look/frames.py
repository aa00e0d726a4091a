"""Lines around a whole face, the one place where it is decided how near to the cut they stand. Sizes in mm.

A knife is some 0.3 mm off. A line that ends just inside of the cut would lose a side, or stand twice as far from it as
on the others. So a frame either runs over the cut, as far as colour goes beyond it (`rim`, which belongs to a face's
bleed, too), or stands well inside (`frame`). With little ink a rim is as thin as a knife allows, and pale.
"""

from __future__ import annotations

from printables.look.display import Path, Style, rect
from printables.look.theme import Look, mix

OUT, INSIDE, LEAST = 0.7, 1.0, 0.6
"""So far a rim goes on beyond the cut; so far inside of it a frame stands at least; so wide a rim is at least."""
THIN_OUT = 0.4
"""So far a rim goes on beyond the cut with little ink, where the ground is white: what a knife is off, and no more."""
PALE = 0.55
"""The part of its colour that a rim has with little ink: signs and words in the full colour say whose a piece is."""
ROUND = 0.6
"""How round the inner corners of a rim are."""
FINE, FINE_INSIDE, FINE_ROUND = 0.4, 1.5, 1.5
"""How wide the line around a display or an aid is, how far inside of the cut, how round."""


def rim(width: float, height: float, wide: float, color: str, look: Look) -> Path:
    """A border of a face from the cut to `wide` mm inside of it, and over the cut, farther for shops. With little ink
    it is pale and `LEAST` wide. Raises ValueError for a narrower one than a knife may be off.
    """
    if wide < LEAST:
        raise ValueError(f"a rim of {wide:g} mm is less than {LEAST:g}")
    wide, out = (LEAST, THIN_OUT) if look.low else (wide, OUT)
    color = mix(color, "#ffffff", PALE) if look.low else color
    out += look.beyond
    line, inset = wide + out, (wide - out) / 2
    style = Style(stroke=color, width=line)
    return rect(inset, inset, width - 2 * inset, height - 2 * inset, style, ROUND + line / 2)


def frame(width: float, height: float, style: Style, radius: float, inside: float = INSIDE) -> Path:
    """A line around a face, its outer edge so far `inside` of the cut. Raises ValueError if that is too near."""
    if inside < INSIDE:
        raise ValueError(f"a frame {inside:g} mm inside of the cut is nearer than {INSIDE:g}")
    inset = inside + style.width / 2
    return rect(inset, inset, width - 2 * inset, height - 2 * inset, style, radius)


def fine(width: float, height: float, color: str, inside: float = FINE_INSIDE) -> Path:
    """The line around a display or an aid: thin, so that so long a one stays calm and costs little ink."""
    return frame(width, height, Style(stroke=color, width=FINE), FINE_ROUND, inside)
