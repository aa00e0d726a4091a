"""Connections: one that writes, protected by a lock, and a pool of others that can only read.

SQLite before 3.51.3 can damage a file in WAL mode when one connection writes while another writes the log back
("checkpoint"), so a single connection does both and readers never write back.

**Invariant:** nothing but `Connections.writing` changes the file once it is open.
"""

from __future__ import annotations

import sqlite3
import threading
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, suppress
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from sqlalchemy import Connection, Engine, create_engine, event
from sqlalchemy.exc import DBAPIError
from sqlalchemy.pool import QueuePool, StaticPool

from companion.engine.core.text import Text, t
from companion.store.errors import StoreDamaged, StoreError

_WAIT_SECONDS = 5
"""How long a change waits for another program that holds the file."""
_READERS = 80  # more than the server has threads
_WRITER = ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", "wal_autocheckpoint=1000", "secure_delete=ON")
_CANNOT_WRITE = (
    *(sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR, sqlite3.SQLITE_READONLY, sqlite3.SQLITE_CANTOPEN),
    *(sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED),
)
_BARE = "companion_bare"
"""The option of a connection that begins no transaction."""
_READER = ("query_only=ON", "foreign_keys=ON", "wal_autocheckpoint=0")


class Connections:
    """The connections to one file. With `reading_only` there is no writing connection."""

    def __init__(
        self,
        path: Path,
        *,
        reading_only: bool = False,
        fixed: bool = False,
        folder: TemporaryDirectory[str] | None = None,
    ) -> None:
        """Open them. `fixed`: nobody can write the file (a read-only card); `folder` goes when they close.

        Raises StoreDamaged or StoreError.
        """
        self._folder = folder
        self._path = self.path = path
        self.where, self.shared, self.writable = str(path), False, not reading_only
        self._lock = threading.RLock()
        self._in_change = False
        self._closed = False
        self.trouble: Text | None = None
        reader = partial(look_only, path, fixed=fixed)
        self._readers = _engine(reader, "BEGIN", _READER, poolclass=QueuePool, pool_size=8, max_overflow=_READERS)
        self._glancers = self._readers.execution_options(**{_BARE: True})
        self._writing_engine: Engine | None = None
        self._writer: Connection | None = None
        if not reading_only:
            self._writing_engine = _engine(
                lambda: _connect(str(path)), "BEGIN IMMEDIATE", _WRITER, poolclass=StaticPool
            )
            with translated(path):
                self._writer = self._writing_engine.connect()

    @contextmanager
    def alone(self) -> Iterator[None]:
        """Keep other threads from writing. Whatever must happen in the order of the commits goes inside this block."""
        with self._lock:
            yield

    @contextmanager
    def writing(self) -> Iterator[Connection]:
        """A transaction: committed (and synced to the disk) at the end of the block, rolled back by any exception.

        Raises StoreError inside another change, and when the file is open for reading only, closed, or fails.
        """
        with self._lock:
            if self._writer is None:
                raise StoreError(f"{self._path} is open for reading only, or closed.")
            if self._in_change:
                raise StoreError("A change cannot be made inside another change.")
            self._in_change = True
            try:
                with translated(self._path), self._noticed(), self._writer.begin():
                    yield self._writer
            finally:
                self._in_change = False

    @contextmanager
    def _noticed(self) -> Iterator[None]:
        """Remember whether the file can be written: pages that only look say so."""
        try:
            yield
        except (DBAPIError, sqlite3.DatabaseError) as error:
            if _code_of(error.orig if isinstance(error, DBAPIError) else error) in _CANNOT_WRITE:
                self.trouble = t("The file of the matches cannot be written: nothing can be saved now.")
            raise
        self.trouble = None

    def tidy(self) -> None:
        """Write the log back into the file and empty it, so that deleted data is gone from the disk."""
        with self._lock:
            if self._writer is not None and not self._in_change:
                with suppress(StoreError), translated(self._path):
                    raw = self._writer.connection.driver_connection
                    assert raw is not None
                    raw.execute("PRAGMA wal_checkpoint(TRUNCATE)")

    def reading(self) -> AbstractContextManager[Connection]:
        """A consistent view of the file as it is at the first query of the block."""
        return self._connected(self._readers)

    def glance(self) -> AbstractContextManager[Connection]:
        """For a single query: a transaction around it would be as much work again."""
        return self._connected(self._glancers)

    @contextmanager
    def _connected(self, engine: Engine) -> Iterator[Connection]:
        if self._closed:
            raise StoreError(f"{self._path} is closed.")
        with translated(self._path), engine.connect() as connection:
            yield connection

    def close(self) -> None:
        """Close all connections, readers first: SQLite writes the log back when the last one closes, which must be
        the writer.
        """
        with self._lock:
            self._closed = True
            self._readers.dispose()
            if self._writer is not None and self._writing_engine is not None:
                self._writer.close()
                self._writing_engine.dispose()
                self._writer = None
            if self._folder is not None:
                self._folder.cleanup()


@contextmanager
def translated(path: Path) -> Iterator[None]:
    """Raise database errors as a `StoreError` with a message for people."""
    try:
        yield
    except (DBAPIError, sqlite3.DatabaseError) as error:
        cause = error.orig if isinstance(error, DBAPIError) else error
        raise _in_words(path, cause) from error


def _code_of(cause: BaseException | None) -> int:
    return int(getattr(cause, "sqlite_errorcode", 0)) & 0xFF


def _in_words(path: Path, cause: BaseException | None) -> StoreError:
    match _code_of(cause):
        case sqlite3.SQLITE_CORRUPT | sqlite3.SQLITE_NOTADB:
            return StoreDamaged(f"{path} is damaged or no Companion file ({cause}). Use your latest backup of it.")
        case sqlite3.SQLITE_FULL:
            return StoreError(f"The disk is full ({path}); nothing was changed.")
        case sqlite3.SQLITE_READONLY | sqlite3.SQLITE_CANTOPEN | sqlite3.SQLITE_PERM:
            return StoreError(f"{path} cannot be written ({cause}); nothing was changed.")
        case sqlite3.SQLITE_BUSY | sqlite3.SQLITE_LOCKED:
            return StoreError(f"{path} is locked by another program; nothing was changed. Try again.")
        case _:
            return StoreError(f"{path}: {cause}; nothing was changed.")


def look_only(path: Path, *, fixed: bool = False) -> sqlite3.Connection:
    """A connection that cannot write anything, not even the log back into the file when it is the last one to
    close.

    With `fixed` (a read-only card) it needs no other files beside the database.
    """
    return _connect(f"{path.absolute().as_uri()}?mode=ro{'&immutable=1' if fixed else ''}", uri=True)


def _connect(place: str, *, uri: bool = False) -> sqlite3.Connection:
    return sqlite3.connect(place, timeout=_WAIT_SECONDS, isolation_level=None, check_same_thread=False, uri=uri)


def _engine(connect: Callable[[], sqlite3.Connection], begin: str, pragmas: tuple[str, ...], **pool: Any) -> Engine:
    """An engine whose transactions begin with exactly this statement (the driver's own guesses are switched off)."""
    engine = create_engine("sqlite://", creator=connect, **pool)

    def set_up(raw: Any, _record: Any) -> None:
        for pragma in pragmas:
            raw.execute(f"PRAGMA {pragma}")

    def start(connection: Connection) -> None:
        if _BARE not in connection.get_execution_options():
            connection.exec_driver_sql(begin)

    event.listen(engine, "connect", set_up)
    event.listen(engine, "begin", start)
    return engine
