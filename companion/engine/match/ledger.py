"""The ledger: the append-only record of a match, with the save before each entry.

Every entry names its `base`: the entry that was the last live one before it. Following the bases back from the tip
gives the live line. What an undo took back stays in the ledger but is no longer on that line.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Literal, Protocol

from msgspec import Struct

from companion.engine.core.effects import Note
from companion.engine.core.errors import RuleError
from companion.engine.core.text import Text

Kind = Literal["start", "answer", "correction", "ruling", "undo", "redo", "upgrade"]
Source = Literal["typed", "rolled", "drawn", "map", "replay", "correction"]


class Entry(Struct, kw_only=True):
    """One line of the ledger.

    `by` is the seat that posted, `seat` the one that was asked. `value` is the answer; for a correction it is [path,
    value, reason], for undo and redo the number of the entry meant. `start` and `upgrade` entries only carry notes:
    what the rules said before the first question, or when a new release resumed the match. `replaces` names the entry
    whose answer this one changes or repeats. `before` is the save before the entry.
    """

    n: int
    base: int
    kind: Kind
    by: str
    seat: str = ""
    key: str = ""
    section: str = ""
    prompt: Text = Text("")
    value: Any = None
    source: Source = "typed"
    time: str = ""
    release: str = ""
    post: str = ""
    replaces: int = 0
    random: bool = False
    notes: list[Note] = []
    before: bytes = b""


class Ledger(Protocol):
    """The interface of whatever keeps entries. Their numbers count from 1 without gaps."""

    def append(self, entry: Entry) -> None:
        """Add the next entry; its number is `last() + 1`."""

    def last(self) -> int:
        """The number of the last entry, 0 when there is none."""

    def get(self, n: int) -> Entry:
        """The entry with this number. Raises KeyError."""

    def by_post(self, post: str) -> Entry | None:
        """The entry made by this post (its idempotency key), or None."""

    def by_key(self, key: str) -> Entry | None:
        """The newest answer to the question with this key, or None."""


class MemoryLedger:
    """A ledger in memory, for helpers, tests, random play and replay."""

    def __init__(self, entries: list[Entry] | None = None) -> None:
        self.entries: list[Entry] = []
        self._posts: dict[str, Entry] = {}
        self._keys: dict[str, Entry] = {}
        for entry in entries or ():
            self.append(entry)

    def append(self, entry: Entry) -> None:
        """Add the next entry. Raises RuleError if its number is not the next."""
        if entry.n != len(self.entries) + 1:
            raise RuleError(f"entry {entry.n} cannot follow entry {len(self.entries)}")
        self.entries.append(entry)
        if entry.post:
            self._posts[entry.post] = entry
        if entry.kind == "answer":
            self._keys[entry.key] = entry

    def last(self) -> int:
        """The number of the last entry, 0 when there is none."""
        return len(self.entries)

    def get(self, n: int) -> Entry:
        """The entry with this number. Raises KeyError."""
        if not 1 <= n <= len(self.entries):
            raise KeyError(n)
        return self.entries[n - 1]

    def by_post(self, post: str) -> Entry | None:
        """The entry made by this post (its idempotency key), or None."""
        return self._posts.get(post)

    def by_key(self, key: str) -> Entry | None:
        """The newest answer to the question with this key, or None."""
        return self._keys.get(key)


def live_line(ledger: Ledger, tip: int) -> Iterator[Entry]:
    """The live entries from the tip back to the first, newest first."""
    n = tip
    while n:
        entry = ledger.get(n)
        yield entry
        n = entry.base
