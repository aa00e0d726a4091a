"""What is known of a match at one version, so that many who look at it cost the database one small question each.

Whatever a page shows of a match makes a new version, so the number of the match, its version and its last entry (its
number and checksum, see `snapshots`) name all of it; they are asked for at every use. Only when a phone was last in
touch makes no new version: of what other processes noted about that, this may be half a minute behind.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from threading import Lock
from time import monotonic
from types import SimpleNamespace
from typing import Any

from msgspec import Struct, field
from msgspec.structs import replace
from sqlalchemy import Connection, Executable, Row

from companion.store import devices as seating
from companion.store import recovery
from companion.store.database.connections import Connections
from companion.store.database.postgres import Server
from companion.store.database.tables import matches
from companion.store.matches.snapshots import Mark, Recent, Snapshot
from companion.store.matches.starting import match_row
from companion.store.packing import unpack
from companion.store.records import Claim, Device

KEPT = 30.0
"""Seconds after which a look is taken anew though nothing has changed."""
_LOCKS = 64
_MARK = [matches.c[name] for name in ("id", "version", "last", "chain")]
_LIGHT = [column for column in matches.c if column is not matches.c.save]
_RESULTS, _ROWS = 8, 12
Rows = Sequence[Row[Any]]


class Look(Struct, frozen=True):
    """A match at one version: its row, but for the save; the welcome phones by the hash of their tokens; open claims.

    `found` are results of small queries on entries, which never change.
    """

    row: SimpleNamespace
    phones: dict[bytes, Device]
    claims: tuple[Claim, ...]
    found: dict[Any, Rows] = field(default_factory=dict)
    taken: float = field(default_factory=monotonic)

    @property
    def mark(self) -> Mark:
        """The last entry."""
        return (self.row.last, self.row.chain)

    def remembering(self, fetch: Callable[[Executable, dict[str, Any]], Rows]) -> Callable[..., Rows]:
        """The same way to fetch entries, asking the database once only for what pages ask all the time."""

        def fetched(query: Executable, values: dict[str, Any]) -> Rows:
            key = (query, *values.items())
            rows = self.found.get(key)
            if rows is None:
                rows = fetch(query, values)
                if len(rows) <= _ROWS and len(self.found) < _RESULTS:
                    self.found[key] = rows
            return rows

        return fetched


class Looks:
    """The looks taken last. Safe to use from many threads; of many who want the same one, one takes it."""

    def __init__(self, connections: Connections | Server, size: int) -> None:
        self._db = connections
        self._kept: Recent[Look] = Recent(size)
        self._locks = [Lock() for _ in range(_LOCKS)]

    def at(self, code: str) -> Look:
        """The match as it is now. Raises NoSuchMatch."""
        return self._known(code) or self._one_at_a_time(code)

    def whole(self, code: str, snapshots: Recent[Snapshot]) -> tuple[Look, Snapshot | None, bytes]:
        """The same with what it looks like: a snapshot if there is one, else the save to make one of."""
        look = self.at(code)
        snapshot = snapshots.get(look.row.id, look.mark)
        if snapshot is not None:
            return look, snapshot, b""
        with self._db.reading() as connection:
            look = self._take(connection, code)
            snapshot = snapshots.get(look.row.id, look.mark)
            return look, snapshot, b"" if snapshot else unpack(match_row(connection, code, matches.c.save).save)

    def _known(self, code: str) -> Look | None:
        with self._db.glance() as connection:
            mark = match_row(connection, code, *_MARK)
        known = self._kept.get(mark.id, (mark.version, mark.last, mark.chain))
        return known if known is not None and monotonic() - known.taken < KEPT else None

    def _one_at_a_time(self, code: str) -> Look:
        with self._locks[hash(code) % _LOCKS]:
            known = self._known(code)
            if known is not None:
                return known
            with self._db.reading() as connection:
                return self._take(connection, code)

    def _take(self, connection: Connection, code: str) -> Look:
        row = match_row(connection, code, *_LIGHT)
        head = SimpleNamespace(**row._mapping)
        return self._keep(Look(head, seating.welcome(connection, row), tuple(recovery.claims(connection, row.id))))

    def _keep(self, look: Look) -> Look:
        self._kept.put(look.row.id, (look.row.version, *look.mark), look)
        return look

    def went_on(self, row: Row[Any], values: dict[str, Any]) -> None:
        """The rules went on from the version of a row, which was locked: now it has these values. All else stays."""
        known = self._kept.get(row.id, (row.version, row.last, row.chain))
        if known is not None:
            head = SimpleNamespace(**{**vars(known.row), **values})
            self._keep(Look(head, known.phones, known.claims, taken=known.taken))


def in_touch(device: Device, seen: dict[int, str]) -> Device:
    """A device with the time it was last in touch, as far as this process knows."""
    time = seen.get(device.id, "")
    return replace(device, seen=time) if time > device.seen else device
