"""Ranged Combat on the Battle Display (19.10, 19.17.1): range, line of sight, targets, hits from towers."""

from __future__ import annotations

from companion.games.heroes_vs_warlords.advanced import methods
from companion.games.heroes_vs_warlords.display import field
from companion.games.heroes_vs_warlords.display.position import (
    beside_enemy,
    full_terrain,
    is_city,
    is_tower,
    lies_in,
    side_up,
    stands,
)
from companion.games.heroes_vs_warlords.fighting.fights import Role, opposite, side_of, value_of
from companion.games.heroes_vs_warlords.records.common import ruled
from companion.games.heroes_vs_warlords.records.state import Battle, Fighter, HvWState


def reach_of(state: HvWState, fight: Battle, one: Fighter) -> int:
    """The maximum range in hexes: half the Attack, rounded up, and 1 more from a stone hex (19.10, 19.4.1.3)."""
    return (_attack(state, one) + 1) // 2 + lies_in(fight, one.box, "stones")


def _attack(state: HvWState, one: Fighter) -> int:
    """The Attack that range goes by; with points of a Blacksmith by ruling R126 (17.3.1)."""
    raised = one.attack_plus if ruled(state, "forge_range") == "raised" else 0
    return value_of(state, one).attack + raised


def may_fire(state: HvWState, fight: Battle, role: Role, one: Fighter) -> bool:
    """Whether a stack may fire: not if it has moved or acted, nor next to an enemy unless in a tower (ruling R75)."""
    if not stands(one) or one.moved or one.fought:
        return False
    if fight.by_hand:
        return True
    if is_tower(fight, one.box) or ruled(state, "fire_when_adjacent") == "allowed":
        return True
    return not beside_enemy(fight, role, one.box)


def targets(state: HvWState, fight: Battle, role: Role, one: Fighter) -> list[int]:
    """The indexes of the enemy stacks that it can fire at."""
    others = side_of(fight, opposite(role)).stacks
    return [j for j, enemy in enumerate(others) if stands(enemy) and _can_hit(state, fight, role, one, enemy)]


def _can_hit(state: HvWState, fight: Battle, role: Role, one: Fighter, enemy: Fighter) -> bool:
    if fight.by_hand:
        return True
    away = field.distance(one.box, enemy.box)
    if is_tower(fight, one.box):
        seen = has_sight(state, fight, one.box, enemy.box)
        return seen and (away == 1 or not is_city(fight, enemy.box))
    if is_city(fight, enemy.box) and not is_tower(fight, enemy.box):
        safe = role == "attacker" or ruled(state, "city_immunity") == "everybody"
        if safe:
            return False  # stacks in City hexes are safe (19.4.1.9, ruling R105)
    return away <= reach_of(state, fight, one) and has_sight(state, fight, one.box, enemy.box)


def has_sight(state: HvWState, fight: Battle, a: str, b: str) -> bool:
    """Whether nothing blocks the line: stones may (19.4.1.3) where terrain counts, but by ruling R106 never at or
    from a tower.
    """
    in_tower = is_tower(fight, a) or is_tower(fight, b)
    if not full_terrain(fight) or (in_tower and ruled(state, "tower_los") == "always"):
        return True
    return field.sees(side_up(fight), a, b, near=ruled(state, "stone_block") == "only_stone_adjacent_to_target")


def hits(state: HvWState, fight: Battle, one: Fighter, enemy: Fighter) -> int:
    """The hits of a shot, by the positions of both stacks."""
    away = field.distance(one.box, enemy.box)
    return hits_over(state, fight, one, away, from_tower=is_tower(fight, one.box))


def hits_over(state: HvWState, fight: Battle, one: Fighter, away: int, *, from_tower: bool) -> int:
    """The hits of a shot before halving: one for each unit, or its Level (19.10); from a tower by range (R63)."""
    if not methods.advanced_hits(fight):
        return one.count
    full, attack = one.count * one.level, _attack(state, one)
    if not from_tower or away <= (attack + 1) // 2:
        return full
    if away <= attack and ruled(state, "tower_fire") == "bands":
        return full // 2
    return one.count
