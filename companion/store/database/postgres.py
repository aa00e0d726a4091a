"""PostgreSQL: the same store on a database server, so that several processes on several machines can serve the
matches.

The server does here what a process and its locks do for a file: a change locks the row of its match, and a reader sees
one snapshot. **Invariant:** no process uses anything it remembers of a match without checking it against the row.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager, nullcontext, suppress
from typing import Any

from sqlalchemy import (
    ARRAY,
    Connection,
    String,
    any_,
    bindparam,
    create_engine,
    event,
    inspect,
    make_url,
    select,
    text,
    update,
)
from sqlalchemy.exc import ArgumentError, DBAPIError, InterfaceError, NoSuchModuleError, OperationalError
from sqlalchemy.exc import TimeoutError as PoolTimeout

from companion.engine.core.text import Text, t
from companion.store.database import migrations, tables
from companion.store.errors import StoreAway, StoreDamaged, StoreError, StoreTooNew

CONNECTIONS = 20
"""A process has so many connections at most. PostgreSQL allows 100 in all unless told otherwise."""
_WAIT = 10
"""Seconds that a change waits for another one of the same match, and anybody for a connection."""
_OPTIONS = {"connect_timeout": _WAIT, "client_encoding": "utf8"}
_SCHEMES = ("postgresql:", "postgres:")
_MATCHES = tables.matches.c
_MARKS = select(_MATCHES.code, _MATCHES.id, _MATCHES.version, _MATCHES.last, _MATCHES.chain).where(
    _MATCHES.code == any_(bindparam("codes", type_=ARRAY(String)))
)
_FULL, _NO_MEMORY, _READ_ONLY, _LOCKED = "53100", "53200", "25006", "55P03"


def is_address(place: object) -> bool:
    """Whether a location is the address of a PostgreSQL server rather than a file."""
    return str(place).startswith(_SCHEMES)


class Server:
    """The connections of this process to one database, with the same interface as `Connections` for a file."""

    path = None
    shared = True
    """Other processes change the same matches."""

    def __init__(self, address: str, *, reading_only: bool = False) -> None:
        """Connect when first needed. Raises StoreError for an address that is none, or without the driver."""
        self.address = str(address)
        self.writable = not reading_only
        self.trouble: Text | None = None
        self._mine = threading.local()
        self._closed = False
        try:
            url = make_url(self.address)
            self.where = url.render_as_string(hide_password=True)
            self._engine = create_engine(
                url.set(drivername="postgresql+psycopg"), pool_size=CONNECTIONS // 2, max_overflow=CONNECTIONS // 2,
                pool_timeout=_WAIT, connect_args={**_OPTIONS, "application_name": "companion"},
            )  # fmt: skip
        except (ArgumentError, NoSuchModuleError, ValueError) as error:
            raise StoreError(f"That is no address of a PostgreSQL database ({error}).") from error
        except ImportError as error:
            raise StoreError(
                "Matches in PostgreSQL need its driver, which is not installed: pip install 'companion[server]'"
            ) from error
        event.listen(self._engine, "connect", _set_up)
        self._lookers = self._engine.execution_options(isolation_level="REPEATABLE READ", postgresql_readonly=True)
        self._glancers = self._engine.execution_options(isolation_level="AUTOCOMMIT")
        self._marks = DirectLine(self.raw, str(_MARKS.compile(self._engine)))

    def alone(self) -> nullcontext[None]:
        """Does nothing: whoever changes a match locks its row."""
        return nullcontext()

    @contextmanager
    def writing(self) -> Iterator[Connection]:
        """A transaction: committed (and on the server's disk) at the end of the block, rolled back by any exception.

        Raises StoreError inside another change, and when the database is read only, closed, or fails.
        """
        if not self.writable or self._closed:
            raise StoreError(f"{self.where} is open for reading only, or closed.")
        if getattr(self._mine, "inside", False):
            raise StoreError("A change cannot be made inside another change.")
        self._mine.inside = True
        try:
            with self._translated(), self._engine.begin() as connection:
                yield connection
            self.trouble = None
        finally:
            self._mine.inside = False

    @contextmanager
    def reading(self) -> Iterator[Connection]:
        """A consistent view of the database as it is at the first query of the block. Raises StoreError when it is
        closed or fails.
        """
        if self._closed:
            raise StoreError(f"{self.where} is closed.")
        with self._translated(), self._lookers.connect() as connection:
            yield connection

    @contextmanager
    def glance(self) -> Iterator[Connection]:
        """A connection for a single query: without a transaction around it, this takes one message each way. Raises
        StoreError when the database is closed or fails.
        """
        if self._closed:
            raise StoreError(f"{self.where} is closed.")
        with self._translated(), self._glancers.connect() as connection:
            yield connection

    def marks(self, codes: Collection[str]) -> dict[str, Any]:
        """Number, version and last entry (number and checksum) of many matches, by code, in one message each way."""
        values = {"codes": list(codes)}
        if not self._closed and (rows := self._marks.rows(values)) is not None:
            return {row.code: row for row in rows}
        with self.glance() as connection:
            return {row.code: row for row in connection.execute(_MARKS, values)}

    def raw(self) -> Any:
        """A separate connection of the database driver, outside all transactions, for LISTEN and NOTIFY."""
        import psycopg

        url = make_url(self.address).set(drivername="postgresql").render_as_string(hide_password=False)
        return psycopg.connect(url, autocommit=True, connect_timeout=_WAIT, application_name="companion news")

    def tidy(self) -> None:
        """Does nothing: PostgreSQL removes deleted data by itself."""

    def close(self) -> None:
        """Close all connections."""
        self._closed = True
        self._marks.close()
        self._engine.dispose()

    @contextmanager
    def _translated(self) -> Iterator[None]:
        """Turn failures of the server into words for people, and remember those that keep everybody from writing."""
        try:
            yield
        except (DBAPIError, PoolTimeout) as error:
            wrong = self._in_words(error)
            if isinstance(wrong, StoreAway) or _state_of(error) in (_FULL, _READ_ONLY):
                self.trouble = t("The database of the matches cannot be written: nothing can be saved now.")
            raise wrong from error

    def _in_words(self, error: DBAPIError | PoolTimeout) -> StoreError:
        match _state_of(error):
            case "53100":
                return StoreError(f"The disk of the database is full ({self.where}); nothing was changed.")
            case "25006":
                return StoreError(f"{self.where} can only be read now; nothing was changed.")
            case "55P03":
                return StoreAway(t("Somebody else is changing this match; nothing was changed. Try again."))
            case state if isinstance(error, PoolTimeout) or _is_away(error, state):
                return StoreAway()
            case _:
                cause = str(error.orig if isinstance(error, DBAPIError) else error).strip()
                return StoreError(f"{self.where}: {cause}; nothing was changed.")


class DirectLine:
    """A connection of its own for one query that is asked all the time: the driver alone takes a third of the
    processor time that it takes with a pool and a description of the query in between. Thread-safe.
    """

    def __init__(self, connect: Callable[[], Any], query: str) -> None:
        """`connect` opens a connection of the driver outside all transactions; it is opened when first needed."""
        self._connect, self._query = connect, query
        self._line: Any = None
        self._lock = threading.Lock()

    def rows(self, values: dict[str, Any]) -> list[Any] | None:
        """The rows found now, as named tuples. None when the line is broken: whoever asks then goes the usual way,
        which knows what to say, and the next one gets a new line.
        """
        import psycopg
        from psycopg.rows import namedtuple_row

        with self._lock:
            try:
                if self._line is None:
                    self._line = self._connect()
                    self._line.row_factory = namedtuple_row
                return list(self._line.execute(self._query, values))
            except psycopg.Error:
                self._hang_up()
                return None

    def close(self) -> None:
        """Close the connection; it is opened again when somebody asks."""
        with self._lock:
            self._hang_up()

    def _hang_up(self) -> None:
        line, self._line = self._line, None
        if line is not None:
            with suppress(Exception):
                line.close()


def open_server(address: str, *, reading_only: bool) -> Server:
    """The connections to a database, with its tables created or migrated. Raises StoreTooNew, StoreDamaged or
    StoreError.
    """
    server = Server(address, reading_only=reading_only)
    try:
        with server.reading() as connection:
            _holds_all_letters(connection, server.where)
            schema = _schema_of(connection, server.where)
        if schema != migrations.SCHEMA:
            if reading_only:
                raise StoreError(f"{server.where} holds no matches of this release. Start a server on it first.")
            _prepare(server)
    except BaseException:
        server.close()
        raise
    return server


def _holds_all_letters(connection: Connection, where: str) -> None:
    """Raise StoreError for a database that cannot hold names in every script."""
    encoding = connection.scalar(text("SHOW server_encoding"))
    if encoding != "UTF8":
        raise StoreError(
            f"{where} holds letters as {encoding}, which is not enough for all names. "
            "Make a database for the matches with: createdb --encoding UTF8 --template template0 NAME"
        )


def _prepare(server: Server) -> None:
    """Make the tables, or migrate them, in one transaction; another process that starts meanwhile waits."""
    with server.writing() as connection:
        connection.exec_driver_sql("SELECT pg_advisory_xact_lock(hashtext('companion ' || current_schema()))")
        schema = _schema_of(connection, server.where)
        if schema == 0:
            tables.create(connection, migrations.SCHEMA)
        elif schema < migrations.SCHEMA:
            migrations.migrate(connection, schema)
            value = str(migrations.SCHEMA)
            connection.execute(update(tables.meta).where(tables.meta.c.key == "schema").values(value=value))


def _schema_of(connection: Connection, where: str) -> int:
    """The schema number, 0 for an empty database."""
    if not inspect(connection).has_table("meta"):
        return 0
    known = connection.scalar(select(tables.meta.c.value).where(tables.meta.c.key == "schema"))
    if known is None or not known.isascii() or not known.isdigit():
        raise StoreDamaged(f"{where} has a table `meta` that is not Companion's. Choose another database or schema.")
    if int(known) > migrations.SCHEMA:
        raise StoreTooNew(
            f"{where} was written by a newer release (schema {known}; this one knows {migrations.SCHEMA}). "
            "Install that release, or choose another place with --data."
        )
    return int(known)


def _set_up(raw: Any, _record: Any) -> None:
    """A session: nobody waits for a lock for ever, and a process that hangs does not hold one."""
    before, raw.autocommit = raw.autocommit, True
    raw.execute(f"SET lock_timeout = '{_WAIT}s'")
    raw.execute("SET idle_in_transaction_session_timeout = '60s'")
    raw.autocommit = before


def _state_of(error: BaseException) -> str:
    """The five letters by which PostgreSQL names what went wrong."""
    return str(getattr(getattr(error, "orig", None), "sqlstate", None) or "")


def _is_away(error: DBAPIError, state: str) -> bool:
    """Whether the server is gone, restarting or full of connections, rather than unhappy with what was asked."""
    if error.connection_invalidated or state[:2] in ("08", "57", "53"):
        return True
    return not state and isinstance(error, OperationalError | InterfaceError)
