"""Counters and durations of one process, in the format of Prometheus. They name no match, phone or person."""

from __future__ import annotations

from bisect import bisect_left
from collections import defaultdict
from threading import Lock

STEPS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 10.0)
"""Upper ends of what times are counted into, in seconds."""
HELP = {
    "companion_requests_total": ("counter", "Requests answered, by address, method and status."),
    "companion_request_seconds": ("histogram", "Seconds to answer, streams left out."),
    "companion_change_seconds": ("histogram", "Seconds of a change of a match, the wait for the disk included."),
    "companion_lag_seconds": ("histogram", "Seconds from a commit here to the event for a phone that listens here."),
    "companion_streams": ("gauge", "Event streams that are open."),
    "companion_jobs_open": ("gauge", "Jobs that wait or run, by kind."),
    "companion_store_writable": ("gauge", "1 while changes can be kept."),
    "companion_news_heard": ("gauge", "1 while changes by other processes are heard of at once."),
}
Labels = tuple[tuple[str, str], ...]


class Counters:
    """Counters and durations of one process. Thread-safe."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._counts: dict[tuple[str, Labels], float] = defaultdict(float)
        self._times: dict[str, list[float]] = {}

    def count(self, name: str, **labels: str) -> None:
        """Increase a counter by one."""
        with self._lock:
            self._counts[name, tuple(sorted(labels.items()))] += 1

    def took(self, name: str, seconds: float) -> None:
        """Record a duration in seconds."""
        with self._lock:
            kept = self._times.setdefault(name, [0.0] * (len(STEPS) + 2))
            kept[bisect_left(STEPS, seconds)] += 1
            kept[-1] += seconds

    def text(self, now: dict[tuple[str, Labels], float]) -> str:
        """All counters in the format of Prometheus; `now` are gauges."""
        with self._lock:
            plain = {**self._counts, **now}
            times = {name: list(kept) for name, kept in self._times.items()}
        lines: list[str] = []
        for name, (kind, words) in HELP.items():
            lines += [f"# HELP {name} {words}", f"# TYPE {name} {kind}"]
            lines += [f"{name}{_braced(labels)} {value:g}" for (one, labels), value in plain.items() if one == name]
            if name in times:
                lines += _histogram(name, times[name])
        return "\n".join(lines) + "\n"


def _braced(labels: Labels) -> str:
    return "{" + ",".join(f'{name}="{value}"' for name, value in labels) + "}" if labels else ""


def _histogram(name: str, kept: list[float]) -> list[str]:
    total, lines = 0.0, []
    for step, count in zip([*(f"{one:g}" for one in STEPS), "+Inf"], kept[:-1], strict=True):
        total += count
        lines.append(f'{name}_bucket{{le="{step}"}} {total:g}')
    return [*lines, f"{name}_sum {kept[-1]:.6f}", f"{name}_count {total:g}"]
