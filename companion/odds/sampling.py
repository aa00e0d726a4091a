"""Sampling: situations too large to be followed whole are played at random, through everything the tracer has kept.

Games go in batches. The first throw of all games of a batch is spread evenly over everything that chance may bring, and
so is the second, and each that follows (latin hypercube sampling): a batch of many lucky games does not come about. So
every batch is a fair estimate of each figure, and batches know nothing of each other: how far they lie apart is the
standard error. Batches of a question that was asked before count again.
"""

from __future__ import annotations

import time
from bisect import bisect
from collections.abc import Callable
from functools import partial
from random import Random
from typing import Any, TypeVar

from msgspec import Struct

from companion.engine.core.questions import sample
from companion.engine.core.rules import book
from companion.engine.game.outlook import Decide
from companion.engine.running.runner import Runner
from companion.engine.running.save import Save, State
from companion.odds.policies import decide
from companion.odds.tracing.kept import traced
from companion.odds.tracing.shapes import Untraceable
from companion.odds.tracing.tracer import Position, Tracer

T = TypeVar("T")
GAMES = 64
"""In a batch, where there is time."""
_SHORTER = ((1.2, GAMES), (0.4, 16))
_LEAST = 4
"""More seconds than these and how many games a batch has then, else the least: already a few batches could overrun."""
_FEWEST, _MOST = 3, 250
_MOST_KEPT = 4
"""Batches of so many questions are kept beside what a tracer has learned."""


class Batch(Struct, frozen=True):
    """How the `games` of a batch ended: (result, final state, share of the games) for each ending, and how often the
    counted rule began, on average over the games.
    """

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
    clock: Callable[[], float] = time.monotonic,
) -> list[Batch]:
    """Play batches of random games until a moment of the clock: `most` of them, three at least.

    Batches come in a fixed order, so that more time only adds to them. `counted` names a rule whose beginnings are
    counted. Raises OddsError when an answer of the policy is refused.
    """

    left = until - clock()
    games = next((games for more, games in _SHORTER if left > more), _LEAST)

    def play(tracer: Tracer, position: Position) -> list[Batch]:
        kept = tracer.sampled.setdefault((position, games), [])
        while len(tracer.sampled) > _MOST_KEPT:
            del tracer.sampled[next(iter(tracer.sampled))]
        _more(kept, until, clock, most, lambda rng: _batch(tracer, position, games, rng))
        states: dict[Position, Any] = {}
        return [Batch(_ends(ended, games, states), begun / games, games) for ended, begun in kept[:most]]

    try:
        return traced(kind, start, policy, counted, play)
    except Untraceable:
        begin = partial(Runner, book, kind, start)
        return _more([], until, clock, most, lambda rng: _played(begin, policy, games, rng))


def _more(found: list[T], until: float, clock: Callable[[], float], most: int, batch: Callable[[Random], T]) -> list[T]:
    while len(found) < most and (len(found) < _FEWEST or clock() < until):
        found.append(batch(Random(len(found))))
    return found


def _batch(tracer: Tracer, start: Position, whole: int, rng: Random) -> tuple[dict[Position, int], int]:
    """Where the games of a batch end, and how often the counted rule is begun in all of them."""
    ended: dict[Position, int] = {}
    begun = 0
    throws: list[list[float]] = []
    waiting = [(start, 0, list(range(whole)))]
    while waiting:
        position, depth, games = waiting.pop()
        if position[0].ended:
            ended[position] = ended.get(position, 0) + len(games)
            continue
        if depth == len(throws):
            throws.append(_spread(whole, rng))
        parted = _parted(position, games, throws[depth])
        steps = tracer.steps(*position, list(parted))[1]
        for (_, target, started), gone in zip(steps, parted.values(), strict=True):
            begun += started * len(gone)
            waiting.append((target, depth + 1, gone))
    return ended, begun


def _spread(whole: int, rng: Random) -> list[float]:
    """A number from 0 to 1 for each game, one in each of so many equal parts of that range, in any order."""
    places = list(range(whole))
    rng.shuffle(places)
    return [(place + rng.random()) / whole for place in places]


def _parted(position: Position, games: list[int], throws: list[float]) -> dict[int, list[int]]:
    """Which games go which way of chance, by their throws."""
    chance = position[0].chance
    assert chance is not None
    upto, total, last = chance.upto, chance.total, len(chance.upto) - 1
    if len(games) == 1:  # most are alone after a few throws
        return {bisect(upto, throws[games[0]] * total, hi=last): games}
    parted: dict[int, list[int]] = {}
    for game in games:
        parted.setdefault(bisect(upto, throws[game] * total, hi=last), []).append(game)
    return parted


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
