"""Choosing targets for attacks and abilities, both with the map in the app and with the map on the table only."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from companion.engine.core.asking import choose, note, pick
from companion.engine.core.effects import Rule
from companion.engine.core.errors import Refusal
from companion.engine.core.forms import Option
from companion.engine.core.menu import Offer, menu
from companion.engine.core.text import Text, t
from companion.engine.game.hexlines import neighbours
from companion.games.multiverse_war.fighting.fight import attack, fixed, target_at
from companion.games.multiverse_war.fighting.unmapped import attacked, enemies, is_found_out
from companion.games.multiverse_war.world.land import building_at, entry_cost, hex_name, is_shielded, units_at
from companion.games.multiverse_war.world.sight import shot_refusal, targets_in_reach
from companion.games.multiverse_war.world.state import Blow, Unit, WarState
from companion.games.multiverse_war.world.units import are_foes, attributes, is_hero, label_for, range_of, ruled, shares
from companion.games.multiverse_war.world.wording import action_points

ATTACK = "Facing your first enemy"
OF_UNITS, OF_HEROES = "Tactical points", "Mission four: heroes"
"""The chapters about what units and heroes are able to."""

# ---- who may be attacked at all


def attack_refusal(state: WarState, seat: str, victim: str) -> Refusal | None:
    """Why a player may not be attacked: not the left-hand neighbour (A33), or a treaty. None if allowed."""
    if not victim or victim not in state.seats:
        return None
    if any(seat in one.seats and victim in one.seats and one.until >= state.turn for one in state.treaties):
        return Refusal("Added rules: free for all", t("There is a treaty."))
    alive = [one for one in state.seats if not state.players[one].out]
    free = state.teams or state.diplomacy or len(alive) < 3 or seat not in alive or ruled(state, "left_only", "off")
    if free or alive[(alive.index(seat) + 1) % len(alive)] == victim:
        return None
    return Refusal("Added rules: free for all", t("Only the left-hand neighbour may be attacked."))


def owner_at(state: WarState, seat: str, place: str) -> str:
    """The seat whose unit or building would be attacked in a hex."""
    name = target_at(state, seat, place)
    return (state.buildings.get(name) or state.units[name]).seat if name else ""


def launch_refusal(state: WarState, unit: Unit) -> Refusal | None:
    """Why nothing can be begun from this hex: attacks and explorations need a hex without another unit (A66)."""
    others = [one for one in units_at(state, unit.place).values() if one is not unit]
    if any(not shares(state, one) or ruled(state, "launch", "strict") for one in others):
        return Refusal("Possible actions", t("Another unit stands in its hex."))
    return None


def melee_refusal(state: WarState, unit: Unit, place: str, ap: int) -> Refusal | None:
    """Why a unit may not attack a neighbouring hex in melee: action points, terrain, its own hex, treaties. None if
    it may.
    """
    cost = entry_cost(state, unit.place, place)
    if cost is None or state.hexes[place].ground == "water":
        return Refusal("Quick reference sheet", t("Nobody can attack into this hex."))
    if ap < cost:
        return Refusal("Combat mechanics", t("It needs {points}.", points=action_points(cost)))
    return launch_refusal(state, unit) or attack_refusal(state, unit.seat, owner_at(state, unit.seat, place))


# ---- where to


def melee_places(state: WarState, unit: Unit, ap: int = 9) -> list[str]:
    """The neighbouring hexes with an enemy that the unit may attack in melee, with `ap` action points."""
    return [place for place in neighbours(unit.place) if place in state.hexes and target_at(state, unit.seat, place)
            and melee_refusal(state, unit, place, ap) is None]  # fmt: skip


def shot_places(state: WarState, unit: Unit, reach: int) -> list[str]:
    """The hexes with an enemy that the unit may shoot at."""
    return [place for place in targets_in_reach(state, unit, reach) if target_at(state, unit.seat, place)
            and attack_refusal(state, unit.seat, owner_at(state, unit.seat, place)) is None
            and not is_shielded(state, place)]  # fmt: skip


def can_aim(state: WarState, unit: Unit, places: Sequence[str], *, shot: bool = False) -> bool:
    """Whether there is a target; without a map in the app always, because players see for themselves."""
    return bool(places) if state.mapped else bool(aims(state, unit, shot=shot))


def aim(
    state: WarState, name: str, places: Sequence[str], *, shot: bool, also: Blow | None = None, buildings: bool = False
) -> Rule[str]:
    """Ask for a target and add the attack to the list. Returns the hex, or without a map in the app the target."""
    unit, prompt = state.units[name], t("Who is attacked?")
    if state.mapped:
        found = [place for place in places if not buildings or target_at(state, unit.seat, place) in state.buildings]
        at = yield from place_of_choice(state, unit.seat, prompt, found)
        attack(state, name, at, shot=shot, also=also)
        return at
    target = yield from choose(
        unit.seat,
        prompt,
        aims(state, unit, buildings=buildings, shot=shot),
        about="target",
        look="list",
        section=ATTACK,
    )
    yield from attacked(state, name, target, shot=shot, also=also)
    return target


def aims(state: WarState, unit: Unit, *, buildings: bool = False, shot: bool = False) -> list[Option]:
    """The targets without a map in the app, except those with a treaty and those that a Shield Wall covers from
    shots.
    """
    return [
        one
        for one in enemies(state, unit.seat)
        if not (buildings and one.id not in state.buildings)
        and not (shot and one.id in state.units and state.units[one.id].marks.get("shield"))
        and attack_refusal(state, unit.seat, (state.units.get(one.id) or state.buildings[one.id]).seat) is None
    ]


def place_of_choice(
    state: WarState, seat: str, prompt: Text, places: Sequence[str], about: str = "target", section: str = ATTACK
) -> Rule[str]:
    """Ask for one of some hexes; does not ask if there is only one."""
    if len(places) == 1:
        return places[0]
    options = [Option(one, hex_name(state, one)) for one in places]
    return (yield from choose(seat, prompt, options, look="map", about=about, section=section))


def cube_of_choice(
    state: WarState, seat: str, prompt: Text, cubes: Iterable[str], about: str, section: str = ""
) -> Rule[str]:
    """Ask for one of some cubes; what others read of the answer does not show its face."""
    offers = [Offer(one, label_for(state, seat, one), value=one) for one in cubes]
    name: str = yield from menu(seat, prompt, offers, about=about, section=section, skip_single=True)
    yield from note(t("You choose {unit}.", unit=label_for(state, seat, name)), to=seat)
    return name


# ---- abilities with a printed strength


def struck_in(state: WarState, unit: Unit, place: str) -> list[str]:
    """The targets in a hex of an ability that affects an area: a building, or each identified enemy (A81)."""
    found = building_at(state, place)
    if found is not None:
        foe = are_foes(state, unit.seat, found[1].seat)
        return [found[0]] if foe or ruled(state, "area", "everyone") else []
    return [
        name
        for name, one in units_at(state, place).items()
        if one is not unit
        and (
            (are_foes(state, unit.seat, one.seat) and one.face)
            or (not are_foes(state, unit.seat, one.seat) and ruled(state, "area", "everyone"))
        )
    ]


def victims(state: WarState, unit: Unit, place: str) -> list[str]:
    """Those targets in a hex that the unit's player may attack."""
    owners = {one: (state.buildings.get(one) or state.units[one]).seat for one in struck_in(state, unit, place)}
    return [one for one, seat in owners.items() if attack_refusal(state, unit.seat, seat) is None]


