"""Blank areas to lay a map of: the document tells how many there are, but has no map. Names are written on them."""

from __future__ import annotations

from functools import partial

from companion.games.conquest_of_zabor import facts
from companion.games.conquest_of_zabor.readers.looks import LOOKS
from printables.kinds import terrain, tile
from printables.look import fonts
from printables.look.display import Circle, Group, Item, Style, Text, line, rect
from printables.look.icons import icon
from printables.look.outlines import centres, hex_board
from printables.look.theme import Look, emblem
from printables.model import Component, Face, Piece
from printables.units import scale, then, translate

FLAT = 42.0
"""Hexes, from side to side in mm: four counters of 16 mm lie on one."""
OUTLINE = hex_board(((0, 0),), FLAT)
LAND, SEA = "clear", "sea"
COUNTRY = ("woods", "clear", "hills", "heath", "woods", "hills")
"""What stands about on a Land Area, for the eye alone: the rules know no terrain."""
NAME = (-11.0, 16.2, 11.0)
"""The line to write a name on: left, height and right, from the middle."""
PARTS = {"N": "in the north", "S": "in the south", "Z": "on Zabor"}
"""Boxes to tick where a Land Area lies, as cards ask."""
TICK, TICKS = 2.8, (-20.6, -4.9, 3.5)
"""The side of a box; from the middle of the hex the left and upper edge of the first, and the step to the next."""
NOTE = "The document has no map: lay one of these hexes and name them, or use a map of your own."


def areas() -> Component:
    """Land Areas, those where a colour may begin with its symbol, and Sea Areas."""
    starts, pieces = facts.NUMBER["starts"], list[Piece]()
    plain = facts.NUMBER["land_areas"] - starts * len(facts.SEATS)
    pieces.append(_area("area-land", "Land Area", plain, LAND))
    for seat in facts.SEATS:
        pieces.append(_area(f"area-start-{seat}", f"Land Area, {facts.TITLES[seat]} may begin", starts, LAND, seat))
    pieces.append(_area("area-sea", "Sea Area", facts.NUMBER["sea_areas"], SEA))
    return Component("areas", "Blank areas", tuple(pieces), stock="tiles", note=NOTE)


def _area(name: str, title: str, count: int, ground: str, seat: str = "") -> Piece:
    return Piece(name, title, count, OUTLINE, partial(face, ground, seat), None, 1.0)


def face(ground: str, seat: str, look: Look) -> Face:
    """A hex of land or sea with a line for its name; with the symbol of the side that may begin there."""
    x, y = centres(OUTLINE)[0, 0]
    ink = look.neutral("ink")
    items: list[Item] = [*_country(x, y, ground, seat, look), terrain.border(x, y, FLAT, look)]
    left, high, right = NAME
    items.append(line(x + left, y + high, x + right, y + high, Style(stroke=ink, width=0.25)))
    if ground == LAND:
        items += _ticks(x, y, look)
    if seat:
        swatch = look.swatch("side", LOOKS[seat][0])
        items += [
            Circle(x, y - 13.6, 4.6, Style("#ffffff", swatch.ink, 0.5)),
            icon(emblem(LOOKS[seat][0]), x, y - 13.6, 6.0, swatch.ink),
            Text(x, y + high + 2.6, facts.TITLES[seat], fonts.LABEL_LIGHT, 6.5, look.soft_on(_color(ground, look)),
                 "middle"),
        ]  # fmt: skip
    return Face(tuple(items), terrain.bleed([((x, y), ground)], FLAT, look))


def _country(x: float, y: float, ground: str, seat: str, look: Look) -> list[Item]:
    """The ground of an area; on land trees, hills and grass in one soft ink, another order for each colour."""
    if ground != LAND:
        return terrain.country(x, y, FLAT, ground, look, True)
    first, size = len(seat), FLAT / tile.FLAT
    out = [terrain.ground(x, y, FLAT, ground, look), *terrain.rims(x, y, FLAT, ground, look)]
    for n, (across, down) in enumerate(terrain.EDGE_PLACES[2:]):  # the first two are where the boxes stand
        signs = terrain.TEXTURES[COUNTRY[(n + first) % len(COUNTRY)]](0.0, 0.0, look.swatch("terrain", ground).tint)
        more, far = terrain.jitter(first, n)
        at = translate(x + (across + more) * size, y + (down + far) * size)
        out.append(Group(tuple(signs), then(scale(size), at)))
    return out


def _ticks(x: float, y: float, look: Look) -> list[Item]:
    """The boxes for the part of the map in the left corner, beside the counters."""
    (left, top, step), ink, out = TICKS, look.neutral("ink"), list[Item]()
    for n, (letter, where) in enumerate(PARTS.items()):
        out.append(rect(x + left, y + top + n * step, TICK, TICK, Style("#ffffff", ink, 0.2), 0.3))
        at, says = (x + left + TICK + 0.7, y + top + n * step + 2.4), f"box to tick: {where};"
        out.append(Text(*at, letter, fonts.LABEL, 7.5, ink, says=says))
    return out


def _color(ground: str, look: Look) -> str:
    return look.swatch("terrain", ground).color
