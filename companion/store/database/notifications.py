"""Notifications between processes: whoever changes a match tells all others, through PostgreSQL's LISTEN and
NOTIFY.

One connection listens; another one, in its own thread, sends what has been collected, so that no change waits for it. A
notification can be lost (a broken connection, a process that dies between its change and its message). So after every
reconnection, and every few seconds, the watched matches are compared with the database.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Collection, Mapping
from queue import Empty, SimpleQueue
from threading import Event, Thread
from time import monotonic
from typing import Any
from uuid import uuid4

from sqlalchemy import text

from companion.store.database.postgres import Server

Tell = Callable[[str, int], None]
COMPARED = 10.0
"""Seconds between two looks at the database for news that were lost."""
_MOST = 200
_LONGEST_WAIT = 3.0
_log = logging.getLogger(__name__)


class Notifications:
    """Sends this process's changes to other processes and receives theirs. `versions` returns the versions of
    matches.
    """

    def __init__(self, server: Server, tell: Tell, versions: Callable[[Collection[str]], Mapping[str, int]]) -> None:
        self._server, self._tell, self._versions = server, tell, versions
        self._me = uuid4().hex[:12]
        self._channel = "companion"
        self._queue: SimpleQueue[tuple[str, int] | None] = SimpleQueue()
        self._stopped = Event()
        self.listening = Event()
        """Set while the connection that listens is there."""
        self.watched: Callable[[], Collection[str]] = tuple
        """Gives the matches that somebody here watches."""
        self._threads = [Thread(target=act, name=name, daemon=True) for act, name in
                         ((self._listen, "news heard"), (self._send, "news told"))]  # fmt: skip

    def begin(self) -> None:
        """Start listening and sending, until `close`."""
        with self._server.reading() as link:
            schema = str(link.scalar(text("SELECT current_schema()")))
        self._channel = f"companion_{schema}"
        for thread in self._threads:
            thread.start()

    def close(self) -> None:
        """Send what is left, and stop."""
        self._stopped.set()
        self._queue.put(None)
        for thread in self._threads:
            thread.join(timeout=5)

    def note(self, code: str, version: int) -> None:
        """Announce that this process has changed a match. Returns at once."""
        self._queue.put((code, version))

    # ---- telling

    def _send(self) -> None:
        """Tell what is there, all at once; meanwhile the next is gathered."""
        line: Any = None
        while (first := self._queue.get()) is not None:
            batch = dict([first])
            while len(batch) < _MOST:
                try:
                    more = self._queue.get_nowait()
                except Empty:
                    break
                if more is None:
                    self._queue.put(None)
                    break
                batch[more[0]] = max(more[1], batch.get(more[0], 0))
            line = self._notify(line, batch)
        if line is not None:
            line.close()

    def _notify(self, line: Any, batch: Mapping[str, int]) -> Any:
        """Tell it through a line, once more through a new one if that is broken; gives the line, None if there is none.

        Nobody waits for the disk: the changes themselves are there already.
        """
        words = [f"{self._me} {code} {version}" for code, version in batch.items()]
        for given in (line, None):
            try:
                line = given or self._server.raw()
                if given is None:
                    line.execute("SET synchronous_commit = off")
                line.execute("SELECT pg_notify(%s, one) FROM unnest(%s::text[]) AS one", (self._channel, words))
                return line
            except Exception as error:  # whatever breaks a connection
                if line is not None:
                    line.close()
                line, wrong = None, error
        _log.warning("News of %s matches were not told (%s); others look for themselves.", len(batch), wrong)
        return None

    # ---- listening

    def _listen(self) -> None:
        wait = 0.1
        while not self._stopped.is_set():
            try:
                self._listen_once()
                wait = 0.1
            except Exception as error:  # whatever breaks a connection: it is made anew
                self.listening.clear()
                if not self._stopped.is_set():
                    _log.warning("The line for news broke (%s); trying again.", type(error).__name__)
            self._stopped.wait(wait)
            wait = min(2 * wait, _LONGEST_WAIT)

    def _listen_once(self) -> None:
        with self._server.raw() as line:
            line.execute(f'LISTEN "{self._channel}"')
            self.listening.set()
            looked = 0.0
            while not self._stopped.is_set():
                if monotonic() - looked >= COMPARED:
                    self._compare()
                    looked = monotonic()
                for news in line.notifies(timeout=1.0, stop_after=_MOST):
                    self._heard(news.payload)

    def _heard(self, words: str) -> None:
        sender, _, rest = words.partition(" ")
        code, _, version = rest.partition(" ")
        if sender != self._me and version.isdigit():
            self._tell(code, int(version))

    def _compare(self) -> None:
        """Look at the matches that somebody watches: news may have been lost."""
        codes = self.watched()
        for code, version in (self._versions(codes) if codes else {}).items():
            self._tell(code, version)
