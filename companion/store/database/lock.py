"""The lock that keeps a second server from opening a file, under whatever name it is opened.

Operating system locks end with the process, even after kill -9. One lock is on a file beside the database (beside the
real file, if the name is a symbolic link); its text helps people to find the other server. On Linux another lock is on
the database itself, so that a hard link does not bypass the first. (On other systems this lock and SQLite's own would
conflict on the database; there a hard link is only detected within one process.)

The package `filelock` would only replace `_grab`: two locks at once, a file that must not be created, the number of the
holder and the open handles of this process would still be our own code.
"""

from __future__ import annotations

import os
import sys
import threading
from contextlib import suppress
from pathlib import Path
from typing import IO

from companion.store.errors import StoreError, StoreInUse

try:
    import fcntl
except ImportError:  # Windows
    fcntl = None  # type: ignore[assignment]

_held: set[tuple[int, int]] = set()
"""The databases this process has open. Looked at first: closing a second handle of a file would drop SQLite's locks."""
_holding = threading.Lock()


class FileLock:
    """A lock held from `FileLock(path)` to `release()`. The database must exist.

    Raises StoreInUse when another process (or store) holds it, StoreError when the lock cannot be written.
    """

    def __init__(self, database: Path) -> None:
        real = database.resolve()
        self.path = real.with_name(real.name + ".lock")
        self._id = _identity(real)
        self._files: list[IO[bytes]] = []
        with _holding:
            if self._id in _held:
                raise StoreInUse(_in_use(database, f" (process {os.getpid()})"))
            try:
                self._take(database, real)
            except BaseException:
                self._close()
                raise
            _held.add(self._id)

    def release(self) -> None:
        """Release the lock."""
        with _holding:
            if self._files:
                _held.discard(self._id)
            self._close()

    def _take(self, database: Path, real: Path) -> None:
        try:
            beside = self.path.open("a+b", buffering=0)
            self._files.append(beside)
            if fcntl is not None and sys.platform == "linux":
                self._files.append(real.open("rb"))
        except OSError as error:
            raise StoreError(f"{self.path}: cannot be written ({error.strerror}).") from error
        try:
            for file in self._files:
                _grab(file)
        except OSError:
            raise StoreInUse(_in_use(database, _holder(beside))) from None
        with suppress(OSError):  # on a full disk the lock holds all the same
            beside.truncate(0)
            beside.write(str(os.getpid()).encode())

    def _close(self) -> None:
        for file in self._files:
            file.close()
        self._files = []


def _identity(real: Path) -> tuple[int, int]:
    found = real.stat()
    return found.st_dev, found.st_ino


def _in_use(database: Path, holder: str) -> str:
    return f"{database} is in use by another Companion{holder}. Stop that one, or choose another file with --data."


def _grab(file: IO[bytes]) -> None:
    if fcntl is not None:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        return
    import msvcrt  # the other half of the platform switch

    file.seek(2**30)  # a byte nobody writes: the number at the beginning stays readable
    msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)


def _holder(file: IO[bytes]) -> str:
    file.seek(0)
    number = file.read(20).strip()
    return f" (process {number.decode()})" if number.isdigit() else ""
