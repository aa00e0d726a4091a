"""Opening a file: is it a store, undamaged, and of a known schema? New files are created, older ones copied and
migrated.
"""

from __future__ import annotations

import logging
import os
import re
import shutil
import sqlite3
import tempfile
from contextlib import suppress
from pathlib import Path

from sqlalchemy import Connection, select, update

from companion.store.database import migrations, tables
from companion.store.database.backup import copy_file
from companion.store.database.chain import Fault, faults
from companion.store.database.connections import Connections, look_only, translated
from companion.store.database.high_water import HighWaterFile
from companion.store.database.location import make_room, refuse_network
from companion.store.database.lock import FileLock
from companion.store.errors import StoreDamaged, StoreError, StoreTooNew

APPLICATION_ID = 0x436F6D70  # "Comp", as file managers and `file` see it
_CHECKED_WHOLE = 64 * 2**20  # larger files take too long to check at every start
MOVING = "moving"
"""The key in `meta` of a place that matches are moved to and that is not whole yet; its value says where from."""
_NUMBER = re.compile("[1-9][0-9]{0,8}")
_log = logging.getLogger(__name__)


def open_file(path: Path, *, reading_only: bool) -> tuple[Connections, FileLock | None]:
    """The connections to a file (created, locked and migrated as needed) and its lock.

    With `reading_only` there is no lock, and the file must exist and be up to date.
    """
    refuse_network(path)
    if reading_only:
        return _open_to_read(path), None
    make_room(path)
    lock = FileLock(path)
    connections = None
    try:
        schema = look_at(path)
        connections = Connections(path)
        prepare(connections, path, schema)
    except BaseException:
        if connections is not None:
            connections.close()
        lock.release()
        raise
    return connections, lock


def _open_to_read(path: Path) -> Connections:
    """Connections that only look. From a card that cannot be written, or of an older release, a copy is looked at."""
    if not path.is_file():
        raise StoreError(f"{path}: there is no such file. Choose another one with --data.")
    fixed = not os.access(path.parent, os.W_OK) or _needs_room(path)
    log = path.with_name(path.name + "-wal")
    if fixed and not (log.exists() and log.stat().st_size):
        with translated(path):
            raw = look_only(path, fixed=True)
            try:
                schema = _schema_of(raw, path)
            finally:
                raw.close()
        if schema == migrations.SCHEMA:
            return Connections(path, reading_only=True, fixed=True)
    elif not fixed and look_at(path) == migrations.SCHEMA:
        return Connections(path, reading_only=True)
    return _copy_to_read(path)


def _needs_room(path: Path) -> bool:
    """Whether SQLite cannot even look, because it finds no room for its index of the log (a full disk)."""
    try:
        look_at(path)
    except (StoreDamaged, StoreTooNew):
        raise
    except StoreError:
        return True
    return False


def _copy_to_read(path: Path) -> Connections:
    """The same of a copy in a folder for temporary files, brought up to date; it goes with the connections."""
    folder = tempfile.TemporaryDirectory(prefix="companion-look-")
    copy = Path(folder.name) / "copy.db"
    try:
        for ending in ("", "-wal"):
            with suppress(FileNotFoundError):
                shutil.copyfile(f"{path}{ending}", f"{copy}{ending}")
        connections = Connections(copy)
        try:
            prepare(connections, copy, look_at(copy))
        finally:
            connections.close()
        return Connections(copy, reading_only=True, folder=folder)
    except OSError as error:
        folder.cleanup()
        raise StoreError(f"{path}: cannot be copied to look at it ({error.strerror}).") from error
    except BaseException:
        folder.cleanup()
        raise


def look_at(path: Path) -> int:
    """The schema number of a file, 0 for a new one; changes nothing. Raises StoreDamaged or StoreTooNew."""
    with translated(path):
        raw = look_only(path)
        try:
            schema = _schema_of(raw, path)
            if path.stat().st_size <= _CHECKED_WHOLE:
                check_whole(raw, path)
        finally:
            raw.close()
    if schema > migrations.SCHEMA:
        raise StoreTooNew(
            f"{path} was written by a newer release (schema {schema}; this one knows {migrations.SCHEMA}). "
            "Install that release, or choose another file with --data."
        )
    return schema


def prepare(connections: Connections, path: Path, schema: int) -> None:
    """Create the tables of a new file, or copy an older file and migrate it, in one transaction."""
    if schema == migrations.SCHEMA:
        return
    if schema:
        copy_file(path, _free_name(path, schema))
    with connections.writing() as connection:
        if schema:
            migrations.migrate(connection, schema)
            value = str(migrations.SCHEMA)
            connection.execute(update(tables.meta).where(tables.meta.c.key == "schema").values(value=value))
        else:
            _create(connection)


def look_for_faults(connection: Connection, path: Path, high_water: HighWaterFile) -> list[Fault]:
    """What the file has lost since its last start and, unless it is too large to check at every start, what was
    altered.
    """
    found = list(high_water.missing(connection))
    if path.stat().st_size <= _CHECKED_WHOLE:
        named = {fault.code for fault in found}
        found += [fault for fault in faults(connection) if fault.code not in named]
    for fault in found:
        _log.warning("%s, match %s: %s", path, fault.code, fault.what)
    return found


def read_meta(connection: Connection, key: str) -> str:
    """A value from the table `meta`. Raises StoreDamaged when it is missing."""
    value: str | None = connection.scalar(select(tables.meta.c.value).where(tables.meta.c.key == key))
    if value is None:
        raise StoreDamaged(f"The file has no {key}; it is damaged.")
    return value


def refuse_half_moved(connection: Connection, where: str) -> None:
    """Raise StoreError when a move to this location has begun and is not complete."""
    if connection.scalar(select(tables.meta.c.value).where(tables.meta.c.key == MOVING)) is not None:
        raise StoreError(f"A move to {where} has begun and is not done. Run `companion move` again as before.")


def check_whole(raw: sqlite3.Connection, path: Path) -> None:
    """Raise StoreDamaged unless SQLite's integrity check passes."""
    found = [row[0] for row in raw.execute("PRAGMA quick_check(1)")]
    if found != ["ok"]:
        raise StoreDamaged(f"{path} is damaged ({found[0]}). Use your latest backup of it.")


def _schema_of(raw: sqlite3.Connection, path: Path) -> int:
    names = {row[0] for row in raw.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
    if not names:
        return 0
    if raw.execute("PRAGMA application_id").fetchone()[0] != APPLICATION_ID or "meta" not in names:
        raise StoreDamaged(f"{path} is not a Companion file. Choose another one with --data.")
    row = raw.execute("SELECT value FROM meta WHERE key = 'schema'").fetchone()
    if row is None or not _NUMBER.fullmatch(str(row[0])):
        raise StoreDamaged(f"{path} has no schema number; it is damaged. Use your latest backup of it.")
    return int(row[0])


def _create(connection: Connection) -> None:
    connection.exec_driver_sql(f"PRAGMA application_id = {APPLICATION_ID}")
    tables.create(connection, migrations.SCHEMA)


def _free_name(path: Path, schema: int) -> Path:
    for number in range(1, 1000):
        name = path.with_name(f"{path.stem}.schema-{schema}{f'-{number}' if number > 1 else ''}{path.suffix}")
        if not name.exists():
            return name
    raise StoreError(f"{path.parent} is full of copies of older files; move some away.")
