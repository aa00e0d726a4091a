"""Access: who got into a match and how, in the order it happened, for everybody who plays to read. No tokens, no codes.

Inside a transaction of the caller.
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
    """Add a line: what happened to a device, about which seat (or host), and which other device had to do with it."""
    values = {"match": match_id, "time": now, "kind": kind, "device": device, "seat": seat, "other": other}
    connection.execute(insert(access).values(values))


def history(connection: Connection, match_id: int) -> list[Access]:
    """What happened, newest first, with the labels of the devices, also of those shut out."""
    names = {row.id: row.label for row in connection.execute(select(devices).where(devices.c.match == match_id))}
    query = select(access).where(access.c.match == match_id).order_by(access.c.id.desc()).limit(_MOST)
    return [
        Access(row.kind, row.time, row.device, names.get(row.device, ""), row.seat, row.other, names.get(row.other, ""))
        for row in connection.execute(query)
    ]
