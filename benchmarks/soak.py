"""Many answers one after another: does the memory of the server stay constant?

    python -m benchmarks.soak [--minutes 30] [--matches 60] [--workers 2] [--whole]

`companion serve --workers N` on a PostgreSQL of its own, six phones a match on streams, and in every match the next
answer (or taking it back) comes as soon as all six have the one before. Ledgers grow all the time. With `--whole` a
match is played on to its end instead, its phones go, and another match begins. An answer counts when all six phones
have it.

What comes before the caches are full does not count: before `WARM` answers of each worker, as the largest cache that
every answer fills has room for 4,000, and before the first values that nobody uses have been dropped again (`IDLE`; of
`--whole` these are the first matches). After that memory is looked at every five seconds, of each worker by itself
(`VmRSS`), and of the largest process of PostgreSQL without the buffers that all its processes share (`RssAnon`), whose
size is a setting. It says how much the median of the last quarter differs from that of the first one, and what 2
million answers would make of that if it went on so.
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
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any, NamedTuple

from benchmarks.many import Served, copies, cpu, family
from benchmarks.tables import Row, keep, table
from companion.web.app.cache import IDLE
from tests.postgres.server import Postgres

EVERY = 5.0
"""Seconds between two looks at the memory."""
EACH = 60
"""So many looks later it is told."""
WARM = 5_000
"""Answers of each worker that fill its caches."""
UNEVEN = 1.2
"""Matches do not spread evenly over the workers: so many times the answers until all have had theirs."""
WANTED = 2_000_000
MOST_ANSWERS, SHORTEST, FASTEST = 1_000, 100, 40
"""Of whole matches: the answers of one at most and at least, and how many a second a small machine may do."""


class Look(NamedTuple):
    """The seconds and answers so far, and the memory in MB of each worker and of PostgreSQL's largest process."""

    seconds: float
    answers: int
    workers: tuple[float, ...]
    database: float

    def told(self) -> str:
        """In words."""
        return f"workers {' and '.join(f'{one:.0f}' for one in self.workers)} MB, PostgreSQL {self.database:.0f} MB"


def megabytes(pid: int, what: str) -> float:
    """A line of a process's status, in MB; 0 for a process that has just ended."""
    with suppress(OSError):
        told = Path(f"/proc/{pid}/status").read_text().partition(f"{what}:")[2].split()
        return int(told[0]) / 1024 if told else 0.0
    return 0.0


class Soak:
    """A server, its database, and a crowd that plays as fast as it can."""

    def __init__(self, database: Postgres, given: argparse.Namespace) -> None:
        address = database.fresh()
        self._database, self._given = database, given
        later = int(60 * given.minutes * FASTEST / SHORTEST) if given.whole else 0
        plans = copies(address, given.matches + later, MOST_ANSWERS if given.whole else 0)
        self._plan: dict[str, Any] = {
            "tables": [{**plan, "answers": []} for plan in plans], "answers": plans[0]["answers"], "think": 0,
            "seconds": 60 * given.minutes, "warm": 1, "told": EVERY,
        }  # fmt: skip
        if given.whole:
            self._plan["at_once"] = given.matches
        self.served = Served(address, given.workers, bare=False)
        self.crowd: subprocess.Popen[str] | None = None

    def begin(self) -> None:
        """Start the crowd, when the server is up."""
        asyncio.run(self.served.up())
        self._began = time.perf_counter()
        self.crowd = subprocess.Popen([sys.executable, "-m", "benchmarks.fanout"], stdin=subprocess.PIPE,
                                      stdout=subprocess.PIPE, text=True)  # fmt: skip
        assert self.crowd.stdin is not None
        self.crowd.stdin.write(json.dumps({**self._plan, "ports": self.served.ports}) + "\n")
        self.crowd.stdin.flush()

    def looks(self, found: dict[str, Any]) -> Iterator[Look]:
        """The memory each time the crowd says how far it is; `found` gets its results. Raises RuntimeError if the
        server or the crowd has ended too early.
        """
        assert self.crowd is not None
        assert self.crowd.stdout is not None
        for said in self.crowd.stdout:
            if self.served.process.poll() is not None:
                raise RuntimeError("the server has ended")
            if said.startswith("{"):
                found.update(json.loads(said))
                return
            word, _, count = said.strip().partition(" ")
            if word == "answers":
                yield self._look(int(count))
        raise RuntimeError("the crowd has ended")

    def _look(self, answers: int) -> Look:
        workers = tuple(megabytes(pid, "VmRSS") for pid in family(self.served.process.pid)[1:])
        assert len(workers) == self._given.workers, "a worker has ended"
        return Look(
            time.perf_counter() - self._began,
            answers,
            workers,
            max(megabytes(pid, "RssAnon") for pid in family(self._database.pid)),
        )

    def end(self) -> None:
        """End the crowd and the server."""
        if self.crowd is not None:
            self.crowd.kill()
            self.crowd.wait()
        self.served.stop()


