"""The printable kit: unit, spell and artifact chits, terrain hexes, banners, aid and lists; counts from the lists."""

from __future__ import annotations

from collections import Counter
from functools import partial
from math import ceil

from companion.engine.game.printed import ENGLISH, Say
from companion.games.archmagi import facts, silhouettes
from companion.games.archmagi.facts import Artifact, Chit, Lists, Spell, Terrain
from companion.games.archmagi.kit.aids import player_aid, table_aid
from companion.games.archmagi.kit.lists import effect_words, lists, said
from companion.games.archmagi.readers.board import LOOKS
from printables.kinds import chit, counter, marker, plate, terrain
from printables.look import fonts, icons
from printables.look.display import Circle, Item, Style, Text
from printables.look.icons import icon
from printables.look.outlines import centres, hex_board
from printables.look.theme import Look, emblem
from printables.model import Component, Face, Kit, Piece

SIDE = chit.SIZE
FLAT = 40.0
"""Hexes, from side to side in mm; a stack and a banner lie on one."""
MORE = 1.25
"""So many times as many hexes of a terrain as a map has if all come up evenly."""
ARCHMAGI, SPELL, ARTIFACT = ("deck", "umber"), ("deck", "bark"), ("deck", "rose")
"""The grounds of the backs, and of the Archmagi in front; units have the colours of their terrains there."""
CAST = {"before": "bark", "after": "clay", "respite": "heather", "answer": "slate", "scout": "straw", "move": "moss"}
"""The grounds of spells in front, by when they are cast: what is of use now is seen in a hand."""
GEAR = {"weapon": "clay", "armor": "slate", "wonder": "heather"}
"""The grounds of artifacts in front, by their type."""
PICTURES = (0, 7)
"""The pictures of a terrain: orders of its signs as unlike each other as can be."""


def symbol(terrain_name: str) -> str:
    """The symbol of a terrain, on chits and hexes."""
    return silhouettes.GROUND.get(terrain_name, ("", ""))[1] or "paw"


DICE = tuple(Counter(int(one.removeprefix("D")) for one in facts.SETUP["kit"]["dice"]).items())
"""Dice on a virtual table, (sides, how many)."""
UNIT = ("deck", "sage")
"""The ground of the backs of all units: in draw pile, Reserve and stacks nobody sees of which list they are."""


def _piece(name: str, front: chit.Chit, count: int, sign: str, word: str, ground: tuple[str, str]) -> Piece:
    back = plate.Back(SIDE, SIDE, ground, sign, word)
    faces = partial(chit.front, front), partial(plate.back, back)
    return Piece(name, front.title, count, chit.outline(), *faces, 1.0, pile=f"{word.capitalize()} chits")


def unit_front(
    one: Chit, title: str, ground: tuple[str, str], silhouette: str, home: chit.Home | None = None
) -> chit.Chit:
    """BRM and move as values, the rest of the entry in words; `home` is the terrain of its list."""
    moves = 0 if "site" in one.types else facts.moves_of(one.types.__contains__)
    words = ", ".join(word for word in one.entry if facts.plain(word) not in facts.TERMS.moves)
    return chit.Chit(
        ground, title, silhouette, chit.Value("attack", f"+{one.brm}", "BRM"),
        chit.Value("movement", str(moves), "Move") if moves else None, (words,) if words else (), home,
    )  # fmt: skip


def units(sheet: Lists) -> Component:
    """All unit chits; from behind they look alike."""
    chits = [one for one in sheet.chits.values() if one.count and one.terrain != facts.ARCHMAGI]
    rows = {row.word: row for row in sheet.terrain.values()}
    pieces = tuple(_unit(one, rows.get(one.terrain)) for one in chits)
    return Component("units", "Unit chits", pieces)


def _unit(one: Chit, home: Terrain | None) -> Piece:
    sign = symbol(home.id if home is not None else "")
    ground = ("terrain", silhouettes.GROUND[home.id][0]) if home is not None else UNIT
    belongs = chit.Home(sign, home.name) if home is not None else None
    front = unit_front(one, one.name, ground, silhouettes.of_unit(one, sign), belongs)
    return _piece(f"unit-{one.id}", front, one.count, "spears", "UNIT", UNIT)


def archmagi(sheet: Lists) -> Component:
    """The Archmagi chits."""
    chits = [one for one in sheet.chits.values() if one.terrain == facts.ARCHMAGI and one.count]
    fronts = chit.alike(unit_front(one, one.name, ARCHMAGI, silhouettes.of_archmage(one)) for one in chits)
    pieces = (_piece(f"unit-{one.id}", front, one.count, "crown", "ARCHMAGI", ARCHMAGI)
              for one, front in zip(chits, fronts, strict=True))  # fmt: skip
    return Component("archmagi", "Archmagi chits", tuple(pieces))


