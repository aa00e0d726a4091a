"""Honesty: rules that look closer at their dice than they say are found, others are not accused."""

from __future__ import annotations

from typing import Any

import pytest

from companion.engine.core.asking import all_of, contest, note, number, roll
from companion.engine.core.chances import Bands, Contest, Order, Parity
from companion.engine.core.effects import Roll, Rule
from companion.engine.core.errors import Refused
from companion.engine.core.rules import book, step
from companion.engine.core.text import t
from companion.engine.running.runner import Runner, start
from companion.games import load_game
from companion.odds import beginning
from tests.engine import toy
from tests.engine.support import rule_changed
from tests.odds import honesty
from tests.odds.duels import Duel, Stack, duel, siege
from tests.odds.honesty import dishonest_games, dishonest_rolls

ONE, TWO = Roll("ann", "1", t("One")), Roll("bob", "1", t("Two"))


@step("1")
def honest_contest(state: toy.Fair) -> Rule[str]:
    """Looks at the sign of the margin, and may name the dice in the log and in a prompt."""
    one, two = yield from contest(ONE, TWO, Contest(2))
    yield from note(t("{one} against {two}", one=one, two=two))
    much = yield from number("ann", t("After {one}, how many?", one=one), 0, 9)
    state.minted = much if one + 2 > two else -much
    return "tie" if one + 2 == two else "no tie"


@step("1")
def honest_bands(state: toy.Fair) -> Rule[None]:
    """Looks whether the die is at least 7 and at least 15."""
    die = yield from roll("ann", t("Roll"), 20, Bands((7, 15)))
    state.minted = (die >= 7) + (die >= 15)


@step("1")
def honest_parity(state: toy.Fair) -> Rule[int]:
    """Odd or even."""
    die = yield from roll("ann", t("Roll"), 20, Parity())
    return die % 2


@step("1")
def honest_order(state: toy.Fair) -> Rule[list[int]]:
    """Who stands where."""
    dice = [die[0] for die in (yield from all_of(ONE, TWO, joint=Order()))]
    return [sorted(dice).index(die) for die in dice]


@step("1")
def margin_counts(state: toy.Fair) -> Rule[None]:
    """Says that the sign counts, and uses the margin."""
    one, two = yield from contest(ONE, TWO, Contest())
    state.minted = max(0, one - two)


@step("1")
def wrong_plus(state: toy.Fair) -> Rule[bool]:
    """Says plus 2, and adds 4."""
    one, two = yield from contest(ONE, TWO, Contest(2))
    return one + 4 > two


@step("1")
def wrong_ties(state: toy.Fair) -> Rule[bool]:
    """Says that ties lose, and lets them win."""
    one, two = yield from contest(ONE, TWO, Contest(0, ties_lose=True))
    return one >= two


@step("1")
def wrong_cut(state: toy.Fair) -> Rule[bool]:
    """Says 7, and looks for more than 7."""
    die = yield from roll("ann", t("Roll"), 20, Bands((7,)))
    return die > 7


@step("1")
def later_form(state: toy.Fair) -> Rule[int]:
    """Asks for up to as many as the die showed."""
    die = yield from roll("ann", t("Roll"), 20, Bands((7,)))
    much = yield from number("ann", t("How many?"), 0, die)
    return min(much, 1)


@step("1")
def later_refusal(state: toy.Fair) -> Rule[int]:
    """Refuses more than the die showed, only after it was asked."""
    die = yield from roll("ann", t("Roll"), 20, Bands((7,)))
    much = yield from number("ann", t("How many?"), 0, 20)
    if much > die:
        raise Refused("1", t("Too many."))
    return 0


@pytest.mark.parametrize("rule", [honest_contest, honest_bands, honest_parity, honest_order])
def test_honest_rules_pass(rule: Any) -> None:
    """Rules that use exactly what they name, and may say the dice aloud."""
    assert dishonest_rolls(toy.Fair, beginning(toy.Fair(sides={}), rule())) == []


@pytest.mark.parametrize("rule", [margin_counts, wrong_plus, wrong_ties, wrong_cut, later_form, later_refusal])
def test_rules_that_look_closer_are_found(rule: Any) -> None:
    """Each of them is named with two results that it says are alike and treats differently."""
    found = dishonest_rolls(toy.Fair, beginning(toy.Fair(sides={}), rule()))
    assert len(found) == 1
    assert "are one case of" in found[0]


def test_a_roll_of_many_dice_is_tried_at_random() -> None:
    """With more raw results than allowed, so many of them are tried."""
    begun = beginning(toy.Fair(sides={}), wrong_plus())
    assert dishonest_rolls(toy.Fair, begun, most=200) != []
    assert dishonest_rolls(toy.Fair, begun, most=1) == []


def test_half_of_a_joint_roll_is_left_alone() -> None:
    """A contest with one die typed in cannot be judged."""
    runner = start(book, toy.Fair(sides={}), wrong_plus())
    runner.answer(runner.questions()[0].key, 3)
    assert dishonest_rolls(toy.Fair, runner.save()) == []


def test_the_duels_are_honest() -> None:
    """The rules that the odds are proved with say what they look at."""
    state = Duel(ours=[Stack(3, 5, 3)], theirs=[Stack(2, 4, 4)], wall=4)
    assert dishonest_rolls(Duel, beginning(state, duel())) == []
    assert dishonest_rolls(Duel, beginning(state, siege(3, 2))) == []


@pytest.mark.slow
def test_whole_games_are_looked_through() -> None:
    """Every roll of random games: the toy game is honest; with one rule changed it is not."""
    assert dishonest_games(toy.GAME, 3, 1) == []

    def wrong_reward(state: toy.Fair, outcome: toy.Outcome) -> Rule[str]:
        die = yield from roll(outcome.winner, t("Roll for the prize."), 6, Bands((4,)), section="2.6")
        state.sides[outcome.winner].gold += die
        state.minted += die
        return "gold"

    with rule_changed(toy.reward, wrong_reward):
        found = dishonest_games(toy.GAME, 6, 1, one_in=2)
    assert [line.partition(":")[0] for line in found] == ["2.6 (Roll for the prize.)"] * len(found)
    assert found


@pytest.mark.slow
def test_random_games_of_heroes_vs_warlords_are_honest(monkeypatch: pytest.MonkeyPatch) -> None:
    """Reactions, combat, the Initiative, withdrawal: whatever random games of either number of players come past."""
    looked: set[str] = set()
    real = honesty.dishonest_rolls

    def noted(kind: Any, save: Any, **more: Any) -> list[str]:
        runner = Runner(book, kind, save)
        looked.update(one.section for one in runner.questions() if isinstance(one.part, Roll))
        return real(kind, save, **more)

    monkeypatch.setattr(honesty, "dishonest_rolls", noted)
    assert dishonest_games(load_game("heroes_vs_warlords"), 10, 40, one_in=8) == []
    assert {"5.2", "7.3.1.1", "8.5.1", "8.5.2", "8.8", "8.9"} <= looked
