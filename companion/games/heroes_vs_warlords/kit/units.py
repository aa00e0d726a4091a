"""Unit counters of the kit: soldiers of the three races and neutral guards (4.2, 3.5)."""

from __future__ import annotations

from functools import partial

from companion.games.heroes_vs_warlords import facts
from companion.games.heroes_vs_warlords.common import TITLES
from companion.games.heroes_vs_warlords.facts import RACES, Unit
from companion.games.heroes_vs_warlords.kit.making import COLOURS, Making
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

SILHOUETTES: dict[str, tuple[tuple[str, float], ...]] = {
    "knights": (("spears", 0), ("sword", -45), ("crossbow", -45), ("mace", -45), ("knight", 0), ("winged_sword", 0)),
    "amazons": (("dagger", -135), ("horse", 0), ("bow", -45), ("trident", -135), ("twin_blades", 0), ("swordwoman", 0)),
    "barbarians": (
        ("club", -45), ("flail", 0), ("bowman", 0), ("warhammer", -45), ("rider", 0), ("battle_axe", 0),
    ),
    "neutrals": (("goblin", 0), ("orc", 0), ("archer", 0), ("ogre", 0), ("wild_horse", 0), ("minotaur", 0)),
    "mercenaries": (("axe_sword", 0),),
}  # fmt: skip
"""Icon and turn in degrees for Levels 1 to 6; only how a unit looks, never what it can do."""
TYPE_WORDS = {"close": "CLOSE", "ranged": "RANGED", "cavalry": "CAVALRY"}
TYPE_MARKS = {"close": "close", "ranged": "type_ranged", "cavalry": "cavalry"}


def unit(side: str, level: int, values: Unit) -> UnitCounter:
    """The face of one unit."""
    icon, turn = SILHOUETTES[side][0 if side == "mercenaries" else level - 1]
    corners = (
        Corner("attack", values.attack),
        Corner("defense", values.defense),
        Corner("cost", level),
        Corner("movement", values.move),
    )
    return UnitCounter(COLOURS[side], icon, TYPE_MARKS[values.type], corners, TYPE_WORDS[values.type], float(turn))


def soldiers(making: Making) -> Component:
    """All soldiers, the same number of each Level for each race."""
    units, total = making.sheet.units, facts.COUNTERS["soldiers"]
    kinds = [(race, level, values) for race in RACES for level, values in units[race].items()]
    each = total // len(kinds)
    pieces = tuple(
        Piece(
            id=f"{race}-{level}",
            name=f"{TITLES[race]} Level {level}",
            count=each,
            outline=outline(),
            front=partial(unit_front, unit(race, level, values)),
            back=partial(emblem_back, EmblemBack(COLOURS[race], TITLES[race].upper())),
            safe=1.0,
        )
        for race, level, values in kinds
    )
    return Component("soldiers", "Soldiers", pieces)


def guards(making: Making) -> Component:
    """Neutral guards; their backs show the Level only, so that they can lie face down."""
    units, total = making.sheet.units["neutrals"], facts.COUNTERS["neutral_guards"]
    pieces = tuple(
        Piece(
            id=f"neutrals-{level}",
            name=f"Guard Level {level}",
            count=total // len(units),
            outline=outline(),
            front=partial(unit_front, unit("neutrals", level, values)),
            back=partial(level_back, LevelBack(COLOURS["neutrals"], "LEVEL", level)),
            safe=1.0,
        )
        for level, values in units.items()
    )
    return Component("guards", "Guards", pieces)


def mercenaries(making: Making) -> Component:
    """Mercenaries, who serve whoever pays (17.1)."""
    units, total = making.sheet.units["mercenaries"], facts.COUNTERS["mercenaries"]
    pieces = tuple(
        Piece(
            id=f"mercenaries-{level}",
            name=f"Mercenary Level {level}",
            count=total // len(units),
            outline=outline(),
            front=partial(unit_front, unit("mercenaries", level, values)),
            back=partial(emblem_back, EmblemBack(COLOURS["mercenaries"], TITLES["mercenaries"].upper())),
            safe=1.0,
        )
        for level, values in units.items()
    )
    return Component("mercenaries", "Mercenaries", pieces)
