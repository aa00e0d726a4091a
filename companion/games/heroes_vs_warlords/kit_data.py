"""The kit's way to the game's data files: read once, as plain tables. No value is typed again in the kit.

While a kit is made for somebody who owns the printed game, `owned` puts his values in place of the house values.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache
from typing import Any

from companion.engine.data import read_toml
from companion.engine.values import Overrides
from companion.games.heroes_vs_warlords.sheet import COST_ORDER, VALUES, guards_of

PACKAGE = "companion.games.heroes_vs_warlords"
RACES = ("knights", "amazons", "barbarians")
RACE_NAMES = {
    "knights": "Knights",
    "amazons": "Amazons",
    "barbarians": "Barbarians",
    "neutrals": "Neutrals",
    "mercenaries": "Mercenaries",
}
PORTRAITS = {"knights": "visor", "amazons": "amazon_helm", "barbarians": "viking"}
"""The icon that stands for the Heroes of a race."""
RESOURCE_NAMES = {"wood": "Wood", "stone": "Stone", "crystal": "Crystal", "gold": "Gold"}


GROUPS = {
    "units": ("units",),
    "heroes": ("heroes",),
    "tables": ("guards", "outpost", "conquest"),
    "buildings": ("costs",),
    "tiles": ("tiles",),
}
"""Which groups of owner values stand in which data file."""

_owner: ContextVar[Overrides | None] = ContextVar("owner", default=None)


@contextmanager
def owned(values: Overrides) -> Iterator[None]:
    """Make what is printed inside the block with these owner values."""
    token = _owner.set(values)
    try:
        yield
    finally:
        _owner.reset(token)


@cache
def _file(name: str) -> dict[str, Any]:
    return read_toml(PACKAGE, f"{name}.toml")


def table(name: str) -> dict[str, Any]:
    """One data file of the game, `data/NAME.toml`, with owner values in place where there are some."""
    values = _owner.get()
    return {**_file(name), **_replaced(name, VALUES.merged(values))} if values else _file(name)


def _replaced(name: str, sheet: dict[str, Any]) -> dict[str, Any]:
    """The parts of a data file an owner may replace, in the shape of the file."""
    match name:
        case "units":
            return {"units": sheet["units"]}
        case "heroes":
            return {"hero_start": sheet["heroes"]}
        case "buildings":
            costs = sheet["costs"].items()
            rows = {facility: {race: [price[one] for one in COST_ORDER] for race, price in races.items()}
                    for facility, races in costs}  # fmt: skip
            return {"cost": rows}
        case "tiles":
            return {"tile": [{**tile, "hexes": sheet["tiles"][tile["id"]]} for tile in _file("tiles")["tile"]]}
        case "tables":
            return _replaced_tables(sheet)
    return {}


def _replaced_tables(sheet: dict[str, Any]) -> dict[str, Any]:
    house = _file("tables")
    guards = {kind: {n: guards_of(text) for n, text in rows.items()} for kind, rows in sheet["guards"].items()}
    outpost = {n: {one: count for one, count in row.items() if count} for n, row in sheet["outpost"].items()}
    return {
        "guards": {**house["guards"], **guards},
        "outpost": {**house["outpost"], **outpost},
        "conquest": {**house["conquest"], **sheet["conquest"]},
    }


def note(name: str, part: str = "") -> str:
    """The label printed beside values of a file that are not the publisher's, else nothing.

    `house`, or `owner` when an owner has replaced something in that `part` of the file (a race, a tile, `race/Level`).
    """
    paths = [f"/{path}/" for path in _owner.get() or {} if path.split("/")[0] in GROUPS.get(name, ())]
    if any(f"/{part}/" in path or not part for path in paths):
        return "owner"
    return "house" if _file(name).get("provenance") == "house" else ""


def link(address: str, kind: str, thing: str) -> str:
    """Where a QR code leads: the page of the companion at `address` for one thing; nothing without an address."""
    return f"{address.rstrip('/')}/p/heroes_vs_warlords/{kind}/{thing}" if address else ""
