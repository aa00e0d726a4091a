"""A real server, six phones in threads of their own, and kill -9 again and again.

The phones look, fill in the forms of the pages and post over real connections. They lose requests (the connection
ends before the post is whole) and answers (it ends before the reply), repeat what was not acknowledged until it is, and
meanwhile the process is killed and started on the same file. This proves for a real process, its threads and its file
what the mass of orders proves for the program; only the power of the machine stays on.
"""

from __future__ import annotations

import http.client
import re
import threading
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from urllib.parse import urlencode

from companion.engine.game.record import begin
from companion.engine.match.ledger import MemoryLedger
from companion.engine.match.live import Match, Stamp
from companion.store import Store
from companion.web.app.tokens import form_token
from tests.browser.server import Server
from tests.browser.toyserver import find_game
from tests.engine.toy import GAME as TOY
from tests.interleavings.positions import NOW, RELEASE, Role, cast, sit
from tests.interleavings.wires import MASKED, VERDICTS
from tests.web.player import Controls, FormsOfPage, fill_in

SEATS = ("ann", "bob", "cat")
LONGEST_WAIT = 0.1
PROGRESS = 3
LOST = 0.12


@dataclass
class RealPhone:
    """A phone at a match of a real server."""

    n: int
    role: Role
    code: str
    port: int
    rng: Random
    acknowledged: list[str] = field(default_factory=list)
    sent: set[str] = field(default_factory=set)
    wrong: list[str] = field(default_factory=list)

    def play(self, stop: threading.Event) -> None:
        """Look and answer until told to stop; what is on its way then is settled first."""
        while not stop.is_set():
            try:
                page = self.page()
                forms = FormsOfPage(page).questions
                if forms:
                    self._answer(Controls(page, self.rng.choice(forms)))
                else:
                    time.sleep(0.01)
            except (OSError, http.client.HTTPException):
                time.sleep(0.02)

    def _answer(self, controls: Controls) -> None:
        post = f"{self.n}-{len(self.sent)}-{self.rng.random()}"
        data = {**fill_in(controls, self.rng), "post": post, "csrf": form_token(self.role.token)}
        self.sent.add(post)
        body = urlencode(data, doseq=True)
        for _ in range(2000):
            status = self._once(body)
            if status is not None:
                if status not in VERDICTS:
                    self.wrong.append(f"{post}: status {status}")
                if status == 303:
                    self.acknowledged.append(post)
                return
            time.sleep(0.02)
        self.wrong.append(f"{post}: never settled")

    def _once(self, body: str) -> int | None:
        """Send once; None when the reply, or the request, was lost."""
        fate = self.rng.random()
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=10)
        try:
            connection.putrequest("POST", f"/m/{self.code}/answer")
            for name, value in self._headers(body).items():
                connection.putheader(name, value)
            connection.endheaders((body[: len(body) // 2] if fate < LOST / 2 else body).encode())
            if fate < LOST:
                return None
            return connection.getresponse().status
        except (OSError, http.client.HTTPException):
            return None
        finally:
            connection.close()

    def _headers(self, body: str = "") -> dict[str, str]:
        origin = f"http://127.0.0.1:{self.port}"
        headers = {"Cookie": f"phone={self.role.token}", "Origin": origin}
        more = {"Content-Type": "application/x-www-form-urlencoded", "Content-Length": str(len(body))}
        return headers | more if body else headers

    def page(self) -> str:
        """The changing part of the play page."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=10)
        try:
            connection.request("GET", f"/m/{self.code}/live?tab=now", headers=self._headers())
            return connection.getresponse().read().decode()
        finally:
            connection.close()


class Storm:
    """Matches on a real server that is killed again and again."""

    def __init__(self, folder: Path, seed: int) -> None:
        self.folder = folder / "storm"
        self.folder.mkdir()
        self.rng = Random(seed)
        self.server = Server(self.folder, "toy")
        self.kills = self.acknowledged = self.answers = 0

    def blow(self, kills: int, at_once: int = 4) -> list[str]:
        """Kill so often, some times a match; gives what is wrong."""
        wrong: list[str] = []
        while self.kills < kills:
            wrong += self.match(min(at_once, kills - self.kills))
        return wrong

    def match(self, kills: int) -> list[str]:
        """One match through some kills, to the verdict."""
        code, roles = new_match(self.folder / "matches.db")
        self.server.start()
        phones = [
            RealPhone(n, role, code, self.server.port, Random(f"{self.rng.random()}")) for n, role in enumerate(roles)
        ]
        stop = threading.Event()
        threads = [threading.Thread(target=phone.play, args=(stop,)) for phone in phones]
        for thread in threads:
            thread.start()
        try:
            for _ in range(kills):
                await_progress(phones)
                time.sleep(self.rng.uniform(0, LONGEST_WAIT))
                self.server.kill()
                self.kills += 1
                self.server.start()
            await_progress(phones)
        finally:
            stop.set()
            for thread in threads:
                thread.join(60)
        shown = [tidy(phone.page()) for phone in phones]
        self.server.kill()
        self.server.start()
        again = [tidy(phone.page()) for phone in phones]
        self.server.kill()
        return [*self._judged(code, phones), *differing(phones, shown, again)]

    def _judged(self, code: str, phones: list[RealPhone]) -> list[str]:
        """What is wrong with the file."""
        posts = posts_of(self.folder / "matches.db", code)
        acknowledged = {post for phone in phones for post in phone.acknowledged}
        self.answers += len(posts)
        self.acknowledged += sum(len(phone.acknowledged) for phone in phones)
        unheard = [f"{post} is in the ledger and was not acknowledged" for post in posts if post not in acknowledged]
        return [*unheard, *miscounted(posts, phones)]


def new_match(address: Path | str) -> tuple[str, tuple[Role, ...]]:
    """A new match in a store, with six phones: its code, and who they are."""
    with Store.open(address, find_game) as store:
        match = Match.start(TOY, begin(TOY, SEATS, {"length": "long"}, {}), MemoryLedger(), Stamp("", NOW))
        code = store.create_demo(match, seats=SEATS, settings={}, rulings={}, release=RELEASE, now=NOW)
        return code, tuple(sit(store, code, seats, host) for seats, host in cast(SEATS))


def posts_of(address: Path | str, code: str) -> list[str]:
    """The posts of all entries of a match, in order."""
    with Store.open(address, find_game) as store:
        ledger = store.read(code).match.ledger
        return [ledger.get(n).post for n in range(1, ledger.last() + 1)]


def miscounted(posts: list[str], phones: Sequence[RealPhone]) -> list[str]:
    """What was acknowledged and is not there exactly once, came twice or from nobody; and what phones found wrong."""
    acknowledged = [post for phone in phones for post in phone.acknowledged]
    sent = {post for phone in phones for post in phone.sent}
    wrong = [f"{post} was acknowledged and is there {posts.count(post)} times" for post in acknowledged
             if posts.count(post) != 1]  # fmt: skip
    wrong += [f"{post} is there twice" for post in set(posts) if posts.count(post) > 1]
    wrong += [f"{post} was sent by nobody" for post in posts if post not in sent]
    return wrong + [problem for phone in phones for problem in phone.wrong]


def await_progress(phones: list[RealPhone]) -> None:
    """Until some more answers were acknowledged, or nobody has anything to answer any more."""
    before = sum(len(phone.acknowledged) for phone in phones)
    for _ in range(1500):
        if sum(len(phone.acknowledged) for phone in phones) >= before + PROGRESS:
            return
        time.sleep(0.01)


def tidy(page: str) -> str:
    """A page without what differs between any two."""
    return MASKED.sub("", re.sub(r"\s+", " ", page))


def differing(phones: list[RealPhone], shown: list[str], again: list[str]) -> list[str]:
    """Phones of one role that show different things, and phones a fresh server shows something else."""
    first: dict[str, str] = {}
    wrong = []
    for phone, page, later in zip(phones, shown, again, strict=True):
        if first.setdefault(phone.role.sees, page) != page:
            wrong.append(f"two phones of {phone.role.sees} show different things")
        if page != later:
            wrong.append(f"phone {phone.n} shows something else after a restart")
    return wrong
