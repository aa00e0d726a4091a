"""A table under attack: a match of the toy with a host, a player, a watcher, a phone shut out and strangers."""

from __future__ import annotations

import hashlib
import random
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

from flask import Flask
from werkzeug.test import TestResponse

from companion.engine.game.record import Game
from companion.store import Store
from companion.web import Config, create_app
from companion.web.app.services import services
from companion.web.app.tokens import form_token
from companion.web.serving.limits import Limiter
from tests.engine import toy
from tests.web.phones import ORIGIN, Phone
from tests.web.player import answer_one

NOW = "2026-11-20T10:00:00+00:00"
ROLES = ("host", "player", "watcher", "shut out", "host elsewhere", "stranger")


class Table:
    """The application on a file, its phones by role, and what nobody may ever be sent."""

    def __init__(self, store: Store, games: list[Game]) -> None:
        self.store = store
        by_name = {game.name: game for game in games}
        self.app: Flask = create_app(store, Config(testing=True), find_game=by_name.__getitem__, games=lambda: games)
        unlimited(self.app)
        self.phones = {role: Phone(self.app) for role in ROLES}
        self.code, self.elsewhere = self._match(self.phones["host"]), self._match(self.phones["host elsewhere"])
        for role, more in (("player", {"seat": "bob"}), ("watcher", {}), ("shut out", {})):
            phone = self.phones[role]
            phone.get(f"/j/{self.code}")
            phone.send(phone.form("/join"), label=role, **more)
        self.play(6)
        for phone in self.phones.values():
            phone.get("/new/toy")
        out = next(one for one in store.read(self.code).devices if one.label == "shut out")
        store.revoke(self.code, out.id, NOW)

    def _match(self, host: Phone) -> str:
        host.get("/new/toy")
        host.send(host.form("/new/toy"), side=["ann", "bob"], mine=["ann"], label="host")
        return self.store.matches()[0].code

    def play(self, answers: int) -> None:
        """Let host and player answer by chance for a while."""
        rng = random.Random(2)
        for _ in range(answers):
            for role in ("host", "player"):
                self.phones[role].get(f"/m/{self.code}")
                answer_one(self.phones[role], rng)

    def token(self, role: str, code: str = "") -> str:
        """The token a phone holds at the match, or ""."""
        code = code or (self.elsewhere if role == "host elsewhere" else self.code)
        cookie = self.phones[role].client.get_cookie("phone", "192.168.1.5", f"/m/{code}")
        return cookie.value if cookie else ""

    def planted(self, role: str) -> list[str]:
        """What this phone must never be sent: tokens of all, the server's secret."""
        return [self.store.secret.hex(), *filter(None, (self.token(one) for one in ROLES if one != role))]

    def csrf(self, role: str) -> str:
        """A form token that is good for this phone, at whatever address."""
        if role in ("stranger", "host elsewhere"):
            cookie = self.phones[role].client.get_cookie("visitor", "192.168.1.5", "/")
            assert cookie is not None
            return form_token(cookie.value)
        return form_token(self.token(role))

    def send(self, role: str, method: str, path: str, data: Any = None, **headers: str) -> TestResponse:
        """One request as a phone of this role; streams are closed unread."""
        client = self.phones[role].client
        more = {"Origin": ORIGIN} | {name.replace("_", "-"): value for name, value in headers.items()}
        events = path.partition("?")[0].endswith("/events")
        answer = client.open(path, method=method, base_url=ORIGIN, data=data, headers=more, buffered=not events)
        if events:
            answer.close()
        return answer

    def fingerprint(self) -> str:
        """A digest of all that counts in the file: entries, saves, seats, phones, proposals, values."""
        return fingerprint(Path(self.store.path))


def fingerprint(path: Path) -> str:
    """A digest of everything in a file but the moments phones were last in touch."""
    found = hashlib.sha256()
    with closing(sqlite3.connect(path)) as file:
        names = [row[0] for row in file.execute("SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name")]
        for name in names:
            columns = [row[1] for row in file.execute(f"PRAGMA table_info({name})") if row[1] != "seen"]
            for row in file.execute(f"SELECT {', '.join(columns)} FROM {name}"):
                found.update(repr(row).encode())
    return found.hexdigest()


@contextmanager
def table(folder: Path, games: list[Game] | None = None) -> Iterator[Table]:
    """A table on a file in a folder; with more games if they are given."""
    chosen = [toy.GAME, *(games or [])]
    by_name = {game.name: game for game in chosen}
    with Store.open(folder / "companion.db", by_name.__getitem__) as store:
        yield Table(store, chosen)


def unlimited(app: Flask) -> None:
    """Take the limits of number away: here it is asked what is allowed at all, as often as need be."""
    parts = services(app)
    for name in ("posts", "creations", "guesses", "recoveries", "guesses_by_address"):
        setattr(parts, name, Limiter(burst=10**9, per_second=10**9))
