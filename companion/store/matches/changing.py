"""The part of the store that changes a match: in one transaction, or prepared before a short one."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from time import perf_counter
from typing import Any, TypeVar

from sqlalchemy import Row, insert

from companion.engine.game.record import Game
from companion.engine.match.live import Match, Stamp
from companion.store.database.connections import Connections
from companion.store.database.high_water import HighWaterFile, NoHighWaterFile
from companion.store.database.postgres import Server
from companion.store.database.tables import entries, matches
from companion.store.matches.cached import MatchCache
from companion.store.matches.ledger import CollectingLedger, SqlLedger, no_ledger, sql_ledger
from companion.store.matches.snapshots import Recent, Snapshot, snapshot_of
from companion.store.matches.starting import match_row
from companion.store.matches.transaction import Transaction
from companion.store.packing import unpack

T = TypeVar("T")
_ATTEMPTS = 2


class Changing:
    """Part of `Store` (a mixin), whose file, caches and listeners it uses."""

    _db: Connections | Server
    _high_water: HighWaterFile | NoHighWaterFile
    _live: Recent[Match]
    _snapshots: Recent[Snapshot]
    _looks: MatchCache
    _game: Callable[[str], Game]
    _tell: Callable[[str, int], None]
    timed: Callable[[float], object]

    @contextmanager
    def change(self, code: str) -> Iterator[Transaction]:
        """One transaction on one match. Leaving the block commits; then, and only then, the change is durable.

            with store.change(code) as work:
                entry = work.match.answer(key, raw, stamp)

        An exception that leaves the block rolls everything back. Changes of all threads wait for each other, so keep
        the block short and do not open another one inside it. A block that changed nothing (a post seen before, a
        refusal caught inside) keeps the version. Listeners are told the new version after the commit.
        Raises NoSuchMatch, or SaveError when this release cannot read the match.
        """
        begun = perf_counter()
        with self._db.alone():
            with self._db.writing() as connection:
                row = match_row(connection, code, lock=True)
                ledger = sql_ledger(connection, row)
                match = self._resume(row, ledger)
                transaction = Transaction(connection, row, match, ledger)
                yield transaction
                values, save = transaction.write()
            self._kept(row, match, ledger, values, save)
        self.timed(perf_counter() - begun)
        if transaction.version != row.version:
            self._tell(row.code, transaction.version)

    def change_prepared(self, code: str, act: Callable[[Transaction], T]) -> T:
        """Like `change`, for a change that takes long (an old answer of a long match): others can change the match
        meanwhile.

        `act` works on a copy of the match. What it did is kept in one short transaction if the match has not changed
        since. If it has, `act` runs again, the last time inside a transaction. So `act` may run three times and must
        change nothing but its `Transaction`.
        """
        for _ in range(_ATTEMPTS):
            with self._db.reading() as connection:
                row = match_row(connection, code)
                ledger = CollectingLedger(connection, row)
                match = Match(self._game(row.game), unpack(row.save), ledger, row.tip)
                match.upgrade(Stamp("", row.updated))
                transaction = Transaction(connection, row, match, ledger)
                result = act(transaction)
                values, save = transaction.outcome()
            if self._keep_prepared(row, transaction, ledger, values, save):
                return result
        with self.change(code) as transaction:
            return act(transaction)

    def _keep_prepared(
        self,
        row: Row[Any],
        transaction: Transaction,
        ledger: CollectingLedger,
        values: dict[str, Any],
        save: bytes | None,
    ) -> bool:
        """Write what was made ready; False when the match is another one by now."""
        if not values:
            return True
        with self._db.alone():
            with self._db.writing() as connection:
                if match_row(connection, row.code, matches.c.version, lock=True).version != row.version:
                    return False
                if ledger.rows:
                    connection.execute(insert(entries), ledger.rows)
                transaction.keep(connection, values)
            self._kept(row, transaction.match, ledger, values, save)
        self._tell(row.code, transaction.version)
        return True

    def _kept(self, row: Row[Any], match: Match, ledger: SqlLedger, values: dict[str, Any], save: bytes | None) -> None:
        """A change is durable: the next ones begin from here."""
        if values:
            self._looks.went_on(row, {**values, "version": row.version + 1}, ledger.added)
        if not match.runner.done:
            match.ledger = no_ledger(row.id, ledger.last())
            self._live.put(row.id, (ledger.last(), ledger.chain), match)
        if save is not None:
            self._snapshots.put(row.id, (ledger.last(), ledger.chain), snapshot_of(match, save))
            self._high_water.note(row.code, ledger.last(), ledger.chain)

    def _resume(self, row: Row[Any], ledger: SqlLedger) -> Match:
        match = self._live.take(row.id, (row.last, row.chain))
        if match is None:
            match = Match(self._game(row.game), unpack(row.save), ledger, row.tip)
            match.upgrade(Stamp("", row.updated))
        match.ledger = ledger
        return match
