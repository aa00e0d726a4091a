"""Terrain (15.0, 18.0): which hex sides can be crossed, and what entering a hex costs. For matches that chose it."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise
from typing import NamedTuple

from companion.games.heroes_vs_warlords.records import facts, world
from companion.games.heroes_vs_warlords.records.common import ruled, sheet
from companion.games.heroes_vs_warlords.records.state import HvWState

UNKNOWN = 1
"""The least that entering a hex costs, before its tile is turned (7.1.3)."""
HOLY = "holy_place"
_NAMES = {delta: name for name, delta in facts.DIRECTIONS.items() if name != "C"}


def used(state: HvWState) -> bool:
    """Whether the match plays with terrain (13.0, ruling R92)."""
    return ruled(state, "terrain") == "advanced"


class Country:
    """The terrain of the tiles on the table as one match sees it: hexes, closed sides and roads."""

    def __init__(self, state: HvWState) -> None:
        self.tiles = sheet(state).tiles
        self.placed = state.world.tiles
        self.layout = world.lattice(state.world)
        self.range_cost = ruled(state, "range_entry_cost")
        self.camp_is_cheap = ruled(state, "camp_entry_cost") == "one"
        self.camps = {city.place for city in state.cities.values() if city.camp}

    def _hex(self, place: str) -> tuple[int, facts.Tile, str] | None:
        """The number of the tile a hex lies on, the tile, and the name of the hex; None where none lies face up."""
        found = self.layout.index.get(place)
        id = self.placed[found[0]].id if found else ""
        return (found[0], self.tiles[id], found[1]) if found and id else None

    def price(self, here: str, there: str) -> int | None:
        """Movement points for a step to the next hex (15.6); None if the side between them is closed (15.1)."""
        start, goal = self._hex(here), self._hex(there)
        if start is not None and goal is not None and start[0] == goal[0]:
            return self._inside(goal[1], start[2], goal[2], there)
        if self._road_out(start, here, there) and self._road_out(goal, there, here):
            return facts.TERRAIN_COST["road"]
        if self._rim_closed(start, here, there) or self._rim_closed(goal, there, here):
            return None
        return UNKNOWN if goal is None else self._entry(goal[1], goal[2], there)

    def _inside(self, tile: facts.Tile, start: str, goal: str, there: str) -> int | None:
        """A step between two hexes of one tile: by road (15.5), over a bridge (15.2), or over the open side."""
        if any(_listed(tuple(pairwise(road)), start, goal) for road in tile.roads):
            return facts.TERRAIN_COST["road"]
        closed = _listed(tile.blocked, start, goal) and not _listed(tile.bridges, start, goal)
        return None if closed else self._entry(tile, goal, there)

    def _road_out(self, found: tuple[int, facts.Tile, str] | None, here: str, there: str) -> bool:
        """Whether a road of a tile leads out towards a neighbouring hex; two that meet connect their hexes (15.5)."""
        return found is not None and (found[2], direction(here, there)) in found[1].exits

    def _rim_closed(self, found: tuple[int, facts.Tile, str] | None, here: str, there: str) -> bool:
        """Whether the outer side of a tile towards a neighbouring hex is closed."""
        return found is not None and (found[2], direction(here, there)) in found[1].rim

    def _entry(self, tile: facts.Tile, name: str, place: str) -> int | None:
        """The cost of a hex by its terrain (15.6); ranges and lakes by ruling R94, Camps by R70."""
        hex = tile.hexes[name]
        if hex.feature == HOLY or (self.camp_is_cheap and place in self.camps):
            return facts.TERRAIN_COST["clear"]
        if hex.terrain in ("range", "lake"):
            return self._range(hex.terrain)
        return facts.TERRAIN_COST[hex.terrain]

    def _range(self, terrain: str) -> int | None:
        if self.range_cost == "closed":
            return None
        steep = terrain == "range" and self.range_cost == "as_mountain"
        return facts.TERRAIN_COST["mountain" if steep else "clear"]


def _listed(pairs: tuple[tuple[str, str], ...], one: str, other: str) -> bool:
    return (one, other) in pairs or (other, one) in pairs


class Sides(NamedTuple):
    """The closed sides of one hex, its bridges, and its roads to neighbouring hexes, by direction."""

    closed: tuple[str, ...] = ()
    bridges: tuple[str, ...] = ()
    roads: tuple[str, ...] = ()


def sides_of(tile: facts.Tile, name: str) -> Sides:
    """The sides of a hex of a tile, as they are printed on it (15.1, 15.2, 15.5)."""
    roads = [one for road in tile.roads for one in pairwise(road)]
    closed = [one for one in tile.blocked if not _listed(tile.bridges, *one)]
    rim = tuple(way for where, way in tile.rim if where == name)
    return Sides(_ways(closed, name) + rim, _ways(tile.bridges, name), _ways(roads, name))


def _ways(pairs: Iterable[tuple[str, str]], name: str) -> tuple[str, ...]:
    """The directions from a hex over its sides among some pairs of hexes of its tile."""
    others = [pair[1 - pair.index(name)] for pair in pairs if name in pair]
    (q, r), steps = facts.DIRECTIONS[name], facts.DIRECTIONS
    return tuple(_NAMES[steps[other][0] - q, steps[other][1] - r] for other in others)


def direction(here: str, there: str) -> str:
    """The direction of a neighbouring hex; "" when it is not a neighbour."""
    (q, r), (to_q, to_r) = world.coordinates(here), world.coordinates(there)
    return _NAMES.get((to_q - q, to_r - r), "")


def price(state: HvWState, here: str, there: str) -> int | None:
    """Movement points for one step on the map: 1 in the Basic game, else by terrain; None over a closed side."""
    return Country(state).price(here, there) if used(state) else 1


def is_open(state: HvWState, here: str, there: str) -> bool:
    """Whether a side can be crossed at all (15.1): for retreats, Camps, and reactions (rulings R48, R95, R96)."""
    return not used(state) or not state.world.mapped or Country(state).price(here, there) is not None


def bars_reactions(state: HvWState) -> bool:
    """Whether closed sides keep Heroes and guards from reacting (ruling R95)."""
    return used(state) and ruled(state, "reaction_terrain") == "blocked_by_impassable"


def reacts_across(state: HvWState, here: str, there: str) -> bool:
    """Whether somebody in one hex can react into another: they are neighbours, and no closed side bars it."""
    if there not in world.neighbours(state.world, here):
        return False
    return not bars_reactions(state) or is_open(state, here, there)


def within_reach(state: HvWState, place: str) -> tuple[str, ...]:
    """The neighbouring hexes on the map from which somebody can react into this one."""
    around = world.neighbours(state.world, place)
    if not bars_reactions(state):
        return around
    country = Country(state)
    return tuple(one for one in around if country.price(one, place) is not None)


def dearest(state: HvWState) -> int:
    """The highest cost of entering one hex: a Hero who has paid more has entered several (7.1.1, 15.6)."""
    return max(facts.TERRAIN_COST.values()) if used(state) else 1


def paid(mp: int, cost: int) -> int:
    """What a Hero pays: with 1 point left it is always possible to enter one last hex (18.0)."""
    return min(mp, cost)
