"""A new release under a running match: as little as possible is asked again, and the table is told."""

from __future__ import annotations

from random import Random

import pytest

from companion.engine.core.asking import all_of, choose, goto, note, number, roll, together
from companion.engine.core.effects import Roll, Rule
from companion.engine.core.errors import Refused, SaveError
from companion.engine.core.forms import options
from companion.engine.core.rules import RuleCode, book, flow, step
from companion.engine.core.text import t
from companion.engine.game.record import begin, resume
from companion.engine.match.ledger import MemoryLedger
from companion.engine.match.live import Match, Stamp
from companion.engine.running.runner import Runner, start
from companion.engine.running.save import State, decode_save, encode_save
from tests.engine import toy
from tests.engine.support import plain, play_to, rule_changed


class Tally(State):
    """What was done, in order."""

    done: list[str] = []  # noqa: RUF012


@step("1")
def first(state: Tally, seat: str) -> Rule[int]:
    """Two numbers."""
    yield from note(t("{seat} begins", seat=seat))
    one = yield from number(seat, t("One"), 0, 9)
    two = yield from number(seat, t("Two"), 0, 9)
    state.done.append(f"first {seat} {one}{two}")
    return one + two


@step("2")
def second(state: Tally, seat: str) -> Rule[str]:
    """A choice and a number."""
    what = yield from choose(seat, t("What"), options(("a", t("A")), ("b", t("B"))))
    much = yield from number(seat, t("Much"), 0, 9)
    state.done.append(f"second {seat} {what}{much}")
    return what


@flow("0")
def whole() -> Rule[str]:
    """First for both, then second for both."""
    yield from together(first("ann"), first("bob"))
    yield from note(t("half time"), section="0")
    yield from second("ann")
    last = yield from second("bob")
    return last


def run(*values: object) -> Runner:
    """A runner of `whole` with the first open question answered again and again."""
    runner = start(book, Tally(), whole())
    for value in values:
        runner.answer(runner.questions()[0].key, value)
    return runner


def after_upgrade(runner: Runner) -> Runner:
    return Runner(book, Tally, decode_save(encode_save(runner.save())))


def prompts(runner: Runner) -> list[str]:
    return [f"{q.seat} {q.part.prompt}" for q in runner.questions()]


def test_a_changed_question_restarts_only_its_step() -> None:
    """The step that now asks something else loses its answers; finished steps and the other branch keep theirs."""
    runner = start(book, Tally(), whole())
    for seat in ("ann", "bob"):
        runner.answer(next(q.key for q in runner.questions() if q.seat == seat), 4)
    assert prompts(runner) == ["ann Two", "bob Two"]

    def asks_ann_otherwise(state: Tally, seat: str) -> Rule[int]:
        yield from note(t("{seat} begins", seat=seat), section="1")
        if seat == "ann":
            die = yield from roll(seat, t("Roll now"), 6, section="1")
        else:
            die = yield from number(seat, t("One"), 0, 9, section="1")
        two = yield from number(seat, t("Two"), 0, 9, section="1")
        state.done.append(f"new {seat} {die}{two}")
        return die

    with rule_changed(first, asks_ann_otherwise):
        again = after_upgrade(runner)
        assert prompts(again) == ["ann Roll now", "bob Two"]
        assert [(r.rule.rpartition(".")[2], r.dropped, r.why) for r in again.restarts] == [("first", 1, "release")]
        assert again.notes == []
        for key, value in ((again.questions()[1].key, 5), (again.questions()[0].key, 6)):
            again.answer(key, value)
        again.answer(again.questions()[0].key, 7)
        assert plain(again)["done"] == ["new bob 45", "new ann 67"]


