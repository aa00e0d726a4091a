"""Rate limits that all processes on one database share: token buckets in a table of their own.

The table is unlogged: after a crash of the server all limits start again, and taking a token never waits for the disk.
Names are kept as keyed hashes, so that no addresses of people are in the database.
"""

from __future__ import annotations

from contextlib import suppress
from hashlib import blake2b
from typing import Any

from sqlalchemy import text

from companion.store.database.postgres import Server
from companion.store.errors import StoreError

_MAKE = (
    "CREATE UNLOGGED TABLE IF NOT EXISTS limits "
    "(name BYTEA PRIMARY KEY, left_over DOUBLE PRECISION NOT NULL, at DOUBLE PRECISION NOT NULL, "
    "allowed BOOLEAN NOT NULL)"
)
_NOW = "extract(epoch FROM clock_timestamp())::float8"
_FULL = f"least(CAST(:burst AS float8), limits.left_over + ({_NOW} - limits.at) * CAST(:rate AS float8))"
_TAKE = text(
    f"INSERT INTO limits VALUES (:name, CAST(:burst AS float8) - 1, {_NOW}, TRUE) ON CONFLICT (name) DO UPDATE SET "
    f"left_over = {_FULL} - CASE WHEN {_FULL} >= 1 THEN 1 ELSE 0 END, at = {_NOW}, allowed = {_FULL} >= 1 "
    "RETURNING allowed"
)
_LEFT = text(f"SELECT {_FULL} FROM limits WHERE name = :name")
_FORGET = text(f"DELETE FROM limits WHERE at < {_NOW} - 100000")
_FORGET_EVERY = 5000


class SharedLimits:
    """Token buckets by name. Its methods raise StoreError when the database does not answer."""

    def __init__(self, server: Server, secret: bytes) -> None:
        self._server, self._secret, self._takes = server, secret, 0
        with suppress(StoreError), server.writing() as link:  # two processes may make it at once; one of them fails
            link.exec_driver_sql(_MAKE)

    def take(self, kind: str, name: str, burst: int, rate: float) -> bool:
        """Take one of a name's `burst` tokens, refilled at `rate` per second. Returns False when none is left."""
        self._takes += 1
        with self._server.glance() as link:
            if self._takes % _FORGET_EVERY == 0:
                link.execute(_FORGET)
            return bool(link.scalar(_TAKE, self._given(kind, name, burst, rate)))

    def left(self, kind: str, name: str, burst: int, rate: float) -> float:
        """How many tokens a name has, without taking one."""
        with self._server.glance() as link:
            found = link.scalar(_LEFT, self._given(kind, name, burst, rate))
        return float(burst) if found is None else float(found)

    def _given(self, kind: str, name: str, burst: int, rate: float) -> dict[str, Any]:
        words = blake2b(f"{kind} {name}".encode("utf-8", "replace"), key=self._secret[:32], digest_size=16).digest()
        return {"name": words, "burst": burst, "rate": rate}
