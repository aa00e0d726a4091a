"""What the store returns: plain frozen records."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from companion.engine.match.ledger import Entry

MatchKind = Literal["match", "helper", "demo"]


class Seat(Struct, frozen=True):
    """A seat of a match and the device that holds it (0 when it is free)."""

    id: str
    device: int = 0


class Device(Struct, frozen=True):
    """A phone, laptop or TV that joined a match. Its token is not here: it is stored hashed."""

    id: int
    label: str
    host: bool
    seats: tuple[str, ...]
    created: str
    seen: str
    wants: str = ""
    """The seat, held by another device, that this one asks for."""
    ready: bool = False
    """Whether its user has said in the lobby that the match may begin."""


class Claim(Struct, frozen=True):
    """A used recovery code: the role it is for, the device that used it, and until when the holder may refuse."""

    role: str
    device: int
    until: str


AccessKind = Literal[
    "joined", "taken", "given", "freed", "host", "shut_out", "codes", "claimed", "recovered", "refused", "void"
]


class Access(Struct, frozen=True):
    """A line in the history of access: what happened to a device, about which seat, and which other device was
    involved.
    """

    kind: AccessKind
    time: str
    device: int
    label: str
    seat: str
    other: int
    other_label: str


class Line(Struct, frozen=True):
    """A ledger entry as the log shows it: `live` is false if it was taken back. `entry.before` is empty."""

    entry: Entry
    live: bool


class LogPage(Struct, frozen=True):
    """Some lines of the log, newest first, and the mark with which to ask for older ones ("" when there are none)."""

    lines: tuple[Line, ...]
    older: str


class MatchInfo(Struct, frozen=True):
    """A line in a list of matches."""

    code: str
    kind: MatchKind
    game: str
    seats: tuple[str, ...]
    created: str
    updated: str
    version: int
    entries: int
    ended: bool
