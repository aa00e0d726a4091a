"""The sides of a battle in a match (8.2): whose stacks fight together, and where they go when it is over (8.10)."""

from __future__ import annotations

from companion.games.heroes_vs_warlords.advanced import defection, skills
from companion.games.heroes_vs_warlords.fighting import siege
from companion.games.heroes_vs_warlords.records.armies import packed, place_units
from companion.games.heroes_vs_warlords.records.common import (
    ability,
    cities_of,
    guards_player,
    hero_name,
    hero_of,
    heroes_in_play,
    ruled,
    site_at,
    units_of,
)
from companion.games.heroes_vs_warlords.records.state import Battle, Fighter, Hero, HvWState, Side, Site, Stack

GARRISON = 100
SECOND = 50
"""Fighters of a garrison have section GARRISON + index, those of a Hero his section, of a second Hero SECOND + his."""


# ---- making a side


def hero_side(state: HvWState, hero: Hero, garrison: list[Stack] | None = None, second: Hero | None = None) -> Side:
    """The side that a Hero leads, with the stacks of the Display (8.2), those of a second Hero, and a garrison."""
    fighters = [*_led_by(hero, 0), *(_led_by(second, SECOND) if second is not None else [])]
    side = Side(
        hero.seat, "hero", [*fighters, *fighters_of(garrison or [])], hero.id, str(hero_name(hero)),
        ability(hero, "attack"), ability(hero, "defense"), ability(hero, "initiative"), hero.level,
        second=second.id if second is not None else "",
    )  # fmt: skip
    skills.give_to_side(state, side, hero)
    return side


def _led_by(hero: Hero, offset: int) -> list[Fighter]:
    return [
        Fighter(stack.faction, stack.level, stack.count, offset + index, locked=stack.locked)
        for index, stack in enumerate(hero.sections)
        if stack is not None
    ]


def defending_side(state: HvWState, hero: Hero, garrison: list[Stack], second: Hero | None = None) -> Side | None:
    """The side of a Hero who is attacked, with the garrison there or, by ruling R83, without; None without units."""
    if ruled(state, "hero_and_garrison") == "hero_first":
        garrison = []
    return hero_side(state, hero, garrison, second) if garrison or units_of(hero) else None


def guard_side(state: HvWState, site: Site, against: str) -> Side:
    """Guards in as few stacks as possible (8.2), played by the left-hand neighbour of the active player (8.0)."""
    return Side(guards_player(state, against), "guards", fighters_of(site.guards), name=f"Guards of {site.label}")


def fighters_of(stacks: list[Stack]) -> list[Fighter]:
    """The stacks of guards or of a garrison, as stacks of a battle."""
    return [Fighter(s.faction, s.level, s.count, GARRISON + i, locked=s.locked) for i, s in enumerate(stacks)]


def resource_bonus(state: HvWState, seat: str, place: str) -> int:
    """+2 or +4 for units in an own Resource hex, by the towers that their owner has built (8.7.2.1)."""
    site = site_at(state, place)
    if site is None or site.kind != "resource" or site.owner != seat:
        return 0
    return siege.tower_bonus(max((city.towers for city in cities_of(state, seat)), default=0))


# ---- who defends


def defending_hero(state: HvWState, seat: str, place: str) -> Hero | None:
    """An enemy Hero in a hex, one with units before one without."""
    return max(defenders(state, seat, place), key=units_of, default=None)


def defenders(state: HvWState, seat: str, place: str) -> list[Hero]:
    """All enemy Heroes in a hex."""
    if place in ("", "open"):
        return []
    return [hero for hero in heroes_in_play(state) if hero.place == place and hero.seat != seat]


def second_hero(state: HvWState, leader: Hero) -> Hero | None:
    """The other Hero with units in a besieged place, if both fight as one side (ruling R120)."""
    if ruled(state, "two_heroes") != "together":
        return None
    others = [hero for hero in heroes_in_play(state) if hero.seat == leader.seat and hero.id != leader.id]
    return next((hero for hero in others if hero.place == leader.place and units_of(hero)), None)


# ---- afterwards


def return_units(state: HvWState, fight: Battle, side: Side) -> None:
    """Surviving units return to their sections; guards and garrisons to their hex (8.10)."""
    beaten = not side.withdrew and not any(one.count for one in side.stacks if one.box != "out")
    left: dict[int, int] = {}
    for one in side.stacks:
        left[one.section] = left.get(one.section, 0) + (0 if beaten else one.count)
    for hero_id, offset in ((side.hero, 0), (side.second, SECOND)):
        if hero_id:
            _return_to(hero_of(state, hero_id), left, offset)
    if side.hero and left.get(defection.JOINED):
        place_units(hero_of(state, side.hero), defection.MERCENARIES, 2, left[defection.JOINED])
    garrison = _garrison_list(state, fight, side)
    if garrison is None:
        return
    for index, stack in enumerate(garrison):
        stack.count = left.get(GARRISON + index, stack.count)
    _store_garrison(state, fight, side, [stack for stack in garrison if stack.count])


def _return_to(hero: Hero, left: dict[int, int], offset: int) -> None:
    for index, stack in enumerate(hero.sections):
        if stack is not None and offset + index in left:
            stack.count = left[offset + index]
            hero.sections[index] = stack if stack.count else None


def _garrison_list(state: HvWState, fight: Battle, side: Side) -> list[Stack] | None:
    if side.kind == "guards":
        return state.sites[fight.site].guards
    if fight.city and side is fight.defender:
        return state.cities[fight.city].units
    site = site_at(state, fight.place)
    if side is fight.defender and site is not None and site.owner == side.seat:
        return site.garrison
    return None


def _store_garrison(state: HvWState, fight: Battle, side: Side, stacks: list[Stack]) -> None:
    if side.kind == "guards":
        _store_guards(state, fight, state.sites[fight.site], stacks)
    elif fight.city:
        state.cities[fight.city].units = stacks
    else:
        state.sites[fight.place].garrison = stacks


def _store_guards(state: HvWState, fight: Battle, site: Site, stacks: list[Stack]) -> None:
    """Guards beaten anywhere leave their hex cleared, but a tower its Hero has used: the next one checks (3.3.4)."""
    site.guards = packed({(s.faction, s.level): s.count for s in stacks})
    passing = site.kind == "tower" and not fight.reaction and fight.attacker.hero in site.used_by
    site.cleared = not stacks and not passing
