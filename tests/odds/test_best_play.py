"""Best play on sieges, and whose decision it is where one phone answers for both sides of one race."""

from __future__ import annotations

from random import Random

import pytest
from msgspec import structs

from companion.cli.odds import lines
from companion.engine.core.asking import confirm, goto
from companion.engine.core.effects import Rule
from companion.engine.core.rules import book, flow, step
from companion.engine.core.rulings import settled
from companion.engine.core.text import t
from companion.engine.game.outlook import Lookahead, Outlook, Policy, Quantity
from companion.engine.running.runner import Runner
from companion.games.heroes_vs_warlords.fighting import arena, siege
from companion.games.heroes_vs_warlords.readers.odds import OUTLOOKS
from companion.games.heroes_vs_warlords.records.state import Battle, Fighter, HvWState, Side, Wall
from companion.odds import beginning
from companion.odds.asking import Situation, ask, situation
from companion.odds.exact import lookahead
from companion.odds.policies import first_option
from tests.odds.bestplay import Brute
from tests.odds.duels import Duel, Stack, strike, winner
from tests.odds.test_asking import GAME

pytestmark = pytest.mark.slow

SAMPLE = 10
SIEGES = [pytest.param(n, marks=[] if n % SAMPLE == 1 else [pytest.mark.slow]) for n in range(40)]
"""By number; one in ten is not slow."""


def drawn(rng: Random, race: str) -> list[Fighter]:
    """Two stacks; a fourth unit in each would be as good a proof in three times as many situations."""
    return [Fighter(race, rng.randint(1, 6), rng.randint(1, 3), i) for i in range(2)]


def fought(attacker: Side, defender: Side, wall: Wall | None = None) -> Situation:
    state = GAME.helper_state()
    state.rulings = settled(GAME.rulings, {})
    state.battle = Battle("", "", attacker, defender, "defender", wall)
    assert OUTLOOKS[0].bare is not None
    return situation(GAME, beginning(OUTLOOKS[0].bare(state), arena.battle()))


def generated(number: int) -> Situation:
    """A siege of two stacks against two, with works, towers and a Hero at random."""
    rng = Random(number)
    hero = {name: rng.randint(low, high) for name, low, high in
            (("attack", 0, 4), ("defense", 0, 4), ("initiative", 1, 12), ("level", 1, 9))}  # fmt: skip
    attacker = Side("barbarians", "hero", drawn(rng, "barbarians"), "barbarians:1", **hero)
    wall = siege.wall_for(rng.randint(1, 3), rng.randint(0, 2), rng.random() < 0.5)
    return fought(attacker, Side("knights", "garrison", drawn(rng, "knights")), wall)


@pytest.mark.parametrize("number", SIEGES)
def test_best_play_of_a_siege_comes_to_an_end(number: int) -> None:
    """However often waiting is as good as trying, somebody wins in the end; no policy beats best play."""
    record = ask(generated(number), "best_attacker", seconds=60, compare=0)
    assert record.exact
    assert sum(one.value for one in record.figures[:2]) == pytest.approx(1, abs=1e-6)
    assert record.first.value > ask(generated(number), "biggest", seconds=60, compare=0).first.value - 1e-6


@pytest.mark.parametrize("number", SIEGES)
def test_best_play_of_a_siege_is_what_brute_force_finds(number: int) -> None:
    """Every decision of every situation, tried with the runner of a match, gives the same chance."""
    record = ask(generated(number), "best", seconds=60, compare=0)
    assert record.first.value == pytest.approx(Brute((1, -1)).value(generated(number).save), abs=2e-7)


def of_one_race(seats: tuple[str, str], initiative: int = 15) -> Situation:
    """Barbarians against barbarians, both led by a Hero; in a helper one seat answers for both."""
    ours = [Fighter("barbarians", 1, 4, 0), Fighter("barbarians", 3, 2, 1)]
    theirs = [Fighter("barbarians", 2, 3, 0), Fighter("barbarians", 4, 2, 1)]
    name = "Barbarians"
    attacker = Side(seats[0], "hero", ours, "barbarians:1", name, attack=2, defense=1, initiative=initiative, level=2)
    defender = Side(seats[1], "hero", theirs, "barbarians:1", name, attack=1, defense=2, initiative=initiative, level=1)
    return fought(attacker, defender)


