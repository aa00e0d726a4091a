"""The map: terrain, roads, who is where, movement costs, building sites. Pure functions that ask nothing.

Without a map in the app (`mapped` is False) there are no hexes: cubes and buildings have no place, and players say what
the real map shows.
"""

from __future__ import annotations

from collections.abc import Callable

from companion.engine.core.errors import Refusal
from companion.engine.core.refusals import refuse_if
from companion.engine.core.text import Text, listed, plural, t
from companion.engine.game.hexlines import connected, distance, neighbours
from companion.games.multiverse_war.world import facts
from companion.games.multiverse_war.world.places import CITY_SIZE, place_name
from companion.games.multiverse_war.world.state import Building, Hex, Unit, WarState
from companion.games.multiverse_war.world.units import allies, are_foes, book, number_of, ruled, shares, sort_of

COST: dict[str, int] = facts.NUMBERS["ground"]["cost"]


def hex_name(state: WarState, place: str) -> Text:
    """A hex by its name, terrain and what is on it."""
    here, name = state.hexes.get(place), place_name(state, place)
    if here is None:
        return name
    structure = building_at(state, place)
    if structure is not None and len(structure[1].places) == CITY_SIZE:
        return name
    if structure is not None:
        return t("{place}: {building}", place=name, building=t(book(state).buildings[structure[1].kind].name))
    return t("{place}: {ground}", place=name, ground=ground_words(here))


def ground_words(here: Hex) -> Text:
    """The terrain of a hex and what lies on it, in the same words wherever a hex is told of."""
    ground = t("{ground} with a road", ground=t(here.ground)) if here.road else t(here.ground or "unexplored")
    words = [ground, *[t("random event")] * here.event, *[t("quarry")] * here.quarry]
    return listed(words) if words[1:] else ground


# ---- what stands where


def units_at(state: WarState, place: str) -> dict[str, Unit]:
    """All cubes in a hex."""
    return {name: one for name, one in state.units.items() if one.place == place} if place else {}


def enemies_at(state: WarState, seat: str, place: str) -> dict[str, Unit]:
    """The enemy cubes in a hex, defenders first: Builders and Engineers come last."""
    found = [(name, one) for name, one in units_at(state, place).items() if are_foes(state, seat, one.seat)]
    return dict(sorted(found, key=lambda pair: is_escort(state, pair[1])))


def is_escort(state: WarState, unit: Unit) -> bool:
    """Whether a unit shares a hex with a military unit without defending it; nobody can tell for hidden cubes."""
    return shares(state, unit)


def building_at(state: WarState, place: str) -> tuple[str, Building] | None:
    """The building or settlement in a hex, with its id."""
    for name, one in state.buildings.items():
        if place in one.places:
            return name, one
    return None


def busy_places(state: WarState) -> dict[str, None]:
    """Every hex with a cube or a building, as the keys of an ordered dict; elsewhere only the terrain matters."""
    places = {place: None for one in state.buildings.values() for place in one.places}
    return places | {one.place: None for one in state.units.values() if one.place}


def post_of(state: WarState, unit: Unit) -> Building | None:
    """The building that a cube is in, or None; without a map in the app, the one named by its attacker."""
    found = building_at(state, unit.place) if unit.place else None
    return found[1] if found is not None else state.buildings.get(f"b{unit.marks.get('inside', 0)}")


def enemy_building(state: WarState, seat: str, place: str) -> str:
    """The id of an enemy building in a hex, "" for none."""
    found = building_at(state, place)
    closed = found is not None and are_foes(state, seat, found[1].seat) and not is_fallen(state, found[1])
    return found[0] if found is not None and closed else ""


def is_fallen(state: WarState, building: Building) -> bool:
    """Whether a building has no health left: a settlement that must still be entered (A24)."""
    return building.wounds >= book(state).buildings[building.kind].health


def settlement(state: WarState, seat: str) -> tuple[str, Building] | None:
    """A player's settlement with its id, or None when it has fallen."""
    return next(
        ((name, one) for name, one in state.buildings.items() if (one.seat, one.kind) == (seat, "settlement")), None
    )


