"""A cache of what is known of a match at one version, so that each of many readers costs the database one small
query.

Whatever a page shows of a match changes its version, so match number, version and last entry (number and checksum, see
`snapshots`) identify all of it; they are queried at every use. Only the time when a device was last in touch does not
change the version: what other processes stored about that may be half a minute old here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from threading import Lock
from time import monotonic
from types import SimpleNamespace
from typing import Any

from msgspec import Struct, field
from msgspec.structs import replace
from sqlalchemy import Connection, Executable, Row

from companion.engine.match.ledger import Entry
from companion.store import devices as seating
from companion.store import recovery
from companion.store.codes import tidy_code
from companion.store.database.connections import Connections
from companion.store.database.postgres import Server
from companion.store.database.tables import matches
from companion.store.errors import NoSuchMatch
from companion.store.matches.ledger import read_back
from companion.store.matches.snapshots import Mark, Recent, Snapshot
from companion.store.matches.starting import match_row
from companion.store.matches.together import SharedQuery
from companion.store.packing import unpack
from companion.store.records import Claim, Device

KEPT = 30.0
"""Seconds after which a look is taken anew though nothing has changed."""
_LOCKS = 64
_MARK = [matches.c[name] for name in ("id", "version", "last", "chain")]
_LIGHT = [column for column in matches.c if column is not matches.c.save]
_RESULTS, _ROWS, _NEWEST = 8, 12, 16
Rows = Sequence[Row[Any]]


class CachedMatch(Struct, frozen=True):
    """A match at one version: its row without the save, the admitted devices by the hash of their tokens, and open
    claims.

    `newest` are the newest entries as far as they are known, newest first, without the saves before them; `latest` is
    the newest one with its save. `found` caches the results of small queries about entries, which never change.
    """

    row: SimpleNamespace
    phones: dict[bytes, Device]
    claims: tuple[Claim, ...]
    newest: list[Entry] = field(default_factory=list)
    latest: Entry | None = None
    found: dict[Any, Rows] = field(default_factory=dict)
    taken: float = field(default_factory=monotonic)

    @property
    def mark(self) -> Mark:
        """What identifies the last entry."""
        return (self.row.last, self.row.chain)

    def learn(self, entries: Sequence[Entry]) -> None:
        """Remember the newest entries, newest first, without their saves."""
        if len(entries) > len(self.newest):
            self.newest[:] = entries[:_NEWEST]

    def going_on(self, values: dict[str, Any], added: Sequence[Entry]) -> CachedMatch:
        """The match after a change of some columns, which added these entries."""
        head = SimpleNamespace(**{**vars(self.row), **values})
        if not added:
            return CachedMatch(head, self.phones, self.claims, self.newest, self.latest, taken=self.taken)
        more = [read_back(entry) for entry in reversed(added)]
        latest = replace(more[0], before=added[-1].before)
        return CachedMatch(head, self.phones, self.claims, [*more, *self.newest][:_NEWEST], latest, taken=self.taken)

    def remembering(self, fetch: Callable[[Executable, dict[str, Any]], Rows]) -> Callable[..., Rows]:
        """A function like `fetch` for entries that caches the queries which pages make all the time."""

        def fetched(query: Executable, values: dict[str, Any]) -> Rows:
            key = (query, *values.items())
            rows = self.found.get(key)
            if rows is None:
                rows = fetch(query, values)
                if len(rows) <= _ROWS and len(self.found) < _RESULTS:
                    self.found[key] = rows
            return rows

        return fetched


class MatchCache:
    """The cache of recently read matches. Thread-safe; if several threads want the same match, one of them reads it."""

    def __init__(self, connections: Connections | Server, size: int) -> None:
        self._db = connections
        self._kept: Recent[CachedMatch] = Recent(size)
        self._locks = [Lock() for _ in range(_LOCKS)]
        self._marks = SharedQuery(connections.marks) if isinstance(connections, Server) else None

    def at(self, code: str) -> CachedMatch:
        """The match as it is now. Raises NoSuchMatch."""
        with self._known(code) as known:
            if known is not None:
                return known
            with self._db.reading() as connection:
                return self._take(connection, match_row(connection, code, *_LIGHT))

    def whole(self, code: str, snapshots: Recent[Snapshot]) -> tuple[CachedMatch, Snapshot | None, bytes]:
        """The match as it is now, with a snapshot if one is cached, else with the save to make it from."""
        with self._known(code) as known:
            if known is not None and (snapshot := snapshots.get(known.row.id, known.mark)) is not None:
                return known, snapshot, b""
            with self._db.reading() as connection:
                row = match_row(connection, code)
                look = self._take(connection, row)
            found = snapshots.get(look.row.id, look.mark)
            return look, found, b"" if found else unpack(row.save)

    @contextmanager
    def _known(self, code: str) -> Iterator[CachedMatch | None]:
        """The look that is still true; where there is none, others who want it wait until the block has taken it."""
        known = self._still_true(code)
        if known is not None:
            yield known
            return
        lock = self._locks[hash(code) % _LOCKS]
        waited = not lock.acquire(blocking=False)
        if waited:
            lock.acquire()
        try:
            yield self._still_true(code) if waited else None
        finally:
            lock.release()

    def _still_true(self, code: str) -> CachedMatch | None:
        mark = self._mark(code)
        known = self._kept.get(mark.id, (mark.version, mark.last, mark.chain))
        return known if known is not None and monotonic() - known.taken < KEPT else None

    def _mark(self, code: str) -> Row[Any]:
        """What identifies the match as it is now. Raises NoSuchMatch."""
        if self._marks is None:
            with self._db.glance() as connection:
                return match_row(connection, code, *_MARK)
        tidy = tidy_code(code)
        mark: Row[Any] | None = self._marks.get(tidy) if "\0" not in tidy else None
        if mark is None:
            raise NoSuchMatch(tidy)
        return mark

    def _take(self, connection: Connection, row: Row[Any]) -> CachedMatch:
        head = SimpleNamespace(**{name: value for name, value in row._mapping.items() if name != "save"})
        return self._keep(
            CachedMatch(head, seating.welcome(connection, row), tuple(recovery.claims(connection, row.id)))
        )

    def _keep(self, look: CachedMatch) -> CachedMatch:
        self._kept.put(look.row.id, (look.row.version, *look.mark), look)
        return look

    def went_on(self, row: Row[Any], values: dict[str, Any], added: Sequence[Entry]) -> None:
        """Record that play went on from the version of a row, which was locked: these values have changed and these
        entries were added, nothing else.
        """
        known = self._kept.get(row.id, (row.version, row.last, row.chain))
        if known is not None:
            self._keep(known.going_on(values, added))


def in_touch(device: Device, seen: dict[int, str]) -> Device:
    """A device with the time it was last in touch, as far as this process knows."""
    time = seen.get(device.id, "")
    return replace(device, seen=time) if time > device.seen else device
