"""A crowd of thousands of phones in a separate, cheap process: sockets, `epoll`, requests prepared beforehand.

    python -m benchmarks.fanout < plan.json > found.json

Every phone holds a stream and fetches its fragment at each event over a persistent connection, as `app.js` does. In
every match somebody answers or undoes the answer at times fixed beforehand, so a slow server does not reduce the load,
and the latency of an answer counts from when it was due. It ends when the last phone of the match has its fragment.
All phones of a match go to one worker, as `deploy/Caddyfile` leads them; `scattered`, to all workers in turn.
With `think` 0 the next answer comes as soon as the last phone has the fragment. With `told`, the answers so far are
said every so many seconds, and the time of each one is not kept. With `at_once`, only so many matches are played at the
same time, each to the end of its answers; then its phones are put away, and the next match begins.
"""

from __future__ import annotations

import heapq
import json
import selectors
import socket
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from random import Random
from typing import Any
from urllib.parse import urlencode
from zlib import crc32

from companion.web.app.tokens import form_token

MOST = 60.0
"""Seconds after which an answer counts as never seen."""
OPENING = 64
"""Lines that are being opened at once."""


class Line:
    """A persistent connection with one request at a time; `heard` gets each whole response."""

    def __init__(self, crowd: Crowd, port: int, heard: Callable[[bytes, bytes], None]) -> None:
        self.crowd, self.heard, self.streaming = crowd, heard, False
        self.waiting: list[bytes] = []
        self.busy = False
        self.got = b""
        self.port = port
        self.sock: socket.socket | None = None

    def ask(self, request: bytes) -> None:
        """Send a request after those already queued."""
        if self.busy:
            self.waiting.append(request)
            return
        self.busy = True
        if self.sock is None:
            self.sock = socket.create_connection(("127.0.0.1", self.port))
            self.sock.setblocking(False)
            self.crowd.watch(self.sock, self)
        self.sock.send(request)

    def close(self) -> None:
        """Hang up."""
        if self.sock is not None:
            self.crowd.forget(self.sock)
            self.sock = None

    def ready(self) -> None:
        """Read what has arrived."""
        if self.sock is None:  # hung up meanwhile
            return
        try:
            some = self.sock.recv(65536)
        except BlockingIOError:
            return
        except OSError:
            some = b""
        if not some:
            self.crowd.broken += 1
            self.crowd.forget(self.sock)
            self.sock, self.busy, self.streaming, self.got = None, False, False, b""
            return
        self.got += some
        if self.streaming:
            self.heard(b"", self.got)
            self.got = b""
            return
        head, end, rest = self.got.partition(b"\r\n\r\n")
        if not end:
            return
        if b"text/event-stream" in head:
            self.streaming, self.got = True, b""
            self.heard(head, rest)
            return
        at = head.lower().find(b"content-length: ")
        length = int(head[at + 16 :].split(b"\r\n", 1)[0]) if at >= 0 else 0
        if len(rest) < length:
            return
        self.got, self.busy = b"", False
        self.heard(head, rest)
        if self.waiting and not self.busy:
            self.ask(self.waiting.pop(0))


class Phone:
    """A phone: a stream, and a connection for pages."""

    def __init__(self, crowd: Crowd, party: Party, token: str, port: int) -> None:
        self.crowd, self.party, self.tag, self.version, self.wanted = crowd, party, b"", 0, 0
        self.listening = False
        self.pages = Line(crowd, port, self._page)
        self.stream = Line(crowd, port, self._event)
        self.head = (
            f"Host: 127.0.0.1:{port}\r\nCookie: phone={token}\r\nOrigin: http://127.0.0.1:{port}\r\n"
            + ("Accept-Encoding: gzip\r\n" if crowd.gzip else "")
        ).encode()
        self._get = f"GET /m/{party.code}/live?tab=now HTTP/1.1\r\n".encode() + self.head

    def fetch(self) -> None:
        """Request the fragment."""
        self.crowd.fetched += 1
        self.pages.ask(self._get + (b"If-None-Match: " + self.tag + b"\r\n\r\n" if self.tag else b"\r\n"))

    def _page(self, head: bytes, _body: bytes) -> None:
        at = head.lower().find(b"etag: ")
        if head[9:12] == b"200" and at >= 0:
            self.tag = head[at + 6 :].split(b"\r\n", 1)[0]
            self.version = int(self.tag.partition(b'"')[2].split(b"-")[0])
            self.party.seen(self)
        elif head[9:12] != b"304":
            self.crowd.refused += 1
        if self.version < self.wanted:
            self.fetch()
        elif not self.stream.busy:
            path = f"GET /m/{self.party.code}/events?v={self.version} HTTP/1.1\r\n".encode()
            self.stream.ask(path + self.head + b"\r\n")

    def _event(self, head: bytes, body: bytes) -> None:
        if head:
            self.listening = True
            self.crowd.opened(self)
        at = body.rfind(b"data: ")
        if at >= 0 and body[at + 6 : at + 7].isdigit():
            self.wanted = max(self.wanted, int(body[at + 6 :].split(b"\n", 1)[0]))
            if self.wanted > self.version and not self.pages.busy:
                self.fetch()


