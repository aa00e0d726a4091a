"""Pushing probability forward through situations, each expanded once, with loops closed exactly.

Situations are taken in an order that is nearly that of time: by the sum of the numbers that no rule was seen to
raise (units only die). What lies on one height can still lead in a cycle, as rounds of ties do; such cycles are
solved, not followed. The order is a matter of speed: whatever comes later to a situation that is through already is
simply pushed on again. Masses below `eps` are dropped when their situation's turn comes, and the sum is reported.
"""

from __future__ import annotations

from collections.abc import Container
from heapq import heappop, heappush
from typing import Any

from companion.odds.exact.components import chained, ordered, solve_component, solve_simple_cycle
from companion.odds.exact.network import Enough, Network
from companion.odds.tracing.tracer import ENDED, Position

_NEARLY_ALL = 0.9
"""A share of the mass that waits: of pushes that were so far after a quarter of the time, few came to the end."""


class Propagation:
    """One push of probability through a network of its own; masses below `eps` are dropped.

    `mass` is, for each situation by number, what waits there, or what has come to an end there.
    """

    def __init__(self, network: Network, eps: float) -> None:
        self.network = network
        self.eps = eps
        self.dropped = 0.0
        self.started = 0.0
        """How often the counted rule is begun, on average."""
        self.mass = network.mass
        self.endless: dict[int, float] = {}
        """What goes round for ever, by the situation where it came into its cycle."""
        self._waiting: dict[int, list[int]] = {}
        self._heights: list[int] = []

    def run(self, start: Position) -> None:
        """Push the whole mass from a situation to the endings, or until the network reaches its limit."""
        self.begin(start)
        self.go_on()

    def begin(self, start: Position) -> None:
        """Put the whole mass on a situation."""
        self._arrive(self.network.number(start), 1)

    def go_on(self) -> bool:
        """Push on whatever waits. Returns False when the network reached its limit before all was through."""
        try:
            while self._heights:
                self._level(-self._heights[0])
        except Enough:
            return False
        return True

    def is_hopeless(self) -> bool:
        """Whether nearly all is still to come: situations fan out at first, and endings come late."""
        return self.waiting() > _NEARLY_ALL

    def endings(self) -> list[tuple[Any, Any, float]]:
        """Every ending, as (result of the outermost flow, final state, probability). What never ends stands among them,
        with a state but no result. Probabilities are lower bounds, too low by no more than `lost` in all.
        """
        positions = self.network.positions
        masses = [(number, mass) for number, mass in enumerate(self.mass) if positions[number][0].ended and mass]
        found = [(*positions[number], mass) for number, mass in [*masses, *self.endless.items()]]
        return [(chance_node.result, chance_node.shape.state(values), mass) for chance_node, values, mass in found]

    def lost(self) -> float:
        """The mass that was not followed to an end: it was dropped, still waits, or rounding has lost it."""
        ended = [mass for position, mass in zip(self.network.positions, self.mass, strict=True) if position[0].ended]
        rest = 1 - sum(ended) - sum(self.endless.values())
        return max(self.dropped + self.waiting(), rest)

    def waiting(self) -> float:
        """The mass that still waits, because the network reached its limit."""
        numbers = {number for numbers in self._waiting.values() for number in numbers}
        return sum([self.mass[number] for number in numbers])

    def close(self, cycle: list[int]) -> None:
        """Take the mass of a cycle that nothing leads out of: it goes round for ever, and is kept in `endless`."""
        for number in cycle:
            if self.mass[number]:
                self.endless[number] = self.endless.get(number, 0) + self.mass[number]
                self.mass[number] = 0

    # ---- pushing

    def _level(self, height: int) -> None:
        """Push on all that waits at a height."""
        begins = self._kept(height)
        cut: list[int] = []
        chains = chained(self, begins, cut)
        components = ordered(self.network, begins) if chains is None else chains
        self._waiting.pop(-heappop(self._heights))
        for component in components:
            if len(component) == 1 and not self.network.returns(component[0]):
                self._single(component[0])
            elif chains is not None:
                solve_simple_cycle(self, component)
            else:
                solve_component(self, component)
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
        return kept

    def _drop(self, number: int) -> None:
        self.dropped += self.mass[number]
        self.mass[number] = 0

    def _single(self, number: int) -> None:
        mass = self.mass[number]
        self.mass[number] = 0
        self.spread(number, mass)

    def spread(self, number: int, mass: float, inside: Container[int] = ()) -> None:
        """Share out mass along the edges of a situation, but not to situations `inside` (the cycle that is being
        solved). How often the counted rule begins is added up for all edges.
        """
        masses, heights, here = self.mass, self.network.height, self.network.height[number]
        for share, target, started in self.network.edges(number):
            part = mass * share
            if started:
                self.started += part * started
            if target in inside:
                continue
            before = masses[target]
            masses[target] = before + part
            height = heights[target]
            if height != here and not before and height > ENDED:  # on the same height its turn comes anyway
                self._wait(target, height)

    def _arrive(self, number: int, mass: float) -> None:
        self.mass[number] += mass
        if self.network.height[number] > ENDED:
            self._wait(number, self.network.height[number])

    def _wait(self, number: int, height: int) -> None:
        waiting = self._waiting.get(height)
        if waiting is None:
            self._waiting[height] = [number]
            heappush(self._heights, -height)
        else:
            waiting.append(number)
