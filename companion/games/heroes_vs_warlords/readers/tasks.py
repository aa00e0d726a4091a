"""Tasks at the table between two states of a match: tiles, guards, markers, pieces."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from companion.engine.core.text import Text, t
from companion.engine.game.guidance import Task
from companion.games.heroes_vs_warlords.records import world
from companion.games.heroes_vs_warlords.records.common import (
    army_text,
    city_name,
    hero_name,
    heroes_in_play,
    stacks_of,
    title,
)
from companion.games.heroes_vs_warlords.records.state import City, Faction, Hero, HvWState, Site, Stack

Kinds = Counter[tuple[Faction, int]]
"""How many units of each people and Level."""


class Holder(NamedTuple):
    """Where own units lie: a Hero, a City or Camp, a Resource hex."""

    name: Text
    seat: str
    stacks: Sequence[Stack]

    def kinds(self) -> Kinds:
        """Its units."""
        found: Kinds = Counter()
        for one in self.stacks:
            found[one.faction, one.level] += one.count
        return found


def tasks(before: HvWState, after: HvWState) -> tuple[Task, ...]:
    """All tasks at the table. During a battle there are none but the guards who come: its pieces are moved when it is
    over.
    """
    if after.battle is not None:
        return tuple(_come(after, before, after.battle.place)) if before.battle is None else ()
    found = [*_laid(before, after), *_armies(before, after), *_heroes(before, after), *_units(before, after)]
    for place, site in after.sites.items():
        found += _site(after, before.sites.get(place), site)
    for name, city in after.cities.items():
        if name in before.cities:
            found += _city(before.cities[name], city)
    return tuple(found)


def _come(after: HvWState, before: HvWState, place: str) -> Iterator[Task]:
    """Guards that come when a hex is entered and are fought at once (3.3.1)."""
    site, old = after.sites.get(place), before.sites.get(place)
    if site is not None and site.guards and not (old and old.guards):
        yield _guards(after, site)


def _guards(state: HvWState, site: Site) -> Task:
    words = t("{place}: these guards stand here: {army}.", place=_name(state, site), army=army_text(site.guards))
    return Task(f"guards:{site.place}", words, state.active, "3.3.1")


def _name(state: HvWState, site: Site) -> Text:
    return world.place_name(state, site.place) if state.world.mapped else t(site.label)


def _laid(before: HvWState, after: HvWState) -> Iterator[Task]:
    """Tiles laid and turned (5.3.2, 7.1.3); those of a map that only lies on the table are all laid at once."""
    if after.world.face_down and not after.world.mapped and not (before.world.face_down or before.round):
        words = t(
            "Shuffle {n} terrain tiles and lay them face down, all compasses pointing north.", n=after.world.face_down
        )
        yield Task("lay", words, section="5.3.2")
        for seat in after.seats:
            words = t("Add your start tile at the rim; put your Hero and your capital on it.")
            yield Task(f"start:{seat}", words, seat, "5.3.2")
    new = [tile for tile in after.world.tiles[len(before.world.tiles) :] if not tile.id]
    if len(new) > 1:
        words = t(
            "Shuffle the terrain tiles and lay {n} of them face down as the map shows, all compasses pointing north.",
            n=len(new),
        )
        yield Task("lay", words, section="5.3.2")
    for tile in after.world.tiles:
        if tile.start and all(tile.start != one.start for one in before.world.tiles):
            words = t("Add start tile {tile} at the rim; put your Hero and your capital on it.", tile=tile.id)
            yield Task(f"start:{tile.start}", words, tile.start, "5.3.2")


def _armies(before: HvWState, after: HvWState) -> Iterator[Task]:
    """The first army of a Hero (5.1)."""
    for seat in after.seats:
        for old, hero in zip(before.players[seat].heroes, after.players[seat].heroes, strict=True):
            if hero.status == "in_play" and stacks_of(hero) and not stacks_of(old) and not before.round:
                words = t("Put onto your Hero Display: {army}.", army=army_text(stacks_of(hero)))
                yield Task(f"units:hero:{hero.id}", words, seat, "5.1")


def _heroes(before: HvWState, after: HvWState) -> Iterator[Task]:
    """Heroes who come into play or die (4.1)."""
    for seat in after.seats if before.round else ():
        for old, hero in zip(before.players[seat].heroes, after.players[seat].heroes, strict=True):
            if hero.status == "dead" and old.status == "in_play":
                words = t("{hero}: take him off the map, and all units off his Display.", hero=hero_name(hero))
                yield Task(f"hero:{hero.id}", words, seat, "4.1")
            elif hero.status == "in_play" and old.status != "in_play":
                words = t("{place}: put {hero} here.", place=_where(after, hero), hero=hero_name(hero))
                yield Task(f"hero:{hero.id}", words, seat, "4.1")


def _where(state: HvWState, hero: Hero) -> Text:
    return world.place_name(state, hero.place)


def _units(before: HvWState, after: HvWState) -> Iterator[Task]:
    """Own units that come into the game or leave it. What only changes hands was moved by a player."""
    if not before.round:
        return
    had, have = _holders(before), _holders(after)
    change = _all_kinds(have)
    change.subtract(_all_kinds(had))
    for name in dict.fromkeys([*have, *had]):
        holder = have[name] if name in have else had[name]._replace(stacks=())
        now, then = holder.kinds(), had[name].kinds() if name in had else Counter()
        come = {kind: min(now[kind] - then[kind], change[kind]) for kind in now}
        gone = {kind: min(then[kind] - now[kind], -change[kind]) for kind in then}
        is_dead = name.startswith("hero:") and name not in have  # that is a task of its own
        if words := _moved(holder, _stacks(come), () if is_dead else _stacks(gone)):
            yield Task(f"units:{name}", words, holder.seat or had[name].seat, "4.1")


def _moved(holder: Holder, come: Sequence[Stack], gone: Sequence[Stack]) -> Text | None:
    """What is put onto a Display or taken off it, and what lies there then: so the newest task is all that counts."""
    parts = {"place": holder.name, "all": army_text(holder.stacks)}
    parts |= {name: army_text(stacks) for name, stacks in (("come", come), ("gone", gone)) if stacks}
    if come and gone:
        return t("{place}: put {come} here, and take {gone} off. Now there: {all}.", **parts)
    if come:
        return t("{place}: put {come} here. Now there: {all}.", **parts)
    return t("{place}: take {gone} off. Still there: {all}.", **parts) if gone else None


def _holders(state: HvWState) -> dict[str, Holder]:
    """All places where own units lie; guards are told by their hex."""
    heroes = {f"hero:{one.id}": Holder(hero_name(one), one.seat, stacks_of(one)) for one in heroes_in_play(state)}
    cities = {f"city:{one.id}": Holder(city_name(one), one.owner, one.units) for one in state.cities.values()}
    sites = {f"site:{place}": Holder(_name(state, one), one.owner, one.garrison) for place, one in state.sites.items()}
    return heroes | cities | sites


def _all_kinds(holders: dict[str, Holder]) -> Kinds:
    found: Kinds = Counter()
    for one in holders.values():
        found.update(one.kinds())
    return found


def _stacks(numbers: dict[tuple[Faction, int], int]) -> list[Stack]:
    return [Stack(faction, level, n) for (faction, level), n in sorted(numbers.items()) if n > 0]


def _site(state: HvWState, old: Site | None, site: Site) -> Iterator[Task]:
    """Guards and markers on a hex (3.3, 9.1, 12.0)."""
    name = _name(state, site)
    had = army_text(old.guards) if old is not None and old.guards else None
    if site.guards and (had is None or had != army_text(site.guards)):
        yield _guards(state, site)
    cleared = old is not None and bool(old.guards) and not site.guards
    taken = bool(site.owner) and (old is None or old.owner != site.owner)
    if cleared and taken:
        words = t("{place}: take the guards off and put a Control marker of the {race} here.",
                  place=name, race=title(site.owner))  # fmt: skip
        yield Task(f"guards:{site.place}", words, site.owner, "9.1")
    elif cleared:
        yield Task(f"guards:{site.place}", t("{place}: take the guards off.", place=name), state.active, "3.3.1")
    elif taken:
        words = t("{place}: put a Control marker of the {race} here.", place=name, race=title(site.owner))
        yield Task(f"owner:{site.place}", words, site.owner, "9.1")
    if site.visited and (old is None or not old.visited):
        yield Task(f"visited:{site.place}", t("{place}: put a Visited marker here.", place=name), state.active, "3.3.5")
    if old is not None and old.visited and not site.visited:
        yield Task(f"visited:{site.place}", t("{place}: take the Visited marker off.", place=name), "", "12.0")


def _city(old: City, city: City) -> Iterator[Task]:
    """What is built, and the marks of the works (4.3)."""
    if city.owner and city.owner != old.owner:
        words = t("{city}: hand its Display to the {race}.", city=city_name(city), race=title(city.owner))
        yield Task(f"city:{city.id}", words, city.owner, "8.12")
    built = [name for name in city.facilities if name not in old.facilities]
    if built and old.owner == city.owner:
        words = t("{city}: put a Control marker on each of the {n} new facilities.", city=city_name(city), n=len(built))
        one = t("{city}: put a Control marker on the new facility.", city=city_name(city))
        yield Task(f"built:{city.id}", words if len(built) > 1 else one, city.owner, "11.1")
    if (city.works, city.towers) != (old.works, old.towers) and old.owner == city.owner:
        words = t("{city}: the markers of works and towers show {works} and {towers}.",
                  city=city_name(city), works=city.works, towers=city.towers)  # fmt: skip
        yield Task(f"works:{city.id}", words, city.owner, "4.3.1")
