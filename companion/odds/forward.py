"""Pushing probability forward through situations, each expanded once, with loops closed exactly.

Situations are taken in an order that is nearly that of time: by the sum of the numbers that no rule was seen to
raise (units only die). What lies on one height can still lead in a circle, as rounds of ties do; such circles are
solved, not followed. The order is a matter of speed: whatever comes later to a situation that is through already is
simply pushed on again. Masses below `eps` are dropped when their situation's turn comes, and the sum is reported.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Container
from fractions import Fraction
from heapq import heappop, heappush

from companion.odds.circles import SEVERAL, chained, ordered, push_circle, push_round
from companion.odds.results import Mass
from companion.odds.tracing import OVER, Place, Tracer

_NOWHERE = -1
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
        self._links: list[tuple[int, Mass]] = []
        self._height: list[int] = []
        self._waiting: dict[int, list[int]] = {}
        self._heights: list[int] = []

    def run(self, start: Place) -> None:
        """Push the whole mass from a place to the ends, or until `most` situations are expanded."""
        number = self._numbers.get(start)
        self._arrive(self._new(start) if number is None else number, self.one)
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

    # ---- where situations lead

    def edges(self, number: int) -> list[Edge]:
        """Where a situation leads."""
        known = self._edges[number]
        return known if known is not None else self._expand(number)

    def known_edges(self, number: int) -> list[Edge]:
        """Where a situation leads, if the push has come to it."""
        return self._edges[number] or []

    def link(self, number: int) -> tuple[int, Mass]:
        """The one situation on its own height that a situation leads to, and with which share of its mass; instead of
        its number a negative one if there is none, or `SEVERAL`."""
        if self._edges[number] is None:
            self._expand(number)
        return self._links[number]

    def level_edges(self, number: int) -> list[int]:
        """The situations it leads to on its own height."""
        height, here = self._height, self._height[number]
        return [target for _, target, _ in self.edges(number) if height[target] == here]

    def _returns(self, number: int) -> bool:
        link = self.link(number)[0]
        return link == number or (link == SEVERAL and number in self.level_edges(number))

    def _expand(self, number: int) -> list[Edge]:
        if self.expanded >= self.most or (self.until is not None and time.monotonic() > self.until):
            raise Enough
        self.expanded += 1
        numbers, height = self._numbers, self._height
        here, link, along = height[number], _NOWHERE, self.zero
        total, steps = self.tracer.steps(*self.places[number])
        whole = self.one / total
        found: list[Edge] = []
        for weight, spot, values, started in steps:
            place = spot, values
            target = numbers.get(place)
            if target is None:
                target = self._new(place)
            share = weight * whole
            found.append((share, target, started))
            if height[target] == here:
                link = target if link in (_NOWHERE, target) else SEVERAL
                along += share
        self._edges[number] = found
        self._links[number] = link, along
        return found

    def _new(self, place: Place) -> int:
        number = self._numbers[place] = len(self.places)
        self.places.append(place)
        self.mass.append(self.zero)
        self._edges.append(None)
        self._links.append((_NOWHERE, self.zero))
        self._height.append(self.tracer.height(*place))
        return number

    # ---- pushing

    def _level(self, height: int) -> None:
        """Push on all that waits at a height."""
        begins = self._kept(height)
        cut: list[int] = []
        chains = chained(self, begins, cut)
        components = ordered(self, begins) if chains is None else chains
        self._waiting.pop(-heappop(self._heights))
        for component in components:
            if len(component) == 1 and not self._returns(component[0]):
                self._single(component[0])
            elif chains is not None:
                push_circle(self, component)
            else:
                self.dropped += push_round(self, component)
        for number in cut:
            self._drop(number)

    def _kept(self, height: int) -> list[int]:
        mass, eps = self.mass, self.eps
        kept = []
        for number in self._waiting[height]:
            if mass[number] < eps:
                self._drop(number)
            else:
                kept.append(number)
        return kept if self.thin is None else self.thin(self, kept)

    def _drop(self, number: int) -> None:
        self.dropped += self.mass[number]
        self.mass[number] = self.zero

    def _single(self, number: int) -> None:
        mass = self.mass[number]
        self.mass[number] = self.zero
        self.spread(number, mass)

    def spread(self, number: int, mass: Mass, inside: Container[int] = ()) -> None:
        """Let mass go along all edges that lead out of `inside`; counts what is begun on all of them."""
        masses, heights, here = self.mass, self._height, self._height[number]
        for share, target, started in self.edges(number):
            part = mass * share
            if started:
                self.started += part * started
            if target in inside:
                continue
            before = masses[target]
            masses[target] = before + part
            height = heights[target]
            if height != here and not before and height > OVER:  # on the same height its turn comes anyway
                self._wait(target, height)

    def _arrive(self, number: int, mass: Mass) -> None:
        self.mass[number] += mass
        if self._height[number] > OVER:
            self._wait(number, self._height[number])

    def _wait(self, number: int, height: int) -> None:
        waiting = self._waiting.get(height)
        if waiting is None:
            self._waiting[height] = [number]
            heappush(self._heights, -height)
        else:
            waiting.append(number)
