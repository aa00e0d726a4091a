"""Steps that promise to ask before they write: nothing is put aside for them, and nothing is lost for it."""

from __future__ import annotations

import pytest

from companion.engine.core.asking import number, together
from companion.engine.core.effects import Rule
from companion.engine.core.errors import Refused, RuleError
from companion.engine.core.rules import book, flow, step
from companion.engine.core.text import t
from companion.engine.running.runner import Runner, start
from companion.engine.running.save import State, decode_save, encode_save


class Purse(State):
    """Some coins."""

    coins: int = 0


@step("1")
def mint(state: Purse) -> None:
    """Write without asking."""
    state.coins += 10


@step("2", asks_first=True)
def pay(state: Purse, seat: str) -> Rule[int]:
    """Ask, then write; no purse may be overdrawn."""
    price = yield from number(seat, t("Price"), 0, 99)
    state.coins -= price
    if state.coins < 0:
        raise Refused("2", t("Too dear."), "number")
    return price


@step("3", asks_first=True)
def steal(state: Purse, seat: str) -> Rule[int]:
    """Break the promise."""
    state.coins -= 1
    return (yield from number(seat, t("Price"), 0, 99))


@flow("0")
def market() -> Rule[int]:
    """Writing steps before, between and beside those that ask."""
    yield from mint()
    yield from mint()
    first = yield from pay("ann")
    yield from mint()
    both = yield from together(pay("ann"), pay("bob"))
    yield from mint()
    return first + sum(both)


@flow("0")
def theft() -> Rule[int]:
    """A step with a broken promise after one that writes."""
    yield from mint()
    return (yield from steal("ann"))


def saved_again(runner: Runner) -> Runner:
    return Runner(book, Purse, decode_save(encode_save(runner.save())))


def answer(runner: Runner, seat: str, price: int) -> None:
    key = next(question.key for question in runner.questions() if question.seat == seat)
    runner.answer(key, price)


@pytest.mark.parametrize("again", [False, True])
def test_nothing_written_before_is_lost(again: bool) -> None:
    """Refused, answered, side by side, saved and loaded in between: the coins are right all the time."""
    runner = start(book, Purse(), market())
    for seat, price, coins in (("ann", 5, 25), ("bob", 4, 21), ("ann", 20, 11)):
        runner = saved_again(runner) if again else runner
        with pytest.raises(Refused, match="dear"):
            answer(runner, seat, 90)
        runner = saved_again(runner) if again else runner
        answer(runner, seat, price)
        assert runner.state.coins == coins
    assert runner.result == 29


def test_the_save_of_an_open_question_has_the_state_before_it() -> None:
    """What was written without asking is in the save, what the open step would write is not."""
    runner = start(book, Purse(), market())
    assert b'"coins":20' in encode_save(runner.save())
    assert runner.state.coins == saved_again(runner).state.coins == 20


def test_a_broken_promise_is_found() -> None:
    """A careful runner, as the fuzzer's, names the step."""
    runner = start(book, Purse(), market())
    runner.careful = True
    answer(runner, "ann", 5)
    liar = Runner(book, Purse, decode_save(encode_save(start(book, Purse(), theft()).save())))
    liar.careful = True
    with pytest.raises(RuleError, match=r"steal promises to ask before it writes"):
        liar.replace_state(b'{"coins":3}')
