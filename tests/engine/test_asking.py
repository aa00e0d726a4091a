"""What rules yield: sections by default, questions that know their rule, menus, repeated calls."""

from __future__ import annotations

from functools import partial
from typing import Any

import pytest

from companion.engine.core.asking import counts, note, number, repeat, roll, together
from companion.engine.core.effects import Rule
from companion.engine.core.errors import Refused, RuleError
from companion.engine.core.forms import Row
from companion.engine.core.menu import Group, Offer, Purse, menu
from companion.engine.core.refusals import refuse, refuse_all
from companion.engine.core.rules import book, flow, step
from companion.engine.core.text import t
from companion.engine.running.runner import Runner, start
from companion.engine.running.save import State, encode_save


class Count(State):
    """A number to count up."""

    n: int = 0


@step("33.1", "33.2")
def count_up(state: Count, most: int) -> Rule[bool]:
    """Ask for a number and add it; True while there is room."""
    state.n += yield from number("ann", t("How much?"), 1, 3)
    yield from note(t("It is {n} now.", n=state.n), kind="counted", facts={"n": state.n})
    return state.n < most


@step("33.3")
def add_ten(state: Count) -> bool:
    """Asks nothing; True below 40."""
    state.n += 10
    return state.n < 40


@flow("33")
def counting(most: int) -> Rule[str]:
    """Count up, then add tens at once."""
    yield from repeat(count_up(most))
    yield from repeat(add_ten())
    return "done"


@flow("33")
def side_by_side(most: int) -> Rule[None]:
    """Two that repeat, at the same time."""
    yield from together(loop(most), loop(most + 3))


@flow("33")
def loop(most: int) -> Rule[None]:
    """One that repeats."""
    yield from repeat(count_up(most))


@step("34.1", "34.2")
def shop(state: Count, rich: bool) -> Rule[Any]:
    """A menu with an offer of each sort."""

    def add(n: int) -> int:
        state.n += n
        return n

    def ask_more() -> Rule[int]:
        return (yield from number("ann", t("How many?"), 0, 9))

    against = None if rich else refuse(t("Too dear."))
    red = Offer("red", t("Red"), partial(add, 1), refusal=against)
    hats = [red, Offer("blue", t("Blue"), value=7, refusal=against)]
    offers = [
        Group("hat", t("A hat"), t("Which hat?"), hats),
        Offer("more", t("More"), ask_more),
        Offer("bow", t("Bow"), refusal=refuse(t("Not today."), "9.9")),
    ]
    return (yield from menu("ann", t("What now?"), offers))


@step("34.3")
def market(state: Count, single: bool) -> Rule[Any]:
    """Two things with a price, paid from what was counted; `single` asks nobody where only one can be had."""
    purse = Purse(state, "n", lambda n: t("{n} Gold", n=n))
    things = [
        Offer("hat", t("Hat"), price=3, purse=purse, value="hat"),
        Offer("cow", t("Cow"), price=9, purse=purse, value="cow"),
    ]
    return (yield from menu("ann", t("Which?"), things, skip_single=single))


@step("35.1")
def rows(state: Count) -> Rule[dict[str, int]]:
    """Counts with a closed row, and a die."""
    yield from roll("ann", t("Roll."), 6, section="35.2")
    return (yield from counts("ann", t("How many?"), [Row("a", t("A")), Row("b", t("B"), refusal=refuse(t("No.")))]))


def running(call: Any) -> Runner:
    return start(book, Count(), call)


def again(runner: Runner) -> Runner:
    """The same match after a restart of the server."""
    text = encode_save(runner.save())
    resumed = Runner(book, Count, runner.save())
    assert encode_save(resumed.save()) == text
    assert not resumed.notes
    assert not resumed.restarts
    return resumed


def test_what_names_no_section_cites_that_of_its_step() -> None:
    """Question, refusal and log line cite the step's first section unless they name another."""
    runner = running(shop(False))
    (question,) = runner.questions()
    sections = {option.id: option.refusal.section for option in question.part.form.options if option.refusal}
    assert (question.section, sections) == ("34.1", {"hat": "34.1", "bow": "9.9"})
    with pytest.raises(Refused) as caught:
        runner.answer(question.key, "hat")
    assert caught.value.refusal.section == "34.1"
    counted = running(count_up(2))
    counted.answer(counted.questions()[0].key, 3)
    assert [one.section for one in counted.notes] == ["33.1"]


