"""The first phones after a start come all at once: what a process learns of a game it must learn in one thread."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from benchmarks.live import lay_at

READERS = """
import sys
from threading import Barrier, Thread
from companion.games import load_game
from companion.store import Store
store, go = Store.open(sys.argv[1], load_game), Barrier(12)
def read():
    go.wait()
    store.read(sys.argv[2])
    seen.append(1)
seen = []
threads = [Thread(target=read) for _ in range(12)]
for thread in threads: thread.start()
for thread in threads: thread.join()
assert len(seen) == 12
"""


@pytest.mark.slow
def test_twelve_read_a_match_at_once(tmp_path: Path) -> None:
    """Once msgspec ended the process over it, in most starts."""
    (table,) = lay_at(tmp_path / "matches.db", 1)
    for _ in range(3):
        command = [sys.executable, "-X", "faulthandler", "-c", READERS, str(tmp_path / "matches.db"), table.code]
        found = subprocess.run(command, cwd=Path(__file__).parents[2], capture_output=True, text=True, check=False)
        assert found.returncode == 0, found.stderr[-3000:]
