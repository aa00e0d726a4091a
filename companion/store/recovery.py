"""Recovery codes: how a seat comes back when its phone is lost. Shown once, stored hashed, good for one use.

Inside a transaction of the caller. A code has 130 random bits, so nobody can guess one; pages limit tries all the same.
"""

from __future__ import annotations

from typing import Any

from sqlalchemy import Connection, Row, delete, insert, select

from companion.store import devices
from companion.store.codes import new_code, tidy_code
from companion.store.errors import NoSuchCode, NoSuchSeat
from companion.store.packing import from_json
from companion.store.tables import recovery

HOST = "host"
"""The role of a code that makes a phone a host."""
LENGTH = 28
_GROUP = 4


def make(connection: Connection, match: Row[Any], roles: list[str]) -> dict[str, str]:
    """New codes for seats (or `HOST`), in place of their older ones; by role. Raises NoSuchSeat."""
    for role in roles:
        if role != HOST and role not in from_json(match.seats):
            raise NoSuchSeat(role)
    codes = {role: new_code(LENGTH) for role in roles}
    connection.execute(delete(recovery).where(recovery.c.match == match.id, recovery.c.role.in_(roles)))
    rows = [{"match": match.id, "role": role, "hash": devices.hashed(code)} for role, code in codes.items()]
    if rows:
        connection.execute(insert(recovery), rows)
    return {role: spaced(code) for role, code in codes.items()}


def spaced(code: str) -> str:
    """A code in groups of four, as people read it out."""
    return "-".join(code[i : i + _GROUP] for i in range(0, len(code), _GROUP))


def role_of(connection: Connection, match_id: int, typed: str) -> str:
    """What a code is for. Raises NoSuchCode."""
    query = select(recovery.c.role).where(
        recovery.c.match == match_id, recovery.c.hash == devices.hashed(tidy_code(typed))
    )
    role: str | None = connection.scalar(query)
    if role is None:
        raise NoSuchCode
    return role


def redeem(connection: Connection, match: Row[Any], device: int, typed: str) -> str:
    """Use a code up: its seat (or being host) goes to this device. Gives the role. Raises NoSuchCode, NoSuchDevice."""
    role = role_of(connection, match.id, typed)
    if role == HOST:
        devices.set_host(connection, match.id, device, True)
    else:
        devices.give(connection, match, device, role)
    connection.execute(delete(recovery).where(recovery.c.match == match.id, recovery.c.role == role))
    return role
