"""Rescue: writes what can still be read of a damaged file into a new one. The damaged file is never changed.

Rows are read one by one, so that a damaged page costs only its own rows. A match goes on from its present position if
that can be read, else from the last one that can; the log says in its place that an entry is lost.
"""

from __future__ import annotations

import shutil
import sqlite3
import tempfile
from collections.abc import Callable, Iterator
from contextlib import closing, suppress
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct
from sqlalchemy import Connection, Table, insert, update

from companion.engine.core.effects import Note
from companion.engine.core.errors import CompanionError
from companion.engine.core.text import t
from companion.engine.game.record import Game, resume
from companion.engine.match.changing import repeat
from companion.engine.match.ledger import Entry
from companion.engine.running.save import decode_save, encode_save
from companion.store.database import tables
from companion.store.database.chain import START, link, seal
from companion.store.database.opening import open_file
from companion.store.errors import StoreDamaged, StoreError
from companion.store.matches.ledger import bare_entry, entry_row
from companion.store.packing import pack, unpack

Row = dict[str, Any]
_MOST_ROWS = 10_000_000
_MOST_LOST = 10_000
"""More entries than this are not believed to have been lost at the end of a match."""
_LOST = t("This entry was lost with the file it stood in.")


class Rescued(Struct, frozen=True):
    """What was rescued of one match: the entries it had and those that could be read; `position` says whether the
    present one could.

    With `kept` false nothing of it could be read but its code.
    """

    code: str
    had: int
    read: int
    position: bool
    kept: bool


def rescue(source: Path, target: Path, find_game: Callable[[str], Game]) -> list[Rescued]:
    """Write what can be read of `source` into the new file `target`. Returns what was rescued of each match.

    Raises StoreError when there is no such file or the target exists, StoreDamaged when nothing at all can be read.
    """
    if not source.is_file():
        raise StoreError(f"{source}: there is no such file.")
    if target.exists():
        raise StoreError(f"{target} exists already. Choose another name.")
    with tempfile.TemporaryDirectory(prefix="companion-rescue-") as folder:
        copy = Path(folder) / "copy.db"
        for ending in ("", "-wal"):
            with suppress(FileNotFoundError):
                shutil.copyfile(f"{source}{ending}", f"{copy}{ending}")
        with closing(sqlite3.connect(copy, isolation_level=None)) as raw:
            found = {name: [*_rows(raw, table)] for name, table in tables.metadata.tables.items()}
    if not found["matches"]:
        raise StoreDamaged(f"Nothing can be read of {source}. Use your latest backup of it.")
    return _write(found, target, find_game)


def _rows(raw: sqlite3.Connection, table: Table) -> Iterator[Row]:
    """The rows of a table that can be read; of one that stands on a bad page those columns that can."""
    try:
        names = [row[1] for row in raw.execute(f"PRAGMA table_info({table.name})")]
    except sqlite3.DatabaseError:
        return
    columns = [column.name for column in table.columns if column.name in names]
    numbers = _numbers(raw, table.name)
    for number in sorted(numbers):
        row = _row(raw, table.name, columns, number)
        if row is not None:
            yield row


def _numbers(raw: sqlite3.Connection, table: str) -> set[int]:
    """The numbers of rows: from the beginning and from the end as far as it goes, and all between."""
    found: set[int] = set()
    for order in ("", " DESC"):
        with suppress(sqlite3.DatabaseError):
            for (number,) in raw.execute(f"SELECT rowid FROM {table} NOT INDEXED ORDER BY rowid{order}"):
                found.add(number)
    most = min(max(found, default=0), _MOST_ROWS)
    return found | set(range(min(found, default=1), most + 1))


def _row(raw: sqlite3.Connection, table: str, columns: list[str], number: int) -> Row | None:
    with suppress(sqlite3.DatabaseError):
        for row in raw.execute(f"SELECT {', '.join(columns)} FROM {table} WHERE rowid = ?", (number,)):
            return dict(zip(columns, row, strict=True))
        return None
    read: Row = {}
    for name in columns:
        with suppress(sqlite3.DatabaseError):
            for (value,) in raw.execute(f"SELECT {name} FROM {table} WHERE rowid = ?", (number,)):
                read[name] = value
    return {name: read.get(name, b"") for name in columns} if "code" in read or "n" in read else None


def _write(found: dict[str, list[Row]], target: Path, find_game: Callable[[str], Game]) -> list[Rescued]:
    connections, lock = open_file(target, reading_only=False)
    try:
        with connections.writing() as connection:
            _keep_meta(connection, found["meta"])
            told = [_keep_match(connection, match, found["entries"], find_game) for match in found["matches"]]
            kept = {match["id"] for match, one in zip(found["matches"], told, strict=True) if one.kept}
            devices = _keep(connection, tables.devices, [one for one in found["devices"] if one["match"] in kept])
            _keep(connection, tables.holds, [one for one in found["holds"] if one["device"] in devices])
            for table in (tables.recovery, tables.access):
                _keep(connection, table, [one for one in found[table.name] if one["match"] in kept])
        return told
    finally:
        connections.close()
        if lock is not None:
            lock.release()


