"""The action phase, cube by cube: move, attack, shoot, explore, swap, heal, abilities, rest."""

from __future__ import annotations

from functools import partial
from typing import Any

from msgspec.structs import replace

from companion.engine.core.asking import note, repeat
from companion.engine.core.effects import LEADS, Rule
from companion.engine.core.menu import Offer, menu
from companion.engine.core.rules import flow, step
from companion.engine.core.text import listed, plural, t
from companion.engine.game.hexlines import neighbours
from companion.games.multiverse_war.fighting.abilities import heal
from companion.games.multiverse_war.fighting.fight import battle
from companion.games.multiverse_war.fighting.losses import found_out
from companion.games.multiverse_war.fighting.on_table import on_table
from companion.games.multiverse_war.fighting.skills import mended_by_faith
from companion.games.multiverse_war.fighting.using import SPECIAL, deeds, helps
from companion.games.multiverse_war.phases.heroes import spend_points
from companion.games.multiverse_war.phases.missions import accomplished, claims
from companion.games.multiverse_war.phases.on_map import on_map
from companion.games.multiverse_war.phases.victory import give_up
from companion.games.multiverse_war.world.land import (
    busy_places,
    is_free_for,
    pricing,
)
from companion.games.multiverse_war.world.places import place_name, tile_name
from companion.games.multiverse_war.world.sight import refresh
from companion.games.multiverse_war.world.silhouettes import of_kind
from companion.games.multiverse_war.world.state import Unit, WarState
from companion.games.multiverse_war.world.units import (
    ap_left,
    book,
    health_of,
    hero_of,
    is_hero,
    name_of,
    open_label,
    own_label,
    own_units,
    ruled,
    tactics_left,
    who,
)
from companion.games.multiverse_war.world.wording import action_points, figures

ACTIONS = "Possible actions"
OF_A_TURN = ("kills_turn", "settlement_turn")
"""Deeds that missions count within one turn."""
BACK = "back"
"""What is returned when another cube is to act."""
END = t("End the action phase")
FEW = 8
"""So many hexes with cubes that can act stand under one heading; of more, those of each territory have their own."""
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
    state.active, state.phase, state.acting = seat, "Action", ""
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
            where = t("{who}'s cube on {place} rests.", who=who(seat), place=place_name(state, unit.place))
            words = where if unit.place else t("A cube of {who} rests.", who=who(seat))
            yield from note(words, kind="rest", about=name)
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
    """Choose a cube and its action; who has points left goes on. Returns False when the player is done."""
    if state.winners or state.players[seat].out:
        return False
    busy = busy_places(state)
    if goes_on(state, seat, busy):
        went = yield from act_with(state, state.acting)
        if went != BACK:
            return bool(went)
    while True:  # who only looks at what a cube could do has done nothing: the log tells of it with what follows
        went = yield from _any_unit(state, seat, busy)
        if went != BACK:
            return bool(went)


def _any_unit(state: WarState, seat: str, busy: dict[str, None]) -> Rule[Any]:
    """Choose a cube and its action; False when there is nothing to do any more, `BACK` for another cube."""
    found = [name for name in own_units(state, seat) if can_act(state, name, busy)]
    offers = [*_by_place(state, found), *claims(state, seat, "action")]
    if not offers:
        return False
    left = t("Tactical points left: {n}", n=tactics_left(state, state.players[seat]))
    able = plural(len(found), "1 unit can still act", "{n} units can still act")
    done = Offer("done", END, value=False, detail=t("{able} · {left}", able=able, left=left), ends=True)
    give = Offer("give_up", t("Give up the game"), partial(_surrender, state, seat), minor=True, grave=True)
    look = "map" if state.mapped else "list"
    return (yield from menu(seat, t("Which unit acts?"), [*offers, done, give], look=look, about="act"))


def goes_on(state: WarState, seat: str, busy: dict[str, None]) -> bool:
    """Whether the cube that acted last is asked on: it has points left and something to do with them."""
    unit = state.units.get(state.acting)
    if unit is None or unit.seat != seat or unit.done or not ap_left(state, unit):
        return False
    return can_act(state, state.acting, busy)


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


