"""Exact head, sampled tail: for battles too large to be followed whole.

Roll after roll, probability is pushed on to every situation that can come of it; equal ones are one. As long as they
are few, that is exact. Where they are too many, the heavy ones stay as they are, and of the light ones a fair lot
chooses some, each with more mass: the mean of what comes out is the exact value. The whole is done several times with
other lots; how far the results lie apart is the standard error.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from math import fsum, sqrt
from random import Random
from typing import Any, Generic, TypeVar

from companion.engine.rules import RuleBook, book
from companion.engine.save import Save, State
from companion.odds.enumerator import traced
from companion.odds.guess import Guess, learned
from companion.odds.lots import Front, Order, followed, thinned
from companion.odds.network import Enough, Network
from companion.odds.policies import Policy
from companion.odds.results import End, Mass, Odds, OddsError, Work
from companion.odds.tracing import Place, Tracer

S = TypeVar("S", bound=State)
_LEAST = 1e-10
"""What is lighter than this in all at last is dropped: rounds of ties may go on as long as they like."""
_MOST_ROLLS = 100_000
_SCOUTS = (30, 120)
"""The widths of the first pushes. From the last of them the order of the lots is learned; they count for nothing."""
_PART = 4
"""The last of them may take this part of the time."""
_GROWTH = 4
"""Wider by this at most from one try to the next: a narrow push among known situations tells little of a wide one."""
_PUSHES = 8
"""So many pushes are to fit into the time where the width is left open: their spread is the standard error. Fewer and
wider ones are closer to the truth, but tell less of how close."""
_NARROWEST, _WIDEST = 30, 3000
_MOST_KEPT = 150_000
"""What is known of more situations than these is forgotten: they would fill the memory of a small computer."""


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
    width: int | None = None,
    seconds: float,
    seed: int,
    fewest: int = 4,
    most: int = 1000,
    until: float | None = None,
    rules: RuleBook = book,
    counted: str = "",
) -> Sampled[S]:
    """Push `most` times, or as often as the time allows, but `fewest` times at least; so wide that some pushes fit in.

    A push that is not through by `until` (monotonic clock) is given up, and is the last one: there may be none then.
    Raises Untraceable and OddsError.
    """

    def push(tracer: Tracer, place: Place) -> Sampled[S]:
        lots = _Lots(tracer, place, Random(seed), until)
        if not lots.learn(None if width else over):
            return Sampled([])
        if width is None:
            return Sampled(lots.in_time(over, fewest))
        return Sampled(lots.pushes(width, over, fewest, most))

    over = time.monotonic() + seconds
    return traced(kind, start, policy, rules, counted, push)


class _Lots:
    """All pushes from one situation. They share what is known of others, and the order that the first one taught."""

    def __init__(self, tracer: Tracer, place: Place, rng: Random, until: float | None) -> None:
        self.tracer = tracer
        self.place = place
        self.rng = rng
        self.until = until
        self.guess: Guess | None = None
        self.network = self._nothing_known()
        self.order = Order(self.network)
        self._ends: dict[Place, _End] = {}
        self._scouted = (_SCOUTS[0], 0.0)
        """The width of the last push for the order, and how long it took."""

    def learn(self, over: float | None) -> bool:
        """Push for the order only, as wide as a part of the time until `over` allows. False when the time is over
        before the first push is through."""
        through: _Push | None = None
        for width in _SCOUTS:
            begun = time.monotonic()
            scout = _Push(self.network, width, self.rng, self.order)
            if not scout.run(self.place):
                break
            through, now = scout, time.monotonic()
            self._scouted = width, now - begun
            if over is not None and (now - begun) * _SCOUTS[-1] / width > (over - now) / _PART:
                break
        if through is None:
            return False
        self.guess = learned(self.network, through.layers, through.ended)
        self.order = Order(self.network, self.guess)
        return True

    def in_time(self, over: float, fewest: int) -> list[Odds[Any]]:
        """Some narrow pushes first, so that there is something at all; then wider ones for as long as these will fit
        into the time. The widest that came through often enough count alone."""
        width, took = self._scouted
        width = min(self._fitting(width, took, over - time.monotonic()), width)
        found: list[Odds[Any]] = []
        while True:
            begun = time.monotonic()
            more = self.pushes(width, begun, fewest)
            if len(more) < fewest:
                return found or more
            found, now = more, time.monotonic()
            wider = min(self._fitting(width, (now - begun) / len(more), over - now), _GROWTH * width)
            if wider < 2 * width:
                return found + self.pushes(width, over)
            width = wider

    @staticmethod
    def _fitting(width: int, took: float, left: float) -> int:
        """The width of pushes that fit into the time, when one of this width took so long."""
        return min(max(round(width * left / _PUSHES / max(took, 1e-6)), _NARROWEST), _WIDEST)

    def pushes(self, width: int, over: float, fewest: int = 0, most: int = 1000) -> list[Odds[Any]]:
        """What comes out of pushes of a width, until the time is over, but `fewest` at least."""
        found: list[Odds[Any]] = []
        while len(found) < most and (len(found) < fewest or time.monotonic() < over):
            one = self.push(width)
            if one is None:
                break
            found.append(one)
        return found

    def push(self, width: int) -> Odds[Any] | None:
        """What comes out of one push; None when the time is over before that."""
        if len(self.network.places) > _MOST_KEPT:
            self.network = self._nothing_known()
            self.order = Order(self.network, self.guess)
        push = _Push(self.network, width, self.rng, self.order)
        if not push.run(self.place):
            return None
        tracer, places = self.tracer, self.network.places
        endings: list[End[Any]] = []
        for number, mass in push.ended.items():
            place = places[number]
            end = self._ends.setdefault(place, _End(place))
            endings.append((place[0].result, end.state, mass))
        started = push.started if tracer.counted else None
        expanded = sum(len(layer) for layer in push.layers)
        return Odds(endings, 0.0, Work(expanded, expanded, started, tuple(sorted(tracer.rulings)), traced=True))

    def _nothing_known(self) -> Network:
        return Network(self.tracer, until=self.until, level=True)


class _End:
    """The state in which something ended; made once, as pushes have ends in common."""

    def __init__(self, place: Place) -> None:
        self._place = place
        self._state: Any = None

    def state(self) -> Any:
        """The state, to be read only."""
        if self._state is None:
            spot, values = self._place
            self._state = spot.shape.state(values)
        return self._state


class _Push:
    """One push: about `width` situations at a time, chosen in an order."""

    def __init__(self, network: Network, width: int, rng: Random, order: Order) -> None:
        self.network = network
        self.width = width
        self.rng = rng
        self.order = order
        self.ended: Front = {}
        self.layers: list[list[int]] = []
        """The situations that went on, roll by roll."""
        self.started = 0.0

    def run(self, start: Place) -> bool:
        """Roll after roll to the end; False when the time is over before that."""
        front: Front = {self.network.number(start): 1.0}
        if start[0].ended:
            self.ended, front = front, {}
        for _ in range(_MOST_ROLLS):
            if fsum(front.values()) < _LEAST:
                return True
            front = thinned(front, self.width, self.rng, self.order)
            self.layers.append(list(front))
            try:
                front, started = followed(self.network, front, self.ended)
            except Enough:
                return False
            self.started += started
        raise OddsError("the rules go round for ever: nothing can end this")
