"""Sampling: plays a situation to its end many times, with app dice and the same policies (Monte Carlo)."""

from __future__ import annotations

from random import Random
from typing import TypeVar

from companion.engine.questions import sample
from companion.engine.rules import RuleBook, book
from companion.engine.runner import Runner
from companion.engine.save import Save, State
from companion.engine.text import t
from companion.odds.plain import decide
from companion.odds.policies import Policy
from companion.odds.results import Ending, Estimate, OddsError
from companion.odds.situations import Keys

S = TypeVar("S", bound=State)


def sample_odds(
    kind: type[S],
    start: Save,
    policy: Policy,
    games: int,
    seed: int,
    *,
    most: int = 100_000,
    rules: RuleBook = book,
) -> Estimate[S]:
    """Play `games` times. Raises OddsError when a game does not end after `most` rolls, or a policy is refused."""
    rng, keys = Random(seed), Keys()
    endings: dict[Ending, int] = {}
    for _ in range(games):
        runner = Runner(rules, kind, start)
        _play(runner, policy, rng, most)
        ending = keys.ending(runner)
        endings[ending] = endings.get(ending, 0) + 1
    return Estimate(kind, endings)


def _play(runner: Runner, policy: Policy, rng: Random, most: int) -> None:
    for _ in range(most):
        decide(runner, policy)
        if runner.done:
            return
        question = runner.questions()[0]
        runner.answer(question.key, sample(question.part, rng))
    raise OddsError(t("no end after {most} rolls", most=most))