@pytest.mark.parametrize(
    "policy", ["best", "best_attacker", "half", "biggest,units=4", "biggest,seize,units=5", "biggest,chance=40"]
)
def test_two_sides_of_one_race_decide_each_for_itself(policy: str) -> None:
    """Thresholds and best play ask the right side, whether two phones answer or one."""
    one = ask(of_one_race(("table", "table")), policy, seconds=60, compare=0)
    two = ask(of_one_race(("barbarians", "knights")), policy, seconds=60, compare=0)
    assert [(figure.id, figure.value) for figure in one.figures] == [
        (figure.id, pytest.approx(figure.value, abs=1e-9)) for figure in two.figures
    ]


def test_the_side_with_too_many_stacks_says_which_fight() -> None:
    """8.2 in a helper: of two sides of one race each chooses for itself."""
    many = [Fighter("barbarians", 1, 1, i) for i in range(8)]
    few = [Fighter("barbarians", 1, 1, 0)]
    for ours, theirs, role in ((many, few, 1), (few, many, -1)):
        attacker = Side("table", "hero", [structs.replace(one) for one in ours], "barbarians:1", "Barbarians")
        defender = Side("table", "hero", [structs.replace(one) for one in theirs], "barbarians:1", "Barbarians")
        assert asked_first(attacker, defender) == role


def asked_first(attacker: Side, defender: Side) -> int:
    """Who is asked the first question of a combat."""
    runner = Runner(book, HvWState, fought(attacker, defender).save)
    question = runner.questions()[0]
    assert OUTLOOKS[0].side is not None
    return OUTLOOKS[0].side(question, runner.working_state(question.key))


# ---- what never ends


@step("1")
def go(state: Duel) -> Rule[bool]:
    """They: fight, or sit still?"""
    return (yield from confirm("them", t("Fight?")))


@flow("1")
def sitting() -> Rule[str]:
    """We strike first if they let us, and win or lose by it; they may sit still for ever."""
    who = yield from winner()
    if who:
        return who
    yield from strike(True)
    who = yield from winner()
    if who:
        return who
    return goto(sat())


@flow("1")
def sat() -> Rule[str]:
    """They decide, again and again."""
    fights = yield from go()
    if not fights:
        return goto(sat())
    return goto(sitting())


def test_a_true_circle_has_its_value() -> None:
    """Whoever gains by sitting still sits still: that never ends, is not reached, and is told with its chance."""
    outlook = Outlook(
        rule=f"{__name__.removeprefix('tests.')}.sitting", sections=("1",), side=lambda question, state: -1,
        quantities=lambda state: [Quantity("us", t("We win"), lambda result, end: result == "us", is_chance=True)],
        policies=(Policy("one", t("One way"), first_option, Lookahead((-1,))),),
    )  # fmt: skip
    save = beginning(Duel(ours=[Stack(3, 5, 5)], theirs=[Stack(4, 5, 5)]), sitting())
    record = ask(Situation(structs.replace(GAME, state_type=Duel), save, outlook), seconds=20, compare=0)
    figures = {one.id: one.value for one in record.figures}
    assert figures["us"] == 0
    assert record.endless == pytest.approx(0.5, abs=1e-9)  # after a tie they may as well fight on
    assert record.exact
    assert record.rounds is None


def test_a_policy_that_fails_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    """Best play that is too much to look ahead through is no silent gap: it stands there with the reason."""
    monkeypatch.setattr(lookahead, "MOST", 30)
    record = ask(generated(0), "biggest", seconds=60, compare=60)
    assert {one.id for one in record.unknown} == {"best", "best_attacker", "best_defender", "biggest,chance=25"}
    assert all("situations were met" in str(one.why) for one in record.unknown)
    assert any("? " in line and "(best)" in line for line in lines(record))
