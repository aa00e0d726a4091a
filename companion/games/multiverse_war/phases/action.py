"""The action phase, cube by cube: move, attack, shoot, explore, swap, heal, abilities, rest."""

from __future__ import annotations

from functools import partial

from companion.engine.core.asking import note, repeat
from companion.engine.core.effects import Rule
from companion.engine.core.errors import Refusal
from companion.engine.core.menu import Offer, menu
from companion.engine.core.refusals import refuse_if
from companion.engine.core.rules import flow, step
from companion.engine.core.text import Text, listed, t
from companion.engine.game.hexlines import neighbours, ways
from companion.games.multiverse_war.fighting.abilities import heal
from companion.games.multiverse_war.fighting.aiming import launch_refusal, melee_refusal, must_set_up, shot_places
from companion.games.multiverse_war.fighting.exploring import resolve, reveal
from companion.games.multiverse_war.fighting.fight import attack, battle, enter, preview, target_at
from companion.games.multiverse_war.fighting.losses import found_out
from companion.games.multiverse_war.fighting.on_table import on_table
from companion.games.multiverse_war.fighting.paying import after_attack, attacked_already, pay, regular, short_of
from companion.games.multiverse_war.fighting.skills import mended_by_faith
from companion.games.multiverse_war.fighting.using import deeds, helps
from companion.games.multiverse_war.phases.heroes import spend_points
from companion.games.multiverse_war.phases.missions import accomplished, claims
from companion.games.multiverse_war.phases.victory import give_up
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
from companion.games.multiverse_war.world.places import place_name
from companion.games.multiverse_war.world.sight import FOG, refresh
from companion.games.multiverse_war.world.state import Unit, WarState
from companion.games.multiverse_war.world.units import (
    ap_left,
    fights,
    hero_of,
    is_hero,
    label,
    open_label,
    own_label,
    own_units,
    range_of,
    ruled,
    shares,
    sort_of,
    tactics_left,
    who,
)
from companion.games.multiverse_war.world.wording import action_points

ACTIONS = "Possible actions"
OF_A_TURN = ("kills_turn", "settlement_turn")
"""Deeds that missions count within one turn."""
LASTING = ("far_sight", "pike", "hold", "cover", "healed", "onslaught", "inside")
"""Marks that end when their owner's action phase begins."""


@flow(ACTIONS)
def action_phase(seat: str) -> Rule[None]:
    """A player's action phase."""
    yield from begin_phase(seat)
    yield from repeat(acting(seat))
    yield from end_phase(seat)


@step(ACTIONS)
def begin_phase(state: WarState, seat: str) -> Rule[None]:
    """Remove healing tokens, and give all cubes their action points."""
    state.active, state.phase = seat, "Action"
    state.players[seat].tactics = 0
    state.players[seat].deeds = {one: n for one, n in state.players[seat].deeds.items() if one not in OF_A_TURN}
    for name, unit in own_units(state, seat).items():
        unit.spent = unit.by_road = unit.bonus = 0
        unit.done = unit.attacked = unit.killed = False
        unit.used, unit.trail = [], [unit.place]
        for mark in LASTING + (("set_up",) if ruled(state, "set_up", "each-turn") else ()):
            unit.marks.pop(mark, None)
        for mark in ("shield", "shield_pause"):
            unit.marks[mark] = max(0, unit.marks.get(mark, 0) - 1)
        cured = mended_by_faith(state, unit) + unit.resting
        unit.resting = False
        if cured and unit.wounds:
            yield from heal(state, name, cured)
    yield from found_out(state, refresh(state))


@step(ACTIONS)
def end_phase(state: WarState, seat: str) -> Rule[None]:
    """Cubes that have spent nothing rest; check the missions for the end of the phase."""
    player = state.players[seat]
    player.banner = max(0, player.banner - 1)
    for name, unit in own_units(state, seat).items():
        unit.marks.pop("slowed", None)
        unit.marks.pop("halted", None)
        if unit.wounds and not unit.spent and not unit.attacked and not unit.used:
            unit.resting = ruled(state, "rest", "next-phase")
            yield from note(t("A cube of {who} rests.", who=who(seat)), kind="rest", about=name)
            if not unit.resting:
                yield from heal(state, name)
        if is_hero(unit) and ruled(state, "evangelist", "fades"):
            hero = hero_of(state, unit)
            hero.experience, hero.extra = max(0, hero.experience - hero.extra), 0
    yield from accomplished(state, seat, "action")


