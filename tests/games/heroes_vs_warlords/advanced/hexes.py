"""Combats on the Battle Display for tests: stacks put on hexes, one step of the sequence at a time."""

from __future__ import annotations

from typing import Any

from companion.games.heroes_vs_warlords.display import battle
from companion.games.heroes_vs_warlords.fighting import siege
from companion.games.heroes_vs_warlords.records.state import Battle, Fighter, HvWState, Side
from tests.games.heroes_vs_warlords.advanced.fighting import led
from tests.games.heroes_vs_warlords.table import Table, position, start_at

Placed = tuple[int, int, str]
"""Level, number, hex."""
FOUR = {"combat_method": "display_advanced"}


def army(faction: str, *stacks: Placed, kind: str = "hero", **more: Any) -> Side:
    """A side with its stacks on hexes; a Hero leads it unless it is a garrison or guards."""
    found = led(faction, *((level, count) for level, count, _ in stacks), **more)
    if kind != "hero":
        found.hero, found.kind = "", kind  # type: ignore[assignment]
    for one, (_, count, name) in zip(found.stacks, stacks, strict=True):
        one.box, one.start = name, count
    return found


def on_display(
    attacker: Side, defender: Side, *, works: int = 0, towers: int = 0, camp: bool = False, first: str = "defender",
    method: str = "display_advanced", **rulings: str,
) -> HvWState:  # fmt: skip
    """A combat in the middle of its first round; `works` makes it a siege."""
    state = position("knights", "amazons", "barbarians", combat_method=method, **rulings)
    wall = siege.wall_for(works, towers, camp) if works else None
    state.battle = Battle("x", "", attacker, defender, first, wall, method=method, round=1)  # type: ignore[arg-type]
    state.battle.by_hand = rulings.get("display_moves") == "table"
    return state


def fight_of(state: HvWState) -> Battle:
    assert state.battle is not None
    return state.battle


def a_round(state: HvWState) -> Table:
    """The combat goes on with the next combat round."""
    return start_at(state, battle.combat_round())


def a_step(state: HvWState, number: int, who: str, kind: str) -> Table:
    """One step of the sequence."""
    return start_at(state, battle.side_step(number, who, kind))


def stack(table: Table, role: str, index: int = 0) -> Fighter:
    return getattr(fight_of(table.state), role).stacks[index]


def go(table: Table, start: str, goal: str) -> Table:
    """Two taps: the stack, then the hex."""
    return table.answer(start, section="19.9").answer(goal, section="19.9")
