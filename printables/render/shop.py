"""What a print-on-demand shop is sent: one picture a face on the shop's template, and a list of how many of each."""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence
from dataclasses import replace

from printables.errors import BadOption
from printables.layout.placing import BLEED
from printables.layout.shops import AUTO, DPI, INCH, Fit, fit, nearest, shape_of, template
from printables.look.outlines import inset
from printables.look.theme import Look
from printables.model import Component, Piece
from printables.render import png
from printables.render.faces import pictures
from printables.units import Point

OWN_BLEED = 3.175
"""An eighth of an inch all round, where no template fits."""
BEYOND = 3.5
"""So far (mm) beyond our own bleed art is drawn for a shop: its templates ask for an eighth of an inch."""
LOST = 0.45
"""How much of a picture's edge (mm) is not trusted: it may be clear, or half white."""
OWN = "own"
"""In place of a template's name where none fits."""
Chosen = tuple[Piece, Fit | None]


def chosen(components: Sequence[Component], wanted: str) -> dict[str, list[Chosen]]:
    """Component id to its pieces with the way they fit; of a named template only the pieces that can be cut with it.

    Raises BadOption for a name nobody knows and when nothing fits.
    """
    if wanted == AUTO:
        return {c.id: [(p, nearest(p)) for p in c.pieces] for c in components}
    named = template(wanted)
    found: dict[str, list[Chosen]] = {c.id: [(p, one) for p in c.pieces if (one := fit(p, named))] for c in components}
    if not any(found.values()):
        size = " x ".join(f"{v:.1f}" for v in named.cut)
        raise BadOption("shop", "nothing chosen can be cut as '{name}' ({size} mm)", name=named.name, size=size)
    return {component: pieces for component, pieces in found.items() if pieces}


def shop_faces(pieces: Sequence[Chosen], look: Look) -> dict[str, bytes]:
    """Every face as a PNG file of exactly the template's pixels, by `TEMPLATE-PIECE-SIDE`; `OWN` without a template.

    Texts stay within the template's safe area; beyond our own art its outermost colours go on.
    """
    out: dict[str, bytes] = {}
    wide = replace(look, beyond=BEYOND)
    drawn: dict[str, bytes] = {}
    for scale in {way.scale if way else 1.0: None for _, way in pieces}:
        drawn |= pictures([p for p, way in pieces if (way.scale if way else 1.0) == scale], wide, DPI * scale)
    for piece, way in pieces:
        for side, draw in (("front", piece.front), ("back", piece.back)):
            if draw is None:
                continue
            data = drawn[f"{piece.id}-{side}"]
            name = f"{way.template.id if way else OWN}-{piece.id}-{side}"
            out[name] = _on_template(piece, way, data, bool(draw(look).bleed))
    return out


def _on_template(piece: Piece, way: Fit | None, data: bytes, has_bleed: bool) -> bytes:
    shape = shape_of(piece.outline)
    scale = way.scale if way else 1.0
    size = way.template.picture if way else own_size(piece)
    if shape is None:
        return png.middle(data, size, DPI)
    if way and way.turned:
        data = png.turned(data)
    if shape == "box":
        return png.grown(data, size, (LOST if has_bleed else BLEED + BEYOND + 0.05) * scale, DPI)
    edge = BLEED + BEYOND
    shown = inset(piece.outline.points, LOST - edge) if has_bleed and shape == "hex" else piece.outline.points
    points = tuple(((x + edge) * scale, (y + edge) * scale) for x, y in shown)
    return png.ringed(data, size, points, round_shape=shape == "round")


def own_size(piece: Piece) -> Point:
    """The size in mm of the picture of a piece without a template: its own and the usual bleed, of boards of several
    hexes, which no shop cuts, our own bleed.
    """
    (w, h), bleed = piece.outline.size, OWN_BLEED if shape_of(piece.outline) else BLEED
    return (w + 2 * bleed, h + 2 * bleed)


def order_list(found: dict[str, list[Chosen]]) -> bytes:
    """A table for the shop's form: component, piece, template, its size in pixels, how many, and whether it is turned a
    quarter.
    """
    out = io.StringIO()
    table = csv.writer(out, lineterminator="\n")
    table.writerow(("component", "piece", "template", "pixels", "sides", "copies", "turned"))
    for component, pieces in found.items():
        for piece, way in pieces:
            own = (round(v / INCH * DPI) for v in own_size(piece))
            across, down = way.template.pixels if way else own
            name, sides = way.template.id if way else OWN, 2 if piece.back else 1
            table.writerow(
                (component, piece.id, name, f"{across} x {down}", sides, piece.count, way is not None and way.turned)
            )
    return out.getvalue().encode()
