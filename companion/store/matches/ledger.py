"""The ledger of a match in the database. It reads only the entries that it is asked for."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import msgspec
from sqlalchemy import Connection, Executable, Row, Select, bindparam, insert, select

from companion.engine.core.text import t
from companion.engine.match.ledger import Entry
from companion.store.database.chain import START, link
from companion.store.database.tables import entries
from companion.store.errors import StoreDamaged, StoreError
from companion.store.packing import GROUP, needs_one_before, pack_close, pack_record, unpack, unpack_record

Fetch = Callable[[Executable, dict[str, Any]], Sequence[Row[Any]]]

# Every post asks these, so they are made once.
_OWN = select(entries.c.record, entries.c.before).where(
    entries.c.match == bindparam("at"), entries.c.n <= bindparam("last")
)
_STRETCH = _OWN.where(entries.c.n >= bindparam("low"), entries.c.n <= bindparam("high")).order_by(entries.c.n)
_BY_POST = _OWN.where(entries.c.post == bindparam("post"), entries.c.post != "")
_BY_KEY = _OWN.where(entries.c.key == bindparam("key"), entries.c.kind == "answer")
_BY_KEY = _BY_KEY.order_by(entries.c.n.desc()).limit(1)
_ADD = insert(entries)
_MOST_AHEAD = 64
_encode = msgspec.json.Encoder().encode
_decode = msgspec.json.Decoder(Entry).decode


class SqlLedger:
    """The `Ledger` of one match. `fetch` runs a query; with a `connection`, entries can be added in its transaction.

    `known` are entries with their saves that need not be fetched.
    """

    def __init__(
        self,
        fetch: Fetch,
        match_id: int,
        last: int,
        connection: Connection | None = None,
        chain: bytes = START,
        known: Sequence[Entry] = (),
    ) -> None:
        self._fetch = fetch
        self._match_id = match_id
        self._last = last
        self.chain = chain
        self._connection = connection
        self._near: dict[int, Entry] = {entry.n: entry for entry in known}
        self._missed = 0
        self._ahead = 1
        self.added: list[Entry] = []

    def append(self, entry: Entry) -> None:
        """Add the next entry. Raises StoreError when this ledger is read only."""
        if self._connection is None:
            raise StoreError("This match was opened for reading only.")
        assert entry.n == self._last + 1
        row = entry_row(self._match_id, entry, self.chain)
        self._connection.execute(_ADD, row)
        self.chain = row["chain"]
        self._last = entry.n
        self._near[entry.n] = entry
        self.added.append(entry)

    def last(self) -> int:
        """The number of the last entry, 0 when there is none."""
        return self._last

    def get(self, n: int) -> Entry:
        """The entry with this number. Reading one after another, in either direction, fetches growing batches.

        Raises KeyError for a number that was never given, and StoreDamaged when the entry is missing from the file.
        """
        if not 1 <= n <= self._last:
            raise KeyError(n)
        if n not in self._near:
            back, more = n < self._missed, self._ahead - 1
            low, high = (n - more, n) if back else (n, n + more)
            self._take_in(self._fetch(_STRETCH, {**self._own(), "low": low, "high": high}))
            self._missed, self._ahead = n, min(2 * self._ahead, _MOST_AHEAD)
        if n not in self._near:
            raise StoreDamaged(t("Entry {n} is missing from the file.", n=n))
        return self._near[n]

    def _take_in(self, rows: Sequence[Row[Any]]) -> None:
        if any(needs_one_before(row.before) for row in rows):
            low, high = (bare_entry(rows[n].record).n for n in (0, -1))
            rows = self._fetch(_STRETCH, {**self._own(), "low": low - (low - 1) % GROUP, "high": high})
        before = b""
        for row in rows:
            entry = bare_entry(row.record)
            before = entry.before = unpack(row.before, before)
            self._near[entry.n] = entry

    def by_post(self, post: str) -> Entry | None:
        """The entry made by this post (its idempotency key), or None."""
        return self._one(_BY_POST, post=post) if post else None

    def by_key(self, key: str) -> Entry | None:
        """The newest answer to the question with this key, or None."""
        return self._one(_BY_KEY, key=key)

    def _own(self) -> dict[str, int]:
        return {"at": self._match_id, "last": self._last}

    def _one(self, query: Select[Any], **values: str) -> Entry | None:
        if any("\0" in value for value in values.values()):  # PostgreSQL keeps no such text, so nobody can find it
            return None
        found = self._fetch(query, {**self._own(), **values})
        return self.get(bare_entry(found[0].record).n) if found else None


class CollectingLedger(SqlLedger):
    """The ledger of a match that is read from the database and collects added entries as rows to be written later."""

    def __init__(self, connection: Connection, row: Row[Any]) -> None:
        super().__init__(_fetcher(connection), row.id, row.last, None, row.chain)
        self.rows: list[dict[str, Any]] = []

    def append(self, entry: Entry) -> None:
        """Add the next entry, in memory only."""
        assert entry.n == self._last + 1
        self.rows.append(entry_row(self._match_id, entry, self.chain))
        self.chain = self.rows[-1]["chain"]
        self._last = entry.n
        self._near[entry.n] = entry
        self.added.append(entry)

    def by_post(self, post: str) -> Entry | None:
        """The entry made by this post (its idempotency key), or None."""
        here = (entry for entry in self.added if post and entry.post == post)
        return next(here, None) or super().by_post(post)

    def by_key(self, key: str) -> Entry | None:
        """The newest answer to the question with this key, or None."""
        here = (entry for entry in reversed(self.added) if entry.kind == "answer" and entry.key == key)
        return next(here, None) or super().by_key(key)


def sql_ledger(connection: Connection, row: Row[Any]) -> SqlLedger:
    """The ledger of a match, to which entries can be added in the transaction of this connection."""
    return SqlLedger(_fetcher(connection), row.id, row.last, connection, row.chain)


def no_ledger(match_id: int, last: int) -> SqlLedger:
    """A ledger without entries, for a match that is only kept: the real one holds all that was read in its block."""
    return SqlLedger(lambda _query, _values: [], match_id, last)


def _fetcher(connection: Connection) -> Fetch:
    return lambda query, values: connection.execute(query, values).all()


def entry_row(match_id: int, entry: Entry, chain: bytes, close: bytes | None = None) -> dict[str, Any]:
    """An entry as a row of the table; `chain` is the checksum of the entry before it.

    With `close`, the save before the entry is stored as its difference from the save `close`.
    """
    record, packed = _encode(msgspec.structs.replace(entry, before=b"")), pack_close(entry.before, close or b"")
    if close is not None:
        record = pack_record(record)
    return {
        "match": match_id, "n": entry.n, "base": entry.base, "kind": entry.kind, "key": entry.key,
        "post": entry.post, "record": record, "before": packed, "chain": link(chain, record, packed),
    }  # fmt: skip


def read_back(entry: Entry) -> Entry:
    """An added entry as readers get it from the database, without the save before it."""
    return _decode(_encode(msgspec.structs.replace(entry, before=b"")))


def bare_entry(record: bytes) -> Entry:
    """An entry from its record, without the save before it. Raises StoreDamaged."""
    try:
        return _decode(unpack_record(record))
    except msgspec.MsgspecError as error:
        raise StoreDamaged(t("An entry in the file is damaged ({error}).", error=str(error))) from error
