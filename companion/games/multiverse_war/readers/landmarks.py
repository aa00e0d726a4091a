"""Landmarks: what random play must reach: every unit, ability, event, mission and ending, and rare positions."""

from __future__ import annotations

from collections.abc import Sequence

from companion.engine.core.effects import Note
from companion.engine.game.record import Landmarks
from companion.games.multiverse_war.fighting.abilities import USES
from companion.games.multiverse_war.fighting.skills import SKILLS
from companion.games.multiverse_war.world import facts
from companion.games.multiverse_war.world.state import WarState

ENDS = ("hero", "city", "age", "portal", "points", "last")
NAMED = {"deed": "deed", "event": "event", "mission": "mission", "revealed": "territory", "built": "building"}
"""Kinds of log lines that name what they are about."""
RARE = (
    "razed",
    "captured",
    "level",
    "decoy",
    "swap",
    "rest",
    "slowed",
    "pushed",
    "treaty",
    "gift",
    "forest",
    "road",
    "upgraded",
    "bought",
)


def seen(state: WarState, notes: Sequence[Note]) -> list[str]:
    """The landmarks in a state: kinds of units on the map, what has been used or drawn, how a game ended."""
    found = [f"unit:{one.kind}" for one in state.units.values() if one.kind]
    found += [f"{note.kind}:{note.facts[NAMED[note.kind]]}" for note in notes if note.kind in NAMED]
    found += [f"rare:{note.kind}" for note in notes if note.kind in RARE]
    return [*found, *([f"end:{state.ending}"] if state.ending else [])]


LANDMARKS = Landmarks(
    (
        *(f"unit:{name}" for name in (*facts.HOUSE.units, *facts.HOUSE.heroes)),
        *(f"deed:{name}" for name in (*USES, *SKILLS)),
        *(f"event:{one.id}" for one in facts.EVENTS.values()),
        *(f"mission:{name}" for name in facts.HOUSE.missions),
        *(f"revealed:{name}" for name in facts.HOUSE.territories),
        *(f"built:{name}" for name in facts.HOUSE.buildings if name != "settlement"),
        *(f"rare:{name}" for name in RARE),
        *(f"end:{name}" for name in ENDS),
    ),
    seen,
)
