"""Steps that begin a fight (7.1.2, 8.1, 8.7): whom a Hero attacks by entering a hex, as far as it is known before."""

from __future__ import annotations

from msgspec import Struct

from companion.engine.core.text import Text, listed, plural, t
from companion.games.heroes_vs_warlords.fighting import sides, siege
from companion.games.heroes_vs_warlords.moving.paths import Ground
from companion.games.heroes_vs_warlords.records.common import city_name, hero_name, units_of
from companion.games.heroes_vs_warlords.records.state import City, Hero, HvWState, Site


class Clash(Struct, frozen=True):
    """A step that begins a fight, or takes a City: what happens, and what stands against it."""

    label: Text
    detail: Text | None = None


def awaited(state: HvWState, ground: Ground, place: str, cost: int) -> Clash | None:
    """What the Hero attacks by entering a hex for so many MP; None where nothing is known to wait."""
    hero, city, site = ground.hero, ground.cities.get(place), ground.sites.get(place)
    enemy = sides.defending_hero(state, hero.seat, place) if place in ground.enemies else None
    if city is not None and city.owner != hero.seat:
        return _city(hero, city, enemy, cost)
    if enemy is not None:
        label = t("{hero} attacks {enemy} ({cost} MP)", hero=hero_name(hero), enemy=hero_name(enemy), cost=cost)
        return Clash(label, plural(units_of(enemy), "{n} unit", "{n} units"))
    return _site(hero, site, cost) if site is not None else None


def _city(hero: Hero, city: City, enemy: Hero | None, cost: int) -> Clash:
    if not city.units and (enemy is None or not units_of(enemy)):
        words = "{hero} takes the undefended {city} ({cost} MP)"
        return Clash(t(words, hero=hero_name(hero), city=city_name(city), cost=cost))
    wall = siege.wall_for(city.works, city.towers, city.camp)
    against = [t("siege"), t("wall {sp}", sp=wall.sp)]
    if city.towers:
        against.append(plural(city.towers, "{n} tower", "{n} towers"))
    if enemy is not None:
        against.append(hero_name(enemy))
    label = t("{hero} attacks the {city} ({cost} MP)", hero=hero_name(hero), city=city_name(city), cost=cost)
    return Clash(label, listed(against))


def _site(hero: Hero, site: Site, cost: int) -> Clash | None:
    held = site.garrison if site.owner != hero.seat else []
    units = sum(stack.count for stack in (*site.guards, *held))
    if not units:
        return None
    label = t("{hero} attacks: {place} ({cost} MP)", hero=hero_name(hero), place=t(site.label), cost=cost)
    return Clash(label, plural(units, "{n} guard", "{n} guards"))
