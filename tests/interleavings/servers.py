"""Servers that die: as far as one process can.

At a moment of death (before a commit, right after one, or between messages) the file is copied *as it lies on the
disk*, and a new store opens the copy: everything in memory is gone, the log of SQLite is recovered. That proves what
the program keeps where and in which order, not what the disk does; `killed` does it with kill -9 on a real server.
"""

from __future__ import annotations

import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Literal

from flask import Flask
from werkzeug.test import Client, TestResponse

from companion.store import Store, Transaction
from companion.web import Config, create_app
from companion.web.app.services import EXTENSION, Services
from companion.web.play.streams import Hub
from tests.interleavings.positions import NOW, TOYS, find_game

Moment = Literal["", "before", "after"]


class Killed(BaseException):
    """The server died here."""


class MortalStore(Store):
    """A store whose next change may be the last thing its server does."""

    dies: Moment = ""

    def last_words(self) -> None:
        """Called at the moment of death."""

    @contextmanager
    def change(self, code: str) -> Iterator[Transaction]:
        """The same, but the server may die before the commit or right after it."""
        with super().change(code) as transaction:
            yield transaction
            self._die("before")
        self._die("after")

    def _die(self, moment: Moment) -> None:
        if self.dies == moment:
            self.last_words()
            raise Killed


class Server:
    """A store on a copy of a file, through as many lives as it takes. `told` is what listeners heard in this one."""

    store: MortalStore
    tails = ("", "-wal")
    """What of the file outlives the program: all of it."""

    def __init__(self, file: Path, folder: Path) -> None:
        self.folder, self.lives, self.told = folder, 0, dict[str, int]()
        self._next = folder / "life-0.db"
        shutil.copyfile(file, self._next)
        self.rise()

    def close(self) -> None:
        """Put it away."""
        self._raw.close()
        self.store.close()

    def kill(self) -> None:
        """Die while nothing is going on, and rise."""
        self.copy()
        self.restart()

    def copy(self) -> None:
        """Keep the file as it is at this very moment."""
        self.lives += 1
        self._next = self.folder / f"life-{self.lives}.db"
        for tail in self.tails:
            lying = Path(f"{self.store.path}{tail}")
            if lying.exists():
                shutil.copyfile(lying, f"{self._next}{tail}")

    def restart(self) -> None:
        """Forget everything but the copy."""
        old = self.store.path
        self.close()
        for path in old.parent.glob(f"{old.name}*"):
            path.unlink()
        self.rise()

    def rise(self) -> None:
        """Open the copy."""
        store = MortalStore.open(self._next, find_game)
        assert isinstance(store, MortalStore)
        store.last_words = self.copy  # type: ignore[method-assign]
        self.store, self.told = store, {}
        self._raw = sqlite3.connect(f"{self._next.as_uri()}?mode=ro", uri=True, isolation_level=None)
        store.subscribe(self._hear)

    def row(self, query: str, *values: Any) -> tuple[Any, ...]:
        """The first row of a query, read past the program; () when there is none."""
        return self._raw.execute(query, values).fetchone() or ()

    def _hear(self, code: str, version: int) -> None:
        self.told[code] = max(self.told.get(code, 0), version)


class PageServer(Server):
    """The whole application on such a store. The application is made once; what it knows dies with the store."""

    app: Flask | None = None
    client: Client

    def rise(self) -> None:
        """Open the copy and forget limits, streams and everything else in memory."""
        super().rise()
        config, hub = Config(secret=self.store.secret.hex(), testing=True), Hub()
        if PageServer.app is None:
            PageServer.app = create_app(self.store, config, find_game=find_game, games=lambda: list(TOYS.values()))
        parts = Services(self.store, config, find_game, clock=lambda: NOW, hub=hub)
        PageServer.app.extensions[EXTENSION] = parts
        self.store.subscribe(hub.tell)
        self.client = Client(PageServer.app, TestResponse, use_cookies=False)
