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

from companion.store.database import tables
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


class Prepared:
    """A schema that is filled from a file once, and put back to that before every round."""

    def __init__(self, file: Path, postgres: Postgres) -> None:
        first, self.address = postgres.fresh(), postgres.fresh()
        for address in (first, self.address):
            move(file, address)
        self.raw = psycopg.connect(self.address, autocommit=True, prepare_threshold=1)
        kept = _schema(first)
        found = self.raw.execute(
            "SELECT table_name FROM information_schema.tables WHERE table_schema = %s", (_schema(self.address),)
        ).fetchall()
        named = {name for (name,) in found}
        order = [table.name for table in tables.metadata.sorted_tables if table.name in named]
        self._again = f"TRUNCATE {', '.join(order)};" + "".join(
            f'INSERT INTO {name} OVERRIDING SYSTEM VALUE SELECT * FROM "{kept}".{name};' for name in order
        )

    def put_back(self) -> None:
        """As it was filled; nobody may be at work."""
        with self.raw.transaction():
            self.raw.execute(self._again)

    def close(self) -> None:
        """Put it away."""
        self.raw.close()


def _schema(address: str) -> str:
    with psycopg.connect(address) as link:
        return str((link.execute("SELECT current_schema()").fetchone() or ("",))[0])


class SharedServer(Server):
    """Two workers on a prepared schema. `others` are the workers of the round before, whose connections are used on."""

    def __init__(self, prepared: Prepared, rng: Random, others: SharedServer | None = None) -> None:
        self.prepared, self.rng, self.fate = prepared, rng, dict[str, Moment](dies="")
        self.told = dict[str, int]()
        prepared.put_back()
        left = [worker._db for worker in others.workers] if others else [None] * WORKERS
        self.workers = [self._risen(connections) for connections in left]
        self.last = 0

    @property
    def store(self) -> MortalStore:  # type: ignore[override]
        """Whichever the message gets to."""
        self.last = self.rng.randrange(WORKERS)
        return self.workers[self.last]

    def close(self) -> None:
        """Put it away."""
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

    def replace_all(self) -> None:
        """All forget what they remember, as new ones would; only connections are kept."""
        self.workers = [self._risen(worker._db) for worker in self.workers]

    def row(self, query: str, *values: Any) -> tuple[Any, ...]:
        """The first row of a query, read past the program; () when there is none."""
        return self.prepared.raw.execute(query.replace("?", "%s").encode(), values).fetchone() or ()

    def _risen(self, connections: Any = None) -> Worker:
        worker = Worker(find_game, connections, None) if connections else Worker.open(self.prepared.address, find_game)
        assert isinstance(worker, Worker)
        worker.fate = self.fate
        worker.subscribe(self._hear)
        return worker


def run_shared(orders: int, seed: int, shelf: Shelf, postgres: Postgres) -> Iterator[Report]:
    """Play so many orders on two workers; gives the report after every round."""
    report, number, prepared = Report(), 0, Prepared(shelf.file, postgres)
    server: SharedServer | None = None
    try:
        while report.orders < orders:
            server = SharedServer(prepared, Random(f"{seed}/{number}/way"), server)
            played = []
            for position in shelf.positions[: orders - report.orders]:
                order = Order(StoreWire(server, position), Random(f"{seed}/{number}/{position.name}"))
                report.failures += [f"{seed}/{number} {position.name}: {problem}" for problem in order.play()]
                report.happened += order.happened
                played.append(order)
            server.replace_all()
            for order in played:
                at = order.wire.position.name
                report.failures += [f"{seed}/{number} {at}: {problem}" for problem in seen_again(order)]
            report.orders += len(played)
            number += 1
            yield report
    finally:
        prepared.close()
        if server is not None:
            server.close()
