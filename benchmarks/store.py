"""What a post costs on disk, and whether that grows with the ledger.

    python -m benchmarks.store [--folder DIR]

Compares a post to a match with about 10 and about 10,000 entries: warm (the match is in memory) and cold (after
a restart), next to the barest durable commit SQLite can make in the same folder, in the same run.

2026-11-20, 2 cores, ext4, Python 3.11, SQLite 3.40.1, other programs running:
bare commit 0.34 ms, post 0.57 ms (warm) and 3.0 ms (cold) with 10,000 entries, view 0.27 ms;
post/bare=1.66 warm 10000/10=1.03 cold 10000/10=1.09
"""

from __future__ import annotations

import argparse
import sqlite3
import tempfile
import time
from pathlib import Path

from benchmarks.timing import show, timed
from companion.store import Store
from tests.store.support import new_match, post
from tests.store.toy import find_game

SMALL, LARGE = 10, 10_000


def bare_commit(folder: Path) -> float:
    """Milliseconds of commits of a 2 KB row into a WAL file with synchronous=FULL and nothing else."""
    raw = sqlite3.connect(folder / "bare.db", isolation_level=None)
    raw.execute("PRAGMA journal_mode=WAL")
    raw.execute("PRAGMA synchronous=FULL")
    raw.execute("CREATE TABLE t (id INTEGER PRIMARY KEY, data BLOB)")
    spent = timed(lambda: raw.execute("INSERT INTO t (data) VALUES (?)", (b"x" * 2048,)))
    raw.close()
    return show("bare durable commit", spent)


def cold_posts(path: Path, code: str) -> list[float]:
    """Milliseconds of posts that each find nothing of the match in memory."""
    spent = []
    for _ in range(30):
        with Store.open(path, find_game) as store:
            start = time.perf_counter()
            post(store, code, 1)
            spent.append(1000 * (time.perf_counter() - start))
    return spent


def fill(store: Store, code: str, wanted: int) -> None:
    """Post until the ledger has about `wanted` entries."""
    for _ in range(wanted - store.read(code).last):
        post(store, code, 1)


def measure(folder: Path) -> None:
    """Print one line for each figure, and the ratios at the end."""
    path = folder / "bench.db"
    bare = bare_commit(folder)
    with Store.open(path, find_game) as store:
        small, large = new_match(store), new_match(store)
        fill(store, large, LARGE)
        fill(store, small, SMALL)
        warm_small = show(f"post, warm, ledger from {SMALL}", timed(lambda: post(store, small, 1)))
        warm_large = show(f"post, warm, ledger from {LARGE}", timed(lambda: post(store, large, 1)))
        show("read a view, warm", timed(lambda: store.read(large)))
        show("read a view and 50 lines of the log", timed(lambda: store.read(large).entries(50)))
    cold_small = show(f"post, cold, ledger from {SMALL}", cold_posts(path, small))
    cold_large = show(f"post, cold, ledger from {LARGE}", cold_posts(path, large))
    print(f"file: {path.stat().st_size / LARGE / 1000:.2f} KB an entry")
    print(
        f"post/bare={warm_large / bare:.2f} warm {LARGE}/{SMALL}={warm_large / warm_small:.2f} "
        f"cold {LARGE}/{SMALL}={cold_large / cold_small:.2f}"
    )


def main() -> None:
    """Run the benchmark in the given folder."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--folder", type=Path, help="where to write; the disk that is measured")
    folder = parser.parse_args().folder
    with tempfile.TemporaryDirectory(dir=folder) as work:
        measure(Path(work))


if __name__ == "__main__":
    main()
