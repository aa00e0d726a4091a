"""Results: how things end and with which probability, and what it took to find out."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import Any, Generic, TypeVar

from msgspec import Struct

from companion.engine.core.errors import CompanionError
from companion.engine.running.save import State

S = TypeVar("S", bound=State)
Mass = float | Fraction


class OddsError(CompanionError):
    """Odds cannot be computed: a policy's answer is refused, or a question is of a kind that has no chances."""


class Work(Struct, frozen=True):
    """What the odds cost: situations met and followed, the average number of times the counted rule began."""

    situations: int = 0
    expanded: int = 0
    started: float | None = None
    rulings: tuple[str, ...] = ()
    """The rulings that some rule looked up, in the order of their names."""
    endless: float = 0.0
    """The chance that it never ends; this mass stands among the endings, without a result."""


End = tuple[Any, Callable[[], S], Mass]
"""An ending: the result of the root flow, how to make the final state, its probability."""


class Odds(Struct, Generic[S], frozen=True):
    """The probability of every ending. Mass that was dropped may belong to any of them, or to endings not seen."""

    ends: list[End[S]]
    dropped: Mass
    """Mass that was not followed to an end: no probability given here is too low by more than this."""
    work: Work

    def endings(self) -> Iterator[tuple[Any, S, Mass]]:
        """Every ending as (result of the outermost flow, final state, probability); probabilities are lower bounds."""
        for result, state, mass in self.ends:
            yield result, state(), mass
