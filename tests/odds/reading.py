"""Odds as tests read them: chances within bounds, distributions and means; exact where the masses are fractions."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from fractions import Fraction
from math import fsum, inf
from typing import Any, TypeVar

from msgspec import Struct

from companion.engine.game.outlook import Decide
from companion.engine.running.save import Save, State
from companion.odds.chance import OddsError
from companion.odds.exact.network import Network
from companion.odds.exact.propagation import Propagation
from companion.odds.tracing.kept import traced
from companion.odds.tracing.tracer import Position, Step, Tracer

K = TypeVar("K")
Mass = float | Fraction


class FractionTracer(Tracer):
    """A tracer that gives its totals as fractions: then every mass of a push is one, and nothing is rounded."""

    def __init__(self, tracer: Tracer) -> None:
        vars(self).update(vars(tracer))

    def steps(self, chance_node: Any, values: Any, ways: Sequence[int] | None = None) -> tuple[Any, list[Step]]:
        """As in `Tracer`."""
        total, steps = super().steps(chance_node, values, ways)
        return Fraction(total), steps


class Bounds(Struct, frozen=True):
    """A probability known to lie between two numbers."""

    low: Mass
    high: Mass

    @property
    def middle(self) -> float:
        """The best guess."""
        return float(self.low + self.high) / 2

    @property
    def width(self) -> float:
        """How uncertain it is."""
        return float(self.high - self.low)


class Read(Struct, frozen=True):
    """Odds of every ending, and what can be asked of them."""

    endings: Callable[[], list[tuple[Any, Any, Mass]]]
    """Every ending as (result of the outermost flow, final state, probability); made when it is asked for."""
    dropped: Mass
    """Mass that was not followed to an end: no probability is too low by more than this."""
    situations: int = 0
    """Different situations met."""
    expanded: int = 0
    """Transitions computed, each once."""
    started: float | None = None
    """How often the counted rule is begun, on average; None when it was not counted."""

    @classmethod
    def of(cls, push: Propagation) -> Read:
        """What a push has found."""
        started = float(push.started) if push.network.tracer.counted else None
        return cls(push.endings, push.lost(), push.network.met(), push.network.expanded, started)

    def by(self, what: Callable[[Any, Any], K]) -> dict[K, Mass]:
        """The distribution of a function of result and final state; each probability is a lower bound."""
        found: dict[K, list[Mass]] = {}
        for result, state, mass in self.endings():
            found.setdefault(what(result, state), []).append(mass)
        return {key: _sum(masses) for key, masses in found.items()}

    def results(self) -> dict[Any, Mass]:
        """The distribution of the root flow's result, where that is a word, a number or nothing."""
        return self.by(lambda result, state: result)

    def chance(self, of: Callable[[Any, Any], bool]) -> Bounds:
        """The probability that something is true at the end."""
        low = self.by(of).get(True, 0)
        return Bounds(low, low + self.dropped)

    def mean(self, of: Callable[[Any, Any], float]) -> float:
        """The expected value of a function of result and state, over what was followed to an end."""
        pairs = [(float(mass), of(result, state)) for result, state, mass in self.endings()]
        whole = fsum(mass for mass, _ in pairs)
        if not whole:
            raise OddsError("nothing was followed to an end")
        return fsum(mass * value for mass, value in pairs) / whole


def enumerate_odds(
    kind: type[State],
    start: Save,
    policy: Decide,
    *,
    eps: float = 1e-12,
    exact: bool = False,
    most: int = 1_000_000,
    counted: str = "",
    seconds: float | None = None,
) -> Read:
    """The odds of every ending of a save, when people decide by `policy`.

    Masses below `eps` are dropped, and so is what still waits after `most` situations or so many `seconds`. With
    `exact`, probabilities are fractions and nothing is dropped for being small.
    """
    until = inf if seconds is None else time.monotonic() + seconds

    def pushed(tracer: Tracer, position: Position) -> Read:
        network = Network(FractionTracer(tracer) if exact else tracer, most=most, until=until)
        push = Propagation(network, 0 if exact else eps)
        push.run(position)
        return Read.of(push)

    return traced(kind, start, policy, counted, pushed)


def _sum(masses: list[Mass]) -> Mass:
    if all(isinstance(mass, Fraction) for mass in masses):
        return sum(masses, Fraction(0))
    return fsum(masses)
