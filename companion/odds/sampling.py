"""Sampling: situations too large to be followed whole are played at random, through everything the tracer has kept.

Games go in batches. The games of a batch begin together, and wherever chance is open they part in the proportions of
its ways, as evenly as whole games can; one that is alone goes where chance sends it. So every batch is a fair estimate
of each figure, and batches know nothing of each other: how far they lie apart is the standard error. Batches of a
question that was asked before count again.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import partial
from random import Random
from typing import Any, TypeVar

from msgspec import Struct

from companion.engine.core.questions import sample
from companion.engine.core.rules import RuleBook, book
from companion.engine.game.outlook import Decide
from companion.engine.running.runner import Runner
from companion.engine.running.save import Save, State
from companion.odds.policies import decide
from companion.odds.tracing.kept import traced
from companion.odds.tracing.shapes import Untraceable
from companion.odds.tracing.tracer import Position, Tracer

T = TypeVar("T")
GAMES, FEW_GAMES = 32, 4
"""In a batch; fewer where there is little time, as even the first batches would overrun it."""
_SHORT = 0.4
"""Seconds that are little time."""
_FEWEST, _MOST = 3, 500
_MOST_KEPT = 4
"""Batches of so many questions are kept beside what a tracer has learned."""


class Batch(Struct, frozen=True):
    """How the games of a batch ended: result, final state and share of the games; how often the counted rule began."""

    ends: list[tuple[Any, Any, float]]
    started: float = 0.0
    games: int = GAMES


def sampled(
    kind: type[State],
    start: Save,
    policy: Decide,
    *,
    until: float,
    counted: str = "",
    most: int = _MOST,
    rules: RuleBook = book,
) -> list[Batch]:
    """Batches of games until a moment by the monotonic clock, `most` of them, and a few in any case; always the same
    ones as long as time allows. Raises OddsError when a policy's answer is refused.
    """

    games = GAMES if until - time.monotonic() > _SHORT else FEW_GAMES

    def play(tracer: Tracer, position: Position) -> list[Batch]:
        kept = tracer.sampled.setdefault((position, games), [])
        while len(tracer.sampled) > _MOST_KEPT:
            del tracer.sampled[next(iter(tracer.sampled))]
        _more(kept, until, most, lambda rng: _batch(tracer, position, games, rng))
        states: dict[Position, Any] = {}
        return [Batch(_ends(ended, games, states), begun / games, games) for ended, begun in kept[:most]]

    try:
        return traced(kind, start, policy, rules, counted, play)
    except Untraceable:
        return _more([], until, most, lambda rng: _played(partial(Runner, rules, kind, start), policy, games, rng))


def _more(found: list[T], until: float, most: int, batch: Callable[[Random], T]) -> list[T]:
    while len(found) < most and (len(found) < _FEWEST or time.monotonic() < until):
        found.append(batch(Random(len(found))))
    return found


def _batch(tracer: Tracer, start: Position, whole: int, rng: Random) -> tuple[dict[Position, int], int]:
    """Where the games of a batch end, and how often the counted rule is begun in all of them."""
    ended: dict[Position, int] = {}
    begun = 0
    waiting = [(start, whole)]
    while waiting:
        position, games = waiting.pop()
        if position[0].ended:
            ended[position] = ended.get(position, 0) + games
            continue
        ways, counts = _parted(position, games, rng.random())
        for (_, target, started), count in zip(tracer.steps(*position, ways)[1], counts, strict=True):
            begun += started * count
            waiting.append((target, count))
    return ended, begun


def _parted(position: Position, games: int, throw: float) -> tuple[list[int], list[int]]:
    """How many games go which way: each way gets its share of them, rounded up or down by one throw for all."""
    chance = position[0].chance
    assert chance is not None
    ways, counts = [], []
    before = run = 0
    for way, weight in enumerate(chance.weights):
        run += weight
        upto = int(games * run / chance.total + throw)
        if upto > before:
            ways.append(way)
            counts.append(upto - before)
            before = upto
    return ways, counts


def _ends(ended: dict[Position, int], of: int, states: dict[Position, Any]) -> list[tuple[Any, Any, float]]:
    """Endings with their states; each state is made once, as many games end alike."""
    for position in ended:
        if position not in states:
            states[position] = position[0].shape.state(position[1])
    return [(position[0].result, states[position], games / of) for position, games in ended.items()]


def _played(begin: Callable[[], Runner], policy: Decide, games: int, rng: Random) -> Batch:
    """A batch played by the runner of a match: slower, but able to do whatever a match can."""
    ends = []
    for _ in range(games):
        game = begin()
        decide(game, policy)
        while not game.done:
            question = game.questions()[0]
            game.answer(question.key, sample(question.part, rng))
            decide(game, policy)
        ends.append((game.result, game.state, 1 / games))
    return Batch(ends, games=games)
