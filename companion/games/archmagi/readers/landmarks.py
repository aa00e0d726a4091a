"""Random play: the landmarks it must reach (spells, artifacts, units, endings, rare positions), and its preferences."""

from __future__ import annotations

from collections.abc import Sequence

from companion.engine.core.effects import Note
from companion.engine.core.forms import Option
from companion.engine.game.record import Landmarks
from companion.games.archmagi import facts
from companion.games.archmagi.state import ArchmagiState
from companion.games.archmagi.units import is_archmagi

ENDS = ("last", "rounds")
RARE = ("martyr", "regenerates", "paralyzed", "retreat", "stolen", "look", "tie", "off", "out", "aboard")


def seen(state: ArchmagiState, notes: Sequence[Note]) -> list[str]:
    """The landmarks in a state: spells cast, artifacts owned, kinds of units, how a game ended, rare positions."""
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


LIVELY = 6
"""Turns after which random play grows tired and gives games up, except where a game of two has 20 turns."""
MOVES = 3.0
"""How much a player is inclined to stop moving: stacks move about as often as this."""
THEFT = 8.0
"""How much rather a thief steals than anything else is done: few ever come where an artifact is."""
WEIGHTS = {
    "on:no": 0.2, "deploy:done": 0.3, "scout:done": 0.2, "after:none": 0.5, "explore:done": 0.3, "act:pass": 1.5,
    "respite:no": 0.3, "answer:no": 0.3,
}  # fmt: skip


def random_weight(state: ArchmagiState, about: str, option: Option) -> float:
    """How many times likelier random play takes an option: it deploys, attacks, hunts Archmagi and artifacts, and
    gives up long games.
    """
    name = option.id
    if about == "move":
        return {"done": MOVES, "give_up": 1.0 + 10 * tired(state)}.get(name, 1.0)
    if about == "to":
        met = [one for one in state.units.values() if one.place == name and one.seat != state.active]
        king, loot = any(is_archmagi(state, one) for one in met), any(one.artifacts for one in met)
        return 1.0 + 4 * bool(met) + 10 * (king or loot)
    return WEIGHTS.get(f"{about}:{name}", THEFT if option.kind == "steal" else 1.0)


def tired(state: ArchmagiState) -> int:
    """By how many turns a game is longer than random play should be."""
    if len(state.seats) == min(facts.PLAYERS) and state.rulings.get("last_round") == "round-20":
        return 0
    return max(0, state.players[state.active].turns - LIVELY)
