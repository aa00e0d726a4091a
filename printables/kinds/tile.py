"""Terrain tiles of seven hexes: the map on the front, north and the start colours on the back.

The front carries a faint notch at the north edge, so that a turned tile is noticed.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from itertools import pairwise

from printables.kinds import terrain
from printables.look import fonts, qr
from printables.look.display import Circle, Group, Item, Style, Text, polygon, rect
from printables.look.icons import icon
from printables.look.outlines import SEVEN, Outline, centres, hexagon_points, inset, polygon_path, seven_hexes
from printables.look.patterns import pattern
from printables.look.theme import Look, mix
from printables.model import Face
from printables.units import Point, rotate, then, translate

FLAT = 27.0
EDGE = 4.9
"""Where the coloured edge on the back of a start tile ends, in mm from the cut."""
RIM = 1.2
"""How wide the edge of every back is the same, in mm: no printer is exact to 0.5 mm."""
QR = 18.6
"""The largest square in the ring of the compass, less a little."""
OUTLINE: Outline = seven_hexes(FLAT)
MIDDLES: dict[str, Point] = {name: centres(OUTLINE)[cell] for name, cell in SEVEN.items()}


@dataclass(frozen=True, slots=True)
class Hex:
    """One hex: terrain name, content as icon and word (or none), colour of the icon as (family, name).

    `called` is printed in place of its name on the tile.
    """

    terrain: str
    icon: str | None = None
    word: str = ""
    color: tuple[str, str] | None = None
    golden: bool = False
    large: bool = False
    called: str = ""


RING = ("N", "NE", "SE", "S", "SW", "NW")
NEIGHBOURS = (*(("C", name) for name in RING), *zip(RING, (*RING[1:], RING[0]), strict=True))
"""Pairs of hexes of a tile that touch."""


@dataclass(frozen=True)
class Tile:
    """A tile: hexes by name, sides by pairs of names, roads as chains of names, `side` if a start tile.

    `link` is the address its QR code opens, if any.
    """

    number: str
    hexes: tuple[tuple[str, Hex], ...]
    blocked: tuple[tuple[str, str], ...] = ()
    roads: tuple[tuple[str, ...], ...] = ()
    exits: tuple[tuple[str, str], ...] = ()
    """Where a road leads out of the tile: a hex and the direction."""
    bridges: tuple[tuple[str, str], ...] = ()
    rim: tuple[tuple[str, str], ...] = ()
    """Closed outer sides: a hex and the direction of the side."""
    side: str | None = None
    side_name: str = ""
    note: str = ""
    link: str = ""


def front(model: Tile, look: Look) -> Face:
    """The map side."""
    hexes = dict(model.hexes)
    seed = sum(ord(ch) * (i + 3) for i, ch in enumerate(model.number))
    items: list[Item] = []
    for i, (name, one) in enumerate(hexes.items()):
        x, y = MIDDLES[name]
        items.append(terrain.ground(x, y, FLAT, one.terrain, look))
        items += terrain.rims(x, y, FLAT, one.terrain, look)
        items += terrain.texture(x, y, FLAT, one.terrain, look, seed + i * 13, one.icon is not None)
    items += [terrain.border(*MIDDLES[name], FLAT, look) for name in hexes]
    closed = {frozenset(pair) for pair in model.blocked}
    for n, pair in enumerate(NEIGHBOURS):
        if hexes[pair[0]].terrain == hexes[pair[1]].terrain and frozenset(pair) not in closed:
            items += terrain.run_on(_side(pair), hexes[pair[0]].terrain, look, seed + n * 7)
    items += [i for points in road_lines(model) for i in terrain.road(points, look)]
    items += [terrain.golden_edge(*MIDDLES[name], FLAT, look) for name, one in hexes.items() if one.golden]
    items += _sides(model, look)
    for name, one in hexes.items():
        items += _content(name, one, _aside(model, name, -1), look)
    items += _number(model, _aside(model, "C", 1), look) + _notch(look)
    return Face(tuple(items), terrain.bleed(((MIDDLES[name], one.terrain) for name, one in hexes.items()), FLAT, look))


ASIDE = 5.0
"""How far (mm) a small label steps aside for a road that would run under it."""
OUT = 0.55
"""How far a road leads out of a tile, in hexes from the middle of its last: half a hex and the bleed."""
BELOW_WORD = 9.8
"""So far (mm) below the middle of a hex its word ends; a road to the south begins there."""


def road_lines(model: Tile) -> list[list[Point]]:
    """The roads as lines between middles of hexes. At a hex with content a road ends, beside or below its word."""
    hexes, out = dict(model.hexes), list[list[Point]]()
    for chain in model.roads:
        stops = [0, *(i for i in range(1, len(chain) - 1) if hexes[chain[i]].icon), len(chain) - 1]
        for start, end in pairwise(stops):
            points = [MIDDLES[name] for name in chain[start : end + 1]]
            for at, other, name in ((0, 1, chain[start]), (-1, -2, chain[end])):
                (x, y), beyond = points[at], points[other]
                if hexes[name].icon and abs(beyond[0] - x) < 1 and beyond[1] > y:
                    points[at] = (x, y + BELOW_WORD)
            before = [_way_out(name, d) for name, d in model.exits if start == 0 and name == chain[0]]
            after = [_way_out(name, d) for name, d in model.exits if end == len(chain) - 1 and name == chain[-1]]
            out.append([*before[:1], *points, *after[:1]])
    return out


def _way_out(name: str, direction: str) -> Point:
    """A little beyond the middle of an outer side, where the road of a neighbour goes on."""
    (x, y), (dx, dy), (cx, cy) = MIDDLES[name], MIDDLES[direction], MIDDLES["C"]
    return (x + (dx - cx) * OUT, y + (dy - cy) * OUT)


def _aside(model: Tile, name: str, towards: int) -> float:
    """How far a label steps aside: if a road leaves its hex upwards (`towards` -1) or downwards (1)."""
    x, y = MIDDLES[name]
    legs = {frozenset(leg) for chain in model.roads for leg in pairwise(chain)}
    met = [MIDDLES[other] for leg in legs if name in leg for other in leg - {name}]
    met += [_way_out(name, direction) for one, direction in model.exits if one == name]
    return ASIDE if any(abs(mx - x) < 1 and (my - y) * towards > 0 for mx, my in met) else 0.0


def _side(pair: tuple[str, str]) -> tuple[Point, Point]:
    return terrain.shared_side(MIDDLES[pair[0]], MIDDLES[pair[1]], FLAT)


def _sides(model: Tile, look: Look) -> list[Item]:
    """Sides that cannot be crossed; on a tile with bridges they are a river."""
    if model.bridges:
        water = terrain.river([_side(p) for p in model.blocked], look)
        return water + [terrain.bridge(_side(p), look) for p in model.bridges]
    hexes = dict(model.hexes)
    inside = [(_side(pair), any(hexes[n].terrain == "lake" for n in pair)) for pair in model.blocked]
    outer = [(_outer_side(*one), hexes[one[0]].terrain == "lake") for one in model.rim]
    return [item for side, water in inside + outer for item in terrain.impassable(side, look, water)]


def _outer_side(name: str, direction: str) -> tuple[Point, Point]:
    (x, y), (dx, dy), (cx, cy) = MIDDLES[name], MIDDLES[direction], MIDDLES["C"]
    return terrain.shared_side((x, y), (x + dx - cx, y + dy - cy), FLAT)


def _content(name: str, one: Hex, aside: float, look: Look) -> list[Item]:
    """The hex's name at its top, its content as icon and word; both on the terrain's colour, over any road."""
    x, y = MIDDLES[name]
    ground = look.swatch("terrain", one.terrain).color
    items: list[Item] = []
    if name != "C":
        called = one.called or name
        says = f"; {called}:" if one.icon else f"; {called}"
        items += _word(x + aside, y - 8.5, called, fonts.LABEL_LIGHT, 6.5, look.soft_on(ground), ground, says)
    if one.icon is None:
        return items
    color = look.swatch(*one.color).ink if one.color else look.neutral("ink")
    size = fonts.fit(one.word, fonts.LABEL, 9.0, 15.5)
    halo = Circle(x, y - 0.9, 6.6 if one.large else 5.7, Style(fill=mix(ground, "#ffffff", 0.35)))
    picture = icon(one.icon, x, y - 0.9, 11.0 if one.large else 8.6, color)
    return [*items, halo, picture, *_word(x, y + 8.0, one.word, fonts.LABEL, size, look.neutral("ink"), ground)]


def _word(x: float, y: float, text: str, font: str, size: float, ink: str, ground: str, says: str = "") -> list[Item]:
    width, height = fonts.width(text, font, size) + 1.2, fonts.cap_height(font, size) + 1.0
    plate = rect(x - width / 2, y - height + 0.5, width, height, Style(fill=ground), 0.5)
    return [plate, Text(x, y, text, font, size, ink, "middle", says=says)]


def _number(model: Tile, aside: float, look: Look) -> list[Item]:
    x, y = MIDDLES["C"]
    label = f"{model.number} · {model.note}" if model.note else model.number
    ground = look.swatch("terrain", dict(model.hexes)["C"].terrain).color
    return _word(x - 1.2 * aside, y + 11.6 - 0.3 * aside, label, fonts.LABEL, 6.5, look.neutral("ink"), ground)


def _notch(look: Look) -> list[Item]:
    x, y = MIDDLES["N"][0], MIDDLES["N"][1] - FLAT / 2
    return [polygon(((x - 1.5, y), (x + 1.5, y), (x, y + 1.9)), Style(fill=look.neutral("soft")))]


def back(model: Tile, look: Look) -> Face:
    """North, and the tile's number if it has one; start tiles have an edge in their side's colour and its emblem.

    The compass holds the QR code, if there is one; its arrow then points in the north hex.
    """
    x, y = MIDDLES["C"]
    panel = look.neutral("panel")
    color = look.swatch("side", model.side).ink if model.side else look.neutral("soft")
    w, h = OUTLINE.size
    items: list[Item] = [rect(-1, -1, w + 2, h + 2, Style(fill=panel))]
    items += [polygon(hexagon_points(*MIDDLES[n], FLAT), Style(stroke=look.neutral("faint"), width=0.3)) for n in SEVEN]
    if model.side:
        items += _start_edge(model, look)
    else:
        rim = Style(stroke=look.neutral("line"), width=0.5)
        items.append(polygon(inset(OUTLINE.points, 2.2), rim))
        items.append(polygon(inset(OUTLINE.points, 3.2), Style(stroke=look.neutral("line"), width=0.2)))
    items += _compass(x, y, color, look, model.link)
    below = MIDDLES["S"][1]
    number_y = below - (2.6 if model.side else -1.4)
    if model.number:
        items.append(Text(x, number_y, model.number, fonts.NUMBER, 15.0, look.neutral("soft"), "middle"))
    if model.side:  # the name alone, then the rest: both fit between the coloured edges
        lines = model.side_name.split(" ", 1)
        for i, text in enumerate(lines):
            y = below + 1.9 + 3.6 * i
            size = fonts.fit(text, fonts.LABEL, 9.0, _between_edges(y - below))
            items.append(Text(x, y, text, fonts.LABEL, size, color, "middle"))
    edge = polygon(inset(OUTLINE.points, -1.0), Style(fill=panel))
    return Face(tuple(items), (edge,))


def _between_edges(below: float) -> float:
    """How wide (mm) words may be that end so far below the middle of the south hex of a start tile."""
    return 2 * ((FLAT / 2 - EDGE) * 2 - below) / math.sqrt(3) - 1.2


def _compass(x: float, y: float, color: str, look: Look, link: str) -> list[Item]:
    ring = [Circle(x, y, r, Style(stroke=look.neutral("line"), width=w)) for r, w in ((15.5, 0.35), (14.3, 0.2))]
    ticks: list[Item] = []
    for angle in range(0, 360, 30):
        long = angle % 90 == 0
        mark = rect(-0.15, -14.3, 0.3, 2.4 if long else 1.3, Style(fill=look.neutral("line")))
        ticks.append(Group((mark,), then(rotate(float(angle)), translate(x, y))))
    top = MIDDLES["N"][1]
    inner = qr.code(link, x - QR / 2, y - QR / 2, QR) if link else [icon("north", x, y, 20.0, color)]
    arrow = [icon("north", x, top - 5.9, 5.2, color)] if link else []
    letter = Text(x, top + (5.6 if link else 4.4), "N", fonts.NUMBER, 30.0, color, "middle")
    return [*ring, *ticks, *inner, *arrow, letter]


def _start_edge(model: Tile, look: Look) -> list[Item]:
    side = look.side(model.side or "")
    w, h = OUTLINE.size
    outer = inset(OUTLINE.points, RIM)
    band = polygon(outer, Style(fill=side.swatch.color))
    inner = polygon(inset(OUTLINE.points, EDGE), Style(fill=look.neutral("panel")))
    lines = pattern(side.pattern, (0.0, 0.0, w, h), side.shade, 4.0)
    art = () if look.low else (Group(lines, clip=polygon_path(outer)),)
    emblems = [icon(side.emblem, *MIDDLES[n], 9.0, side.swatch.ink) for n in ("NE", "SE", "SW", "NW")]
    return [band, *art, inner, *emblems]
