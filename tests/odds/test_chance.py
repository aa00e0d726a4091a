"""Chance: rolls, pools and draws have the weights an independent library finds, alone and together."""

from __future__ import annotations

from fractions import Fraction

import icepool
import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.engine.core.asking import all_of, draw, together
from companion.engine.core.chances import Bands, Classes, Contest, Faces, Order, Parity, case_of, cases
from companion.engine.core.effects import Card, Draw, Roll, Rule
from companion.engine.core.rules import book, flow, step
from companion.engine.core.text import t
from companion.engine.running.runner import start
from companion.odds import beginning, first_option
from companion.odds.chance import ways
from tests.engine import toy
from tests.odds.brute import contest_chances
from tests.odds.plain import enumerate_plainly
from tests.odds.reading import enumerate_odds


@given(st.integers(1, 6), st.integers(2, 20), st.integers(0, 22))
def test_pools_have_the_weights_icepool_finds(count: int, sides: int, target: int) -> None:
    """The number of successes of a pool, also with targets that all or no dice reach."""

    runner = start(book, toy.Fair(sides={}), pooled(count, sides, target))
    found = ways(runner.questions())
    die = icepool.d(sides).map(lambda face: int(face >= target))
    oracle = count @ die
    total = sum(way.weight for way in found)
    assert {way.answers[0][1]: Fraction(way.weight, total) for way in found} == {
        hits: oracle.probability(hits) for hits in oracle.outcomes() if oracle.probability(hits)
    }


@step("1")
def pooled(state: toy.Fair, count: int, sides: int, target: int) -> Rule[int]:
    """A pool."""
    hits = yield from toy.pool("ann", t("Roll"), count, sides, target)
    return hits


@step("1")
def drawn(state: toy.Fair) -> Rule[list[str]]:
    """Two cards out of four."""
    deck = (Card("a", t("A"), 2), Card("b", t("B")), Card("c", t("C")))
    cards = yield from draw("ann", t("Draw"), deck, 2)
    return cards


def test_draws_have_the_chances_icepool_finds() -> None:
    """Two cards drawn without putting back, in any order."""
    found = enumerate_odds(toy.Fair, beginning(toy.Fair(sides={}), drawn()), first_option, exact=True)
    oracle = icepool.Deck({"a": 2, "b": 1, "c": 1}).deal(2)
    by_hand = found.by(lambda cards, state: "".join(sorted(cards)))
    hands = {"aa": ["a", "a"], "ab": ["a", "b"], "ac": ["a", "c"], "bc": ["b", "c"]}
    evaluated = oracle.expand()
    assert by_hand == {name: evaluated.probability(tuple(cards)) for name, cards in hands.items()}


@given(st.sampled_from([(6,), (20,), (6, 6), (4, 6, 8)]), st.sampled_from([Faces(), Bands((4, 9)), Parity(), Order()]))
def test_cases_have_the_weights_icepool_finds(sides: tuple[int, ...], classes: Classes) -> None:
    """Each case of a roll is as likely as icepool says."""
    oracle = icepool.tupleize(*(icepool.d(side) for side in sides)).map(
        lambda *dice: str(case_of(tuple(dice[0] if isinstance(dice[0], tuple) else dice), classes)), star=False
    )
    found = cases(sides, classes)
    total = sum(case.weight for case in found)
    for case in found:
        assert Fraction(case.weight, total) == oracle.probability(str(case_of(case.dice, classes)))


@pytest.mark.parametrize("plus", [-25, -3, 0, 2, 30])
def test_contests_have_the_weights_icepool_finds(plus: int) -> None:
    """Higher, tie and lower of two d20, also where only one is possible."""
    margin = icepool.d20 + plus - icepool.d20
    oracle = tuple((sign * margin > 0).probability(True) for sign in (1, -1))
    found = {case_of(case.dice, Contest(plus)): Fraction(case.weight, 400) for case in cases((20, 20), Contest(plus))}
    assert (found.get(1, 0), found.get(-1, 0)) == oracle
    assert (found.get(1, 0), found.get(0, 0), found.get(-1, 0)) == contest_chances(plus)


@step("1")
def two_apart(state: toy.Fair) -> Rule[int]:
    """Two dice open at once, each read for itself."""
    one, two = yield from all_of(Roll("ann", "1", t("One"), (4,)), Roll("bob", "1", t("Two"), (4,)))
    return int(one[0] + two[0])


@step("1")
def two_joint(state: toy.Fair) -> Rule[int]:
    """Two dice of which only the order counts."""
    parts = (Roll("ann", "1", t("One"), (6,)), Roll("bob", "1", t("Two"), (6,)))
    one, two = yield from all_of(*parts, joint=Order())
    return (one > two) - (one < two)


@flow("1")
def both_at_once() -> Rule[list[int]]:
    """Two steps side by side."""
    results = yield from together(two_apart(), two_joint())
    return results


def fair() -> toy.Fair:
    return toy.Fair(sides={})


def test_parts_without_a_joint_reading_are_independent() -> None:
    """All of two d4: the sums of two dice."""
    found = enumerate_odds(toy.Fair, beginning(fair(), two_apart()), first_option, exact=True)
    assert found.results() == {total: (2 @ icepool.d4).probability(total) for total in range(2, 9)}


def test_parallel_steps_are_independent() -> None:
    """Together multiplies the chances of its branches."""
    found = enumerate_plainly(toy.Fair, beginning(fair(), both_at_once()), first_option, exact=True)
    expected = (2 @ icepool.d4).probability(5) * Fraction(15, 36)
    assert found.by(lambda result, state: tuple(result))[5, 1] == expected
    assert sum(found.by(lambda result, state: 0).values()) == 1


@pytest.mark.parametrize("known", [1, 4, 6])
def test_a_joint_roll_half_typed_in(known: int) -> None:
    """With one die of a contest on the table already, the odds are those of the other die."""
    runner = start(book, fair(), two_joint())
    runner.answer(runner.questions()[0].key, known)
    found = enumerate_odds(toy.Fair, runner.save(), first_option, exact=True)
    assert found.results().get(1, 0) == Fraction(known - 1, 6)
    assert found.results().get(0, 0) == Fraction(1, 6)


def test_decks_that_run_out() -> None:
    """A draw of more cards than there are takes them all."""
    part = Draw("ann", "1", t("Draw"), (Card("a", t("A")), Card("b", t("B"))), 5)
    runner = start(book, fair(), drawn())
    question = runner.questions()[0]
    found = ways([type(question)(question.key, question.group, part)])
    assert sorted(way.answers[0][1] for way in found) == [["a", "b"], ["b", "a"]]
