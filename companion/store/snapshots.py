"""What a match looks like after its last entry, computed once and shared by all who read it.

The ledger only ever grows, so the number of a match and of its last entry name one state for good; that pair is
the key of both caches here. A match that was touched by a failed change must never come back into them.
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from typing import Any, Generic, TypeVar

from msgspec import Struct

from companion.engine.core.questions import Question
from companion.engine.match.live import Match

T = TypeVar("T")


class Snapshot(Struct, frozen=True):
    """The readable side of a runner, in values that nobody can change."""

    save: bytes
    state_json: bytes
    questions: tuple[Question, ...]
    sections: tuple[tuple[str, str, int], ...]
    ended: bool
    result: Any


def snapshot_of(match: Match, save: bytes) -> Snapshot:
    """A snapshot of a live match whose present save is `save`."""
    runner = match.runner
    return Snapshot(
        save, runner.state_json, tuple(runner.questions()), tuple(runner.sections()), runner.done, runner.result
    )


class Recent(Generic[T]):
    """The values used last, at most `size` of them, by match id and last entry. Safe in threads."""

    def __init__(self, size: int) -> None:
        self._size = size
        self._lock = threading.Lock()
        self._values: OrderedDict[int, tuple[int, T]] = OrderedDict()

    def put(self, match_id: int, last: int, value: T) -> None:
        """Keep a value; an older one of the same match is forgotten, a newer one stays."""
        with self._lock:
            known = self._values.get(match_id)
            if known is None or known[0] <= last:
                self._values[match_id] = (last, value)
                self._values.move_to_end(match_id)
            while len(self._values) > self._size:
                self._values.popitem(last=False)

    def get(self, match_id: int, last: int) -> T | None:
        """The value for exactly this state of the match."""
        with self._lock:
            known = self._values.get(match_id)
            return known[1] if known is not None and known[0] == last else None

    def take(self, match_id: int, last: int) -> T | None:
        """The same, but nobody else gets it until it is put back."""
        with self._lock:
            known = self._values.pop(match_id, None)
            return known[1] if known is not None and known[0] == last else None
