"""Where the database is stored, and where it must not be."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Mapping
from pathlib import Path

from companion.engine.core.text import Text, t
from companion.store.database.postgres import is_address
from companion.store.errors import StoreError

FILE_NAME = "companion.db"
_ROOM = 2**18  # bytes that a change and its log may take
_REMOTE = (
    *("nfs", "nfs4", "cifs", "smb3", "smbfs", "afs", "ceph", "glusterfs", "lustre", "beegfs", "ncpfs", "davfs"),
    *("vboxsf", "prl_fs"),  # folders shared into a virtual machine
    *("fuse.sshfs", "fuse.rclone", "fuse.davfs", "fuse.glusterfs", "fuse.s3fs"),
)
_MOUNTS = Path("/proc/self/mounts")


def default_location(environ: Mapping[str, str] = os.environ, platform: str = sys.platform) -> Path | str:
    """The location used when none is given: `$COMPANION_DATA`, else a file in the platform's data folder."""
    given = environ.get("COMPANION_DATA", "")
    if given:
        return given if is_address(given) else store_file(given)
    return user_folder("Application Support", "XDG_DATA_HOME", ".local/share", environ, platform) / FILE_NAME


def user_folder(library: str, variable: str, usual: str, environ: Mapping[str, str], platform: str) -> Path:
    """Our own folder where the platform has files of one kind for programs of this user.

    `library` names the kind on macOS (in `~/Library`); elsewhere the environment `variable` says where it is, else it
    is `usual` in the home folder. Windows has one place for all kinds.
    """
    home = Path.home()
    if platform == "win32":
        return Path(environ.get("LOCALAPPDATA") or home / "AppData" / "Local") / "companion"
    if platform == "darwin":
        return home / "Library" / library / "companion"
    return Path(environ.get(variable) or home / usual) / "companion"


def store_file(place: Path | str) -> Path:
    """The database file for a path; a folder (or a name without an ending) stands for `companion.db` inside it.

    Raises StoreError for the address of a database server.
    """
    if "://" in str(place):
        raise StoreError(f"{place}: matches are kept in a file, or in PostgreSQL (postgresql://...).")
    path = Path(place).expanduser().absolute()
    if path.is_dir() or (not path.suffix and not path.exists()):
        return path / FILE_NAME
    return path


def make_room(path: Path) -> None:
    """Create the folder of the file and the file itself, readable by its owner only. Raises StoreError."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.touch(mode=0o600, exist_ok=True)
    except OSError as error:
        raise StoreError(f"{path}: cannot be written ({error.strerror}). Choose another place with --data.") from error


def nearly_full(path: Path) -> Text | None:
    """A text saying that the disk of a file is full, or None while there is room."""
    try:
        free = shutil.disk_usage(path.parent).free
    except OSError:
        return None
    return t("The disk is full: nothing can be saved now.") if free < _ROOM else None


def refuse_network(path: Path, mounts: str | None = None) -> None:
    """Raise StoreError when the file would be on a network file system, where locks and syncs cannot be trusted."""
    kind = _windows_kind(path) if sys.platform == "win32" else mount_kind(path, _mounts() if mounts is None else mounts)
    if kind in _REMOTE:
        raise StoreError(
            f"{path}: this is a network folder ({kind}), where a power cut or a lost connection can damage matches. "
            "Choose a place on this computer with --data."
        )


def mount_kind(path: Path, mounts: str) -> str:
    """The type of the file system that a path is on, from a table of mounts; "" when it is not known."""
    best, kind = "", ""
    for line in mounts.splitlines():
        fields = line.split(" ")
        if len(fields) < 3:
            continue
        point = fields[1].replace("\\040", " ")
        if path.is_relative_to(point) and len(point) >= len(best):
            best, kind = point, fields[2]
    return kind


def _mounts() -> str:
    try:
        return _MOUNTS.read_text("utf-8", errors="replace")
    except OSError:
        return ""


def _windows_kind(path: Path) -> str:
    import ctypes  # only where it is needed

    drive_remote = 4
    kind = ctypes.windll.kernel32.GetDriveTypeW(path.anchor)  # type: ignore[attr-defined]
    return "smbfs" if kind == drive_remote or path.anchor.startswith("\\\\") else ""
