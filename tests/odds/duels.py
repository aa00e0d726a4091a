"""Small rules to count on: a duel of two stacks, a melee of many, and a wall that is breached."""

from __future__ import annotations

from msgspec import Struct

from companion.engine.core.asking import choose, contest, goto, note, pool, roll
from companion.engine.core.chances import Bands, Contest
from companion.engine.core.effects import Roll, Rule
from companion.engine.core.forms import options
from companion.engine.core.rules import flow, step
from companion.engine.core.text import t
from companion.engine.running.save import State


class Stack(Struct):
    """Units of one kind; attack and defence with everything added."""

    units: int
    attack: int
    defence: int


class Duel(State):
    """The attacking stacks and the defending ones, and the wall between them."""

    ours: list[Stack]
    theirs: list[Stack]
    wall: int = 0
    rounds: int = 0


@step("8.6")
def strike(state: Duel, ours: bool) -> Rule[None]:
    """The first stack of one side attacks the first of the other; the winner kills as many as it has units."""
    first, second = (state.ours, state.theirs) if ours else (state.theirs, state.ours)
    if not first or not second:
        return
    attacker, target = first[0], second[0]
    dice = contest(
        Roll("us" if ours else "them", "8.6", t("Attack")),
        Roll("them" if ours else "us", "8.6", t("Defend")),
        Contest(attacker.attack - target.defence),
    )
    one, two = yield from dice
    margin = one + attacker.attack - two - target.defence
    yield from note(t("The margin is {margin}.", margin=margin))
    if margin > 0:
        target.units = max(0, target.units - attacker.units)
    elif margin < 0:
        attacker.units = max(0, attacker.units - target.units)
    state.ours = [stack for stack in state.ours if stack.units]
    state.theirs = [stack for stack in state.theirs if stack.units]


@step("8.3")
def winner(state: Duel) -> str:
    """Who is left alone."""
    if state.ours and state.theirs:
        return ""
    return "us" if state.ours else "them"


@flow("8.3")
def duel() -> Rule[str]:
    """Rounds in which they strike first and we strike second."""
    yield from strike(False)
    yield from strike(True)
    who = yield from winner()
    return who or goto(duel())


@step("8.7")
def breach(state: Duel, level: int) -> Rule[str]:
    """A wall of SP `wall`: 20 and more destroy it at once, 10 and more damage it; a damaged wall falls at 10."""
    if not state.wall:
        return "open"
    state.rounds += 1
    die = yield from roll("us", t("Breach"), 20, Bands((10 + state.wall - level, 15 + state.wall - level)))
    total = die + level - state.wall
    if total >= 15 or (total >= 10 and state.wall <= 2):
        state.wall = 0
    elif total >= 10:
        state.wall -= 2
    return "tried"


@flow("8.7")
def siege(level: int, tries: int) -> Rule[str]:
    """Breach, and fight in the gap as soon as there is one; give up after some tries."""
    done = yield from breach(level)
    if done == "open":
        who = yield from duel()
        return who
    if not tries:
        return "them"
    return goto(siege(level, tries - 1))


@step("9.1")
def volley(state: Duel) -> Rule[int]:
    """Each of our units shoots: 5 and 6 of a d6 kill."""
    hits = yield from pool("us", t("Shoot"), state.ours[0].units, 6, 5)
    state.theirs[0].units = max(0, state.theirs[0].units - hits)
    return hits


@step("9.2")
def aim(state: Duel) -> Rule[str]:
    """People decide which stack comes first."""
    names = [str(i) for i in range(len(state.theirs))]
    chosen = yield from choose("us", t("Aim at"), options(*((name, t(name)) for name in names)))
    state.theirs.insert(0, state.theirs.pop(int(chosen)))
    return chosen


@flow("9")
def aimed_duel() -> Rule[str]:
    """Aim before every round."""
    who = yield from winner()
    if who:
        return who
    yield from aim()
    yield from strike(False)
    yield from strike(True)
    return goto(aimed_duel())
