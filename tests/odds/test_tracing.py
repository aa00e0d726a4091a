"""Tracing: what is learned of a step counts wherever it stands, and what tracing does not know it does not guess."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from math import inf
from typing import Any

import pytest
from msgspec import Struct

from companion.engine.core.asking import goto, roll, together
from companion.engine.core.chances import Bands
from companion.engine.core.effects import Rule
from companion.engine.core.rules import flow, step
from companion.engine.core.text import t
from companion.engine.running.save import Save, State
from companion.odds import beginning, first_option
from companion.odds.sampling import GAMES, sampled
from companion.odds.tracing.kept import forget_trees, traced
from companion.odds.tracing.shapes import Untraceable
from companion.odds.tracing.tracer import Position, Tracer
from tests.odds.duels import Duel, Stack, duel
from tests.odds.plain import enumerate_plainly
from tests.odds.played import of_batches
from tests.odds.reading import enumerate_odds


class Lamp(Struct):
    """Something to switch on and off."""

    lit: bool = False


class Room(State):
    """A few numbers and a lamp."""

    lamp: Lamp
    oil: int = 0
    users: int = 0
    turns: int = 0


@step("1")
def throw(state: Room) -> Rule[int]:
    """A d6 of which only a six counts: it fills the oil."""
    die = yield from roll("ann", t("Roll"), 6, Bands((6,)))
    state.oil += die == 6
    return int(die == 6)


@flow("1")
def side_by_side() -> Rule[list[int]]:
    """Two throws at the same time."""
    return (yield from together(throw(), throw()))


@flow("1")
def three_throws() -> Rule[int]:
    """The same step three times, with every result in the journal."""
    one = yield from throw()
    two = yield from throw()
    three = yield from throw()
    return one + two + three


@step("2")
def share_out(state: Room) -> Rule[int]:
    """Oil for each user, as long as there are users; the die decides whether one of them leaves."""
    each = 0
    if state.users > 0 and state.oil // state.users > 1:
        each = state.oil // state.users
    die = yield from roll("ann", t("Roll"), 2)
    state.users = max(0, state.users - (die == 2))
    return each


@flow("2")
def sharing() -> Rule[list[int]]:
    """Three times."""
    first = yield from share_out()
    second = yield from share_out()
    third = yield from share_out()
    return [first, second, third]


@step("3")
def light_up(state: Room) -> Rule[bool]:
    """Switch it on, and hope for an end."""
    die = yield from roll("ann", t("Roll"), 3)
    state.lamp.lit = True
    return die == 1


@step("3")
def put_out(state: Room) -> Rule[bool]:
    """Switch it off, and hope for an end."""
    was = state.lamp.lit
    die = yield from roll("ann", t("Roll"), 3)
    state.lamp.lit = False
    return die == 1 and was


@flow("3")
def lamp_rounds() -> Rule[str]:
    """Off and on until somebody ends it."""
    out = yield from put_out()
    if out:
        return "out"
    lit = yield from light_up()
    if lit:
        return "lit"
    return goto(lamp_rounds())


def room(**given: int) -> Room:
    return Room(lamp=Lamp(lit=True), **given)


def with_tracer(kind: type[State], start: Save, use: Callable[[Tracer, Position], Any]) -> Any:
    forget_trees()
    return traced(kind, start, first_option, "", use)


def test_a_step_is_run_once_wherever_the_flows_start_it() -> None:
    """Three times the same step, with other results before it each time: it is run once for each way of its die."""

    def runs(tracer: Tracer, place: Position) -> int:
        fronts = [[place]]
        for _ in range(3):
            fronts.append([to for one in fronts[-1] for _, to, _ in tracer.steps(*one)[1]])
        assert all(chance_node.ended for chance_node, _ in fronts[-1])
        return tracer.runs

    call = three_throws()
    found = enumerate_odds(Room, beginning(room(), call), first_option, exact=True)
    assert found.results()[3] == Fraction(1, 216)
    assert found.results()[1] == 3 * Fraction(25, 216)
    # one more to learn that oil varies, and that it rises
    assert with_tracer(Room, beginning(room(), call), runs) <= 4


def test_a_look_that_only_makes_sense_after_another_one() -> None:
    """A rule divides by a number after it has made sure that it is not 0: where it is 0 nobody divides."""
    start = beginning(room(oil=7, users=2), sharing())
    fast = enumerate_odds(Room, start, first_option, exact=True)
    slow = enumerate_plainly(Room, start, first_option, exact=True)
    assert fast.by(lambda result, state: tuple(result)) == slow.by(lambda result, state: tuple(result))
    assert fast.by(lambda result, state: tuple(result))[3, 7, 0] == Fraction(1, 4)


def test_what_is_true_stays_true_or_false() -> None:
    """A truth value that is followed as a number is one again in the states at the end."""
    found = enumerate_odds(Room, beginning(room(), lamp_rounds()), first_option, exact=True)
    ends = [(result, state.lamp.lit) for result, state, _ in found.endings()]
    assert sorted(ends) == [("lit", True), ("out", False)]
    assert all(type(lit) is bool for _, lit in ends)


def test_a_circle_whose_heights_are_learned_late_is_closed() -> None:
    """The round begins with the lamp on, so that nobody knows yet that it is ever switched on: closed all the same."""
    forget_trees()
    found = enumerate_odds(Room, beginning(room(), lamp_rounds()), first_option, exact=True)
    assert found.dropped == 0
    # out 1/3, else lit 1/3, else again with the lamp on
    assert found.results() == {"out": Fraction(3, 5), "lit": Fraction(2, 5)}


def battle() -> Save:
    ours = [Stack(5, 6, 4), Stack(4, 5, 5), Stack(6, 4, 3)]
    theirs = [Stack(6, 4, 5), Stack(5, 5, 4), Stack(4, 6, 4)]
    return beginning(Duel(ours=ours, theirs=theirs), duel())


def won(result: Any, state: Any) -> bool:
    return bool(result == "us")


def test_batches_lie_around_the_exact_chance() -> None:
    """Games of a battle of three stacks each: the mean within four standard errors, and no game is lost."""
    exact = enumerate_odds(Duel, battle(), first_option).chance(won).middle
    found = sampled(Duel, battle(), first_option, until=inf, most=100)
    mean, error = of_batches(found, won)
    assert abs(mean - exact) < 4 * error
    assert 0 < error < (exact * (1 - exact) / (100 * GAMES)) ** 0.5 * 1.2, "no worse than games of their own"
    assert all(sum(share for _, _, share in one.ends) == pytest.approx(1) for one in found)


@pytest.mark.slow
def test_the_standard_error_is_as_large_as_batches_really_lie_apart() -> None:
    """Of many samples two in three lie within one standard error of the truth, nearly all within two."""
    exact = enumerate_odds(Duel, battle(), first_option).chance(won).middle
    batches = sampled(Duel, battle(), first_option, until=inf, most=400)
    apart = []
    for n in range(0, 400, 10):
        mean, error = of_batches(batches[n : n + 10], won)
        apart.append(abs(mean - exact) / error)
    assert sum(one < 1 for one in apart) > 20
    assert sum(one < 2 for one in apart) > 34


def test_batches_of_a_question_asked_before_count_again() -> None:
    """The second time there are more of them in the same time, the first ones the same."""
    forget_trees()
    hasty = sampled(Duel, battle(), first_option, until=0)
    assert len(sampled(Duel, battle(), first_option, until=0)) == len(hasty), "nothing new without time"
    first = sampled(Duel, battle(), first_option, until=inf, most=3)
    more = sampled(Duel, battle(), first_option, until=inf, most=8)
    assert len(more) == 8
    assert [[(result, share) for result, _, share in one.ends] for one in more[: len(first)]] == [
        [(result, share) for result, _, share in one.ends] for one in first
    ]


def test_what_cannot_be_traced_is_played_by_the_runner_of_a_match() -> None:
    """Branches side by side: no exact odds, but fair games all the same."""
    with pytest.raises(Untraceable):
        enumerate_odds(Room, beginning(room(), side_by_side()), first_option)
    found = sampled(Room, beginning(room(), side_by_side()), first_option, until=inf, most=40)
    mean, error = of_batches(found, lambda result, state: result == [1, 1])
    assert abs(mean - 1 / 36) < 4 * error
