"""Movement on the Battle Display (19.7, 19.9): where a stack can go, and when it must."""

from __future__ import annotations

import heapq
from functools import cache

from companion.games.heroes_vs_warlords.display import field
from companion.games.heroes_vs_warlords.display.position import (
    beside_enemies,
    beside_enemy,
    built_towers,
    full_terrain,
    is_city,
    is_ranged,
    is_tower,
    is_wall,
    nearest,
    occupants,
    side_up,
)
from companion.games.heroes_vs_warlords.fighting.fights import Role, opposite, side_of, value_of
from companion.games.heroes_vs_warlords.records.common import ruled
from companion.games.heroes_vs_warlords.records.state import Battle, Fighter, HvWState


def costs(fight: Battle) -> dict[str, int]:
    """Movement points for entering each hex of the battle (19.4.1)."""
    return _costs(side_up(fight), full_terrain(fight))


@cache
def _costs(side: field.Side, full: bool) -> dict[str, int]:
    slow = field.of_kind(side, "stones") | field.of_kind(side, "fords") if full else frozenset()
    return {name: 2 if name in slow else 1 for name in field.HEXES}


def is_closed(state: HvWState, fight: Battle, role: Role, one: Fighter, name: str) -> bool:
    """Whether a stack can never enter a hex: graveyards, walls, towers; City hexes for besieging archers (19.4.1)."""
    if name in field.GRAVEYARD[side_up(fight)] or is_tower(fight, name):
        return True
    if name in built_towers(fight) and ruled(state, "destroyed_tower") == "closed":
        return True
    if is_wall(fight, name):
        return name != field.DRAWBRIDGE or role == "attacker"
    return role == "attacker" and is_city(fight, name) and is_ranged(state, one)


def may_end(fight: Battle, name: str) -> bool:
    """Whether a stack may end its movement in a hex: not on an intact drawbridge (19.4.1.7)."""
    return not is_wall(fight, name)


def reach(state: HvWState, fight: Battle, role: Role, one: Fighter) -> dict[str, int]:
    """The hexes where a stack may end its movement, with their cost (19.9)."""
    held, others = occupants(fight), opposite(role)
    beside, price = beside_enemies(fight, role), costs(fight)
    if ruled(state, "friendly_hex") == "one":
        price = price | {name: 1 for name, whose in held.items() if whose == role}
    most, spent = value_of(state, one).move, {one.box: 0}
    border, found = [(0, 0, one.box)], {}
    while border:
        used, steps, name = heapq.heappop(border)
        if used > spent[name]:
            continue
        if steps and name not in held and may_end(fight, name):
            found[name] = used
        if steps and name in beside:
            continue  # next to an enemy it must stop
        for other in field.neighbours(name):
            total = used + price[other]
            if total >= spent.get(other, most + 1) or held.get(other) == others:
                continue
            if not steps and name in beside and other in beside:
                continue  # who moves away goes through at least one free hex
            if not is_closed(state, fight, role, one, other):
                spent[other] = total
                heapq.heappush(border, (total, steps + 1, other))
    return found


# ---- duties (19.7, ruling R103)


def is_exempt(fight: Battle, role: Role) -> bool:
    """Whether a side has no duty to attack: guards, and the original defender of a City or Camp (19.7.1)."""
    return side_of(fight, role).kind == "guards" or (fight.wall is not None and role == "defender")


def may_idle(state: HvWState, fight: Battle, role: Role) -> bool:
    """Whether stacks next to an enemy may do nothing: in a siege the defender's, by ruling R103 also guards (19.9)."""
    guards = side_of(fight, role).kind == "guards" and ruled(state, "idle_adjacent") == "guards_and_siege_defenders"
    return guards or (fight.wall is not None and role == "defender")


def has_duty(state: HvWState, fight: Battle, role: Role, one: Fighter) -> bool:
    """Whether a stack not next to an enemy must act offensively (19.7, 19.7.1; R103). If counters are moved by
    hand, players decide.
    """
    breached = fight.breach_tried and role == "attacker" and ruled(state, "breach_duty") == "whole_side"
    return not (fight.by_hand or is_exempt(fight, role) or one.freed or breached)


def offensive(fight: Battle, role: Role, one: Fighter, places: dict[str, int]) -> list[str]:
    """The hexes that are not farther from the nearest enemy than the stack is now (19.7)."""
    now = nearest(fight, role, one.box)
    return [name for name in places if nearest(fight, role, name) <= now]


def allowed(state: HvWState, fight: Battle, role: Role, one: Fighter) -> list[str]:
    """Where a stack may go: with the duty only offensively, unless it starts next to an enemy (19.7, 19.9)."""
    places = reach(state, fight, role, one)
    if beside_enemy(fight, role, one.box) or not has_duty(state, fight, role, one):
        return list(places)
    return offensive(fight, role, one, places)