def test_a_second_question_changed_keeps_the_first_answer() -> None:
    """Only what comes after the change is asked again."""
    runner = run(1, 1, 2, 2, "a")

    def second_number_is_a_choice(state: Tally, seat: str) -> Rule[str]:
        what = yield from choose(seat, t("What"), options(("a", t("A")), ("b", t("B"))), section="2")
        much = yield from roll(seat, t("Roll"), 6, section="2")
        state.done.append(f"{what}{much}")
        return what

    with rule_changed(second, second_number_is_a_choice):
        again = after_upgrade(runner)
        assert prompts(again) == ["ann Roll"]
        assert again.restarts == []
        again.answer(again.questions()[0].key, 3)
        assert plain(again)["done"][-1] == "a3"


def test_new_words_restart_nothing() -> None:
    """Wording and limits are no part of the question."""
    runner = run(1, 1, 2)

    def reworded(state: Tally, seat: str) -> Rule[int]:
        one = yield from number(seat, t("The first number, please"), 0, 90, section="1")
        two = yield from number(seat, t("The second number, please"), 0, 90, section="1")
        state.done.append(f"first {seat} {one}{two}")
        return one + two

    with rule_changed(first, reworded):
        again = after_upgrade(runner)
        assert again.restarts == []
        assert [q.key for q in again.questions()] == [q.key for q in runner.questions()]


def test_an_answer_the_new_rules_refuse_is_asked_again() -> None:
    """An open step whose answers are now refused starts without them instead of blocking the match."""
    runner = run(9)

    def stricter(state: Tally, seat: str) -> Rule[int]:
        one = yield from number(seat, t("One"), 0, 9, section="1")
        if one > 5:
            raise Refused("1", t("Five at most."))
        two = yield from number(seat, t("Two"), 0, 9, section="1")
        return one + two

    with rule_changed(first, stricter):
        again = after_upgrade(runner)
        assert prompts(again) == ["ann One", "bob One"]
        assert again.restarts[0].dropped == 1


def test_parts_that_became_one_question() -> None:
    """Answers to parts that do not exist any more are dropped, and the drop is told."""

    def two_at_once(state: Tally, seat: str) -> Rule[int]:
        dice = yield from all_of(Roll(seat, "1", t("One"), (6,)), Roll(seat, "1", t("Two"), (6,)))
        return dice[0][0] + dice[1][0]

    with rule_changed(first, two_at_once):
        runner = run(3)
    again = after_upgrade(runner)
    assert prompts(again) == ["ann One", "bob One"]
    assert [restart.dropped for restart in again.restarts] == [1]
    assert again.save().root is not None
    again.answer(again.questions()[0].key, 2)
    with rule_changed(first, two_at_once):
        back = after_upgrade(again)
        assert prompts(back) == ["ann One", "ann Two", "bob One", "bob Two"]


def test_a_step_that_takes_another_argument_now() -> None:
    """The step starts anew with what its flow now hands it."""
    runner = run(1, 1, 2, 2, "a")

    def with_limit(state: Tally, seat: str, limit: int) -> Rule[str]:
        much = yield from number(seat, t("Up to {limit}", limit=limit), 0, limit, section="2")
        state.done.append(f"{seat} {much}")
        return "x"

    def whole_with_limit() -> Rule[str]:
        yield from together(first("ann"), first("bob"))
        yield from note(t("half time"), section="0")
        for seat in ("ann", "bob"):
            call = second(seat).call
            last = yield type(call)(call.rule, (seat, 7))
        return last

    with rule_changed(second, with_limit), rule_changed(whole, whole_with_limit):
        again = after_upgrade(runner)
        assert prompts(again) == ["ann Up to 7"]
        assert [restart.dropped for restart in again.restarts] == [1]
        assert len(plain(again)["done"]) == 2, "what was finished stays done"
        again.answer(again.questions()[0].key, 7)
        assert prompts(again) == ["bob Up to 7"]


