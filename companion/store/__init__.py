"""Persistence: matches, their ledgers, devices and seats in one file; every change is stored completely or not at
all.

Owns the database file: its location, lock, schema, migrations, transactions, backup, export and import. Knows the
engine; knows nothing of pages, of the command line or of any game (games are found through the function given to
`Store.open`). It has no clock: times come in as ISO 8601 text in UTC.

    with Store.open(default_location(), load_game) as store:
        code = store.create(game, ["blue", "orange"], {}, {}, release="0.1.0", now=now)
        token = store.join(code, "Anna's phone", now, host=True)
        device = store.device(code, token)
        store.take_seat(code, device.id, "blue")

        with store.change(code) as work:                       # one durable transaction
            work.match.answer(key, raw, Stamp("blue", now, release, post))

        view = store.read(code)                                # never waits for writers
        view.questions, view.state, view.entries(limit=50), view.seats, view.devices

Pages need `Store` and the records it returns: `MatchView`, `Transaction`, `Line`, `LogPage`, `Device`, `Seat` and
`MatchInfo`. Everything raised on purpose is a `StoreError` (see `companion.store.errors`) or comes from the engine.
"""

from companion.store.database.location import default_location
from companion.store.errors import (
    ImportRefused,
    NoSuchCode,
    NoSuchDevice,
    NoSuchMatch,
    NoSuchSeat,
    SeatTaken,
    StoreAway,
    StoreDamaged,
    StoreError,
    StoreInUse,
    StoreTooNew,
)
from companion.store.matches.reading import MatchView
from companion.store.matches.transaction import Transaction
from companion.store.records import Access, Claim, Device, Line, LogPage, MatchInfo, Seat
from companion.store.store import Store

__all__ = [
    "Access",
    "Claim",
    "Device",
    "ImportRefused",
    "Line",
    "LogPage",
    "MatchInfo",
    "MatchView",
    "NoSuchCode",
    "NoSuchDevice",
    "NoSuchMatch",
    "NoSuchSeat",
    "Seat",
    "SeatTaken",
    "Store",
    "StoreAway",
    "StoreDamaged",
    "StoreError",
    "StoreInUse",
    "StoreTooNew",
    "Transaction",
    "default_location",
]
