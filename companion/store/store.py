"""The store: every public operation on the database as a method; each is done completely or not at all."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Collection, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, TypeVar

from sqlalchemy import Connection, Row, delete, select, update

from companion.engine.core.errors import SaveError
from companion.engine.core.text import Text, t
from companion.engine.game.record import Game
from companion.engine.match.live import Match
from companion.store import devices as seating
from companion.store import recovery
from companion.store.database.backup import copy_file
from companion.store.database.chain import Fault
from companion.store.database.connections import Connections
from companion.store.database.high_water import HighWaterFile, NoHighWaterFile
from companion.store.database.location import nearly_full, store_file
from companion.store.database.lock import FileLock
from companion.store.database.notifications import Notifications
from companion.store.database.opening import look_for_faults, open_file, read_meta, refuse_half_moved
from companion.store.database.postgres import Server, is_address, open_server
from companion.store.database.shared_limits import SharedLimits
from companion.store.database.tables import matches
from companion.store.errors import StoreError
from companion.store.matches.cached import MatchCache, in_touch
from companion.store.matches.changing import Changing
from companion.store.matches.creating import Creating
from companion.store.matches.ledger import no_ledger
from companion.store.matches.membership import Membership
from companion.store.matches.reading import MatchView
from companion.store.matches.snapshots import Recent, Snapshot, snapshot_of
from companion.store.matches.starting import listed, match_row
from companion.store.packing import from_json, to_json
from companion.store.records import Device, MatchInfo, MatchKind

T = TypeVar("T")
FindGame = Callable[[str], Game]
Listener = Callable[[str, int], None]

_LIVE_MATCHES = 600
_SNAPSHOTS = 1000
SEEN_STORED = 10.0
"""Seconds after which it is stored who was in touch, where other processes want to know."""
MOST_SEEN = 5_000
"""Devices of a file that were in touch and are not stored yet, at most."""
MOST_TICKS = 500
"""Ticks of a match that are kept."""
_log = logging.getLogger(__name__)


class Store(Creating, Changing, Membership):
    """An open database of matches. Thread-safe.

    Only one process at a time may write to a file; any number may write to a database server.
    """

    # ---- opening and closing

    def __init__(self, find_game: FindGame, connections: Connections | Server, lock: FileLock | None) -> None:
        """Use `Store.open`."""
        self._find_game = find_game
        self._db = connections
        self._lock = lock
        self._high_water: HighWaterFile | NoHighWaterFile = NoHighWaterFile()
        self._live: Recent[Match] = Recent(_LIVE_MATCHES)
        self._snapshots: Recent[Snapshot] = Recent(_SNAPSHOTS)
        self._looks = MatchCache(connections, _SNAPSHOTS)
        self._listeners: list[Listener] = []
        self._listening = threading.Lock()
        self._seen: dict[int, str] = {}
        self._storing_seen: threading.Timer | None = None
        self._news: Notifications | None = None
        self.timed: Callable[[float], object] = lambda _seconds: None
        """Told how long each change took, in seconds."""
        with connections.reading() as connection:
            refuse_half_moved(connection, self.where)
            self._secret = bytes.fromhex(read_meta(connection, "secret"))
            self.faults: tuple[Fault, ...] = ()
            """What the file had and has no more, or not as it was written, as found when it was opened."""
            if lock is not None and isinstance(connections, Connections):
                self._high_water = HighWaterFile(connections.path)
                self.faults = tuple(look_for_faults(connection, connections.path, self._high_water))
                self._high_water.begin(connection)

    @classmethod
    def open(cls, place: Path | str, find_game: FindGame, *, reading_only: bool = False) -> Store:
        """Open (or create) the file at `place`; older files are copied and migrated.

        A `place` that begins with `postgresql:` is a database server, whose tables are created or migrated. `find_game`
        returns the game with a name or raises KeyError (`companion.games.load_game`). With `reading_only` nothing is
        created, migrated or locked, so that a backup can be made while a server is running. Raises StoreInUse,
        StoreTooNew, StoreDamaged, or StoreError for a place that cannot hold a store.
        """
        connections: Connections | Server
        if is_address(place):
            connections, lock = open_server(str(place), reading_only=reading_only), None
        else:
            connections, lock = open_file(store_file(place), reading_only=reading_only)
        try:
            return cls(find_game, connections, lock)
        except BaseException:
            connections.close()
            if lock is not None:
                lock.release()
            raise

    def close(self) -> None:
        """Finish the running change, write everything back into the one file and release the lock."""
        self._keep_seen()
        if self._news is not None:
            self._news.close()
        self._db.close()
        self._high_water.close()
        if self._lock is not None:
            self._lock.release()

    def __enter__(self) -> Store:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    @property
    def path(self) -> Path:
        """The path of the file. Raises StoreError for a database server."""
        if self._db.path is None:
            raise StoreError(f"{self.where} is no file.")
        return self._db.path

    @property
    def where(self) -> str:
        """The location of the matches in words, without a password."""
        return self._db.where

    @property
    def shared(self) -> bool:
        """Whether other processes may change the same matches."""
        return self._db.shared

    @property
    def writable(self) -> bool:
        """Whether it was opened for changes, not only for reading."""
        return self._db.writable

    @property
    def secret(self) -> bytes:
        """32 random bytes, created with the file: the key that signs cookies and forms."""
        return self._secret

    # ---- matches

    def read(self, code: str) -> MatchView:
        """A match as it is now, for reading. Never waits for a change. Raises NoSuchMatch or SaveError."""
        look, snapshot, save = self._looks.whole(code, self._snapshots)
        game, row = self._game(look.row.game), look.row
        if snapshot is None:
            match = Match(game, save, no_ledger(row.id, row.last), row.tip)
            snapshot = snapshot_of(match, match.save_text())
            self._snapshots.put(row.id, look.mark, snapshot)
        devices = [in_touch(device, self._seen) for device in look.phones.values()]
        return MatchView(self._db, game, look, devices, snapshot)

    def version(self, code: str) -> int:
        """The version of a match; it increases with every change of anything that a page shows. Raises NoSuchMatch."""
        with self._db.glance() as connection:
            version: int = match_row(connection, code, matches.c.version).version
        return version

    def versions(self, codes: Collection[str]) -> dict[str, int]:
        """The versions of many matches at once; deleted matches are left out."""
        with self._db.glance() as connection:
            query = select(matches.c.code, matches.c.version).where(matches.c.code.in_(codes))
            return {row.code: row.version for row in connection.execute(query)}

    def matches(self, kind: MatchKind | None = "match", limit: int = 200) -> list[MatchInfo]:
        """At most `limit` matches, the last changed first."""
        with self._db.reading() as connection:
            return listed(connection, kind, limit)

    def sweep(self, before: str, keep: Collection[str] = (), *, matches_before: str = "") -> int:
        """Delete stand-alone helpers and demos not changed since `before`, except those in `keep`. Returns how
        many.

        Matches are deleted only if `matches_before` is given, and only if nothing was answered in them since then.
        """
        old = matches.c.kind.in_(["helper", "demo"]) & (matches.c.updated < before)
        if matches_before:
            old |= (matches.c.kind == "match") & (matches.c.updated < matches_before)
        with self._db.writing() as connection:
            codes = [code for code in connection.scalars(select(matches.c.code).where(old)) if code not in keep]
            self._drop(connection, codes)
        return self._dropped(codes)

    def thin_out(self, kind: str, most: int, keep: Collection[str]) -> bool:
        """Delete the oldest helpers (or demos) until one more fits among `most`. Returns False if that is
        impossible.
        """
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
            no_rematch = {"rematch": "", "version": matches.c.version + 1}
            connection.execute(update(matches).where(matches.c.rematch == code).values(no_rematch))

    def _dropped(self, codes: list[str]) -> int:
        for code in codes:
            self._high_water.forget(code)
        return len(codes)

    def delete(self, code: str) -> None:
        """Delete a match and all that belongs to it permanently; backups still hold it until they are removed.

        Raises NoSuchMatch.
        """
        with self._db.writing() as connection:
            row = match_row(connection, code, matches.c.id, matches.c.code, matches.c.version, lock=True)
            self._drop(connection, [row.code])
        self._high_water.forget(row.code)
        self._db.tidy()
        self._tell(row.code, row.version + 1)

    def forget(self, code: str, device: int) -> None:
        """Delete what is stored of a device: its name, times and token. Its seats become free.

        Its answers belong to the match and its seats, and stay. Raises NoSuchDevice.
        """

        def act(connection: Connection, row: Row[Any]) -> None:
            recovery.burn_all_of(connection, row.id, device)
            seating.forget(connection, row.id, device)

        self._seating(code, act)
        self._seen.pop(device, None)
        self._db.tidy()

    def subscribe(self, listener: Listener) -> Callable[[], None]:
        """Call `listener(code, version)` after every commit, in the thread that made it. Returns a function that
        unsubscribes.

        Two commits may be reported out of order: keep the larger version. A listener must not block.
        """
        with self._listening:
            self._listeners.append(listener)

        def stop() -> None:
            with self._listening:
                if listener in self._listeners:
                    self._listeners.remove(listener)

        return stop

    def hear_others(self, watched: Callable[[], Collection[str]]) -> None:
        """From now on, tell listeners of other processes' changes too. `watched` returns the codes of matches that
        matter.

        Does nothing for a file, which no other process changes.
        """
        if isinstance(self._db, Server) and self._news is None:
            self._news = Notifications(self._db, self._spread, self.versions)
            self._news.watched = watched
            self._news.begin()

    @property
    def hears_others(self) -> bool:
        """Whether changes by other processes are reported at once at the moment."""
        return not self.shared or (self._news is not None and self._news.listening.is_set())

    def shared_limits(self) -> SharedLimits | None:
        """The rate limits that all processes share; None for a file, which has only one process."""
        return SharedLimits(self._db, self._secret) if isinstance(self._db, Server) else None

    # ---- devices (the rest is in `admitting`)

    def device(self, code: str, token: str) -> Device | None:
        """The device with this token, or None when there is none or it was revoked. Raises NoSuchMatch."""
        found = self._looks.at(code).phones.get(seating.hashed(token))
        return in_touch(found, self._seen) if found else None

    def seen(self, device: int, now: str) -> None:
        """Note that a device was in touch. For a file this is kept in memory until `close`, so that reading writes
        nothing; only when there are very many it is stored before.

        Where other processes serve the same match, it is stored a little later, for many devices at once; a server that
        cannot write then is no error.
        """
        self._seen[device] = now
        if not self.shared and len(self._seen) > MOST_SEEN:
            self._keep_seen()
        if self.shared and self._storing_seen is None:
            self._storing_seen = threading.Timer(SEEN_STORED, self._keep_seen)
            self._storing_seen.daemon = True
            self._storing_seen.start()

    def _keep_seen(self) -> None:
        """Write down who was in touch; if that cannot be, nothing is lost that anybody would miss."""
        if self._storing_seen is not None:
            self._storing_seen.cancel()
            self._storing_seen = None
        with suppress(StoreError):
            if self._seen and self.writable:
                kept = dict(self._seen)
                with self._db.writing() as connection:
                    seating.seen(connection, kept)
                self._seen = {one: time for one, time in list(self._seen.items()) if kept.get(one) != time}

    @property
    def trouble(self) -> Text | None:
        """Why nothing can be stored now (a full disk, a lock of another program), or None while all is well."""
        if not self.writable:
            return t("This file is open for reading only: nothing can be saved now.")
        return self._db.trouble or (nearly_full(self._db.path) if self._db.path else None)

    # ---- a proposal the table has to agree to (an undo that concerns others); plain JSON data

    def proposal(self, code: str) -> Any:
        """What the players are now asked to agree to, or None. Raises NoSuchMatch."""
        with self._db.reading() as connection:
            text = match_row(connection, code, matches.c.proposal).proposal
        return from_json(text) if text else None

    # ---- what hands have done at the table

    def tick(self, code: str, keys: Sequence[str]) -> None:
        """Store that these tasks were done at the table. Only a limited number is kept, the newest."""

        def write(connection: Connection, row: Row[Any]) -> None:
            done: list[str] = from_json(match_row(connection, code, matches.c.ticked).ticked)
            kept = [*(one for one in done if one not in keys), *keys][-MOST_TICKS:]
            connection.execute(update(matches).where(matches.c.id == row.id).values(ticked=to_json(kept)))

        self._seating(code, write)

    # ---- as files

    def backup(self, target: Path, *, replace: bool = False) -> None:
        """Copy the whole store to `target` while it is in use, and check the copy. Raises StoreError."""
        if self.shared:
            raise StoreError(f"{self.where} is a database server: back it up with pg_dump (see docs/many-tables.md).")
        copy_file(self.path, target, replace=replace)

    # ---- inside

    def _game(self, name: str) -> Game:
        try:
            return self._find_game(name)
        except KeyError:
            raise SaveError(t("This release has no game {name}.", name=name)) from None

    def _seating(self, code: str, act: Callable[[Connection, Row[Any]], T]) -> T:
        """One transaction on what surrounds a match; it makes a new version."""
        with self._db.writing() as connection:
            row = match_row(
                connection, code, matches.c.id, matches.c.code, matches.c.seats, matches.c.version, lock=True
            )
            result = act(connection, row)
            connection.execute(update(matches).where(matches.c.id == row.id).values(version=row.version + 1))
        self._tell(row.code, row.version + 1)
        return result

    def _tell(self, code: str, version: int) -> None:
        if self._news is not None:
            self._news.note(code, version)
        self._spread(code, version)

    def _spread(self, code: str, version: int) -> None:
        with self._listening:
            listeners = list(self._listeners)
        for listener in listeners:
            try:
                listener(code, version)
            except Exception:  # the change is durable; a listener's trouble must not make it look failed
                _log.exception("A listener failed on version %s of match %s", version, code)
