"""Terrain tiles of the kit (3.1): seven hexes each, north and start colours on the back."""

from __future__ import annotations

from functools import partial
from typing import Any

from companion.games.heroes_vs_warlords.kit_data import RACE_NAMES, RESOURCE_NAMES, link, note, table
from printables.kinds import tile
from printables.model import Component, Piece

FEATURE_NAMES = {
    "home_city": "Home City",
    "home_camp": "Home Camp",
    "recruitment": "Recruitment",
    "holy_place": "Holy Place",
    "outpost": "Outpost",
    "tower": "Tower",
    "ruin": "Ruin",
    **RESOURCE_NAMES,
}


def one_hex(text: str, start: str | None) -> tile.Hex:
    """A hex from the data's `terrain` or `terrain/feature`."""
    terrain, _, feature = text.partition("/")
    if not feature:
        return tile.Hex(terrain)
    color = None
    if feature in RESOURCE_NAMES:
        color = ("resource", feature)
    elif start and feature in ("home_city", "home_camp", "recruitment"):
        color = ("side", start)
    return tile.Hex(
        terrain=terrain,
        icon=feature,
        word=FEATURE_NAMES[feature],
        color=color,
        golden=feature in RESOURCE_NAMES,
        large=feature in ("home_city", "home_camp"),
    )


def one_tile(row: dict[str, Any], address: str = "") -> tile.Tile:
    """A tile from its row of data."""
    start = row.get("start")
    return tile.Tile(
        number=row["id"],
        hexes=tuple((name, one_hex(text, start)) for name, text in row["hexes"].items()),
        blocked=tuple((a, b) for a, b in row.get("blocked", ())),
        roads=tuple(tuple(chain) for chain in row.get("roads", ())),
        bridges=tuple((a, b) for a, b in row.get("bridges", ())),
        side=start,
        side_name=f"{RACE_NAMES[start]} start here" if start else "",
        note=note("tiles", row["id"]),
        link=link(address, "tile", row["id"]),
    )


def tiles(address: str = "") -> Component:
    """The sixteen tiles."""
    models = [one_tile(row, address) for row in table("tiles")["tile"]]
    pieces = tuple(
        Piece(
            id=f"tile-{model.number}",
            name=f"Tile {model.number}",
            count=1,
            outline=tile.OUTLINE,
            front=partial(tile.front, model),
            back=partial(tile.back, model),
            safe=2.0,
        )
        for model in models
    )
    return Component("tiles", "Terrain tiles", pieces, stock="tiles")
