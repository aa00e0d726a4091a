"""The server with the toy game of the engine's tests: `python -m tests.browser.toyserver PORT FILE`."""

from __future__ import annotations

import sys
from pathlib import Path

from companion.engine.game.record import Game
from companion.store import Store
from companion.web import Config, create_app, serve
from tests.engine.toy import GAME as TOY


def find_game(name: str) -> Game:
    """Only the toy."""
    return {"toy": TOY}[name]


def main(port: int, file: Path) -> None:
    """Serve until killed."""
    with Store.open(file, find_game) as store:
        config = Config(secret=store.secret.hex(), heartbeat=2)
        serve(create_app(store, config, find_game=find_game, games=lambda: [TOY]), "127.0.0.1", port)


if __name__ == "__main__":
    main(int(sys.argv[1]), Path(sys.argv[2]))
