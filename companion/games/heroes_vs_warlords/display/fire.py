"""Ranged Combat on the Battle Display (19.10, 19.17.1): range, line of sight, who can be a target, hits from towers."""

from __future__ import annotations

from companion.games.heroes_vs_warlords.advanced import methods
from companion.games.heroes_vs_warlords.display import field
from companion.games.heroes_vs_warlords.display.position import (
    beside_enemy,
    is_city,
    is_tower,
    lies_in,
    side_up,
    stands,
)
from companion.games.heroes_vs_warlords.fights import Role, opposite, side_of, value_of
from companion.games.heroes_vs_warlords.state import Battle, Fighter, HvWState


def reach_of(state: HvWState, fight: Battle, one: Fighter) -> int:
    """The maximum range: half the Attack, rounded up, and 1 more from a stone hex (19.10, 19.4.1.3)."""
    attack = value_of(state, one).attack
    return (attack + 1) // 2 + lies_in(fight, one.box, "stones")


def may_fire(fight: Battle, role: Role, one: Fighter) -> bool:
    """Outside towers nobody fires who is next to an enemy (ruling R75), has moved or has acted."""
    if not stands(one) or one.moved or one.fought:
        return False
    return is_tower(fight, one.box) or not beside_enemy(fight, role, one.box)


def targets(state: HvWState, fight: Battle, role: Role, one: Fighter) -> list[int]:
    """The enemy stacks it can fire at."""
    others = side_of(fight, opposite(role)).stacks
    return [j for j, enemy in enumerate(others) if stands(enemy) and _can_hit(state, fight, role, one, enemy)]


def _can_hit(state: HvWState, fight: Battle, role: Role, one: Fighter, enemy: Fighter) -> bool:
    away = field.distance(one.box, enemy.box)
    if is_tower(fight, one.box):
        return away == 1 or not is_city(fight, enemy.box)
    if role == "attacker" and is_city(fight, enemy.box) and not is_tower(fight, enemy.box):
        return False  # stacks in City hexes are safe (19.4.1.9, ruling R105)
    return away <= reach_of(state, fight, one) and has_sight(fight, one.box, enemy.box)


def has_sight(fight: Battle, a: str, b: str) -> bool:
    """Stones may cut the line (19.4.1.3); never at or from a tower (ruling R106), and only where terrain counts."""
    if is_tower(fight, a) or is_tower(fight, b) or fight.method != "display_advanced":
        return True
    return field.sees(side_up(fight), a, b)


def hits(state: HvWState, fight: Battle, one: Fighter, enemy: Fighter) -> int:
    """Hits of a shot before halving: a unit each, or its Level (19.10); from a tower by distance (R63)."""
    if not methods.advanced_hits(fight):
        return one.count
    full, attack = one.count * one.level, value_of(state, one).attack
    away = field.distance(one.box, enemy.box)
    if not is_tower(fight, one.box) or away <= (attack + 1) // 2:
        return full
    return full // 2 if away <= attack else one.count
