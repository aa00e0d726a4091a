"""Two real workers on a real PostgreSQL, six phones in threads, and everything that can go away does.

A worker, or the database, is ended with kill -9; the database is restarted, as in a failover; its disk is full. The
phones go on as in `killed`: each message to any of the workers, sent again until it is acknowledged or refused.
"""

from __future__ import annotations

import http.client
import os
import signal
import threading
import time
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

from companion.store import Store
from tests.browser.server import free_port
from tests.browser.toyserver import find_game
from tests.interleavings.killed import RealPhone, await_progress, differing, miscounted, new_match, posts_of, tidy
from tests.interleavings.toyworkers import started
from tests.postgres.server import Postgres

SEATS = ("ann", "bob", "cat")
WORKERS = 2
NOT_NOW = (429, 500, 502, 503)
"""Nothing was kept, and it is to be sent again."""


@dataclass
class OutagePhone(RealPhone):
    """A phone that reaches any of the workers."""

    ports: list[int] = field(default_factory=list)
    sent_away: int = 0

    def _once(self, body: str) -> int | None:
        self.port = self.rng.choice(self.ports)
        status = super()._once(body)
        self.sent_away += status in NOT_NOW
        return None if status in NOT_NOW else status

    def page(self) -> str:
        """From any worker; raises OSError where there is no page now."""
        self.port = self.rng.choice(self.ports)
        found = super().page()
        if "data-version" not in found:
            raise OSError("no page now")
        return found

    def page_at_last(self) -> str:
        """The same, asked for until there is one."""
        for _ in range(300):
            with suppress(OSError, http.client.HTTPException):
                return tidy(self.page())
            time.sleep(0.1)
        raise AssertionError("no page for half a minute")


class Outages:
    """Matches through outages. `happened` counts those in the middle of play: answers came after them, too."""

    def __init__(self, postgres: Postgres, seed: int, address: str = "") -> None:
        self.postgres, self.rng, self.address = postgres, Random(seed), address or postgres.fresh()
        self.acknowledged = self.answers = self.sent_away = 0
        self.happened: Counter[str] = Counter()
        self.kinds: dict[str, Callable[[], None]] = {
            "worker killed": self.kill_worker, "database killed": self.kill_database,
            "database restarted": self.restart_database, "disk full": self.fill_disk,
        }  # fmt: skip
        port = next(port for port in iter(free_port, 0) if port < 60000)
        self.ports = [port + n for n in range(WORKERS)]
        Store.open(self.address, find_game).close()
        self.server = started(self.address, port, WORKERS)

    def close(self) -> None:
        """End the workers."""
        self.server.terminate()
        self.server.wait(30)

    def match(self, kinds: list[str]) -> list[str]:
        """One match through these outages, to the verdict: what is wrong."""
        code, roles = new_match(self.address)
        phones = [OutagePhone(n, role, code, 0, Random(f"{self.rng.random()}"), ports=self.ports)
                  for n, role in enumerate(roles)]  # fmt: skip
        phones[0].page_at_last()
        stop = threading.Event()
        threads = [threading.Thread(target=phone.play, args=(stop,)) for phone in phones]
        for thread in threads:
            thread.start()
        try:
            for kind in kinds:
                await_progress(phones)  # type: ignore[arg-type]
                time.sleep(self.rng.uniform(0, 0.1))
                before = sum(len(phone.acknowledged) for phone in phones)
                self.kinds[kind]()
                await_progress(phones)  # type: ignore[arg-type]
                self.happened[kind] += sum(len(phone.acknowledged) for phone in phones) > before
        finally:
            stop.set()
            for thread in threads:
                thread.join(90)
        shown = [phone.page_at_last() for phone in phones]
        again = [phone.page_at_last() for phone in phones]
        self.sent_away += sum(phone.sent_away for phone in phones)
        return [*self._judged(code, phones), *differing(phones, shown, again)]  # type: ignore[arg-type]

    def _judged(self, code: str, phones: list[OutagePhone]) -> list[str]:
        """What is wrong with the ledger."""
        posts = posts_of(self.address, code)
        self.answers += len(posts)
        self.acknowledged += sum(len(phone.acknowledged) for phone in phones)
        return miscounted(posts, phones)

    # ---- outages

    def kill_worker(self) -> None:
        """kill -9 of one; gunicorn starts another."""
        pid = self.server.pid
        children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
        if children:
            os.kill(int(self.rng.choice(children)), signal.SIGKILL)

    def kill_database(self) -> None:
        """kill -9 of all of PostgreSQL, and a start half a second later."""
        self.postgres.kill()
        time.sleep(0.5)
        self.postgres.start()

    def restart_database(self) -> None:
        """All connections are ended; another server on the same data takes over."""
        self.postgres.stop()
        time.sleep(1)
        self.postgres.start()

    def fill_disk(self) -> None:
        """Nothing can be written for a second or two, be it tables or the log; then somebody makes room."""
        self.postgres.fill_disk(self.rng.choice([0, 20_000, 300_000]))
        time.sleep(self.rng.uniform(1, 2))
        self.postgres.clear_disk()
