"""Reading an older file of ours that a stranger hands in: in a process of its own, with limits of memory and time.

A PDF is a program for its reader: a file of a megabyte can unfold to gigabytes. Here the reader is a child that may
take half a gigabyte and some seconds; if it dies, the file is refused and nothing else has happened.
"""

from __future__ import annotations

import json
import subprocess
import sys
from contextlib import suppress

from printables.errors import BadOption

MEMORY = 512 * 2**20
"""Bytes the reader may take; one of our largest files takes 120 million, most of it the program itself."""
SECONDS = 10
"""Time the reader may take; one of our largest files takes one second, most of it starting."""


def read_apart(data: bytes, *, seconds: float = SECONDS) -> dict[str, str]:
    """The fingerprints in a file, as `changes.read` gives them. Raises BadOption for `since`."""
    command = [sys.executable, "-m", "printables.apart"]
    try:
        done = subprocess.run(command, input=data, capture_output=True, timeout=seconds, check=False)
        found = json.loads(done.stdout)
    except (subprocess.TimeoutExpired, ValueError):
        raise BadOption("since", "that file is no PDF that can be read") from None
    if "refused" in found:
        raise BadOption("since", found["refused"])
    return dict(found["faces"])


def main() -> None:
    """Read a file from the standard input; write what it says, or why it is refused, as JSON."""
    limit()
    from printables.changes import read

    try:
        answer: dict[str, object] = {"faces": read(sys.stdin.buffer.read())}
    except BadOption as bad:
        answer = {"refused": bad.message}
    sys.stdout.write(json.dumps(answer))


def limit() -> None:
    """Bound the memory and the time of this process, where the system can (not on Windows: there only the time)."""
    with suppress(ImportError, ValueError, OSError):
        import resource

        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
        resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


if __name__ == "__main__":
    main()