def hits_area(
    state: WarState, name: str, deed: str, places: Sequence[str], *, most: int = 6, then: str = ""
) -> Rule[None]:
    """One blow of the printed strength for each target in some hexes; without a map in the app, players say who is
    there.
    """
    unit = state.units[name]
    if state.mapped:
        for place in places:
            if range_of(state, unit) and is_shielded(state, place):
                continue
            for target in victims(state, unit, place):
                fixed(state, name, target, place, deed, then=then)
        return
    targets = yield from pick(
        unit.seat,
        t("Who is hit?"),
        aims(state, unit, shot=range_of(state, unit) > 0),
        1,
        most,
        about="targets",
        section=OF_HEROES if is_hero(unit) else OF_UNITS,
    )
    for target in targets:
        if not (yield from is_found_out(state, target)):
            fixed(state, name, target, "", deed, then=then)


def must_set_up(state: WarState, unit: Unit) -> bool:
    """Whether a unit must be set up before it can attack or use its ability."""
    return "defensive_set_up" in attributes(state, unit) and not unit.marks.get("set_up")


def ends_of_range(state: WarState, unit: Unit, reach: int) -> list[str]:
    """All hexes within reach at which a shot may be aimed, whoever is there."""
    return [one for one in state.hexes if one != unit.place and state.hexes[one].ground
            and shot_refusal(state, unit, one, reach) is None]  # fmt: skip
