"""Where a Hero can go in one move (7.1, 7.2): hexes that may be entered, and quiet hexes that can be passed without
a stop.

What does not change during a search for paths (who is where, which hexes guards watch) is read once, into `Ground`.
"""

from __future__ import annotations

import heapq
from collections import deque
from collections.abc import Callable, Iterable

from companion.engine.core.errors import Refusal
from companion.engine.core.text import t
from companion.games.heroes_vs_warlords.advanced import terrain
from companion.games.heroes_vs_warlords.records import world
from companion.games.heroes_vs_warlords.records.common import enemies, heroes_in_play, ruled, title, top_level
from companion.games.heroes_vs_warlords.records.facts import AGAINST
from companion.games.heroes_vs_warlords.records.state import City, Hero, HvWState, Site


def may_try(state: HvWState, site: Site) -> bool:
    """Whether guards of a hex can still try to react in this turn; by ruling R28 all its remaining stacks may have
    tried.
    """
    return not site.asked and next_level(state, site) > 0


def next_level(state: HvWState, site: Site) -> int:
    """The Level with which the guards of a hex check: their highest, by ruling R28 of the stacks that have not
    tried.
    """
    if ruled(state, "guard_stack") == "per_hex":
        return top_level(site.guards)
    return top_level(stack for stack in site.guards if stack.level not in site.tried)


class Ground:
    """The game world as one Hero sees it: enemies and Cities, and hexes watched by guards or enemy Heroes."""

    def __init__(self, state: HvWState, hero: Hero) -> None:
        self.hero = hero
        self.open_war = state.world.open_war
        self.sites = state.sites
        self.foes = enemies(state, hero.seat)
        self.cities: dict[str, City] = {city.place: city for city in state.cities.values()}
        others = [one.place for one in heroes_in_play(state) if one.seat != hero.seat]
        hostile = [place for place in others if place not in ("", "open")]
        self.enemies = frozenset(hostile)
        self.mapped = state.world.mapped
        self.country: terrain.Country | None = None
        if self.mapped:
            self._read_map(state, hostile)

    def _read_map(self, state: HvWState, hostile: list[str]) -> None:
        self.map = world.lattice(state.world)
        self.face_up = {place for i, tile in enumerate(state.world.tiles) if tile.id for place in self.map.hexes_of(i)}
        guards = [site.place for site in state.sites.values() if site.guards and may_try(state, site)]
        near: Callable[[str], tuple[str, ...]] = self.map.neighbours
        if terrain.used(state):
            self.country = terrain.Country(state)
            near = self._within_reach(state)
        self.watched = {place for one in guards for place in near(one)}
        self.threatened = {place for one in hostile for place in near(one)} if self.open_war else set()

    def _within_reach(self, state: HvWState) -> Callable[[str], tuple[str, ...]]:
        """Where somebody in a hex may react to: not across closed sides (ruling R95)."""

        country = self.country
        if country is None or not terrain.bars_reactions(state):
            return self.map.neighbours

        def near(one: str) -> tuple[str, ...]:
            return tuple(place for place in self.map.neighbours(one) if country.price(one, place) is not None)

        return near

    def cost(self, path: list[str]) -> int:
        """Movement points for a path, given as the hexes entered in order (7.1.1, 15.6, 18.0)."""
        if self.country is None:
            return len(path)
        steps = zip([self.hero.place, *path], path, strict=False)
        return terrain.paid(self.hero.mp, sum(self.country.price(a, b) or 0 for a, b in steps))

    def entry_refusal(self, place: str) -> Refusal | None:
        """Why the Hero may not enter a hex (3.3.2, 7.2)."""
        site, city = self.sites.get(place), self.cities.get(place)
        if site is not None and site.kind == "recruitment" and site.active and site.race in self.foes:
            return Refusal("3.3.2", t("This Recruitment Location is active for the {race}.", race=title(site.race)))
        if self.open_war:
            return None
        mine = ("", self.hero.seat)
        held = place in self.enemies or (city is not None and city.owner not in mine)
        resource = site is not None and site.kind == "resource" and site.owner not in mine
        return AGAINST(peace=held, peace_resource=resource) if held or resource else None

    def is_quiet(self, place: str) -> bool:
        """Whether nothing can happen to the Hero in a hex, so that it can be passed without a stop."""
        return self.is_free(place) and not self.is_watched(place)

    def is_watched(self, place: str) -> bool:
        """Whether guards or an enemy Hero could react to the Hero in a hex (7.3); guards never enter Cities."""
        return place in self.threatened or (place in self.watched and place not in self.cities)

    def is_free(self, place: str) -> bool:
        """Whether nothing in the hex itself would stop the Hero."""
        if place not in self.face_up or place in self.enemies:
            return False
        city, site = self.cities.get(place), self.sites.get(place)
        if city is not None:
            return city.owner == self.hero.seat
        return site is None or _site_quiet(self.hero, site)


