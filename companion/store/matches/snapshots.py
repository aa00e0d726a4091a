"""What a match looks like after its last entry, computed once and shared by all readers.

The ledger only ever grows, so match number and last entry (its number, and its checksum over all entries before it)
identify one state for ever. They are the key of both caches here and are compared with the row at every use, so another
process may have changed the match, or an older database may have been restored. A match touched by a failed change must
never get into these caches.
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from time import monotonic
from typing import Any, Generic, TypeVar

from msgspec import Struct

from companion.engine.core.questions import Question, settled
from companion.engine.core.text import Text
from companion.engine.match.live import Match

T = TypeVar("T")
Mark = tuple[int, bytes]
"""The last entry of a match: its number and checksum."""
Longer = tuple[int, int, bytes]
"""The same with the version of the match before it."""
IDLE = 900.0
"""Seconds after which what nobody has changed or taken anew may go."""


class Snapshot(Struct, frozen=True):
    """What can be read from a runner, as immutable values."""

    save: bytes
    state_json: bytes
    questions: tuple[Question, ...]
    sections: tuple[tuple[str, str, int], ...]
    ended: bool
    result: Any
    fault: Text = Text("")
    """Why the rules cannot go on from here; an empty text if they can."""


def snapshot_of(match: Match, save: bytes) -> Snapshot:
    """A snapshot of a live match whose present save is `save`."""
    runner = match.runner
    return Snapshot(
        save, runner.state_json, tuple(map(settled, runner.questions())), tuple(runner.sections()), runner.done,
        runner.result, match.fault,
    )  # fmt: skip


class Recent(Generic[T]):
    """A cache of at most `size` recently used values, by match id and mark. Thread-safe.

    Values that were put there more than `idle` seconds ago go when another one comes: a match that is over, or put
    away for another evening, leaves nothing behind.
    """

    def __init__(self, size: int, idle: float = IDLE) -> None:
        self._size, self._idle = size, idle
        self._lock = threading.Lock()
        self._values: OrderedDict[int, tuple[Mark | Longer, T, float]] = OrderedDict()

    def __len__(self) -> int:
        return len(self._values)

    def put(self, match_id: int, mark: Mark | Longer, value: T) -> None:
        """Keep a value. An older one of the same match is dropped, a newer one stays."""
        now = monotonic()
        with self._lock:
            known = self._values.get(match_id)
            if known is None or known[0][0] <= mark[0]:
                self._values[match_id] = (mark, value, now)
                self._values.move_to_end(match_id)
            while len(self._values) > self._size or now - next(iter(self._values.values()))[2] > self._idle:
                self._values.popitem(last=False)

    def get(self, match_id: int, mark: Mark | Longer) -> T | None:
        """The value for exactly this state of the match, or None."""
        with self._lock:
            known = self._values.get(match_id)
            return known[1] if known is not None and known[0] == mark else None

    def take(self, match_id: int, mark: Mark | Longer) -> T | None:
        """Remove and return the value for exactly this state, or None, so that only one thread uses it until it is
        put back.
        """
        with self._lock:
            known = self._values.pop(match_id, None)
            return known[1] if known is not None and known[0] == mark else None
