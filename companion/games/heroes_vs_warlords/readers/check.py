"""Invariants of a state: what must be true after every step, whatever was played. Used by random play and tests."""

from __future__ import annotations

from collections.abc import Iterable

from companion.games.heroes_vs_warlords.advanced import methods
from companion.games.heroes_vs_warlords.display import field, position
from companion.games.heroes_vs_warlords.fighting.deployment import OPEN_GROUND
from companion.games.heroes_vs_warlords.fighting.siege import TOWERS
from companion.games.heroes_vs_warlords.moving.unmapped import FIELDS
from companion.games.heroes_vs_warlords.records import facts, world
from companion.games.heroes_vs_warlords.records.common import cities_of, heroes_in_play, ruled, stacks_of
from companion.games.heroes_vs_warlords.records.state import Battle, City, Hero, HvWState, Player, Side, Site, Stack
from companion.games.heroes_vs_warlords.turns.cities import PREREQUISITE


def broken(state: HvWState) -> list[str]:
    """Everything that is wrong with a state, in words; empty when all is well."""
    problems: list[str] = []
    for player in state.players.values():
        problems += _player(state, player)
        for hero in player.heroes:
            problems += _hero(state, hero)
    for site in state.sites.values():
        problems += _site(state, site) + _garrison(state, f"site {site.place}", site.garrison)
    for city in state.cities.values():
        problems += _city(state, city) + _garrison(state, f"city {city.id}", city.units)
    problems += _equipment(state)
    problems += _shared_hexes(state)
    problems += _tiles(state)
    if state.battle is not None:
        problems += _battle(state.battle)
    return problems


def _player(state: HvWState, player: Player) -> list[str]:
    """A defeated player has nothing left (8.13); others have lost the Heroes that are dead (4.1)."""
    dead = sum(hero.status == "dead" for hero in player.heroes)
    if not player.defeated:
        return [f"{player.seat} lost {player.losses} Heroes, {dead} are dead"] if dead > player.losses else []
    sites = [site for site in state.sites.values() if site.owner == player.seat]
    left: list[City | Site] = [*cities_of(state, player.seat), *sites]
    problems = [f"{player.seat} is defeated and still owns {one.place}" for one in left]
    if dead < len(player.heroes):
        problems.append(f"{player.seat} is defeated and still has a Hero")
    return problems


def _hero(state: HvWState, hero: Hero) -> list[str]:
    problems = _stacks(f"hero {hero.id}", stacks_of(hero))
    if len(hero.sections) != facts.SETUP["sections"]:
        problems.append(f"hero {hero.id} has {len(hero.sections)} sections")
    if hero.status != "in_play" and (stacks_of(hero) or hero.place):
        problems.append(f"hero {hero.id} is {hero.status} but not gone from the table")
    if hero.status == "in_play" and not _is_somewhere(state, hero.place):
        problems.append(f"hero {hero.id} is nowhere: {hero.place!r}")
    if any(stack.locked or stack.faction not in (hero.seat, "mercenaries") for stack in stacks_of(hero)):
        problems.append(f"hero {hero.id} leads units that are not his")
    if sum(stack.faction == "mercenaries" for stack in stacks_of(hero)) > 1:
        problems.append(f"hero {hero.id} leads two stacks of Mercenaries")
    problems += [
        f"hero {hero.id}: {name} {getattr(hero, name)} above its limit"
        for name in (*facts.ABILITIES, "level")
        if getattr(hero, name) > facts.HERO_LIMITS[name]
    ]
    return problems


def _stacks(where: str, stacks: Iterable[Stack]) -> list[str]:
    problems = []
    for stack in stacks:
        if not 1 <= stack.count <= facts.SETUP["stack_limit"]:
            problems.append(f"{where}: a stack of {stack.count}")
        if stack.level not in facts.UNITS.get(stack.faction, {}):
            problems.append(f"{where}: no {stack.faction} unit of Level {stack.level}")
    return problems


def _is_somewhere(state: HvWState, place: str) -> bool:
    """On a hex of the map, or anywhere the table can name; in set-up Heroes have no place yet."""
    if state.world.mapped and state.round:
        return world.known(state.world, place)
    return bool(place) or not state.round


def _site(state: HvWState, site: Site) -> list[str]:
    problems = _stacks(f"site {site.place}", [*site.guards, *site.garrison])
    wrong = {
        "has guards and a Control marker": site.guards and site.owner,
        "has a garrison without owner": site.garrison and not site.owner,
        "belongs to nobody at the table": site.owner and site.owner not in state.seats,
        "is explored and guarded": site.explored and site.guards,
        "has Mercenaries as garrison": any(stack.faction == "mercenaries" for stack in site.garrison),
        "has units waiting and is not active": site.waiting and not site.active,
        "is guarded and not active": site.guards and not site.active,
        "is no place for this": not _fits(site),
    }
    return problems + [f"site {site.place} {what}" for what, found in wrong.items() if found]


def _garrison(state: HvWState, where: str, units: list[Stack]) -> list[str]:
    """Six stacks where ruling R34c says so."""
    most = facts.SETUP["sections"] if ruled(state, "garrison_sections") == "six" else len(units)
    return [f"{where} has more than six stacks"] if len(units) > most else []


