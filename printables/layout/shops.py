"""Templates of print-on-demand shops: what they cut, the bleed they want, and how a piece of ours fits on one.

The sizes are data with their source (`data/shops.toml`). Sizes here are mm.
"""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Literal

from printables.errors import BadOption
from printables.look.outlines import Outline
from printables.model import Piece
from printables.units import Point

AUTO = "auto"
"""Each piece on the template that is nearest its size, or at its own size with the usual bleed."""
Shape = Literal["box", "round", "hex"]
INCH = 25.4
DPI = 300.0
SAME_FORM = 0.07
"""How much longer or shorter for its width a piece may be than the template."""
SMALLEST, LARGEST = 0.7, 1.8
"""How much smaller or larger than drawn a piece may come out where its template is named."""
NEAR = (0.9, 1.25)
"""The same where the press looks for the template itself."""


@dataclass(frozen=True, slots=True)
class Template:
    """One size that a shop cuts: `cut` from edge to edge, `picture` with the bleed, `safe` how far in text stays."""

    id: str
    name: str
    shape: Shape
    cut: Point
    picture: Point
    safe: float

    @property
    def pixels(self) -> tuple[int, int]:
        """The picture in pixels at 300 dpi."""
        return (round(self.picture[0] / INCH * DPI), round(self.picture[1] / INCH * DPI))


@dataclass(frozen=True, slots=True)
class Fit:
    """A piece on a template: drawn `scale` times its size, on its side if `turned`."""

    template: Template
    scale: float
    turned: bool


@cache
def templates() -> dict[str, Template]:
    """All templates by name."""
    text = files("printables").joinpath("data", "shops.toml").read_text(encoding="utf-8")
    found = {}
    for name, row in tomllib.loads(text).items():
        (w, h), (across, down) = row["cut"], row["pixels"]
        picture = (across / DPI * INCH, down / DPI * INCH)
        found[name] = Template(name, row["name"], row["shape"], (w * INCH, h * INCH), picture, row["safe"] * INCH)
    return found


def template(name: str) -> Template:
    """The template with this name. Raises BadOption with the names there are."""
    known = templates()
    if name not in known:
        raise BadOption("shop", "'{value}' is not one of {known}", value=name, known=", ".join((AUTO, *known)))
    return known[name]


def shape_of(outline: Outline) -> Shape | None:
    """Which kind of template a piece could be cut with; None for boards of several hexes."""
    if outline.cells:
        return "hex" if len(outline.cells) == 1 else None
    if not outline.straight:
        return "round" if outline.disc else None
    return "box"


def fit(piece: Piece, wanted: Template) -> Fit | None:
    """How a piece is drawn so that its texts stay within the safe area; None if shape or proportions differ."""
    if shape_of(piece.outline) != wanted.shape:
        return None
    w, h = piece.outline.size
    turned = (w - h) * (wanted.cut[0] - wanted.cut[1]) < -1.0
    if turned:
        w, h = h, w
    if abs((w / h) / (wanted.cut[0] / wanted.cut[1]) - 1) > SAME_FORM:
        return None
    inside = (wanted.cut[0] - 2 * wanted.safe, wanted.cut[1] - 2 * wanted.safe)
    scale = min(inside[0] / (w - 2 * piece.safe), inside[1] / (h - 2 * piece.safe))
    return Fit(wanted, scale, turned) if SMALLEST <= scale <= LARGEST else None


def nearest(piece: Piece) -> Fit | None:
    """The template that changes a piece's size least; None if none is near it."""
    found = [one for t in templates().values() if (one := fit(piece, t)) and NEAR[0] <= one.scale <= NEAR[1]]
    return min(found, key=lambda one: abs(one.scale - 1), default=None)
