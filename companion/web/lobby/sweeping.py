"""Sweeping: stand-alone helpers and demos are deleted after 30 days without a change, or earlier if there are too
many. Matches are only deleted if the operator of the server sets a number of days.

The clock of a small computer may jump by years: it has no battery, or the network sets it late. So nothing is swept
unless the clock has run evenly for an hour, and the age of what was changed since the server started is measured by
elapsed time, not by the clock.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta
from threading import Lock
from time import monotonic

from companion.store import Store

KEPT = timedelta(days=30)
"""So long a helper or demo is kept that nobody touches."""
EVEN = timedelta(minutes=5)
"""A clock that is further off after an hour has jumped."""
HOUR = 3600.0
IN_USE = 600.0
"""What was touched within so many seconds is in use."""
MOST = {"demo": 120, "helper": 2000}
"""So many are kept at most; a new one takes the place of the oldest that is not in use. One address makes a hundred in
that time (`Services.creations`), so it cannot use up all demos."""


class Sweeper:
    """What was changed since the server started, by a clock that does not jump; and the sweeping. Thread-safe.

    Give `touched` to the store as a listener. `elapsed` counts seconds. After `days` without a change matches are
    deleted, never if 0.
    """

    def __init__(
        self, store: Store, clock: Callable[[], str], elapsed: Callable[[], float] = monotonic, days: int = 0
    ) -> None:
        self._store, self._clock, self._elapsed, self._days = store, clock, elapsed, days
        self._touched: dict[str, float] = {}
        self._lock = Lock()
        self._looked = (datetime.fromisoformat(clock()), elapsed())

    def touched(self, code: str, _version: int) -> None:
        """Note that a match was changed."""
        with self._lock:
            self._touched[code] = self._elapsed()

    def sweep(self) -> int:
        """Delete what is old, at most once an hour. Returns how many. Does nothing while the clock cannot be
        trusted.
        """
        now, elapsed = datetime.fromisoformat(self._clock()), self._elapsed()
        with self._lock:
            before, since = self._looked
            if elapsed - since < HOUR:
                return 0
            self._looked = (now, elapsed)
            oldest = elapsed - KEPT.total_seconds()
            self._touched = {code: time for code, time in self._touched.items() if time >= oldest}
        if abs(now - before - timedelta(seconds=elapsed - since)) > EVEN:
            return 0
        abandoned = (now - timedelta(days=self._days)).isoformat(timespec="seconds") if self._days else ""
        kept = self._since(KEPT.total_seconds())
        return self._store.sweep((now - KEPT).isoformat(timespec="seconds"), kept, matches_before=abandoned)

    def make_room(self, kind: str) -> bool:
        """Delete the oldest of a kind, if there is no room for another one. Returns False when all are in use."""
        return self._store.thin_out(kind, MOST[kind], self._since(IN_USE))

    def _since(self, seconds: float) -> set[str]:
        with self._lock:
            limit = self._elapsed() - seconds
            return {code for code, time in self._touched.items() if time >= limit}
