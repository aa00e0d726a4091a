"""A tiny game for the tests of the store: two sides gather stones in turn, a number and a die each."""

from __future__ import annotations

from msgspec import field

from companion.engine.core.asking import all_of, goto, note, number, roll
from companion.engine.core.effects import Roll as RollEffect
from companion.engine.core.effects import Rule, as_call
from companion.engine.core.rules import flow, step
from companion.engine.core.rulings import Reading, Ruling
from companion.engine.core.text import t
from companion.engine.game.record import Game, Helper, SeatInfo, Setting
from companion.engine.running.save import State


class Heap(State, kw_only=True):
    stones: dict[str, int] = field(default_factory=dict)
    goal: int = 1_000_000
    turns: int = 0


__name__ = "store.toy"  # files written by earlier releases know the rules below by this name


@step("1")
def gather(state: Heap, seat: str) -> Rule[int]:
    """Take some stones, then as many more as a die says."""
    taken = yield from number(seat, t("How many stones?"), 0, 9, section="1.1")
    lucky = yield from roll(seat, t("Roll for more."), 6, section="1.2")
    state.stones[seat] = state.stones.get(seat, 0) + taken + lucky
    state.turns += 1
    yield from note(t("{seat} has {count} stones.", seat=seat, count=state.stones[seat]))
    return state.stones[seat]


@step("2")
def over(state: Heap) -> bool:
    """Has anybody reached the goal?"""
    return max(state.stones.values(), default=0) >= state.goal


@flow("1")
def turns(first: str, second: str) -> Rule[str]:
    """One turn after the other until somebody reaches the goal."""
    yield from gather(first)
    ended = yield from over()
    if ended:
        return first
    return goto(turns(second, first))


@step("3")
def opening(state: Heap) -> Rule[None]:
    """Says hello before anybody is asked."""
    yield from note(t("Here we go."))


@flow("3")
def play() -> Rule[str]:
    """The whole game."""
    yield from opening()
    winner = yield from turns("red", "blue")
    return winner


@step("4")
def weigh(state: Heap) -> Rule[int]:
    """A stand-alone helper: two dice side by side."""
    first, second = yield from all_of(
        RollEffect("table", "4", t("One."), (6,)), RollEffect("table", "4", t("Two."), (6,), about="second")
    )
    return int(first[0] + second[0])


@flow("4")
def weigh_helper() -> Rule[int]:
    """Weigh once."""
    weight = yield from weigh()
    return weight


def new_heap(seats: object, settings: dict[str, str]) -> Heap:
    return Heap(goal=int(settings["goal"]))


TOY = Game(
    name="toy",
    title="Stones",
    summary="Gather stones.",
    players=(2,),
    seats=(SeatInfo("red", "Red"), SeatInfo("blue", "Blue"), SeatInfo("green", "Green")),
    state_type=Heap,
    new_state=new_heap,
    helper_state=Heap,
    play=as_call(play()),
    settings=(Setting("goal", "Goal", (("1000000", "Endless"), ("10", "Short"))),),
    rulings=(Ruling("R1", "ties", "Who wins ties?", ("2",), (Reading("first", "First"), Reading("none", "None"))),),
    helpers=(Helper("weigh", "Weigh", "Two dice.", "4", as_call(weigh_helper())),),
)


def find_game(name: str) -> Game:
    """The way the store finds games."""
    return {"toy": TOY}[name]
