"""A crowd of phones for `benchmarks.live`: small HTTP clients in one event loop that behave like browsers.

A phone either listens to the event stream and fetches its fragment at every event or, when the server has no free
stream, polls the version every few seconds as `app.js` does. Both keep their connections open.
"""

from __future__ import annotations

import asyncio
import re
import time
from contextlib import suppress
from dataclasses import dataclass, field
from urllib.parse import urlencode

POLL = 3.0
"""Seconds between two questions of a phone without a stream (`app.js`)."""
Answer = tuple[int, dict[str, str], bytes]
DATA = re.compile(rb"^data: (\d+)", re.MULTILINE)


class Line:
    """A persistent connection to the server."""

    def __init__(self, port: int) -> None:
        self._port = port
        self._reader: asyncio.StreamReader | None = None
        self._writer: asyncio.StreamWriter | None = None

    async def open(self) -> asyncio.StreamReader:
        """The reader of the connection; connects again if the server has closed it."""
        if self._reader is None or self._reader.at_eof():
            self._reader, self._writer = await asyncio.open_connection("127.0.0.1", self._port, limit=2**20)
        return self._reader

    async def send(self, method: str, path: str, headers: dict[str, str], body: str = "") -> tuple[int, dict[str, str]]:
        """Send a request and read status and headers of the response."""
        reader = await self.open()
        assert self._writer is not None
        more = {"Content-Length": str(len(body)), "Content-Type": "application/x-www-form-urlencoded"} if body else {}
        lines = [f"{name}: {value}" for name, value in {"Host": f"127.0.0.1:{self._port}", **headers, **more}.items()]
        self._writer.write("\r\n".join([f"{method} {path} HTTP/1.1", *lines, "", body]).encode())
        head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").split("\r\n")
        given = dict(line.lower().split(": ", 1) for line in head[1:] if ": " in line)
        return int(head[0].split()[1]), given

    async def ask(self, method: str, path: str, headers: dict[str, str], body: str = "") -> Answer:
        """Send a request and return the whole response; retries once on a new connection if the server had closed
        the old one.
        """
        for _ in range(2):
            try:
                status, given = await self.send(method, path, headers, body)
                reader = await self.open()
                content = await reader.readexactly(int(given.get("content-length", "0")))
                if given.get("connection") == "close":
                    self.close()
                return status, given, content
            except (ConnectionError, asyncio.IncompleteReadError):
                self.close()
        raise ConnectionError("the server hangs up")

    def close(self) -> None:
        """Close the connection."""
        if self._writer is not None:
            self._writer.close()
        self._reader = self._writer = None


@dataclass
class Phone:
    """One phone in a match. `seen` is when it first had the fragment of each version, in `perf_counter` seconds."""

    code: str
    token: str
    port: int
    seen: dict[int, float] = field(default_factory=dict)
    streams: bool = False
    version: int = 0
    busy: float = 0.0

    def __post_init__(self) -> None:
        """Three connections: for the stream, for pages, for posts."""
        self.line, self._stream, self._posts, self._tag = Line(self.port), Line(self.port), Line(self.port), ""
        self.changed, self.ready = asyncio.Event(), asyncio.Event()

    @property
    def headers(self) -> dict[str, str]:
        """The request headers that a browser sends."""
        origin = f"http://127.0.0.1:{self.port}"
        return {"Cookie": f"phone={self.token}", "Origin": origin, "Accept-Encoding": "gzip"}

    async def live(self, phase: float) -> None:
        """Stay up to date until cancelled: by stream if the server has a free one, else by polling."""
        with suppress(ConnectionError):
            await self.fetch()
            if not await self._listen():
                self.ready.set()
                await asyncio.sleep(phase * POLL)
                await self._poll()

    async def fetch(self) -> None:
        """Get the fragment, unless it has not changed."""
        known = {"If-None-Match": self._tag} if self._tag else {}
        status, given, _ = await self.line.ask("GET", f"/m/{self.code}/live?tab=now", {**self.headers, **known})
        if status == 200:
            self._tag = given["etag"]
            self.version = int(self._tag.partition('"')[2].split("-")[0])
            self.seen[self.version] = time.perf_counter()
            self.changed.set()

    async def _listen(self) -> bool:
        status, _ = await self._stream.send("GET", f"/m/{self.code}/events?v={self.version}", self.headers)
        if status != 200:
            self._stream.close()
            return False
        self.streams = True
        self.ready.set()
        reader = await self._stream.open()
        while line := await reader.readline():
            found = DATA.match(line)
            if found and int(found[1]) > self.version:
                await self.fetch()
        return True

    async def _poll(self) -> None:
        while True:
            began = time.perf_counter()
            _, _, body = await self.line.ask("GET", f"/m/{self.code}/version", self.headers)
            self.busy = max(self.busy, time.perf_counter() - began)
            if int(re.findall(rb"\d+", body)[0]) > self.version:
                await self.fetch()
            await asyncio.sleep(POLL)

    async def until(self, version: int, limit: float) -> float | None:
        """When this phone had the fragment of a version or a later one, or None if that took longer than `limit`
        seconds.
        """
        end = time.perf_counter() + limit
        while not (later := [at for one, at in self.seen.items() if one >= version]):
            self.changed.clear()
            with suppress(TimeoutError):
                await asyncio.wait_for(self.changed.wait(), max(0.01, end - time.perf_counter()))
            if time.perf_counter() > end:
                return None
        return min(later)

    async def post(self, path: str, fields: dict[str, list[str]]) -> int:
        """Post a form on a separate connection, as htmx would use any free one. Returns the status."""
        status, _, _ = await self._posts.ask("POST", path, self.headers, urlencode(fields, doseq=True))
        return status

    def hang_up(self) -> None:
        """Close all connections."""
        self.line.close()
        self._posts.close()
        self._stream.close()
