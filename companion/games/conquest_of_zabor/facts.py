"""Facts of the game: units, Upgrades, prices, cards, rulings. Read once from `data`, with their sources."""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from companion.engine.core.errors import DataError
from companion.engine.core.text import t
from companion.engine.game.data import read_rows, read_rulings, read_toml
from companion.engine.game.record import LedgerRow
from companion.games.conquest_of_zabor.language import (
    ABILITIES,
    CHART,
    Effect,
    Goal,
    read_effects,
    read_goal,
    read_goals,
    read_pieces,
)

PACKAGE = "companion.games.conquest_of_zabor"
SEATS = ("red", "blue", "green", "yellow", "purple")
TITLES = {seat: seat.title() for seat in SEATS} | {"barbarian": "Barbarians"}
BARBARIAN = "barbarian"
FACTS = read_toml(PACKAGE, "facts.toml")
NUMBER: dict[str, int] = FACTS["number"]
ACTIONS: dict[str, str] = FACTS["action"]
ENVOYS = {int(players): n for players, n in FACTS["envoys"].items()}
SUPPLY: dict[str, int] = FACTS["house"]["supply"]
BARBARIANS: dict[str, int] = FACTS["house"]["barbarian"]
START = FACTS["start"]
CHAPTERS: dict[str, str] = FACTS["chapters"]
"""What pages call chapters whose names in the ledger say where they were found."""
GROWTH = frozenset(read_toml(PACKAGE, "advice.toml")["growth"])
"""What an Empire has more and more of without war, cards or the sea."""
LENGTHS = {"short": 2, "medium": 3, "long": 4}
PHASES = (
    "Place Action Cards", "Income", "Events", "Place Envoys", "Actions", "Warfare", "Trade", "Heal", "Victory Points",
    "End",
)  # fmt: skip
"""The phases of a turn in their order, as saves call them; what people read is in `wording`."""
LAY_CARDS, INCOME, DRAW_EVENTS, PLACE_ENVOYS, ACT, WARFARE, TRADE, _HEAL, CLAIM, _END = PHASES
AGES = ("I", "II", "III", "IV")


class Kind(Struct, frozen=True):
    """A type of Unit; each Monster is a type of its own."""

    id: str
    name: str
    strength: int
    move: int
    wounds: int
    abilities: dict[str, int]
    price: int = 0
    capacity: str = ""
    """Whether its Unit Capacity counts civilized areas or all land areas; `part` of them, rounded up."""
    part: int = 1

    @property
    def naval(self) -> bool:
        """Whether it can only be at sea."""
        return "naval" in self.abilities


class Item(Struct, frozen=True):
    """A Civilize Upgrade or a Road: its price and income, and what it is built on."""

    id: str
    name: str
    price: int
    income: int
    absorb: int
    on: str


class Card(Struct, frozen=True):
    """A card of any deck."""

    id: str
    deck: str
    name: str
    count: int
    effects: tuple[Effect, ...] = ()
    goals: tuple[Goal, ...] = ()
    age: int = 0
    words: str = ""
    pieces: dict[str, int] = {}
    raw: str = ""
    """Its effect as written in the data."""


class Decks(Struct, frozen=True):
    """All cards of a match by deck and id, and the kinds of Units including its Monsters."""

    cards: dict[str, dict[str, Card]]
    kinds: dict[str, Kind]

    def total(self, deck: str) -> dict[str, int]:
        """How many of each card a deck has in all."""
        return {one.id: one.count for one in self.cards[deck].values()}

    def find(self, name: str) -> Card | None:
        """The trait, position, dynasty or artifact with this id, or None."""
        return next((cards[name] for deck, cards in self.cards.items() if name in cards and deck in CHART), None)


def read_abilities(text: str, path: str) -> dict[str, int]:
    """The levels of abilities in a text like `flight 2, warp`. Raises DataError naming the path."""
    found: dict[str, int] = {}
    for part in (part.strip() for part in text.split(",") if part.strip()):
        word, _, level = part.partition(" ")
        if word not in ABILITIES or (level and not level.isdigit()):
            raise DataError(t("{path}: there is no ability {word}", path=path, word=part))
        found[word] = int(level or 1)
    return found


def read_card(deck: str, name: str, raw: dict[str, Any]) -> Card:
    """A card from its entry. Raises DataError naming the card and the word."""
    path = f"{deck}/{name}"
    vp, need = raw.get("vp", ""), raw.get("need", "")
    goals = (read_goal(int(vp), need, path),) if need else read_goals(str(vp), path) if vp else ()
    text = raw.get("effect", "")
    return Card(name, deck, raw["name"], raw.get("count", 1), read_effects(text, path), goals, raw.get("age", 0),
                raw.get("words", ""), read_pieces(raw.get("barbarians", ""), path), text)  # fmt: skip


def read_monster(name: str, raw: dict[str, Any]) -> Kind:
    """A Monster as a kind of Unit. Raises DataError naming the path."""
    abilities = read_abilities(raw["abilities"], f"monster/{name}")
    return Kind(name, raw["name"], raw["strength"], raw["move"], max(1, raw["wounds"]), abilities)


def _kind(name: str, raw: dict[str, Any]) -> Kind:
    return Kind(
        name,
        raw["name"],
        raw["strength"],
        raw["move"],
        raw["wounds"],
        read_abilities(raw["abilities"], f"unit/{name}"),
        raw["price"],
        raw["capacity"],
        raw["part"],
    )


UNITS = {name: _kind(name, raw) for name, raw in FACTS["unit"].items()}
LAND_UNITS = tuple(name for name, one in UNITS.items() if not one.naval)
ITEMS = {name: Item(name, **raw) for name, raw in FACTS["item"].items()}
UPGRADES = tuple(name for name in ITEMS if name != "road")


def make_decks(sheet: dict[str, Any]) -> Decks:
    """All cards from their entries; entries without a name are left out. Raises DataError naming card and word."""
    named = {deck: {name: raw for name, raw in cards.items() if raw["name"]} for deck, cards in sheet.items()}
    cards = {
        deck: {name: read_card(deck, name, raw) for name, raw in entries.items()} for deck, entries in named.items()
    }
    monsters = {name: read_monster(name, raw) for name, raw in named["monster"].items()}
    for deck in cards.values():
        for card in deck.values():
            for one in card.effects:
                if one.word == "summon" and one.get("monster") not in ("top", *monsters):
                    path = f"{card.deck}/{card.id}"
                    raise DataError(t("{path}: there is no Monster {word}", path=path, word=one.get("monster")))
    return Decks(cards, {**UNITS, **monsters})


def plain_cards() -> dict[str, Any]:
    """The entries of the data file, without their sources."""
    return {deck: cards for deck, cards in read_toml(PACKAGE, "cards.toml").items() if isinstance(cards, dict)}


HOUSE = make_decks(plain_cards())
POSITIONS = tuple(HOUSE.cards["position"])
COUNCIL, EVENTS = POSITIONS[:2]
"""The two Masters that are in every game."""
ROWS = tuple(LedgerRow(**row) for row in read_rows(PACKAGE, "rules.csv"))


RULINGS = read_rulings(PACKAGE, "rulings.toml")
