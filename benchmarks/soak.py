"""Many answers one after another: does the memory of the server stay constant?

    python -m benchmarks.soak [--minutes 8] [--matches 60] [--workers 2]

`companion serve --workers N` on a PostgreSQL of its own, six phones a match on streams, and in every match the next
answer (or taking it back) comes as soon as all six have the one before. Ledgers grow all the time. Memory is looked at
every five seconds; the first quarter of the time fills the caches and does not count. It says how much the median of
the last quarter differs from that of the second one, and what 2 million answers would make of that if it went on so.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import resource
import statistics
import subprocess
import sys
import time
from pathlib import Path

from benchmarks.many import Served, copies, cpu, family, memory
from benchmarks.tables import Row, keep, table
from tests.postgres.server import Postgres

EVERY = 5.0
"""Seconds between two looks at the memory."""
EACH = 60
"""So many looks later it is told."""
WANTED = 2_000_000


def soaked(database: Postgres, given: argparse.Namespace) -> tuple[int, float, list[float], list[float]]:
    """The number of answers, the CPU seconds of the workers, and the memory in MB of the largest worker and of
    PostgreSQL's largest process over time.
    """
    address = database.fresh()
    plans = copies(address, given.matches)
    served = Served(address, given.workers, bare=False)
    try:
        asyncio.run(served.up())
        plan = {"ports": served.ports, "tables": plans, "think": 0, "seconds": 60 * given.minutes, "warm": 1}
        crowd = subprocess.Popen([sys.executable, "-m", "benchmarks.fanout"], stdin=subprocess.PIPE,
                                 stdout=subprocess.PIPE, text=True)  # fmt: skip
        assert crowd.stdin is not None
        assert crowd.stdout is not None
        crowd.stdin.write(json.dumps(plan) + "\n")
        crowd.stdin.flush()
        for said in crowd.stdout:
            if said.startswith("measuring"):
                break
        ours, theirs, began = [], [], cpu(family(served.process.pid))
        for _ in range(int(60 * given.minutes / EVERY)):
            time.sleep(EVERY)
            ours.append(memory(family(served.process.pid)))
            theirs.append(memory(family(database.pid)))
            if len(ours) % EACH == 0:
                print(
                    f"{len(ours) * EVERY / 60:.0f} min: {ours[-1]:.0f} MB, PostgreSQL {theirs[-1]:.0f} MB", flush=True
                )
        used = cpu(family(served.process.pid)) - began
        words = crowd.communicate(timeout=120)[0].splitlines()
    finally:
        served.stop()
    found = json.loads(words[-1])
    print(f"not counted {found['refused']}, lines broken {found['broken']}")
    return int(found["answers"]), used, ours, theirs


def told(what: str, seen: list[float], answers: int) -> Row:
    """The results for one process."""
    quarter = len(seen) // 4
    early, late = statistics.median(seen[quarter : 2 * quarter]), statistics.median(seen[-quarter:])
    grown = late - early
    return {
        "what": what, "MB early": early, "MB late": late, "%": 100 * grown / early, "answers": answers,
        "MB more in 2 million, as it went on": grown / max(1, answers / 2) * WANTED,
    }  # fmt: skip


def main() -> None:
    """Print the answers per second, and a table of memory."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--minutes", type=float, default=8)
    parser.add_argument("--matches", type=int, default=60)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--json", type=Path, help="keep the figures in this file")
    given = parser.parse_args()
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(hard, 65536), hard))
    database = Postgres(durable=True)
    try:
        answers, used, ours, theirs = soaked(database, given)
    finally:
        database.remove()
    a_second = answers / given.minutes / 60
    each, hours = 1000 * used / max(1, answers), WANTED / max(1e-9, a_second) / 3600
    print(f"{answers} answers in {given.minutes:g} minutes, {a_second:.1f} a second, {each:.1f} ms of the workers' CPU "
          f"for each; {WANTED} would take {hours:.1f} hours")  # fmt: skip
    rows = [told("the largest worker", ours, answers),
            told("the largest process of PostgreSQL, shared memory it touched included", theirs, answers)]  # fmt: skip
    print(table(rows))
    keep(given.json, "soak", rows)


if __name__ == "__main__":
    main()
