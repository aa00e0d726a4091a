"""The odds of a combat: which results matter. How people are assumed to decide is in `policies`."""

from __future__ import annotations

from functools import partial
from typing import Any

from companion.engine.core.effects import as_call
from companion.engine.core.text import plural, t
from companion.engine.game.outlook import Methods, Outlook, Quantity, WhatIf
from companion.games.heroes_vs_warlords.advanced import methods
from companion.games.heroes_vs_warlords.fighting import fights
from companion.games.heroes_vs_warlords.moving import clashes, movement, paths, scouting
from companion.games.heroes_vs_warlords.readers.policies import (
    KNOBS,
    POLICIES,
    REACT,
    STAY,
    decided_by,
    gives_up,
    varied,
)
from companion.games.heroes_vs_warlords.readers.table_odds import TABLE_OUTLOOKS, Army, army_words, taken
from companion.games.heroes_vs_warlords.records import facts, world
from companion.games.heroes_vs_warlords.records.armies import STACK_LIMIT
from companion.games.heroes_vs_warlords.records.common import RESOURCE_TITLES, hero_of, ruled, title
from companion.games.heroes_vs_warlords.records.state import Battle, Hero, HvWState, Side, World

__all__ = ["OUTLOOKS", "POLICIES", "bare", "quantities"]

ROLES = ("attacker", "defender")
WANTS = {"attacker": 1, "defender": -1}
BATTLE = "heroes_vs_warlords.arena.battle"
MOST_WALKS = 24


# ---- what to read of a combat


def quantities(state: HvWState) -> list[Quantity]:
    """The figures of a combat that players want to know."""
    fight = fights.current(state)
    found = []
    for role in ROLES:
        side = fights.side_of(fight, role)
        words, won = t("{who} to win", who=fights.side_name(side)), partial(_won, role)
        seat = "" if side.kind == "guards" else side.seat
        found.append(Quantity(f"{role}_wins", words, won, is_chance=True, leading=True, side=WANTS[role], seat=seat))
    for role in ROLES:
        side = fights.side_of(fight, role)
        words = plural(_all_units(side), "Losses of {who}, of 1 unit", "Losses of {who}, of {n} units",
                       who=fights.side_name(side))  # fmt: skip
        lost = partial(_losses, role, _all_units(side))
        found.append(Quantity(f"{role}_lost", words, lost, leading=True, side=WANTS[role]))
    idle = fight.wall is None or fight.wall.state == "destroyed"
    words = t("The wall falls sooner or later")
    found.append(Quantity("breached", words, _breached, is_chance=True, lasting=not idle, idle=idle))
    for role in ROLES:
        found += _of_side(fight, role)
    return found


def _of_side(fight: Battle, role: str) -> list[Quantity]:
    side = fights.side_of(fight, role)
    name, wants = fights.side_name(side), WANTS[role]
    hero: dict[str, Any] = {"of": name, "side": wants, "idle": not side.hero}
    lost, withdrew, earned = partial(_lost, role), partial(_withdrew, role), partial(_experience, role)
    found = [Quantity(f"{role}_hero_lost", t("The Hero is beaten with all his units"), lost, is_chance=True, **hero)]
    for section, fighter in {one.section: one for one in reversed(side.stacks)}.items():
        label = t("{faction} Level {level} left", faction=title(fighter.faction), level=fighter.level)
        read = partial(_left, role, section)
        found.insert(1, Quantity(f"{role}_stack_{section}", label, read, of=name, side=wants, upwards=True))
    found.append(Quantity(f"{role}_gold", t("Losses in Gold"), partial(_gold, role, _worth(side)), of=name, side=wants))
    found.append(Quantity(f"{role}_withdraws", t("They withdraw"), withdrew, is_chance=True, **hero))
    found.append(Quantity(f"{role}_ep", t("Experience Points"), earned, upwards=True, **hero))
    return found


def _won(role: str, winner: Any, state: HvWState) -> bool:
    return bool(winner == role)


def _breached(winner: Any, state: HvWState) -> bool:
    wall = fights.current(state).wall
    return wall is not None and wall.state == "destroyed"


def _lost(role: str, winner: Any, state: HvWState) -> bool:
    """Beaten without having withdrawn: what then becomes of the Hero is another section (8.10)."""
    return bool(winner == fights.opposite(role)) and not fights.side_of(fights.current(state), role).withdrew


def _withdrew(role: str, winner: Any, state: HvWState) -> bool:
    return fights.side_of(fights.current(state), role).withdrew


