"""The network of situations: each has a number, and edges to the situations it leads to, worked out once and kept."""

from __future__ import annotations

import time
from math import inf

from companion.odds.tracing.tracer import Position, Tracer

NOWHERE = -1
"""In place of the one situation on its height that another leads to: there is none."""
SEVERAL = -2
"""The same where there is more than one."""
Edge = tuple[float, int, int]
"""Probability, the situation it leads to, how often the counted rule is begun on the way."""


class Enough(Exception):
    """The limit of situations or of time is reached."""


class Network:
    """The situations met so far, by their numbers 0, 1, 2, ... in the order in which they were met.

    `positions` says what each of them is, `height` in which order a push takes them (see `Tracer.height`), `mass` what
    a push has put on them. From a decision that is `chosen` only this way leads on.
    """

    def __init__(
        self, tracer: Tracer, *, most: int = 10**9, until: float = inf, chosen: dict[Position, int] | None = None
    ) -> None:
        self.tracer = tracer
        self.chosen = chosen or {}
        self.most = most
        """How many situations may be expanded."""
        self.until = until
        """When to stop, by the monotonic clock."""
        self.expanded = 0
        self.positions: list[Position] = []
        self.height: list[int] = []
        self.mass: list[float] = []
        """Room for what a push puts on each situation."""
        self._numbers: dict[Position, int] = {}
        self._edges: list[list[Edge] | None] = []
        self._links: list[tuple[int, float]] = []

    def number(self, position: Position) -> int:
        """The number of a situation; a new one if it was not met before."""
        number = self._numbers.setdefault(position, len(self.positions))
        if number == len(self.positions):
            self._meet(position)
        return number

    def edges(self, number: int) -> list[Edge]:
        """The edges of a situation, as (share of its mass, number of the next situation, how often the counted rule
        begins on the way). The shares add up to 1. Raises Enough when they are not known yet and the limit is reached.
        """
        known = self._edges[number]
        return known if known is not None else self._expand(number)

    def known_edges(self, number: int) -> list[Edge]:
        """The edges of a situation if `edges` has worked them out; empty if not."""
        return self._edges[number] or []

    def link(self, number: int) -> tuple[int, float]:
        """The only situation of the same height to which a situation leads, and the share of its mass that goes there.

        Instead of a number the first is `NOWHERE` or `SEVERAL` if there is none or more than one. Raises Enough.
        """
        if self._edges[number] is None:
            self._expand(number)
        return self._links[number]

    def level_edges(self, number: int) -> list[int]:
        """The situations of the same height to which a situation leads. Raises Enough."""
        height, here = self.height, self.height[number]
        return [target for _, target, _ in self.edges(number) if height[target] == here]

    def returns(self, number: int) -> bool:
        """Whether a situation leads to itself. Raises Enough."""
        link = self.link(number)[0]
        return link == number or (link == SEVERAL and number in self.level_edges(number))

    def met(self) -> int:
        """How many situations were met, without the endings."""
        return sum(not position[0].ended for position in self.positions)

    def _expand(self, number: int) -> list[Edge]:
        if self.expanded >= self.most or time.monotonic() > self.until:
            raise Enough
        self.expanded += 1
        numbers, height, positions = self._numbers, self.height, self.positions
        along: float = 0
        here, link = height[number], NOWHERE
        total, steps = self.tracer.steps(*positions[number])
        way = self.chosen.get(positions[number]) if self.chosen else None
        if way is not None:
            total, steps = 1, [(1, *steps[way][1:])]
        whole = 1 / total
        found: list[Edge] = []
        for weight, position, started in steps:
            target = numbers.setdefault(position, len(positions))
            if target == len(positions):
                self._meet(position)
            share = weight * whole
            found.append((share, target, started))
            if height[target] == here:
                link = target if link in (NOWHERE, target) else SEVERAL
                along += share
        self._edges[number] = found
        self._links[number] = link, along
        return found

    def _meet(self, position: Position) -> None:
        self.positions.append(position)
        self._edges.append(None)
        self._links.append((NOWHERE, 0))
        self.mass.append(0)
        self.height.append(self.tracer.height(*position))
