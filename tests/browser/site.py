"""The whole application inside the test's own process: every game and the toy on one file, on a free port.

Unlike `server.py` it cannot be killed, but it can be looked into: its routes, the templates it has drawn, its store.
"""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path
from random import Random
from threading import Thread
from typing import Any

from flask import Flask, abort, template_rendered

from companion.engine.core.errors import Refused
from companion.engine.core.questions import Question, sample
from companion.engine.game.record import Game
from companion.engine.match.live import Stamp
from companion.games import all_games, load_game
from companion.store import Store
from companion.web import Config, create_app
from companion.web.serving.server import build_server
from tests.engine.toy import GAME as TOY

NOW = "2026-11-20T12:00:00+00:00"


def find_game(name: str) -> Game:
    """Any game, or the toy."""
    return TOY if name == TOY.name else load_game(name)


def games() -> list[Game]:
    """All games and the toy."""
    return [*all_games(), TOY]


class Site:
    """A running application: `url`, `app`, `store`, and the names of the templates it has drawn since it started."""

    def __init__(self, folder: Path) -> None:
        self.store = Store.open(folder / "companion.db", find_game)
        config = Config(testing=True)
        self.app: Flask = create_app(self.store, config, find_game=find_game, games=games)
        self.app.add_url_rule("/broken/<int:status>", "broken", lambda status: abort(status))
        self.drawn: set[str] = set()
        template_rendered.connect(self._note, self.app)
        self._server = build_server(self.app, "127.0.0.1", 0)
        self.url = f"http://127.0.0.1:{self._server.effective_port}"
        self._thread = Thread(target=self._server.run, daemon=True)
        self._thread.start()

    def _note(self, _sender: Flask, template: Any, **_more: Any) -> None:
        self.drawn.add(template.name)

    def endpoint(self, path: str) -> str:
        """Which view answers an address."""
        routes = self.app.url_map.bind("localhost")
        plain = path.partition("?")[0].partition("#")[0]
        found, _values = routes.match(plain, method="GET" if routes.test(plain, method="GET") else "POST")
        return str(found)

    def play(self, code: str, rng: Random, wanted: Any, most: int = 400) -> Question | None:
        """Answer by chance until `wanted(question)` holds for an open question; None when the match ends before."""
        with self.store.change(code) as work:
            for _ in range(most):
                questions = work.match.questions()
                found = next((one for one in questions if wanted(one)), None)
                if found is not None or not questions:
                    return found
                asked = questions[0]
                post = str(rng.random())
                with suppress(Refused):  # what a form allows a rule may refuse: then another answer is tried
                    work.match.answer(asked.key, sample(asked.part, rng), Stamp(asked.seat, NOW, "test", post))
        return None

    def close(self) -> None:
        """End what is being answered, then close; the thread of the server ends with the process."""
        services = self.app.extensions["companion"]
        for part in (services.hub, services.jobs, services.odds):
            part.close()
        self._server.task_dispatcher.shutdown()
        self._server.close()
        self.store.close()
