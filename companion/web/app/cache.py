"""A cache of the most recently used values. Independent of requests."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Hashable
from threading import Lock
from typing import Generic, TypeVar

K = TypeVar("K", bound=Hashable)
V = TypeVar("V")
MATCHES = 2000
"""For how many matches a cache keeps something: more than one process has in play at a time."""


class Cache(Generic[K, V]):
    """At most `room` values by their keys; the one that was not used for longest goes first. Thread-safe."""

    def __init__(self, room: int) -> None:
        self._room = room
        self._kept: OrderedDict[K, V] = OrderedDict()
        self._lock = Lock()

    def get(self, key: K) -> V | None:
        """The value with this key, or None."""
        with self._lock:
            value = self._kept.get(key)
            if value is not None:
                self._kept.move_to_end(key)
            return value

    def put(self, key: K, value: V) -> V:
        """Keep a value. Returns it."""
        with self._lock:
            self._kept[key] = value
            self._kept.move_to_end(key)
            while len(self._kept) > self._room:
                self._kept.popitem(last=False)
        return value
