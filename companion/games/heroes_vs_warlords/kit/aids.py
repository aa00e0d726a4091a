"""The aids of the kit: texts from `data/aids.toml`, numbers from `tables`. One for each player, one for the table."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from companion.engine.game.data import read_toml
from companion.games.heroes_vs_warlords.fighting.siege import WORKS_BONUS, tower_bonus
from companion.games.heroes_vs_warlords.kit import methods, tables
from companion.games.heroes_vs_warlords.kit.making import Making
from companion.games.heroes_vs_warlords.records import facts
from companion.games.heroes_vs_warlords.records.facts import RACES, SETUP
from printables.displays import aid, aids, family
from printables.displays.aid import Aid, Block
from printables.model import Component, Piece

PLAYERS = len(RACES)


def values() -> dict[str, Any]:
    """The numbers in the texts, by name."""
    stock, boxes = SETUP["stock"], facts.BOXES["boxes_per_side"]
    return {
        "c5": SETUP["crystals_per_unit"]["5"], "c6": SETUP["crystals_per_unit"]["6"],
        "step": SETUP["hero_price_step"], "reserve": SETUP["replacement_gold"], "stock": SETUP["stock_limit"],
        "ranged": boxes["ranged"], "other": boxes["other"],
        "hero_ep": SETUP["ep_per_hero"], "level_ep": facts.EP_PER_LEVEL,
        "tiles": SETUP["least_tiles"], "army": SETUP["army_gold"], "l3": SETUP["army_most_of_level"]["3"],
        "gold": stock["gold"], "stone": stock["stone"], "wood": stock["wood"],
        "sections": SETUP["sections"], "stack": SETUP["stack_limit"],
        "d1": WORKS_BONUS[1], "d2": WORKS_BONUS[2], "d3": WORKS_BONUS[3], "t1": tower_bonus(1), "t2": tower_bonus(2),
    }  # fmt: skip


def figures(making: Making) -> dict[str, Block]:
    """The tables between the texts, by name."""
    return {
        "guards": tables.guards(making), "outpost": tables.outpost(making), "reaction": tables.reaction(making.say),
        "walls": tables.walls(making.say), "bonus": tables.bonus(making.say), "conquest": tables.conquest(making),
        "starts": tables.starts(making), "equipment": tables.equipment(making), "levels": tables.levels(making.say),
        "honor": tables.honor(making.say), "terrain": tables.terrain(making.say), "holy": tables.holy(making.say),
        "methods": methods.table(making.say),
        **{f"units_{side}": tables.units(making, side) for side in making.sheet.units},
    }  # fmt: skip


def sides(making: Making) -> dict[str, Aid]:
    """Every side of the aids by its id in the data."""
    made = aids.sides(read_toml(facts.PACKAGE, "aids.toml"), making.say, values(), figures(making))
    told = {
        "round": ("tables",),
        "setup": ("equipment",),
        "advanced": ("tables",),
        "units": ("units", "tables"),
    }
    return {name: replace(side, note=_labels(making, told.get(name, ()))) for name, side in made.items()}


SOURCES = {"tables": "Tables", "units": "Unit values", "equipment": "Equipment"}


def _labels(making: Making, files: Sequence[str]) -> str:
    """Which figures the owner of a copy has typed in; of house values the credits tell."""
    labels = {making.say(SOURCES[name]): making.label(name) for name in files}
    return " · ".join(f"{what}: {label}" for what, label in labels.items() if label)


def player_aid(making: Making) -> Component:
    """The aid for each player, printed on both sides: Round and movement, fights."""
    return _aid("player_aid", making.say("Player Aid"), PLAYERS, "round", "fight", making)


def table_aid(making: Making) -> Component:
    """The aid for the table: set-up and rare cases, all units and numbers."""
    return _aid("table_aid", making.say("Table Aid"), 1, "setup", "units", making)


def advanced_aid(making: Making) -> Component:
    """The aid for each player of the Advanced game: movement and Heroes, fights."""
    return _aid("advanced_aid", making.say("Advanced Aid"), PLAYERS, "advanced", "advanced_fight", making)


def _aid(name: str, title: str, count: int, front: str, back: str, making: Making) -> Component:
    made = family.faces(sides(making))
    faces = made[front], made[back]
    piece = Piece(name.replace("_", "-"), title, count, aid.outline(), *faces, 2.0)
    return Component(name, title, (piece,), stock="aids")
