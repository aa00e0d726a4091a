"""Random battles on the Battle Display, on open ground and at walls: whatever is answered, the invariants hold."""

from __future__ import annotations

from random import Random

import pytest

from companion.engine.core.effects import Ask
from companion.engine.core.questions import sample
from companion.engine.core.rules import book
from companion.engine.running.runner import start
from companion.games.heroes_vs_warlords import arena, siege
from companion.games.heroes_vs_warlords.check import broken
from companion.games.heroes_vs_warlords.policies import POLICIES
from companion.games.heroes_vs_warlords.state import Battle, Side
from tests.games.heroes_vs_warlords.advanced.fighting import led
from tests.games.heroes_vs_warlords.table import Table, position

MOST = 2000


def army(rng: Random, faction: str) -> Side:
    """One to six stacks, a Hero with Skills and Honor."""
    units = [(rng.randint(1, 6), rng.randint(1, 9)) for _ in range(rng.randint(1, 7))]
    talent = {"knights": "experience", "amazons": "cleverness", "barbarians": "fury"}[faction]
    return led(faction, *units, hero=(rng.randint(0, 5), rng.randint(0, 5)), initiative=rng.randint(3, 12),
               level=rng.randint(1, 9), talent=talent, skill=rng.randint(0, 3), honor=rng.randint(0, 3))  # fmt: skip


def battle(seed: int) -> Table:
    """A random combat at its first question; every other one a siege."""
    rng = Random(seed)
    state = position("knights", "amazons", "barbarians", skills="on", honor="on",
                     combat_method=rng.choice(["display_basic", "display_advanced"]))  # fmt: skip
    wall = siege.wall_for(rng.randint(1, 3), rng.randint(0, 2), rng.random() < 0.3) if seed % 2 else None
    one, other = rng.sample(("knights", "amazons", "barbarians"), 2)
    state.battle = Battle("x", "", army(rng, one), army(rng, other), "defender", wall)
    return Table(start(book, state, arena.battle()))


def play(seed: int, checked: bool = True) -> bool:
    """Play it with random answers, or where `seed` says so as the odds do; gives whether it came to an end."""
    table, rng = battle(seed), Random(seed)
    policy = POLICIES[seed % len(POLICIES)] if seed % 3 == 0 else None
    for _ in range(MOST):
        if table.done:
            return True
        question = table.runner.questions()[0]
        decided = policy is not None and isinstance(question.part, Ask)
        answer = policy.answer(question, table.state) if decided and policy else sample(question.part, rng)
        table.runner.answer(question.key, answer)
        if checked:
            assert broken(table.state) == []
    return False


@pytest.mark.parametrize("seed", range(8))
def test_a_random_battle_keeps_the_invariants(seed):
    """No two stacks in a hex, none on closed hexes, hits below the Level; and it goes on or ends."""
    assert play(seed) or seed % 2  # archers before an unbroken wall may wait for ever


@pytest.mark.slow
@pytest.mark.deep
def test_many_random_battles_keep_the_invariants():
    """The same for some hundreds."""
    ended = [play(seed) for seed in range(8, 300)]
    assert sum(ended) > 0.9 * len(ended)
