"""What people call what is in a state, for the pages where it is corrected. Contains no rule."""

from __future__ import annotations

from companion.engine.core.text import Text, t
from companion.games.multiverse_war.world.state import WarState
from companion.games.multiverse_war.world.units import book, building_name, label_for, who

PARTS = {
    "seats": "Order of the players",
    "players": "Gold, missions and records",
    "units": "Cubes",
    "buildings": "Buildings and cities",
    "hexes": "Hexes of the map",
    "tiles": "Territories",
    "left": "Territories not laid out",
    "tokens": "Random events that came up",
    "mapped": "The app keeps the map",
    "mode": "Played for",
    "limit": "Last turn",
    "build_order": "Order of building",
    "action_order": "Order of acting",
    "fights": "The fights",
    "treaties": "Treaties",
    "cubes": "Cubes and buildings put down so far",
    "winners": "Who has won",
}
"""What people call the fields of a state, where the name of the field is not it."""


def called_ids(state: WarState, seat: str) -> dict[str, Text]:
    """What people call cubes, buildings, cards and territories, by their ids, as far as a seat knows them."""
    sheet = book(state)
    found: dict[str, Text] = {}
    for cards in (sheet.units, sheet.heroes, sheet.buildings, sheet.missions, sheet.territories, sheet.deeds):
        found |= {name: t(one.name) for name, one in cards.items()}
    found |= {name: building_name(state, one) for name, one in state.buildings.items()}
    for name, unit in state.units.items():
        cube = label_for(state, seat, name)
        found[name] = t("{who}: {cube}", who=who(unit.seat), cube=cube) if unit.seat else cube
    return found
