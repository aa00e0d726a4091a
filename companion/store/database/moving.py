"""Moving: copies all matches from one location (a file, a database server) to another, with everything that belongs
to them.

Each match is copied in one transaction and checked; a move that was interrupted continues where it stopped. Until it is
complete, the new location is marked and no server starts on it. The old location is only read.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from hashlib import sha256
from pathlib import Path
from typing import Any

from msgspec import Struct
from sqlalchemy import Connection, Row, Table, delete, func, insert, select, text

from companion.store.database import tables
from companion.store.database.chain import faults
from companion.store.database.connections import Connections
from companion.store.database.location import store_file
from companion.store.database.opening import MOVING as MARK
from companion.store.database.opening import open_file, read_meta
from companion.store.database.postgres import Server, is_address, open_server
from companion.store.database.tables import matches, meta
from companion.store.errors import StoreDamaged, StoreError

_AT_ONCE = 200
_WITH_NUMBER = (tables.devices,)
"""Rows that others refer to keep their numbers; those of the rest are given anew."""
_OF_A_MATCH = (tables.devices, tables.entries, tables.holds, tables.recovery, tables.access)
Tell = Callable[[int, int], None]
Home = Connections | Server


class Moved(Struct, frozen=True):
    """How many matches the new location has, how many of these were there before, and how many entries."""

    matches: int
    before: int
    entries: int


def move(source: Path | str, target: Path | str, tell: Tell = lambda _done, _all: None) -> Moved:
    """Copy everything from one location to another, and compare. `tell` is called with the numbers of matches done
    and in all.

    Raises StoreError when the new location has other matches, when the old one changes meanwhile, or when a copy
    differs.
    """
    with _opened(source, reading_only=True) as old, _opened(target) as new:
        with old.reading() as link:
            start, total = _state_of(link), _count(link)
        with new.writing() as link:
            _begin(link, _origin(old))
        known = _copy_all(old, new, total, tell)
        with old.reading() as link:
            if _state_of(link) != start:
                raise StoreError(
                    "Somebody changed a match at the old place meanwhile. Stop its server and run this again."
                )
        return _finish(old, new, known)


@contextmanager
def _opened(place: Path | str, *, reading_only: bool = False) -> Iterator[Home]:
    home: Home
    if is_address(place):
        home, lock = open_server(str(place), reading_only=reading_only), None
    else:
        path = store_file(place)
        if reading_only and not path.is_file():
            raise StoreError(f"{path}: there is no such file.")
        home, lock = open_file(path, reading_only=False)  # with its lock, so that no server plays there
    try:
        yield home
    finally:
        home.close()
        if lock is not None:
            lock.release()


def _origin(old: Home) -> str:
    """Where matches come from, without giving the key away."""
    with old.reading() as link:
        return sha256(read_meta(link, "secret").encode()).hexdigest()


def _begin(link: Connection, origin: str) -> None:
    """Mark the new place; it must be empty, or marked for the same old one."""
    marked = link.scalar(select(meta.c.value).where(meta.c.key == MARK))
    if marked is None and _count(link):
        raise StoreError("The new place has matches already. Choose an empty one.")
    if marked not in (None, origin):
        raise StoreError("A move from another place to here has begun. Choose an empty one.")
    if marked is None:
        link.execute(insert(meta).values(key=MARK, value=origin))


def _copy_all(old: Home, new: Home, total: int, tell: Tell) -> int:
    """Every match that is not there yet as it is at the old place; gives how many were."""
    with old.reading() as link:
        wanted = link.execute(select(matches.c.id, matches.c.version).order_by(matches.c.id)).all()
    with new.writing() as link:
        there = {row.id: row.version for row in link.execute(select(matches.c.id, matches.c.version))}
        for gone in there.keys() - {row.id for row in wanted}:
            link.execute(delete(matches).where(matches.c.id == gone))
    known = 0
    for done, row in enumerate(wanted, 1):
        if there.get(row.id) == row.version:
            known += 1
        else:
            _copy_match(old, new, row.id)
        tell(done, total)
    return known


def _copy_match(old: Home, new: Home, number: int) -> None:
    with old.reading() as source, new.writing() as target:
        target.execute(delete(matches).where(matches.c.id == number))
        _copy(source, target, matches, matches.c.id == number)
        for table in _OF_A_MATCH:
            _copy(source, target, table, table.c.match == number)
        if link_state(source, number) != link_state(target, number):
            raise StoreDamaged("A match is not the same at the new place; nothing of it was kept.")


def _copy(source: Connection, target: Connection, table: Table, which: Any) -> None:
    order = table.c.id if "id" in table.c else next(iter(table.primary_key))
    columns = [one for one in table.c if one.name != "id" or table in (matches, *_WITH_NUMBER)]
    found = source.execution_options(yield_per=_AT_ONCE).execute(select(*columns).where(which).order_by(order))
    for part in found.partitions():
        target.execute(insert(table), [dict(row._mapping) for row in part])


def link_state(link: Connection, number: int) -> tuple[Any, ...]:
    """What must be equal for a match at both locations: its row, and how many rows belong to it."""
    row: Row[Any] | None = link.execute(select(matches).where(matches.c.id == number)).first()
    counts = [link.scalar(select(func.count()).select_from(one).where(one.c.match == number)) for one in _OF_A_MATCH]
    return (tuple(row) if row else None, *counts)


def _finish(old: Home, new: Home, known: int) -> Moved:
    """The key and the values of owners go over; the checksums of every entry are looked at; the mark goes."""
    with new.reading() as link:
        found = next(iter(faults(link)), None)
        if found is not None:
            raise StoreDamaged(f"Match {found.code} is damaged: {found.what} See `companion rescue`.")
    with old.reading() as source, new.writing() as target:
        kept = {row.key: row.value for row in source.execute(select(meta)) if row.key != "schema"}
        target.execute(delete(meta).where(meta.c.key.in_([MARK, *kept])))
        target.execute(insert(meta), [{"key": key, "value": value} for key, value in kept.items()])
        if isinstance(new, Server):
            for table in (matches, *_WITH_NUMBER):
                last = f"SELECT coalesce(max(id), 0) + 1 FROM {table.name}"
                target.execute(text(f"SELECT setval(pg_get_serial_sequence('{table.name}', 'id'), ({last}), false)"))
        entries = target.scalar(select(func.count()).select_from(tables.entries)) or 0
        return Moved(_count(target), known, entries)


def _state_of(link: Connection) -> tuple[Any, ...]:
    columns = (func.count(), func.sum(matches.c.version), func.max(matches.c.id))
    return tuple(link.execute(select(*columns)).one())


def _count(link: Connection) -> int:
    return link.scalar(select(func.count()).select_from(matches)) or 0
