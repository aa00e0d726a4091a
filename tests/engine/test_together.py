"""Several at once: order does not matter, and what one changes reaches the open forms of the others."""

from __future__ import annotations

from random import Random
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import field

from companion.engine.core.asking import all_of, commit, note, number, together
from companion.engine.core.chances import Order
from companion.engine.core.effects import Ask, Roll, Rule
from companion.engine.core.errors import Refused, RuleError
from companion.engine.core.forms import Number
from companion.engine.core.questions import Question
from companion.engine.core.rules import book, flow, step
from companion.engine.core.text import t
from companion.engine.game.record import begin
from companion.engine.match.ledger import MemoryLedger
from companion.engine.match.live import Match, Stamp
from companion.engine.running.restarts import restart_note
from companion.engine.running.runner import Runner, start
from companion.engine.running.save import State, decode_save, encode_save
from companion.engine.running.views import is_sealed
from tests.engine import toy
from tests.engine.support import keys, new_runner, plain, play_to, resume_or_stall, saved, seeds


class Pot(State):
    """One pot and what each has."""

    pot: int = 10
    own: dict[str, int] = field(default_factory=dict)
    log: list[str] = field(default_factory=list)


def pot() -> Pot:
    return Pot(own={"ann": 0, "bob": 0, "cat": 0})


@step("1")
def take(state: Pot, seat: str) -> Rule[int]:
    """Take from the pot, if anything is left, and say it twice."""
    if not state.pot:
        return 0
    much = yield from number(seat, t("Take"), 0, state.pot)
    yield from note(t("{seat} takes", seat=seat))
    again = yield from number(seat, t("And keep"), 0, much)
    state.pot -= again
    state.own[seat] += again
    return again


@step("2")
def ask_all(state: Pot) -> Rule[None]:
    """Three dice open at once."""
    dice = yield from all_of(*(Roll(seat, "2", t("Roll")) for seat in state.own), joint=Order())
    for seat, (die,) in zip(state.own, dice, strict=True):
        state.own[seat] += die


@step("3")
def seal(state: Pot) -> Rule[None]:
    """Three sealed numbers."""
    bids = yield from commit(*(Ask(seat, "3", t("Bid"), Number(0, 9)) for seat in state.own))
    state.own = dict(zip(state.own, bids, strict=True))


@flow("0")
def all_take() -> Rule[list[int]]:
    """Everybody takes."""
    taken = yield from together(take("ann"), take("bob"), take("cat"))
    return taken


@flow("0")
def nothing() -> Rule[list[int]]:
    """Nobody does anything, together."""
    results = yield from together()
    return results


def of(runner: Runner, seat: str) -> Question:
    return next(question for question in runner.questions() if question.seat == seat)


def answered(order: list[str], values: dict[str, int], call: Any) -> Runner:
    """A runner of `call` in which the seats answered in this order."""
    runner = start(book, pot(), call)
    for seat in order:
        runner.answer(of(runner, seat).key, values[seat])
    return runner


ORDERS = st.permutations(["ann", "bob", "cat"])
VALUES = st.fixed_dictionaries({seat: st.integers(1, 9) for seat in ("ann", "bob", "cat")})


@given(ORDERS, ORDERS, VALUES)
def test_parts_of_one_question_commute(one: list[str], other: list[str], values: dict[str, int]) -> None:
    """The parts of All and of Commit may be answered in any order: the end is the same, byte for byte."""
    for call in (ask_all(), seal()):
        assert saved(answered(one, values, call)) == saved(answered(other, values, call))


@given(seeds, st.randoms(use_true_random=False))
def test_parallel_flows_commute(seed: int, shuffle: Random) -> None:
    """Prepared, dealt and gone shopping in any order of answers, the toy game stands in the same place."""
    answers = {"1.1": {"gold": 9, "banner": True}, "1.3": [3], "2.1": [6], "2.2": {"lamp": 1}}
    decks = {"ann": ["joker", "joker"], "bob": ["giant", "giant"], "cat": ["goose", "goose"]}
    picks: list[Any] = []
    ends = []
    for rng in (Random(seed), shuffle):
        runner = begin(toy.GAME, toy.SEATS, {}, {})
        while not any(question.section == "2.4" for question in runner.questions()):
            question = rng.choice(runner.questions())
            kind = type(question.part).__name__
            value = decks[question.seat] if kind == "Draw" else 1 if kind == "Pool" else answers[question.section]
            try:
                runner.answer(question.key, value)
            except Refused:
                runner.answer(question.key, picks)
        ends.append((plain(runner), keys(runner)))
    assert ends[0] == ends[1]


def test_a_shared_pot_reaches_open_forms() -> None:
    """When one has taken, the others' open forms know it; what no longer fits is asked again, and they are told."""
    runner = start(book, pot(), all_take())
    for seat in ("ann", "bob"):
        runner.answer(of(runner, seat).key, 8)
    key = of(runner, "cat").key
    runner.answer(of(runner, "ann").key, 8)
    assert of(runner, "cat").part.form.high == 2
    assert of(runner, "cat").key == key, "the same question with another limit stays open under its key"
    assert of(runner, "bob").part.prompt.message == "Take"
    assert [restart.why for restart in runner.restarts] == ["state"]
    assert "depends on" in str(restart_note(runner.restarts[0]))
    assert len([n for n in runner.notes if "bob" in str(n.text)]) == 1


