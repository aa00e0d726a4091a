"""What a step into a hex brings once nobody stands in the way (3.3, 3.5, 9.2), told before it is made."""

from __future__ import annotations

from companion.engine.core.text import NOTHING, Text, plural, t, words
from companion.games.heroes_vs_warlords.moving import sites
from companion.games.heroes_vs_warlords.moving.paths import Ground
from companion.games.heroes_vs_warlords.records.common import RESOURCE_TITLES
from companion.games.heroes_vs_warlords.records.state import HvWState, Site

GIFTS = {
    "ruin": t("A ruin holds a piece of Equipment."),
    "tower": t("A tower raises one ability of the Hero by 1."),
    "outpost": t("An outpost gives what the die says."),
    "holy_place": t("Whoever stops at a holy place rolls for a gift."),
}
"""What hexes bring that give the same to everybody."""
TURNED_OVER = t("Its tile is turned over when you enter.")


@words
def prospect(state: HvWState, ground: Ground, place: str, waits: Text | None) -> Text:
    """What waits in the hex (`waits`, if there is anything) and what the Hero gets there, in whole sentences."""
    if place not in ground.face_up:
        return TURNED_OVER
    site = ground.sites.get(place)
    gain = _gain(site) if site is not None and sites.has_benefit(state, ground.hero, site) else NOTHING
    return t("{waits} {gain}", waits=waits, gain=gain) if waits and gain.message else waits or gain


def _gain(site: Site) -> Text:
    if site.kind == "resource" and site.resource:
        return t("It brings 1 {resource} a turn.", resource=t(RESOURCE_TITLES[site.resource]))
    if site.kind == "recruitment":
        waiting = site.waiting if site.active else site.waiting or 1
        return plural(waiting, "{n} unit waits there for you.", "{n} units wait there for you.") if waiting else NOTHING
    return GIFTS.get(site.kind, NOTHING)
