"""Landmarks: what random play must have reached to be convincing: facilities, endings, defeats."""

from __future__ import annotations

from collections.abc import Sequence

from companion.engine.core.effects import Note
from companion.engine.game.record import Landmarks
from companion.games.heroes_vs_warlords.display import field, position
from companion.games.heroes_vs_warlords.records import facts
from companion.games.heroes_vs_warlords.records.common import ruled
from companion.games.heroes_vs_warlords.records.state import HvWState
from companion.games.heroes_vs_warlords.turns.cities import FACILITIES, standing
from companion.games.heroes_vs_warlords.turns.heroes import DEFEATS

ENDS = ("length_in_rounds", "length_in_turns", "stopped_in_a_turn", "no_further_round", "last_player", "all_lost")
"""How a game can end (5.3.3, 6.0, 12.1; ruling R25)."""
RESULTS = ("win", "draw")
METHODS = ("arena_basic", "display_basic", "arena_advanced", "display_advanced")
"""How a combat can be fought (19.0)."""
COUNTED = (
    "16.1.3", "16.1.4", "16.1.5", "17.3.1", "17.3.3", "19.4.1.4", "19.4.1.9", "19.8", "19.12", "19.13", "19.14",
    "19.16.1", "19.16.2", "19.17.1", "19.17.1.2", "19.21",
)  # fmt: skip
"""Advanced rules that can add to a number, as the log cites them."""
TOLD = (
    "15.1", "15.4", "16.1", "16.1.2", "17.1.1", "17.2", "17.3", "17.3.1", "17.3.2", "17.3.3", "19.0", "19.5", "19.8",
    "19.17.2", "19.18", "19.20",
)  # fmt: skip
"""Advanced rules with lines of their own in the log."""
OVER_TO = ("came_over", "no_place", "ran_away")
"""What becomes of Mercenaries whom a Hero tries to win over (19.8)."""
TABLES = ("2 players", "3 players", "map in the app", "map on the table")


def seen(state: HvWState, notes: Sequence[Note]) -> list[str]:
    """The landmarks that a state shows, and the defeats in the log."""
    found = [f"facility:{name}" for city in state.cities.values() for name in standing(city) if name in FACILITIES]
    found += [f"defeat:{note.facts['reason']}" for note in notes if note.kind == "defeated"]
    if state.round:
        where = "in the app" if state.world.mapped else "on the table"
        found += [f"table:{len(state.seats)} players", f"table:map {where}"]
    found += _advanced(state, notes)
    if state.ended and state.winners:
        found += [f"end:{end_of(state)}", f"result:{'win' if len(state.winners) == 1 else 'draw'}"]
    return found


def _advanced(state: HvWState, notes: Sequence[Note]) -> list[str]:
    """What the Advanced game shows: methods, gifts, quests, and the rules the log cites."""
    fight, found = state.battle, []
    if fight is not None and fight.method:
        found += [f"method:{fight.method}", *([f"siege:{fight.method}"] if fight.wall is not None else [])]
        found += ["catapults:tower" if name in field.TOWERS else "catapults:wall" for name in fight.hexes]
        found += ["display:by_hand"] * fight.by_hand
        both = (*fight.attacker.stacks, *fight.defender.stacks)
        found += ["display:waiting"] * any(one.box == "waiting" for one in both)
        found += ["display:gap"] * any(position.is_destroyed(fight, one.box) for one in both if one.count)
    for note in notes:
        found += [f"cited:{note.section}"] * (note.section in TOLD)
        found += [f"counted:{term.section}" for one in note.why for term in one.terms if term.section in COUNTED]
        if note.kind in ("holy", "quest", "mercenaries"):
            found.append(f"{note.kind}:{note.facts['what']}")
    return found


def end_of(state: HvWState) -> str:
    """How a finished game ended, one of `ENDS`."""
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
        *(f"method:{name}" for name in METHODS),
        *(f"siege:{name}" for name in METHODS),
        *("catapults:wall", "catapults:tower", "display:waiting", "display:gap", "display:by_hand"),
        *(f"cited:{section}" for section in TOLD),
        *(f"counted:{section}" for section in COUNTED),
        *(f"holy:{name}" for name in facts.HOLY_PLACE.values()),
        *(f"quest:{one.id}" for one in facts.QUESTS),
        *(f"mercenaries:{name}" for name in OVER_TO),
    ),
    seen,
)
