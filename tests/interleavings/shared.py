"""Two processes at the same matches on PostgreSQL, as far as one process can: every message takes either of them.

They share nothing but the database. One dies before a commit, after it, or in between messages; the other goes on, and
a new one takes its place. The same orders, the same verdict.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import psycopg

from companion.store.database.moving import move
from tests.interleavings.orders import Order, seen_again
from tests.interleavings.positions import find_game
from tests.interleavings.rounds import Report, Shelf
from tests.interleavings.servers import Moment, MortalStore, Server
from tests.interleavings.wires import StoreWire
from tests.postgres.server import Postgres

WORKERS = 2


class Worker(MortalStore):
    """One of them; when it is to die is said to all."""

    fate: dict[str, Moment]

    @property
    def dies(self) -> Moment:  # type: ignore[override]
        """At which moment of the next change."""
        return self.fate["dies"]

    @dies.setter
    def dies(self, moment: Moment) -> None:
        self.fate["dies"] = moment


class SharedServer(Server):
    """Two workers on a schema of their own, filled from a file."""

    def __init__(self, file: Path, postgres: Postgres, rng: Random) -> None:
        self.address, self.rng, self.fate = postgres.fresh(), rng, dict[str, Moment](dies="")
        self.told = dict[str, int]()
        move(file, self.address)
        self._raw_server = psycopg.connect(self.address, autocommit=True)
        self.workers = [self._risen() for _ in range(WORKERS)]
        self.last = 0

    @property
    def store(self) -> MortalStore:  # type: ignore[override]
        """Whichever the message gets to."""
        self.last = self.rng.randrange(WORKERS)
        return self.workers[self.last]

    def close(self) -> None:
        """Put it away."""
        self._raw_server.close()
        for worker in self.workers:
            worker.close()

    def kill(self) -> None:
        """One of them dies while nothing is going on."""
        self.last = self.rng.randrange(WORKERS)
        self.restart()

    def restart(self) -> None:
        """The one that died last is replaced."""
        self.workers[self.last]._db.close()
        self.workers[self.last] = self._risen()

    def row(self, query: str, *values: Any) -> tuple[Any, ...]:
        """The first row of a query, read past the program; () when there is none."""
        return self._raw_server.execute(query.replace("?", "%s"), values).fetchone() or ()

    def _risen(self) -> Worker:
        worker = Worker.open(self.address, find_game)
        assert isinstance(worker, Worker)
        worker.fate = self.fate
        worker.subscribe(self._hear)
        return worker


def run_shared(orders: int, seed: int, shelf: Shelf, postgres: Postgres) -> Iterator[Report]:
    """Play so many orders on two workers; gives the report after every round."""
    report, number = Report(), 0
    while report.orders < orders:
        server = SharedServer(shelf.file, postgres, Random(f"{seed}/{number}/way"))
        played = []
        try:
            for position in shelf.positions[: orders - report.orders]:
                order = Order(StoreWire(server, position), Random(f"{seed}/{number}/{position.name}"))
                report.failures += [f"{seed}/{number} {position.name}: {problem}" for problem in order.play()]
                report.happened += order.happened
                played.append(order)
            for _ in range(WORKERS):
                server.kill()
            for order in played:
                at = order.wire.position.name
                report.failures += [f"{seed}/{number} {at}: {problem}" for problem in seen_again(order)]
        finally:
            server.close()
        report.orders += len(played)
        number += 1
        yield report
