"""Landmarks: what random play must have come past before one may believe it: facilities, ends, defeats."""

from __future__ import annotations

from collections.abc import Sequence

from companion.engine.core.effects import Note
from companion.engine.game.record import Landmarks
from companion.games.heroes_vs_warlords.cities import FACILITIES, standing
from companion.games.heroes_vs_warlords.common import ruled
from companion.games.heroes_vs_warlords.heroes import DEFEATS
from companion.games.heroes_vs_warlords.state import HvWState

ENDS = ("length_in_rounds", "length_in_turns", "stopped_in_a_turn", "no_further_round", "last_player", "all_lost")
"""How a game can end (5.3.3, 6.0, 12.1; ruling R25)."""
RESULTS = ("win", "draw")
TABLES = ("2 players", "3 players", "map in the app", "map on the table")


def seen(state: HvWState, notes: Sequence[Note]) -> list[str]:
    """The landmarks a state shows, and the defeats the log tells of."""
    found = [f"facility:{name}" for city in state.cities.values() for name in standing(city) if name in FACILITIES]
    found += [f"defeat:{note.facts['reason']}" for note in notes if note.kind == "defeated"]
    if state.round:
        where = "in the app" if state.world.mapped else "on the table"
        found += [f"table:{len(state.seats)} players", f"table:map {where}"]
    if state.ended and state.winners:
        found += [f"end:{end_of(state)}", f"result:{'win' if len(state.winners) == 1 else 'draw'}"]
    return found


def end_of(state: HvWState) -> str:
    """How a game that is over has ended, one of `ENDS`."""
    if state.ended == "length":
        return "length_in_rounds" if ruled(state, "length_unit") == "rounds" else "length_in_turns"
    if state.ended == "agreement":
        return "no_further_round" if state.phase == "cleanup" else "stopped_in_a_turn"
    return state.ended


LANDMARKS = Landmarks(
    (
        *(f"table:{name}" for name in TABLES),
        *(f"facility:{name}" for name in FACILITIES),
        *(f"end:{name}" for name in ENDS),
        *(f"result:{name}" for name in RESULTS),
        *(f"defeat:{name}" for name in DEFEATS),
    ),
    seen,
)
