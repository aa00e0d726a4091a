"""What people call what is in a state, for the pages where it is corrected. Contains no rule."""

from __future__ import annotations

from companion.engine.core.text import Text
from companion.games.heroes_vs_warlords.records.common import city_name
from companion.games.heroes_vs_warlords.records.state import HvWState

PARTS = {
    "players": "Players and their Heroes",
    "cities": "Cities and Camps",
    "sites": "Places with guards or an owner",
    "world": "The map",
    "battle": "The battle",
    "cup": "Markers left to draw",
    "order": "Order of play",
    "seats": "Order of the players",
    "length": "Length agreed on",
    "turns_played": "Turns played",
    "quest_discards": "Quest cards played",
    "winners": "Who has won",
}
"""What people call the fields of a state, where the name of the field is not it."""


def called_places(state: HvWState, _seat: str) -> dict[str, Text]:
    """What people call the hexes of Cities and Camps, by their coordinates; other hexes have the names of the map."""
    return {city.place: city_name(city) for city in state.cities.values() if city.place} if state.world.mapped else {}