@flow(ACTIONS)
def acting(seat: str) -> Rule[bool]:
    """One action of a cube, with the fights that follow. Returns False when the player is done."""
    going = yield from act(seat)
    yield from battle()
    yield from settle(seat)
    return going


@step("Mission two: fog of war")
def settle(state: WarState, seat: str) -> Rule[None]:
    """Turn up what has come into sight, turn down what has left it; show missions."""
    state.fights = []
    if not state.winners:
        yield from found_out(state, refresh(state))
        yield from accomplished(state, seat, "")


@step(ACTIONS)
def act(state: WarState, seat: str) -> Rule[bool]:
    """Choose a cube and its action. Returns False when the player is done."""
    if state.winners or state.players[seat].out:
        return False
    busy = busy_places(state)
    found = [name for name in own_units(state, seat) if can_act(state, name, busy)]
    offers = [Offer(_id(state, name), own_label(state, name), partial(act_with, state, name)) for name in found]
    offers += claims(state, seat, "action")
    if not offers:
        return False
    points = t("Tactical points left: {n}", n=tactics_left(state, state.players[seat]))
    done = Offer("done", t("End the action phase"), value=False, detail=points)
    give = Offer("give_up", t("Give up the game"), partial(_surrender, state, seat), minor=True, grave=True)
    look = "map" if state.mapped else "list"
    return bool((yield from menu(seat, t("Which unit acts?"), [done, *offers, give], look=look, about="act")))


def can_act(state: WarState, name: str, busy: dict[str, None]) -> bool:
    """Whether a cube can do anything. Tries the usual case first, which is fast: moving to a neighbouring hex."""
    unit = state.units[name]
    if state.mapped and not unit.done and ap_left(state, unit):
        price, ap = pricing(state, unit, busy), ap_left(state, unit)
        for to in neighbours(unit.place):
            cost = price(unit.place, to)
            free = to not in busy or is_free_for(state, unit, to)
            if cost and cost <= ap and free and not state.hexes[to].event:
                return True
    return any(one.against is None for one in choices(state, name))


def _id(state: WarState, name: str) -> str:
    """A hex stands for the first own cube in it, so that it can be tapped; others go by their own name."""
    place = state.units[name].place
    first = next((one for one, unit in units_at(state, place).items() if unit.seat == state.units[name].seat), "")
    return place if place and first == name else name


def _surrender(state: WarState, seat: str) -> Rule[bool]:
    yield from give_up(state, seat)
    return False


def act_with(state: WarState, name: str) -> Rule[bool]:
    """Choose what one cube does; what others read of it does not show its face."""
    unit = state.units[name]
    yield from note(t("You take {unit}.", unit=own_label(state, name)), to=unit.seat)
    prompt = t("What does {unit} do?", unit=open_label(state, name))  # prompts are read by all
    known = t("{unit}: {points}. What now?", unit=own_label(state, name), points=action_points(ap_left(state, unit)))
    offers = choices(state, name)
    back = Offer("back", t("Choose another unit"), value=None)
    look = "map" if state.mapped else "list"
    yield from menu(unit.seat, prompt, [back, *offers], look=look, about=f"unit:{name}", own=known)
    return True


def choices(state: WarState, name: str) -> list[Offer]:
    """Everything that a cube could do now; what is impossible has its reason."""
    unit = state.units[name]
    found = on_map(state, name) if state.mapped else on_table(state, name)
    return [*found, *helps(state, name), *deeds(state, name), *_growth(state, unit)]


def _growth(state: WarState, unit: Unit) -> list[Offer]:
    """A hero with skill points may spend them at any time."""
    if is_hero(unit) and hero_of(state, unit).points > 0:
        return [Offer("grow", t("Spend skill points"), partial(spend_points, state, unit.seat, unit.kind))]
    return []


# ---- with the map in the app


def on_map(state: WarState, name: str) -> list[Offer]:
    """The offers on the map: hexes to move to, attack, shoot at or explore, and cubes to swap with."""
    unit = state.units[name]
    if unit.done or not unit.place:
        return []
    offers = {
        **{one.id: one for one in moves(state, name)},
        **{one.id: one for one in swaps(state, name)},
        **{one.id: one for one in explorations(state, name)},
        **{one.id: one for one in attacks(state, name)},
    }
    return list(offers.values())


