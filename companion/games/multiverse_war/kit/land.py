"""Territories of 19 hexes, city pieces, and loose hexes of forest, grassland and road."""

from __future__ import annotations

from functools import partial

from companion.engine.game.hexes import Axial
from companion.games.multiverse_war.phases.setup import CITY, territory_hexes
from companion.games.multiverse_war.readers.looks import LOOKS
from companion.games.multiverse_war.world import facts
from companion.games.multiverse_war.world.facts import Book, Territory
from companion.games.multiverse_war.world.silhouettes import GROUND
from printables.kinds import terrain
from printables.look import fonts
from printables.look.display import Circle, Group, Item, Style, Text, polygon, rect
from printables.look.icons import icon
from printables.look.outlines import Outline, centres, hex_board, inset, polygon_path, rect_points, rounded_path
from printables.look.patterns import pattern
from printables.look.theme import Look
from printables.model import Component, Face, Piece

FLAT = 24.0
"""Hexes, from side to side in mm: a counter of 15 mm and a token beside it lie on one; two territories on a sheet."""
DISC = 7.0
"""The radius of the disc in a hex of a city, in mm."""
RIM = 1.8
"""How wide the edge of every back is plain, in mm."""
CORNER = 9.6
"""So far from the middle of its hex stands the number of an edge, in the corner: clear of what is drawn there."""
EDGES = {1: (1, -2), 2: (2, -1), 3: (1, 1), 4: (-1, 2), 5: (-2, 1), 6: (-1, -1)}
"""The middle hex of each edge of a territory, clockwise from 1."""
SIGNS = {"quarry": "crystal", "event": "event"}
SYMBOLS = {"forest": "pine", "hill": "hill", "mountain": "peaks"}
SIGNED = {"forest": 9.0, "hill": 9.0, "mountain": 13.0}
"""What is drawn on a ground, and how large."""


def cell(where: Axial) -> tuple[int, int]:
    """A hex (axial) in the coordinates of the press: column and half rows."""
    return where[0], 2 * where[1] + where[0]


def _outline(hexes: list[Axial]) -> Outline:
    return hex_board(tuple(cell(one) for one in hexes), FLAT)


def territories(sheet: Book) -> Component:
    """The ten territories, with their numbers on the edges."""
    pieces = []
    for one in sheet.territories.values():
        outline = _outline([where for where, _letter, _at in territory_hexes(one.rows)])
        pieces.append(
            Piece(
                f"territory-{one.id}",
                one.name,
                1,
                outline,
                partial(territory_face, one),
                partial(back_face, outline),
                1.0,
            )
        )
    return Component("territories", "Territories", tuple(pieces), stock="tiles")


def territory_face(one: Territory, look: Look) -> Face:
    """The face of a territory: terrain, marked places, the numbers of the edges, the name in the middle."""
    hexes = list(territory_hexes(one.rows))
    middles = centres(_outline([where for where, _letter, _at in hexes]))
    ink, items = look.neutral("ink"), list[Item]()
    for where, letter, at in hexes:
        ground = facts.NUMBERS["ground"]["letters"][letter]
        sign = SIGNS["quarry"] if at in one.quarry else SIGNS["event"] if at in one.events else ""
        items += hex_items(middles[cell(where)], ground, sign, look)
    for n, where in EDGES.items():
        x, y = middles[cell(where)]
        dx, dy = x - middles[cell((0, 0))][0], y - middles[cell((0, 0))][1]
        far = (dx * dx + dy * dy) ** 0.5
        x, y = x + dx / far * CORNER, y + dy / far * CORNER
        items += [
            Circle(x, y, 2.3, Style("#ffffff", ink, 0.25)),
            Text(x, y + 1.1, str(n), fonts.NUMBER, 9, ink, "middle", says=f"edge {n},"),
        ]
    bleed = terrain.bleed(((middles[cell(where)], _ground(letter)) for where, letter, _at in hexes), FLAT, look)
    return Face((*items, *_title(one, middles[cell((0, 0))], look)), bleed)


def _ground(letter: str) -> str:
    """What a letter of a territory's rows is called in the theme."""
    return GROUND[facts.NUMBERS["ground"]["letters"][letter]][0]


def _title(one: Territory, middle: tuple[float, float], look: Look) -> list[Item]:
    """The name under what the middle hex shows, on a plate of its ground: signs of the ground stay beside it."""
    letter = next(letter for where, letter, _at in territory_hexes(one.rows) if where == (0, 0))
    ground = look.swatch("terrain", _ground(letter)).color
    x, y = middle[0], middle[1] + 9.0
    size = fonts.fit(one.name, fonts.LABEL, 9.0, 15.0)
    wide, high = fonts.width(one.name, fonts.LABEL, size) + 1.2, fonts.cap_height(fonts.LABEL, size) + 1.2
    return [
        rect(x - wide / 2, y - high + 0.6, wide, high, Style(fill=ground), 0.5),
        Text(x, y, one.name, fonts.LABEL, size, look.soft_on(ground), "middle"),
    ]