def test_rows_and_dice_cite_sections_too() -> None:
    """A row that is closed cites the step's section; a die that names its own keeps it."""
    runner = running(rows())
    assert runner.questions()[0].section == "35.2"
    runner.answer(runner.questions()[0].key, [3])
    with pytest.raises(Refused) as caught:
        runner.answer(runner.questions()[0].key, {"b": 1})
    assert caught.value.refusal.section == "35.1"


def test_a_question_knows_the_step_that_asks_it() -> None:
    """Whoever decides by the kind of question asks for the step, not for words."""
    (question,) = running(shop(True)).questions()
    assert question.asked_by(shop)
    assert question.asked_by(rows, shop)
    assert not question.asked_by(rows)


def test_a_log_line_tells_programs_its_kind_and_facts() -> None:
    """Statistics read `kind` and `facts`."""
    runner = running(count_up(9))
    runner.answer(runner.questions()[0].key, 2)
    assert [(one.kind, one.facts) for one in runner.notes] == [("counted", {"n": 2})]


@pytest.mark.parametrize(
    ("answers", "result", "n"),
    [(["hat", "red"], 1, 1), (["hat", "blue"], 7, 0), (["more", 4], 4, 0)],
)
def test_a_menu_carries_out_what_was_chosen(answers: list[Any], result: Any, n: int) -> None:
    """An offer of a group, one with a value, one that asks more; each survives a restart at every question."""
    runner = running(shop_flow())
    for answer in answers:
        (question,) = runner.questions()
        runner.answer(question.key, answer)
        runner = again(runner)
    assert (runner.result, runner.state.n) == (result, n)


@flow("34")
def shop_flow() -> Rule[Any]:
    """The shop alone."""
    return (yield from shop(True))


def test_repeat_goes_on_while_true_with_a_short_journal() -> None:
    """Each round has a key of its own, the save does not grow, and the flow goes on with what comes after."""
    runner, keys = running(counting(8)), []
    sizes = []
    while not runner.done:
        (question,) = runner.questions()
        keys.append(question.key)
        runner.answer(question.key, 1)
        runner = again(runner)
        sizes.append(len(encode_save(runner.save())))
    assert (len(keys), len(set(keys)), runner.result, runner.state.n) == (8, 8, "done", 48)
    assert max(sizes) - min(sizes[:-1]) < 60


def test_two_that_repeat_side_by_side() -> None:
    """Each repeats on its own until it is through."""
    runner, answers = running(side_by_side(4)), 0
    while not runner.done:
        runner.answer(runner.questions()[-1].key, 1)
        runner, answers = again(runner), answers + 1
    assert runner.state.n == answers


def test_a_rule_names_a_section() -> None:
    """A step without a section is a mistake of ours."""
    with pytest.raises(RuleError, match="names no section"):
        step()(add_ten.code.fn)


def test_offers_with_a_price_are_paid_or_refused() -> None:
    """The price is shown and taken from the purse; what is too dear is refused with the step's section."""
    runner = start(book, Count(n=5), market(False))
    (question,) = runner.questions()
    hat, cow = question.part.form.options
    assert (str(hat.detail), hat.refusal, hat.cost) == ("3 Gold", None, 3)
    assert cow.refusal.section == "34.3"
    with pytest.raises(Refused):
        runner.answer(question.key, "cow")
    runner.answer(question.key, "hat")
    assert (runner.result, runner.state.n) == ("hat", 2)


def test_a_menu_may_skip_the_only_open_offer() -> None:
    """Nobody is asked where one offer alone is open; with two of them somebody is."""
    runner = start(book, Count(n=5), market(True))
    assert (runner.done, runner.result, runner.state.n) == (True, "hat", 2)
    assert not start(book, Count(n=9), market(True)).done


def test_a_closed_group_says_what_is_nearest_to_be_had() -> None:
    """Where one of its offers lacks nothing but the price, that is the reason, wherever it stands; else the first."""
    purse = Purse(Count(n=2), "n", lambda n: t("{n} Gold", n=n))
    shut, dear = refuse(t("None is left."), "9.9"), Offer("cow", t("Cow"), price=9, purse=purse)
    closed = Group("all", t("All"), t("Which?"), [Offer("hat", t("Hat"), price=1, purse=purse, refusal=shut), dear])
    assert closed.against == refuse_all("", [dear.against])
    assert Group("hats", t("Hats"), t("Which?"), closed.offers[:1]).against == refuse_all("", [shut])
