"""What sides, buildings and cubes look like, on paper and phone."""

from __future__ import annotations

from companion.games.multiverse_war.world.silhouettes import of_kind
from companion.games.multiverse_war.world.state import WarState
from companion.games.multiverse_war.world.units import book

LOOKS = {
    "red": ("red", "bars", "winged_sword"),
    "blue": ("blue", "solid", "shield"),
    "teal": ("teal", "stripes", "bow"),
    "orange": ("orange", "chevrons", "axe"),
}
"""Colour, pattern and emblem of the seats, on paper and phone."""
BEAST = ("grey", "dots", "keep")
SIGNS = {"settlement": "home_city", "barracks": "barracks", "academy": "academy", "siege_workshop": "anvil",
         "guard_tower": "tower", "fortress": "castle"}  # fmt: skip


def sign_of(state: WarState, kind: str) -> str:
    """The symbol of a cube as it is printed; "" for a hidden one."""
    return of_kind(book(state), kind)
