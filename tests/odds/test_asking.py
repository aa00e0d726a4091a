"""Asking for odds: records of real battles, and what they depend on."""

from __future__ import annotations

import json
from math import inf
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result
from msgspec.structs import replace

from companion.cli import main
from companion.engine.core.asking import roll
from companion.engine.core.effects import Rule
from companion.engine.core.rules import step
from companion.engine.core.rulings import settled
from companion.engine.core.text import t
from companion.engine.game.record import begin_helper
from companion.games import load_game
from companion.games.heroes_vs_warlords.fighting import arena, siege
from companion.games.heroes_vs_warlords.readers.odds import OUTLOOKS, POLICIES
from companion.games.heroes_vs_warlords.records.state import Battle, Fighter, HvWState, Side, Wall
from companion.odds import OddsError, beginning, sampled
from companion.odds.asking import ask, situation
from companion.odds.policies import decide
from tests.odds.honesty import dishonest_rolls
from tests.odds.plain import enumerate_plainly
from tests.odds.played import of_batches, sample_odds
from tests.odds.reading import enumerate_odds

GAME = load_game("heroes_vs_warlords")
POLICY = POLICIES[0].answer
SIEGE = """
[[answer]]
section = "8.7"
value = { kind = "city", works = 1, towers = 1 }
[[answer]]
value = { race = "barbarians", units = { L1 = 6, L4 = 3 }, attack = 3, defense = 2, initiative = 8, level = 4 }
[[answer]]
[answer.value]
race = "knights"
units = { L1 = 4, L3 = 3 }
hero = false
attack = 0
defense = 0
initiative = 6
level = 0
"""


def battle(ours: list[Fighter], theirs: list[Fighter], wall: Wall | None = None) -> Any:
    state = GAME.helper_state()
    state.rulings = settled(GAME.rulings, {})
    attacker = Side("barbarians", "hero", ours, "barbarians:1", attack=3, defense=2, initiative=8, level=4)
    state.battle = Battle("", "", attacker, Side("knights", "garrison", theirs), "defender", wall)
    assert OUTLOOKS[0].bare is not None
    return beginning(OUTLOOKS[0].bare(state), arena.battle())


def stacks(faction: str, *pairs: tuple[int, int]) -> list[Fighter]:
    return [Fighter(faction, level, count, i) for i, (level, count) in enumerate(pairs)]


def large() -> Any:
    ours = stacks("barbarians", (1, 8), (4, 5), (3, 4))
    return battle(ours, stacks("knights", (1, 9), (2, 6), (3, 3)), siege.wall_for(1, 1, camp=False))


def won(result: Any, state: HvWState) -> bool:
    return bool(result == "attacker")


@pytest.mark.slow
def test_a_large_siege_agrees_with_monte_carlo() -> None:
    """Three against three with a tower: exact, in batches and by playing it out are within four standard errors."""
    exact = enumerate_odds(HvWState, large(), POLICY, eps=1e-8).chance(won)
    assert exact.width < 1e-3
    share, error = sample_odds(HvWState, large(), POLICY, 400, seed=2).chance(won)
    assert abs(share - exact.middle) < 4 * error
    mean, spread = of_batches(sampled(HvWState, large(), POLICY, until=inf, most=20), won)
    assert abs(mean - exact.middle) < 4 * spread + exact.width
    assert 0 < spread < 0.03


def test_the_fast_way_and_the_plain_way_are_the_same() -> None:
    """The whole distribution of final states, with tracked numbers and one situation at a time."""
    start = battle(stacks("barbarians", (1, 3), (3, 2)), stacks("knights", (1, 2), (4, 2)))
    fast, plain = enumerate_odds(HvWState, start, POLICY), enumerate_plainly(HvWState, start, POLICY)

    def left(result: Any, state: HvWState) -> Any:
        assert state.battle is not None
        return result, tuple(
            one.count for side in (state.battle.attacker, state.battle.defender) for one in side.stacks
        )

    one, other = fast.by(left), plain.by(left)
    assert one.keys() == other.keys()
    assert all(one[key] == pytest.approx(other[key], abs=1e-9) for key in one)


@pytest.mark.slow
def test_the_rolls_of_real_battles_are_honest() -> None:
    """Battles played out at random: every roll that names its cases treats alike what it says is alike."""
    from random import Random

    from companion.engine.core.questions import sample
    from companion.engine.core.rules import book
    from companion.engine.running.runner import Runner

    sections = set()
    for number in range(6):
        rng = Random(number)
        runner = Runner(book, HvWState, large())
        policy = POLICIES[number % len(POLICIES)].answer
        for _ in range(12):
            decide(runner, policy)
            if runner.done:
                break
            assert dishonest_rolls(HvWState, runner.save(), later=1, most=40, seed=rng.randrange(1000)) == []
            for question in runner.questions():
                sections.add(question.section)
                runner.answer(question.key, sample(question.part, rng))
    assert {"8.5.1", "8.5.2", "8.7.1"} <= sections


