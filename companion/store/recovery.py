"""Recovery codes: how a player gets a seat back after losing the phone. Shown once, stored hashed, usable once, for
some days.

A code becomes void when its seat is handed over or freed, and when its holder, or the device that was shown it, is
revoked. If another device holds the seat and was in touch lately, that device is asked: a no voids the code, while a
yes or no answer at all lets the seat go. All functions run inside a transaction of the caller; this module has no
clock.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Any

from sqlalchemy import Connection, Row, and_, delete, insert, or_, select, update

from companion.store import access, devices
from companion.store.codes import new_code, tidy_code
from companion.store.database.tables import devices as phones
from companion.store.database.tables import holds, recovery
from companion.store.errors import NoSuchCode, NoSuchSeat
from companion.store.packing import from_json
from companion.store.records import Claim

HOST = "host"
"""The role of a code that makes a phone a host."""
LENGTH = 28
DAYS = 30
"""So long a code is good."""
LATELY = timedelta(minutes=3)
"""A holder in touch within this time is asked before its seat goes."""
SILENCE = timedelta(minutes=2)
"""So long a holder has to say no."""
_GROUP = 4


def make(connection: Connection, match: Row[Any], roles: list[str], maker: int, now: str) -> dict[str, str]:
    """New codes by role, for seats (or `HOST`), replacing their older ones. Raises NoSuchSeat."""
    for role in roles:
        if role != HOST and role not in from_json(match.seats):
            raise NoSuchSeat(role)
    codes = {role: new_code(LENGTH) for role in roles}
    connection.execute(delete(recovery).where(recovery.c.match == match.id, recovery.c.role.in_(roles)))
    until = later(now, timedelta(days=DAYS))
    rows = [
        {"match": match.id, "role": role, "hash": devices.hashed(code), "maker": maker, "expires": until}
        for role, code in codes.items()
    ]
    if rows:
        connection.execute(insert(recovery), rows)
        access.note(connection, match.id, "codes", maker, now)
    return {role: spaced(code) for role, code in codes.items()}


def spaced(code: str) -> str:
    """A code in groups of four, for reading aloud."""
    return "-".join(code[i : i + _GROUP] for i in range(0, len(code), _GROUP))


def role_of(connection: Connection, match_id: int, typed: str, now: str) -> str:
    """The role that a code is for. Raises NoSuchCode, also for an expired code."""
    row = connection.execute(
        select(recovery.c.role, recovery.c.expires).where(
            recovery.c.match == match_id, recovery.c.hash == devices.hashed(tidy_code(typed))
        )
    ).first()
    if row is None or _moment(row.expires) < _moment(now):
        raise NoSuchCode
    return str(row.role)


def redeem(
    connection: Connection, match: Row[Any], device: int, typed: str, now: str, seen: Mapping[int, str]
) -> Claim:
    """Use a code: its role (a seat, or host) goes to this device, at once or after its holder was asked.

    `seen` says when devices were last in touch, where this is more recent than the database. Raises NoSuchCode or
    NoSuchDevice.
    """
    role = role_of(connection, match.id, typed, now)
    devices.check(connection, match.id, device)
    until = now
    if _is_about(connection, match.id, role, device, now, seen):
        until = later(now, SILENCE)
    claimed = update(recovery).where(recovery.c.match == match.id, recovery.c.role == role)
    connection.execute(claimed.values(claimant=device, until=until))
    if until == now:
        settle(connection, match, role, now)
    else:
        access.note(connection, match.id, "claimed", device, now, role)
    return Claim(role, device, until)


def claims(connection: Connection, match_id: int) -> list[Claim]:
    """The claims that wait for the holder's decision."""
    query = select(recovery).where(recovery.c.match == match_id, recovery.c.claimant != 0).order_by(recovery.c.role)
    return [Claim(row.role, row.claimant, row.until) for row in connection.execute(query)]


def in_force(connection: Connection, match_id: int, now: str) -> dict[str, str]:
    """The roles that have a valid code now, and until when."""
    query = select(recovery.c.role, recovery.c.expires).where(recovery.c.match == match_id)
    return {row.role: row.expires for row in connection.execute(query) if _moment(row.expires) >= _moment(now)}


def settle(connection: Connection, match: Row[Any], role: str, now: str) -> None:
    """Give what was claimed to the device that claimed it; the code is used up. Does nothing without a claim."""
    claim = next((one for one in claims(connection, match.id) if one.role == role), None)
    if claim is None:
        return
    connection.execute(delete(recovery).where(recovery.c.match == match.id, recovery.c.role == role))
    before = holders(connection, match.id, role)
    if role == HOST:
        devices.set_host(connection, match.id, claim.device, True)
    else:
        devices.give(connection, match, claim.device, role)
    access.note(connection, match.id, "recovered", claim.device, now, role, other=next(iter(before), 0))


def refuse(connection: Connection, match_id: int, role: str, by: int, now: str) -> None:
    """Refuse a claim and void its code. Does nothing without a claim."""
    claim = next((one for one in claims(connection, match_id) if one.role == role), None)
    if claim is not None:
        connection.execute(delete(recovery).where(recovery.c.match == match_id, recovery.c.role == role))
        access.note(connection, match_id, "refused", claim.device, now, role, other=by)


def burn(connection: Connection, match_id: int, role: str) -> None:
    """Void the code of a role, because its seat has changed hands."""
    connection.execute(delete(recovery).where(recovery.c.match == match_id, recovery.c.role == role))


def burn_all_of(connection: Connection, match_id: int, device: int) -> None:
    """Void the codes that a device has seen, claims or could use, because it is being revoked."""
    own = select(holds.c.seat).where(holds.c.match == match_id, holds.c.device == device)
    is_host = select(phones.c.id).where(phones.c.id == device, phones.c.host).exists()
    theirs = or_(
        recovery.c.maker == device,
        recovery.c.claimant == device,
        recovery.c.role.in_(own),
        and_(recovery.c.role == HOST, is_host),
    )
    connection.execute(delete(recovery).where(recovery.c.match == match_id, theirs))


def holders(connection: Connection, match_id: int, role: str) -> dict[int, str]:
    """The devices that hold a seat (or are hosts), and when each was last in touch."""
    seen = select(phones.c.id, phones.c.created, phones.c.seen).where(
        phones.c.match == match_id, phones.c.revoked == ""
    )
    if role == HOST:
        query = seen.where(phones.c.host)
    else:
        query = seen.join(holds, holds.c.device == phones.c.id).where(holds.c.match == match_id, holds.c.seat == role)
    return {row.id: row.seen or row.created for row in connection.execute(query)}


def later(time: str, span: timedelta) -> str:
    """A time (ISO 8601) increased by a span."""
    return (_moment(time) + span).isoformat(timespec="seconds")


def _is_about(connection: Connection, match_id: int, role: str, device: int, now: str, seen: Mapping[int, str]) -> bool:
    times = [time for one, time in {**holders(connection, match_id, role)}.items() if one != device]
    times += [seen[one] for one in holders(connection, match_id, role) if one != device and one in seen]
    return any(_moment(time) > _moment(now) - LATELY for time in times)


def _moment(time: str) -> datetime:
    return datetime.fromisoformat(time)
