"""Steps that games share: rolling off, drawing lots, order round the table, comparison by categories."""

from __future__ import annotations

import pytest

from companion.engine.core.effects import Rule
from companion.engine.core.menu import Offer
from companion.engine.core.rules import book, step
from companion.engine.core.shared import by_lot, leaders, most_categories, roll_off, round_from
from companion.engine.core.text import t
from companion.engine.running.runner import start
from companion.engine.running.save import State


@step("51.1")
def who_begins(state: State, seats: list[str]) -> Rule[str]:
    """A roll-off."""
    return (yield from roll_off(seats, t("Roll."), sides=6))


@pytest.mark.parametrize(
    ("rolls", "winner"),
    [({"ann": [5], "bob": [2], "cat": [3]}, "ann"), ({"ann": [4, 1], "bob": [4, 6], "cat": [3]}, "bob")],
)
def test_the_highest_wins_and_ties_roll_again(rolls: dict[str, list[int]], winner: str) -> None:
    """Only those who tie roll again; each question cites the step's section."""
    runner = start(book, State(), who_begins(["ann", "bob", "cat"]))
    while not runner.done:
        question = runner.questions()[0]
        assert question.section == "51.1"
        runner.answer(question.key, [rolls[question.seat].pop(0)])
    assert runner.result == winner
    assert not any(rolls.values())


def test_one_alone_does_not_roll() -> None:
    """Nothing is asked."""
    assert start(book, State(), who_begins(["bob"])).result == "bob"


@step("51.2")
def whose(state: State, seats: list[str]) -> Rule[str]:
    """Lots between seats; the value of an offer is a place, not its id."""
    offers = [Offer(seat, t(seat), value=f"{seat}'s hill") for seat in seats]
    return (yield from by_lot("ann", t("Draw."), offers, about="hill"))


def test_lots_are_drawn_between_several_and_not_for_one() -> None:
    """One seat draws from all offers alike, and gets the value; one offer asks nothing; none is a mistake."""
    runner = start(book, State(), whose(["ann", "bob", "cat"]))
    (question,) = runner.questions()
    assert (question.seat, question.section, question.part.about) == ("ann", "51.2", "hill")
    assert [(card.id, card.count, card.weight) for card in question.part.deck] == [
        (n, 1, 1) for n in ("ann", "bob", "cat")
    ]
    runner.answer(question.key, ["bob"])
    assert runner.result == "bob's hill"
    assert start(book, State(), whose(["cat"])).result == "cat's hill"
    with pytest.raises(ValueError, match="nothing to draw"):
        start(book, State(), whose([]))


def test_the_order_round_the_table() -> None:
    """From any seat on; a stranger is refused."""
    assert round_from(["a", "b", "c"], "b") == ["b", "c", "a"]
    with pytest.raises(ValueError, match="'d'"):
        round_from(["a", "b", "c"], "d")


def test_leaders_and_categories() -> None:
    """Ties in a category count for all, or for nobody."""
    values = {"land": {"a": 3, "b": 3}, "gold": {"a": 1, "b": 2}}
    assert leaders({"a": 1, "b": 2, "c": 2}) == ["b", "c"]
    assert leaders({}) == []
    assert most_categories(values, ties_count=True) == ({"land": ["a", "b"], "gold": ["b"]}, ["b"])
    assert most_categories(values, ties_count=False) == ({"land": [], "gold": ["b"]}, ["b"])
    assert most_categories({"land": {"a": 1, "b": 1}}, ties_count=False) == ({"land": []}, ["a", "b"])
