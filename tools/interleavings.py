"""Plays many orders of events at a table of six phones: `python -m tools.interleavings --orders 100000`.

What an order is, and what must hold, stands in `tests/interleavings`. Failures are printed with the name of their
order; the run ends with status 1 then. `--kills` adds rounds against real servers that are ended with kill -9.
`--shared` plays the orders on two workers and a PostgreSQL of their own; `--minutes` ends a run that takes longer.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.interleavings.killed import Storm
from tests.interleavings.orders import STEPS
from tests.interleavings.rounds import PAGES_EVERY, Report, Shelf, laid_out, run
from tests.postgres.server import running


def main() -> int:
    """Play and print the results. Returns 1 if anything was wrong."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--orders", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--pages-every", type=int, default=PAGES_EVERY, help="every so many rounds go through pages")
    parser.add_argument("--steps", type=int, nargs=2, default=STEPS, help="how many events an order has, low and high")
    parser.add_argument("--kills", type=int, default=0, help="how often a real server is killed, after the orders")
    parser.add_argument("--shared", action="store_true", help="two workers on PostgreSQL instead of one on a file")
    parser.add_argument("--minutes", type=float, default=0, help="stop after the round in which so many are over")
    parser.add_argument("--folder", type=Path, help="where the files lie (a folder in memory is faster)")
    given = parser.parse_args()
    with TemporaryDirectory(dir=given.folder) as folder:
        failures = orders(given, Path(folder))
        failures += kills(given.kills, given.seed, Path(folder))
    return 1 if failures else 0


def orders(given: argparse.Namespace, folder: Path) -> list[str]:
    """Play so many orders. Returns what was wrong."""
    report, began, told, shown, clock = Report(), time.process_time(), 0, 0, time.perf_counter()
    for report in rounds(given, laid_out(folder)) if given.orders else ():
        for line in report.failures[shown:]:
            print(f"  {line}", file=sys.stderr, flush=True)
        shown = len(report.failures)
        if report.orders // 1000 > told:
            told = report.orders // 1000
            print(f"  {report.orders} orders, {shown} failures", file=sys.stderr, flush=True)
        if given.minutes and time.perf_counter() - clock > 60 * given.minutes:
            break
    happened = ", ".join(f"{name} {times}" for name, times in sorted(report.happened.items()))
    print(f"orders={report.orders} through_pages={report.through_pages} failures={len(report.failures)}")
    print(f"seconds={time.perf_counter() - clock:.0f} cpu_seconds={time.process_time() - began:.0f} {happened}")
    return report.failures


def rounds(given: argparse.Namespace, shelf: Shelf) -> Iterator[Report]:
    """The rounds to play."""
    if not given.shared:
        yield from run(given.orders, given.seed, shelf, given.pages_every, (given.steps[0], given.steps[1]))
        return
    from tests.interleavings.shared import run_shared

    with running() as postgres:
        yield from run_shared(given.orders, given.seed, shelf, postgres)


def kills(count: int, seed: int, folder: Path) -> list[str]:
    """Kill real servers so many times. Returns what was wrong."""
    if not count:
        return []
    storm = Storm(folder, seed)
    failures = storm.blow(count)
    print("".join(f"  {line}\n" for line in failures), end="", file=sys.stderr)
    print(f"kills={storm.kills} acknowledged={storm.acknowledged} answers={storm.answers} failures={len(failures)}")
    return failures


if __name__ == "__main__":
    sys.exit(main())
