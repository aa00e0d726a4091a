"""Results: distributions over how things end, exact within a bound or sampled."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from math import fsum
from typing import Any, Generic, TypeVar

from msgspec import Struct

from companion.engine.core.errors import CompanionError
from companion.engine.running.save import State

S = TypeVar("S", bound=State)
K = TypeVar("K")
Mass = float | Fraction


class OddsError(CompanionError):
    """Odds cannot be computed: a policy's answer is refused, or a question is of a kind that has no chances."""


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


class Work(Struct, frozen=True):
    """What the odds cost, and what was counted on the way."""

    situations: int = 0
    expanded: int = 0
    started: float | None = None
    rulings: tuple[str, ...] = ()
    """The rulings that some rule looked up, in the order of their names."""
    traced: bool = False
    """Whether equal looks of the rules were computed once (see `tracing`), or every situation by itself."""
    endless: float = 0.0
    """The chance that it never ends; this mass stands among the endings, without a result."""


End = tuple[Any, Callable[[], S], Mass]
"""An ending: the result of the root flow, how to make the final state, its probability."""


class Odds(Generic[S]):
    """The probability of every ending. What was dropped on the way may belong to any of them, or to none seen."""

    def __init__(self, endings: list[End[S]], dropped: Mass, work: Work) -> None:
        self.dropped = dropped
        """Mass that was not followed to an end: no probability given here is too low by more than this."""
        self.work = work
        self._endings = endings

    @property
    def situations(self) -> int:
        """Different situations met."""
        return self.work.situations

    @property
    def expanded(self) -> int:
        """Transitions computed, each once."""
        return self.work.expanded

    @property
    def started(self) -> float | None:
        """How often the counted rule is begun, on average; None when it was not counted."""
        return self.work.started

    def endings(self) -> Iterator[tuple[Any, S, Mass]]:
        """Every ending: result of the root flow, final state, probability (at least)."""
        for result, state, mass in self._endings:
            yield result, state(), mass

    def by(self, what: Callable[[Any, S], K]) -> dict[K, Mass]:
        """The distribution of a function of result and final state; each probability is a lower bound."""
        found: dict[K, list[Mass]] = {}
        for result, state, mass in self.endings():
            found.setdefault(what(result, state), []).append(mass)
        return {key: _sum(masses) for key, masses in found.items()}

    def results(self) -> dict[Any, Mass]:
        """The distribution of the root flow's result, where that is a word, a number or nothing."""
        return self.by(lambda result, state: result)

    def chance(self, of: Callable[[Any, S], bool]) -> Bounds:
        """The probability that something is true at the end."""
        low = self.by(of).get(True, 0)
        return Bounds(low, low + self.dropped)

    def mean(self, of: Callable[[Any, S], float]) -> float:
        """The expected value of a function of result and state, over what was followed to an end."""
        pairs = [(float(mass), of(result, state)) for result, state, mass in self.endings()]
        whole = fsum(mass for mass, _ in pairs)
        if not whole:
            raise OddsError("nothing was followed to an end")
        return fsum(mass * value for mass, value in pairs) / whole


def _sum(masses: list[Mass]) -> Mass:
    if all(isinstance(mass, Fraction) for mass in masses):
        return sum(masses, Fraction(0))
    return fsum(masses)
