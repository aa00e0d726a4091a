"""Combats of the Advanced game for tests: sides with Skills and Honor, on Advanced hits unless told otherwise."""

from __future__ import annotations

from typing import Any

from companion.games.heroes_vs_warlords.fighting import arena
from companion.games.heroes_vs_warlords.records.state import Battle, Side
from tests.games.heroes_vs_warlords.rows.battlefield import Units, side
from tests.games.heroes_vs_warlords.table import Table, position, start_at

ADVANCED = {"combat_method": "arena_advanced"}


def led(faction: str, *units: Units, hero: tuple[int, int] = (0, 0), **more: Any) -> Side:
    """A side with a Hero."""
    return side(faction, *units, hero=hero, **more)


def combat(attacker: Side, defender: Side, first: str = "defender", **rulings: str) -> Table:
    """A field battle at its first question."""
    state = position(*{"knights", "amazons", "barbarians"}, **{**ADVANCED, **rulings})
    state.battle = Battle("field", "", attacker, defender, first)  # type: ignore[arg-type]
    return start_at(state, arena.battle())


def wounds(table: Table, role: str) -> list[int]:
    """The Hit markers of a side."""
    assert table.state.battle is not None
    return [one.wounds for one in getattr(table.state.battle, role).stacks]