def told(what: str, looks: list[Look], size: Callable[[Look], float]) -> Row:
    """The results for one process."""
    quarter = max(1, len(looks) // 4)
    answers = looks[-1].answers - looks[0].answers
    early, late = (statistics.median(map(size, some)) for some in (looks[:quarter], looks[-quarter:]))
    between = max(1.0, answers * (len(looks) - quarter) / len(looks))
    return {
        "what": what, "MB early": early, "MB late": late, "most": max(map(size, looks)),
        "%": 100 * (late - early) / early, "answers": answers,
        "MB more in 2 million, as it went on": (late - early) / between * WANTED,
    }  # fmt: skip


def soaked(database: Postgres, given: argparse.Namespace) -> list[Row]:
    """Run it. Prints its progress, and what an answer costs; returns the results for each process."""
    soak, found, looks = Soak(database, given), dict[str, Any](), list[Look]()
    try:
        soak.begin()
        began = time.perf_counter()
        used = [0.0, 0.0]
        for look in soak.looks(found):
            pids = (soak.served.process.pid, database.pid)
            used = used if looks else [cpu(family(pid)) for pid in pids]
            looks.append(look)
            if len(looks) % EACH == 0:
                print(f"{len(looks) * EVERY / 60:.0f} min, {look.answers} answers: {look.told()}", flush=True)
            spent = [cpu(family(pid)) - before for pid, before in zip(pids, used, strict=True)]
        seconds = time.perf_counter() - began
    finally:
        soak.end()
    answers = looks[-1].answers
    each = [f"{1000 * one / max(1, answers):.1f} ms of {whose}" for one, whose in zip(
        [*spent, found["cpu"]], ["the workers", "PostgreSQL", "the crowd"], strict=True)]  # fmt: skip
    print(f"{answers} answers in {seconds / 60:.0f} minutes, {answers / seconds:.1f} a second; "
          f"for each {', '.join(each)}; "
          f"{WANTED} would take {WANTED / max(1e-9, answers / seconds) / 3600:.1f} hours; "
          f"matches finished {found['finished']}, not counted {found['refused']}, "
          f"lines broken {found['broken']}")  # fmt: skip
    least, since = UNEVEN * WARM * given.workers, UNEVEN * IDLE
    warm = [look for look in looks if look.answers >= least and look.seconds >= since]
    if not warm:
        print(f"The caches may not be full: that takes {least:.0f} answers and {since:.0f} seconds.")
        warm = looks[len(looks) // 2 :]
    names = [f"worker {n + 1}" for n in range(given.workers)]
    rows = [told(name, warm, lambda look, n=n: look.workers[n]) for n, name in enumerate(names)]  # type: ignore[misc]
    return [*rows, told("PostgreSQL, its largest process", warm, lambda look: look.database)]


def main() -> None:
    """Print the answers per second, and a table of memory."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--minutes", type=float, default=30)
    parser.add_argument("--matches", type=int, default=60)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--whole", action="store_true", help="matches are played to their end, and others begin")
    parser.add_argument("--json", type=Path, help="keep the figures in this file")
    given = parser.parse_args()
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(hard, 65536), hard))
    database = Postgres(durable=True)
    try:
        rows = soaked(database, given)
    finally:
        database.remove()
    print(table(rows))
    keep(given.json, "soak", rows)


if __name__ == "__main__":
    main()