class Party:
    """The phones of a match. They give the `answers` of the plan one after another, or, without any, the first one
    gives an answer and undoes it.
    """

    def __init__(self, crowd: Crowd, given: dict[str, Any], ports: list[int]) -> None:
        self.crowd, self.code, self.n = crowd, given["code"], 0
        self.key, self.fields, self.answers = (
            given["key"],
            given["fields"],
            given["answers"] or crowd.plan.get("answers", []),
        )
        ours = ports if crowd.scattered else [ports[crc32(self.code.encode()) % len(ports)]]
        self.phones = [Phone(crowd, self, token, ours[n % len(ours)]) for n, token in enumerate(given["tokens"])]
        self.csrf = [form_token(token) for token in given["tokens"]]
        self.posts = Line(crowd, ours[0], self._posted)
        self.due: list[float] = []
        self.since: float | None = None
        self.goal = 0
        self.left: set[Phone] = set()

    @property
    def is_over(self) -> bool:
        """Whether all its answers have been given."""
        return bool(self.answers) and self.n >= len(self.answers)

    def leave(self) -> None:
        """Put all phones away."""
        for line in (self.posts, *(line for phone in self.phones for line in (phone.pages, phone.stream))):
            line.close()

    def turn(self, due: float) -> None:
        """Answer or undo, as soon as all phones have seen the answer before. `due` is when it should happen."""
        self.due.append(due)
        if self.since is None:
            self._send()

    def _send(self) -> None:
        self.since = self.due.pop(0)
        self.goal = max(phone.version for phone in self.phones) + 1
        self.left = set(self.phones)
        self.n += 1
        phone, path, fields = self._next()
        body = urlencode({**fields, "csrf": self.csrf[phone], "post": f"bench-{self.n}"}, doseq=True).encode()
        self.posts.ask(
            f"POST /m/{self.code}/{path} HTTP/1.1\r\n".encode() + self.phones[phone].head
            + b"Content-Type: application/x-www-form-urlencoded\r\nContent-Length: %d\r\n\r\n" % len(body) + body
        )  # fmt: skip

    def _next(self) -> tuple[int, str, dict[str, Any]]:
        """The next post: the index of the phone, the end of the address, the fields."""
        if self.answers:
            assert self.n <= len(self.answers), "more answers were due than were prepared"
            phone, key, fields = self.answers[self.n - 1]
            return phone, "answer", {**fields, "key": key}
        return (0, "answer", {**self.fields, "key": self.key}) if self.n % 2 else (0, f"undo/{self.n - 1}", {})

    def _posted(self, head: bytes, _body: bytes) -> None:
        if head[9:12] != b"303":
            self.crowd.refused += 1
            self.n -= 1
            self._done(None)

    def seen(self, phone: Phone) -> None:
        """Record that a phone has the fragment."""
        if self.since is not None and phone.version >= self.goal:
            self.left.discard(phone)
            if not self.left:
                self._done(time.perf_counter() - self.since)

    def late(self, now: float) -> None:
        """Give up an answer that took too long."""
        if self.since is not None and now - self.since > MOST:
            self._done(MOST)

    def _done(self, took: float | None) -> None:
        self.since = None
        self.crowd.done(self, took)
        if self.due:
            self._send()


