"""Many tables on several processes and PostgreSQL on one machine, compared with a bare fan-out of the same messages.

    python -m benchmarks.many [--matches 10 25 50] [--workers 2] [--think 10] [--seconds 60]

Every level starts `companion serve --workers N` on a fresh schema of a PostgreSQL of its own that waits for the disk,
and six phones a match, all on streams, spread over the workers. In every match somebody answers (or takes it back)
about every `--think` seconds; each time is taken from the moment the POST was due to the last of six phones having its
fragment. Then the same crowd plays on the same server with pages that say nothing: streams, LISTEN/NOTIFY and 3 KB of
text. The crowd (`fanout`, a process of its own) runs on the same cores and is part of what is measured. Processor time
an answer, all six fragments included, says more than times on a machine that has other work. Figures and machine:
docs/many-tables.md.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import resource
import secrets
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path
from random import Random
from typing import Any

from flask import Flask, Response, request
from sqlalchemy import insert, select

from benchmarks.live import PHONES, Table, asked_of_a_seat, lay_at, quantiles
from benchmarks.tables import Row, keep, table
from companion.engine.core.errors import Refused
from companion.engine.core.questions import sample
from companion.engine.match.ledger import MemoryLedger
from companion.engine.match.live import Match, Stamp
from companion.games import load_game
from companion.store import Store
from companion.store.codes import LETTERS as ALPHABET
from companion.store.database import tables
from companion.store.devices import hashed
from companion.web.play.answers import encode
from companion.web.play.streams import Hub
from companion.web.serving.workers import Workers
from tests.browser.server import free_port
from tests.interleavings.positions import NOW
from tests.postgres.server import Postgres

LETTERS = str.maketrans("0123456789", ALPHABET[:10])
FRAGMENT = "x" * 3000
ANSWERS = 120
"""Answers of a match that are prepared."""


class Served:
    """The workers on some ports, and the resources they use."""

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
        """Wait until all ports answer."""
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
        """End the workers."""
        self.process.terminate()
        self.process.wait(30)


def family(pid: int) -> list[int]:
    """A process and its children, by process id."""
    return [pid, *map(int, Path(f"/proc/{pid}/task/{pid}/children").read_text().split())]


def cpu(pids: list[int]) -> float:
    """CPU seconds used so far."""
    used = 0.0
    for pid in pids:
        try:
            one = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
        except OSError:
            continue
        used += sum(map(int, one[11:15])) / os.sysconf("SC_CLK_TCK")  # its own, and that of children that have ended
    return used


def memory(pids: list[int]) -> float:
    """Resident memory in MB of the largest process; those that end just now have none."""
    sizes = [0]
    for pid in pids:
        with suppress(OSError):
            told = Path(f"/proc/{pid}/status").read_text().partition("VmRSS:")[2].split()
            sizes += [int(told[0])] if told else []
    return max(sizes) / 1024


def onward(table: Table, most: int) -> list[tuple[int, str, dict[str, list[str]]]]:
    """Answers by chance, as the match goes on: the index of the phone, the key of the question, the fields."""
    here, seats, _ = asked_of_a_seat()
    match, rng = Match(here.game, here.save_text(), MemoryLedger(), 0), Random(1)
    holders = {seat: n for n, role in enumerate(table.roles) for seat in role.seats}
    found: list[tuple[int, str, dict[str, list[str]]]] = []
    for _ in range(20 * most):
        asked = [question for question in match.questions() if question.seat in seats]
        if not asked or len(found) == most:
            break
        question = rng.choice(asked)
        raw = sample(question.part, rng)
        with suppress(Refused):
            match.answer(question.key, raw, Stamp(question.seat, NOW))
            found.append((holders[question.seat], question.key, encode(question.part, raw)))
    return found


def copies(address: str, count: int, answers: int = 0) -> list[dict[str, Any]]:
    """Plans of so many matches on a database: one is created, the others are copies with their own codes and phones.

    Each goes on for so many answers; without, one answer is given and undone again and again.
    """
    (table,) = lay_at(address, 1)
    plans = [{"code": table.code, "tokens": [role.token for role in table.roles], "key": table.key,
              "fields": table.fields, "answers": onward(table, answers) if answers else []}]  # fmt: skip
    with Store.open(address, load_game) as store, store._db.writing() as link:
        row, *_ = link.execute(select(tables.matches)).all()
        held = link.execute(select(tables.holds)).all()
        hashes = [hashed(role.token) for role in table.roles]
        phones = {one.token_hash: one for one in link.execute(select(tables.devices))}
        for n in range(1, count):
            code, tokens = f"{n:05d}".translate(LETTERS), [secrets.token_urlsafe(32) for _ in table.roles]
            link.execute(insert(tables.matches).values({**row._mapping, "id": row.id + n, "code": code}))
            for old, token in zip(hashes, tokens, strict=True):
                values = {**phones[old]._mapping, "match": row.id + n, "token_hash": hashed(token)}
                del values["id"]
                number = link.execute(insert(tables.devices).values(values)).inserted_primary_key
                seats = [{"match": row.id + n, "seat": one.seat, "device": number[0]} for one in held
                         if one.device == phones[old].id]  # fmt: skip
                if seats:
                    link.execute(insert(tables.holds), seats)
            plans.append({**plans[0], "code": code, "tokens": tokens})
        link.exec_driver_sql("ANALYZE")
    return plans


def level(served: Served, plans: list[dict[str, Any]], given: argparse.Namespace, database: int) -> dict[str, Any]:
    """Play all tables at the same time. Returns what it took and cost."""
    asyncio.run(served.up())
    plan = {"ports": served.ports, "tables": plans, "think": given.think, "seconds": given.seconds, "warm": given.warm,
            "gzip": given.gzip, "scattered": given.scattered}  # fmt: skip
    crowd = subprocess.Popen([sys.executable, "-m", "benchmarks.fanout"], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                             text=True)  # fmt: skip
    assert crowd.stdin is not None
    assert crowd.stdout is not None
    crowd.stdin.write(json.dumps(plan) + "\n")
    crowd.stdin.flush()
    spent: dict[str, tuple[float, float, float]] = {}
    family_ = family(served.process.pid)
    for said in crowd.stdout:
        if said.startswith("{"):
            break
        spent[said.strip()] = (time.perf_counter(), cpu(family_), cpu(family(database)))
    crowd.wait(60)
    found: dict[str, Any] = json.loads(said)
    (began, work, base), (ended, work_then, base_then) = spent["measuring"], spent["measured"]
    seconds = ended - began
    return {**found, "seconds": seconds, "a_second": found["answers"] / seconds, "own": found["cpu"] / seconds,
            "work": (work_then - work) / seconds, "base": (base_then - base) / seconds,
            "memory": memory(family_)}  # fmt: skip


def line(what: str, count: int, found: dict[str, Any]) -> float:
    """Print the results of a level. Returns its median in milliseconds."""
    answers = max(1e-9, found["a_second"])
    print(f"{what:<5} {count:>4} matches {found['phones']:>5} phones ({found['streams']} streams, all there after "
          f"{found['opened']:.0f} s): {len(found['taken'])} answers in {found['seconds']:.0f} s, "
          f"{quantiles(found['taken'])} ms, {found['unseen']} due and not seen at the end, not counted "
          f"{found['refused']}, lines broken {found['broken']}; CPU workers {100 * found['work']:.0f} %, "
          f"database {100 * found['base']:.0f} %, crowd {100 * found['own']:.0f} %; "
          f"an answer {1000 * found['work'] / answers:.0f} ms in the workers and "
          f"{1000 * found['base'] / answers:.1f} ms in the database ({answers:.1f} a second); "
          f"{found['memory']:.0f} MB the largest worker; load {os.getloadavg()[0]:.1f}", flush=True)  # fmt: skip
    return sorted(found["taken"])[len(found["taken"]) // 2] if found["taken"] else float("nan")


def figures(what: str, count: int, workers: int, found: dict[str, Any]) -> Row:
    """A level as a row of the table."""
    taken, answers = sorted(found["taken"]) or [float("nan")], max(1e-9, found["a_second"])
    return {
        "what": what, "matches": count, "phones": found["phones"], "workers": workers,
        "answers a second": found["a_second"], "p50 ms": 1000 * taken[len(taken) // 2],
        "p99 ms": 1000 * taken[min(len(taken) - 1, int(0.99 * len(taken)))], "not seen": found["unseen"],
        "refused": found["refused"], "CPU workers %": 100 * found["work"], "CPU database %": 100 * found["base"],
        "CPU crowd %": 100 * found["own"], "worker ms": 1000 * found["work"] / answers,
        "database ms": 1000 * found["base"] / answers, "MB": found["memory"], "load": os.getloadavg()[0],
    }  # fmt: skip


class Bare(Workers):
    """The same workers with an application whose pages have no content."""

    def load(self) -> Flask:
        """An application with streams, notifications, and a text of the size of a fragment."""
        store, hub, app = Store.open(self.data, load_game), Hub(100_000), Flask("bare")
        store.subscribe(hub.tell)
        store.hear_others(hub.codes)
        begun: dict[str, int] = {}
        now: dict[str, int] = {}

        def first(code: str) -> int:
            """The version in the database: whoever listens is told it now and then, and older ones are no news."""
            if code not in begun:
                begun[code] = store.version(code)
            return begun[code]

        def heard(code: str, version: int) -> None:
            now[code] = max(version, now.get(code, 0))

        store.subscribe(heard)

        @app.get("/m/<code>/events")
        def events(code: str) -> Response:
            stream = hub.join(object())
            assert stream is not None
            known, at = int(request.args["v"]), now.get(code) or first(code)
            return Response(hub.events(stream, code, known, at, 15), mimetype="text/event-stream")

        @app.get("/m/<code>/live")
        def live(code: str) -> Response:
            response = Response(FRAGMENT, mimetype="text/plain")
            response.set_etag(f"{now.get(code) or first(code)}-x", weak=True)
            return response

        @app.post("/m/<code>/<path:_act>")
        def act(code: str, _act: str) -> Response:
            store._tell(code, first(code) + int(request.form["post"].removeprefix("bench-")))
            return Response("", 303)

        return app


def bare() -> None:
    """The main program of the bare server."""
    address, port, workers = os.environ["BARE"].split()
    Bare(address, "127.0.0.1", int(port), int(workers), {}, False).run()


def main() -> None:
    """Print one line for each level, with pages and without, and their ratio."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--matches", nargs="*", type=int, default=[10, 25, 50])
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--seconds", type=float, default=60, help="how long each level is measured")
    parser.add_argument("--warm", type=float, default=15, help="how long each level plays before that")
    parser.add_argument("--think", type=float, default=10, help="seconds between two answers of a match; 0: at once")
    parser.add_argument("--gzip", action="store_true", help="phones take pages compressed (over TLS they are not)")
    parser.add_argument("--undo", action="store_true", help="one answer given and undone, instead of play that goes on")
    parser.add_argument("--scattered", action="store_true", help="phones of a match at different workers")
    parser.add_argument("--json", type=Path, help="keep the figures in this file, for `tools.model`")
    parser.add_argument("--only", choices=["pages", "bare"], help="one of the two alone")
    given = parser.parse_args()
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(hard, 65536), hard))
    database = Postgres(durable=True)
    assert database.pid
    rows: list[Row] = []
    try:
        for count in given.matches:
            medians = {}
            for what in ("pages", "bare"):
                if given.only not in (None, what):
                    continue
                address = database.fresh()
                plans = copies(address, count, 0 if given.undo else ANSWERS)
                served = Served(address, given.workers, bare=what == "bare")
                try:
                    found = level(served, plans, given, database.pid)
                finally:
                    served.stop()
                medians[what] = line(what, count, found)
                rows.append(figures(what, count, given.workers, found))
            if len(medians) == 2:
                ratio = medians["pages"] / medians["bare"]
                print(f"pages/bare={ratio:.1f} ({PHONES} phones a match)", flush=True)
                rows[-2:] = [{**row, "p50 to bare": ratio if row["what"] == "pages" else 1.0} for row in rows[-2:]]
    finally:
        database.remove()
        if rows:
            print(table(rows), flush=True)
            keep(given.json, "many", rows)


if __name__ == "__main__":
    main()