def _experience(role: str, winner: Any, state: HvWState) -> int:
    """8.11: kills, and 10 for an enemy Hero who has lost everything; the winner only."""
    if winner != role:
        return 0
    fight = fights.current(state)
    enemy = fights.side_of(fight, fights.opposite(role))
    fallen = 0 if enemy.withdrew else bool(enemy.hero) + bool(enemy.second)
    return sum(fights.side_of(fight, role).kills.values()) + fallen * int(facts.SETUP["ep_per_hero"])


def _losses(role: str, before: int, winner: Any, state: HvWState) -> int:
    return before - _all_units(fights.side_of(fights.current(state), role))


def _all_units(side: Side) -> int:
    """The units of a side, also those that found no box: they do not fight, and are not lost by fighting."""
    return sum(one.count for one in side.stacks)


def _worth(side: Side) -> int:
    """What the units of a side cost, in Gold: each its Level (11.2)."""
    return sum(one.level * one.count for one in side.stacks)


def _gold(role: str, before: int, winner: Any, state: HvWState) -> int:
    return before - _worth(fights.side_of(fights.current(state), role))


def _left(role: str, section: int, winner: Any, state: HvWState) -> int:
    side = fights.side_of(fights.current(state), role)
    return sum(one.count for one in side.stacks if one.section == section)


def bare(state: HvWState) -> HvWState:
    """The state with only the combat, and an entry in the graveyards for every unit that can die."""
    fight = fights.current(state)
    state.players, state.cities, state.sites, state.cup, state.world = {}, {}, {}, {}, World()
    for side, other in ((fight.attacker, fight.defender), (fight.defender, fight.attacker)):
        for one in other.stacks:
            side.kills.setdefault(fights.grave_of(one), 0)
    return state


def is_known(state: HvWState) -> bool:
    """Whether the app knows the positions: not if players move the counters by hand (R124)."""
    if state.battle is None:
        return True
    begun = state.battle.method != ""
    on_table = ruled(state, "display_moves") == "table" and methods.chosen(state) in methods.ON_DISPLAY
    return not (state.battle.by_hand if begun else on_table)


def reinforced(state: HvWState, wants: int, more: int) -> HvWState | None:
    """The state with `more` units for a side: the largest stacks first, each up to 20 (8.2). None if there is no
    room.
    """
    side = fights.side_of(fights.current(state), next(role for role, sign in WANTS.items() if sign == wants))
    for one in sorted(side.stacks, key=lambda one: -one.count):
        added = min(more, STACK_LIMIT - one.count) if one.count and one.box != "out" else 0
        one.count, more = one.count + added, more - added
    return None if more else state


# ---- by another method (19.0)


def method_here(state: HvWState) -> str:
    """The method of the combat, or the one of the match where it has not begun."""
    return fights.current(state).method or methods.chosen(state)


def by_method(state: HvWState, method: str) -> HvWState | None:
    """The same combat by another method; a combat in progress only if its stacks stay where they are, else None."""
    fight = fights.current(state)
    state.rulings = {**state.rulings, "combat_method": method}
    if not fight.method:
        return state
    if (method in methods.ON_DISPLAY) != methods.on_display(fight):
        return None
    fight.method = next(one for one in methods.ALL if one == method)
    for one in (*fight.attacker.stacks, *fight.defender.stacks):
        one.wounds = 0
    return state


# ---- what to tell beside


def spoils(state: HvWState) -> list[WhatIf]:
    """The what-ifs for the loot of a besieged City or Camp (8.12)."""
    fight = fights.current(state)
    if fight.stock is None or not fight.city:
        return []
    names = [name for name in facts.RESOURCES if getattr(fight.stock, name)]
    found = [Quantity(name, t(RESOURCE_TITLES[name]), partial(taken, name)) for name in names]
    if not found:
        return []
    whole = Quantity("all", t("In all"), _all_taken)
    weighted = t("In all, times the chance to take the place")
    title, call = t("Loot, if the place falls"), as_call(scouting.loot())
    return [WhatIf("loot", title, call, [whole, *found], weighted=weighted)]


def _all_taken(loot: Any, state: HvWState) -> int:
    return sum(taken(name, loot, state) for name in facts.RESOURCES)


def walks(state: HvWState) -> list[WhatIf]:
    """The what-ifs for every hex the moving Hero can reach where something may happen."""
    hero = _walker(state)
    if hero is None:
        return []
    ground = paths.Ground(state, hero)
    quiet, daring = paths.reach(ground), paths.reach(ground, daring=True)
    found: list[WhatIf] = []
    for place, path in sorted({**daring, **quiet}.items(), key=lambda pair: len(pair[1])):
        if ground.entry_refusal(place) is None and len(found) < MOST_WALKS:
            found += _walk(state, ground, path)
    return found


def _walker(state: HvWState) -> Hero | None:
    if not state.world.mapped or not state.world.walking:
        return None
    hero = hero_of(state, state.world.walking)
    return hero if hero.status == "in_play" and movement.walk_refusal(state, hero) is None else None


