"""Landmarks: what random play must have come past: every spell, every artifact, many units, every end, what is rare."""

from __future__ import annotations

from collections.abc import Sequence

from companion.engine.core.effects import Note
from companion.engine.game.record import Landmarks
from companion.games.archmagi import facts
from companion.games.archmagi.state import ArchmagiState

ENDS = ("last", "rounds")
RARE = ("martyr", "regenerates", "paralyzed", "retreat", "stolen", "look", "tie", "off", "out", "aboard")


def seen(state: ArchmagiState, notes: Sequence[Note]) -> list[str]:
    """Spells cast, artifacts owned, kinds of units on the map, how a game ended, and what is rare."""
    units = list(state.units.values())
    found = [f"unit:{one.kind}" for one in units if one.kind in facts.HOUSE.total("unit")]
    found += [f"artifact:{name}" for one in units for name in one.artifacts]
    found += [f"spell:{note.facts['spell']}" for note in notes if note.kind == "cast"]
    found += [f"rare:{note.kind}" for note in notes if note.kind in RARE]
    found += ["rare:aboard"] * any(one.aboard for one in units)
    return [*found, *([f"end:{state.ending}"] if state.ending in ENDS else [])]


LANDMARKS = Landmarks(
    (
        *(f"unit:{name}" for name in facts.HOUSE.total("unit")),
        *(f"artifact:{name}" for name in facts.HOUSE.artifacts),
        *(f"spell:{name}" for name in facts.HOUSE.spells),
        *(f"rare:{name}" for name in RARE),
        *(f"end:{name}" for name in ENDS),
    ),
    seen,
)
