"""What people call what is in a state, for the pages where it is corrected. Contains no rule."""

from __future__ import annotations

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
