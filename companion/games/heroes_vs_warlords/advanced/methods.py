"""The four methods of combat (19.0 to 19.3): Arena or Battle Display, Basic or Advanced hits.

A combat keeps the method it began with. The Basic game is the first method, the Arena with Basic hits.
"""

from __future__ import annotations

from companion.games.heroes_vs_warlords.records.common import ruled
from companion.games.heroes_vs_warlords.records.state import Battle, HvWState, Method

ADVANCED_HITS: tuple[Method, ...] = ("arena_advanced", "display_advanced")
ALL: tuple[Method, ...] = ("arena_basic", "display_basic", "arena_advanced", "display_advanced")
"""In the order of their numbers (19.0)."""
ON_DISPLAY: tuple[Method, ...] = ("display_basic", "display_advanced")


def chosen(state: HvWState) -> Method:
    """The method of combats that begin now (19.0); the first method while it is still to be voted on."""
    reading = ruled(state, "combat_method")
    return reading if reading in (*ADVANCED_HITS, *ON_DISPLAY) else "arena_basic"


def advanced_hits(fight: Battle) -> bool:
    """Whether units take as many hits as their Level: methods 3 and 4 (19.14 to 19.16)."""
    return fight.method in ADVANCED_HITS


def on_display(fight: Battle) -> bool:
    """Whether stacks move on the Battle Display: methods 2 and 4 (19.4)."""
    return fight.method in ON_DISPLAY


def is_advanced(fight: Battle) -> bool:
    """Whether 19.18 to 19.21 apply: methods 2 to 4 (ruling R59)."""
    return fight.method not in ("", "arena_basic")


def levels_cost_more(state: HvWState) -> bool:
    """Whether EP and Levels follow 19.20: in every method but the first (ruling R51)."""
    return chosen(state) != "arena_basic"
