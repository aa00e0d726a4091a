"""Membership of matches: devices, the seats they hold, recovery codes, and the history of access.

The pages decide who may do what; the store only keeps it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from sqlalchemy import Connection, Row, update

from companion.store import access, recovery
from companion.store import devices as seating
from companion.store.database.connections import Connections
from companion.store.database.postgres import Server
from companion.store.database.tables import matches
from companion.store.matches.starting import match_row
from companion.store.records import Access, Claim

Act = Callable[[Connection, Row[Any]], Any]


class Membership:
    """Part of `Store` (a mixin), whose file it uses. `now` is the time of the line in the history of access."""

    _db: Connections | Server
    _seen: dict[int, str]
    _seating: Callable[[str, Act], Any]

    def join(self, code: str, label: str, now: str, *, host: bool = False) -> str:
        """Add a device to a match. Returns its secret token, which is returned only here and stored hashed."""
        token: str = self._seating(code, lambda link, row: seating.join(link, row.id, label, now, host=host))
        return token

    def arrive(self, code: str, came_from: int, now: str) -> str:
        """Admit a device of the previous match to its rematch. Returns its new token. Raises NoSuchDevice."""
        token: str = self._seating(code, lambda link, row: seating.arrive(link, row.id, came_from, now))
        return token

    def take_seat(self, code: str, device: int, seat: str, now: str = "") -> None:
        """Take a free seat, or keep one's own. Raises SeatTaken, NoSuchSeat or NoSuchDevice."""

        def act(link: Connection, row: Row[Any]) -> None:
            held = recovery.holders(link, row.id, seat)
            seating.take(link, row, device, seat)
            if device not in held:
                access.note(link, row.id, "taken", device, now, seat)

        self._seating(code, act)

    def set_ready(self, code: str, device: int, ready: bool) -> None:
        """Store whether a device is ready to begin. Raises NoSuchDevice."""
        self._seating(code, lambda link, row: seating.set_ready(link, row, device, ready))

    def rename(self, code: str, device: int, label: str) -> None:
        """Give a device another name. Raises NoSuchDevice."""
        self._seating(code, lambda link, row: seating.rename(link, row, device, label))

    def begin_play(self, code: str) -> None:
        """End the lobby of a match: play begins."""

        def act(link: Connection, row: Row[Any]) -> None:
            link.execute(update(matches).where(matches.c.id == row.id).values(begun=True))

        self._seating(code, act)

    def give_seat(self, code: str, device: int, seat: str, now: str = "") -> None:
        """Give a seat to a device, whoever held it; its code becomes void. Raises NoSuchSeat or NoSuchDevice."""

        def act(link: Connection, row: Row[Any]) -> None:
            seating.give(link, row, device, seat)
            recovery.burn(link, row.id, seat)
            access.note(link, row.id, "given", device, now, seat)

        self._seating(code, act)

    def release_seat(self, code: str, seat: str, now: str = "") -> None:
        """Make a seat free; its code becomes void. Raises NoSuchSeat."""

        def act(link: Connection, row: Row[Any]) -> None:
            held = recovery.holders(link, row.id, seat)
            seating.release(link, row, seat)
            recovery.burn(link, row.id, seat)
            access.note(link, row.id, "freed", next(iter(held), 0), now, seat)

        self._seating(code, act)

    def set_host(self, code: str, device: int, host: bool = True, now: str = "") -> None:
        """Make a device a host, or stop it being one: then the codes it knows become void. Raises NoSuchDevice."""

        def act(link: Connection, row: Row[Any]) -> None:
            if not host:
                recovery.burn_all_of(link, row.id, device)
            seating.set_host(link, row.id, device, host)
            if host:
                access.note(link, row.id, "host", device, now)

        self._seating(code, act)

    def revoke(self, code: str, device: int, now: str) -> None:
        """Shut a device out: its token and all codes it knows stop working, its seats become free.

        Raises NoSuchDevice.
        """

        def act(link: Connection, row: Row[Any]) -> None:
            recovery.burn_all_of(link, row.id, device)
            seating.revoke(link, row.id, device, now)
            access.note(link, row.id, "shut_out", device, now)

        self._seating(code, act)

    def wish(self, code: str, device: int, seat: str) -> None:
        """Store that a device asks for a seat that another device holds; "" withdraws the request."""
        self._seating(code, lambda link, row: seating.wish(link, row, device, seat))

    # ---- recovery codes

    def make_recovery(self, code: str, roles: Sequence[str], maker: int, now: str) -> dict[str, str]:
        """New recovery codes by seat (or `recovery.HOST`). They are returned only here; older ones stop working."""
        made: dict[str, str] = self._seating(code, lambda link, row: recovery.make(link, row, list(roles), maker, now))
        return made

    def recoverable(self, code: str, typed: str, now: str) -> str:
        """The role that a recovery code is for, without using it up. Raises NoSuchCode."""
        with self._db.reading() as link:
            return recovery.role_of(link, match_row(link, code, matches.c.id).id, typed, now)

    def recover(self, code: str, device: int, typed: str, now: str) -> Claim:
        """Use a recovery code for a device. It takes effect at once (`until` is now), or after the holder agrees or
        stays silent.

        Raises NoSuchCode or NoSuchDevice.
        """
        claim: Claim = self._seating(code, lambda link, row: recovery.redeem(link, row, device, typed, now, self._seen))
        return claim

    def claims(self, code: str) -> list[Claim]:
        """The claims (codes that were used) that wait for the holder's decision. Raises NoSuchMatch."""
        with self._db.reading() as link:
            return recovery.claims(link, match_row(link, code, matches.c.id).id)

    def settle_claim(self, code: str, role: str, now: str) -> None:
        """Give what was claimed to the device that claimed it."""
        self._seating(code, lambda link, row: recovery.settle(link, row, role, now))

    def refuse_claim(self, code: str, role: str, by: int, now: str) -> None:
        """Refuse a claim; its code becomes void."""
        self._seating(code, lambda link, row: recovery.refuse(link, row.id, role, by, now))

    def codes_in_force(self, code: str, now: str) -> dict[str, str]:
        """The roles that have a valid code, and until when."""
        with self._db.reading() as link:
            return recovery.in_force(link, match_row(link, code, matches.c.id).id, now)

    def access(self, code: str) -> list[Access]:
        """The history of access, newest first."""
        with self._db.reading() as link:
            return access.history(link, match_row(link, code, matches.c.id).id)
