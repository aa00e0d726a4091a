"""What every part of the kit is made from: the facts of the sheet, and where QR codes lead."""

from __future__ import annotations

from dataclasses import dataclass

from companion.engine.game.printed import say
from companion.games.heroes_vs_warlords.records import facts
from companion.games.heroes_vs_warlords.records.sheet import Sheet

PORTRAITS = {"knights": "visor", "amazons": "amazon_helm", "barbarians": "viking"}
"""The icon that stands for the Heroes of a race."""
COLOURS = {"knights": "blue", "amazons": "teal", "barbarians": "orange", "neutrals": "grey", "mercenaries": "purple"}
"""The side of the theme whose colour, pattern and emblem a faction has on paper."""


@dataclass(frozen=True)
class Making:
    """The facts that are printed, and the address of the companion that codes open, if there are any."""

    sheet: Sheet
    address: str = ""

    def link(self, kind: str, thing: str) -> str:
        """Where a QR code leads: the page of the companion for one thing; nothing without an address."""
        return f"{self.address.rstrip('/')}/p/heroes_vs_warlords/{kind}/{thing}" if self.address else ""

    def label(self, file: str, part: str = "") -> str:
        """What is printed beside values of a data file that are not the publisher's: house, owner or nothing.

        `owner` when an owner has replaced something in that `part` of the file (a race, a tile, `race/Level`).
        """
        return say(self.whose(file, part))

    def whose(self, file: str, part: str = "") -> str:
        """Whose those values are: `house`, `owner` or nothing for the publisher's."""
        if self.sheet.changed_in(file, part):
            return "owner"
        return "house" if facts.PROVENANCE[file] == "house" else ""

    def values_note(self, file: str, part: str) -> str:
        """The label of values as a note of its own; empty where there is none."""
        label = self.label(file, part)
        return say("{label} values", label=label) if label else ""
