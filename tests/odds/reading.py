"""Odds as tests read them: chances within bounds, distributions and means; exact where the masses are fractions."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from math import fsum
from typing import Any, TypeVar

from msgspec import Struct

from companion.odds.exact import enumerator
from companion.odds.results import Mass, Odds, OddsError

K = TypeVar("K")


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


class Read(Odds[Any], frozen=True):
    """Odds of every ending, and what can be asked of them."""

    @classmethod
    def of(cls, odds: Odds[Any]) -> Read:
        """The same odds, to be read."""
        return cls(odds.ends, odds.dropped, odds.work)

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


def enumerate_odds(*args: Any, **more: Any) -> Read:
    """The exact odds of a situation, to be read; see `enumerator`."""
    return Read.of(enumerator.enumerate_odds(*args, **more))


def _sum(masses: list[Mass]) -> Mass:
    if all(isinstance(mass, Fraction) for mass in masses):
        return sum(masses, Fraction(0))
    return fsum(masses)
