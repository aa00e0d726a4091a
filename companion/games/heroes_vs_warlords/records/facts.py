"""Facts of the game: unit values, tables, costs, tiles. Read once from `data/*.toml`, each file with its source."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Literal

from msgspec import Struct

from companion.engine.core.random_tables import Provenance, RandomTable
from companion.engine.core.text import Text, listed, t
from companion.engine.game.data import read_reasons, read_rows, read_rulings, read_toml, shape
from companion.engine.game.record import LedgerRow

PACKAGE = "companion.games.heroes_vs_warlords"
RACES = ("knights", "amazons", "barbarians")
RESOURCES = ("wood", "stone", "crystal", "gold")
ABILITIES = ("attack", "defense", "initiative", "movement")
LEVELS = range(1, 7)
HEROES = {f"{race}:{number}": (race, number) for race in RACES for number in (1, 2)}
"""Id of a Hero -> whose he is, and which of the two."""
DIRECTIONS: dict[str, tuple[int, int]] = {
    "C": (0, 0),
    "N": (0, -1),
    "NE": (1, -1),
    "SE": (1, 0),
    "S": (0, 1),
    "SW": (-1, 1),
    "NW": (-1, 0),
}
"""Axial steps (q, r) of the seven hexes of a tile, flat-topped, North up."""

UnitKind = Literal["close", "ranged", "cavalry"]


class Unit(Struct, frozen=True):
    """Values of one unit (4.2); its Level is its price, hit points and experience value."""

    type: UnitKind
    attack: int
    defense: int
    move: int


class HexFacts(Struct, frozen=True):
    """A hex of a tile: terrain, and the feature that makes it a terrain objective, if any (2.0)."""

    terrain: str
    feature: str = ""


class Tile(Struct, frozen=True):
    """A terrain tile: its seven hexes by name (3.1) and the race that starts on it, if any."""

    id: str
    hexes: dict[str, HexFacts]
    start: str = ""
    blocked: tuple[tuple[str, str], ...] = ()
    """Pairs of hexes whose common side nobody can cross."""
    roads: tuple[tuple[str, ...], ...] = ()
    exits: tuple[tuple[str, str], ...] = ()
    """Hexes and directions in which a road leads out over the edge of the tile."""
    bridges: tuple[tuple[str, str], ...] = ()
    rim: tuple[tuple[str, str], ...] = ()
    """Hexes and directions of outer sides that nobody can cross."""


class Equipment(Struct, frozen=True):
    """A kind of Equipment marker (3.3.3)."""

    name: str
    ability: str
    bonus: int
    count: int

    @property
    def id(self) -> str:
        """The id: `attack+1`."""
        return f"{self.ability}+{self.bonus}"


class Quest(Struct, frozen=True):
    """A card of the quest deck (17.2): the task in words, and as a `deed` that counts; `reward` is what it brings.

    The deed counts with at least `least`, and must be done `times` times: at different places, or in the `same` player
    turn.
    """

    id: int
    task: str
    deed: str
    reward: dict[str, int]
    least: int = 0
    times: int = 1
    same: bool = False


class HeroFacts(Struct, frozen=True):
    """The abilities with which a Hero starts (4.1)."""

    attack: int
    defense: int
    initiative: int
    movement: int
    level: int
    ep: int


def _read(name: str) -> dict[str, Any]:
    return read_toml(PACKAGE, name)


def _units() -> dict[str, dict[int, Unit]]:
    return shape(_read("units.toml")["units"], dict[str, dict[int, Unit]], "units.toml: units")


def _tile(raw: dict[str, Any]) -> Tile:
    parts = {name: text.split("/") for name, text in raw["hexes"].items()}
    hexes = {name: HexFacts(part[0], part[1] if len(part) > 1 else "") for name, part in parts.items()}
    sides = {name: tuple(map(tuple, raw.get(name, ()))) for name in ("blocked", "roads", "exits", "bridges", "rim")}
    return Tile(raw["id"], hexes, raw.get("start", ""), **sides)


def _table(
    id: str, title: str, section: str, rows: dict[str, Any], provenance: Provenance, words: Callable[[Any], Text]
) -> RandomTable:
    numbered = {int(roll): row for roll, row in rows.items() if roll.isdigit()}
    return RandomTable(id, title, section, provenance, numbered, words=words)


def guard_words(row: list[list[int]]) -> Text:
    """Guards in the row of a table, in words."""
    return listed([t("{n} × Level {level}", n=n, level=level) for level, n in row]) if row else t("none")


def resource_words(row: dict[str, int]) -> Text:
    """Resources in the row of a table, in words."""
    return listed([t("{n} {resource}", n=n, resource=t(name.capitalize())) for name, n in row.items() if n])


def share_words(row: dict[str, int]) -> Text:
    """The captured part of each Resource, in words."""
    shares = [t("{resource} {n}/10", resource=t(name.capitalize()), n=n) for name, n in row.items() if n]
    return listed(shares) if shares else t("nothing")


def _tables() -> dict[str, RandomTable]:
    raw = _read("tables.toml")
    provenance: Provenance = raw["provenance"]
    guards = {
        kind: _table(f"guards_{kind}", f"Guards Table ({where})", "3.3.1", raw["guards"][kind], provenance, guard_words)
        for kind, where in (("resource", "Resource hexes"), ("ruin", "ruins"), ("tower", "towers"))
    }
    return {
        **{table.id: table for table in guards.values()},
        "outpost": _table("outpost", "Outpost Table", "3.3.5", raw["outpost"], provenance, resource_words),
        "conquest": _table("conquest", "Conquest Table", "8.12", raw["conquest"], provenance, share_words),
    }


UNITS = _units()
TILES = {tile.id: tile for tile in map(_tile, _read("tiles.toml")["tile"])}
TABLES = _tables()
_GUARDS = _read("tables.toml")["guards"]
HOME_GUARDS: list[list[int]] = _GUARDS["home_resource"]["fixed"]
REACTION_MAX: dict[int, int] = {int(level): roll for level, roll in _GUARDS["reaction_d20_max"].items()}
HERO_START = shape(_read("heroes.toml")["hero_start"], dict[str, HeroFacts], "heroes.toml: hero_start")
HERO_LIMITS = shape(_read("heroes.toml")["hero_limits"], dict[str, int], "heroes.toml: hero_limits")
EP_PER_LEVEL: int = _read("heroes.toml")["hero_levels"]["basic_cost_per_level"]
EQUIPMENT = {
    kind.id: kind for kind in shape(_read("equipment.toml")["equipment"], list[Equipment], "equipment.toml: equipment")
}
COSTS: dict[str, dict[str, list[int]]] = _read("buildings.toml")["cost"]
"""Facility -> race -> [stone, wood, gold, crystal]."""
BOXES: dict[str, Any] = _read("battle.toml")["arena"]
SETUP = _read("setup.toml")
FILES = ("units", "heroes", "tables", "buildings", "equipment", "tiles", "battle", "quests", "counters")
PROVENANCE: dict[str, str] = {name: _read(f"{name}.toml")["provenance"] for name in FILES}
"""Data file -> whose values stand in it."""
COUNTERS: dict[str, int] = _read("counters.toml")["counters"]
AMOUNTS: dict[int, int] = {int(number): each for number, each in _read("counters.toml")["amounts"].items()}
"""Number -> how many markers bear it."""
FIELDS: dict[str, dict[str, Any]] = _read("battle.toml")["battle"]
"""The sides of the Battle Display (19.4): what lies in which hex."""
HONOR: dict[str, int] = _read("tables.toml")["honor"]
EP_BY_LEVEL: list[int] = _read("heroes.toml")["hero_levels"]["advanced_table"]
TERRAIN_COST: dict[str, int] = _read("terrain.toml")["cost"]
TERRAIN_SPECIAL: dict[str, str] = _read("terrain.toml")["special"]
HOLY_PLACE: dict[int, str] = {int(top): gift for top, gift in _read("terrain.toml")["holy_place"].items()}
"""Highest d20 roll -> what a holy place gives (15.4)."""
QUESTS = shape(_read("quests.toml")["quest"], list[Quest], "quests.toml: quest")


RULINGS = read_rulings(PACKAGE, "rulings.toml", "advanced.toml")
CHOICES = tuple(one.key for one in RULINGS if one.choice)
"""Keys of the rulings that choose which parts of the Advanced game are played (13.0)."""
WHOLE_GAME = {one.key: one.readings[-1].id for one in RULINGS if one.choice}
"""The readings of the whole Advanced game: of each choice the last."""
AGAINST = read_reasons(PACKAGE)
"""Why something is not possible: `AGAINST(moved=camp.moved)`."""
CHAPTERS = {one["number"]: one["title"] for one in _read("chapters.toml")["chapter"]}
ROWS = tuple(LedgerRow(**row) for row in read_rows(PACKAGE, "rules.csv"))


def unit(faction: str, level: int) -> Unit:
    """The values of a unit (4.2). Raises KeyError when the faction has no such Level."""
    return UNITS[faction][level]
