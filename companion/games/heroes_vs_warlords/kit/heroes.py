"""Hero Displays of the kit (4.1): two Heroes for each race."""

from __future__ import annotations

from functools import partial

from companion.games.heroes_vs_warlords import facts
from companion.games.heroes_vs_warlords.common import ABILITY_TITLES, TITLES
from companion.games.heroes_vs_warlords.facts import RACES
from companion.games.heroes_vs_warlords.kit.making import COLOURS, PORTRAITS, Making
from printables.kinds import hero
from printables.model import Component, Piece

SPECIAL_SKILL = {"knights": "Military Experience", "amazons": "Cleverness", "barbarians": "Fury"}
TURN = (
    ("Move", "Spend Movement: 1 for every hex in the Basic game. A Hero without units stays where he is."),
    ("Explore", "Say which hex you want, turn its tile with north up, then step in."),
    ("Fight", "Guards in your hex must be fought or fled. Guards next to you may come to you."),
    ("Gain", "Take what the hex offers and 1 EP for each kill. Movement left? Go on."),
)
EQUIPMENT_SLOTS = 4


def display(making: Making, race: str, number: int) -> hero.HeroDisplay:
    """The display of Hero 1 or 2 of a race."""
    start, limits = making.sheet.heroes[race], facts.HERO_LIMITS
    return hero.HeroDisplay(
        side=COLOURS[race],
        side_name=TITLES[race],
        hero=f"Hero {number}",
        portrait=PORTRAITS[race],
        abilities=tuple(hero.Ability(a, word, limits[a], getattr(start, a)) for a, word in ABILITY_TITLES.items()),
        level=hero.Ability("level", "Level", limits["level"], start.level),
        experience_word="EP",
        experience_tens=max(facts.EP_BY_LEVEL) // 10,
        experience_hint=f"{facts.EP_PER_LEVEL} EP buy a Level: raise one of the four abilities by 1.",
        stacks=facts.SETUP["sections"],
        stack_hint="one kind of unit",
        equipment_word="Equipment",
        equipment_slots=EQUIPMENT_SLOTS,
        advanced_word="Advanced game",
        skills=("Trade", "Diplomacy", SPECIAL_SKILL[race]),
        skill_limit=limits["skill"],
        honor_word="Honor",
        turn=TURN,
        markers=hero.Markers(f"track-{race}", f"{race}-", "number-", "equipment-"),
        note=f"{making.label('heroes', race)} values" if making.label("heroes", race) else "",
        link=making.link("hero", f"{race}-{number}"),
    )


def hero_displays(making: Making) -> Component:
    """All Hero Displays."""
    pieces = tuple(
        Piece(
            id=f"hero-{race}-{number}",
            name=f"{TITLES[race]} Hero {number}",
            count=1,
            outline=hero.outline(),
            front=partial(hero.front, display(making, race, number)),
            safe=3.0,
        )
        for race in RACES
        for number in (1, 2)
    )
    return Component("hero_displays", "Hero Displays", pieces, stock="displays")
