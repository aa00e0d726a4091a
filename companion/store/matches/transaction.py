"""Transaction: one match while a change of it is being stored."""

from __future__ import annotations

from typing import Any

from sqlalchemy import Connection, Row, bindparam, update

from companion.engine.match.live import Match
from companion.store.database.chain import seal
from companion.store.database.tables import matches
from companion.store.matches.ledger import SqlLedger
from companion.store.packing import from_json, pack, to_json

_KEEP = update(matches).where(matches.c.id == bindparam("own"))  # built once: that takes as long as running it


class Transaction:
    """One match inside one transaction: see `Store.change`.

    `match` is the live match and `proposal` what players are asked to agree to (plain JSON data or None; set it to
    change it). Both are valid inside the block only. `version` is the one before this change, and after the block the
    one after.
    """

    def __init__(self, connection: Connection, row: Row[Any], match: Match, ledger: SqlLedger) -> None:
        self._connection = connection
        self._ledger = ledger
        self._id: int = row.id
        self._proposal: str | None = row.proposal
        self.code: str = row.code
        self.match = match
        self.seats: tuple[str, ...] = tuple(from_json(row.seats))
        self.settings: dict[str, str] = from_json(row.settings)
        self.proposal: Any = from_json(row.proposal) if row.proposal else None
        self.version: int = row.version

    def write(self) -> tuple[dict[str, Any], bytes | None]:
        """Write the outcome inside the transaction, and return it."""
        values, save = self.outcome()
        if values:
            self.keep(self._connection, values)
        return values, save

    def outcome(self) -> tuple[dict[str, Any], bytes | None]:
        """The changed columns of the match (empty if nothing changed), and its new save if entries were added."""
        values: dict[str, Any] = {}
        proposal = None if self.proposal is None else to_json(self.proposal)
        if proposal != self._proposal:
            values["proposal"] = proposal
        if not self._ledger.added:
            return values, None
        save, tip, chain = self.match.save_text(), self.match.tip, self._ledger.chain
        packed = pack(save)
        values.update(
            save=packed, chain=chain, seal=seal(chain, tip, packed), tip=tip, last=self._ledger.last(),
            ended=self.match.runner.done, updated=self._ledger.added[-1].time,
        )  # fmt: skip
        return values, save

    def keep(self, connection: Connection, values: dict[str, Any]) -> None:
        """Write an outcome and increase the version."""
        self.version += 1
        connection.execute(_KEEP, {"own": self._id, "version": self.version, **values})
