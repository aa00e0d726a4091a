"""Devices and seats. All functions run inside a transaction of the caller."""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Mapping
from typing import Any

from sqlalchemy import BindParameter, Connection, Row, bindparam, delete, insert, select, update

from companion.store import access
from companion.store.database.tables import devices, holds, recovery
from companion.store.errors import NoSuchDevice, NoSuchSeat, SeatTaken
from companion.store.packing import from_json
from companion.store.records import Device

_TOKEN_BYTES = 32
_LONGEST_LABEL = 60

# Every page asks these, so they are made once.
_AT: BindParameter[int] = bindparam("at")
_WELCOME = select(devices).where(devices.c.match == _AT, devices.c.revoked == "").order_by(devices.c.id)
_HOLDERS = select(holds.c.seat, holds.c.device).where(holds.c.match == _AT)


def join(connection: Connection, match_id: int, label: str, now: str, *, host: bool) -> str:
    """Add a device to a match. Returns its token."""
    token = secrets.token_urlsafe(_TOKEN_BYTES)
    values = {"label": _tidy(label), "host": host, "created": now, "seen": now, "revoked": ""}
    made = connection.execute(insert(devices).values(match=match_id, token_hash=hashed(token), **values))
    access.note(connection, match_id, "joined", made.inserted_primary_key[0], now)  # type: ignore[index]
    return token


def follow(connection: Connection, old: int, new: int, seats: Mapping[str, str], starter: int, now: str) -> None:
    """Add the admitted devices of a match to its rematch. `seats` maps a seat there to the seat its player held
    before.

    `starter` becomes a host if it was not one. No device has a token there yet: it gets one by `arrive`.
    """
    holder = {row.seat: row.device for row in connection.execute(_HOLDERS, {"at": old})}
    for row in connection.execute(_WELCOME, {"at": old}).all():
        token = secrets.token_urlsafe(_TOKEN_BYTES)  # thrown away
        host = row.host or row.id == starter
        values = {"label": row.label, "host": host, "created": now, "seen": "", "revoked": "", "came_from": row.id}
        made = connection.execute(insert(devices).values(match=new, token_hash=hashed(token), **values))
        device: int = made.inserted_primary_key[0]  # type: ignore[index]
        access.note(connection, new, "joined", device, now)
        for seat in [seat for seat, before in seats.items() if holder.get(before) == row.id]:
            connection.execute(insert(holds).values(match=new, seat=seat, device=device))
            access.note(connection, new, "taken", device, now, seat)


def arrive(connection: Connection, match_id: int, came_from: int, now: str) -> str:
    """Give a device that comes from the previous match a token of its own, and mark it as ready. Raises
    NoSuchDevice.
    """
    mine = (devices.c.match == match_id) & (devices.c.came_from == came_from) & (devices.c.revoked == "")
    token = secrets.token_urlsafe(_TOKEN_BYTES)
    found = connection.execute(update(devices).where(mine).values(token_hash=hashed(token), seen=now, ready=True))
    if not came_from or not found.rowcount:
        raise NoSuchDevice
    return token


def hashed(token: str) -> bytes:
    """The hash of a token, which is what is stored. It has 256 random bits, so one round of SHA-256 is safe."""
    return hashlib.sha256(token.encode("utf-8", "replace")).digest()


def welcome(connection: Connection, match: Row[Any]) -> dict[bytes, Device]:
    """The devices of a match that are not revoked, with their seats, by the hashes of their tokens, oldest first."""
    rows = list(connection.execute(_WELCOME, {"at": match.id}))
    return {row.token_hash: device for row, device in zip(rows, _with_seats(connection, match, rows), strict=True)}


def seen(connection: Connection, times: Mapping[int, str]) -> None:
    """Store when devices were last in touch."""
    query = update(devices).where(devices.c.id == bindparam("number")).values(seen=bindparam("time"))
    connection.execute(query, [{"number": device, "time": time} for device, time in times.items()])


def forget(connection: Connection, match_id: int, device: int) -> None:
    """Delete a device and what is known of it, including the codes it was shown. Raises NoSuchDevice.

    The history of access keeps its lines, which hold a number and no name.
    """
    shown = (recovery.c.maker == device) | (recovery.c.claimant == device)
    connection.execute(delete(recovery).where(recovery.c.match == match_id, shown))
    found = connection.execute(delete(devices).where(devices.c.match == match_id, devices.c.id == device))
    if not found.rowcount:
        raise NoSuchDevice


