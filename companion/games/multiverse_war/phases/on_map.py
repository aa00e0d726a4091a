"""One cube on the map: where it can move, swap, explore and attack, and what that does."""

from __future__ import annotations

from functools import partial
from itertools import pairwise

from msgspec import structs

from companion.engine.core.asking import note
from companion.engine.core.effects import Rule
from companion.engine.core.errors import Refusal
from companion.engine.core.menu import Offer
from companion.engine.core.options import Chip
from companion.engine.core.refusals import refuse_if
from companion.engine.core.text import Text, listed, t
from companion.engine.game.hexlines import neighbours, ways
from companion.games.multiverse_war.fighting.aiming import launch_refusal, melee_refusal, must_set_up, shot_places
from companion.games.multiverse_war.fighting.exploring import resolve, reveal
from companion.games.multiverse_war.fighting.fight import attack, enter, preview, target_at
from companion.games.multiverse_war.fighting.losses import taken_off, told_out
from companion.games.multiverse_war.fighting.paying import after_attack, attacked_already, pay, regular, short_of
from companion.games.multiverse_war.world.land import (
    busy_places,
    entry_cost,
    hex_name,
    is_free_for,
    is_road,
    pricing,
    unexplored_beside,
    units_at,
)
from companion.games.multiverse_war.world.places import place_name, tile_name
from companion.games.multiverse_war.world.sight import FOG, refresh
from companion.games.multiverse_war.world.state import Unit, WarState
from companion.games.multiverse_war.world.units import (
    ap_left,
    as_seen,
    building_name,
    fights,
    label,
    name_of,
    own_label,
    range_of,
    ruled,
    shares,
    sort_of,
    who,
)
from companion.games.multiverse_war.world.wording import points

ATTACK, MOVE, REVEAL, SWAP = t("Attack"), t("Go to"), t("Explore"), t("Swap")
GROUPS = (ATTACK, MOVE, REVEAL, SWAP)
"""The headings of what a cube can do on the map, in their order."""


def on_map(state: WarState, name: str) -> list[Offer]:
    """The offers on the map: hexes to move to, attack, shoot at or explore, and cubes to swap with."""
    unit = state.units[name]
    if unit.done or not unit.place:
        return []
    found = (*moves(state, name), *swaps(state, name), *explorations(state, name), *attacks(state, name))
    offers = {one.id: structs.replace(one, link=(unit.place, one.id)) for one in found}
    return sorted(offers.values(), key=lambda one: GROUPS.index(one.group))


def moves(state: WarState, name: str) -> list[Offer]:
    """Where a cube can move, with the cheapest path; a random event ends the move."""
    unit, ap = state.units[name], ap_left(state, state.units[name])
    busy = busy_places(state)
    found = ways(unit.place, pricing(state, unit, busy), ap, ends=lambda place: state.hexes[place].event)
    return [
        Offer(
            place,
            t("Go to {place}", place=hex_name(state, place)),
            partial(go, state, name, way),
            chips=partial(_price_of, state, unit, way),
            group=MOVE,
        )
        for place, way in found.items()
        if (place not in busy or is_free_for(state, unit, place)) and _may_stop(state, unit, place, way)
    ]


def _price_of(state: WarState, unit: Unit, way: tuple[str, ...]) -> tuple[Chip, ...]:
    """What a way costs, as symbol and number."""
    return points(_length(state, unit, way))


def _length(state: WarState, unit: Unit, way: tuple[str, ...]) -> int:
    price = pricing(state, unit, busy_places(state))
    return sum(price(origin, to) or 0 for origin, to in pairwise((unit.place, *way)))


def _may_stop(state: WarState, unit: Unit, place: str, way: tuple[str, ...]) -> bool:
    """A random event is explored from a hex held alone, never by a decoy (A26)."""
    if not state.hexes[place].event:
        return True
    before = way[-2] if len(way) > 1 else unit.place
    alone = all(one is unit or shares(state, one) for one in units_at(state, before).values())
    return alone and sort_of(state, unit) != "decoy" and ruled(state, "events", "enter")


