"""Exact odds: equal to exact fractions, to known duels, and within its own bound."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import icepool
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.engine.core.asking import commit, confirm, note, number, roll
from companion.engine.core.effects import Ask, Roll, Rule
from companion.engine.core.errors import Refused
from companion.engine.core.forms import Number
from companion.engine.core.rules import book, flow, step
from companion.engine.core.text import t
from companion.engine.game.record import begin_helper
from companion.engine.running.runner import Runner
from companion.engine.running.save import decode_save, encode_save
from companion.odds import (
    OddsError,
    beginning,
    first_option,
    underway,
)
from companion.odds.asking.subject import running_at
from tests.engine import toy
from tests.odds.brute import Stacks, we_take_it, we_win
from tests.odds.duels import Duel, Stack, aimed_duel, duel, siege, volley
from tests.odds.played import sample_odds
from tests.odds.policies import by_section
from tests.odds.reading import enumerate_odds

stacks = st.lists(st.tuples(st.integers(1, 4), st.integers(0, 6), st.integers(0, 6)), min_size=1, max_size=2).map(tuple)


def field(ours: Stacks, theirs: Stacks, wall: int = 0) -> Duel:
    return Duel(ours=[Stack(*one) for one in ours], theirs=[Stack(*one) for one in theirs], wall=wall)


def odds_of(state: Duel, call: Any, policy: Any = first_option, **more: Any) -> Any:
    return enumerate_odds(Duel, beginning(state, call), policy, **more)


def won(result: Any, state: Any) -> bool:
    return bool(result == "us")


# ---- against what is known


@pytest.mark.parametrize(("units", "known"), [(13, 0.673129), (20, 0.506952)])
def test_the_known_duels(units: int, known: float) -> None:
    """Twenty led units against 13 and against 20 of the second level: the two values known to six places."""
    chance = odds_of(field(((20, 6, 4),), ((units, 4, 3),)), duel()).chance(won)
    assert chance.middle == pytest.approx(known, abs=5e-7)
    assert chance.width < 1e-9


@settings(max_examples=60)
@given(stacks, stacks)
def test_battles_equal_exact_fractions(ours: Stacks, theirs: Stacks) -> None:
    """Small battles of one or two stacks a side: the exact chance lies within bounds that are narrower than 1e-9."""
    chance = odds_of(field(ours, theirs), duel()).chance(won)
    exact = we_win(ours, theirs)
    assert chance.low - 1e-15 <= exact <= chance.high + 1e-15
    assert chance.width < 1e-9
    assert chance.middle == pytest.approx(float(exact), abs=1e-9)


@settings(max_examples=40)
@given(st.integers(1, 20), st.integers(1, 12), st.integers(0, 3), stacks, stacks)
def test_sieges_equal_exact_fractions(wall: int, level: int, tries: int, ours: Stacks, theirs: Stacks) -> None:
    """Breaching a wall step by step and then fighting in the gap: the exact chance lies within the bounds."""
    chance = odds_of(field(ours, theirs, wall), siege(level, tries)).chance(won)
    exact = we_take_it(wall, level, tries, ours, theirs)
    assert chance.low - 1e-15 <= exact <= chance.high + 1e-15
    assert chance.width < 1e-8


def test_exact_masses_are_fractions() -> None:
    """With `exact` no rounding happens: a volley has exactly binomial chances."""
    found = odds_of(field(((4, 0, 0),), ((9, 0, 0),)), volley(), exact=True)
    dice = 4 @ icepool.d6.map(lambda face: int(face >= 5))
    assert found.dropped == 0
    assert found.results() == {hits: dice.probability(hits) for hits in range(5)}
    assert isinstance(found.chance(lambda hits, state: hits >= 2).low, Fraction)


@pytest.mark.slow
def test_sampling_agrees() -> None:
    """Monte Carlo of a larger battle lies within four standard errors, for a chance and for a mean."""
    state = field(((7, 5, 3), (6, 4, 4)), ((9, 4, 4), (5, 6, 2)))
    found = odds_of(state, duel())
    estimate = sample_odds(Duel, beginning(state, duel()), first_option, 2500, seed=5)
    assert estimate.games == 2500
    share, error = estimate.chance(won)
    assert abs(share - found.chance(won).middle) < 4 * error
    assert 0 < error < 0.02

    def left(result: Any, state: Duel) -> float:
        return sum(stack.units for stack in state.ours)

    mean, error = estimate.mean(left)
    assert abs(mean - found.mean(left)) < 4 * error


def test_sampling_with_the_same_seed_is_the_same() -> None:
    """Seeds reproduce."""
    begun = beginning(field(((3, 5, 3),), ((3, 5, 3),)), duel())
    shares = [sample_odds(Duel, begun, first_option, 200, seed).chance(won) for seed in (1, 1, 2)]
    assert shares[0] == shares[1] != shares[2]


def fair() -> toy.Fair:
    return toy.Fair(sides={})


# ---- policies


def test_the_policy_decides() -> None:
    """Aiming at the weak stack first and at the strong one first have different chances, each the exact one."""
    ours, strong, weak = ((5, 5, 3),), (4, 6, 5), (3, 2, 1)

    def strongest(question: Any, state: Duel) -> str:
        return str(max(range(len(state.theirs)), key=lambda i: state.theirs[i].attack))

    def weakest(question: Any, state: Duel) -> str:
        return str(min(range(len(state.theirs)), key=lambda i: state.theirs[i].attack))

    for first, policy in (((strong, weak), strongest), ((weak, strong), weakest)):
        for given_order in ((strong, weak), (weak, strong)):
            chance = odds_of(field(ours, given_order), aimed_duel(), by_section({"9.2": policy})).chance(won)
            assert chance.middle == pytest.approx(float(we_win(ours, first)), abs=1e-9)
    fixed = odds_of(field(ours, (strong, weak)), aimed_duel(), by_section({"9.2": "0"})).chance(won)
    assert fixed == odds_of(field(ours, (strong, weak)), aimed_duel()).chance(won)


def test_a_policy_that_is_refused_says_where() -> None:
    """An answer the form does not know is an OddsError with the section and the answer."""
    with pytest.raises(OddsError, match=r"9\.2: the policy's answer '7' is refused"):
        odds_of(field(((1, 1, 1),), ((1, 1, 1),)), aimed_duel(), by_section({"9.2": "7"}))


@step("1")
def asked(state: toy.Fair, low: int) -> Rule[int]:
    """All kinds of forms, then a die."""
    form = toy.Fields((toy.Field("n", t("N"), Number(low, 9)), toy.Field("y", t("Y"), toy.Confirm())))
    answer = yield from toy.ask("ann", t("Fill in"), form, section="1")
    goods = [toy.Row("a", t("A"), 2, 5), toy.Row("b", t("B"), 2, 1)]
    bought = yield from toy.counts("ann", t("Buy"), goods, least=3, section="2")
    shown = yield from toy.pick("ann", t("Show"), toy.options(("a", t("A")), ("b", t("B"))), least=1, section="3")
    sealed = yield from commit(Ask("ann", "4", t("Bid"), Number(1, 3)), Roll("ann", "4", t("Roll"), (2,)))
    sure = yield from confirm("ann", t("Sure?"), section="5")
    return int(answer["n"] * 100 + bought["a"] * 10 + bought["b"] + len(shown) + sealed[0] + sealed[1][0] + sure)


def test_the_plainest_answers() -> None:
    """The first option, no, the lowest number and as few of the cheapest as allowed."""
    found = enumerate_odds(toy.Fair, beginning(fair(), asked(2)), first_option, exact=True)
    assert found.results() == {215: Fraction(1, 2), 216: Fraction(1, 2)}


@step("1")
def nothing_open(state: toy.Fair) -> Rule[str]:
    """Nothing can be chosen."""
    no = Refused("1", t("No.")).refusal
    what = yield from toy.choose("ann", t("Choose"), [toy.Option("a", t("A"), no)], section="1")
    return what


@step("1")
def picky(state: toy.Fair) -> Rule[int]:
    """Refuses a result of chance."""
    die = yield from roll("ann", t("Roll"), 6)
    if die == 3:
        raise Refused("1", t("No threes."))
    return die


@flow("1")
def for_ever() -> Rule[int]:
    """Asks people for ever."""
    yield from asked_again()
    return toy.goto(for_ever())


@step("1")
def asked_again(state: toy.Fair) -> Rule[int]:
    """A number."""
    answer = yield from number("ann", t("Number"), 0, 3)
    return answer


@pytest.mark.parametrize(
    ("call", "message"),
    [(nothing_open(), "nothing to choose"), (picky(), "refuse a result of chance"), (for_ever(), "asked for ever")],
)
def test_what_has_no_odds_says_so(call: Any, message: str) -> None:
    """Rules that chance or a policy cannot get through give an OddsError, not a wrong number."""
    with pytest.raises(OddsError, match=message):
        enumerate_odds(toy.Fair, beginning(fair(), call), first_option)


# ---- bounds


@settings(max_examples=30)
@given(stacks, stacks, st.sampled_from([1e-2, 1e-3, 1e-5]))
def test_dropped_masses_are_a_guaranteed_bound(ours: Stacks, theirs: Stacks, eps: float) -> None:
    """However much is dropped, the exact chance lies between low and high."""
    found = odds_of(field(ours, theirs), duel(), eps=eps)
    chance, exact = found.chance(won), we_win(ours, theirs)
    assert chance.low - 1e-12 <= exact <= chance.high + 1e-12
    assert chance.width == pytest.approx(float(found.dropped), abs=1e-12)


def test_a_limit_on_the_work_widens_the_bound() -> None:
    """With few transitions allowed the bound is wide, and still true; with enough it is narrow."""
    state = field(((9, 5, 3), (8, 4, 4)), ((9, 4, 4), (8, 6, 2)))
    narrow = odds_of(state, duel())
    wide = odds_of(state, duel(), most=6)
    assert wide.expanded == 6 < narrow.expanded
    assert wide.chance(won).width > 0.01 > narrow.chance(won).width
    assert wide.chance(won).low <= narrow.chance(won).low <= narrow.chance(won).high <= wide.chance(won).high


def test_equal_situations_are_computed_once() -> None:
    """Twenty rounds of a battle of ties cost no more than one: the number of situations is that of the states."""
    found = odds_of(field(((1, 5, 5),), ((1, 5, 5),)), duel())
    assert found.situations == 2
    assert found.expanded == 2


def test_the_order_of_a_table_is_no_difference() -> None:
    """States that differ in the order in which entries were made are one situation."""

    @step("1")
    def mark(state: toy.Fair) -> Rule[None]:
        """Enter two names in the order of a die."""
        die = yield from roll("ann", t("Roll"), 2)
        for name in ("a", "b") if die == 1 else ("b", "a"):
            state.sides[name] = toy.Side(name)
        yield from note(t("Rolled {die}", die=die))

    @flow("1")
    def marked() -> Rule[None]:
        """Then another roll."""
        yield from mark()
        yield from mark()

    found = enumerate_odds(toy.Fair, beginning(fair(), marked()), first_option, exact=True)
    assert found.situations == 2
    assert len(list(found.endings())) == 1


# ---- from a match


def test_the_odds_of_a_match_in_progress() -> None:
    """Only the running duel of a match, with its dice so far, is enumerated; the match itself is untouched."""
    runner = begin_helper(toy.GAME, toy.GAME.helpers[0], {"ties": "rival"})
    for value in (2, 1):
        runner.answer(runner.questions()[0].key, value)
    save = decode_save(encode_save(runner.save()))
    found = enumerate_odds(toy.Fair, underway(save, "tests.engine.toy.duel"), first_option, exact=True)
    # ann hits with 190 of 400 and needs one hit; bob needs two
    hit = Fraction(190, 400)
    assert found.by(lambda result, state: result["winner"])["ann"] == hit + (1 - hit) * hit
    assert found.by(lambda result, state: result["swings"])[1] == hit
    assert encode_save(runner.save()) == encode_save(save)
    with pytest.raises(OddsError, match="not running"):
        underway(save, "tests.engine.toy.bid")
    assert Runner(book, toy.Fair, save).questions() == runner.questions()


def test_the_same_call_stays_where_it_was_called() -> None:
    """Answer by answer a duel is at one place, until it is over; a rule that does not run is nowhere."""
    runner = begin_helper(toy.GAME, toy.GAME.helpers[0], {"ties": "rival"})
    places = []
    for value in (2, 1, 1, 1, 20, 20):
        runner.answer(runner.questions()[0].key, value)
        places.append(running_at(runner.save().root, "tests.engine.toy.duel"))
        assert running_at(runner.save().root, "tests.engine.toy.nothing") is None
    at = places[1]
    assert at is not None
    assert places[1:] == [at] * places.count(at) + [None] * places[1:].count(None)
    assert places.count(at) > 2


def test_a_mean_needs_an_end() -> None:
    """If everything was dropped there is no mean, and the chance is anything from 0 to 1."""
    found = odds_of(field(((2, 5, 5),), ((2, 5, 5),)), duel(), most=0)
    assert (found.chance(won).low, found.chance(won).high) == (0, 1)
    with pytest.raises(OddsError):
        found.mean(lambda result, state: 1)
