"""What people call what is in a state, for the pages where it is corrected. Contains no rule."""

from __future__ import annotations

from companion.engine.core.text import Text, t
from companion.games.archmagi import facts
from companion.games.archmagi.land import hex_name
from companion.games.archmagi.seen import chit_words
from companion.games.archmagi.sheet import lists_of
from companion.games.archmagi.state import ArchmagiState

PARTS = {
    "seats": "Order of the players",
    "units": "Chits on the map",
    "hexes": "Hexes of the map",
    "players": "Hands and turns of the players",
    "columns": "Columns of the map",
    "rows": "Rows of the map",
    "mapped": "How the map is kept",
    "closed": "Terrains where nothing is deployed",
    "chits": "Chits put on the map",
    "discards": "Discard piles",
    "truces": "Hexes where stacks stay side by side",
    "fought": "Battles of this turn",
    "battle": "The battle",
    "fall": "How the last Archmagi fell",
    "winners": "Who has won",
}
"""What people call the fields of a state, where the name of the field is not it."""


def called_ids(state: ArchmagiState, seat: str) -> dict[str, Text]:
    """What people call chits, hexes and kinds of chits, by their ids, as far as a seat knows them."""
    lists = lists_of(state.owner)
    found: dict[str, Text] = {}
    for pile in (lists.chits, lists.spells, lists.artifacts):
        found |= {name: t(one.name) for name, one in pile.items()}
    found |= {place: hex_name(state, place) for place in state.hexes}
    for name, unit in state.units.items():
        words = t("{who}: {chit}", who=t(facts.TITLES[unit.seat]), chit=chit_words(state, seat, name, unit))
        on_map = unit.place in state.hexes
        found[name] = t("{chit} on {place}", chit=words, place=hex_name(state, unit.place)) if on_map else words
    return found
