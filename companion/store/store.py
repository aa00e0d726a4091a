"""The store: every public operation on the database, one method each, each of them whole or not at all."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Collection, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, TypeVar

from msgspec.structs import replace
from sqlalchemy import Connection, Row, delete, select, update

from companion.engine.core.errors import SaveError
from companion.engine.core.text import Text, t
from companion.engine.game.record import Game
from companion.engine.match.live import Match
from companion.store import devices as seating
from companion.store import recovery
from companion.store.admitting import Admitting
from companion.store.backup import copy_file
from companion.store.beginning import Beginning
from companion.store.changing import Changing
from companion.store.connections import Connections
from companion.store.errors import StoreError
from companion.store.ledger import SqlLedger
from companion.store.lock import FileLock
from companion.store.opening import look_for_faults, open_file, read_meta
from companion.store.packing import from_json, to_json, unpack
from companion.store.place import nearly_full, store_file
from companion.store.reading import MatchView
from companion.store.records import Device, MatchInfo, MatchKind
from companion.store.snapshots import Recent, Snapshot, snapshot_of
from companion.store.starting import listed, match_row
from companion.store.tables import matches
from companion.store.witness import Witness

T = TypeVar("T")
FindGame = Callable[[str], Game]
Listener = Callable[[str, int], None]

_LIVE_MATCHES = 200
_SNAPSHOTS = 1000
_LIGHT = [column for column in matches.c if column is not matches.c.save]
_log = logging.getLogger(__name__)


class Store(Beginning, Changing, Admitting):
    """An open database of matches. Safe to use from many threads; one process at a time may write to a file."""

    # ---- opening and closing

    def __init__(self, path: Path, find_game: FindGame, connections: Connections, lock: FileLock | None) -> None:
        """Use `Store.open`."""
        self._path = path
        self._find_game = find_game
        self._db = connections
        self._lock = lock
        self._witness = Witness(path)
        self._live: Recent[Match] = Recent(_LIVE_MATCHES)
        self._snapshots: Recent[Snapshot] = Recent(_SNAPSHOTS)
        self._listeners: list[Listener] = []
        self._listening = threading.Lock()
        self._seen: dict[int, str] = {}
        with connections.reading() as connection:
            self._secret = bytes.fromhex(read_meta(connection, "secret"))
            self.faults = tuple(look_for_faults(connection, path, self._witness)) if lock is not None else ()
            """What the file had and has no more, or not as it was written, as found when it was opened."""
            if lock is not None:
                self._witness.begin(connection)

    @classmethod
    def open(cls, place: Path | str, find_game: FindGame, *, reading_only: bool = False) -> Store:
        """Open (or create) the file at `place`; older files are copied aside and migrated.

        `find_game` gives the game of a name or raises KeyError (`companion.games.load_game`). With `reading_only`
        nothing is created, migrated or locked, so that a backup can be made beside a running server.
        Raises StoreInUse, StoreTooNew, StoreDamaged, or StoreError for a place that cannot hold a store.
        """
        path = store_file(place)
        connections, lock = open_file(path, reading_only=reading_only)
        try:
            return cls(path, find_game, connections, lock)
        except BaseException:
            connections.close()
            if lock is not None:
                lock.release()
            raise

    def close(self) -> None:
        """Finish the running change, write everything back into the one file and let go of the lock."""
        self._keep_seen()
        self._db.close()
        self._witness.close()
        if self._lock is not None:
            self._lock.release()

    def __enter__(self) -> Store:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    @property
    def path(self) -> Path:
        """Where the file is."""
        return self._path

    @property
    def writable(self) -> bool:
        """Whether it was opened to be changed, not only looked at."""
        return self._lock is not None

    @property
    def secret(self) -> bytes:
        """32 random bytes, made with the file: the key to sign cookies and forms with."""
        return self._secret

    # ---- matches

    def read(self, code: str) -> MatchView:
        """A match as it is now, for reading; never waits for a change. Raises NoSuchMatch or SaveError."""
        with self._db.reading() as connection:
            row = match_row(connection, code, *_LIGHT)
            devices = [self._in_touch(device) for device in seating.welcome(connection, row)]
            snapshot = self._snapshots.get(row.id, row.last)
            packed = b"" if snapshot else match_row(connection, code, matches.c.save).save
        game = self._game(row.game)
        if snapshot is None:
            match = Match(game, unpack(packed), SqlLedger(_no_fetch, row.id, row.last), row.tip)
            snapshot = snapshot_of(match, match.save_text())
            self._snapshots.put(row.id, row.last, snapshot)
        return MatchView(self._db, game, row, devices, snapshot)

    def version(self, code: str) -> int:
        """The version of a match: it grows with every change of anything a page shows. Raises NoSuchMatch."""
        with self._db.reading() as connection:
            version: int = match_row(connection, code, matches.c.version).version
        return version

    def matches(self, kind: MatchKind | None = "match", limit: int = 200) -> list[MatchInfo]:
        """The matches changed last, newest first."""
        with self._db.reading() as connection:
            return listed(connection, kind, limit)

    def sweep(self, before: str, keep: Collection[str] = ()) -> int:
        """Forget stand-alone helpers and demos not touched since `before`, but those to keep; gives how many.

        Never touches matches.
        """
        old = matches.c.kind.in_(["helper", "demo"]) & (matches.c.updated < before)
        with self._db.writing() as connection:
            codes = [code for code in connection.scalars(select(matches.c.code).where(old)) if code not in keep]
            self._drop(connection, codes)
        return self._dropped(codes)

    def thin_out(self, kind: str, most: int, keep: Collection[str]) -> bool:
        """Forget the oldest helpers (or demos) until one more fits among `most`; False if none does."""
        ours = (matches.c.kind == kind) & matches.c.kind.in_(["helper", "demo"])
        with self._db.reading() as connection:
            codes = list(connection.scalars(select(matches.c.code).where(ours).order_by(matches.c.id)))
        too_many = len(codes) + 1 - most
        if too_many <= 0:
            return True
        going = [code for code in codes if code not in keep][:too_many]
        with self._db.writing() as connection:
            self._drop(connection, going)
        return self._dropped(going) == too_many

    @staticmethod
    def _drop(connection: Connection, codes: list[str]) -> None:
        for code in codes:
            connection.execute(delete(matches).where(matches.c.code == code))

    def _dropped(self, codes: list[str]) -> int:
        for code in codes:
            self._witness.forget(code)
        return len(codes)

    def delete(self, code: str) -> None:
        """Delete a match with all that belongs to it, for good; backups keep it until they are rotated out.

        Raises NoSuchMatch.
        """
        with self._db.writing() as connection:
            row = match_row(connection, code, matches.c.id, matches.c.code, matches.c.version)
            connection.execute(delete(matches).where(matches.c.id == row.id))
        self._witness.forget(row.code)
        self._db.tidy()
        self._tell(row.code, row.version + 1)

    def forget(self, code: str, device: int) -> None:
        """Delete what is kept of a device: its name, times and token. Its seats become free.

        What it answered belongs to the match and its seats, and stays. Raises NoSuchDevice.
        """

        def act(connection: Connection, row: Row[Any]) -> None:
            recovery.burn_all_of(connection, row.id, device)
            seating.forget(connection, row.id, device)

        self._seating(code, act)
        self._seen.pop(device, None)
        self._db.tidy()

    def subscribe(self, listener: Listener) -> Callable[[], None]:
        """Call `listener(code, version)` after every commit, in the thread that made it; gives the way to stop it.

        Two commits may be told out of order: keep the larger version. A listener must not block.
        """
        with self._listening:
            self._listeners.append(listener)

        def stop() -> None:
            with self._listening:
                if listener in self._listeners:
                    self._listeners.remove(listener)

        return stop

    # ---- devices (the rest is in `admitting`)

    def device(self, code: str, token: str) -> Device | None:
        """The device with this token, or None when there is none or it was revoked. Raises NoSuchMatch."""
        with self._db.reading() as connection:
            row = match_row(connection, code, matches.c.id, matches.c.seats)
            found = seating.by_token(connection, row, token)
        return self._in_touch(found) if found else None

    def seen(self, device: int, now: str) -> None:
        """Note that a device was in touch. Looking writes nothing to the file: this is kept in mind until `close`."""
        self._seen[device] = now

    def _in_touch(self, device: Device) -> Device:
        return replace(device, seen=max(device.seen, self._seen.get(device.id, "")))

    def _keep_seen(self) -> None:
        """Write down who was in touch; if that cannot be, nothing is lost that anybody would miss."""
        with suppress(StoreError):
            if self._seen and self._lock is not None:
                with self._db.writing() as connection:
                    seating.seen(connection, self._seen)

    @property
    def trouble(self) -> Text | None:
        """Why nothing can be kept now (a full disk, a lock of another program); None while all is well."""
        if self._lock is None:
            return t("This file is open for looking only: nothing can be kept now.")
        return self._db.trouble or nearly_full(self._path)

    # ---- a proposal the table has to agree to (an undo that concerns others); plain JSON data

    def proposal(self, code: str) -> Any:
        """The proposal now before the table, or None. Raises NoSuchMatch."""
        with self._db.reading() as connection:
            text = match_row(connection, code, matches.c.proposal).proposal
        return from_json(text) if text else None

    def set_proposal(self, code: str, proposal: Any) -> None:
        """Put a proposal before the table, or take it away with None."""

        def write(connection: Connection, row: Row[Any]) -> None:
            text = None if proposal is None else to_json(proposal)
            connection.execute(update(matches).where(matches.c.id == row.id).values(proposal=text))

        self._seating(code, write)

    # ---- as files

    def backup(self, target: Path, *, replace: bool = False) -> None:
        """Copy the whole store to `target` while it is in use, and check the copy. Raises StoreError."""
        copy_file(self._path, target, replace=replace)

    # ---- inside

    def _game(self, name: str) -> Game:
        try:
            return self._find_game(name)
        except KeyError:
            raise SaveError(t("This release has no game {name}.", name=name)) from None

    def _seating(self, code: str, act: Callable[[Connection, Row[Any]], T]) -> T:
        """One transaction on what surrounds a match; it makes a new version."""
        with self._db.writing() as connection:
            row = match_row(connection, code, matches.c.id, matches.c.code, matches.c.seats, matches.c.version)
            result = act(connection, row)
            connection.execute(update(matches).where(matches.c.id == row.id).values(version=row.version + 1))
        self._tell(row.code, row.version + 1)
        return result

    def _tell(self, code: str, version: int) -> None:
        with self._listening:
            listeners = list(self._listeners)
        for listener in listeners:
            try:
                listener(code, version)
            except Exception:  # the change is durable; a listener's trouble must not make it look failed
                _log.exception("A listener failed on version %s of match %s", version, code)


def _no_fetch(_query: Any, _values: Any) -> Sequence[Row[Any]]:
    return []
