"""Facts of the game: unit cards, heroes, buildings, events, missions, territories, numbers, from `data/*.toml`.

What an owner may replace (cards, heroes, buildings, missions, territories) is a `Book`; the rest never changes.
"""

from __future__ import annotations

from typing import Any

import msgspec
from msgspec import Struct

from companion.engine.game.data import read_rows, read_rulings, read_toml, shape
from companion.engine.game.record import LedgerRow

PACKAGE = "companion.games.multiverse_war"
SEATS = ("red", "blue", "teal", "orange")
TITLES = {seat: seat.title() for seat in SEATS}


class Kind(Struct, frozen=True):
    """A unit card. `sort` is its class; `trumps` lists classes."""

    id: str
    name: str
    age: int
    cost: int
    ap: int
    range: int
    trumps: tuple[str, ...]
    upgrades_to: str
    train: tuple[str, ...]
    attributes: tuple[str, ...]
    provenance: str
    sort: str
    health: int = 2


class Deed(Struct, frozen=True):
    """What a kind or a hero can do: an ability of a unit kind, or a skill of a hero; `strength` if one is printed."""

    id: str
    name: str
    ap: int
    text: str
    provenance: str
    strength: int = 0
    unit: str = ""
    level: int = 1


class HeroSheet(Struct, frozen=True):
    """A hero sheet."""

    id: str
    name: str
    sort: str
    attributes: tuple[str, ...]
    range: int
    track_max: int
    recommended: str
    provenance: str
    skill: tuple[Deed, ...]
    passive: str = ""
    """The ability that the hero has without a skill."""


class BuildingCard(Struct, frozen=True):
    """A building card; `vp` are its victory points by age."""

    id: str
    name: str
    cost: int
    revenue: int
    health: int
    repair: int
    spacing: int
    vp: tuple[int, ...]
    needs: str
    trains: tuple[str, ...]
    provenance: str


class Event(Struct, frozen=True):
    """An entry of the random event sheet."""

    n: int
    id: str
    name: str
    effect: str
    amount: int
    text: str


class Mission(Struct, frozen=True):
    """A secret mission."""

    id: str
    age: int
    name: str
    vp: int
    text: str


class Territory(Struct, frozen=True):
    """A territory: rows of letters, and the places [row, column] of events and quarries."""

    id: str
    name: str
    rows: tuple[str, ...]
    events: tuple[tuple[int, int], ...]
    quarry: tuple[tuple[int, int], ...]


class City(Struct, frozen=True):
    """Where a seat's city lies: at which edge of which place."""

    seat: int
    place: tuple[int, int]
    edge: int


class Layout(Struct, frozen=True):
    """The places of territories, and the cities."""

    id: str
    players: int
    places: tuple[tuple[int, int], ...]
    cities: tuple[City, ...]


def entries(file: str, table: str) -> list[dict[str, Any]]:
    """The raw entries of a data file."""
    found: list[dict[str, Any]] = read_toml(PACKAGE, f"{file}.toml")[table]
    return found


RULINGS = read_rulings(PACKAGE, "rulings.toml")
ROWS = tuple(LedgerRow(**row) for row in read_rows(PACKAGE, "rules.csv"))
NUMBERS = read_toml(PACKAGE, "numbers.toml")
STRENGTH: dict[str, Any] = NUMBERS["strength"]
LAYOUTS = {one["id"]: shape(one, Layout, "layouts.toml") for one in entries("layouts", "layout")}
EVENTS = {one["n"]: shape(one, Event, "events.toml") for one in entries("events", "event")}


class Book(Struct, frozen=True):
    """Everything an owner of the printed game may replace."""

    units: dict[str, Kind]
    deeds: dict[str, Deed]
    heroes: dict[str, HeroSheet]
    buildings: dict[str, BuildingCard]
    missions: dict[str, Mission]
    territories: dict[str, Territory]

    def ability(self, kind: str) -> Deed | None:
        """The ability of a unit kind."""
        return next((one for one in self.deeds.values() if one.unit == kind), None)

    def before(self, kind: str) -> str:
        """The kind before it in its line, "" for the first."""
        return next((one.id for one in self.units.values() if one.upgrades_to == kind), "")

    def cards(self) -> list[Kind]:
        """The unit kinds that have a card: all but decoy, bear and beast."""
        return [one for one in self.units.values() if one.id not in PIECES]


PIECES = ("decoy", "bear", "beast")
TABLES = {"units": "unit", "abilities": "ability", "heroes": "hero", "buildings": "building", "missions": "mission",
          "territories": "territory"}  # fmt: skip
RAW = {group: entries(group, table) for group, table in TABLES.items()}


def make_book(raw: dict[str, list[dict[str, Any]]]) -> Book:
    """A book from raw entries. Raises DataError naming table and field."""
    kinds = {one["id"]: shape(one, Kind, "units") for one in raw["units"]}
    heroes = {one["id"]: shape(one, HeroSheet, "heroes") for one in raw["heroes"]}
    deeds = {one["id"]: shape(one, Deed, "abilities") for one in raw["abilities"]}
    deeds |= {
        skill.id: msgspec.structs.replace(skill, unit=hero.id) for hero in heroes.values() for skill in hero.skill
    }
    return Book(
        kinds, deeds, heroes,
        {one["id"]: shape(one, BuildingCard, "buildings") for one in raw["buildings"]},
        {one["id"]: shape(one, Mission, "missions") for one in raw["missions"]},
        {one["id"]: shape(one, Territory, "territories") for one in raw["territories"]},
    )  # fmt: skip


HOUSE = make_book(RAW)
MILITARY = ("melee", "anticav", "ranged", "mounted", "siege", "scout")
"""The classes that fight."""
HAND_TO_HAND = ("melee", "anticav", "mounted", "scout")
AGES = (1, 2, 3)
