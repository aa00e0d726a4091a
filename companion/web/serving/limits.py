"""Rate limits: how often somebody may do something, and how somebody is identified. In memory.

Where several processes serve the same matches, the limits against guessing and flooding are shared by all of them.
"""

from __future__ import annotations

import ipaddress
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from threading import Lock, Semaphore
from time import monotonic

from companion.store.database.shared_limits import SharedLimits
from companion.store.errors import StoreError


class Limiter:
    """A token bucket with `burst` tokens for every name, refilled at `per_second`.

    Names are what a sender cannot invent: phones that a match knows, and addresses.
    """

    def __init__(self, burst: int, per_second: float, clock: Callable[[], float] = monotonic) -> None:
        self._burst, self._rate, self._clock = burst, per_second, clock
        self._buckets: dict[str, tuple[float, float]] = {}
        self._lock = Lock()
        self._shared: tuple[SharedLimits, str] | None = None

    def share(self, limits: SharedLimits | None, kind: str) -> None:
        """Share this limit with all other processes under a name; each counts alone while the database does not
        answer.
        """
        self._shared = (limits, kind) if limits is not None else None

    def allow(self, name: str) -> bool:
        """Take one token of a name. Returns False when none is left."""
        if self._shared is not None:
            limits, kind = self._shared
            with suppress(StoreError):
                return limits.take(kind, name, self._burst, self._rate)
        with self._lock:
            now = self._clock()
            left, last = self._buckets.get(name, (float(self._burst), now))
            left = min(float(self._burst), left + (now - last) * self._rate)
            allowed = left >= 1
            self._buckets[name] = (left - 1 if allowed else left, now)
            if len(self._buckets) > 10_000:
                self._forget(now)
            return allowed

    def empty(self, name: str) -> bool:
        """Whether a name has no token left, without taking one."""
        if self._shared is not None:
            limits, kind = self._shared
            with suppress(StoreError):
                return limits.left(kind, name, self._burst, self._rate) < 1
        with self._lock:
            left, last = self._buckets.get(name, (float(self._burst), 0.0))
            return left + (self._clock() - last) * self._rate < 1

    def _forget(self, now: float) -> None:
        """Drop every bucket that is full again."""
        full = self._burst / self._rate
        self._buckets = {name: bucket for name, bucket in self._buckets.items() if now - bucket[1] < full}


class WorkQueue:
    """A queue: `at_once` may work at the same time; `each` of one name, and `most` in all, may be working or
    waiting.
    """

    def __init__(self, at_once: int, each: int, most: int) -> None:
        self._each, self._most = each, most
        self._here: Counter[str] = Counter()
        self._lock, self._work = Lock(), Semaphore(at_once)

    @contextmanager
    def take(self, name: str) -> Iterator[bool]:
        """Wait for a turn and hold it during the block. Yields False, without waiting, when the queue is full."""
        with self._lock:
            welcome = self._here[name] < self._each and self._here.total() < self._most
            self._here[name] += welcome
            self._here = +self._here
        if not welcome:
            yield False
            return
        try:
            with self._work:
                yield True
        finally:
            with self._lock:
                self._here[name] -= 1
                self._here = +self._here


def network_of(address: str) -> str:
    """An address as limits count it: for IPv6 the whole /64 network, since a single user has all of it."""
    try:
        number = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if isinstance(number, ipaddress.IPv4Address):
        return address
    return str(number.ipv4_mapped or ipaddress.ip_network((int(number), 64), strict=False))


def is_private(address: str) -> bool:
    """Whether an address belongs to a private network."""
    try:
        return ipaddress.ip_address(address).is_private
    except ValueError:
        return False


def is_loopback(address: str) -> bool:
    """Whether an address is this computer's own (loopback)."""
    try:
        return ipaddress.ip_address(address).is_loopback
    except ValueError:
        return False
