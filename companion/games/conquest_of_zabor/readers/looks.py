"""How sides and Units look, on paper and phone: colours, patterns, emblems, icons."""

from __future__ import annotations

LOOKS = {
    "red": ("red", "bars", "winged_sword"), "blue": ("blue", "solid", "shield"), "green": ("teal", "stripes", "bow"),
    "yellow": ("orange", "chevrons", "axe"), "purple": ("purple", "checks", "axe_sword"),
    "barbarian": ("grey", "dots", "skull"), "": ("grey", "dots", ""),
}  # fmt: skip
"""Colour, pattern and emblem of the seats and of the Barbarians, on paper and phone."""
UNIT_SIGNS = {
    "auxiliary": "peasant",
    "infantry": "man_at_arms",
    "cavalry": "lancer",
    "sorcerer": "sorcerer",
    "fleet": "trireme",
}
"""The icon of each type of Unit, on paper and phone; all Monsters share one."""
ITEM_SIGNS = {"road": "bridge", "keep": "keep", "city": "castle", "metropol": "palace"}
"""The icon of a Road and of each Upgrade, on paper and phone."""
DECK_SIGNS = {
    "position": "crown", "trait": "flag", "vp": "laurels", "event": "trumpet", "dynasty": "treefolk",
    "artifact": "talisman", "monster": "minotaur", "sorcery": "crystal", "destiny": "eye", "trade": "trade",
}  # fmt: skip
"""The icon of each deck of cards, on their backs and where they lie."""
MONSTER_SIGN = DECK_SIGNS["monster"]
