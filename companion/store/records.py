"""What the store hands out: plain frozen records."""

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
    """A phone, laptop or TV that joined a match. Its token is not here: it was shown once and is stored hashed."""

    id: int
    label: str
    host: bool
    seats: tuple[str, ...]
    created: str
    seen: str
    wants: str = ""
    """A seat another device holds that this one asks for."""
    ready: bool = False
    """Whether it has said in the lobby that the match may begin."""


class Claim(Struct, frozen=True):
    """A recovery code that was used: what for, by which device, and until when whoever holds that may say no."""

    role: str
    device: int
    until: str


AccessKind = Literal[
    "joined", "taken", "given", "freed", "host", "shut_out", "codes", "claimed", "recovered", "refused", "void"
]


class Access(Struct, frozen=True):
    """A line in the history of access: what happened to a device, about which seat, and which other one."""

    kind: AccessKind
    time: str
    device: int
    label: str
    seat: str
    other: int
    other_label: str


class Line(Struct, frozen=True):
    """A ledger entry as the log shows it: `live` is false for what was taken back. `entry.before` is empty."""

    entry: Entry
    live: bool


class Page(Struct, frozen=True):
    """Some lines of the log, newest first, and the mark to ask for older ones with ("" when there are none)."""

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
