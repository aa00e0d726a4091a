"""A cache of the most recently used values. Independent of requests."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable
from threading import Lock
from time import monotonic
from typing import Generic, TypeVar

K = TypeVar("K", bound=Hashable)
V = TypeVar("V")
MATCHES = 2000
"""For how many matches a cache keeps something: more than one process has in play at a time."""


IDLE = 900.0
"""Seconds after which a value that nobody has used may go: matches end, and phones are put away."""
AMID_PLAY = 300.0
"""The same for what pages look back at only as long as it is among the newest entries of a match."""


class Cache(Generic[K, V]):
    """At most `room` values by their keys; the one that was not used for longest goes first. Thread-safe.

    With `weigh`, which gives the bytes of a value, all of them together have at most `most` bytes, too. Values that
    were not used for `idle` seconds go when another one comes.
    """

    def __init__(
        self, room: int, weigh: Callable[[V], int] | None = None, most: int = 0, *, idle: float = IDLE
    ) -> None:
        self._room, self._weigh, self._most, self._idle = room, weigh, most, idle
        self._kept: OrderedDict[K, tuple[V, int]] = OrderedDict()
        self._used: dict[K, float] = {}
        self._lock = Lock()
        self.bytes = 0
        """The bytes of all values, where they are weighed."""

    def __len__(self) -> int:
        return len(self._kept)

    def get(self, key: K) -> V | None:
        """The value with this key, or None."""
        with self._lock:
            found = self._kept.get(key)
            if found is None:
                return None
            self._kept.move_to_end(key)
            self._used[key] = monotonic()
            return found[0]

    def put(self, key: K, value: V) -> V:
        """Keep a value. Returns it."""
        weight = self._weigh(value) if self._weigh is not None else 0
        with self._lock:
            self.bytes += weight - self._kept.get(key, (value, 0))[1]
            self._kept[key] = value, weight
            self._kept.move_to_end(key)
            self._used[key] = now = monotonic()
            while self._kept and self._has_too_much(now):
                gone, (_, weight) = self._kept.popitem(last=False)
                self.bytes -= weight
                del self._used[gone]
        return value

    def _has_too_much(self, now: float) -> bool:
        if len(self._kept) > self._room or self.bytes > self._most:
            return True
        return now - self._used[next(iter(self._kept))] > self._idle
