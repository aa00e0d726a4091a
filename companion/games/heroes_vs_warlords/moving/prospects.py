"""What a step into a hex brings once nobody stands in the way (3.3, 3.5, 9.2), told before it is made."""

from __future__ import annotations

from typing import Literal

from companion.engine.core.text import Text, plural, t
from companion.games.heroes_vs_warlords.moving import sites
from companion.games.heroes_vs_warlords.moving.clashes import Clash, awaited, step_label
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


class Ahead:
    """A step into a hex as pages tell it, found out when one shows it."""

    __slots__ = ("_fight", "ground", "path", "place", "state")

    def __init__(self, state: HvWState, ground: Ground, place: str, path: list[str]) -> None:
        self.state, self.ground, self.place, self.path = state, ground, place, path
        self._fight: Clash | Literal[False] | None = False

    def fight(self) -> Clash | None:
        """What fight it begins, as far as it is known; None for none."""
        if self._fight is False:
            self._fight = awaited(self.state, self.ground, self.place, self.ground.cost(self.path))
        return self._fight

    def label(self) -> Text:
        """The step in words."""
        fight = self.fight()
        return fight.label if fight else step_label(self.state, self.ground, self.place, self.ground.cost(self.path))

    def detail(self) -> Text | None:
        """What waits in the hex, and what it brings."""
        return prospect(self.state, self.ground, self.place, self.fight())

    def grave(self) -> bool:
        """Whether it surely begins a fight."""
        fight = self.fight()
        return fight is not None and fight.sure


def prospect(state: HvWState, ground: Ground, place: str, fight: Clash | None) -> Text | None:
    """What waits in the hex (in a `fight`, if there is one) and what the Hero gets there, in whole sentences; None
    where that is nothing.
    """
    if place not in ground.face_up:
        return TURNED_OVER
    site, waits = ground.sites.get(place), fight.detail if fight is not None else None
    gain = _gain(site) if site is not None and sites.has_benefit(state, ground.hero, site) else None
    return t("{waits} {gain}", waits=waits, gain=gain) if waits and gain else waits or gain


def _gain(site: Site) -> Text | None:
    if site.kind == "resource" and site.resource:
        return t("It brings 1 {resource} in every income turn.", resource=t(RESOURCE_TITLES[site.resource]))
    if site.kind == "recruitment":
        waiting = site.waiting if site.active else site.waiting or 1
        return plural(waiting, "{n} unit waits there for you.", "{n} units wait there for you.") if waiting else None
    return GIFTS.get(site.kind)
