"""Unit counters of the kit: soldiers of the three races and neutral guards (4.2, 3.5)."""

from __future__ import annotations

from functools import partial

from companion.games.heroes_vs_warlords.kit.making import COLOURS, Making
from companion.games.heroes_vs_warlords.records import facts
from companion.games.heroes_vs_warlords.records.common import TITLES
from companion.games.heroes_vs_warlords.records.facts import RACES, Unit
from printables.kinds.counter import (
    Corner,
    EmblemBack,
    LevelBack,
    UnitCounter,
    emblem_back,
    level_back,
    outline,
    unit_front,
)
from printables.model import Component, Piece

SILHOUETTES: dict[str, tuple[str, ...]] = {
    "knights": ("levy", "man_at_arms", "arbalest", "shieldbearer", "lancer", "champion"),
    "amazons": ("huntress", "horsewoman", "bow_woman", "trident_woman", "blade_woman", "queen"),
    "barbarians": ("clubman", "flailman", "bow_horned", "hammerman", "axe_rider", "chieftain"),
    "neutrals": ("brigand", "wolf_man", "spear_thrower", "giant", "centaur", "minotaur"),
    "mercenaries": ("sellsword",),
}
"""Figures for Levels 1 to 6; only how a unit looks, never what it can do."""
TYPE_MARKS = {"close": "close", "ranged": "type_ranged", "cavalry": "cavalry"}


def unit(side: str, level: int, values: Unit) -> UnitCounter:
    """The face of one unit; its type is a mark where others have their name."""
    figure = SILHOUETTES[side][0 if side == "mercenaries" else level - 1]
    corners = (
        Corner("attack", values.attack),
        Corner("defense", values.defense),
        Corner("cost", level),
        Corner("movement", values.move),
    )
    return UnitCounter(COLOURS[side], figure, TYPE_MARKS[values.type], corners)


def soldiers(making: Making) -> Component:
    """All soldiers, the same number of each Level for each race."""
    pieces = [piece for race in RACES for piece in _pieces(making, race, facts.COUNTERS["soldiers"] // len(RACES))]
    return Component("soldiers", making.say("Soldiers"), tuple(pieces))


def guards(making: Making) -> Component:
    """Neutral guards; their backs show the Level only, so that they can lie face down."""
    pieces = _pieces(making, "neutrals", facts.COUNTERS["neutral_guards"], "Guard Level {level}")
    return Component("guards", making.say("Guards"), pieces)


def mercenaries(making: Making) -> Component:
    """Mercenaries, who serve whoever pays (17.1)."""
    pieces = _pieces(making, "mercenaries", facts.COUNTERS["mercenaries"], "Mercenary Level {level}")
    return Component("mercenaries", making.say("Mercenaries"), pieces)


def _pieces(making: Making, side: str, total: int, name: str = "{race} Level {level}") -> tuple[Piece, ...]:
    """`total` counters of a side, the same number of each Level."""
    units = making.sheet.units[side]
    emblem = partial(emblem_back, EmblemBack(COLOURS[side], making.say(TITLES[side]).upper()))
    return tuple(
        Piece(
            id=f"{side}-{level}",
            name=making.say(name, race=making.say(TITLES[side]), level=level),
            count=total // len(units),
            outline=outline(),
            front=partial(unit_front, unit(side, level, values)),
            back=partial(level_back, LevelBack(COLOURS[side], making.say("LEVEL"), level))
            if side == "neutrals"
            else emblem,
            safe=1.0,
        )
        for level, values in units.items()
    )
