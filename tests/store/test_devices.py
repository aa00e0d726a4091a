"""Devices and seats."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest

from companion.store import NoSuchDevice, NoSuchSeat, SeatTaken, Store
from tests.store.support import NOW, new_match, post


def joined(store: Store, code: str, label: str, host: bool = False) -> int:
    device = store.device(code, store.join(code, label, NOW, host=host))
    assert device is not None
    return device.id


def test_tokens_are_stored_hashed(store: Store, path: Path, code: str) -> None:
    """A token has 256 random bits, opens exactly its own match, and is nowhere in the files."""
    token = store.join(code, "  Anna's\n phone ", NOW, host=True)
    device = store.device(code, token)
    assert device is not None
    assert (device.label, device.host, device.seats) == ("Anna's phone", True, ())
    assert len(token) >= 43
    assert store.device(code, token[:-1]) is None
    assert store.device(new_match(store), token) is None
    for file in path.parent.iterdir():
        assert token.encode() not in file.read_bytes()


def test_a_free_seat_can_be_taken_and_a_taken_one_cannot(store: Store, code: str) -> None:
    """The first device to ask gets the seat, the second hears who holds it; one may hold several."""
    anna, bert = joined(store, code, "Anna"), joined(store, code, "Bert")
    store.take_seat(code, anna, "red")
    store.take_seat(code, anna, "red")
    with pytest.raises(SeatTaken, match="held by Anna"):
        store.take_seat(code, bert, "red")
    store.take_seat(code, anna, "blue")
    view = store.read(code)
    assert [seat.device for seat in view.seats] == [anna, anna]
    assert [device.seats for device in view.devices] == [("red", "blue"), ()]


def test_the_host_can_move_seats(store: Store, code: str) -> None:
    """A seat can be given to another device and made free again."""
    anna, bert = joined(store, code, "Anna"), joined(store, code, "Bert")
    store.take_seat(code, anna, "red")
    store.give_seat(code, bert, "red")
    assert store.read(code).seats[0].device == bert
    store.release_seat(code, "red")
    assert store.read(code).seats[0].device == 0


def test_a_revoked_device_is_out(store: Store, code: str) -> None:
    """Its token stops working, its seats are free, and no seat can be given to it."""
    token = store.join(code, "Lost", NOW, host=True)
    device = store.device(code, token)
    assert device is not None
    store.take_seat(code, device.id, "red")
    store.revoke(code, device.id, NOW)
    assert store.device(code, token) is None
    view = store.read(code)
    assert (view.devices, view.seats[0].device) == ((), 0)
    for act in (store.take_seat, store.give_seat):
        with pytest.raises(NoSuchDevice):
            act(code, device.id, "red")
    with pytest.raises(NoSuchDevice):
        store.set_host(code, device.id)


def test_hosts_can_change(store: Store, code: str) -> None:
    """The host's flag can be given and taken."""
    anna, bert = joined(store, code, "Anna", host=True), joined(store, code, "Bert")
    store.set_host(code, bert)
    store.set_host(code, anna, False)
    assert [device.host for device in store.read(code).devices] == [False, True]


def test_devices_of_other_matches_are_strangers(store: Store, code: str) -> None:
    """A device can do nothing in a match it did not join."""
    stranger = joined(store, new_match(store), "Stranger")
    for act in (store.take_seat, store.give_seat):
        with pytest.raises(NoSuchDevice):
            act(code, stranger, "red")
    for act in (store.revoke, store.set_host):
        with pytest.raises(NoSuchDevice):
            act(code, stranger, True)  # type: ignore[arg-type]


def test_unknown_seats(store: Store, code: str) -> None:
    """Only the seats of this match can be held, even if the game knows more."""
    anna = joined(store, code, "Anna")
    for act in (store.take_seat, store.give_seat):
        with pytest.raises(NoSuchSeat, match="green"):
            act(code, anna, "green")
    with pytest.raises(NoSuchSeat, match="green"):
        store.release_seat(code, "green")


def test_every_change_of_seats_is_a_new_version(store: Store, code: str) -> None:
    """Phones that watch the version hear of joins and seats; a sign of life is no change."""
    versions = [store.version(code)]
    anna = joined(store, code, "Anna")
    versions.append(store.version(code))
    store.take_seat(code, anna, "red")
    versions.append(store.version(code))
    store.seen(anna, "2026-11-20T11:00:00Z")
    assert store.read(code).devices[0].seen == "2026-11-20T11:00:00Z"
    assert [*versions, store.version(code)] == [versions[0], versions[0] + 1, versions[0] + 2, versions[0] + 2]


def test_seats_do_not_disturb_the_match(store: Store, code: str) -> None:
    """Seats changing between two posts leave the ledger as it is."""
    post(store, code, 1)
    store.take_seat(code, joined(store, code, "Anna"), "red")
    post(store, code, 2)
    assert store.read(code).last == 3


def test_the_file_itself_refuses_two_holders(store: Store, path: Path, code: str) -> None:
    """That a seat has one holder is a rule of the table, not only of the code."""
    anna = joined(store, code, "Anna")
    store.take_seat(code, anna, "red")
    raw = sqlite3.connect(path)
    try:
        with pytest.raises(sqlite3.IntegrityError):
            raw.execute("INSERT INTO holds SELECT match, seat, device FROM holds")
    finally:
        raw.close()
