"""`companion serve --workers` with the toy game of the engine's tests: `run` starts it in a process of its own."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from companion.store import Store
from companion.web import Config, create_app
from tests.browser.toyserver import TOY, find_game

_START = "from gevent import monkey; monkey.patch_all(); from tests.interleavings.toyworkers import main; main()"
_GIVEN = "COMPANION_TOY_WORKERS"


def started(address: str, port: int, workers: int) -> subprocess.Popen[bytes]:
    """Workers on these ports."""
    return subprocess.Popen(
        [sys.executable, "-c", _START], cwd=Path(__file__).parents[2], stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL, env={**os.environ, _GIVEN: f"{port} {workers} {address}"},
    )  # fmt: skip


def main() -> None:
    """The program."""
    from companion.web.serving.workers import Workers

    class ToyWorkers(Workers):
        """The same with another game."""

        def load(self) -> object:  # type: ignore[override]
            """The application of one worker."""
            store, config = Store.open(self.data, find_game), Config(max_streams=100, heartbeat=2)
            self.app = create_app(store, config, find_game=find_game, games=lambda: [TOY])
            return self.app

    port, workers, address = os.environ[_GIVEN].split(" ", 2)
    ToyWorkers(address, "127.0.0.1", int(port), int(workers), {}, False).run()
