"""Steps that begin a fight (7.1.2, 8.1, 8.7): whom a Hero attacks by entering a hex, as far as it is known before."""

from __future__ import annotations

from functools import partial

from msgspec import Struct

from companion.engine.core.text import Hint, Text, hinted, listed, plural, t
from companion.games.heroes_vs_warlords.fighting import sides, siege
from companion.games.heroes_vs_warlords.moving import peril, sites
from companion.games.heroes_vs_warlords.moving.paths import Ground
from companion.games.heroes_vs_warlords.records import facts, world
from companion.games.heroes_vs_warlords.records.common import army_text, hero_name, title, units_of
from companion.games.heroes_vs_warlords.records.state import City, Hero, HvWState, Site, Stack


class Clash(Struct, frozen=True):
    """A step that begins a fight, or may begin one (not `sure`), or takes a City: what happens, and what stands against
    it.
    """

    label: Text
    against: Hint = None
    sure: bool = True

    @property
    def detail(self) -> Text | None:
        """What stands against it, in words."""
        return hinted(self.against)


def awaited(state: HvWState, ground: Ground, place: str, cost: int) -> Clash | None:
    """What the Hero attacks by entering a hex for so many MP; None where nothing is known to wait."""
    hero, city, site = ground.hero, ground.cities.get(place), ground.sites.get(place)
    enemy = sides.defending_hero(state, hero.seat, place) if place in ground.enemies else None
    if city is not None and city.owner != hero.seat:
        return _city(hero, city, enemy, cost)
    if enemy is not None:
        label = t("{hero} attacks {enemy} ({cost} MP)", hero=hero_name(hero), enemy=hero_name(enemy), cost=cost)
        return Clash(label, partial(_led_by, enemy))
    return _site(state, ground, site, cost) if site is not None else None


def _led_by(enemy: Hero) -> Text:
    return plural(units_of(enemy), "He leads 1 unit.", "He leads {n} units.")


def _city(hero: Hero, city: City, enemy: Hero | None, cost: int) -> Clash:
    if not city.units and (enemy is None or not units_of(enemy)):
        words = "{hero} takes the undefended {race} City ({cost} MP)"
        if city.camp:
            words = "{hero} takes the undefended {race} Camp ({cost} MP)"
        return Clash(t(words, hero=hero_name(hero), race=title(city.home), cost=cost))
    words = "{hero} attacks the {race} Camp ({cost} MP)" if city.camp else "{hero} attacks the {race} City ({cost} MP)"
    return Clash(t(words, hero=hero_name(hero), race=title(city.home), cost=cost), partial(_behind_walls, city, enemy))


def _behind_walls(city: City, enemy: Hero | None) -> Text:
    wall = siege.wall_for(city.works, city.towers, city.camp)
    against = [t("siege"), t("wall {sp}", sp=wall.sp)]
    if city.towers:
        against.append(plural(city.towers, "{n} tower", "{n} towers"))
    if enemy is not None:
        against.append(hero_name(enemy))
    return listed(against)


def _site(state: HvWState, ground: Ground, site: Site, cost: int) -> Clash | None:
    hero, held = ground.hero, site.garrison if site.owner != ground.hero.seat else []
    there = [stack for stack in (*site.guards, *held) if stack.count]
    chance = peril.NONE if there else peril.guards_to_come(state, hero, site)
    if not there and not chance:
        return None
    label = t("{hero} attacks: {place} ({cost} MP)", hero=hero_name(hero), place=t(site.label), cost=cost)
    if there:
        return Clash(label, lambda: t("Waiting there: {army}.", army=army_text(there)))
    if sites.has_home_guards(state, site):
        return Clash(label, _home_guards)
    if chance == 1:
        return Clash(label, t("Guards come when you enter; the die says how many."))
    words = t("Guards may come when you enter ({percent} %).", percent=round(100 * chance))
    return Clash(step_label(state, ground, site.place, cost), words, sure=False)


def _home_guards() -> Text:
    guards = [Stack("neutrals", level, count) for level, count in facts.HOME_GUARDS]
    return t("Guards come when you enter: {army}.", army=army_text(guards))


def step_label(state: HvWState, ground: Ground, place: str, cost: int) -> Text:
    """A move in words: `Knights Hero 1 to Ruin T4 N (2 MP)`."""
    name = world.place_name(state, place, ground.map)
    return t("{hero} to {place} ({cost} MP)", hero=hero_name(ground.hero), place=name, cost=cost)
