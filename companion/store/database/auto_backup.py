"""Automatic backups of the file: checked copies at every start and every day, of which old ones are removed.

They are in the folder `backups` beside the file. These are kept: the three newest, the newest of each of the last seven
days that have one, and the newest of each of the last four weeks.
"""

from __future__ import annotations

import logging
import shutil
import threading
from collections.abc import Callable, Iterable
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import TypeVar

from sqlalchemy import Connection, func, select

from companion.store.database.backup import copy_file
from companion.store.database.chain import faults
from companion.store.database.connections import Connections
from companion.store.database.tables import matches
from companion.store.errors import StoreDamaged, StoreError

NEWEST, DAYS, WEEKS = 3, 7, 4
EVERY = timedelta(days=1)
_LOOK = 3600.0  # seconds between two looks at the clock, which may jump
_FORMAT = "%Y%m%dT%H%M%SZ"
_log = logging.getLogger(__name__)
T = TypeVar("T")
Clock = Callable[[], datetime]


def utc() -> datetime:
    """The present time in UTC."""
    return datetime.now(UTC)


class AutoBackup:
    """The automatic backups of one file."""

    def __init__(self, path: Path, clock: Clock = utc) -> None:
        self._path, self._clock = path, clock
        self.folder = path.parent / "backups"
        self._stop = threading.Event()
        self._thread: threading.Thread | None = None

    def all(self) -> list[tuple[datetime, Path]]:
        """All backups, newest first, with the time of each."""
        return sorted(_dated(self.folder.glob(f"{self._path.stem}-*{self._path.suffix}"), self._path), reverse=True)

    def make(self) -> Path | None:
        """Copy the file, check the copy, remove old ones. Returns its path, or None when nothing changed since the
        last.

        Raises StoreError when the disk is full, StoreDamaged when the copy is damaged; no old backup is removed then.
        """
        known = self.all()
        if known and _state_of(known[0][1]) == _state_of(self._path):
            return None
        self._check_room()
        target = self.folder / f"{self._path.stem}-{self._clock().strftime(_FORMAT)}{self._path.suffix}"
        copy_file(self._path, target, replace=True)
        found = _faults_of(target)
        if found:
            target.unlink()
            raise StoreDamaged(f"{self._path} is damaged ({found}); it was not copied, and older copies were kept.")
        for old in thinned([moment for moment, _ in self.all()]):
            (self.folder / f"{self._path.stem}-{old.strftime(_FORMAT)}{self._path.suffix}").unlink(missing_ok=True)
        return target

    def begin(self) -> None:
        """Make a backup now and one every day, in a thread of its own, until `close`."""
        self._thread = threading.Thread(target=self._run, name="copies", daemon=True)
        self._thread.start()

    def close(self) -> None:
        """Stop making backups; one in progress is finished first."""
        self._stop.set()
        if self._thread is not None:
            self._thread.join()

    def _run(self) -> None:
        last: datetime | None = None
        while not self._stop.is_set():
            now = self._clock()
            if last is None or abs(now - last) >= EVERY:
                last = now
                try:
                    self.make()
                except StoreError as error:
                    _log.warning("No copy was made: %s", error)
            self._stop.wait(_LOOK)

    def _check_room(self) -> None:
        free, size = shutil.disk_usage(self._path.parent).free, self._path.stat().st_size
        if free < 3 * size:
            raise StoreError(f"There is no room for a copy of {self._path} ({free // 2**20} MiB are free).")


def thinned(moments: Iterable[datetime]) -> list[datetime]:
    """Of backups made at these times, those that can be removed."""
    ordered = sorted(moments, reverse=True)
    days: dict[object, datetime] = {}
    weeks: dict[object, datetime] = {}
    for moment in ordered:
        days.setdefault(moment.date(), moment)
        weeks.setdefault(moment.isocalendar()[:2], moment)
    kept = {*ordered[:NEWEST], *list(days.values())[:DAYS], *list(weeks.values())[:WEEKS]}
    return [moment for moment in ordered if moment not in kept]


def _dated(files: Iterable[Path], path: Path) -> Iterable[tuple[datetime, Path]]:
    for file in files:
        try:
            moment = datetime.strptime(file.stem[len(path.stem) + 1 :], _FORMAT).replace(tzinfo=UTC)
        except ValueError:
            continue
        yield moment, file


def _state_of(path: Path) -> object:
    """What changes with every change of anything people would miss."""

    def look(connection: Connection) -> object:
        columns = (func.count(), func.sum(matches.c.version), func.max(matches.c.updated), func.max(matches.c.id))
        return tuple(connection.execute(select(*columns)).one())

    try:
        return _looked(path, look)
    except StoreError:
        return None


def _faults_of(path: Path) -> str:
    return _looked(path, lambda connection: "; ".join(f"{one.code}: {one.what}" for one in faults(connection)))


def _looked(path: Path, look: Callable[[Connection], T]) -> T:
    connections = Connections(path, reading_only=True)
    try:
        with connections.reading() as connection:
            return look(connection)
    finally:
        connections.close()
