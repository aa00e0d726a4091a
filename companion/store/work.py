"""Work: what a change may touch inside its transaction."""

from __future__ import annotations

from typing import Any

from sqlalchemy import Connection, Row, select, update

from companion.engine.match import Match
from companion.store.ledger import SqlLedger
from companion.store.packing import from_json, pack, to_json
from companion.store.tables import holds, matches


class Work:
    """One match inside one transaction: see `Store.change`.

    `match` is the live match and `proposal` what is before the table (plain JSON data or None; set it to change
    it); both count inside the block only. `version` is the one before this change, and after the block the one after.
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

    def seats_of(self, device: int) -> tuple[str, ...]:
        """The seats a device holds at this moment (a seat may have been taken away since the page was drawn)."""
        query = select(holds.c.seat).where(holds.c.match == self._id, holds.c.device == device)
        held = set(self._connection.scalars(query))
        return tuple(seat for seat in self.seats if seat in held)

    def write(self) -> bytes | None:
        """Put the outcome into the transaction; gives the new save, or None when no entry was added."""
        values: dict[str, Any] = {}
        proposal = None if self.proposal is None else to_json(self.proposal)
        if proposal != self._proposal:
            values["proposal"] = proposal
        save = None
        if self._ledger.added:
            save = self.match.save_text()
            values.update(
                save=pack(save), tip=self.match.tip, last=self._ledger.last(), ended=self.match.runner.done,
                updated=self._ledger.added[-1].time,
            )  # fmt: skip
        if values:
            self.version += 1
            query = update(matches).where(matches.c.id == self._id)
            self._connection.execute(query.values(version=self.version, **values))
        return save