def _fits(site: Site) -> bool:
    """Markers lie only where they belong: recruits, visits, owners each on their kind of objective (2.0)."""
    kind = site.kind
    recruits = kind == "recruitment" or not (site.waiting or site.mercenaries)
    visits = kind in ("outpost", "holy_place") or not site.visited
    used = kind in ("tower", "holy_place") or not site.used_by
    owned = kind in ("resource", "recruitment") or not site.owner
    explored = kind == "ruin" or not site.explored
    guarded = kind in ("resource", "ruin", "tower") or not site.guards
    return recruits and visits and used and owned and explored and guarded


def _city(state: HvWState, city: City) -> list[str]:
    problems = _stacks(f"city {city.id}", city.units)
    standing = set(city.facilities)
    orphans = [name for name in city.facilities if PREREQUISITE.get(name, "hamlet") not in standing]
    wrong = {
        f"belongs to nobody at the table: {city.owner}": city.owner and city.owner not in state.seats,
        "has a facility twice": len(standing) < len(city.facilities),
        "lacks what must stand first": orphans,
        "has other tower states than towers": len(city.tower_states) > city.towers,
    }
    return problems + [f"city {city.id} {what}" for what, found in wrong.items() if found]


def _tiles(state: HvWState) -> list[str]:
    """7.1.3: every tile lies once, and as many face down as are counted."""
    laid = [tile.id for tile in state.world.tiles if tile.id]
    problems = [f"tile {name} lies twice or is still in the box" for name in laid if laid.count(name) > 1]
    problems += [f"tile {name} lies on the table and in the box" for name in laid if name in state.world.unseen]
    hidden = sum(not tile.id for tile in state.world.tiles)
    if state.world.mapped and state.round and hidden != state.world.face_down:
        problems.append(f"{hidden} tiles lie face down, {state.world.face_down} are counted")
    return problems


def _on_display(fight: Battle) -> list[str]:
    """19.5, 19.9: one stack a hex, none on a graveyard, a wall or the drawbridge that stand; hits below the Level."""
    both = [*fight.attacker.stacks, *fight.defender.stacks]
    held = [one.box for one in both if position.stands(one) and one.box not in position.BY_HAND]
    closed = [
        name for name in held if name in field.GRAVEYARD[position.side_up(fight)] or position.is_wall(fight, name)
    ]
    towers = [one.box for one in fight.attacker.stacks if position.stands(one) and position.is_tower(fight, one.box)]
    wrong = {
        "two stacks stand in one hex": len(set(held)) < len(held),
        f"stacks stand on closed hexes: {closed}": closed,
        f"besiegers stand in towers: {towers}": towers,
        "a Hit marker is as high as the Level": any(one.wounds >= max(one.level, 1) for one in both),
        "a stack of more than twenty": any(one.count > facts.SETUP["stack_limit"] for one in both),
    }
    return [what for what, found in wrong.items() if found]


def _battle(fight: Battle) -> list[str]:
    """8.2: no box holds two stacks, and no stack more than 20 units."""
    if methods.on_display(fight):
        return _on_display(fight)
    towers = len(fight.wall.towers) if fight.wall is not None else 0
    room = {"ranged": 2, "wall": 5, OPEN_GROUND: 2, **dict.fromkeys(TOWERS[:towers], 1)}
    crowded = sum(one.box in (*TOWERS, OPEN_GROUND) for one in fight.defender.stacks if one.count) > 2
    return [*_side(fight.attacker, room), *_side(fight.defender, room), *(["no tower box is left"] * crowded)]


def _side(side: Side, room: dict[str, int]) -> list[str]:
    boxes = [one.box for one in side.stacks if one.count]
    problems = [f"{side.seat}: too many stacks in {box}" for box in room if boxes.count(box) > room[box]]
    known = (*room, "other", "out", "waiting")
    problems += [f"{side.seat}: there is no box {box}" for box in boxes if box not in known]
    return problems + [
        f"{side.seat}: a stack of {one.count}" for one in side.stacks if one.count > facts.SETUP["stack_limit"]
    ]


def _equipment(state: HvWState) -> list[str]:
    """Markers in the cup and on Displays never exceed what the game has."""
    problems = []
    for kind in facts.EQUIPMENT.values():
        carried = [hero.equipment.count(kind.id) for player in state.players.values() for hero in player.heroes]
        if state.cup.get(kind.id, 0) + sum(carried) > kind.count:
            problems.append(f"more than {kind.count} markers {kind.id}")
    return problems


def _shared_hexes(state: HvWState) -> list[str]:
    """7.2: units of different players share a hex in combat only, or while a Hero who entered it is dealt with."""
    if state.battle is not None:
        return []
    seen: dict[str, str] = {}
    problems = []
    for hero in heroes_in_play(state):
        if hero.id == state.world.walking or hero.place in ("", "open", *FIELDS.values()):
            continue
        if seen.setdefault(hero.place, hero.seat) != hero.seat:
            problems.append(f"{hero.id} shares {hero.place} with {seen[hero.place]}")
    return problems
