"""The printable kit: unit, spell and artifact chits, terrain hexes, banners, aid and lists; counts from the lists."""

from __future__ import annotations

from functools import partial

from companion.games.archmagi import facts
from companion.games.archmagi.board import GROUND, LOOKS
from companion.games.archmagi.facts import Chit, Lists, Terrain
from companion.games.archmagi.kit.lists import aids, credits_page, lists
from printables.kinds import counter, marker, plate, terrain
from printables.look import fonts, icons
from printables.look.display import Circle, Item, Style, Text
from printables.look.icons import icon
from printables.look.outlines import centres, hex_board
from printables.look.theme import Look, emblem
from printables.model import Component, Face, Kit, Piece

SIDE = 24.0
"""Chits are squares of 24 mm: a name must fit on them."""
FLAT = 40.0
"""Hexes, from side to side in mm; a stack and a banner lie on one."""
HEXES_EACH = 4
ARCHMAGI = ("side", "purple")


def symbol(terrain_name: str) -> str:
    """The sign of a terrain, on chits and hexes."""
    return GROUND.get(terrain_name, ("", ""))[1] or "trident"


def _chit(name: str, title: str, count: int, ground: tuple[str, str], sign: str, corner: str, word: str) -> Piece:
    front = plate.Plate(SIDE, SIDE, ground, title, sign, corner)
    back = plate.Back(SIDE, SIDE, ground, sign, word)
    return Piece(name, title, count, plate.outline(front), partial(plate.front, front), partial(plate.back, back), 1.0)


def units(sheet: Lists) -> Component:
    """All unit chits; their backs show the list they belong to."""
    chits = [one for one in sheet.chits.values() if one.count and one.terrain != facts.ARCHMAGI]
    rows = {row.word: row for row in sheet.terrain.values()}
    pieces = tuple(_unit(one, rows.get(one.terrain)) for one in chits)
    return Component("units", "Unit chits", pieces, stock="chits")


def _unit(one: Chit, home: Terrain | None) -> Piece:
    word, sign = (home.name, symbol(home.id)) if home is not None else (one.terrain.replace("_", " "), symbol(""))
    return _chit(f"unit-{one.id}", one.name, one.count, ("side", "grey"), sign, f"+{one.brm}", word.upper())


def archmagi(sheet: Lists) -> Component:
    """The Archmagi chits."""
    chits = [one for one in sheet.chits.values() if one.terrain == facts.ARCHMAGI and one.count]
    pieces = (_chit(f"unit-{one.id}", one.name.removeprefix("Archmage "), one.count, ARCHMAGI, "crown", f"+{one.brm}",
                    "ARCHMAGI") for one in chits)  # fmt: skip
    return Component("archmagi", "Archmagi chits", tuple(pieces), stock="chits")


def spells(sheet: Lists) -> Component:
    """The spell chits."""
    pieces = (_chit(f"spell-{one.id}", one.name, one.count, ("side", "teal"), "crystal", "", "SPELL")
              for one in sheet.spells.values() if one.count)  # fmt: skip
    return Component("spells", "Spell chits", tuple(pieces), stock="chits")


def artifacts(sheet: Lists) -> Component:
    """The artifact chits."""
    pieces = (_chit(f"artifact-{one.id}", one.name, one.count, ("side", "orange"), "equipment", "", "ARTIFACT")
              for one in sheet.artifacts.values() if one.count)  # fmt: skip
    return Component("artifacts", "Artifact chits", tuple(pieces), stock="chits")


def banners() -> Component:
    """The banner chits of six colours."""
    pieces = []
    for seat in facts.SEATS:
        colour = LOOKS[seat][0]
        full = marker.Marker(("side", colour), icon=emblem(colour), caption=facts.TITLES[seat].upper())
        thin = marker.Marker(("side", colour), solid=False, icon=emblem(colour), caption=facts.TITLES[seat].upper())
        faces = partial(marker.face, full), partial(marker.face, thin)
        count = facts.SETUP["kit"]["banner_chits"]
        pieces.append(Piece(f"banner-{seat}", f"{facts.TITLES[seat]} banner", count, counter.outline(), *faces, 0.9))
    return Component("banners", "Banner chits", tuple(pieces))


def hexes(sheet: Lists) -> Component:
    """Terrain hexes to lay a map of; enough for six players if terrains come up evenly."""
    outline = hex_board(((0, 0),), FLAT)
    pieces = (Piece(f"hex-{one.id}", one.name, HEXES_EACH, outline, partial(hex_face, one), None, 1.0)
              for one in sheet.terrain.values())  # fmt: skip
    return Component("terrain", "Terrain hexes", tuple(pieces), stock="tiles")


def hex_face(found: Terrain, look: Look) -> Face:
    """A hex: ground and texture of its terrain, its sign, name and number on the D20."""
    ground = GROUND[found.id][0]
    x, y = centres(hex_board(((0, 0),), FLAT))[0, 0]
    ink, paper = look.neutral("ink"), look.swatch("terrain", ground).color
    items: list[Item] = [*terrain.country(x, y, FLAT, ground, look, True), terrain.border(x, y, FLAT, look)]
    items += [Circle(x, y - 3, 8.5, Style("#ffffff", ink, 0.3)), icon(symbol(found.id), x, y - 3, 12.0, ink)]
    soft = look.soft_on(paper)
    items.append(Text(x, y + 11.5, found.name, fonts.LABEL, 12.0, soft, "middle"))
    items.append(Text(x, y - 14.5, f"D20: {found.roll}", fonts.LABEL_LIGHT, 8.0, soft, "middle"))
    return Face(tuple(items))


def terrain_chits(sheet: Lists) -> Component:
    """One chit for each row of the terrain chart, to draw in place of a roll."""
    back = partial(marker.face, marker.Marker(big="?"))
    pieces = []
    for one in sheet.terrain.values():
        front = marker.Marker(("terrain", GROUND[one.id][0]), icon=symbol(one.id), caption=one.name)
        pieces.append(
            Piece(f"terrain-{one.id}", one.name, 1, counter.outline(), partial(marker.face, front), back, 0.9)
        )
    return Component("terrain_chits", "Terrain chits", tuple(pieces))


def kit(sheet: Lists, address: str = "") -> Kit:
    """Everything up to six players must print, by these lists."""
    components = (
        units(sheet), archmagi(sheet), spells(sheet), artifacts(sheet), banners(), hexes(sheet), terrain_chits(sheet),
        aids(sheet), lists(sheet), credits_page(),
    )  # fmt: skip
    return Kit("archmagi", "Archmagi", components, credits=(icons.credit(), *fonts.CREDITS))
