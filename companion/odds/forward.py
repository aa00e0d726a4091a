"""Pushing probability forward through situations, each expanded once, with loops closed exactly.

Situations are taken in an order that is nearly that of time: by the sum of the numbers that no rule was seen to
raise (units only die). What lies on one height can still lead in a circle, as rounds of ties do; such circles are
solved, not followed. The order is a matter of speed: whatever comes later to a situation that is through already is
simply pushed on again. Masses below `eps` are dropped when their situation's turn comes, and the sum is reported.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from fractions import Fraction
from heapq import heappop, heappush

from companion.odds.circles import ordered, push_round, simple_order
from companion.odds.results import Mass, OddsError
from companion.odds.tracing import Place, Tracer

_NONE: list[int] = []
Edge = tuple[Mass, int, int]
"""Probability, the situation it leads to, how often the counted rule is begun on the way."""


Thin = Callable[["Forward", list[int]], list[int]]
"""Chooses which of the situations on a height go on, and changes their masses accordingly."""


class Enough(Exception):
    """The work allowed is done."""


class Forward:
    """One push. Situations are numbered; `mass` is what waits at each of them, or has come to an end there."""

    def __init__(
        self,
        tracer: Tracer,
        eps: float,
        most: int,
        *,
        exact: bool = False,
        thin: Thin | None = None,
        until: float | None = None,
    ) -> None:
        self.tracer = tracer
        self.thin = thin
        self.until = until
        """When to stop, by the monotonic clock."""
        self.eps = eps
        self.most = most
        self.one: Mass = Fraction(1) if exact else 1.0
        self.zero: Mass = self.one - self.one
        self.dropped: Mass = self.zero
        self.started: Mass = self.zero
        """How often the counted rule is begun, on average."""
        self.expanded = 0
        self.places: list[Place] = []
        self.mass: list[Mass] = []
        self._numbers: dict[Place, int] = {}
        self._edges: list[list[Edge] | None] = []
        self._level_edges: list[list[int]] = []
        self._height: list[int] = []
        self._waiting: dict[int, list[int]] = {}
        self._heights: list[int] = []

    def run(self, start: Place) -> None:
        """Push the whole mass from a place to the ends, or until `most` situations are expanded."""
        self.arrive(self._number(start), self.one)
        try:
            while self._heights:
                self._level(-self._heights[0])
        except Enough:
            pass

    def again(self) -> None:
        """Take all mass away; what is known of situations stays."""
        self.mass = [self.zero] * len(self.places)
        self.dropped = self.started = self.zero
        self._waiting.clear()
        self._heights.clear()

    def ended(self) -> list[tuple[Place, Mass]]:
        """What has come to an end."""
        return [(place, mass) for place, mass in zip(self.places, self.mass, strict=True) if place[0].ended and mass]

    def frontier(self) -> list[tuple[Place, Mass]]:
        """What still waits because the work was limited."""
        waiting = [number for numbers in self._waiting.values() for number in numbers]
        return [(self.places[number], self.mass[number]) for number in waiting if self.mass[number]]

    def arrive(self, number: int, mass: Mass) -> None:
        """Add mass to a situation."""
        before = self.mass[number]
        self.mass[number] = before + mass
        if before or self.places[number][0].ended:
            return
        height = self._height[number]
        if height in self._waiting:
            self._waiting[height].append(number)
        else:
            self._waiting[height] = [number]
            heappush(self._heights, -height)

    def edges(self, number: int) -> list[Edge]:
        """Where a situation leads."""
        known = self._edges[number]
        if known is not None:
            return known
        if self.expanded >= self.most or (self.until is not None and time.monotonic() > self.until):
            raise Enough
        self.expanded += 1
        one, numbers = self.one, self._numbers
        total, steps = self.tracer.steps(*self.places[number])
        found: list[Edge] = []
        level: list[int] = []
        here = self._height[number]
        for weight, spot, values, started in steps:
            place = spot, values
            target = numbers.get(place)
            if target is None:
                target = self._number(place)
            found.append((weight * one / total, target, started))
            if self._height[target] == here:
                level.append(target)
        self._edges[number] = found
        self._level_edges[number] = level
        return found

    def known_edges(self, number: int) -> list[Edge]:
        """Where a situation leads, if the push has come to it."""
        return self._edges[number] or []

    def level_edges(self, number: int) -> list[int]:
        """The situations it leads to on its own height."""
        self.edges(number)
        return self._level_edges[number]

    def _number(self, place: Place) -> int:
        number = self._numbers.get(place)
        if number is None:
            number = self._numbers[place] = len(self.places)
            self.places.append(place)
            self.mass.append(self.zero)
            self._edges.append(None)
            self._level_edges.append(_NONE)
            self._height.append(-1 if place[0].ended else self.tracer.height(*place))
        return number

    def _level(self, height: int) -> None:
        """Push on all that waits at a height."""
        kept = []
        for number in self._waiting[height]:
            if self.mass[number] < self.eps:
                self.dropped += self.mass[number]
                self.mass[number] = self.zero
            else:
                kept.append(number)
        if self.thin is not None:
            kept = self.thin(self, kept)
        chains = simple_order(self, kept)
        components = ordered(self, kept) if chains is None else chains
        self._waiting.pop(heappop(self._heights) * -1)
        for component in components:
            if len(component) == 1:
                self._single(component[0])
            else:
                self.dropped += push_round(self, component)

    def _single(self, number: int) -> None:
        mass, edges = self.mass[number], self.edges(number)
        self.mass[number] = self.zero
        if number in self._level_edges[number]:
            back = sum((share for share, target, _ in edges if target == number), self.zero)
            if back >= self.one:
                raise OddsError("the rules go round for ever: nothing can end this")
            mass = mass / (self.one - back)
        for share, target, started in edges:
            if started:
                self.started += mass * share * started
            if target != number:
                self.arrive(target, mass * share)

    def spread(self, number: int, mass: Mass, inside: set[int]) -> None:
        """Let mass go along all edges that lead out of `inside`; counts what is begun on all of them."""
        for share, target, started in self.edges(number):
            if started:
                self.started += mass * share * started
            if target not in inside:
                self.arrive(target, mass * share)