def _keep_meta(connection: Connection, rows: list[Row]) -> None:
    """The key that signs cookies, and owner values; the schema is that of the new file."""
    for row in rows:
        if row["key"] == "secret":
            query = update(tables.meta).where(tables.meta.c.key == "secret")
            connection.execute(query.values(value=row["value"]))
        elif row["key"] != "schema":
            _keep(connection, tables.meta, [row])


def _keep(connection: Connection, table: Table, rows: list[Row]) -> set[Any]:
    """Insert rows, each for itself: one that no longer fits is left out. Gives their ids."""
    kept = set()
    for row in rows:
        with suppress(Exception), connection.begin_nested():
            connection.execute(insert(table).values(row))
            kept.add(row.get("id"))
    return kept


def _keep_match(
    connection: Connection, match: Row, all_entries: list[Row], find_game: Callable[[str], Game]
) -> Rescued:
    rows = {row["n"]: row for row in all_entries if row["match"] == match["id"] and _is_number(row["n"])}
    match = _plausible(match, max(rows, default=0))
    readable: dict[int, Entry] = {}
    for n in sorted(rows):
        near = readable.get(n - 1)
        if (entry := _readable(rows[n], rows.get(n - 1), near.before if near else b"")) is not None:
            readable[n] = entry
    had = max([match["last"], *rows])
    save, tip, last = _position(match, readable, find_game)
    if not save:
        return Rescued(match["code"], had, len(readable), False, False)
    chain, written = START, []
    for entry in _ledger(readable, last, save):
        written.append(entry_row(match["id"], entry, chain))
        chain = written[-1]["chain"]
    packed = pack(save)
    tip = min(tip, last)
    row = {**match, "last": last, "tip": tip, "save": packed, "chain": chain, "seal": seal(chain, tip, packed)}
    kept = bool(_keep(connection, tables.matches, [row]))
    if kept and written:
        connection.execute(insert(tables.entries), written)
    whole = last == had and all(n in readable for n in range(1, last + 1))
    return Rescued(match["code"], had, len([n for n in readable if n <= last]), whole or last == had, kept)


def _is_number(n: Any) -> bool:
    """Whether this can be the number of an entry; a flipped bit makes others."""
    return isinstance(n, int) and 0 < n <= _MOST_ROWS


def _plausible(match: Row, most: int) -> Row:
    """The row of a match; counts that cannot be are taken from the entries that were found."""
    last = match["last"] if _is_number(match["last"]) and match["last"] <= most + _MOST_LOST else most
    tip = match["tip"] if _is_number(match["tip"]) and match["tip"] <= last else last
    return {**match, "last": last, "tip": tip}


def _readable(row: Row, before: Row | None, save: bytes) -> Entry | None:
    """An entry, if it is as it was written (older files have no chain: then, if it makes sense). `save` is
    that of the entry before, which entries of a demo are packed after."""
    chain, known = row.get("chain"), before.get("chain") if before else START if row["n"] == 1 else None
    if chain and known is not None and link(known, row["record"], row["before"]) != chain:
        return None
    try:
        entry = bare_entry(row["record"])
        entry.before = unpack(row["before"], save)
        decode_save(entry.before)
    except (CompanionError, TypeError):
        return None
    return entry if entry.n == row["n"] else None


def _position(match: Row, readable: dict[int, Entry], find_game: Callable[[str], Game]) -> tuple[bytes, int, int]:
    """Where the match goes on: save, live entry, number of entries. No save when there is nothing to go on from."""
    try:
        save = unpack(match["save"])
        if save:
            decode_save(save)
            return save, match["tip"], match["last"]
    except (CompanionError, TypeError):
        pass
    for n in sorted(readable, reverse=True):
        entry = readable[n]
        with suppress(Exception):
            runner = resume(find_game(match["game"]), entry.before)
            if entry.kind == "answer" and repeat(find_game(match["game"]), runner, entry, as_recorded=True) is None:
                return encode_save(runner.save()), n, n
        return entry.before, entry.base, n - 1
    return b"", 0, 0


def _ledger(readable: dict[int, Entry], last: int, save: bytes) -> Iterator[Entry]:
    """The entries up to `last`; in place of a lost one, a line that says so, with the nearest position after it."""
    after = save
    before: dict[int, bytes] = {}
    for n in range(last, 0, -1):
        after = readable[n].before if n in readable else after
        before[n] = after
    for n in range(1, last + 1):
        if n in readable:
            entry = readable[n]
            yield msgspec.structs.replace(entry, base=min(entry.base, n - 1))
        else:
            yield Entry(n=n, base=n - 1, kind="upgrade", by="", notes=[Note("", _LOST)], before=before[n])