def take(connection: Connection, match: Row[Any], device: int, seat: str) -> None:
    """Take a seat that is free or already one's own. Raises SeatTaken, NoSuchSeat or NoSuchDevice."""
    query = select(holds.c.device, devices.c.label).join(devices, devices.c.id == holds.c.device)
    holder = connection.execute(query.where(holds.c.match == match.id, holds.c.seat == seat)).first()
    if holder is not None and holder.device != device:
        raise SeatTaken(seat, holder.label)
    give(connection, match, device, seat)


def give(connection: Connection, match: Row[Any], device: int, seat: str) -> None:
    """Give a seat to a device, whoever held it before. Raises NoSuchSeat or NoSuchDevice."""
    _check_seat(match, seat)
    check(connection, match.id, device)
    connection.execute(delete(holds).where(holds.c.match == match.id, holds.c.seat == seat))
    connection.execute(insert(holds).values(match=match.id, seat=seat, device=device))
    settled = (devices.c.match == match.id) & ((devices.c.id == device) | (devices.c.wants == seat))
    connection.execute(update(devices).where(settled).values(wants=""))


def wish(connection: Connection, match: Row[Any], device: int, seat: str) -> None:
    """Store that a device asks for a seat ("" withdraws the request). Raises NoSuchSeat or NoSuchDevice."""
    if seat:
        _check_seat(match, seat)
    check(connection, match.id, device)
    connection.execute(update(devices).where(devices.c.id == device).values(wants=seat))


def rename(connection: Connection, match: Row[Any], device: int, label: str) -> None:
    """Give a device another name. Raises NoSuchDevice."""
    check(connection, match.id, device)
    connection.execute(update(devices).where(devices.c.id == device).values(label=_tidy(label)))


def _tidy(label: str) -> str:
    return " ".join(label.replace("\0", " ").split())[:_LONGEST_LABEL]


def set_ready(connection: Connection, match: Row[Any], device: int, ready: bool) -> None:
    """Store whether a device is ready to begin. Raises NoSuchDevice."""
    check(connection, match.id, device)
    connection.execute(update(devices).where(devices.c.id == device).values(ready=ready))


def release(connection: Connection, match: Row[Any], seat: str) -> None:
    """Make a seat free. Raises NoSuchSeat."""
    _check_seat(match, seat)
    connection.execute(delete(holds).where(holds.c.match == match.id, holds.c.seat == seat))


def set_host(connection: Connection, match_id: int, device: int, host: bool) -> None:
    """Make a device a host, or stop it being one. Raises NoSuchDevice."""
    check(connection, match_id, device)
    connection.execute(update(devices).where(devices.c.id == device).values(host=host))


def revoke(connection: Connection, match_id: int, device: int, now: str) -> None:
    """Shut a device out and free its seats. Raises NoSuchDevice."""
    check(connection, match_id, device)
    connection.execute(update(devices).where(devices.c.id == device).values(revoked=now, host=False))
    connection.execute(delete(holds).where(holds.c.match == match_id, holds.c.device == device))


def _with_seats(connection: Connection, match: Row[Any], rows: list[Row[Any]]) -> list[Device]:
    holder = {row.seat: row.device for row in connection.execute(_HOLDERS, {"at": match.id})}
    order = from_json(match.seats)
    return [
        Device(
            row.id, row.label, row.host, tuple(s for s in order if holder.get(s) == row.id), row.created, row.seen,
            row.wants, row.ready,
        )
        for row in rows
    ]  # fmt: skip


def _check_seat(match: Row[Any], seat: str) -> None:
    if seat not in from_json(match.seats):
        raise NoSuchSeat(seat)


def check(connection: Connection, match_id: int, device: int) -> None:
    """Raise NoSuchDevice unless the match has this device."""
    query = select(devices.c.id).where(devices.c.match == match_id, devices.c.id == device, devices.c.revoked == "")
    if connection.scalar(query) is None:
        raise NoSuchDevice
