"""What is drawn on counters, cards and hero sheets: a unit's own symbol, the mark of its class, a mission's."""

from __future__ import annotations

from companion.games.multiverse_war.world.facts import Book, HeroSheet, Kind, Mission

CLASS_SIGNS = {
    "melee": "sword", "anticav": "spears", "ranged": "bow", "mounted": "cavalry", "siege": "target", "scout": "eye",
    "support": "healing", "civilian": "warhammer", "decoy": "stone",
}  # fmt: skip
"""The small mark of a class, above the symbol of a counter."""
HEROES = ("blademaster", "protector", "skyfletcher", "bear_warden", "redmane")
UNITS = (
    "swordsman", "heavy_swordsman", "sabre_guard", "pikeman", "halberdier", "bayonet_line", "bowman", "crossbowman",
    "rifleman", "horseman", "lancer", "dragoon", "catapult", "artillery", "gatling_gun", "builder", "engineer", "scout",
    "field_medic", "bear", "beast",
)  # fmt: skip
"""Heroes and units that have a figure, most of their own name."""
FIGURES = {"artillery": "cannon", "gatling_gun": "gatling", "beast": "boar"}
MISSIONS = {
    "First Blood": "hit", "Surveyor": "explored", "Road Gang": "visited", "Watch Duty": "tower", "Hill Watch": "hill",
    "Broken Trowel": "warhammer", "Drill Master": "academy", "War Chest": "equipment", "Torch Bearer": "flame",
    "Rising Star": "level", "Supply Chain": "trade", "Two Arms": "twin_blades", "Hero Hunter": "hero",
    "At the Gates": "drawbridge", "Stone Crown": "castle", "Giant Killer": "giant", "Living Legend": "honor",
    "Razed Walls": "broken_wall", "Shaken Throne": "crack", "Quarry Lord": "crystal", "War College": "training",
    "Governor": "crown", "Red Day": "close", "Master Mason": "bricks",
}  # fmt: skip

GROUND = {"grassland": ("plains", ""), "forest": ("woods", "pine"), "hill": ("hills", ""),
          "mountain": ("mountain", "peaks"), "water": ("lake", "")}  # fmt: skip
"""Ground and symbol of each terrain, of those that the theme has."""


def of_unit(one: Kind) -> str:
    """The symbol of a unit; of one that is not known, the mark of its class."""
    return FIGURES.get(one.id, one.id) if one.id in UNITS else CLASS_SIGNS[one.sort]


def of_kind(sheet: Book, kind: str) -> str:
    """The symbol of a unit or hero as it is printed; "" for a hidden one."""
    if kind in sheet.heroes:
        return of_hero(sheet.heroes[kind])
    return of_unit(sheet.units[kind]) if kind in sheet.units else ""


def of_hero(one: HeroSheet) -> str:
    """The symbol of a hero."""
    return one.id if one.id in HEROES else "hero"


def of_mission(one: Mission) -> str:
    """The symbol of a mission, by its name; of an unknown one the scroll that stands on the backs."""
    return MISSIONS.get(one.name, "quest")
