"""Several processes for a public server: gunicorn, whose gevent workers hold streams open without threads.

Each worker has its own port, so that the proxy in front can lead a phone back to the worker that is printing for it;
for matches any worker will do. Everything shared is in PostgreSQL. Needs the extra `server`.

gevent must patch Python's own modules before anything else is imported, so this runs as a program of its own, which
`run` starts in place of the present one.
"""

from __future__ import annotations

import json
import logging
import os
import sys
from threading import Thread
from time import sleep
from typing import Any

from flask import Flask
from gunicorn.app.base import BaseApplication

from companion.games import load_game
from companion.store import Store
from companion.web.app.app import create_app
from companion.web.app.config import Config
from companion.web.app.services import services
from companion.web.serving.collecting import search_seldom, settle
from companion.web.serving.logs import handler

GIVEN = "COMPANION_WORKERS"
STREAMS = 10_000
"""Streams of one worker at most; each costs it about 30 KB."""
GRACE = 8
"""Seconds that requests have to end when a worker stops: less than the ten that containers are given unless told
otherwise. Streams end at once, and their phones come back elsewhere.
"""
_START = "from gevent import monkey; monkey.patch_all(); from companion.web.serving.workers import main; main()"


def run(given: dict[str, Any]) -> None:
    """Replace this process by the server; never returns. `given` is the configuration for `Workers`, as plain data."""
    os.environ[GIVEN] = json.dumps(given)
    sys.stdout.flush()
    os.execv(sys.executable, [sys.executable, "-c", _START])


def main() -> None:
    """The program that `run` starts."""
    Workers(**json.loads(os.environ[GIVEN])).run()


class Workers(BaseApplication):  # type: ignore[misc]
    """The workers and the process that supervises them."""

    def __init__(self, data: str, host: str, port: int, workers: int, config: dict[str, Any], log_json: bool) -> None:
        self.data, self.given, self.log_json = data, config, log_json
        self.ports = [f"{host}:{port + n}" for n in range(workers)]
        self.taken: dict[int, int] = {}
        self.app: Flask | None = None
        super().__init__()

    def load_config(self) -> None:
        """Set the options of gunicorn."""
        settings = {
            "bind": self.ports, "workers": len(self.ports), "worker_class": "gevent", "proc_name": "companion",
            "worker_connections": STREAMS + 2000, "graceful_timeout": GRACE, "timeout": 60, "keepalive": 75,
            "backlog": 2048, "loglevel": "warning", "limit_request_line": 4094, "limit_request_field_size": 8190,
            "pre_fork": self.give_port, "post_fork": self.take_port, "child_exit": self.free_port,
            "post_worker_init": self.watch, "worker_exit": self.end,
        }  # fmt: skip
        for name, value in settings.items():
            self.cfg.set(name, value)

    def load(self) -> Flask:
        """The application of one worker, with database connections of its own."""
        given: dict[str, Any] = {name: tuple(value) if isinstance(value, list) else value
                                 for name, value in self.given.items()}  # fmt: skip
        logging.getLogger("companion").addHandler(handler(self.log_json))
        if self.log_json:
            logging.getLogger("companion.access").setLevel(logging.INFO)
        self.app = create_app(Store.open(self.data, load_game), Config(max_streams=STREAMS, **given))
        return self.app

    # ---- what gunicorn calls

    def give_port(self, _arbiter: Any, worker: Any) -> None:
        """Before a worker starts: assign it the first free port."""
        worker.place = next(n for n in range(len(self.ports)) if n not in self.taken.values())
        self.taken[worker.age] = worker.place

    def take_port(self, _arbiter: Any, worker: Any) -> None:
        """In the worker: listen only to its own port."""
        worker.sockets = [worker.sockets[worker.place]]

    def free_port(self, _arbiter: Any, worker: Any) -> None:
        """After a worker has ended: free its port."""
        self.taken.pop(worker.age, None)

    def watch(self, worker: Any) -> None:
        """In the worker, which stands now: when it is told to stop, end streams at once, so that nothing waits."""

        def look() -> None:
            while worker.alive:
                sleep(0.1)
            if self.app is not None:
                services(self.app).hub.close()

        Thread(target=look, name="stopping", daemon=True).start()
        settle()
        search_seldom()

    def end(self, _arbiter: Any, _worker: Any) -> None:
        """In the worker, when it ends: release everything."""
        if self.app is not None:
            services(self.app).close()
