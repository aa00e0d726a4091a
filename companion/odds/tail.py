"""Exact head, sampled tail: for battles too large to be followed whole.

Probability is pushed forward as in `forward`, exactly, as long as the situations on a height are few. Where they are
more than `width`, the heavy ones stay as they are, and of the light ones a fair lot chooses some, each with more mass:
the mean of what comes out is the exact value. The whole is done several times with other lots; how far the results
lie apart is the standard error.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from functools import partial
from math import fsum, sqrt
from random import Random
from typing import Any, Generic, TypeVar

from companion.engine.rules import RuleBook, book
from companion.engine.save import Save, State
from companion.odds.enumerator import odds_of, traced
from companion.odds.forward import Forward
from companion.odds.policies import Policy
from companion.odds.results import Mass, Odds
from companion.odds.tracing import Place, Tracer

S = TypeVar("S", bound=State)


class Sampled(Generic[S]):
    """Odds from several pushes with different lots. Every figure comes with its standard error."""

    def __init__(self, pushes: list[Odds[S]]) -> None:
        self.pushes = pushes

    def chance(self, of: Callable[[Any, S], bool]) -> tuple[float, float]:
        """The probability that something is true at the end."""
        return self._over([fsum(float(mass) for _, _, mass in kept) for kept in self._where(of)])

    def mean(self, of: Callable[[Any, S], float]) -> tuple[float, float]:
        """The expected value of a function of result and state."""
        return self._over(
            [fsum(float(mass) * of(result, state) for result, state, mass in odds.endings()) for odds in self.pushes]
        )

    def endings(self) -> Iterator[tuple[Any, S, Mass]]:
        """Every ending met, with its share in one of the pushes."""
        for odds in self.pushes:
            for result, state, mass in odds.endings():
                yield result, state, mass / len(self.pushes)

    def _where(self, of: Callable[[Any, S], bool]) -> list[list[tuple[Any, S, Mass]]]:
        return [[one for one in odds.endings() if of(one[0], one[1])] for odds in self.pushes]

    def _over(self, values: list[float]) -> tuple[float, float]:
        mean = fsum(values) / len(values)
        spread = fsum((value - mean) ** 2 for value in values) / max(1, len(values) - 1)
        return mean, sqrt(spread / len(values))


def sample_tail(
    kind: type[S],
    start: Save,
    policy: Policy,
    *,
    width: int,
    seconds: float,
    seed: int,
    fewest: int = 4,
    most: int = 1000,
    until: float | None = None,
    rules: RuleBook = book,
    counted: str = "",
) -> Sampled[S]:
    """Push `most` times, or as often as the time allows, but `fewest` times at least.

    A push that is not through by `until` (monotonic clock) is given up, and is the last one: there may be none then.
    Raises Untraceable and OddsError.
    """

    def push(tracer: Tracer, place: Place) -> Sampled[S]:
        begun = time.process_time()
        rng = Random(seed)
        pushes: list[Odds[S]] = []
        forward = Forward(tracer, 0.0, 10**9, thin=partial(_thinned, width, rng), until=until)
        while len(pushes) < most and (len(pushes) < fewest or time.process_time() - begun < seconds):
            forward.again()
            forward.run(place)
            if forward.frontier():
                break
            pushes.append(odds_of(forward))
        return Sampled(pushes)

    return traced(kind, start, policy, rules, counted, push)


def _thinned(width: int, rng: Random, forward: Forward, numbers: list[int]) -> list[int]:
    """Keep about `width` situations: what is heavier than `cut` as it is, of the rest some, with mass `cut` each.

    The lots go through the situations in the order of their numbers, so that the chosen ones are spread over them all.
    """
    if len(numbers) <= width:
        return numbers
    mass, places = forward.mass, forward.places
    cut = _cut([mass[number] for number in numbers], width)
    kept, run, pointer = [], 0.0, rng.random() * cut
    for number in sorted(numbers, key=lambda one: places[one][1]):
        own = float(mass[number])
        if own >= cut:
            kept.append(number)
            continue
        run += own
        mass[number] = cut if run > pointer else 0.0
        if run > pointer:
            pointer += cut
            kept.append(number)
    return kept


def _cut(masses: list[Mass], width: int) -> float:
    """The mass below which situations draw lots, so that about `width` go on."""
    falling = sorted((float(mass) for mass in masses), reverse=True)
    left = fsum(falling)
    for heavy, mass in enumerate(falling):
        if mass * (width - heavy) <= left:
            return left / (width - heavy)
        left -= mass
    return falling[-1]
