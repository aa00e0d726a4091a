"""Compiled templates, kept between starts: compiling them takes most of the time until the first page.

They are run as code, so they are used only from a folder that nobody else can write to.
"""

from __future__ import annotations

import os
import stat
import sys
from collections.abc import Mapping
from contextlib import suppress
from hashlib import blake2b
from pathlib import Path

import jinja2
from jinja2 import FileSystemBytecodeCache
from jinja2.bccache import Bucket

from companion.store.database.location import user_folder


class Compiled(FileSystemBytecodeCache):
    """A cache of compiled templates in a folder; where that cannot be read or written they are compiled again."""

    def load_bytecode(self, bucket: Bucket) -> None:
        """Read a template from the cache, if it is there."""
        with suppress(OSError, EOFError, ValueError, TypeError):
            super().load_bytecode(bucket)

    def dump_bytecode(self, bucket: Bucket) -> None:
        """Write a template to the cache."""
        with suppress(OSError):
            super().dump_bytecode(bucket)


def kept_in(folder: str, release: str) -> Compiled | None:
    """The cache of this release below a folder, or None where others can write to the folder."""
    words = f"{release} {jinja2.__version__} {sys.version}"
    place = Path(folder) / f"pages-{blake2b(words.encode(), digest_size=6).hexdigest()}"
    try:
        place.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError:
        return None
    return Compiled(str(place)) if is_ours(place) and is_ours(place.parent) else None


def is_ours(place: Path) -> bool:
    """Whether a folder belongs to the user running this program and nobody else can write there."""
    if sys.platform == "win32":
        return place.is_dir()
    try:
        found = place.lstat()
    except OSError:
        return False
    others = stat.S_IWGRP | stat.S_IWOTH
    return stat.S_ISDIR(found.st_mode) and found.st_uid == os.geteuid() and not found.st_mode & others


def cache_folder(environ: Mapping[str, str] = os.environ, platform: str = sys.platform) -> str:
    """Where programs keep what they can make again: systemd's cache folder for a service, else the platform's."""
    if given := environ.get("CACHE_DIRECTORY", "").partition(":")[0]:
        return given
    return str(user_folder("Caches", "XDG_CACHE_HOME", ".cache", environ, platform))
