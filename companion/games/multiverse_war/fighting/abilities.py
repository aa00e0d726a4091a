"""The special abilities of unit kinds: one function each, and a table of when each can be used."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Literal

import msgspec
from msgspec import Struct

from companion.engine.core.asking import note
from companion.engine.core.effects import Rule
from companion.engine.core.errors import Refusal
from companion.engine.core.menu import Offer, menu
from companion.engine.core.refusals import refuse_if
from companion.engine.core.text import t
from companion.engine.game.hexlines import direction, distance, neighbours, straight_ahead
from companion.games.multiverse_war.fighting.aiming import (
    OF_UNITS,
    aim,
    aims,
    can_aim,
    ends_of_range,
    hits_area,
    melee_places,
    must_set_up,
    place_of_choice,
    shot_places,
)
from companion.games.multiverse_war.fighting.fight import enter, target_at
from companion.games.multiverse_war.world import facts
from companion.games.multiverse_war.world.land import entry_cost, friends_near, is_free_for
from companion.games.multiverse_war.world.state import Blow, Unit, WarState
from companion.games.multiverse_war.world.units import allies, label, own_label, range_of, ruled, who

N = facts.NUMBERS["abilities"]
Doing = Callable[[WarState, str], Rule[None]]
AROUND = (t("North"), t("North-east"), t("South-east"), t("South"), t("South-west"), t("North-west"))
DIRECTIONS = [Offer(str(side), label, value=side) for side, label in enumerate(AROUND)]
RAIN = 3
"""Hexes of the Rain of Arrows."""


class Use(Struct, frozen=True):
    """How an ability is used. `when`: before the unit's attack, after an attack that killed, after any attack, or
    at the end of its action (A85).

    `attacks`: it is the unit's attack and ends its action; `ends`: it ends the action without being an attack.
    """

    do: Doing
    when: Literal["before", "killed", "attacked", "last"] = "before"
    attacks: bool = False
    ends: bool = False
    able: Callable[[WarState, Unit], bool] = lambda state, unit: True
    entry: bool = False
    """Whether it costs as much as an attack."""
    facing: bool = False
    """Whether it counts by the side that the unit turns to."""


# ---- directions


def facing(state: WarState, name: str, mark: str) -> Rule[None]:
    """Ask for the side that a unit turns to; without a map in the app, the unit is just turned on the table."""
    unit, side = state.units[name], 0
    if state.mapped:
        side = yield from menu(unit.seat, t("Which side is its front?"), DIRECTIONS, about="front", section=OF_UNITS)
    unit.marks[mark] = side + 1


def _same_front(state: WarState, name: str) -> Rule[None]:
    """Covering Fire: it covers the side it is set up for."""
    unit = state.units[name]
    unit.marks["cover"] = unit.marks["set_up"]
    yield from ()


# ---- marks and help


def _far_sight(state: WarState, name: str) -> Rule[None]:
    state.units[name].marks["far_sight"] = N["far_sight"]
    yield from ()


def _pike_wall(state: WarState, name: str) -> Rule[None]:
    yield from facing(state, name, "pike")


def _hold(state: WarState, name: str) -> Rule[None]:
    yield from facing(state, name, "hold")


def wounded_near(state: WarState, unit: Unit) -> list[str]:
    """The wounded cubes of the same side next to a unit; without a map in the app, all of the side."""
    side = allies(state, unit.seat)
    near = friends_near(state, unit.seat, unit.place) if state.mapped else state.units
    return [name for name, one in near.items() if one is not unit and one.wounds and one.seat in side]


def heal(state: WarState, name: str, n: int = 1) -> Rule[None]:
    """Remove at most `n` wounds from a unit; which of the hidden cubes it is stays with its owner."""
    unit = state.units[name]
    n = min(n, unit.wounds)
    if not n:
        return
    unit.wounds -= n
    shown = label(state, name) if unit.face else t("a cube")
    told, own = (t("{who}: {unit} is healed by {n}.", who=who(unit.seat), unit=words, n=n)
                 for words in (shown, own_label(state, name)))  # fmt: skip
    yield from note(told, kind="healed", about=name, own={unit.seat: own})


def _dressing_station(state: WarState, name: str) -> Rule[None]:
    for one in wounded_near(state, state.units[name]):
        yield from heal(state, one)


def _ride_by(state: WarState, name: str) -> Rule[None]:
    """After the attack one hex further, wherever it could go."""
    unit = state.units[name]
    if state.mapped:
        to = yield from place_of_choice(state, unit.seat, t("Where to?"), free_beside(state, unit), "ride", OF_UNITS)
        yield from enter(state, name, to)


def free_beside(state: WarState, unit: Unit) -> list[str]:
    """The empty neighbouring hexes that a unit could enter."""
    return [
        to
        for to in neighbours(unit.place)
        if entry_cost(state, unit.place, to) is not None
        and is_free_for(state, unit, to)
        and not state.hexes[to].event
        and not target_at(state, unit.seat, to)
    ]


# ---- attacks


def made(deed: str, special: dict[str, Any]) -> Blow:
    """A new blow with special values."""
    return msgspec.convert({"striker": "", "target": "", "extra": {deed: 0}, **special}, Blow)


def melee(deed: str, **special: object) -> Doing:
    """An ability that is a melee attack with special values."""

    def do(state: WarState, name: str) -> Rule[None]:
        blow = made(deed, special)
        yield from aim(
            state, name, melee_places(state, state.units[name]) if state.mapped else (), shot=False, also=blow
        )

    return do


def shot(deed: str, reach: int = 0, *, buildings: bool = False, times: int = 1, **special: object) -> Doing:
    """An ability that is a shot, or `times` shots at the same target, with special values."""

    def do(state: WarState, name: str) -> Rule[None]:
        unit = state.units[name]
        places = shot_places(state, unit, reach or range_of(state, unit)) if state.mapped else ()
        blow = made(deed, special)
        yield from aim(state, name, places, shot=True, also=blow, buildings=buildings)
        fight = state.fights[-1] if state.fights else None
        if fight is not None and times > 1:
            cover = [one for one in fight.blows if one.then == "cover"]
            fight.blows = cover + [one for one in fight.blows if one.then != "cover"] * times

    return do


def can_melee(state: WarState, unit: Unit) -> bool:
    """Whether there is an enemy that can be attacked in melee."""
    return can_aim(state, unit, melee_places(state, unit) if state.mapped else ())


def can_shoot(state: WarState, unit: Unit, reach: int = 0) -> bool:
    """Whether there is an enemy that can be shot at."""
    if must_set_up(state, unit):
        return False
    places = shot_places(state, unit, reach or range_of(state, unit)) if state.mapped else ()
    return can_aim(state, unit, places, shot=True)


def _can_breach(state: WarState, unit: Unit) -> bool:
    if not state.mapped:
        return bool(aims(state, unit, buildings=True))
    reach = range_of(state, unit)
    return any(target_at(state, unit.seat, one) in state.buildings for one in shot_places(state, unit, reach))


def _can_carbine(state: WarState, unit: Unit) -> bool:
    return can_shoot(state, unit, N["carbine"])


def is_couched(state: WarState, unit: Unit) -> bool:
    """Whether the last two hexes were entered in a straight line; without a map in the app, players see for
    themselves.
    """
    if not state.mapped:
        return True
    return (
        len(unit.trail) > 2
        and direction(unit.trail[-3], unit.trail[-1]) >= 0
        and distance(unit.trail[-3], unit.trail[-1]) == 2
    )


def _can_charge_home(state: WarState, unit: Unit) -> bool:
    """Couched Lance: an enemy to attack after such a run."""
    return is_couched(state, unit) and can_melee(state, unit)


def _rain_of_arrows(state: WarState, name: str) -> Rule[None]:
    """Three connected hexes within range, one roll for each enemy there."""
    unit, chosen = state.units[name], list[str]()
    reach = ends_of_range(state, unit, range_of(state, unit)) if state.mapped else []
    while state.mapped and len(chosen) < RAIN:
        found = [
            one for one in reach if one not in chosen and (not chosen or any(one in neighbours(to) for to in chosen))
        ]
        if not chosen:
            found = [one for one in found if one in shot_places(state, unit, range_of(state, unit))] or found
        if not found:
            break
        chosen.append(
            (yield from place_of_choice(state, unit.seat, t("Which hex do you shoot at?"), found, "rain", OF_UNITS))
        )
    yield from hits_area(state, name, "rain_of_arrows", chosen, most=RAIN)


def _barrage(state: WarState, name: str) -> Rule[None]:
    """The target hex and one beside it."""
    unit, chosen = state.units[name], list[str]()
    if state.mapped:
        at = shot_places(state, unit, range_of(state, unit))
        first = yield from place_of_choice(state, unit.seat, t("Which hex do you shoot at?"), at, section=OF_UNITS)
        found = [one for one in neighbours(first) if one in state.hexes and state.hexes[one].ground]
        chosen = [
            first,
            (yield from place_of_choice(state, unit.seat, t("Which hex beside it?"), found, "beside", OF_UNITS)),
        ]
    yield from hits_area(state, name, "barrage", chosen, most=2)


def _onslaught(state: WarState, name: str) -> Rule[None]:
    """Two attacks in this turn."""
    state.units[name].marks["onslaught"] = 2
    yield from ()


USES: dict[str, Use] = {
    "far_sight": Use(_far_sight),
    "second_swing": Use(melee("second_swing"), "killed", attacks=True, able=can_melee),
    "pike_wall": Use(_pike_wall, "last", ends=True, facing=True),
    "rain_of_arrows": Use(_rain_of_arrows, attacks=True, able=can_shoot),
    "ride_by": Use(_ride_by, "attacked", able=lambda state, unit: not state.mapped or bool(free_beside(state, unit))),
    "breach_shot": Use(shot("breach_shot", buildings=True, damage=N["breach"]), attacks=True, able=_can_breach),
    "shield_breaker": Use(melee("shield_breaker", ignores=["armor", "support"]), attacks=True, able=can_melee),
    "hook": Use(melee("hook", then="slow"), attacks=True, able=can_melee),
    "aimed_bolt": Use(shot("aimed_bolt", extra={"aimed_bolt": N["aimed"]}, ignores=["answer"]), attacks=True,
                      able=can_shoot),
    "couched_lance": Use(melee("couched_lance", extra={"couched_lance": N["couched"]}), attacks=True,
                         able=_can_charge_home, entry=True),
    "barrage": Use(_barrage, attacks=True, able=can_shoot),
    "dressing_station": Use(_dressing_station, able=lambda state, unit: bool(wounded_near(state, unit))),
    "onslaught": Use(_onslaught),
    "hold_the_line": Use(_hold, facing=True),
    "volley": Use(shot("volley", times=2, extra={"volley": N["twice"]}), attacks=True, able=can_shoot),
    "carbine": Use(shot("carbine", N["carbine"]), able=_can_carbine),
    "covering_fire": Use(_same_front, able=lambda state, unit: bool(unit.marks.get("set_up")), facing=True),
}  # fmt: skip


def straight(place: str, side: int, steps: int) -> list[str]:
    """The hexes straight ahead in the direction of a side."""
    return [straight_ahead(place, side, n) for n in range(1, steps + 1)]


def moment_refusal(state: WarState, use: Use, unit: Unit) -> Refusal | None:
    """Why an ability cannot be used at this moment of the unit's action, or None."""
    if use.when == "last" and ruled(state, "pike_after", "after-too"):
        return None
    if use.when in ("before", "last"):
        return refuse_if(unit.done, "Possible actions", t("Its action is over."))
    done = unit.killed if use.when == "killed" else unit.attacked
    return refuse_if(not done, "Tactical points", t("It follows an attack."))


def entry_price(state: WarState, unit: Unit) -> int:
    """The action points of the cheapest melee attack."""
    costs = [entry_cost(state, unit.place, place) for place in melee_places(state, unit)] if state.mapped else [1]
    return min((cost for cost in costs if cost is not None), default=1)