def _by_place(state: WarState, names: list[str]) -> list[Offer]:
    """The cubes that can act by the hexes they stand on, so that these can be tapped, in the order of the map. Where
    two stand on one, it is asked which of them; without a map a cube goes by its own name. Many have headings.
    """
    here: dict[str, list[str]] = {}
    for name in names:
        here.setdefault(state.units[name].place or name, []).append(name)
    found = [_several(state, place, some) if len(some) > 1 else _acting(state, place, some[0])
             for place, some in here.items()]  # fmt: skip
    if not state.mapped:
        return found
    order = {
        place: (one.tile, n) for n, (place, one) in enumerate(state.hexes.items())
    }  # what stands where is no secret
    found.sort(key=lambda one: order[one.id])
    if len(found) > FEW:
        return [replace(one, group=tile_name(state, one.id)) for one in found]
    return [replace(one, group=t("Your units")) for one in found]


def _acting(state: WarState, id: str, name: str) -> Offer:
    unit = state.units[name]
    return Offer(
        id, own_label(state, name), partial(act_with, state, name), sign=of_kind(book(state), state.units[name].kind),
        figures=figures(health_of(state, unit) - unit.wounds, ap_left(state, unit)),
    )  # fmt: skip


def _several(state: WarState, place: str, names: list[str]) -> Offer:
    """Several cubes on one hex, which only their owner sees."""
    words = listed([name_of(state, state.units[name].kind) for name in names])
    label = t("{units} on {place}", units=words, place=place_name(state, place))
    sign = of_kind(book(state), state.units[names[0]].kind)
    return Offer(place, label, partial(_which, state, place, names), sign=sign)


def _which(state: WarState, place: str, names: list[str]) -> Rule[Any]:
    """Ask which of several cubes on a hex acts; the question, which everybody may read, does not name them."""
    seat, where = state.units[names[0]].seat, place_name(state, place)
    words = listed([name_of(state, state.units[name].kind) for name in names])
    told = t("On {place} stand: {units}.", place=where, units=words)
    yield from note(told, to=seat, kind=LEADS)  # what is told to one seat hides the answer
    prompt = t("Which unit on {place} acts?", place=where)
    return (yield from menu(seat, prompt, [_acting(state, name, name) for name in names], about="which"))


def _surrender(state: WarState, seat: str) -> Rule[bool]:
    yield from give_up(state, seat)
    return False


def act_with(state: WarState, name: str) -> Rule[Any]:
    """Choose what one cube does; what others read of it does not show its face. False when the player is done, `BACK`
    when another cube is to act.
    """
    unit = state.units[name]
    seat, points = unit.seat, action_points(ap_left(state, unit))
    if name != state.acting:  # what is told to one seat hides the answer
        words = t("{unit} acts, with {points}.", unit=own_label(state, name), points=points)
        yield from note(words, to=seat, kind=LEADS)
    prompt = t("What does {unit} do?", unit=open_label(state, name))  # prompts are read by all
    known = t("{unit}: {points}. What now?", unit=own_label(state, name), points=points)
    back = Offer("back", t("Choose another unit"), partial(_let_go, state), value=BACK, ends=True)
    done = Offer("done", END, value="done", minor=True, ends=True)
    look = "map" if state.mapped else "list"
    state.acting = name
    about, offers = f"unit:{name}", [back, *choices(state, name), done]
    went = yield from menu(seat, prompt, offers, look=look, about=about, own=known)
    return went if went == BACK else went != "done"


def _let_go(state: WarState) -> None:
    """The cube does not go on."""
    state.acting = ""


def choices(state: WarState, name: str) -> list[Offer]:
    """Everything that a cube could do now; what is impossible has its reason."""
    unit = state.units[name]
    found = on_map(state, name) if state.mapped else on_table(state, name)
    return [*found, *helps(state, name), *deeds(state, name), *_growth(state, unit)]


def _growth(state: WarState, unit: Unit) -> list[Offer]:
    """A hero with skill points may spend them at any time."""
    if is_hero(unit) and hero_of(state, unit).points > 0:
        grow = partial(spend_points, state, unit.seat, unit.kind)
        return [Offer("grow", t("Spend skill points"), grow, group=SPECIAL)]
    return []
