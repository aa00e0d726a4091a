"""Two PostgreSQL servers: one that serves, and a standby that has every commit before it is acknowledged."""

from __future__ import annotations

import time
from typing import Any
from urllib.parse import quote

from tests.postgres.server import Postgres


class Pair:
    """The two, at one address that leads to whichever takes changes. Each failover swaps their parts."""

    def __init__(self) -> None:
        self.serving = Postgres()
        self.standby = Postgres(follows=self.serving)
        self._hosts = quote(f"{self.serving.folder},{self.standby.folder}")
        self.wait_for_standby(True)

    def fresh(self) -> str:
        """The address of a schema that nobody has used yet."""
        path = self.serving.fresh().partition("options=")[2]
        return f"postgresql://companion@/postgres?host={self._hosts}&target_session_attrs=read-write&options={path}"

    def wait_for_standby(self, wanted: bool) -> None:
        """Whether a commit is acknowledged only when the standby has it, too."""
        self._ask(f"ALTER SYSTEM SET synchronous_standby_names = '{'standby' if wanted else ''}'")
        self._ask("SELECT pg_reload_conf()")
        states: list[str] = []
        for _ in range(300):
            states = [state for (state,) in self._ask("SELECT sync_state FROM pg_stat_replication")]
            if states == ["sync" if wanted else "async"]:
                return
            time.sleep(0.1)
        raise AssertionError(f"the standby does not follow: {states}")

    def fail_over(self) -> None:
        """kill -9 of all of the server that serves; the other one takes its part."""
        self.serving.kill()
        self.standby.promote()
        self.serving, self.standby = self.standby, self.serving

    def repair(self) -> None:
        """What was killed comes back as the standby of the other one, with nothing of its own."""
        self.standby.follow(self.serving)
        self.wait_for_standby(True)

    def remove(self) -> None:
        """Stop both and clear their folders away."""
        self.standby.remove()
        self.serving.remove()

    def _ask(self, query: str) -> list[tuple[Any, ...]]:
        import psycopg

        with psycopg.connect(self.serving.address(), autocommit=True) as link:
            found = link.execute(query.encode())
            return list(found) if found.description else []
