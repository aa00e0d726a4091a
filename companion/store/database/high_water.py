"""The high-water file beside the database: how far each match had come when its last change was committed.

A database that lost its newest pages (a cut log, an older copy put in its place) looks sound. Only a record outside it
can tell, and that is this file: a line for each change, `CODE LAST CHAIN`, written after the change is durable. It may
lag behind the database but never be ahead of it. It is shortened at every start.
"""

from __future__ import annotations

import logging
import os
from collections.abc import Iterator
from pathlib import Path
from typing import IO

from sqlalchemy import Connection, select

from companion.engine.core.text import t
from companion.store.database.chain import Fault
from companion.store.database.tables import entries, matches

_log = logging.getLogger(__name__)


class HighWaterFile:
    """The high-water file of one database. Errors with it are logged and never stop play."""

    def __init__(self, database: Path) -> None:
        database = database.resolve()
        self.path = database.with_name(database.name + ".witness")
        self._file: IO[str] | None = None

    def told(self) -> dict[str, tuple[int, str]]:
        """The number of the last entry and its chain by match code; number 0 for a deleted match.

        Lines that cannot be read are left out (the last one may be cut).
        """
        try:
            lines = self.path.read_text("ascii", errors="replace").splitlines()
        except OSError:
            return {}
        words = [line.split(" ") for line in lines]
        return {one[0]: (int(one[1]), one[2]) for one in words if len(one) == 3 and one[1].isdecimal()}

    def missing(self, connection: Connection) -> Iterator[Fault]:
        """What the database once had and no longer has."""
        for code, (last, chain) in self.told().items():
            match = connection.execute(select(matches.c.id, matches.c.last).where(matches.c.code == code)).first()
            if match is None and chain != "-":
                yield Fault(code, last, t("The match is gone; its last entry was {n}.", n=last))
            elif match is not None and match.last < last:
                yield Fault(code, last, t("Entries {n} to {last} are lost.", n=match.last + 1, last=last))
            elif match is not None and last and _chain_of(connection, match.id, last) != chain:
                yield Fault(code, last, t("Entry {n} is not the one that was kept.", n=last))

    def begin(self, connection: Connection) -> None:
        """Rewrite the file from the contents of the database, and append to it from then on."""
        lines = [f"{row.code} {row.last} {row.chain.hex()}\n" for row in connection.execute(
            select(matches.c.code, matches.c.last, matches.c.chain))]  # fmt: skip
        part = self.path.with_name(self.path.name + ".part")
        try:
            self.close()
            part.write_text("".join(lines), "ascii")
            part.chmod(0o600)
            part.replace(self.path)
            self._file = self.path.open("a", encoding="ascii", buffering=1)
        except OSError as error:
            _log.warning("%s cannot be written (%s); losses of the file could go unseen.", self.path, error.strerror)

    def note(self, code: str, last: int, chain: bytes) -> None:
        """Record that a change of a match was committed."""
        self._write(f"{code} {last} {chain.hex()}\n")

    def forget(self, code: str) -> None:
        """Record that a match was deleted on purpose."""
        self._write(f"{code} 0 -\n")

    def close(self) -> None:
        """Close the file."""
        if self._file is not None:
            self._file.close()
            self._file = None

    def _write(self, line: str) -> None:
        if self._file is None:
            return
        try:
            os.write(self._file.fileno(), line.encode("ascii"))
        except OSError as error:
            _log.warning("%s cannot be written (%s).", self.path, error.strerror)


class NoHighWaterFile:
    """Stands in where there is no file: a database server is responsible for keeping what it has committed."""

    def note(self, code: str, last: int, chain: bytes) -> None:
        """Does nothing."""

    def forget(self, code: str) -> None:
        """Does nothing."""

    def close(self) -> None:
        """Does nothing."""


def _chain_of(connection: Connection, match_id: int, n: int) -> str:
    query = select(entries.c.chain).where(entries.c.match == match_id, entries.c.n == n)
    chain: bytes | None = connection.scalar(query)
    return chain.hex() if chain is not None else ""
