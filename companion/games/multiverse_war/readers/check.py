"""Invariants of a state: what must be true after every step, whatever was played. Used by random play and tests."""

from __future__ import annotations

from collections import Counter

from companion.games.multiverse_war.world import facts
from companion.games.multiverse_war.world.state import WarState
from companion.games.multiverse_war.world.units import allies, book, health_of, hero_of, is_hero, shares

N = facts.NUMBERS


def broken(state: WarState) -> list[str]:
    """Everything that is wrong with a state, in words; empty when all is well."""
    return [*_units(state), *_buildings(state), *_stacking(state), *_cards(state)]


def _units(state: WarState) -> list[str]:
    found = []
    for name, unit in state.units.items():
        if unit.face not in ("", unit.kind):
            found.append(f"{name} shows {unit.face} and is {unit.kind}")
        if unit.place and (unit.place not in state.hexes or not state.hexes[unit.place].ground):
            found.append(f"{name} stands outside the explored map")
        if is_hero(unit) and not hero_of(state, unit).alive:
            found.append(f"{name} is a dead hero")
        if unit.wounds >= health_of(state, unit) and not state.fights:
            found.append(f"{name} has more wounds than health")
        if unit.seat and state.players[unit.seat].out:
            found.append(f"{name} belongs to a player who is out")
    counts = Counter((one.seat, one.kind) for one in state.units.values() if one.seat)
    for (seat, kind), n in counts.items():
        limit = (
            1 if kind in facts.HOUSE.heroes or kind == "bear" else N["counts"]["decoys" if kind == "decoy" else "kind"]
        )
        found += [f"{seat} has {n} {kind}"] * (n > limit)
    return found


def _buildings(state: WarState) -> list[str]:
    found = [f"{name} has fallen and stands" for name, one in state.buildings.items()
             if one.wounds > book(state).buildings[one.kind].health]  # fmt: skip
    places = Counter(place for one in state.buildings.values() for place in one.places)
    return found + [f"{n} buildings on {place}" for place, n in places.items() if n > 1]


def _stacking(state: WarState) -> list[str]:
    """One military unit and one Builder or Engineer of a side in a hex, and no enemies together."""
    found = []
    there: dict[str, list[str]] = {}
    for name, unit in state.units.items():
        if unit.place:
            there.setdefault(unit.place, []).append(name)
    for place, names in there.items():
        units = [state.units[name] for name in names]
        workers = Counter(shares(state, one) for one in units)
        if workers[True] > 1 or workers[False] > 1:
            found.append(f"{len(units)} units in {place}")
        if any(one.seat not in allies(state, units[0].seat) for one in units):
            found.append(f"enemies together in {place}")
    return found


def _cards(state: WarState) -> list[str]:
    """Every mission and territory is in one place; no more tokens are used than there are."""
    held = Counter(one for player in state.players.values() for one in [*player.missions, *player.accomplished])
    found = [f"mission {name} is held {n} times" for name, n in held.items() if n > 1]
    laid = [tile.id for tile in state.tiles if tile.id]
    found += [f"territory {name} is laid and in the box" for name in laid if name in state.left]
    return found + [
        f"event {n} came up {count} times" for n, count in state.tokens.items() if count > N["counts"]["events"]
    ]
