"""Rounds of orders: one order from every position, on one server; then the server dies, and all phones look again."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import NamedTuple

from tests.interleavings.orders import STEPS, Order, seen_again
from tests.interleavings.positions import Position, build
from tests.interleavings.servers import PageServer, Server
from tests.interleavings.wires import PageWire, StoreWire

PAGES_EVERY = 20
"""Every so many rounds the orders go through the pages; the others through store and match alone."""


class Shelf(NamedTuple):
    """A file and the positions in it."""

    file: Path
    positions: list[Position]


@dataclass
class Report:
    """What a run came to: how many orders, how many through pages, how many posts were forms of
    these pages, what happened in them, what was wrong."""

    orders: int = 0
    through_pages: int = 0
    sent_by_forms: int = 0
    happened: Counter[str] = field(default_factory=Counter)
    failures: list[str] = field(default_factory=list)


def laid_out(folder: Path) -> Shelf:
    """The file all rounds begin from."""
    file = folder / "positions.db"
    return Shelf(file, build(file))


def run(
    orders: int, seed: int, shelf: Shelf, pages_every: int = PAGES_EVERY, steps: tuple[int, int] = STEPS
) -> Iterator[Report]:
    """Play so many orders; gives the report after every round. The same seed and shelf play the same."""
    report, number = Report(), 0
    while report.orders < orders:
        some = Shelf(shelf.file, shelf.positions[: orders - report.orders])
        play_round(report, some, f"{seed}/{number}", pages=number % pages_every == 0, steps=steps)
        number += 1
        yield report


def play_round(report: Report, shelf: Shelf, name: str, *, pages: bool, steps: tuple[int, int] = STEPS) -> None:
    """One order from each position on one server."""
    with TemporaryDirectory(dir=shelf.file.parent) as folder:
        server = PageServer(shelf.file, Path(folder)) if pages else Server(shelf.file, Path(folder))
        played: list[Order] = []
        try:
            for position in shelf.positions:
                wire = PageWire(server, position) if isinstance(server, PageServer) else StoreWire(server, position)
                order = Order(wire, Random(f"{name}/{position.name}"), steps)
                report.failures += [f"{name} {position.name}: {problem}" for problem in order.play()]
                report.happened += order.happened
                report.sent_by_forms += order.happened["sent"] * pages
                played.append(order)
            server.kill()
            for order in played:
                at = order.wire.position.name
                report.failures += [f"{name} {at}: {problem}" for problem in seen_again(order)]
        finally:
            server.close()
    report.orders += len(shelf.positions)
    report.through_pages += len(shelf.positions) * pages
