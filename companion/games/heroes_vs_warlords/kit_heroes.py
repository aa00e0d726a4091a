"""Hero Displays of the kit (4.1): two Heroes for each race."""

from __future__ import annotations

from functools import partial

from companion.games.heroes_vs_warlords.kit_data import PORTRAITS, RACE_NAMES, RACES, link, note, table
from printables.kinds import hero
from printables.model import Component, Piece

SPECIAL_SKILL = {"knights": "Military Experience", "amazons": "Cleverness", "barbarians": "Fury"}
ABILITY_WORDS = {"attack": "Attack", "defense": "Defense", "initiative": "Initiative", "movement": "Movement"}
TURN = (
    ("Move", "Spend Movement: 1 for every hex in the Basic game. A Hero without units stays where he is."),
    ("Explore", "Say which hex you want, turn its tile with north up, then step in."),
    ("Fight", "Guards in your hex must be fought or fled. Guards next to you may come to you."),
    ("Gain", "Take what the hex offers and 1 EP for each kill. Movement left? Go on."),
)
EQUIPMENT_SLOTS = 4


def display(race: str, number: int, address: str = "") -> hero.HeroDisplay:
    """The display of Hero 1 or 2 of a race."""
    data = table("heroes")
    start, limits, levels = data["hero_start"][race], data["hero_limits"], data["hero_levels"]
    price = levels["basic_cost_per_level"]
    return hero.HeroDisplay(
        side=race,
        side_name=RACE_NAMES[race],
        hero=f"Hero {number}",
        portrait=PORTRAITS[race],
        abilities=tuple(hero.Ability(a, word, limits[a], start[a]) for a, word in ABILITY_WORDS.items()),
        level=hero.Ability("level", "Level", limits["level"], start["level"]),
        experience_word="EP",
        experience_tens=max(levels["advanced_table"]) // 10,
        experience_hint=f"{price} EP buy a Level: raise one of the four abilities by 1.",
        stacks=table("setup")["sections"],
        stack_hint="one kind of unit",
        equipment_word="Equipment",
        equipment_slots=EQUIPMENT_SLOTS,
        advanced_word="Advanced game",
        skills=("Trade", "Diplomacy", SPECIAL_SKILL[race]),
        skill_limit=limits["skill"],
        honor_word="Honor",
        turn=TURN,
        note=f"{note('heroes', race)} values" if note("heroes", race) else "",
        link=link(address, "hero", f"{race}-{number}"),
    )


def hero_displays(address: str = "") -> Component:
    """All Hero Displays."""
    pieces = tuple(
        Piece(
            id=f"hero-{race}-{number}",
            name=f"{RACE_NAMES[race]} Hero {number}",
            count=1,
            outline=hero.outline(),
            front=partial(hero.front, display(race, number, address)),
            safe=3.0,
        )
        for race in RACES
        for number in (1, 2)
    )
    return Component("hero_displays", "Hero Displays", pieces, stock="displays")