def go(state: WarState, name: str, way: tuple[str, ...]) -> Rule[None]:
    """Move a cube step by step; an event at the end is resolved."""
    unit, origin = state.units[name], state.units[name].place
    seen, gone = dict[str, Text](), list[Text]()
    for to in way:
        pay(state, unit, entry_cost(state, unit.place, to) or 0, road=is_road(state, unit.place) and is_road(state, to))
        yield from enter(state, name, to)
        newly, out = look_around(state)
        seen, gone = seen | newly, gone + out
        if name not in state.units:
            break
    words = _went(state, unit, origin, unit.face)
    yield from note(words, kind="move", own={unit.seat: _went(state, unit, origin, unit.kind)})
    hidden = [words for one, words in seen.items() if one in state.units and not state.units[one].face]
    if hidden:
        yield from note(t("Identified on the way: {units}.", units=listed(hidden)), section=FOG, kind="identified")
    yield from told_out(gone)
    if name in state.units and unit.place in state.hexes and state.hexes[unit.place].event and not state.winners:
        back = next((one for one in [*way[-2::-1], origin] if is_free_for(state, unit, one)), origin)
        yield from resolve(state, name, unit.place, back)


def _went(state: WarState, unit: Unit, origin: str, face: str) -> Text:
    """Who went where, as it is read by those who see this face of the cube."""
    said = {"who": who(unit.seat), "a": place_name(state, origin), "b": place_name(state, unit.place)}
    if face:
        return t("{who}'s {unit} goes from {a} to {b}.", unit=name_of(state, face), **said)
    return t("{who} moves a cube from {a} to {b}.", **said)


def look_around(state: WarState) -> tuple[dict[str, Text], list[Text]]:
    """Check sight on a hex of a path: decoys are removed. Returns the cubes that are revealed here, and where, and what
    is to be told of decoys.
    """
    known = [name for name, unit in state.units.items() if unit.face]
    gone = taken_off(state, refresh(state))
    seen = {name: t("{unit} on {place}", unit=label(state, name), place=place_name(state, unit.place))
            for name, unit in state.units.items() if unit.face and name not in known}  # fmt: skip
    return seen, gone


def swaps(state: WarState, name: str) -> list[Offer]:
    """The neighbouring own cubes to swap places with, if both have the action points."""
    unit, found = state.units[name], []
    for place in neighbours(unit.place):
        for other, one in units_at(state, place).items():
            if one.seat == unit.seat and shares(state, one) == shares(state, unit):
                words = t("Swap with {unit}", unit=own_label(state, other))
                found.append(
                    Offer(
                        place,
                        words,
                        partial(swap, state, name, other),
                        refusal=_swap_refusal(state, unit, one),
                        kind="swap",
                        exchange=True,
                        group=SWAP,
                    )
                )
    return found


def _swap_refusal(state: WarState, unit: Unit, other: Unit) -> Refusal | None:
    costs = [entry_cost(state, unit.place, other.place), entry_cost(state, other.place, unit.place)]
    short = any(cost is None or ap_left(state, one) < cost for one, cost in zip((unit, other), costs, strict=True))
    return refuse_if(short or other.done, "Facing your first enemy", t("Both need the action points for it."))


def swap(state: WarState, name: str, other: str) -> Rule[None]:
    """Two own cubes swap places."""
    one, two = state.units[name], state.units[other]
    pair = {"who": who(one.seat), "a": own_label(state, name), "b": own_label(state, other)}
    known = t("{who} swaps {a} and {b}.", **pair)
    for unit, to in ((one, two.place), (two, one.place)):
        pay(state, unit, entry_cost(state, unit.place, to) or 0, road=is_road(state, unit.place) and is_road(state, to))
    places = one.place, two.place
    yield from enter(state, name, places[1])
    yield from enter(state, other, places[0])
    yield from note(
        t(
            "{who}'s cubes on {a} and {b} swap places.",
            who=who(one.seat),
            a=place_name(state, places[0]),
            b=place_name(state, places[1]),
        ),
        kind="swap",
        own={one.seat: known},
    )


