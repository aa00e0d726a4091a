"""Recovery codes and wishes for a seat: how a lost phone comes back. And a file from before there were any."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from companion.store import Device, NoSuchCode, NoSuchDevice, NoSuchSeat, Store
from companion.store.recovery import HOST

from .support import NOW, new_match, post
from .test_devices import joined
from .toy import find_game

OLDER = Path(__file__).parent / "schema-1.sqlite"


def device(store: Store, code: str, number: int) -> Device:
    return next(one for one in store.read(code).devices if one.id == number)


def test_a_code_gives_its_seat_to_another_phone_once(store: Store, code: str) -> None:
    """The seat moves, the lost phone has it no more, and the code is spent."""
    lost, found = joined(store, code, "Lost"), joined(store, code, "Found")
    store.take_seat(code, lost, "red")
    key = store.make_recovery(code, ["red"])["red"]
    assert store.recoverable(code, key) == "red"
    assert store.recover(code, found, key) == "red"
    assert device(store, code, found).seats == ("red",)
    assert device(store, code, lost).seats == ()
    for use in (lambda: store.recover(code, lost, key), lambda: store.recoverable(code, key)):
        with pytest.raises(NoSuchCode):
            use()
    assert device(store, code, found).seats == ("red",)


def test_a_host_comes_back_as_a_host(store: Store, code: str) -> None:
    """The code of the host makes a phone a host and gives it no seat."""
    found = joined(store, code, "Found")
    key = store.make_recovery(code, [HOST])[HOST]
    store.recover(code, found, key)
    assert device(store, code, found).host
    assert device(store, code, found).seats == ()


def test_a_code_has_128_bits_and_is_stored_hashed(store: Store, path: Path, code: str) -> None:
    """28 letters of 25 are 130 bits; neither the code nor its letters are in any file."""
    keys = store.make_recovery(code, ["red", "blue", HOST])
    assert len(set(keys.values())) == 3
    for key in keys.values():
        letters = key.replace("-", "")
        assert len(letters) == 28
        assert all(len(group) == 4 for group in key.split("-"))
        for file in path.parent.iterdir():
            assert key.encode() not in file.read_bytes()
            assert letters.encode() not in file.read_bytes()


def test_a_code_may_be_typed_as_people_type(store: Store, code: str) -> None:
    """Small letters, blanks instead of dashes."""
    key = store.make_recovery(code, ["red"])["red"]
    assert store.recoverable(code, f" {key.lower().replace('-', ' ')} ") == "red"


def test_new_codes_replace_the_old_ones_of_that_role_only(store: Store, code: str) -> None:
    """A sheet printed again makes the first one worthless; other seats keep theirs."""
    first = store.make_recovery(code, ["red", "blue"])
    second = store.make_recovery(code, ["red"])
    with pytest.raises(NoSuchCode):
        store.recoverable(code, first["red"])
    assert store.recoverable(code, second["red"]) == "red"
    assert store.recoverable(code, first["blue"]) == "blue"


def test_a_code_opens_its_own_match_only(store: Store, code: str) -> None:
    """The same seat of another match is not reached."""
    key, other = store.make_recovery(code, ["red"])["red"], new_match(store)
    with pytest.raises(NoSuchCode):
        store.recoverable(other, key)


def test_a_phone_that_was_shut_out_spends_no_code(store: Store, code: str) -> None:
    """The refused use leaves the code as it was."""
    gone = joined(store, code, "Gone")
    key = store.make_recovery(code, ["red"])["red"]
    store.revoke(code, gone, NOW)
    with pytest.raises(NoSuchDevice):
        store.recover(code, gone, key)
    assert store.recoverable(code, key) == "red"


def test_there_are_codes_for_seats_of_the_match_only(store: Store, code: str) -> None:
    """A made-up seat is refused and makes no code."""
    with pytest.raises(NoSuchSeat):
        store.make_recovery(code, ["red", "green"])


def test_a_wish_is_seen_until_it_is_settled(store: Store, code: str) -> None:
    """Whoever gets the seat, nobody asks for it any more; other wishes stay."""
    holder, one, two = joined(store, code, "A"), joined(store, code, "B"), joined(store, code, "C")
    store.take_seat(code, holder, "red")
    store.take_seat(code, holder, "blue")
    version = store.version(code)
    store.wish(code, one, "red")
    store.wish(code, two, "blue")
    assert store.version(code) > version
    assert [each.wants for each in store.read(code).devices] == ["", "red", "blue"]
    store.give_seat(code, one, "red")
    assert [each.wants for each in store.read(code).devices] == ["", "", "blue"]
    store.wish(code, two, "")
    assert [each.wants for each in store.read(code).devices] == ["", "", ""]
    with pytest.raises(NoSuchSeat):
        store.wish(code, two, "green")


def test_a_file_of_the_first_schema_is_brought_up_to_date(path: Path) -> None:
    """Match, phone and seat are there, play goes on, and there can be codes now."""
    shutil.copy(OLDER, path)
    with Store.open(path, find_game) as store:
        (info,) = store.matches()
        (phone,) = store.read(info.code).devices
        assert (phone.seats, phone.host, phone.wants) == (("red",), True, "")
        post(store, info.code, 3)
        key = store.make_recovery(info.code, ["blue"])["blue"]
        assert store.recover(info.code, phone.id, key) == "blue"
        store.wish(info.code, phone.id, "red")
    assert path.with_name("companion.schema-1.db").exists()
