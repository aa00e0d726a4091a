"""Two releases on the same matches: `python -m tools.side_by_side COMMIT` plays one through an older release and
this one.

Both serve on one PostgreSQL database that this release has created; the older one is taken from the history into a
folder of its own. Two phones answer in turn, each post going to the other release than the one before. After each post
both must show the same version, and streams at both must have reported it. Ends with status 1 if anything differs.
"""

from __future__ import annotations

import argparse
import os
import re
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from threading import Thread

from companion.games import load_game
from companion.store import Store
from tests.browser.server import free_port
from tests.interleavings.killed import RealPhone
from tests.interleavings.positions import NOW, Role, sit
from tests.postgres.server import running
from tests.web.player import Controls, FormsOfPage

ROOT = Path(__file__).parents[1]
OLDER = "2861378"
"""A commit with the same tables and states of games."""
GAME, SEATS = "two_bases", ("blue", "orange")


@contextmanager
def taken_out(commit: str) -> Iterator[Path]:
    """The files of a commit, in a temporary folder."""
    with tempfile.TemporaryDirectory(prefix="older-") as folder:
        archive = subprocess.run(["git", "archive", commit], cwd=ROOT, check=True, capture_output=True).stdout
        subprocess.run(["tar", "-x", "-C", folder], input=archive, check=True)
        yield Path(folder)


@contextmanager
def served(folder: Path, address: str) -> Iterator[int]:
    """Run the release in a folder on a port of its own, which it yields."""
    port = free_port()
    words = ["serve", "--workers", "1", "--no-qr", "--host", "127.0.0.1", "--port", str(port), "--data", address]
    process = subprocess.Popen([sys.executable, "-m", "companion.cli", *words], cwd=folder, stdout=subprocess.DEVNULL,
                               env={**os.environ, "PYTHONPATH": str(folder)})  # fmt: skip
    try:
        for _ in range(1200):
            try:
                with urllib.request.urlopen(f"http://127.0.0.1:{port}/ready", timeout=5):
                    break
            except OSError:
                if process.poll() is not None:
                    raise
                time.sleep(0.1)
        yield port
    finally:
        process.terminate()
        process.wait(30)


class Phone(RealPhone):
    """A phone whose messages are not lost and go to a chosen release."""

    def version(self, port: int) -> int:
        """The version that a release shows."""
        self.port = port
        found = re.findall(r'data-version="(\d+)"', self.page())
        return int(found[0]) if found else -1

    def turn(self, port: int) -> bool:
        """Answer a question through a release, if there is one. Returns whether there was."""
        self.port = port
        page = self.page()
        forms = FormsOfPage(page).questions
        if forms:
            self._answer(Controls(page, self.rng.choice(forms)))
        return bool(forms)


class Listener(Thread):
    """A stream of a phone at one release, and the last version it reported."""

    def __init__(self, phone: Phone, port: int) -> None:
        super().__init__(daemon=True)
        self.heard = 0
        request = urllib.request.Request(f"http://127.0.0.1:{port}/m/{phone.code}/events", headers=phone._headers())
        self._stream = urllib.request.urlopen(request, timeout=600)
        self.start()

    def run(self) -> None:
        """Listen until the stream ends."""
        try:
            for line in self._stream:
                if line.startswith(b"id: "):
                    self.heard = int(line[4:])
        except (OSError, ValueError):
            return


def play(older: Path, answers: int, seed: int = 1) -> tuple[int, list[str]]:
    """Play so many answers in turn. Returns how many counted, and what is wrong."""
    with running(durable=True) as postgres:
        address = postgres.fresh()
        with Store.open(address, load_game) as store:
            code = store.create(load_game(GAME), list(SEATS), {}, {}, release="1", now=NOW)
            roles: list[Role] = [sit(store, code, (seat,), seat == SEATS[0]) for seat in SEATS]
        with served(ROOT, address) as new, served(older, address) as old:
            ports, wrong = [new, old], list[str]()
            phones = [Phone(n, role, code, new, Random(seed + n)) for n, role in enumerate(roles)]
            listeners = [Listener(phones[0], port) for port in ports]
            for number in range(answers):
                port = ports[number % 2]
                for phone in phones:
                    if phone.turn(port):
                        break
                shown = {phone.version(one) for phone in phones for one in ports}
                if len(shown) != 1:
                    wrong.append(f"answer {number}: the releases show versions {sorted(shown)}")
                for listener in listeners:
                    wrong += _told(listener, max(shown), number)
            for phone in phones:
                wrong += phone.wrong
        with Store.open(address, load_game) as store:
            posts = [line.entry.post for line in store.read(code).entries(10_000).lines]
            acknowledged = [post for phone in phones for post in phone.acknowledged]
            wrong += [f"{post} is there {posts.count(post)} times" for post in acknowledged if posts.count(post) != 1]
            wrong += [fault.what for fault in store.faults]
        return len(acknowledged), wrong


def _told(listener: Listener, version: int, number: int) -> list[str]:
    """What is wrong with what a listener heard, five seconds later at most."""
    end = time.monotonic() + 5
    while listener.heard < version:
        if time.monotonic() > end:
            return [f"answer {number}: a stream heard of version {listener.heard}, not of {version}"]
        time.sleep(0.01)
    return []


def main() -> int:
    """Play and print the results. Returns 1 if anything is wrong."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("commit", nargs="?", default=OLDER)
    parser.add_argument("--answers", type=int, default=40)
    given = parser.parse_args()
    with taken_out(given.commit) as older:
        counted, wrong = play(older, given.answers)
    print("".join(f"  {line}\n" for line in wrong), end="", file=sys.stderr)
    print(f"{given.commit} and this release side by side: {counted} answers counted, {len(wrong)} differences")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
