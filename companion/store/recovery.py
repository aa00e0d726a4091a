"""Recovery codes: how a seat comes back when its phone is lost. Shown once, stored hashed, good once for some days.

A code dies with what it was for: when its seat is handed over or made free, and when its holder, or the phone that was
shown it, is shut out. Where another phone holds the seat and was in touch lately, that phone is asked: its no burns the
code, its yes or its silence lets the seat go. Inside a transaction of the caller; knows no clock.
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
    """New codes for seats (or `HOST`), in place of their older ones; by role. Raises NoSuchSeat."""
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
    """A code in groups of four, as people read it out."""
    return "-".join(code[i : i + _GROUP] for i in range(0, len(code), _GROUP))


def role_of(connection: Connection, match_id: int, typed: str, now: str) -> str:
    """What a code is for. Raises NoSuchCode, also for one that has expired."""
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
    """Use a code: its seat (or being host) goes to this device, at once or when whoever holds it was asked.

    `seen` is when devices were in touch lately, as far as the file does not know it yet.
    Raises NoSuchCode, NoSuchDevice.
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
    """The codes that wait for a word of the holder."""
    query = select(recovery).where(recovery.c.match == match_id, recovery.c.claimant != 0).order_by(recovery.c.role)
    return [Claim(row.role, row.claimant, row.until) for row in connection.execute(query)]


def in_force(connection: Connection, match_id: int, now: str) -> dict[str, str]:
    """The roles that have a code now, and until when it is good."""
    query = select(recovery.c.role, recovery.c.expires).where(recovery.c.match == match_id)
    return {row.role: row.expires for row in connection.execute(query) if _moment(row.expires) >= _moment(now)}


def settle(connection: Connection, match: Row[Any], role: str, now: str) -> None:
    """Let what was claimed go to who claimed it; the code is used up. Nothing when nobody claims it."""
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
    """Say no to a claim: the code is burnt. Nothing when nobody claims it."""
    claim = next((one for one in claims(connection, match_id) if one.role == role), None)
    if claim is not None:
        connection.execute(delete(recovery).where(recovery.c.match == match_id, recovery.c.role == role))
        access.note(connection, match_id, "refused", claim.device, now, role, other=by)


def burn(connection: Connection, match_id: int, role: str) -> None:
    """The code of a role is good no more: its seat has changed hands."""
    connection.execute(delete(recovery).where(recovery.c.match == match_id, recovery.c.role == role))


def burn_all_of(connection: Connection, match_id: int, device: int) -> None:
    """The codes a device has seen, claims or could use are good no more: it is to be shut out."""
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
    """The devices that hold a seat, or are hosts, and when each was last in touch."""
    seen = select(phones.c.id, phones.c.created, phones.c.seen).where(
        phones.c.match == match_id, phones.c.revoked == ""
    )
    if role == HOST:
        query = seen.where(phones.c.host)
    else:
        query = seen.join(holds, holds.c.device == phones.c.id).where(holds.c.match == match_id, holds.c.seat == role)
    return {row.id: row.seen or row.created for row in connection.execute(query)}


def later(time: str, span: timedelta) -> str:
    """A time that much later."""
    return (_moment(time) + span).isoformat(timespec="seconds")


def _is_about(connection: Connection, match_id: int, role: str, device: int, now: str, seen: Mapping[int, str]) -> bool:
    times = [time for one, time in {**holders(connection, match_id, role)}.items() if one != device]
    times += [seen[one] for one in holders(connection, match_id, role) if one != device and one in seen]
    return any(_moment(time) > _moment(now) - LATELY for time in times)


def _moment(time: str) -> datetime:
    return datetime.fromisoformat(time)
