"""What the benchmarks share: repeated timing of a call, and a line of results."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable

TIMES = 300


def timed(act: Callable[[], object], times: int = TIMES, clock: Callable[[], float] = time.perf_counter) -> list[float]:
    """Milliseconds of each run, by this clock."""
    spent = []
    for _ in range(times):
        start = clock()
        act()
        spent.append(1000 * (clock() - start))
    return spent


def worked(act: Callable[[], object], times: int = TIMES) -> list[float]:
    """Milliseconds of CPU time of each run, which a busy computer affects little."""
    return timed(act, times, time.process_time)


def show(name: str, spent: list[float]) -> float:
    """Print median and 99th percentile. Returns the median."""
    median = statistics.median(spent)
    print(f"{name:<46} p50={median:7.3f} ms  p99={statistics.quantiles(spent, n=100)[98]:7.3f} ms")
    return median
