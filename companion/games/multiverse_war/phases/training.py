"""Where new cubes are placed: what a building trains, how many a turn, on which hexes."""

from __future__ import annotations

from companion.engine.core.effects import Rule
from companion.engine.core.menu import Offer, menu
from companion.engine.core.text import t
from companion.engine.game.hexlines import neighbours
from companion.games.multiverse_war.fighting.aiming import place_of_choice
from companion.games.multiverse_war.world import facts
from companion.games.multiverse_war.world.facts import Kind
from companion.games.multiverse_war.world.land import building_at, is_free_for, own_buildings
from companion.games.multiverse_war.world.state import Building, Unit, WarState
from companion.games.multiverse_war.world.units import book, building_name, ruled

N = facts.NUMBERS
OPEN = ("grassland", "forest", "hill")


def rooms(state: WarState, seat: str) -> list[str]:
    """The buildings that can train one more unit now (A40)."""
    found = []
    for name, one in own_buildings(state, seat).items():
        fresh = one.built == state.turn and one.kind != "settlement" and ruled(state, "new_building", "next-turn")
        limit = N["building"]["settlement_units" if one.kind == "settlement" else "building_units"]
        if fresh or one.trained >= limit or not book(state).buildings[one.kind].trains:
            continue
        found.append(name)
    return found


def free_places(state: WarState, seat: str, kind: str, name: str) -> list[str]:
    """The hexes of a building where a new unit of a kind can be placed; the neighbouring ones if it is full."""
    if not state.mapped:
        return [""]
    unit, places = Unit(seat, kind), state.buildings[name].places
    inside = [one for one in places if is_free_for(state, unit, one)]
    if inside or len(places) > 1:
        return inside
    return [
        to
        for one in places
        for to in neighbours(one)
        if to in state.hexes
        and state.hexes[to].ground in OPEN
        and not state.hexes[to].event
        and building_at(state, to) is None
        and is_free_for(state, unit, to)
    ]


def trains(state: WarState, seat: str, building: Building, kind: Kind) -> bool:
    """Whether a building trains a kind: of its class and age; the settlement trains every unlocked kind (A32)."""
    if building.kind == "settlement":
        fits = [one for one in own_buildings(state, seat).values() if one.kind in kind.train and one.age >= kind.age]
        return (
            kind.age == 1
            or bool([one for one in fits if one.kind != "settlement"])
            or ruled(state, "settlement_trains", "unlocked")
        )
    if kind.id == "decoy":
        return True
    return (
        building.kind in kind.train
        and kind.sort in book(state).buildings[building.kind].trains
        and building.age >= kind.age
    )


def place_in(state: WarState, seat: str, able: dict[str, list[str]]) -> Rule[str]:
    """Ask where a new cube is placed, and count it against its building."""
    places = {place: name for name in able for place in able[name]}
    if not state.mapped:
        options = [Offer(name, building_name(state, state.buildings[name]), value=name) for name in able]
        name = yield from menu(
            seat, t("In which building is it trained?"), options, about="where", skip_single=True, section="Units"
        )
        state.buildings[name].trained += 1
        return ""
    place = yield from place_of_choice(state, seat, t("Where does it come in?"), list(places), "where", "Units")
    state.buildings[places[place]].trained += 1
    return place