def own_buildings(state: WarState, seat: str, kind: str = "") -> dict[str, Building]:
    """A player's buildings by id, including the settlement unless a kind is given."""
    return {name: one for name, one in state.buildings.items() if one.seat == seat and kind in ("", one.kind)}


def garrison(state: WarState, name: str) -> dict[str, Unit]:
    """The cubes inside a building, of its own side; without a map in the app, those named by its attacker."""
    building = state.buildings[name]
    side = allies(state, building.seat)
    if not state.mapped:
        return {one: unit for one, unit in state.units.items()
                if unit.seat in side and unit.marks.get("inside") == number_of(name)}  # fmt: skip
    return {one: unit for one, unit in state.units.items() if unit.seat in side and unit.place in building.places}


def is_shielded(state: WarState, place: str) -> bool:
    """Whether a Protector's Shield Wall protects a hex from shots."""
    return any(one.marks.get("shield") and one.place and distance(one.place, place) <= 1
               and any(other.seat in allies(state, one.seat) for other in units_at(state, place).values())
               for one in state.units.values())  # fmt: skip


def is_free_for(state: WarState, unit: Unit, place: str) -> bool:
    """Whether a cube may stop in a hex, which holds one military unit and one Builder or Engineer."""
    return not any(
        are_foes(state, unit.seat, one.seat) or shares(state, one) == shares(state, unit)
        for one in units_at(state, place).values()
        if one is not unit
    )


# ---- ground


def ground_at(state: WarState, place: str) -> str:
    """The terrain of a hex that counts in combat (A07, A43)."""
    here = state.hexes.get(place)
    if here is None:
        return "grassland"
    if building_at(state, place) is not None and ruled(state, "under_building", "ignored"):
        return "building"
    return "road" if here.road and ruled(state, "road_ground", "road-neutral") else here.ground


def is_road(state: WarState, place: str) -> bool:
    """Whether a hex counts as road: a road, a building, a settlement."""
    here = state.hexes.get(place)
    return here is not None and (here.road or building_at(state, place) is not None)


def entry_cost(state: WarState, origin: str, place: str) -> int | None:
    """The action points to go from a hex to the next one; None if that is impossible."""
    here = state.hexes.get(place)
    if here is None or here.ground in ("", "mountain"):
        return None
    if building_at(state, place) is not None or (is_road(state, place) and is_road(state, origin)):
        return int(COST["road"])
    return ground_cost(state, here.ground)


def ground_cost(state: WarState, ground: str) -> int | None:
    """The action points to enter a hex with this terrain and nothing on it; None if that is impossible."""
    if ground == "water":
        return int(facts.NUMBERS["ground"]["shallow"]) if ruled(state, "water", "shallow") else None
    return COST.get(ground)


def step_cost(state: WarState, unit: Unit, origin: str, place: str) -> int | None:
    """The action points of a step of this cube; None if it is impossible. Own and allied cubes may be passed,
    enemies not (A42).
    """
    blocked = any(are_foes(state, unit.seat, one.seat) for one in units_at(state, place).values())
    if enemy_building(state, unit.seat, place) or (blocked and not ruled(state, "passing", "free-pass")):
        return None
    return entry_cost(state, origin, place)


def pricing(state: WarState, unit: Unit, busy: dict[str, None]) -> Callable[[str, str], int | None]:
    """A fast function for the cost of a cube's steps when many are needed: in most hexes only the terrain matters."""

    def price(origin: str, to: str) -> int | None:
        here = state.hexes.get(to)
        if here is not None and to not in busy and not here.road:
            return ground_cost(state, here.ground)
        return step_cost(state, unit, origin, to)

    return price


def is_unexplored(state: WarState, place: str) -> bool:
    """Whether a hex of the map lies face down."""
    return place in state.hexes and not state.hexes[place].ground


