"""What people call what is in a state, for the pages where it is corrected. Contains no rule."""

from __future__ import annotations

from companion.engine.core.text import Text, t
from companion.games.conquest_of_zabor.realm.areas import kind_of, who
from companion.games.conquest_of_zabor.realm.atlas import label
from companion.games.conquest_of_zabor.sheet import decks_of
from companion.games.conquest_of_zabor.state import ZaborState

PARTS = {
    "seats": "Order of the players",
    "players": "Empire Charts and hands",
    "areas": "Areas of the map",
    "borders": "Borders between areas",
    "units": "Units on the map",
    "pieces": "Units put on the map so far",
    "beside": "Position Cards beside the board",
    "track": "Action Cards on the track",
    "spaces": "Envoys on the spaces of the track",
    "at": "Space of the track whose turn it is",
    "events": "Events of this turn",
    "lasting": "Effects until the turn ends",
    "face_up": "VP cards turned up",
    "order": "Order at the Council",
    "queue": "Battles that come first",
    "discards": "Discard piles",
    "battle": "The battle",
    "per_age": "VP cards of each age",
    "winners": "Who has won",
    "ranking": "Places at the end",
}
"""What people call the fields of a state, where the name of the field is not it."""


def called_ids(state: ZaborState, seat: str) -> dict[str, Text]:
    """What people call Units, areas and cards, by their ids."""
    decks = decks_of(state.owner)
    found = {card.id: t(card.name) for cards in decks.cards.values() for card in cards.values()}
    found |= {one: t(kind.name) for one, kind in decks.kinds.items()} | {
        place: label(state, place) for place in state.areas
    }
    for name, one in state.units.items():
        found[name] = t("{unit} of {who}, {place}", unit=t(kind_of(state, one.kind).name), who=who(one.seat),
                        place=label(state, one.place))  # fmt: skip
    return found