def hex_items(at: tuple[float, float], ground: str, sign: str, look: Look) -> list[Item]:
    """One hex with the symbol of its terrain, or another sign."""
    x, y = at
    name, size = GROUND[ground][0], SIGNED.get(ground, 0.0)
    items: list[Item] = [*terrain.country(x, y, FLAT, name, look, bool(sign or size)), terrain.border(x, y, FLAT, look)]
    if sign:
        items.append(Circle(x, y, 5.6, Style("#ffffff", look.neutral("ink"), 0.3)))
    if sign or size:
        drawn, size = (sign, 7.5) if sign else (SYMBOLS[ground], size)
        items.append(icon(drawn, x, y, size, look.neutral("ink" if sign else "soft")))
    return items


def back_face(outline: Outline, look: Look) -> Face:
    """The back of a territory, the same for all; its rim is plain, as no printer is exact to half a millimetre.

    It is of parchment: the colour of no ground.
    """
    middles, inner = centres(outline), inset(outline.points, RIM)
    plain, shown, soft = look.neutral("panel"), "#ffffff" if look.low else look.neutral("faint"), look.neutral("soft")
    board = [polygon(inner, Style(fill=shown)), *(terrain.border(*at, FLAT, look) for at in middles.values())]
    x, y = middles[cell((0, 0))]
    items: tuple[Item, ...] = (
        polygon(inset(outline.points, -terrain.BLEED - look.beyond), Style(fill=plain)),
        Group(tuple(board), clip=polygon_path(inner)),
        polygon(inner, Style(stroke=look.neutral("line"), width=0.4)),
        Circle(x, y, 10.0, Style(plain, soft, 0.4)),
        icon("map", x, y, 13.0, soft),
    )
    return Face(items, () if look.low else items[:1])


def cities() -> Component:
    """A city piece of five hexes for each player."""
    outline = _outline(list(CITY))
    pieces = tuple(
        Piece(f"city-{seat}", f"City of {facts.TITLES[seat]}", 1, outline, partial(city_face, seat), None, 1.0)
        for seat in facts.SEATS
    )
    return Component("cities", "Cities", pieces, stock="tiles")


def city_face(seat: str, look: Look) -> Face:
    """The five hexes of a city, in discs with the ground, pattern and emblem of its player."""
    items: list[Item] = []
    side, places = look.side(LOOKS[seat][0]), centres(_outline(list(CITY))).values()
    ring = Style("#ffffff" if look.low else side.swatch.color, side.swatch.color, 0.9)
    for number, (x, y) in enumerate(places):
        items += [*terrain.country(x, y, FLAT, "city", look, True), terrain.border(x, y, FLAT, look)]
        edge = rounded_path(rect_points(x - DISC, y - DISC, 2 * DISC, 2 * DISC), DISC)
        box = (x - DISC, y - DISC, x + DISC, y + DISC)
        items += [Circle(x, y, DISC, ring), Group(pattern(side.pattern, box, side.shade, 2.6), clip=edge)]
        items.append(Circle(x, y, DISC - 1.9, Style("#ffffff")))
        items.append(icon(side.emblem if number % 2 else "home_city", x, y, 6.6, side.swatch.ink))
    return Face(tuple(items), terrain.bleed(((at, "city") for at in places), FLAT, look))


def loose() -> Component:
    """Loose hexes: forest and grassland, and roads on each terrain."""
    outline, found = hex_board(((0, 0),), FLAT), list[Piece]()
    middle = centres(outline)[0, 0]
    for ground in ("grassland", "forest"):
        count = facts.NUMBERS["forest"]["tokens"]
        found.append(
            Piece(
                f"loose-{ground}",
                f"{ground.title()} hex",
                count,
                outline,
                partial(loose_face, ground, False, middle),
                None,
                1.0,
            )
        )
    for ground in ("grassland", "forest", "hill"):
        count = facts.NUMBERS["counts"]["roads"]
        found.append(
            Piece(
                f"road-{ground}",
                f"Road on {ground}",
                count,
                outline,
                partial(loose_face, ground, True, middle),
                None,
                1.0,
            )
        )
    return Component("loose", "Loose hexes and roads", tuple(found), stock="tiles")


def loose_face(ground: str, road: bool, middle: tuple[float, float], look: Look) -> Face:
    """A single hex, with or without a road, which takes the place of the symbol. `middle` is in mm."""
    x, y = middle
    items = hex_items(middle, ground, "", look)
    if road:
        items = [*terrain.country(x, y, FLAT, GROUND[ground][0], look, True), terrain.border(x, y, FLAT, look)]
        items += terrain.road([(x, y - FLAT * 0.55), (x + 1.5, y), (x, y + FLAT * 0.55)], look)
    return Face(tuple(items), terrain.bleed([(middle, GROUND[ground][0])], FLAT, look))
