"""The sequence of the game: set-up, then turns of revenue, build and action, and the end."""

from __future__ import annotations

from companion.engine.core.asking import goto, note
from companion.engine.core.effects import Rule
from companion.engine.core.rules import flow, step
from companion.engine.core.text import t
from companion.games.multiverse_war.fighting.losses import found_out
from companion.games.multiverse_war.phases.action import action_phase
from companion.games.multiverse_war.phases.build import build_phase
from companion.games.multiverse_war.phases.revenue import portal, repair, revenue_phase
from companion.games.multiverse_war.phases.setup import set_up
from companion.games.multiverse_war.phases.victory import count, in_force
from companion.games.multiverse_war.world.sight import refresh
from companion.games.multiverse_war.world.state import WarState
from companion.games.multiverse_war.world.units import ruled

PHASES = {"revenue": revenue_phase, "build": build_phase, "action": action_phase}
Schedule = list[tuple[str, str]]


@flow("Turn order")
def play() -> Rule[list[str]]:
    """A whole match. Gives the winners."""
    yield from set_up()
    return goto(turns())


@flow("Turn order")
def turns() -> Rule[list[str]]:
    """The turns, one after another, until the end. Returns the winners."""
    schedule = yield from begin_turn()
    for phase, seat in schedule:
        if phase == "portal":
            yield from portal()
        else:
            yield from PHASES[phase](seat)
    over = yield from end_turn()
    return (yield from winners()) if over else goto(turns())


@step("Turn order")
def begin_turn(state: WarState) -> Rule[Schedule]:
    """The phases of a turn in their order; the first turn has no revenue and no build phase (A39)."""
    state.turn += 1
    yield from found_out(state, refresh(state))
    yield from note(t("Turn {n}", n=state.turn), kind="turn")
    build = [seat for seat in state.build_order if not state.players[seat].out]
    act = [seat for seat in state.action_order if not state.players[seat].out]
    if state.turn == 1:
        return [("action", seat) for seat in act]
    if ruled(state, "sequence", "whole-turns"):
        return [(phase, seat) for seat in act for phase in PHASES] + [("portal", "")]
    revenue = [("revenue", seat) for seat in build]
    return [*revenue, ("portal", ""), *(("build", seat) for seat in build), *(("action", seat) for seat in act)]


@step("Turn limit game mode")
def end_turn(state: WarState) -> Rule[bool]:
    """After the last player: repairs, by one reading. Returns whether the agreed last turn ends the game."""
    if state.winners:
        return True
    if ruled(state, "repair", "end-of-turn"):
        for seat in state.seats:
            repair(state, seat)
    if in_force(state, "points") and state.turn >= state.limit:
        yield from count(state)
    return bool(state.winners)


@step("Victory conditions")
def winners(state: WarState) -> list[str]:
    """The seats that have won."""
    return state.winners
