"""What every part of the kit is made from: the facts of the sheet, the target of QR codes, and the language."""

from __future__ import annotations

from dataclasses import dataclass

from companion.engine.game.printed import ENGLISH, Say
from companion.games.heroes_vs_warlords.records import facts
from companion.games.heroes_vs_warlords.records.sheet import Sheet

PORTRAITS = {"knights": "visor", "amazons": "amazon_helm", "barbarians": "viking"}
"""The icon that stands for the Heroes of a race."""
COLOURS = {"knights": "blue", "amazons": "teal", "barbarians": "orange", "neutrals": "grey", "mercenaries": "purple"}
"""The side of the theme whose colour, pattern and emblem a faction has on paper."""


@dataclass(frozen=True)
class Making:
    """The facts that are printed, the address of the companion server that QR codes open ("" for none), and what says
    words in the language of the kit.
    """

    sheet: Sheet
    address: str = ""
    say: Say = ENGLISH

    def link(self, kind: str, thing: str) -> str:
        """The target of a QR code: the page of the server for one thing; "" without an address."""
        return f"{self.address.rstrip('/')}/p/heroes_vs_warlords/{kind}/{thing}" if self.address else ""

    def label(self, file: str, part: str = "") -> str:
        """The label beside values of the owner of a copy; "" else: of house values the aid and the credits tell.

        It is there when an owner has replaced something in that `part` of the file (a race, a tile, `race/Level`).
        """
        return self.say("owner") if self.whose(file, part) == "owner" else ""

    def whose(self, file: str, part: str = "") -> str:
        """Whose values they are: `house`, `owner`, or "" for the publisher's."""
        if self.sheet.changed_in(file, part):
            return "owner"
        return "house" if facts.PROVENANCE[file] == "house" else ""

    def values_note(self, file: str, part: str) -> str:
        """The label of values as a note of its own; "" where there is none."""
        label = self.label(file, part)
        return self.say("{label} values", label=label) if label else ""
