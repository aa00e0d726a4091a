"""Sampling: plays a situation to its end many times, with app dice and the same policies (Monte Carlo)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from math import fsum, sqrt
from random import Random
from typing import Any, Generic, TypeVar

import msgspec

from companion.engine.core.questions import sample
from companion.engine.core.rules import RuleBook, book
from companion.engine.core.text import t
from companion.engine.game.outlook import Decide
from companion.engine.running.runner import Runner
from companion.engine.running.save import Save, State
from companion.odds.chance import OddsError
from companion.odds.policies import decide
from companion.odds.sampling import Batch
from tests.odds.keys import Ending, Keys

S = TypeVar("S", bound=State)


class Estimate(Generic[S]):
    """Endings of random games, with how often each came."""

    def __init__(self, kind: type[S], endings: dict[Ending, int]) -> None:
        self.games = sum(endings.values())
        self._decode = msgspec.json.Decoder(kind).decode
        self._endings = endings

    def endings(self) -> Iterator[tuple[Any, S, int]]:
        """Every ending met: result, final state, how often."""
        for ending, count in self._endings.items():
            yield msgspec.json.decode(ending.result), self._decode(ending.state), count

    def chance(self, of: Callable[[Any, S], bool]) -> tuple[float, float]:
        """The share of games in which something is true at the end, and its standard error."""
        hits = sum(count for result, state, count in self.endings() if of(result, state))
        share = hits / self.games
        return share, sqrt(max(share * (1 - share), 1 / self.games) / self.games)

    def mean(self, of: Callable[[Any, S], float]) -> tuple[float, float]:
        """The mean of a function of result and state, and its standard error."""
        pairs = [(count, of(result, state)) for result, state, count in self.endings()]
        mean = fsum(count * value for count, value in pairs) / self.games
        spread = fsum(count * (value - mean) ** 2 for count, value in pairs) / max(1, self.games - 1)
        return mean, sqrt(spread / self.games)


def sample_odds(
    kind: type[S],
    start: Save,
    policy: Decide,
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


def _play(runner: Runner, policy: Decide, rng: Random, most: int) -> None:
    for _ in range(most):
        decide(runner, policy)
        if runner.done:
            return
        question = runner.questions()[0]
        runner.answer(question.key, sample(question.part, rng))
    raise OddsError(t("no end after {most} rolls", most=most))


def of_batches(batches: list[Batch], of: Callable[[Any, Any], bool]) -> tuple[float, float]:
    """The share of games of some batches in which something is true at the end, and its standard error."""
    shares = [fsum(share for result, state, share in one.ends if of(result, state)) for one in batches]
    mean = fsum(shares) / len(shares)
    spread = fsum((share - mean) ** 2 for share in shares) / (len(shares) - 1)
    return mean, sqrt(spread / len(shares))
