"""How quickly phones see an answer, what a phone costs the server, and which server to use.

    python -m benchmarks.live [--server waitress|gunicorn] [--matches 1 50 200] [--posts 30] [--think 10] [--folder DIR]

Every level starts the real server (`companion serve`; or gunicorn with threads, `pip install gunicorn`) on a file with
matches of a real game in full swing, six phones at each. In every match somebody answers (or takes it back) about
every `--think` seconds. In two matches the time is taken from the POST to the last of the six phones having its
fragment: one whose phones all have streams, one whose phones all ask every three seconds, as all do that find the 48
streams of a server taken. `--idle` opens that many connections that never say a word, as browsers do in advance.

Figures and machine: docs/figures.md.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import resource
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Callable
from functools import partial
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

from flask import Flask

from benchmarks.crowd import POLL, Line, Phone
from benchmarks.store import bare_commit
from benchmarks.tables import Row, keep, table
from benchmarks.timing import show, timed, worked
from companion.engine.core.effects import Ask
from companion.engine.core.questions import sample
from companion.engine.match.ledger import MemoryLedger
from companion.engine.match.live import Match
from companion.games import load_game
from companion.store import Store
from companion.web import Config, create_app
from companion.web.app.tokens import form_token
from companion.web.play.answers import encode
from tests.browser.server import free_port
from tests.interleavings.positions import NOW, RELEASE, Role, cast, recorded, sit

PHONES = 6
LONGEST = 30.0
"""Seconds after which a phone counts as never having seen an answer."""


class Table(NamedTuple):
    """A match in the file: its phones, and an answer of the first phone that can be given and undone."""

    code: str
    roles: tuple[Role, ...]
    key: str
    fields: dict[str, list[str]]


def lay(folder: Path, count: int) -> list[Table]:
    """Create a file with so many matches."""
    return lay_at(folder / "companion.db", count)


def lay_at(place: Path | str, count: int) -> list[Table]:
    """Create so many matches at any location of a store."""
    match, seats, seat = asked_of_a_seat()
    question = next(one for one in match.questions() if one.seat == seat)
    fields = encode(question.part, sample(question.part, Random(1)))
    tables = []
    with Store.open(place, load_game) as store:
        for _ in range(count):
            fresh = Match(match.game, match.save_text(), MemoryLedger(), 0)
            code = store.create_demo(fresh, seats=seats, settings={}, rulings={}, release=RELEASE, now=NOW)
            roles = [sit(store, code, held, host) for held, host in cast(seats)]
            roles.sort(key=lambda role: seat not in role.seats)
            tables.append(Table(code, tuple(roles), question.key, fields))
    return tables


def asked_of_a_seat() -> tuple[Match, tuple[str, ...], str]:
    """A recorded match at a moment when a seat must decide something (no dice, which cannot be undone alone)."""
    for match, seats in recorded():
        found = [q.seat for q in match.questions() if isinstance(q.part, Ask) and q.seat in seats]
        if found:
            return match, seats, found[0]
    raise AssertionError("no such moment in the recorded games")


class Running:
    """A server process on a folder."""

    def __init__(self, kind: str, folder: Path) -> None:
        self.port = free_port()
        serve = [
            sys.executable,
            "-m",
            "companion.cli",
            "serve",
            "--no-qr",
            "--host",
            "127.0.0.1",
            "--port",
            str(self.port),
        ]
        bind = ["-b", f"127.0.0.1:{self.port}", "-k", "gthread", "--threads", "64", "--keep-alive", "60"]
        gunicorn = [sys.executable, "-m", "gunicorn", "--log-level", "error", *bind, "benchmarks.live:wsgi()"]
        began = time.perf_counter()
        self._process = subprocess.Popen(
            [*serve, "--data", str(folder)] if kind == "waitress" else gunicorn,
            env={**os.environ, "COMPANION_BENCH": str(folder)}, stdout=subprocess.DEVNULL,
        )  # fmt: skip
        while not self._answers():
            assert self._process.poll() is None, "the server did not start"
            time.sleep(0.005)
        self.start_up = time.perf_counter() - began

    def _answers(self) -> bool:
        try:
            with urllib.request.urlopen(f"http://127.0.0.1:{self.port}/health", timeout=2) as answer:
                return bool(answer.status == 200)
        except OSError:
            return False

    def _pids(self) -> list[int]:
        own = self._process.pid
        children = Path(f"/proc/{own}/task/{own}/children").read_text().split()
        return [own, *map(int, children)]

    def memory(self) -> float:
        """Resident memory in MB of its largest process (gunicorn has a master process besides)."""
        lines = [Path(f"/proc/{pid}/status").read_text().partition("VmRSS:")[2].split()[0] for pid in self._pids()]
        return max(map(int, lines)) / 1024

    def cpu(self) -> float:
        """CPU seconds used so far."""
        stats = [Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split() for pid in self._pids()]
        return sum(int(one[11]) + int(one[12]) for one in stats) / os.sysconf("SC_CLK_TCK")

    def stop(self) -> None:
        """End the process."""
        self._process.terminate()
        try:
            self._process.wait(15)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()


def wsgi() -> Flask:
    """The application for gunicorn, on the folder that is measured."""
    store = Store.open(Path(os.environ["COMPANION_BENCH"]), load_game)
    return create_app(store, Config(secret=store.secret.hex()))


class Play:
    """A player who answers and undoes the answer, again and again."""

    def __init__(self, table: Table, phones: list[Phone]) -> None:
        self.table, self.phones, self.n, self.refused = table, phones, 0, 0
        self._csrf = [form_token(phones[0].token)]

    async def turn(self) -> None:
        """Answer, or undo the answer."""
        self.n += 1
        more = {"csrf": self._csrf, "post": [f"bench-{self.n}"]}
        if self.n % 2:
            fields = {**self.table.fields, "key": [self.table.key], **more}
            status = await self.phones[0].post(f"/m/{self.table.code}/answer", fields)
        else:
            status = await self.phones[0].post(f"/m/{self.table.code}/undo/{self.n - 1}", more)
        self.refused += status != 303

    async def on(self, think: float, rng: Random) -> None:
        """Play until cancelled, about every `think` seconds."""
        while True:
            await asyncio.sleep(rng.uniform(0.5, 1.5) * think)
            await self.turn()

    async def timed_turn(self) -> float:
        """Seconds from the POST until the last phone has the fragment that shows it."""
        before, began = self.phones[0].version, time.perf_counter()
        asyncio.get_running_loop().create_task(self.turn())
        seen = await asyncio.gather(*(phone.until(before + 1, LONGEST) for phone in self.phones))
        return max((at - began if at else LONGEST) for at in seen)


async def level(port: int, tables: list[Table], posts: int, think: float, idle: int) -> dict[str, Any]:
    """Measure all tables at the same time: the first by its streams, the second (if there is one) by its polls."""
    silent = [Line(port) for _ in range(idle)]
    await asyncio.gather(*(line.open() for line in silent))
    parties = [[Phone(table.code, role.token, port) for role in table.roles] for table in tables]
    order = [0, *range(2, len(parties)), *([1] if len(parties) > 1 else [])]  # table 1 comes last: no stream is left
    tasks, rng = [], Random(1)
    for n in order:
        tasks += [asyncio.create_task(phone.live(rng.random())) for phone in parties[n]]
        await asyncio.wait_for(asyncio.gather(*(phone.ready.wait() for phone in parties[n])), LONGEST)
    plays = [Play(table, phones) for table, phones in zip(tables, parties, strict=True)]
    tasks += [asyncio.create_task(play.on(think, rng)) for play in plays[2:]]
    await asyncio.sleep(min(think, 5))
    streamed, polled = await asyncio.gather(times(plays[0], posts, 0.5), times(plays[1], posts // 3, 0.1)
                                            if len(plays) > 8 else nothing())  # fmt: skip
    everybody = [phone for party in parties for phone in party]
    found = {
        "streams": sum(phone.streams for phone in everybody), "phones": len(everybody), "streamed": streamed,
        "polled": polled, "refused": sum(play.refused for play in plays),
        "slowest_poll": max(phone.busy for phone in everybody),
    }  # fmt: skip
    for task in tasks:
        task.cancel()
    for phone in everybody:
        phone.hang_up()
    for line in silent:
        line.close()
    return found


async def times(play: Play, posts: int, pause: float) -> list[float]:
    """The seconds of so many timed turns, with a pause in seconds between them."""
    taken = []
    for _ in range(posts):
        taken.append(await play.timed_turn())
        await asyncio.sleep(pause)
    return taken


async def nothing() -> list[float]:
    """An empty list of times."""
    return []


def quantiles(taken: list[float]) -> str:
    """Median and 99th percentile in milliseconds (of few values: the largest), as text."""
    if not taken:
        return "p50=     -  p99=     -"
    ordered = sorted(taken)
    last = ordered[min(len(ordered) - 1, int(0.99 * len(ordered)))]
    return f"p50={1000 * statistics.median(ordered):6.0f}  p99={1000 * last:6.0f}"


def crowds(kind: str, given: argparse.Namespace, folder: Path) -> None:
    """Print a row for each level, and the memory that a phone costs."""
    used: list[tuple[int, float]] = []
    rows: list[Row] = []
    for count in given.matches:
        place = folder / f"{kind}-{count}"
        place.mkdir()
        tables = lay(place, count)
        server = Running(kind, place)
        try:
            began, cpu = time.perf_counter(), server.cpu()
            found = asyncio.run(level(server.port, tables, given.posts, given.think, given.idle))
            share = (server.cpu() - cpu) / (time.perf_counter() - began)
            used.append((found["phones"], server.memory()))
        finally:
            server.stop()
        rows.append({
            "server": kind, "matches": count, "phones": found["phones"], "streams": found["streams"],
            "by streams, ms": quantiles(found["streamed"]), "by polls, ms": quantiles(found["polled"]),
            "slowest poll ms": 1000 * found["slowest_poll"], "not counted": found["refused"],
            "start-up s": server.start_up, "MB": used[-1][1], "CPU %": 100 * share, "load": os.getloadavg()[0],
        })  # fmt: skip
    print(table(rows), flush=True)
    keep(given.json, f"live {kind}", rows)
    if len(used) > 1:
        (few, small), (many, large) = used[0], used[-1]
        print(f"memory: {1024 * (large - small) / (many - few):.0f} KB a phone, {PHONES} phones a match")


def ratios(folder: Path) -> None:
    """Print the time of an answer in relation to a bare view and a bare durable commit."""
    bare = bare_commit(folder)
    laid, *_ = lay(folder, 1)
    with Store.open(folder / "companion.db", load_game) as store:
        app = create_app(store, Config(secret=store.secret.hex(), testing=True))
        app.add_url_rule("/bare", "bare", lambda: "ok")
        plain = Flask("plain")
        plain.add_url_rule("/bare", "bare", lambda: "ok")
        view = show("bare Flask view", worked(lambda: plain.test_client().get("/bare")))
        token = laid.roles[0].token
        headers = {"Cookie": f"phone={token}", "Origin": "http://localhost"}
        client, turn = app.test_client(use_cookies=False), iter(range(1, 10**6))

        def post() -> None:
            n = next(turn)
            more = {"csrf": form_token(token), "post": f"r-{n}", "key": laid.key}
            path = f"answer?{n}" if n % 2 else f"undo/{n - 1}"
            status = client.post(f"/m/{laid.code}/{path}", data={**laid.fields, **more}, headers=headers).status_code
            assert status in (303, 429), status
            app.extensions["companion"].posts._buckets.clear()

        answer = show("answer (or taking it back), posted", worked(post))
        waited = show("the same, with the wait for the disk", timed(post))
        page = show("fragment, drawn before", worked(lambda: client.get(f"/m/{laid.code}/live", headers=headers)))
        poll = show("version asked for", worked(lambda: client.get(f"/m/{laid.code}/version", headers=headers)))
    print(f"answer/view={answer / view:.1f} answer/commit={waited / bare:.1f} "
          f"fragment/view={page / view:.1f} poll/view={poll / view:.1f}")  # fmt: skip


def start_up(folder: Path, times_: int = 5) -> None:
    """Print the seconds until the first page, with an empty file."""
    spent = []
    for _ in range(times_):
        server = Running("waitress", folder)
        spent.append(server.start_up)
        server.stop()
    print(f"start-up p50={statistics.median(spent):.2f} s of {times_}")


def main() -> None:
    """Run the benchmarks asked for and print one line for each."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--server", nargs="+", choices=["waitress", "gunicorn"], default=["waitress"])
    parser.add_argument("--matches", nargs="*", type=int, default=[1, 50, 200])
    parser.add_argument("--posts", type=int, default=30, help="timed posts a level")
    parser.add_argument("--think", type=float, default=10, help="seconds between two answers of a match")
    parser.add_argument("--idle", type=int, default=0, help="connections that never ask for anything")
    parser.add_argument("--only-crowds", action="store_true", help="leave out ratios and start-up")
    parser.add_argument("--json", type=Path, help="keep the figures in this file")
    parser.add_argument("--folder", type=Path, help="where to write; the disk that is measured")
    given = parser.parse_args()
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(hard, 8192), hard))
    print(f"files: {soft} by default; polls every {POLL:.0f} s; an answer every {given.think:.0f} s and match")
    steps: list[Callable[[Path], None]] = [] if given.idle or given.only_crowds else [ratios, start_up]
    steps += [partial(crowds, kind, given) for kind in given.server]
    for number, step in enumerate(steps):
        with tempfile.TemporaryDirectory(dir=given.folder, prefix=f"live-{number}-") as work:
            step(Path(work))


if __name__ == "__main__":
    main()
