"""The values that an owner of the game may type in: units, Heroes, tables, costs, tiles.

Our own values are in `data/*.toml`. This module turns them into the plain sheet that people see, and a sheet (our
values with an owner's in place) into the facts that the rules, the odds and the press use.
"""

from __future__ import annotations

import re
from typing import Any

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from companion.engine.core.errors import DataError
from companion.engine.core.random_tables import Provenance, RandomTable
from companion.engine.core.text import t
from companion.engine.game.data import shape
from companion.engine.game.values import ValueSheet, facts_of
from companion.games.heroes_vs_warlords.records import facts
from companion.games.heroes_vs_warlords.records.facts import HeroFacts, HexFacts, Tile, Unit

COST_ORDER = ("stone", "wood", "gold", "crystal")
GUARDS = re.compile(r"^(\d+)xL([1-6])$")
TITLES = {
    "units": "Units",
    "heroes": "Heroes at the start",
    "guards": "Guards Table",
    "outpost": "Outpost Table",
    "conquest": "Conquest Table (tenths captured)",
    "costs": "Costs of facilities",
    "tiles": "Terrain tiles",
}

GROUPS = {
    "units": ("units",),
    "heroes": ("heroes",),
    "tables": ("guards", "outpost", "conquest"),
    "buildings": ("costs",),
    "tiles": ("tiles",),
}
"""Which groups of the sheet stand in which data file."""


class Sheet(Struct, frozen=True):
    """All facts that an owner may replace."""

    units: dict[str, dict[int, Unit]]
    heroes: dict[str, HeroFacts]
    tables: dict[str, RandomTable]
    costs: dict[str, dict[str, dict[str, int]]]
    """Facility -> race -> Resource -> number."""
    tiles: dict[str, Tile]
    changed: tuple[str, ...] = ()
    """Paths of the values that are an owner's."""

    def changed_in(self, file: str, part: str = "") -> bool:
        """Whether an owner has replaced values of a data file, or of one `part` of it (`knights`, `knights/1`)."""
        paths = [f"/{path}/" for path in self.changed if path.split("/")[0] in GROUPS.get(file, ())]
        return any(f"/{part}/" in path or not part for path in paths)

    def start_tile(self, race: str) -> Tile:
        """The tile a race starts on."""
        return next(tile for tile in self.tiles.values() if tile.start == race)


# ---- from the house values to the sheet


def house() -> dict[str, Any]:
    """Our own values as plain nested tables."""
    return {
        "units": {
            faction: {str(level): msgspec.to_builtins(unit) for level, unit in levels.items()}
            for faction, levels in facts.UNITS.items()
        },
        "heroes": {race: msgspec.to_builtins(start) for race, start in facts.HERO_START.items()},
        "guards": {kind: _guard_rows(facts.TABLES[f"guards_{kind}"]) for kind in ("resource", "ruin", "tower")},
        "outpost": {str(n): _all_resources(row) for n, row in facts.TABLES["outpost"].rows.items()},
        "conquest": {str(n): _all_resources(row) for n, row in facts.TABLES["conquest"].rows.items()},
        "costs": {
            name: {race: dict(zip(COST_ORDER, price, strict=True)) for race, price in races.items()}
            for name, races in facts.COSTS.items()
        },
        "tiles": {tile.id: {name: _hex_text(hex) for name, hex in tile.hexes.items()} for tile in facts.TILES.values()},
    }


def _all_resources(row: dict[str, int]) -> dict[str, int]:
    return {name: row.get(name, 0) for name in facts.RESOURCES}


def _guard_rows(table: RandomTable) -> dict[str, str]:
    return {str(n): " ".join(f"{count}xL{level}" for level, count in row) or "none" for n, row in table.rows.items()}


def _hex_text(hex: HexFacts) -> str:
    return f"{hex.terrain}/{hex.feature}" if hex.feature else hex.terrain


# ---- from the sheet to facts


def build(sheet: dict[str, Any], changed: tuple[str, ...] = ()) -> Sheet:
    """The facts of a whole sheet; tables with a `changed` value are labelled as the owner's. Raises DataError with
    the path.
    """
    return Sheet(
        units={
            faction: {int(level): shape(unit, Unit, f"units/{faction}/{level}") for level, unit in levels.items()}
            for faction, levels in sheet["units"].items()
        },
        heroes={race: shape(start, HeroFacts, f"heroes/{race}") for race, start in sheet["heroes"].items()},
        tables=_tables(sheet, changed),
        costs=sheet["costs"],
        tiles={name: _tile(name, hexes) for name, hexes in sheet["tiles"].items()},
        changed=changed,
    )


def _tables(sheet: dict[str, Any], changed: tuple[str, ...]) -> dict[str, RandomTable]:
    rows: dict[str, dict[int, Any]] = {
        f"guards_{kind}": {int(n): guards_of(text, f"guards/{kind}/{n}") for n, text in table.items()}
        for kind, table in sheet["guards"].items()
    }
    for name in ("outpost", "conquest"):
        rows[name] = {int(n): row for n, row in sheet[name].items()}
    return {name: _table(name, own, changed) for name, own in rows.items()}


def _table(name: str, rows: dict[int, Any], changed: tuple[str, ...]) -> RandomTable:
    known = facts.TABLES[name]
    path = name.replace("_", "/") + "/"
    provenance: Provenance = "owner" if any(one.startswith(path) for one in changed) else known.provenance
    return replace(known, rows=rows, provenance=provenance)


def guards_of(text: str, path: str = "guards") -> list[list[int]]:
    """Guards from text: `3xL1 2xL2` is [[1, 3], [2, 2]], `none` is []. Raises DataError with the path."""
    if text == "none":
        return []
    found = [GUARDS.match(word) for word in text.split()]
    if not found or None in found:
        raise DataError(t("{path}: write units as 3xL1 2xL2, or none", path=path))
    return [[int(one[2]), int(one[1])] for one in found if one is not None]


def _tile(name: str, hexes: dict[str, str]) -> Tile:
    known = facts.TILES[name]
    features = {hex.feature for tile in facts.TILES.values() for hex in tile.hexes.values()}
    found = {}
    for place, text in hexes.items():
        terrain, _, feature = text.partition("/")
        if not terrain or feature not in features:
            path = f"tiles/{name}/{place}"
            raise DataError(t("{path}: write terrain or terrain/feature, as in woods/wood", path=path))
        found[place] = HexFacts(terrain, feature)
    homes = [place for place, hex in found.items() if hex.feature in ("home_city", "home_camp")]
    if len(homes) != bool(known.start):
        reason = t("{path}: a start tile has one home_city or home_camp, other tiles have none", path=f"tiles/{name}")
        raise DataError(reason)
    return msgspec.structs.replace(known, hexes=found)


VALUES = ValueSheet(house(), build, TITLES)
sheet_of = facts_of(VALUES)
"""The facts of a match with these owner values."""
HOUSE_SHEET = sheet_of({})
