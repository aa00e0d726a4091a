"""Scales of charts: round numbers that hold all values. Pure arithmetic, for paper and screen alike."""

from __future__ import annotations

from collections.abc import Iterable

MOST_STEPS = 5


def bounds(values: Iterable[int]) -> tuple[int, int]:
    """The scale: from 0, or a round number below all values, to a round number that no value exceeds."""
    known = list(values)
    low, high = min([0, *known]), max([1, *known])
    step = step_of(high - low)
    return low // step * step, -(-high // step) * step


def ticks(low: int, high: int) -> list[int]:
    """The numbers written beside a scale."""
    return list(range(low, high + 1, step_of(high - low)))


def step_of(span: int) -> int:
    """The smallest of 1, 2, 5, 10, 20... that divides a span into at most five."""
    step = 1
    while span > MOST_STEPS * step:
        step = step * 5 // 2 if str(step)[0] == "2" else step * 2
    return step


def share(value: int, low: int, high: int) -> float:
    """Where a value stands between the ends of its scale, 0 to 1."""
    return (value - low) / (high - low)