@dataclass
class Crowd:
    """All phones, what they see, and the event loop."""

    plan: dict[str, Any]
    taken: list[float] = field(default_factory=list)
    refused: int = 0
    broken: int = 0
    fetched: int = 0
    answers: int = 0
    measuring: bool = False

    def __post_init__(self) -> None:
        """Make everybody; nobody asks for anything yet."""
        self.gzip, self.scattered = bool(self.plan.get("gzip")), bool(self.plan.get("scattered"))
        self._watched = selectors.DefaultSelector()
        given = self.plan["tables"]
        at_once = self.plan.get("at_once") or len(given)
        self.parties = [Party(self, one, self.plan["ports"]) for one in given[:at_once]]
        self._later, self.finished = given[at_once:], 0
        self._closed = [phone for party in self.parties for phone in party.phones]
        self.phones, self._opening, self.streams = len(self._closed), 0, 0
        self._closed.reverse()

    def watch(self, sock: socket.socket, line: Line) -> None:
        """Wait for data on a socket and tell its connection."""
        self._watched.register(sock, selectors.EVENT_READ, line)

    def forget(self, sock: socket.socket) -> None:
        """Stop waiting for a socket."""
        self._watched.unregister(sock)
        sock.close()

    def opened(self, phone: Phone) -> None:
        """Record that a phone listens, so that the next one can connect; a match that came later begins with its
        last phone.
        """
        if self._opening:
            self.streams += 1
            self._opening -= 1
        elif not phone.party.n and all(one.listening for one in phone.party.phones):
            phone.party.turn(time.perf_counter())

    def done(self, party: Party, took: float | None) -> None:
        """Record that an answer was seen by all after so many seconds, or failed (None)."""
        if took is not None:
            self.answers += 1
            if self.measuring and not self.plan.get("told"):
                self.taken.append(took)
        if "at_once" in self.plan and party.is_over:
            self._next_match(party)
        elif not self.plan["think"]:
            party.due.append(time.perf_counter())

    def _next_match(self, party: Party) -> None:
        """A match has been played: its phones go, others come, if there is another match."""
        party.leave()
        self.parties.remove(party)
        self.finished += 1
        if self._later:
            self.parties.append(Party(self, self._later.pop(0), self.plan["ports"]))
            for phone in self.parties[-1].phones:
                phone.fetch()

    def look(self, seconds: float) -> None:
        """Handle everything that arrives within so many seconds."""
        for key, _ in self._watched.select(seconds):
            key.data.ready()

    def open_all(self) -> float:
        """Make all phones fetch their page and listen. Returns the seconds it took."""
        began = time.perf_counter()
        while self.streams < self.phones:
            while self._closed and self._opening < OPENING:
                self._opening += 1
                self._closed.pop().fetch()
            self.look(0.5)
            assert time.perf_counter() - began < 600, f"{self.streams} of {self.phones} phones listen after ten minutes"
        return time.perf_counter() - began

    def play(self, seconds: float, warm: float, tell: Callable[[str], None]) -> float:
        """Play for `warm` seconds and then, measured, for `seconds`. Returns the CPU seconds of the crowd while
        measured.
        """
        rng, think, every = Random(1), self.plan["think"], self.plan.get("told", 0)
        start = time.perf_counter()
        first = list(self.parties)
        moments = [(start + rng.random() * (think or 1.0), n) for n in range(len(first))]
        heapq.heapify(moments)
        used, next_look, next_word = time.process_time(), start, start
        while (now := time.perf_counter()) < start + warm + seconds:
            if not self.measuring and now >= start + warm:
                self.measuring, self.answers, self.fetched, used = True, 0, 0, time.process_time()
                tell("measuring")
            while moments and moments[0][0] <= now:
                due, n = heapq.heappop(moments)
                first[n].turn(due)
                if think:
                    heapq.heappush(moments, (due + rng.uniform(0.5, 1.5) * think, n))
            if now >= next_look:
                next_look = now + 1
                for party in list(self.parties):
                    party.late(now)
            if self.measuring and every and now >= next_word:
                next_word = now + every
                tell(f"answers {self.answers}")
            self.look(max(0.0, min(0.2, moments[0][0] - now if moments else 0.2)))
        tell("measured")
        return time.process_time() - used

    def unseen(self) -> int:
        """How many answers are due and not yet seen by all."""
        return sum((party.since is not None) + len(party.due) for party in self.parties)


def main() -> None:
    """Read the plan, play, and print the results. Prints its progress, one word a line."""
    plan = json.loads(sys.stdin.readline())

    def tell(word: str) -> None:
        print(word, flush=True)

    crowd = Crowd(plan)
    opened = crowd.open_all()
    tell("opened")
    used = crowd.play(plan["seconds"], plan["warm"], tell)
    found = {
        "opened": opened, "phones": crowd.phones, "streams": crowd.streams, "taken": crowd.taken, "cpu": used,
        "refused": crowd.refused, "broken": crowd.broken, "fetched": crowd.fetched, "answers": crowd.answers,
        "unseen": crowd.unseen(), "finished": crowd.finished,
    }  # fmt: skip
    tell(json.dumps(found))


if __name__ == "__main__":
    main()
