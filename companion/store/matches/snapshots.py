"""What a match looks like after its last entry, computed once and shared by all who read it.

The ledger only ever grows, so the number of a match and its last entry (its number, and its checksum over all before
it) name one state for good; they are the key of both caches here, compared with the row at every use, so that another
process may have gone on, or a database may have been put back. A match that was touched by a failed change must never
come back into them.
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from typing import Any, Generic, TypeVar

from msgspec import Struct

from companion.engine.core.questions import Question
from companion.engine.core.text import Text
from companion.engine.match.live import Match

T = TypeVar("T")
Mark = tuple[int, bytes]
"""The last entry of a match: its number and checksum."""
Longer = tuple[int, int, bytes]
"""The same with the version of the match before it."""


class Snapshot(Struct, frozen=True):
    """The readable side of a runner, in values that nobody can change."""

    save: bytes
    state_json: bytes
    questions: tuple[Question, ...]
    sections: tuple[tuple[str, str, int], ...]
    ended: bool
    result: Any
    fault: Text = Text("")
    """Why the rules cannot go on from here, if they cannot."""


def snapshot_of(match: Match, save: bytes) -> Snapshot:
    """A snapshot of a live match whose present save is `save`."""
    runner = match.runner
    return Snapshot(
        save, runner.state_json, tuple(runner.questions()), tuple(runner.sections()), runner.done, runner.result,
        match.fault,
    )  # fmt: skip


class Recent(Generic[T]):
    """The values used last, at most `size` of them, by match id and mark. Safe in threads."""

    def __init__(self, size: int) -> None:
        self._size = size
        self._lock = threading.Lock()
        self._values: OrderedDict[int, tuple[Mark | Longer, T]] = OrderedDict()

    def put(self, match_id: int, mark: Mark | Longer, value: T) -> None:
        """Keep a value; an older one of the same match is forgotten, a newer one stays."""
        with self._lock:
            known = self._values.get(match_id)
            if known is None or known[0][0] <= mark[0]:
                self._values[match_id] = (mark, value)
                self._values.move_to_end(match_id)
            while len(self._values) > self._size:
                self._values.popitem(last=False)

    def get(self, match_id: int, mark: Mark | Longer) -> T | None:
        """The value for exactly this state of the match."""
        with self._lock:
            known = self._values.get(match_id)
            return known[1] if known is not None and known[0] == mark else None

    def take(self, match_id: int, mark: Mark | Longer) -> T | None:
        """The same, but nobody else gets it until it is put back."""
        with self._lock:
            known = self._values.pop(match_id, None)
            return known[1] if known is not None and known[0] == mark else None
