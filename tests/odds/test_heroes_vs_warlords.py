"""Odds of a real game from its own rule text: known duels, breaching, and small sieges counted by hand."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from typing import Any

import pytest

from companion.engine.core.rules import book
from companion.engine.core.rulings import settled
from companion.engine.game.record import begin_helper
from companion.engine.running.runner import Runner
from companion.games import load_game
from companion.games.heroes_vs_warlords.fighting import arena, siege
from companion.games.heroes_vs_warlords.records.state import Battle, Fighter, HvWState, Side, Wall
from companion.odds import beginning
from companion.odds.policies import decide
from tests.odds.brute import contest_chances
from tests.odds.honesty import dishonest_rolls
from tests.odds.played import sample_odds
from tests.odds.policies import by_section
from tests.odds.reading import Bounds, enumerate_odds

GAME = load_game("heroes_vs_warlords")
POLICY = by_section({"8.7.1": lambda question, state: True if "breach" in str(question.part.prompt) else "0"})
"""Always breach, first stack on first stack, never seize the Initiative, never withdraw."""


def situation(
    ours: list[Fighter], theirs: list[Fighter], hero: dict[str, int], wall: Wall | None = None, **rulings: str
):
    """A combat: a Hero attacks guards or a city; the defender has the Initiative."""
    state = GAME.helper_state()
    state.rulings = settled(GAME.rulings, rulings)
    attacker = Side("barbarians", "hero", ours, "barbarians:1", **hero)  # type: ignore[arg-type]
    defender = Side("knights", "garrison" if wall else "guards", theirs)
    state.battle = Battle("", "", attacker, defender, "defender", wall)
    return state


def chance_to_win(state: HvWState, **more: Any) -> Bounds:
    odds = enumerate_odds(HvWState, beginning(state, arena.battle()), POLICY, **more)
    return odds.chance(lambda winner, end: winner == "attacker")


@pytest.mark.parametrize(("units", "known"), [(13, 0.673129), (20, 0.506952)])
def test_the_known_duels_in_the_arena(units: int, known: float) -> None:
    """Twenty Level 1 units under a Hero (+3/+2) against Level 2 guards that attack first: the known values."""
    ours, guards = [Fighter("barbarians", 1, 20, 0)], [Fighter("neutrals", 2, units, 0)]
    chance = chance_to_win(situation(ours, guards, {"attack": 3, "defense": 2}))
    assert chance.middle == pytest.approx(known, abs=5e-7)
    assert chance.width < 1e-9


@pytest.mark.parametrize(
    ("level", "points", "destroyed", "damaged", "attempts"),
    [(1, 10, 0.60, 0.25, 1.52), (4, 20, 0.25, 0.50, 2.22), (10, 40, 0.0, 0.55, 3.64)],
)
def test_breaching(level: int, points: int, destroyed: float, damaged: float, attempts: float) -> None:
    """One attempt destroys or damages with known chances, and so many are expected until the wall is down."""

    def one_attempt(state: str) -> dict[str, Fraction]:
        begun = situation([Fighter("barbarians", 1, 5, 0)], [Fighter("knights", 1, 5, 0, "wall")], {"level": level},
                          Wall(points, 1, state))  # fmt: skip
        odds = enumerate_odds(HvWState, beginning(begun, siege.breach("1")), POLICY, exact=True)
        return {str(name): Fraction(mass) for name, mass in odds.by(lambda _, end: end.battle.wall.state).items()}

    fresh, weak = one_attempt("intact"), one_attempt("damaged")
    assert float(fresh.get("destroyed", 0)) == pytest.approx(destroyed)
    assert float(fresh.get("damaged", 0)) == pytest.approx(damaged)
    from_damaged = 1 / weak["destroyed"]
    expected = (1 + fresh.get("damaged", 0) * from_damaged) / (1 - fresh.get("intact", 0))
    assert float(expected) == pytest.approx(attempts, abs=0.005)


@cache
def siege_by_hand(wall: str, n: int, m: int, level: int, points: int, bonus: int, late: bool) -> Fraction:
    """The chance that n Barbarians of Level 1 under a Hero (+2/+1) take a place from m Knights of Level 1.

    Each round: the breach (first, or last by the other ruling), then, once the wall is down, the Knights attack
    first and the Barbarians second; behind the ruins the Knights keep the bonus of the works.
    """
    if not n or not m:
        return Fraction(1 if n else 0)
    now = [(Fraction(1), wall)] if late else _breached(wall, level, points)
    won, same = Fraction(0), Fraction(0)
    for p, standing in now:
        for q, n_left, m_left in _fought(n, m, bonus) if standing == "destroyed" else [(Fraction(1), n, m)]:
            both = n_left and m_left
            for r, after in _breached(standing, level, points) if late and both else [(Fraction(1), standing)]:
                if (after, n_left, m_left) == (wall, n, m):
                    same += p * q * r
                else:
                    won += p * q * r * siege_by_hand(after, n_left, m_left, level, points, bonus, late)
    return won / (1 - same)


def _breached(wall: str, level: int, points: int) -> list[tuple[Fraction, str]]:
    if wall == "destroyed":
        return [(Fraction(1), wall)]
    found = {"intact": 0, "damaged": 0, "destroyed": 0}
    for die in range(1, 21):
        if die + level >= points or (2 * (die + level) >= points and wall == "damaged"):
            found["destroyed"] += 1
        else:
            found["damaged" if 2 * (die + level) >= points else wall] += 1
    return [(Fraction(count, 20), state) for state, count in found.items() if count]


def _fought(n: int, m: int, bonus: int) -> list[tuple[Fraction, int, int]]:
    """Knights (attack 2, defence 3) attack Barbarians (3, 2, Hero +2/+1), then the other way round."""
    found = []
    win, tie, lose = contest_chances(2 - (2 + 1))
    for p, n1, m1 in ((win, max(0, n - m), m), (tie, n, m), (lose, n, max(0, m - n))):
        if not n1 or not m1:
            found.append((p, n1, m1))
            continue
        win2, tie2, lose2 = contest_chances(3 + 2 - (3 + bonus))
        found += [(p * win2, n1, max(0, m1 - n1)), (p * tie2, n1, m1), (p * lose2, max(0, n1 - m1), m1)]
    return found


@pytest.mark.parametrize("late", [False, True])
@pytest.mark.parametrize(("works", "camp"), [(1, True), (1, False), (2, True), (2, False)])
@pytest.mark.parametrize(("n", "m"), [(1, 1), (3, 2), (2, 3), (5, 4)])
def test_sieges_counted_by_hand(late: bool, works: int, camp: bool, n: int, m: int) -> None:
    """Sieges of camps and cities without towers, under both readings of the breach step: equal to exact fractions."""
    level = 3
    wall = siege.wall_for(works, 0, camp)
    state = situation([Fighter("barbarians", 1, n, 0)], [Fighter("knights", 1, m, 0)],
                      {"attack": 2, "defense": 1, "level": level}, wall, breach_step="7" if late else "1")  # fmt: skip
    chance = chance_to_win(state)
    exact = siege_by_hand("intact", n, m, level, wall.sp, wall.bonus, late)
    assert chance.low - 1e-12 <= exact <= chance.high + 1e-12
    assert chance.width < 1e-8


@pytest.mark.slow
def test_a_siege_with_a_tower_agrees_with_sampling() -> None:
    """Ranged units in a tower, foot behind the wall, two stacks outside: within four standard errors."""
    ours = [Fighter("barbarians", 1, 6, 0), Fighter("barbarians", 3, 4, 1)]
    theirs = [Fighter("knights", 3, 4, 0), Fighter("knights", 1, 5, 1)]
    state = situation(ours, theirs, {"attack": 3, "defense": 2, "level": 4}, siege.wall_for(1, 1, camp=False))
    begun = beginning(state, arena.battle())
    chance = chance_to_win(state, eps=1e-9)
    assert chance.width < 1e-4
    share, error = sample_odds(HvWState, begun, POLICY, 500, seed=3).chance(lambda winner, end: winner == "attacker")
    assert abs(share - chance.middle) < 4 * error


def test_the_rolls_of_the_arena_are_honest() -> None:
    """Walk through a siege: every roll that names its cases treats alike what it says is alike."""
    ours = [Fighter("barbarians", 1, 6, 0), Fighter("barbarians", 3, 4, 1)]
    theirs = [Fighter("knights", 3, 4, 0), Fighter("knights", 1, 5, 1)]
    state = situation(ours, theirs, {"attack": 3, "defense": 2, "level": 4}, siege.wall_for(1, 1, camp=False))
    save = beginning(state, arena.battle())
    looked = set()
    for die in (19, 4, 11, 7, 15, 2, 18, 9, 13, 6, 20, 1, 16):
        runner = Runner(book, HvWState, save)
        decide(runner, POLICY)
        if runner.done:
            break
        assert dishonest_rolls(HvWState, runner.save(), later=1, most=60) == []
        looked.update(question.section for question in runner.questions())
        for question in runner.questions():
            runner.answer(question.key, die)
            die = 21 - die
            if not any(one.group == question.group for one in runner.questions()):
                break
        save = runner.save()
    assert {"8.7.1", "8.5.1"} <= looked


def test_the_helper_and_the_arena_have_the_same_odds() -> None:
    """A situation filled into the form of the helper is the same rule text and gives the same chance."""
    runner = begin_helper(GAME, GAME.helper("field_battle"), {})
    hero = {"attack": 3, "defense": 2, "initiative": 6, "level": 1}
    sides = ({"race": "barbarians", "hero": True, "units": {"L1": 3}, **hero},
             {"race": "neutrals", "hero": False, "units": {"L2": 2}, "towers": 0, **hero})  # fmt: skip
    for side in sides:
        runner.answer(runner.questions()[0].key, side)
    odds = enumerate_odds(HvWState, runner.save(), POLICY)
    ours, guards = [Fighter("barbarians", 1, 3, 0)], [Fighter("neutrals", 2, 2, 0)]
    direct = chance_to_win(situation(ours, guards, {"attack": 3, "defense": 2, "initiative": 6, "level": 1}))
    alive = odds.chance(lambda result, state: any(one.count for one in state.battle.attacker.stacks))
    assert alive.middle == pytest.approx(direct.middle, abs=1e-9)


def test_a_combat_without_special_buildings_counts_no_rounds() -> None:
    """Odds would tell equal situations of different rounds apart, and be slower for it (17.3 alone looks at them)."""
    state = load_game("heroes_vs_warlords").helper_state()
    state.rulings = settled(load_game("heroes_vs_warlords").rulings, {})
    sides = [Side(seat, "hero", [Fighter(seat, 1, 5, 0)], f"{seat}:1") for seat in ("knights", "amazons")]
    state.battle = Battle("", "", *sides, "defender")
    odds = enumerate_odds(HvWState, beginning(state, arena.battle()), POLICY)
    assert {end.battle.round for _, end, _ in odds.endings()} == {0}