def test_steps_that_finish_because_another_one_did() -> None:
    """An empty pot ends the others' steps, whether they were answered or not: once each, and the flow goes on."""
    for order in (["ann", "bob", "cat"], ["cat", "ann", "bob"], ["bob", "cat", "ann"]):
        runner = start(book, pot(), all_take())
        first, second, _ = order
        runner.answer(of(runner, second).key, 5)
        runner.answer(of(runner, first).key, 10)
        runner.answer(of(runner, first).key, 10)
        assert runner.done
        assert runner.state.own == {"ann": 0, "bob": 0, "cat": 0} | {first: 10}
        assert sorted(runner.result) == [0, 0, 10]


@step("4")
def spread(state: Pot, seat: str) -> Rule[None]:
    """Ends by itself once anybody has given a number."""
    if state.log:
        state.log.append(seat)
        return
    yield from number(seat, t("Begin"), 0, 9)
    state.log.append(seat)


@flow("0")
def chain() -> Rule[None]:
    """Three that end each other."""
    yield from together(spread("ann"), spread("bob"), spread("cat"))


def test_steps_that_end_each_other_run_once_each() -> None:
    """Each of the steps that end in a chain of changes writes once."""
    for seat in ("ann", "bob", "cat"):
        runner = start(book, pot(), chain())
        runner.answer(of(runner, seat).key, 1)
        assert runner.done
        assert sorted(runner.state.log) == ["ann", "bob", "cat"]


def test_a_correction_that_answers_open_steps_goes_on() -> None:
    """When a corrected value makes the open questions needless, the flow goes on at once."""
    runner = start(book, pot(), all_take())
    runner.replace_state(saved_state(runner, pot=0))
    assert runner.done
    assert runner.result == [0, 0, 0]


def saved_state(runner: Runner, **changes: Any) -> bytes:
    return msgspec.json.encode({**plain(runner), **changes})


def test_together_with_nobody() -> None:
    """Nothing to do together is done at once."""
    runner = start(book, pot(), nothing())
    assert (runner.done, runner.result) == (True, [])


@given(seeds)
def test_a_half_answered_question_survives_a_restart(seed: int) -> None:
    """With some parts of All answered, a restart asks exactly for the rest."""
    rng = Random(seed)
    runner = start(book, pot(), ask_all())
    runner.answer(rng.choice(keys(runner)), rng.randint(1, 20))
    again = Runner(book, Pot, decode_save(saved(runner)))
    assert (keys(again), saved(again)) == (keys(runner), saved(runner))
    assert len(keys(again)) == 2


def test_sealed_answers_stay_sealed_until_all_are_in() -> None:
    """While a sealed question is open, nobody but its seat sees an answer given to it; then everybody does."""
    game = toy.GAME
    match = Match(game, encode_save(new_runner(Random(1)).save()), MemoryLedger(), 0)
    rng = Random(1)
    first = play_to(match, "2.4", rng)
    assert first.sealed
    entry = match.answer(first.key, 0, Stamp(first.seat))
    others = [question.seat for question in match.questions()]
    assert others
    for seat in (*others, ""):
        assert is_sealed(entry, match.questions(), seat)
    assert not is_sealed(entry, match.questions(), first.seat)
    earlier = match.ledger.get(1)
    assert not is_sealed(earlier, match.questions(), "")
    for question in match.questions():
        match.answer(question.key, 0, Stamp(question.seat))
    assert not is_sealed(entry, match.questions(), others[0])


def test_taking_up_in_the_middle_of_everything() -> None:
    """A save with finished, half answered and untouched branches side by side is taken up as it was."""
    runner = begin(toy.GAME, toy.SEATS, {}, {})
    runner.answer(of(runner, "bob").key, {"gold": 1, "banner": False})
    again = resume_or_stall(runner)
    assert keys(again) == keys(runner)
    assert again.state.sides["bob"].gold == 1


@step("5")
def flawed(state: Pot, seat: str) -> Rule[None]:
    """Refuses before it asks, once the pot is low."""
    if state.pot < 5:
        raise Refused("5", t("Too low."))
    yield from number(seat, t("Go on"), 0, 9)


@flow("0")
def flawed_together() -> Rule[None]:
    """One takes, the other cannot stand it."""
    yield from together(take("ann"), flawed("bob"))


def test_a_step_that_refuses_without_being_asked_is_a_fault_of_the_rules() -> None:
    """It is reported as such, not as a refusal of somebody else's answer."""
    runner = start(book, pot(), flawed_together())
    runner.answer(of(runner, "ann").key, 9)
    with pytest.raises(RuleError, match="before anything was asked"):
        runner.answer(of(runner, "ann").key, 9)
