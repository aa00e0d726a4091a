"""Positions on a map with terrain: what the tests of section 15 and 18 begin with."""

from __future__ import annotations

from companion.games.heroes_vs_warlords.moving import movement
from companion.games.heroes_vs_warlords.records.common import hero_of
from companion.games.heroes_vs_warlords.records.state import HvWState
from tests.games.heroes_vs_warlords.table import Table, hex_of, on_map, position, start_at

TERRAIN = {"terrain": "advanced"}
Centres = dict[str, tuple[int, int]]


def country(*tiles: str, face_down: int = 0, war: bool = False, **rulings: str) -> tuple[HvWState, Centres]:
    """Tiles in a row, face up, in a match that plays with terrain."""
    state = position(war=war, **TERRAIN, **rulings)
    return state, on_map(state, *(tiles or ("K0", "T06", "A0")), face_down=face_down)


def stand(state: HvWState, centres: Centres, where: str, mp: int = 6, hero: str = "knights:1") -> str:
    """Put a Hero on a hex such as `T06 N`, with so many Movement points; gives the place."""
    tile, name = where.split()
    one = hero_of(state, hero)
    one.place, one.mp = hex_of(centres[tile], name), mp
    if hero.startswith("knights"):
        one.movement = mp
    return one.place


def turn(state: HvWState, seat: str = "knights") -> Table:
    """The turn of a player from here."""
    return start_at(state, movement.player_turn(seat))