def _site_quiet(hero: Hero, site: Site) -> bool:
    if site.guards:
        return False
    match site.kind:
        case "resource":
            return site.owner == hero.seat
        case "ruin":
            return site.explored
        case "tower":
            return hero.id in site.used_by
        case "outpost":
            return site.visited
        case "recruitment":
            return site.race != hero.seat and not site.mercenaries
    return True


def reach(ground: Ground, *, daring: bool = False) -> dict[str, list[str]]:
    """Shortest paths (hexes entered, in order) to every hex within the MP that pass through quiet hexes only.

    Hexes that the Hero may not enter are included, so that the reason can be shown. With `daring`, paths may also pass
    through hexes where somebody may react.
    """
    hero, rests = ground.hero, ground.is_free if daring else ground.is_quiet
    if ground.country is not None:
        return _reach_by_terrain(ground, ground.country, rests)
    paths: dict[str, list[str]] = {hero.place: []}
    border = deque([hero.place])
    while border:
        place = border.popleft()
        path = paths[place]
        left = hero.mp - len(path)
        if left < 1:
            continue
        for other in ground.map.neighbours(place):
            if other not in paths:
                paths[other] = [*path, other]
                if left > 1 and rests(other) and ground.entry_refusal(other) is None:
                    border.append(other)
    del paths[hero.place]
    return paths


def _reach_by_terrain(ground: Ground, country: terrain.Country, rests: Callable[[str], bool]) -> dict[str, list[str]]:
    """The cheapest ways (15.6) over sides that are open (15.1); the last hex may cost more than is left (18.0)."""
    hero = ground.hero
    best: dict[str, int] = {hero.place: 0}
    paths: dict[str, list[str]] = {hero.place: []}
    border = [(0, 0, hero.place)]
    while border:
        spent, length, place = heapq.heappop(border)
        if spent > best[place] or spent >= hero.mp or (length and not _goes_on(ground, rests, place)):
            continue
        for other in ground.map.neighbours(place):
            cost = country.price(place, other)
            if cost is not None and spent + cost < best.get(other, 10**6):
                best[other], paths[other] = spent + cost, [*paths[place], other]
                heapq.heappush(border, (spent + cost, length + 1, other))
    del paths[hero.place]
    return paths


def _goes_on(ground: Ground, rests: Callable[[str], bool], place: str) -> bool:
    return rests(place) and ground.entry_refusal(place) is None


def entry_refusal(state: HvWState, hero: Hero, place: str) -> Refusal | None:
    """Why a Hero may not enter a hex (3.3.2, 7.2)."""
    return Ground(state, hero).entry_refusal(place)


# ---- where a Hero may be put without moving


def open_to(state: HvWState, hero: Hero, places: Iterable[str]) -> list[str]:
    """The places where a Hero who does not move there can be placed: a second Hero, one who withdraws (4.1, 8.9).

    They are face up and hold no guards, no other Hero, nothing of an enemy, and nothing that the Hero may not enter
    (3.3.2, 7.2).
    """
    ground = Ground(state, hero)
    return [place for place in places if not _is_held(state, hero, place) and _is_open(state, ground, place)]


def retreats(state: HvWState, hero: Hero, places: Iterable[str]) -> list[str]:
    """The places to which a Hero may withdraw: as in `open_to`, by ruling R48b also hexes with guards and own
    Heroes (8.9).
    """
    if ruled(state, "retreat_hex") == "free":
        return open_to(state, hero, places)
    ground = Ground(state, hero)
    return [place for place in places if place not in ground.enemies and _is_open(state, ground, place)]


def _is_held(state: HvWState, hero: Hero, place: str) -> bool:
    site = state.sites.get(place)
    return (site is not None and bool(site.guards)) or any(one.place == place for one in heroes_in_play(state))


def _is_open(state: HvWState, ground: Ground, place: str) -> bool:
    site, city = ground.sites.get(place), ground.cities.get(place)
    foreign = (site is not None and site.garrison and site.owner != ground.hero.seat) or (
        city is not None and city.owner != ground.hero.seat
    )
    return not foreign and world.known(state.world, place) and ground.entry_refusal(place) is None
