"""Looking ahead: best play equals brute force over every decision, beats all fixed policies, and is refused aloud."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from types import SimpleNamespace
from typing import Any

import pytest
from msgspec import structs

from companion.engine.core.asking import confirm, goto
from companion.engine.core.effects import Rule
from companion.engine.core.rules import flow, step
from companion.engine.core.text import t
from companion.engine.game.outlook import Lookahead, Outlook, Policy, Quantity
from companion.games.heroes_vs_warlords.readers.odds import OUTLOOKS
from companion.games.heroes_vs_warlords.records.state import HvWState
from companion.odds import OddsError, beginning
from companion.odds.asking import Situation, ask, situation
from companion.odds.exact import lookahead
from companion.odds.policies import first_option, policy_named
from tests.odds.bestplay import Brute
from tests.odds.duels import Duel, Stack, strike, winner
from tests.odds.played import sample_odds
from tests.odds.test_asking import GAME, battle, stacks

OUTLOOK = OUTLOOKS[0]


def small() -> Situation:
    """Two stacks with a Hero against two without."""
    return situation(GAME, battle(stacks("barbarians", (1, 2), (3, 1)), stacks("knights", (1, 2), (4, 1))))


@pytest.mark.parametrize(
    ("policy", "sides"), [("best", (1, -1)), ("best_attacker", (1,)), ("best_defender", (-1,)), ("biggest", ())]
)
@pytest.mark.slow
def test_best_play_is_what_brute_force_finds(policy: str, sides: tuple[int, ...]) -> None:
    """Every decision of every situation, tried with the runner of a match, gives the same chance."""
    record = ask(small(), policy, seconds=60, compare=0)
    assert record.exact
    assert record.first.value == pytest.approx(Brute(sides).value(small().save), abs=1e-7)


def test_best_play_is_at_least_as_good_as_any_policy() -> None:
    """The attacker does no worse than with each order of attack, the defender too; both at best lie between."""

    def value(policy: str) -> float:
        return ask(small(), policy, seconds=60, compare=0).first.value

    ours, theirs, both = value("best_attacker"), value("best_defender"), value("best")
    assert ours >= value("biggest") >= theirs
    assert ours >= both >= theirs
    assert ours - theirs > 0.05


@pytest.mark.slow
def test_too_much_to_look_ahead_is_refused_with_its_size(monkeypatch: pytest.MonkeyPatch) -> None:
    """No guess takes the place of best play: the refusal says how many situations were met."""
    monkeypatch.setattr(lookahead, "MOST", 300)
    with pytest.raises(OddsError, match=r"\d+ situations were met"):
        ask(small(), "best", seconds=60, compare=0)
    found = ask(small(), "biggest", seconds=60, compare=60)
    assert "best" not in [one.id for one in found.depends]


def test_giving_up_below_a_chance() -> None:
    """With 100 % a Hero tries to withdraw after every round, with a tiny one never; in between in between."""

    def withdraws(policy: str) -> float:
        record = ask(situation(GAME, led()), policy, seconds=60, compare=0)
        return next(one.value for one in record.figures if one.id == "attacker_withdraws")

    assert withdraws("biggest,chance=1") == 0
    assert withdraws("biggest,chance=100") == pytest.approx(withdraws("biggest,units=100"), abs=1e-9)
    assert 0 < withdraws("biggest,chance=50") < withdraws("biggest,chance=100")


def led() -> Any:
    return battle(stacks("barbarians", (1, 4), (3, 3)), stacks("knights", (1, 4), (2, 3)))


@pytest.mark.parametrize("policy", ["biggest,seize", "weakest,units=4", "order,seize,share=60"])
@pytest.mark.slow
def test_knobs_are_plain_policies(policy: str) -> None:
    """What the enumerator says of a policy with knobs is what playing it out gives, within four standard errors."""
    decide = policy_named(OUTLOOK, policy).answer
    share, error = sample_odds(HvWState, swapped(), decide, 400, seed=5).chance(lambda r, s: r == "attacker")
    exact = ask(situation(GAME, swapped()), policy, seconds=60, compare=0)
    assert abs(share - exact.first.value) < 4 * error
    assert exact.policy == policy


def swapped() -> Any:
    return battle(stacks("barbarians", (1, 4), (3, 3)), stacks("knights", (1, 4), (4, 2)))


def test_seizing_the_initiative_makes_a_difference() -> None:
    """The habit is followed: chances with and without it are not the same."""
    plain = ask(situation(GAME, swapped()), "biggest", seconds=60, compare=0).first.value
    seized = ask(situation(GAME, swapped()), "biggest,seize", seconds=60, compare=0).first.value
    assert abs(plain - seized) > 1e-4


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("wild", "there is no wild"),
        ("biggest,rest", "there is no rest"),
        ("biggest,seize=2", "takes no number"),
        ("units=many", "from 1 to 120"),
        ("biggest=2", "there is no biggest=2"),
        ("chance=101", "from 1 to 100"),
    ],
)
def test_unknown_ways_to_decide_are_named(name: str, words: str) -> None:
    """With the reason."""
    with pytest.raises(OddsError, match=words):
        policy_named(OUTLOOK, name)


def test_names_are_brought_into_one_form() -> None:
    """Knobs alone mean the default with them; their order does not matter, and equal ones are one policy."""
    assert policy_named(OUTLOOK, "").id == "biggest"
    one, other = policy_named(OUTLOOK, "chance=20, seize"), policy_named(OUTLOOK, "biggest,seize,chance=20")
    assert one is other
    assert one.id == "biggest,seize,chance=20"
    assert policy_named(OUTLOOK, "best,units=3").lookahead == Lookahead((1, -1))


# ---- any game


@step("1")
def dare(state: Duel) -> Rule[bool]:
    """Us: strike once more, or stop?"""
    return (yield from confirm("us", t("Once more?")))


@flow("1")
def daring() -> Rule[str]:
    """Strike as often as we like; who is left wins, and nobody when we stop."""
    who = yield from winner()
    if who:
        return who
    again = yield from dare()
    if not again:
        return "stopped"
    yield from strike(True)
    return goto(daring())


@cache
def daring_by_hand(ours: int, theirs: int) -> Fraction:
    """The chance that we are left, at best: 3 against 3, the winner kills as many as he has units."""
    if not ours or not theirs:
        return Fraction(1 if ours else 0)
    win = Fraction(190, 380)  # ties change nothing, so only who wins first counts
    return win * daring_by_hand(ours, max(0, theirs - ours)) + (1 - win) * daring_by_hand(max(0, ours - theirs), theirs)


def daring_from(ours: int, theirs: int, lookahead: Lookahead | None) -> Situation:
    outlook = Outlook(
        rule=f"{__name__.removeprefix('tests.')}.daring", sections=("1",), side=lambda question, state: 1,
        quantities=lambda state: [Quantity("us", t("We win"), lambda result, end: result == "us", is_chance=True)],
        policies=(Policy("one", t("One way"), first_option, lookahead),),
    )  # fmt: skip
    save = beginning(Duel(ours=[Stack(ours, 5, 5)], theirs=[Stack(theirs, 5, 5)]), daring())
    return Situation(structs.replace(GAME, state_type=Duel), save, outlook)


def test_any_game_with_sides_can_look_ahead() -> None:
    """A game that says who decides what gets best play from the same engine; stopping never helps here."""
    record = ask(daring_from(3, 4, Lookahead((1,))), seconds=20, compare=0)
    assert record.first.value == pytest.approx(float(daring_by_hand(3, 4)), abs=1e-9)
    assert not record.certain


def test_what_is_left_to_nobody_is_certain() -> None:
    """Who stops at once meets no dice: the record says that it is certain."""
    record = ask(daring_from(3, 4, None), seconds=20, compare=0)
    assert record.first.value == 0
    assert record.certain


def test_what_never_ends_is_not_reached() -> None:
    """Best play of the side that wants it counts play that goes round for ever as nothing gained."""
    ahead = lookahead.LookaheadSearch.__new__(lookahead.LookaheadSearch)
    ahead.lookahead = Lookahead((1, -1))
    there_and_back = [[(1.0, 1, 0)], [(1.0, 0, 0)]]
    ahead.network = SimpleNamespace(known_edges=there_and_back.__getitem__)  # type: ignore[assignment]
    ahead.values, ahead._decisions = [0.0, 0.0], [None, None]
    ahead._value([0, 1])
    assert ahead.values == [0.0, 0.0]
