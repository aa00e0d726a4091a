"""The legend of the map: what the symbols of its places mean."""

from __future__ import annotations

from companion.engine.core.text import Text, t
from companion.games.heroes_vs_warlords.records import facts
from companion.games.heroes_vs_warlords.records.common import RESOURCE_TITLES

SITE_SIGNS = {
    "city": "City", "camp": "Camp", "recruitment": "Recruitment Location", "ruin": "Ruin", "tower": "Tower",
    "outpost": "Outpost", "holy_place": "Holy place",
}  # fmt: skip


def sign_words(symbol: str) -> Text | None:
    """The name of places with this symbol; None for symbols without one."""
    if symbol in facts.RESOURCES:
        return t("Resource: {name}", name=t(RESOURCE_TITLES[symbol]))
    return t(SITE_SIGNS[symbol]) if symbol in SITE_SIGNS else None
