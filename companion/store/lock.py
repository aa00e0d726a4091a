"""The lock that keeps a second server away from a file.

It is a lock of the operating system on a file beside the database, so it ends with the process, even by
kill -9. The file stays; what is written in it only helps people to find the other server.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import IO

from companion.store.errors import StoreError, StoreInUse

try:
    import fcntl
except ImportError:  # Windows
    fcntl = None  # type: ignore[assignment]


class FileLock:
    """A lock held from `FileLock(path)` to `release()`. Raises StoreInUse when another process (or store) has it."""

    def __init__(self, database: Path) -> None:
        self.path = database.with_name(database.name + ".lock")
        try:
            self._file: IO[str] = self.path.open("a+", encoding="utf-8")
        except OSError as error:
            raise StoreError(f"{self.path}: cannot be written ({error.strerror}).") from error
        try:
            _grab(self._file)
        except OSError:
            holder = _holder(self._file)
            self._file.close()
            raise StoreInUse(
                f"{database} is in use by another Companion{holder}. Stop that one, or choose another file with --data."
            ) from None
        self._file.truncate(0)
        self._file.write(str(os.getpid()))
        self._file.flush()

    def release(self) -> None:
        """Let go of the lock."""
        self._file.close()


def _grab(file: IO[str]) -> None:
    if fcntl is not None:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        return
    import msvcrt  # the other half of the platform switch

    file.seek(2**30)  # a byte nobody writes: the number at the beginning stays readable
    msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)


def _holder(file: IO[str]) -> str:
    file.seek(0)
    number = file.read(20).strip()
    return f" (process {number})" if number.isdigit() else ""
