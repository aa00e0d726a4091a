"""What an owner of the game may type in: the cards of the decks, and once and for all the areas of the map.

A card's effect is a line in the language of the cards. The map is a list of areas with their kind, region and the
numbers of the areas they border; empty until somebody types it in, because the program has no map of its own.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import msgspec
from msgspec import Struct

from companion.engine.core.errors import DataError
from companion.engine.core.text import t
from companion.engine.game.values import Overrides, ValueSheet
from companion.games.conquest_of_zabor import facts
from companion.games.conquest_of_zabor.explaining import VOCABULARY, told
from companion.games.conquest_of_zabor.language import check_place

SPARE = 4
"""Empty entries in each deck that is drawn from."""
TITLES = {"trait": "Empire Traits", "vp": "VP cards", "event": "Events", "dynasty": "Dynasties",
          "artifact": "Artifacts", "monster": "Monsters", "sorcery": "Sorcery", "destiny": "Destiny",
          "trade": "Trade Bonus", "position": "Position Cards", "map": "The map"}  # fmt: skip
FIELDS = {"need": "Condition", "count": "How many", "vp": "Victory Points"}
"""What fields are called."""
CARD_NOTE = (
    "What a card does is a line of words with what belongs to them, like that of the house cards: income: per rural, "
    "n 1. Several stand one after the other, with a semicolon between them. A card that no word covers says text: and "
    "its words; the table does it."
)
NOTES = {
    **dict.fromkeys(("trait", "dynasty", "artifact", "sorcery", "destiny", "trade", "event", "position"), CARD_NOTE),
    "map": "For each area its name, its kind (land, coast, sea), its region (north, south, zabor, or nothing), and the "
    "entries that it borders: a2, a7. Once a map is typed in, matches begin with all its areas.",
}
"""How an owner types a deck and his map in."""
KINDS = ("land", "coast", "sea")
REGIONS = ("", "north", "south", "zabor")


class Place(Struct, frozen=True):
    """An area of an owner's map."""

    name: str
    kind: str
    region: str
    borders: tuple[str, ...]


class Sheet(Struct, frozen=True):
    """The contents of a whole sheet: the decks, and the areas of the map by id."""

    decks: facts.Decks
    places: dict[str, Place]


def house() -> dict[str, Any]:
    """Our own cards as plain nested tables, with spare entries and an empty map."""
    cards = facts.plain_cards()
    sheet = {deck: dict(cards[deck]) for deck in TITLES if deck != "map"}
    for entries in sheet.values():
        last = next(reversed(entries.values()))
        empty = {name: 0 if isinstance(value, int) else "" for name, value in last.items()}
        if "need" in last:
            empty |= {"age": 1, "need": "gold >= 1"}
        if "strength" in last:
            empty |= {"wounds": 1, "move": 1}
        entries.update({f"more_{n}": dict(empty) for n in range(1, SPARE + 1)})
    most = facts.NUMBER["land_areas"] + facts.NUMBER["sea_areas"]
    sheet["map"] = {f"a{n}": {"name": "", "kind": "land", "region": "", "borders": ""} for n in range(1, most + 1)}
    del (
        sheet["position"]["more_1"],
        sheet["position"]["more_2"],
        sheet["position"]["more_3"],
        sheet["position"]["more_4"],
    )
    return sheet


def build(sheet: dict[str, Any], changed: tuple[str, ...] = ()) -> Sheet:
    """The cards and the map of a whole sheet. Raises DataError naming the entry and the word. They do not depend on
    `changed`.
    """
    found = _built(sheet)
    for deck, cards in found.decks.cards.items():
        for card in cards.values():
            for effect in card.effects:
                check_place(effect, deck, f"{deck}/{card.id}/effect")
    return found


def _built(sheet: dict[str, Any]) -> Sheet:
    """The same of a match, which goes on with what it was begun with."""
    cards = {deck: entries for deck, entries in sheet.items() if deck != "map"}
    return Sheet(facts.make_decks(cards), _places(sheet["map"]))


def _places(entries: dict[str, dict[str, Any]]) -> dict[str, Place]:
    named = {name: one for name, one in entries.items() if one["name"]}
    found = {}
    for name, one in named.items():
        borders = tuple(part.strip() for part in one["borders"].split(",") if part.strip())
        if one["kind"] not in KINDS:
            raise DataError(t("{path}: one of {known}", path=f"map/{name}/kind", known=", ".join(KINDS)))
        if one["region"] not in REGIONS:
            raise DataError(t("{path}: one of {known}", path=f"map/{name}/region", known=", ".join(REGIONS[1:])))
        for other in borders:
            if other not in named or other == name:
                raise DataError(t("{path}: there is no other area {word}", path=f"map/{name}/borders", word=other))
        found[name] = Place(one["name"], one["kind"], one["region"], borders)
    return found


VALUES = ValueSheet(house(), build, {**TITLES, **FIELDS}, NOTES, told, VOCABULARY)
HOUSE = Sheet(facts.HOUSE, {})


@lru_cache(maxsize=64)
def _sheet(text: bytes) -> Sheet:
    overrides: Overrides = msgspec.json.decode(text)
    return _built(VALUES.merged(overrides))


def sheet_of(owner: Overrides) -> Sheet:
    """The sheet of a match with these owner values."""
    return _sheet(msgspec.json.encode(owner)) if owner else HOUSE


def decks_of(owner: Overrides) -> facts.Decks:
    """The cards of a match with these owner values."""
    return sheet_of(owner).decks
