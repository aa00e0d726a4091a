"""Many tables on several processes and PostgreSQL, all on one machine, beside a bare fan-out of the same messages.

    python -m benchmarks.many [--matches 10 25 50] [--workers 2] [--think 10] [--posts 20]

Every level starts `companion serve --workers N` on a fresh schema of a PostgreSQL of its own that waits for the disk,
and six phones a match, all on streams, spread over the workers. In every match somebody answers (or takes it back)
about every `--think` seconds; in some the time is taken from the POST to the last of six phones having its fragment.
Then the same crowd plays on the same server with pages that say nothing: streams, LISTEN/NOTIFY and 3 KB of text. The
crowd runs on the same cores and is part of what is measured. Processor time an answer, all six fragments included, says
more than times on a machine that has other work. Figures and machine: docs/many-tables.md.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import resource
import subprocess
import sys
import time
from pathlib import Path
from random import Random
from typing import Any

from flask import Flask, Response, request

from benchmarks.crowd import Phone
from benchmarks.live import LONGEST, PHONES, Play, Table, lay_at, quantiles, times
from companion.games import load_game
from companion.store import Store
from companion.web.play.streams import Hub
from companion.web.serving.workers import Workers
from tests.browser.server import free_port
from tests.postgres.server import Postgres

TIMED = 3
FRAGMENT = "x" * 3000


class Served:
    """The workers on some ports, and what they use."""

    def __init__(self, address: str, workers: int, *, bare: bool) -> None:
        self.ports = [free_port()]
        self.ports += [self.ports[0] + n for n in range(1, workers)]
        program = "from gevent import monkey; monkey.patch_all(); from benchmarks.many import bare; bare()"
        serve = ["-m", "companion.cli", "serve", "--no-qr", "--host", "127.0.0.1", "--workers", str(workers),
                 "--port", str(self.ports[0]), "--data", address]  # fmt: skip
        given = {**os.environ, "BARE": f"{address} {self.ports[0]} {workers}"}
        self.process = subprocess.Popen([sys.executable, *(["-c", program] if bare else serve)], env=given,
                                        stdout=subprocess.DEVNULL)  # fmt: skip

    async def up(self) -> None:
        """Until all ports answer."""
        for port in self.ports:
            while True:
                try:
                    _, writer = await asyncio.open_connection("127.0.0.1", port)
                    writer.close()
                    break
                except OSError:
                    assert self.process.poll() is None, "the server did not start"
                    await asyncio.sleep(0.05)
        await asyncio.sleep(2)

    def stop(self) -> None:
        """End it."""
        self.process.terminate()
        self.process.wait(30)


def family(pid: int) -> list[int]:
    """A process and its children."""
    return [pid, *map(int, Path(f"/proc/{pid}/task/{pid}/children").read_text().split())]


def cpu(pids: list[int]) -> float:
    """Seconds of CPU used so far."""
    used = 0.0
    for pid in pids:
        try:
            one = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
        except OSError:
            continue
        used += (int(one[11]) + int(one[12])) / os.sysconf("SC_CLK_TCK")
    return used


def memory(pids: list[int]) -> float:
    """Megabytes resident of the largest."""
    return max(int(Path(f"/proc/{pid}/status").read_text().partition("VmRSS:")[2].split()[0]) for pid in pids) / 1024


async def level(served: Served, tables: list[Table], given: argparse.Namespace, database: int) -> dict[str, Any]:
    """All tables at once; what it took and cost."""
    await served.up()
    ports = served.ports
    parties = [[Phone(table.code, role.token, ports[n % len(ports)]) for n, role in enumerate(table.roles)]
               for table in tables]  # fmt: skip
    rng, tasks = Random(1), []
    for party in parties:
        tasks += [asyncio.create_task(phone.live(rng.random())) for phone in party]
        await asyncio.wait_for(asyncio.gather(*(phone.ready.wait() for phone in party)), LONGEST)
    plays = [Play(table, phones) for table, phones in zip(tables, parties, strict=True)]
    tasks += [asyncio.create_task(play.on(given.think, rng)) for play in plays[TIMED:]]
    await asyncio.sleep(3)
    turns = sum(play.n for play in plays)
    own, work, base = cpu([os.getpid()]), cpu(family(served.process.pid)), cpu(family(database))
    began = time.perf_counter()
    found = await asyncio.gather(*(times(play, given.posts, 1.0) for play in plays[:TIMED]))
    spent = time.perf_counter() - began
    everybody = [phone for party in parties for phone in party]
    answers = max(1, sum(play.n for play in plays) - turns)
    result = {
        "answers": answers / spent,
        "streams": sum(phone.streams for phone in everybody), "phones": len(everybody),
        "taken": [one for each in found for one in each], "refused": sum(play.refused for play in plays),
        "own": (cpu([os.getpid()]) - own) / spent, "work": (cpu(family(served.process.pid)) - work) / spent,
        "base": (cpu(family(database)) - base) / spent, "memory": memory(family(served.process.pid)),
    }  # fmt: skip
    for task in tasks:
        task.cancel()
    for phone in everybody:
        phone.hang_up()
    return result


def line(what: str, count: int, found: dict[str, Any]) -> float:
    """Print a level; gives its median."""
    print(f"{what:<5} {count:>4} matches {found['phones']:>5} phones ({found['streams']} streams): "
          f"{quantiles(found['taken'])} ms; not counted {found['refused']}; CPU workers {100 * found['work']:.0f} %, "
          f"database {100 * found['base']:.0f} %, crowd {100 * found['own']:.0f} %; "
          f"an answer {1000 * found['work'] / found['answers']:.0f} ms in the workers and "
          f"{1000 * found['base'] / found['answers']:.1f} ms in the database ({found['answers']:.1f} a second); "
          f"{found['memory']:.0f} MB the largest worker", flush=True)  # fmt: skip
    return sorted(found["taken"])[len(found["taken"]) // 2]


class Bare(Workers):
    """The same workers with pages that say nothing."""

    def load(self) -> Flask:
        """Streams, news, and a text of the size of a fragment."""
        store, hub, app = Store.open(self.data, load_game), Hub(100_000), Flask("bare")
        store.subscribe(hub.tell)
        store.hear_others(hub.codes)
        now: dict[str, int] = {}
        store.subscribe(lambda code, version: now.update({code: max(version, now.get(code, 1))}))

        @app.get("/m/<code>/events")
        def events(code: str) -> Response:
            stream = hub.join(object())
            assert stream is not None
            known = int(request.args["v"])
            return Response(hub.events(stream, code, known, now.get(code, 1), 15), mimetype="text/event-stream")

        @app.get("/m/<code>/live")
        def live(code: str) -> Response:
            response = Response(FRAGMENT, mimetype="text/plain")
            response.set_etag(f"{now.get(code, 1)}-x", weak=True)
            return response

        @app.post("/m/<code>/<path:_act>")
        def act(code: str, _act: str) -> Response:
            store._tell(code, 1 + int(request.form["post"].removeprefix("bench-")))
            return Response("", 303)

        return app


def bare() -> None:
    """The program of the bare server."""
    address, port, workers = os.environ["BARE"].split()
    Bare(address, "127.0.0.1", int(port), int(workers), {}, False).run()


def main() -> None:
    """One line a level, with pages and without, and their ratio."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--matches", nargs="*", type=int, default=[10, 25, 50])
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--posts", type=int, default=20, help="timed posts in each of three matches")
    parser.add_argument("--think", type=float, default=10, help="seconds between two answers of a match")
    given = parser.parse_args()
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(hard, 65536), hard))
    database = Postgres(durable=True)
    assert database.pid
    try:
        for count in given.matches:
            address = database.fresh()
            tables = lay_at(address, count)
            medians = []
            for is_bare in (False, True):
                served = Served(address, given.workers, bare=is_bare)
                try:
                    found = asyncio.run(level(served, tables, given, database.pid))
                finally:
                    served.stop()
                medians.append(line("bare" if is_bare else "pages", count, found))
            print(f"pages/bare={medians[0] / medians[1]:.1f} ({PHONES} phones a match)", flush=True)
    finally:
        database.remove()


if __name__ == "__main__":
    main()