def moves(state: WarState, name: str) -> list[Offer]:
    """Where a cube can move, with the cheapest path; a random event ends the move."""
    unit, ap = state.units[name], ap_left(state, state.units[name])
    busy = busy_places(state)
    found = ways(unit.place, pricing(state, unit, busy), ap, ends=lambda place: state.hexes[place].event)
    return [
        Offer(place, t("Go to {place}", place=hex_name(state, place)), partial(go, state, name, way))
        for place, way in found.items()
        if (place not in busy or is_free_for(state, unit, place)) and _may_stop(state, unit, place, way)
    ]


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
    seen: dict[str, Text] = {}
    for to in way:
        pay(state, unit, entry_cost(state, unit.place, to) or 0, road=is_road(state, unit.place) and is_road(state, to))
        yield from enter(state, name, to)
        seen |= yield from look_around(state)
        if name not in state.units:
            break
    hidden = [words for one, words in seen.items() if one in state.units and not state.units[one].face]
    if hidden:
        yield from note(t("Identified on the way: {units}.", units=listed(hidden)), section=FOG, kind="identified")
    words = t("{who} moves a cube from {a} to {b}.", who=who(unit.seat), a=place_name(state, origin),
              b=place_name(state, unit.place))  # fmt: skip
    yield from note(words, kind="move")
    if name in state.units and unit.place in state.hexes and state.hexes[unit.place].event and not state.winners:
        back = next((one for one in [*way[-2::-1], origin] if is_free_for(state, unit, one)), origin)
        yield from resolve(state, name, unit.place, back)


def look_around(state: WarState) -> Rule[dict[str, Text]]:
    """Check sight on a hex of a path: decoys are removed. Returns the cubes that are revealed here, and where."""
    known = [name for name, unit in state.units.items() if unit.face]
    yield from found_out(state, refresh(state))
    return {name: t("{unit} on {place}", unit=label(state, name), place=place_name(state, unit.place))
            for name, unit in state.units.items() if unit.face and name not in known}  # fmt: skip


def swaps(state: WarState, name: str) -> list[Offer]:
    """The neighbouring own cubes to swap places with, if both have the action points."""
    unit, found = state.units[name], []
    for place in neighbours(unit.place):
        for other, one in units_at(state, place).items():
            if one.seat == unit.seat and shares(state, one) == shares(state, unit):
                words = t("Swap with {unit}", unit=own_label(state, other))
                found.append(
                    Offer(place, words, partial(swap, state, name, other), refusal=_swap_refusal(state, unit, one))
                )
    return found


def _swap_refusal(state: WarState, unit: Unit, other: Unit) -> Refusal | None:
    costs = [entry_cost(state, unit.place, other.place), entry_cost(state, other.place, unit.place)]
    short = any(cost is None or ap_left(state, one) < cost for one, cost in zip((unit, other), costs, strict=True))
    return refuse_if(short or other.done, "Facing your first enemy", t("Both need the action points for it."))


def swap(state: WarState, name: str, other: str) -> Rule[None]:
    """Two own cubes change places."""
    one, two = state.units[name], state.units[other]
    yield from note(t("You exchange {a} and {b}.", a=own_label(state, name), b=own_label(state, other)), to=one.seat)
    for unit, to in ((one, two.place), (two, one.place)):
        pay(state, unit, entry_cost(state, unit.place, to) or 0, road=is_road(state, unit.place) and is_road(state, to))
    places = one.place, two.place
    yield from enter(state, name, places[1])
    yield from enter(state, other, places[0])
    yield from note(
        t(
            "{who}: cubes on {a} and {b} change places.",
            who=who(one.seat),
            a=place_name(state, places[0]),
            b=place_name(state, places[1]),
        ),
        kind="swap",
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
            t("Reveal {place}", place=place_name(state, place)),
            partial(explore, state, name, place),
            refusal=refusal,
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
                t("Shoot at {place}", place=hex_name(state, place)),
                partial(hit, state, name, place, 1, shot=True),
                detail=preview(state, name, place, shot=True, also=regular(state, unit)),
                refusal=refusal,
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
                    t("Attack {place}", place=hex_name(state, place)),
                    partial(hit, state, name, place, cost, shot=False),
                    detail=preview(state, name, place, shot=False, also=regular(state, unit)),
                    refusal=refusal,
                )
            )
    return found


def hit(state: WarState, name: str, place: str, cost: int, *, shot: bool) -> Rule[None]:
    """A regular attack on a hex."""
    unit = state.units[name]
    pay(state, unit, cost)
    attack(state, name, place, shot=shot, also=regular(state, unit))
    after_attack(state, unit)
    yield from note(t("{who} attacks {place}.", who=who(unit.seat), place=place_name(state, place)), kind="attack")