def explorations(state: WarState, name: str) -> list[Offer]:
    """Unexplored neighbouring territories, by one reading events too. Costs one action point, from a hex without
    other units.
    """
    unit = state.units[name]
    if sort_of(state, unit) == "decoy" and ruled(state, "decoys_explore", "never"):
        return []
    refusal = launch_refusal(state, unit) or short_of(state, unit, 1)
    found = [
        Offer(
            place,
            t("Reveal {place}", place=tile_name(state, place)),
            partial(explore, state, name, place),
            refusal=refusal,
            chips=points(1),
            group=REVEAL,
            same=f"tile:{state.hexes[place].tile}",
        )
        for place in unexplored_beside(state, unit.place)
        if state.left
    ]
    if ruled(state, "events", "from-next-door") and sort_of(state, unit) != "decoy":
        found += [
            Offer(
                place,
                t("Explore the event on {place}", place=place_name(state, place)),
                partial(next_door, state, name, place),
                refusal=refusal,
                chips=points(1),
                group=REVEAL,
            )
            for place in neighbours(unit.place)
            if place in state.hexes and state.hexes[place].event
        ]
    return found


def explore(state: WarState, name: str, place: str) -> Rule[None]:
    """Turn up the territory that a hex belongs to."""
    unit = state.units[name]
    pay(state, unit, 1)
    yield from reveal(state, unit.seat, state.hexes[place].tile, unit.place)


def next_door(state: WarState, name: str, place: str) -> Rule[None]:
    """Explore an event from a neighbouring hex."""
    pay(state, state.units[name], 1)
    yield from resolve(state, name, place, state.units[name].place)


def attacks(state: WarState, name: str) -> list[Offer]:
    """The enemies that a cube can attack in melee or shoot at."""
    unit = state.units[name]
    if not fights(state, unit):
        return []
    ap, reach, found = ap_left(state, unit), range_of(state, unit), list[Offer]()
    if unit.bonus and ruled(state, "road_bonus", "move-only"):
        ap -= unit.bonus
    if reach:
        refusal = refuse_if(must_set_up(state, unit), "Gatling gun example", t("It must be set up first."))
        refusal = refusal or refuse_if(ap < 1, "Facing your first enemy", t("It needs an action point."))
        refusal = attacked_already(unit) or refusal
        return [
            Offer(
                place,
                partial(whom, state, unit.seat, place, shot=True),
                partial(hit, state, name, place, 1, shot=True),
                detail=preview(state, name, place, shot=True, also=regular(state, unit)),
                refusal=refusal,
                grave=True,
                sign="sabres",
                group=ATTACK,
            )
            for place in shot_places(state, unit, reach)
        ]
    for place in neighbours(unit.place):
        if place in state.hexes and target_at(state, unit.seat, place):
            refusal = attacked_already(unit) or melee_refusal(state, unit, place, ap)
            cost = entry_cost(state, unit.place, place) or 0
            found.append(
                Offer(
                    place,
                    partial(whom, state, unit.seat, place, shot=False),
                    partial(hit, state, name, place, cost, shot=False),
                    detail=preview(state, name, place, shot=False, also=regular(state, unit)),
                    refusal=refusal,
                    grave=True,
                    sign="sabres",
                    group=ATTACK,
                )
            )
    return found


def whom(state: WarState, seat: str, place: str, *, shot: bool) -> Text:
    """Whom an attack on a hex would strike, as far as its player knows; the hex alone once nobody is there any more."""
    seen = as_seen(state, seat)
    target = target_at(seen, seat, place)
    if target in seen.buildings:
        words = building_name(seen, seen.buildings[target])
    elif target in seen.units:
        unit = seen.units[target]
        words = name_of(seen, unit.kind)
        words = t("{who}'s {unit}", who=who(unit.seat), unit=words) if unit.seat else t("the {unit}", unit=words)
    else:  # a page still draws the question while the match goes on
        return place_name(state, place)
    where = {"unit": words, "place": place_name(state, place)}
    return t("Shoot at {unit} on {place}", **where) if shot else t("Attack {unit} on {place}", **where)


def hit(state: WarState, name: str, place: str, cost: int, *, shot: bool) -> Rule[None]:
    """A regular attack on a hex."""
    unit = state.units[name]
    pay(state, unit, cost)
    attack(state, name, place, shot=shot, also=regular(state, unit))
    after_attack(state, unit)
    said = {"who": who(unit.seat), "place": place_name(state, place), "origin": place_name(state, unit.place)}
    struck = t("{who} attacks {place} from {origin}.", **said)
    yield from note(t("{who} shoots from {origin} at {place}.", **said) if shot else struck, kind="attack")
