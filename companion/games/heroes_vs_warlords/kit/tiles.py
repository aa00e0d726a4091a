"""Terrain tiles of the kit (3.1): seven hexes each, north and start colours on the back."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

from companion.engine.game.printed import Say
from companion.games.heroes_vs_warlords.kit.making import COLOURS, Making
from companion.games.heroes_vs_warlords.records.common import RESOURCE_TITLES, TITLES
from companion.games.heroes_vs_warlords.records.facts import HexFacts, Tile
from companion.games.heroes_vs_warlords.records.world import direction
from printables.kinds import tile
from printables.model import Component, Piece

FEATURE_NAMES = {
    "home_city": "Home City",
    "home_camp": "Home Camp",
    "recruitment": "Recruitment",
    "holy_place": "Holy Place",
    "outpost": "Outpost",
    "tower": "Tower",
    "ruin": "Ruin",
    **RESOURCE_TITLES,
}


def one_hex(say: Say, name: str, one: HexFacts, start: str) -> tile.Hex:
    """A hex: its name in the language of the kit, its terrain, and its objective."""
    terrain, feature, called = one.terrain, one.feature, say(direction(name))
    if not feature:
        return tile.Hex(terrain, called=called)
    color = None
    if feature in RESOURCE_TITLES:
        color = ("resource", feature)
    elif start and feature in ("home_city", "home_camp", "recruitment"):
        color = ("side", COLOURS[start])
    return tile.Hex(
        terrain=terrain,
        icon=feature,
        word=say(FEATURE_NAMES[feature]),
        color=color,
        golden=feature in RESOURCE_TITLES,
        large=feature in ("home_city", "home_camp"),
        called=called,
    )


def one_tile(making: Making, one: Tile) -> tile.Tile:
    """A tile as printed."""
    return tile.Tile(
        number=one.id,
        hexes=tuple((name, one_hex(making.say, name, hex_facts, one.start)) for name, hex_facts in one.hexes.items()),
        blocked=one.blocked,
        roads=one.roads,
        exits=one.exits,
        bridges=one.bridges,
        rim=one.rim,
        side=COLOURS[one.start] if one.start else None,
        side_name=making.say("{race} start here", race=making.say(TITLES[one.start])) if one.start else "",
        note=making.label("tiles", one.id),
        link=making.link("tile", one.id),
    )


def from_behind(model: tile.Tile) -> tile.Tile:
    """What the back shows: of a tile that is not known yet no number, or nobody would have to explore twice."""
    return replace(model, hexes=(), blocked=(), roads=(), exits=(), bridges=(), rim=(), note="",
                   number=model.number if model.side else "")  # fmt: skip


def tiles(making: Making) -> Component:
    """The sixteen tiles."""
    models = [one_tile(making, one) for one in making.sheet.tiles.values()]
    pieces = tuple(
        Piece(
            id=f"tile-{model.number}",
            name=making.say("Tile {n}", n=model.number),
            count=1,
            outline=tile.OUTLINE,
            front=partial(tile.front, model),
            back=partial(tile.back, from_behind(model)),
            safe=2.0,
        )
        for model in models
    )
    return Component("tiles", making.say("Terrain tiles"), pieces, stock="tiles", secret=True)
