"""The history of access: who joined a match and how, in order, for all its players to read. Holds no tokens or
codes.

All functions run inside a transaction of the caller.
"""

from __future__ import annotations

from sqlalchemy import Connection, insert, select

from companion.store.database.tables import access, devices
from companion.store.records import Access, AccessKind

_MOST = 300
"""So many lines are shown, the newest."""


def note(
    connection: Connection, match_id: int, kind: AccessKind, device: int, now: str, seat: str = "", other: int = 0
) -> None:
    """Add a line to the history: what happened to a device, the seat (or host) it was about, and the other device
    involved.
    """
    values = {"match": match_id, "time": now, "kind": kind, "device": device, "seat": seat, "other": other}
    connection.execute(insert(access).values(values))


def history(connection: Connection, match_id: int) -> list[Access]:
    """The history of access, newest first, with the labels of the devices, including revoked ones."""
    names = {row.id: row.label for row in connection.execute(select(devices).where(devices.c.match == match_id))}
    query = select(access).where(access.c.match == match_id).order_by(access.c.id.desc()).limit(_MOST)
    return [
        Access(row.kind, row.time, row.device, names.get(row.device, ""), row.seat, row.other, names.get(row.other, ""))
        for row in connection.execute(query)
    ]