def test_a_flow_that_goes_another_way() -> None:
    """The results so far are kept as far as the ways are the same; then the new flow goes on."""
    runner = run(1, 1, 2, 2, "a", 5)
    assert prompts(runner) == ["bob What"]

    def first_again() -> Rule[str]:
        yield from together(first("ann"), first("bob"))
        yield from note(t("half time"), section="0")
        yield from second("ann")
        yield from first("cat")
        return "new end"

    with rule_changed(whole, first_again):
        again = after_upgrade(runner)
        assert prompts(again) == ["cat One"]
        assert [r.rule.rpartition(".")[2] for r in again.restarts] == ["whole"]
        for value in (1, 1):
            again.answer(again.questions()[0].key, value)
        assert (again.done, again.result) == (True, "new end")


def test_a_flow_that_ends_earlier_now() -> None:
    """A flow that has nothing more to do ends; the match goes on behind it."""
    runner = run(1, 1, 2, 2, "a")

    def shorter() -> Rule[str]:
        yield from together(first("ann"), first("bob"))
        return "short"

    with rule_changed(whole, shorter):
        again = after_upgrade(runner)
        assert (again.done, again.result) == (True, "short")


def test_a_rule_that_is_gone_behind_a_goto() -> None:
    """A repeated flow that was renamed begins again from what its caller calls; finished steps stay done."""

    @flow("0")
    def old_loop(n: int) -> Rule[str]:
        yield from second("ann")
        return goto(old_loop(n + 1))

    @flow("0")
    def entrance() -> Rule[str]:
        yield from first("ann")
        return goto(old_loop(1))

    @flow("0")
    def outer() -> Rule[str]:
        last = yield from entrance()
        return last

    runner = start(book, Tally(), outer())
    for value in (1, 2, "a", 3):
        runner.answer(runner.questions()[0].key, value)
    code = old_loop.code  # type: ignore[attr-defined]
    del book._rules[code.name]
    again = after_upgrade(runner)
    assert prompts(again) == ["ann One"]
    assert plain(again)["done"] == ["first ann 12", "second ann a3"]
    assert again.restarts


def test_a_result_that_changed_its_type_is_refused_clearly() -> None:
    """A finished step cannot be asked again; if its saved result has no place any more the save is refused."""
    match = Match.start(toy.GAME, begin(toy.GAME, ["ann", "bob"], {}, {}), MemoryLedger(), Stamp("host"))
    rng = Random(1)
    play_to(match, "2.2", rng)

    def order_as_number(state: toy.Fair) -> Rule[int]:
        yield from note(t("new"), section="1.3")
        return 1

    with rule_changed(toy.who_is_first, order_as_number), pytest.raises(SaveError, match="who_is_first"):
        resume(toy.GAME, match.save_text())
    assert resume(toy.GAME, match.save_text()).questions() == match.questions()


def test_the_table_is_told_of_an_upgrade() -> None:
    """Taking up a match whose open form changed writes one entry that says so; nothing changed, no entry."""
    match = Match.start(toy.GAME, begin(toy.GAME, ["ann", "bob"], {}, {}), MemoryLedger(), Stamp("host"))
    rng = Random(3)
    question = play_to(match, "2.1", rng)
    match.answer(question.key, 4, Stamp(question.seat))
    save, tip = match.save_text(), match.tip
    assert Match(toy.GAME, save, match.ledger, tip).upgrade(Stamp("", release="2")) is None

    def other_income(state: toy.Fair, seat: str) -> Rule[int]:
        gain = yield from number(seat, t("How much?"), 0, 3, section="2.1")
        return gain

    with rule_changed(toy.earn, other_income):
        later = Match(toy.GAME, save, match.ledger, tip)
        entry = later.upgrade(Stamp("", release="2"))
        assert entry is not None
        assert entry.kind == "upgrade"
        assert "The rules were updated" in str(entry.notes[0].text)
        assert later.upgrade(Stamp("", release="2")) is None


def test_rules_of_the_same_name_replace_each_other() -> None:
    """The book keeps the newest; the old one can come back."""
    code: RuleCode = first.code  # type: ignore[attr-defined]
    with rule_changed(first, lambda state, seat: None):
        assert book.get(code.name) is not code
    assert book.get(code.name) is code
