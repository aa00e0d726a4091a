"""Several processes at the same matches: news cross over; a worker may stop or be killed; an update disturbs nobody."""

from __future__ import annotations

import html
import os
import re
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.parse
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.games import load_game
from companion.store import Store
from companion.web.app.tokens import form_token
from tests.browser.brink import put_up
from tests.browser.server import free_port
from tests.postgres.server import Postgres

ROOT = Path(__file__).parents[2]
NOW = "2026-11-22T10:00:00+00:00"


class Served:
    """`companion serve --workers 2` on a database of its own, and a match of a real game on it."""

    def __init__(self, address: str) -> None:
        self.address, self.token = address, ""
        self.port = next(port for port in iter(free_port, 0) if _is_free(port + 1))
        self.process = self.start(self.port, 2)
        with Store.open(address, load_game) as store:
            game = load_game("two_bases")
            self.code = store.create(game, ["blue", "orange"], {}, {}, release="1", now=NOW)
            self.token = store.join(self.code, "Anna", NOW, host=True)
            device = store.device(self.code, self.token)
            assert device is not None
            for seat in ("blue", "orange"):
                store.take_seat(self.code, device.id, seat)
            self.device = device.id

    def start(self, port: int, workers: int) -> subprocess.Popen[bytes]:
        command = ["serve", "--workers", str(workers), "--no-qr", "--host", "127.0.0.1", "--port", str(port)]
        process = subprocess.Popen([sys.executable, "-m", "companion.cli", *command, "--data", self.address],
                                   cwd=ROOT, stdout=subprocess.DEVNULL)  # fmt: skip
        for n in range(workers):
            until(lambda n=n: self.ask("/ready", port + n) == 200)  # type: ignore[misc]
        return process

    def ask(self, path: str, port: int) -> int:
        try:
            with urllib.request.urlopen(self.request(path, port), timeout=10) as answer:
                return int(answer.status)
        except urllib.error.HTTPError as error:
            return error.code
        except OSError:
            return 0

    def request(self, path: str, port: int) -> urllib.request.Request:
        return urllib.request.Request(f"http://127.0.0.1:{port}{path}", headers={"Cookie": f"phone={self.token}"})

    def listen(self, port: int) -> Iterator[int]:
        """The versions a phone hears of."""
        with urllib.request.urlopen(self.request(f"/m/{self.code}/events", port), timeout=30) as stream:
            yield 0
            for line in stream:
                if line.startswith(b"id: "):
                    yield int(line[4:])

    def children(self) -> list[int]:
        pid = self.process.pid
        return [int(one) for one in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]

    def stop(self) -> None:
        self.process.terminate()
        self.process.wait(30)


def _is_free(port: int) -> bool:
    with socket.socket() as tried:
        return tried.connect_ex(("127.0.0.1", port)) != 0


def until(true: object, seconds: float = 40) -> None:
    end = time.monotonic() + seconds
    while not true():  # type: ignore[operator]
        assert time.monotonic() < end
        time.sleep(0.05)


@pytest.fixture(scope="module")
def served(postgres: Postgres) -> Iterator[Served]:
    pytest.importorskip("gunicorn")
    found = Served(postgres.fresh())
    try:
        yield found
    finally:
        found.stop()


def changed(store: Store, served: Served) -> int:
    store.wish(served.code, served.device, "")
    return store.version(served.code)


@pytest.mark.slow
def test_a_phone_hears_of_what_came_through_another_process(served: Served) -> None:
    """Both workers, and a third process, tell each other within a moment."""
    with Store.open(served.address, load_game) as store:
        store.hear_others(lambda: ())
        lines = [served.listen(served.port + n) for n in (0, 1)]
        assert [next(line) for line in lines] == [0, 0]
        until(lambda: store.hears_others)
        began = time.monotonic()
        version = changed(store, served)
        assert [next(line) for line in lines] == [version, version]
        assert time.monotonic() - began < 5
        for line in lines:
            line.close()  # type: ignore[attr-defined]


@pytest.mark.slow
def test_a_killed_worker_is_replaced_on_its_port(served: Served) -> None:
    """The other one serves on meanwhile; after a moment both do."""
    before = served.children()
    assert len(before) == 2
    os.kill(before[0], signal.SIGKILL)
    answers = [served.ask(f"/m/{served.code}", served.port + n) for n in (0, 1)]
    assert 200 in answers
    until(lambda: len(served.children()) == 2 and set(served.children()) != set(before))
    until(lambda: [served.ask("/ready", served.port + n) for n in (0, 1)] == [200, 200])


@pytest.mark.slow
def test_odds_are_worked_out_beside_a_worker(served: Served) -> None:
    """A worker has one thread for everybody: odds are for a process of their own, and pages come meanwhile."""
    with Store.open(served.address, load_game) as store:
        code, _ = put_up(store)
        token = store.join(code, "Anna", NOW)
        device = store.device(code, token)
        assert device is not None
        store.take_seat(code, device.id, "knights")
    origin, jar = f"http://127.0.0.1:{served.port}", {"Cookie": f"phone={token}"}

    def page(path: str, data: dict[str, str] | None = None) -> tuple[str, str]:
        body = urllib.parse.urlencode(data).encode() if data else None
        request = urllib.request.Request(f"{origin}{path}", body, {**jar, "Origin": origin})
        with urllib.request.urlopen(request, timeout=60) as answer:
            return answer.read().decode(), answer.url.removeprefix(origin)

    text, _ = page(f"/m/{code}")
    key = re.findall(r'action="[^"]*/odds"[^<]*(?:<input[^>]*>\s*)*?<input[^>]*name="key" value="([^"]+)"', text)[0]
    workers = set(served.children())
    shown, address = page(f"/m/{code}/odds", {"csrf": form_token(token), "key": html.unescape(key)})
    grown = [int(one) for pid in workers
             for one in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]  # fmt: skip
    assert grown, "no process beside a worker"
    longest = 0.0
    for _ in range(600):
        began = time.monotonic()
        assert served.ask(f"/m/{code}", served.port) in (200, 403)
        longest = max(longest, time.monotonic() - began)
        if "Knights Hero 1" in shown and "hx-trigger" not in shown.partition('id="odds-more"')[2]:
            break
        time.sleep(0.1)
        shown, _ = page(address)
    else:
        pytest.fail("never finished")
    assert "%" in shown
    print(f"the longest page meanwhile took {longest:.2f} s")


@pytest.mark.slow
def test_an_update_while_people_play(served: Served) -> None:
    """A second server starts beside the first one, serves the same matches, and the first one stops at once though
    phones listen: their lines end, and they come back to the second."""
    port = next(port for port in iter(free_port, 0) if port not in (served.port, served.port + 1))
    second = served.start(port, 1)
    line = served.listen(served.port)
    assert next(line) == 0
    began = time.monotonic()
    served.process.terminate()
    assert list(line) == []
    assert time.monotonic() - began < 8
    served.process.wait(30)
    assert served.ask(f"/m/{served.code}", port) == 200
    again = served.listen(port)
    assert next(again) == 0
    again.close()  # type: ignore[attr-defined]
    served.process, served.port = second, port