def test_a_record_says_everything() -> None:
    """Chances that fit together, units left, Experience Points, rounds, and the breach by round."""
    record = ask(situation(GAME, large()), seconds=60, compare=0)
    figures = {one.id: one for one in record.figures}
    assert record.first.id == "attacker_wins"
    assert figures["attacker_wins"].value + figures["defender_wins"].value == pytest.approx(1, abs=1e-3)
    assert figures["attacker_hero_lost"].value == pytest.approx(figures["defender_wins"].value, abs=1e-6)
    by_round = figures["breached"].by_round
    assert by_round[0] == pytest.approx(0.75, abs=1e-9)  # a Level 4 Hero against 10 points: a 6 destroys it at once
    assert list(by_round) == sorted(by_round)
    assert by_round[-1] <= figures["breached"].value + 1e-3
    for one in record.figures:
        if one.shares:
            assert sum(share.chance for share in one.shares) == pytest.approx(1, abs=1e-3)
            assert sum(int(share.value) * share.chance for share in one.shares) == pytest.approx(one.value, abs=0.05)
    assert record.rounds is not None
    assert record.rounds > 1


def run(tmp_path: Path, text: str, *more: str) -> Result:
    file = tmp_path / "situation.toml"
    file.write_text(text)
    return CliRunner().invoke(main, ["odds", "heroes_vs_warlords", "siege", str(file), *more])


@pytest.mark.slow
def test_the_command_says_what_it_depends_on(tmp_path: Path) -> None:
    """The ruling on when to breach matters in a siege, and so do decisions; both are named with their figures."""
    result = run(tmp_path, SIEGE, "--json", "--compare", "60")
    assert result.exit_code == 0, result.output
    record = json.loads(result.output)
    assert record["exact"]
    named = {one["id"]: one["value"] for one in record["depends"]}
    assert "breach_step=7" in named
    values = [abs(value - record["figures"][0]["value"]) for value in named.values()]
    assert values == sorted(values, reverse=True)
    other = run(tmp_path, 'rulings = { breach_step = "7" }\n' + SIEGE, "--json", "--compare", "0")
    assert json.loads(other.output)["figures"][0]["value"] == pytest.approx(named["breach_step=7"], abs=1e-6)


@pytest.mark.slow
def test_the_command_in_words(tmp_path: Path) -> None:
    """Lines for people, by the decisions asked for."""
    result = run(tmp_path, SIEGE, "--policy", "weakest", "--compare", "0")
    assert result.exit_code == 0
    assert "at the smallest" in result.output
    assert "Barbarians to win" in result.output
    assert "Exact from the rules" in result.output
    assert "third" in run(tmp_path, SIEGE, "--policies").output


def test_a_fight_that_is_over_has_no_odds() -> None:
    """Where nothing is left to be decided, that is said."""
    asked = situation(GAME, battle(stacks("barbarians", (1, 1)), stacks("knights", (1, 1))))
    assert asked.outlook is not None
    over = replace(asked, outlook=replace(asked.outlook, quantities=lambda state: []))
    with pytest.raises(OddsError, match="Nothing is left"):
        ask(over, seconds=20, compare=0)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("answer = 3", "situation.toml"),
        ("[[answer]]\nvalue = 3\nwhat = 4", "what"),
        ('[[answer]]\nsection = "8.9"\nvalue = 3', "8.9 does not ask now"),
        ("[[answer]]\nvalue = { kind = 'tent' }", "answer 1"),
        ("", "still asked"),
        ("policy = 'wild'\n" + SIEGE, "there is no wild"),
        (SIEGE + "\n[[answer]]\nvalue = 3", "answer 4"),
    ],
)
def test_what_is_wrong_with_a_file_is_said(tmp_path: Path, text: str, words: str) -> None:
    """One line with field and reason, exit code 1."""
    result = run(tmp_path, text)
    assert result.exit_code == 1
    assert words in result.output
    assert "Traceback" not in result.output


def test_guards_are_one_value_for_people_and_for_programs() -> None:
    """Who waits in a hex: each army once, with its name for other programs, in words for people, counted in units."""
    helper = GAME.helper("guards")
    runner = begin_helper(GAME, helper, {})
    runner.answer(runner.questions()[0].key, "resource")
    found = {one.id: one for one in ask(situation(GAME, runner.save()), compare=0).figures}
    armies = found["army"].shares
    assert sum(one.chance for one in armies) == pytest.approx(1)
    assert len({one.value for one in armies}) == len(armies) > 1
    counts = {one.value: [stack.split(":") for stack in str(one.value).split()] for one in armies}
    assert all(faction == "neutrals" for army in counts.values() for faction, _, _ in army)
    units = sum(one.chance * sum(int(many) for *_, many in counts[one.value]) for one in armies)
    assert found["units"].value == pytest.approx(units)
    levels = sum(one.chance * sum(int(level) * int(many) for _, level, many in counts[one.value]) for one in armies)
    assert found["levels"].value == pytest.approx(levels)
    assert all(one.words is not None for one in armies)


@step("1")
def lucky(state: HvWState) -> Rule[bool]:
    """Whether a d6 comes to five or six."""
    die = yield from roll("ann", t("Roll"), 6)
    return die > 4


def test_what_no_outlook_speaks_of_has_odds_of_its_result() -> None:
    """Yes or no is a chance; anything else has the chance of each result. Only the plainest answers are known there."""
    (yes,) = ask(situation(GAME, beginning(GAME.helper_state(), lucky())), compare=0).figures
    assert yes.is_chance
    assert yes.value == pytest.approx(1 / 3)
    asked = situation(GAME, begin_helper(GAME, GAME.helper("outpost"), {}).save())
    (gives,) = ask(asked, "plain", compare=0).figures
    assert not gives.is_chance
    assert len(gives.shares) > 1
    assert sum(one.chance for one in gives.shares) == pytest.approx(1)
    with pytest.raises(OddsError, match="weakest"):
        asked.policy("weakest")
