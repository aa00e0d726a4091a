"""Backup: a copy of a file that may be in use; it is checked before it gets its final name."""

from __future__ import annotations

import os
import sqlite3
from contextlib import suppress
from pathlib import Path

from companion.store.database.connections import look_only, translated
from companion.store.errors import StoreDamaged, StoreError


def copy_file(source: Path, target: Path, *, replace: bool = False) -> None:
    """Copy a database to `target`, which exists only once the copy is complete and on the disk.

    Raises StoreError when the target exists (unless `replace`) or cannot be written, StoreDamaged when the copy does
    not pass SQLite's integrity check.
    """
    if target.exists() and not replace:
        raise StoreError(f"{target} exists already. Choose another name, or replace it with --replace.")
    if target.exists() and target.samefile(source):
        raise StoreError(f"{target} is the file in use; a backup needs another name.")
    part = target.with_name(target.name + ".part")
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        part.unlink(missing_ok=True)
        part.touch(mode=0o600)
        _copy(source, part)
        _sync(part)
        part.replace(target)
    except OSError as error:
        raise StoreError(f"{target}: cannot be written ({error.strerror}).") from error
    finally:
        with suppress(OSError):
            part.unlink(missing_ok=True)


def _copy(source: Path, part: Path) -> None:
    with translated(source):
        old, new = look_only(source), sqlite3.connect(part)
        try:
            old.backup(new)
            new.execute("PRAGMA journal_mode=DELETE")  # one file, nothing beside it
            found = new.execute("PRAGMA integrity_check(1)").fetchone()[0]
        finally:
            new.close()
            old.close()
    if found != "ok":
        raise StoreDamaged(f"The copy of {source} is damaged ({found}); it was not kept.")


def _sync(path: Path) -> None:
    handle = os.open(path, os.O_RDWR)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
