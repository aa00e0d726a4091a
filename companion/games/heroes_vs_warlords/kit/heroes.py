"""Hero Displays of the kit (4.1): two Heroes for each race."""

from __future__ import annotations

from functools import partial

from companion.engine.game.printed import Say
from companion.games.heroes_vs_warlords.kit.making import COLOURS, PORTRAITS, Making
from companion.games.heroes_vs_warlords.records import facts
from companion.games.heroes_vs_warlords.records.common import ABILITY_TITLES, TITLES
from companion.games.heroes_vs_warlords.records.facts import RACES
from printables.displays import hero
from printables.model import Component, Piece

SPECIAL_SKILL = {"knights": "Military Experience", "amazons": "Cleverness", "barbarians": "Fury"}
EQUIPMENT_SLOTS = 4


def turn(say: Say) -> tuple[tuple[str, str], ...]:
    """The steps of a Hero's turn."""
    return (
        (
            say("Move"),
            say("Spend Movement: 1 for every hex in the Basic game. A Hero without units stays where he is."),
        ),
        (say("Explore"), say("Say which hex you want, turn its tile with north up, then step in.")),
        (say("Fight"), say("Guards in your hex must be fought. Guards next to you may come to you.")),
        (say("Gain"), say("Take what the hex offers, and EP for your kills. Movement left? Go on.")),
    )


def display(making: Making, race: str, number: int) -> hero.HeroDisplay:
    """The display of Hero 1 or 2 of a race."""
    start, limits = making.sheet.heroes[race], facts.HERO_LIMITS
    return hero.HeroDisplay(
        side=COLOURS[race],
        side_name=making.say(TITLES[race]),
        hero=making.say("Hero {number}", number=number),
        portrait=PORTRAITS[race],
        abilities=tuple(
            hero.Ability(a, making.say(word), limits[a], getattr(start, a)) for a, word in ABILITY_TITLES.items()
        ),
        level=hero.Ability("level", making.say("Level"), limits["level"], start.level),
        experience_word=making.say("EP"),
        experience_tens=max(facts.EP_BY_LEVEL) // 10,
        experience_hint=making.say(
            "Basic game: {ep} EP buy a Level, one of the four abilities +1. "
            "Advanced game: {ep} × your Level in EP, and one Skill +1 too.",
            ep=facts.EP_PER_LEVEL,
        ),
        stacks=facts.SETUP["sections"],
        stack_hint=making.say("one kind of unit"),
        equipment_word=making.say("Equipment"),
        equipment_slots=EQUIPMENT_SLOTS,
        advanced_word=making.say("Advanced game"),
        skills=(making.say("Trade"), making.say("Diplomacy"), making.say(SPECIAL_SKILL[race])),
        skill_limit=limits["skill"],
        honor_word=making.say("Honor"),
        turn=turn(making.say),
        markers=hero.Markers(f"track-{race}", f"{race}-", "number-", "equipment-"),
        note=making.values_note("heroes", race),
        link=making.link("hero", f"{race}-{number}"),
    )


def hero_displays(making: Making) -> Component:
    """All Hero Displays."""
    pieces = tuple(
        Piece(
            id=f"hero-{race}-{number}",
            name=making.say("{race} Hero {number}", race=making.say(TITLES[race]), number=number),
            count=1,
            outline=hero.outline(),
            front=partial(hero.front, display(making, race, number)),
            safe=3.0,
        )
        for race in RACES
        for number in (1, 2)
    )
    return Component("hero_displays", making.say("Hero Displays"), pieces, stock="displays")
