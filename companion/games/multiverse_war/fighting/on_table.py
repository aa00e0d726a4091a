"""Actions without a map in the app: the players see the real map and say what an action costs and whom it reaches."""

from __future__ import annotations

from functools import partial

from companion.engine.core.asking import choose, number
from companion.engine.core.effects import Rule
from companion.engine.core.forms import Option
from companion.engine.core.menu import Offer
from companion.engine.core.refusals import refuse_if
from companion.engine.core.text import Text, t
from companion.games.multiverse_war.fighting.aiming import aim, can_aim, must_set_up
from companion.games.multiverse_war.fighting.exploring import resolve, reveal
from companion.games.multiverse_war.fighting.fight import leave_post
from companion.games.multiverse_war.fighting.losses import found_out
from companion.games.multiverse_war.fighting.paying import after_attack, attacked_already, pay, regular, short_of
from companion.games.multiverse_war.world import facts
from companion.games.multiverse_war.world.state import Unit, WarState
from companion.games.multiverse_war.world.units import allowance, ap_left, fights, range_of, ruled, sort_of

N = facts.NUMBERS


def on_table(state: WarState, name: str) -> list[Offer]:
    """The offers of a cube's actions, as told by the players who see the map."""
    unit = state.units[name]
    if unit.done:
        return []
    ap = ap_left(state, unit)
    short, decoy = short_of(state, unit, 1), sort_of(state, unit) == "decoy"
    offers = [Offer("move", t("Move"), partial(table_move, state, name), refusal=short)]
    if not decoy or ruled(state, "decoys_explore", "may-explore"):
        hidden = refuse_if(
            not state.left or all(tile.id for tile in state.tiles), "Map exploration", t("All is explored.")
        )
        offers.append(
            Offer("explore", t("Reveal a territory"), partial(table_explore, state, name), refusal=short or hidden)
        )
    if not decoy:
        offers.append(Offer("event", t("Enter a random event"), partial(table_event, state, name), refusal=short))
    if fights(state, unit):
        shot = range_of(state, unit) > 0
        nobody = refuse_if(
            not can_aim(state, unit, (), shot=shot), "Facing your first enemy", t("Nobody can be attacked.")
        )
        setting = refuse_if(shot and must_set_up(state, unit), "Gatling gun example", t("It must be set up first."))
        short = short or attacked_already(unit)
        words = t("Shoot") if shot else t("Attack")
        offers.append(
            Offer(
                "attack", words, partial(table_attack, state, name, ap, shot=shot), refusal=short or nobody or setting
            )
        )
    turned = t("Turn it face down") if unit.face else t("Turn it up: it is identified")
    return [*offers, Offer("turn", turned, partial(table_turn, state, name), minor=True)]


def table_move(state: WarState, name: str) -> Rule[None]:
    """Ask how many action points a move has cost, and whether all of it was by road."""
    unit = state.units[name]
    n = yield from _told_cost(state, unit, t("How many action points does the move cost?"))
    full = unit.spent + n == allowance(state, unit) and not unit.bonus
    options = [Option("no", t("Not by road only")), Option("yes", t("All by road"))]
    road, prompt = "no", t("Was the whole move by road?")
    if full:
        road = yield from choose(unit.seat, prompt, options, about="road", observation=True)
    pay(state, unit, n)
    unit.bonus = unit.bonus or int(road == "yes")
    leave_post(unit)


def _told_cost(state: WarState, unit: Unit, prompt: Text) -> Rule[int]:
    """The action points that players pay on the real map; with one left there is nothing to ask."""
    left = ap_left(state, unit)
    return 1 if left < 2 else (yield from number(unit.seat, prompt, 1, left, 1, about="cost", observation=True))


def table_explore(state: WarState, name: str) -> Rule[None]:
    """Turn up the next territory."""
    pay(state, state.units[name], 1)
    hidden = next(n for n, tile in enumerate(state.tiles) if not tile.id)
    yield from reveal(state, state.units[name].seat, hidden, "")


def table_event(state: WarState, name: str) -> Rule[None]:
    """Enter a hex with a token."""
    unit = state.units[name]
    n = yield from _told_cost(state, unit, t("How many action points does the step cost?"))
    pay(state, unit, n)
    yield from resolve(state, name, "", "")


def table_attack(state: WarState, name: str, ap: int, *, shot: bool) -> Rule[None]:
    """An attack; action points are paid by the terrain."""
    unit = state.units[name]
    yield from aim(state, name, (), shot=shot, also=regular(state, unit))
    if not state.fights:
        return
    ground = state.fights[-1].ground
    pay(state, unit, 1 if shot else min(ap, N["ground"]["cost"].get(ground, 1)))
    after_attack(state, unit)


def table_turn(state: WarState, name: str) -> Rule[None]:
    """Decide whether a cube was seen: players turn their cubes themselves, and a decoy that is seen is removed."""
    unit = state.units[name]
    unit.face = "" if unit.face else unit.kind
    yield from found_out(state, [name] if unit.face == "decoy" else [])