def spells(sheet: Lists) -> Component:
    """The spell chits: when, on what, and what they do."""
    found = [one for one in sheet.spells.values() if one.count]
    fronts = chit.alike(_spell(one) for one in found)
    pieces = (_piece(f"spell-{one.id}", front, one.count, "crystal", "SPELL", SPELL)
              for one, front in zip(found, fronts, strict=True))  # fmt: skip
    return Component("spells", "Spell chits", tuple(pieces))


def _spell(one: Spell) -> chit.Chit:
    ground = ("deck", CAST.get(one.when, SPELL[1]))
    return chit.Chit(ground, one.name, silhouettes.of_spell(one), lines=said(one), effect=effect_words(one))


def artifacts(sheet: Lists) -> Component:
    """The artifact chits: what they give, and to whom."""
    found = [one for one in sheet.artifacts.values() if one.count]
    fronts = chit.alike(map(_artifact, found))
    pieces = (_piece(f"artifact-{one.id}", front, one.count, "equipment", "ARTIFACT", ARTIFACT)
              for one, front in zip(found, fronts, strict=True))  # fmt: skip
    return Component("artifacts", "Artifact chits", tuple(pieces))


def _artifact(one: Artifact) -> chit.Chit:
    ground, lines = (
        ("deck", GEAR.get(one.type.lower(), ARTIFACT[1])),
        (f"{one.type.title()}, for a {one.owner.title()}",),
    )
    return chit.Chit(ground, one.name, silhouettes.of_artifact(one), lines=lines, effect=", ".join(one.entry))


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
    """Terrain hexes for the map of most players, known or rolled."""
    outline, counts = hex_board(((0, 0),), FLAT), hex_counts(sheet)
    pieces = (Piece(f"hex-{one.id}-{order}", one.name, n, outline, partial(hex_face, one, order), None, 1.0)
              for one in sheet.terrain.values()
              for order, n in zip(PICTURES, _shared(counts[one.id]), strict=False))  # fmt: skip
    return Component("terrain", "Terrain hexes", tuple(pieces), stock="tiles")


def _shared(count: int) -> list[int]:
    """So many hexes shared out to the pictures of their terrain."""
    return [n for n in (count - count // len(PICTURES), count // len(PICTURES)) if n]


def hex_counts(sheet: Lists) -> dict[str, int]:
    """How many hexes of each terrain, by its id: as many as the known map needs, and some more than come up evenly."""
    most, counts = max(facts.SETUP["map"], key=int), {}
    for water, cells in zip((False, True), facts.land_and_sea(most), strict=True):
        known, rows = Counter(facts.laid_out(cells, water=water)), sheet.rows(water=water)
        evenly = ceil(MORE * cells / max(1, len(rows)))
        counts.update({row: max(known[row], evenly) for row in rows})
    return counts


def hex_face(found: Terrain, order: int, look: Look) -> Face:
    """The face of a hex: colour and texture of its terrain, its symbol, name and number on the D20.

    The signs of the texture stand in one `order` or another.
    """
    ground = silhouettes.GROUND[found.id][0]
    x, y = centres(hex_board(((0, 0),), FLAT))[0, 0]
    ink, paper = look.neutral("ink"), look.swatch("terrain", ground).color
    items: list[Item] = [*terrain.country(x, y, FLAT, ground, look, True, order), terrain.border(x, y, FLAT, look)]
    items += [Circle(x, y - 3, 8.5, Style("#ffffff", ink, 0.3)), icon(symbol(found.id), x, y - 3, 12.0, ink)]
    soft = look.soft_on(paper)
    items.append(Text(x, y + 11.5, found.name, fonts.LABEL, 12.0, soft, "middle"))
    items.append(Text(x, y - 14.5, f"D20: {found.roll}", fonts.LABEL_LIGHT, 8.0, soft, "middle"))
    return Face(tuple(items), terrain.bleed([((x, y), ground)], FLAT, look))


def terrain_chits(sheet: Lists) -> Component:
    """One chit for each row of the terrain chart, to draw in place of a roll."""
    back = partial(marker.face, marker.Marker(big="?"))
    pieces = []
    for one in sheet.terrain.values():
        front = marker.Marker(("terrain", silhouettes.GROUND[one.id][0]), icon=symbol(one.id), caption=one.name)
        pieces.append(
            Piece(f"terrain-{one.id}", one.name, 1, counter.outline(), partial(marker.face, front), back, 0.9)
        )
    return Component("terrain_chits", "Terrain chits", tuple(pieces))


def kit(sheet: Lists, address: str = "", say: Say = ENGLISH) -> Kit:
    """Everything that up to six players must print, by these lists. No component has QR codes, so `address` is not
    used.
    """
    components = (
        units(sheet), archmagi(sheet), spells(sheet), artifacts(sheet), banners(), hexes(sheet), terrain_chits(sheet),
        player_aid(say, sheet), table_aid(say, sheet), lists(sheet),
    )  # fmt: skip
    seats = tuple((seat, facts.TITLES[seat]) for seat in facts.SEATS)
    return Kit("archmagi", "Archmagi", components, credits=(icons.credit(), *fonts.CREDITS), seats=seats, dice=DICE)