def can_walk(state: HvWState) -> bool:
    """Whether the map offers moves to a Hero."""
    return _walker(state) is not None


def _walk(state: HvWState, ground: paths.Ground, path: list[str]) -> list[WhatIf]:
    """The reactions on the way to a hex, and what the hex holds."""
    hero, place = ground.hero, path[-1]
    words = clashes.step_label(state, ground, place, ground.cost(path))
    found: list[WhatIf] = []
    watched = [one for one in path if ground.is_watched(one)]
    if watched:
        reads = [Quantity("reaction", t("Somebody reacts on the way"), _met, is_chance=True)]
        if len(watched) > 1:
            reads += [Quantity(f"at_{one}", t("in {place}", place=world.place_name(state, one)), partial(_met_at, one),
                               is_chance=True) for one in watched]  # fmt: skip
        found.append(WhatIf(place, words, as_call(scouting.along(hero.id, path)), reads))
    if _may_hold_enemies(ground, place):
        guards = Quantity("enemies", t("Who waits there"), _waiting, words=army_words)
        call = as_call(scouting.inside(hero.id, place))
        found.append(WhatIf(place, words, call, [guards], BATTLE, _is_battle))
        if watched:
            whole = as_call(scouting.through(hero.id, path))
            together = t("Nobody reacts on the way, and whoever waits there is beaten")
            found.append(WhatIf(place, words, whole, (), BATTLE, _is_battle, together, _is_quiet))
    return found


def _may_hold_enemies(ground: paths.Ground, place: str) -> bool:
    if place not in ground.face_up or ground.is_free(place):
        return False
    site = ground.sites.get(place)
    guarded = site is not None and site.kind in ("resource", "ruin", "tower")
    return guarded or place in ground.enemies or place in ground.cities


def _met(where: Any, state: HvWState) -> bool:
    return bool(where)


def _met_at(place: str, where: Any, state: HvWState) -> bool:
    return bool(where == place)


def _is_battle(what: Any, state: HvWState) -> bool:
    return bool(what == "battle")


def _is_quiet(what: Any, state: HvWState) -> bool:
    return what not in ("battle", scouting.REACTION)


def _waiting(what: Any, state: HvWState) -> Army:
    """Who would have to be fought."""
    return Army.of(fights.current(state).defender.stacks if what == "battle" else ())


# ---- the helper of a path


def met_on_path(state: HvWState) -> list[Quantity]:
    """Who reacts, and in which hex of the path."""
    hero = hero_of(state, scouting.WALKER)
    now = hero.movement - hero.mp
    found = [Quantity("reaction", t("Somebody reacts on the way"), _met, is_chance=True, leading=True)]
    found += [
        Quantity(f"hex{n}", t("in hex {n}", n=n), partial(_met_in, n), is_chance=True)
        for n in range(max(1, now), hero.movement + 1)
    ]
    for who, words in (("hero", t("The enemy Hero reacts")), ("guards", t("Guards react"))):
        found.append(Quantity(who, words, partial(_met_by, who), is_chance=True))
    return found


def _met_in(number: int, who: Any, state: HvWState) -> bool:
    hero = hero_of(state, scouting.WALKER)
    return bool(who) and hero.movement - hero.mp == number


def _met_by(who: str, found: Any, state: HvWState) -> bool:
    return bool(found == who)


# ---- all of it


OUTLOOKS = (
    Outlook(
        rule=BATTLE,
        sections=(
            *("8.2", "8.3", "8.5.1", "8.5.2", "8.7", "8.7.1", "8.8", "8.9"),
            *("16.1.2", "16.1.3", "16.1.4", "16.1.5", "19.5", "19.9", "19.10", "19.11", "19.17.2"),
        ),
        quantities=quantities,
        policies=tuple(POLICIES),
        knobs=KNOBS,
        varied=varied,
        gives_up=gives_up,
        rounds="heroes_vs_warlords.arena.combat_round",
        bare=bare,
        ready=is_known,
        reinforced=reinforced,
        side=decided_by,
        what_ifs=spoils,
        methods=Methods("combat_method", methods.ALL, method_here, by_method),
    ),
    Outlook(
        rule="heroes_vs_warlords.movement.choose_deed",
        sections=("7.1",),
        quantities=None,
        policies=(REACT, STAY),
        what_ifs=walks,
        ready=can_walk,
    ),
    Outlook(
        rule="heroes_vs_warlords.scouting.walk",
        sections=("7.3.1", "7.3.1.1", "7.3.2"),
        quantities=met_on_path,
        policies=(REACT, STAY),
    ),
    *TABLE_OUTLOOKS,
)