def unexplored_beside(state: WarState, place: str) -> list[str]:
    """The neighbouring hexes that lie face down."""
    return [one for one in neighbours(place) if is_unexplored(state, one)]


# ---- building


def near(state: WarState, place: str, reach: int) -> list[str]:
    """The hexes of the map within `reach` steps of one, including that one."""
    return [one for one in state.hexes if distance(one, place) <= reach]


def spacing_refusal(state: WarState, seat: str, kind: str, place: str) -> Refusal | None:
    """Why a building is too near to a settlement or another building: 3 hexes, or 2 if one of them is a Guard
    Tower. None if it is not.
    """
    cards, wide = book(state).buildings, book(state).buildings[kind].spacing
    counted = [one for one in state.buildings.values()
               if one.seat == seat or ruled(state, "spacing", "everybody")]  # fmt: skip
    for one in counted:
        need = min(wide, cards[one.kind].spacing)
        if any(distance(place, other) < need for other in one.places):
            return Refusal(
                "Buildings",
                plural(
                    need,
                    "It must be at least 1 hex away from other buildings.",
                    "It must be at least {n} hexes away from other buildings.",
                ),
            )
    return None


def site_refusal(state: WarState, seat: str, kind: str, place: str) -> Refusal | None:
    """Why a building cannot be placed in a hex, or None."""
    here, where = state.hexes[place], place_name(state, place)
    if building_at(state, place) is not None:
        return Refusal("Buildings", t("{place} has a building already.", place=where))
    if here.ground not in COST or here.quarry:
        return Refusal("Buildings", t("Nothing can be built on {place}.", place=where))
    if any(are_foes(state, seat, one.seat) for one in units_at(state, place).values()):
        return Refusal("Buildings", t("An enemy stands on {place}.", place=where))
    free = kind == "guard_tower" and ruled(state, "tower_unexplored", "tower-free")
    unknown = unexplored_beside(state, place) and not free
    dark = refuse_if(unknown, "Third turn", t("{place} is next to unexplored ground.", place=where), "unexplored")
    event = any(state.hexes[one].event for one in (place, *neighbours(place)) if one in state.hexes)
    token = refuse_if(
        event, "Third turn", t("{place} is next to a random event that nobody has explored.", place=where)
    )
    return dark or token or spacing_refusal(state, seat, kind, place)


def supplied(state: WarState, seat: str) -> list[str]:
    """The revenue buildings of a player that a continuous road joins to the settlement (Logistics)."""
    home = settlement(state, seat)
    if home is None:
        return []
    joined = connected(home[1].places, [place for place in state.hexes if is_road(state, place)])
    cards = book(state).buildings
    return [
        name
        for name, one in own_buildings(state, seat).items()
        if one.kind != "settlement" and cards[one.kind].revenue and any(place in joined for place in one.places)
    ]


def is_friendly_ground(state: WarState, seat: str, place: str) -> bool:
    """Whether a hex is in the own settlement or a building, or next to one."""
    own = [place for one in own_buildings(state, seat).values() for place in one.places]
    return place in own or any(one in own for one in neighbours(place))


def controls(state: WarState, seat: str, place: str) -> bool:
    """Whether a player controls a quarry: an own unit or building there, no enemy unit; decoys never count."""
    there = units_at(state, place).values()
    own = any(one.seat == seat and sort_of(state, one) != "decoy" for one in there)
    found = building_at(state, place)
    built = found is not None and found[1].seat == seat
    return (own or built) and not any(are_foes(state, seat, one.seat) for one in there)


def quarries(state: WarState, seat: str) -> list[str]:
    """The quarries a player controls."""
    return [place for place, one in state.hexes.items() if one.quarry and controls(state, seat, place)]


def friends_near(state: WarState, seat: str, place: str, reach: int = 1) -> dict[str, Unit]:
    """The cubes of a side within `reach` steps of a hex, by id."""
    side = allies(state, seat)
    return {name: one for name, one in state.units.items()
            if one.seat in side and one.place and distance(one.place, place) <= reach}  # fmt: skip
