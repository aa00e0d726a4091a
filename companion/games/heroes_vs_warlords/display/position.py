"""Positions on the Battle Display, and what each hex means for a stack (19.4.1, 19.17)."""

from __future__ import annotations

from companion.games.heroes_vs_warlords.display import field
from companion.games.heroes_vs_warlords.fighting.fights import Role, kind_of, opposite, side_of
from companion.games.heroes_vs_warlords.records.state import Battle, Fighter, HvWState

OPEN, WOODS, CITY = "open_ground", "in_woods", "in_city"
BY_HAND = (OPEN, WOODS, CITY)
"""Where a stack stands whose counter the table moves: only what changes a number (ruling R124)."""


def side_up(fight: Battle) -> field.Side:
    """The side of the display in use: the one with the wall for a City or Camp (19.4)."""
    return "city" if fight.wall is not None else "open"


def stands(one: Fighter) -> bool:
    """Whether a stack is on a hex, or on the players' own Battle Display."""
    return one.count > 0 and (one.box in field.HEXES or one.box in BY_HAND)


def full_terrain(fight: Battle) -> bool:
    """Whether stones, woods and fords count: in method 4, by ruling R91 in both (19.4.1)."""
    return fight.method == "display_advanced" or fight.terrain == "all"


def lies_in(fight: Battle, name: str, kind: str) -> bool:
    """Whether a hex has a kind of terrain that counts."""
    if name in BY_HAND:
        return full_terrain(fight) and (name, kind) == (WOODS, "woods")
    return full_terrain(fight) and name in field.of_kind(side_up(fight), kind)


def occupants(fight: Battle) -> dict[str, Role]:
    """The role of the stack on each occupied hex."""
    return {one.box: role for role in _ROLES for one in side_of(fight, role).stacks if stands(one)}


_ROLES: tuple[Role, Role] = ("attacker", "defender")


def enemies_of(fight: Battle, role: Role) -> list[Fighter]:
    """The stacks of the other side on the display."""
    return [one for one in side_of(fight, opposite(role)).stacks if stands(one)]


# ---- the wall


def is_destroyed(fight: Battle, name: str) -> bool:
    """Whether a wall, drawbridge or tower hex is destroyed (19.17.2)."""
    return fight.hexes.get(name) == "destroyed"


def is_wall(fight: Battle, name: str) -> bool:
    """Whether a hex is an intact or damaged part of the wall, including the drawbridge (19.4.1.6, 19.4.1.7)."""
    return fight.wall is not None and name in field.WALLS and not is_destroyed(fight, name)


def built_towers(fight: Battle) -> tuple[str, ...]:
    """The tower hexes with a tower (19.17.1)."""
    return field.TOWERS[: fight.wall.towers_built] if fight.wall is not None else ()


def standing_towers(fight: Battle) -> list[str]:
    """The towers that are not destroyed."""
    return [name for name in built_towers(fight) if not is_destroyed(fight, name)]


def is_tower(fight: Battle, name: str) -> bool:
    """Whether a hex is a tower that was built and is not destroyed."""
    return name in built_towers(fight) and not is_destroyed(fight, name)


def is_city(fight: Battle, name: str) -> bool:
    """Whether a hex is a City hex: behind the wall, and unbuilt towers; not a destroyed wall or tower (19.4.1.9,
    ruling R106).
    """
    return fight.wall is not None and (name == CITY or name in field.CITY) and not is_destroyed(fight, name)


# ---- who is beside whom


def threatens(fight: Battle, enemy: Fighter) -> bool:
    """Whether an enemy stack affects movement: not from a tower (19.17.1)."""
    return not is_tower(fight, enemy.box)


def beside_enemy(fight: Battle, role: Role, name: str) -> bool:
    """Whether a hex is next to an enemy stack that affects movement."""
    return name in beside_enemies(fight, role)


def beside_enemies(fight: Battle, role: Role) -> set[str]:
    """All hexes next to enemy stacks that affect movement; empty if counters are moved by hand."""
    if fight.by_hand:
        return set()
    return {name for one in enemies_of(fight, role) if threatens(fight, one) for name in field.neighbours(one.box)}


def nearest(fight: Battle, role: Role, name: str) -> int:
    """The distance in hexes to the nearest enemy, regardless of terrain, towers and walls (19.7, ruling R103)."""
    return min((field.distance(name, one.box) for one in enemies_of(fight, role)), default=0)


def is_ranged(state: HvWState, one: Fighter) -> bool:
    """Whether a stack consists of Ranged units."""
    return kind_of(state, one) == "ranged"
