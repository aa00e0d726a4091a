"""Recovery codes and wishes for a seat: how a lost phone comes back. And a file from before there were any."""

from __future__ import annotations

import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from companion.store import Claim, Device, NoSuchCode, NoSuchDevice, NoSuchSeat, Store
from companion.store.recovery import HOST
from tests.store.support import NOW, new_match, post
from tests.store.test_devices import joined
from tests.store.toy import find_game

LATER = "2026-11-20T10:30:00Z"
"""When nobody but the new phone has been in touch for a while."""
OLDER = Path(__file__).parent / "schema-1.sqlite"


def device(store: Store, code: str, number: int) -> Device:
    return next(one for one in store.read(code).devices if one.id == number)


def test_a_code_gives_its_seat_to_another_phone_once(store: Store, code: str) -> None:
    """The seat moves, the lost phone has it no more, and the code is spent."""
    lost, found = joined(store, code, "Lost"), joined(store, code, "Found")
    store.take_seat(code, lost, "red")
    key = store.make_recovery(code, ["red"], 0, NOW)["red"]
    assert store.recoverable(code, key, NOW) == "red"
    assert store.recover(code, found, key, LATER) == Claim("red", found, LATER)
    assert device(store, code, found).seats == ("red",)
    assert device(store, code, lost).seats == ()
    for use in (lambda: store.recover(code, lost, key, LATER), lambda: store.recoverable(code, key, NOW)):
        with pytest.raises(NoSuchCode):
            use()
    assert device(store, code, found).seats == ("red",)


def test_a_host_comes_back_as_a_host(store: Store, code: str) -> None:
    """The code of the host makes a phone a host and gives it no seat."""
    found = joined(store, code, "Found")
    key = store.make_recovery(code, [HOST], 0, NOW)[HOST]
    store.recover(code, found, key, LATER)
    assert device(store, code, found).host
    assert device(store, code, found).seats == ()


def test_a_code_has_128_bits_and_is_stored_hashed(store: Store, path: Path, code: str) -> None:
    """28 letters of 25 are 130 bits; neither the code nor its letters are in any file."""
    keys = store.make_recovery(code, ["red", "blue", HOST], 0, NOW)
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
    key = store.make_recovery(code, ["red"], 0, NOW)["red"]
    assert store.recoverable(code, f" {key.lower().replace('-', ' ')} ", NOW) == "red"


def test_new_codes_replace_the_old_ones_of_that_role_only(store: Store, code: str) -> None:
    """A sheet printed again makes the first one worthless; other seats keep theirs."""
    first = store.make_recovery(code, ["red", "blue"], 0, NOW)
    second = store.make_recovery(code, ["red"], 0, NOW)
    with pytest.raises(NoSuchCode):
        store.recoverable(code, first["red"], NOW)
    assert store.recoverable(code, second["red"], NOW) == "red"
    assert store.recoverable(code, first["blue"], NOW) == "blue"


def test_a_code_opens_its_own_match_only(store: Store, code: str) -> None:
    """The same seat of another match is not reached."""
    key, other = store.make_recovery(code, ["red"], 0, NOW)["red"], new_match(store)
    with pytest.raises(NoSuchCode):
        store.recoverable(other, key, NOW)


def test_a_phone_that_was_shut_out_spends_no_code(store: Store, code: str) -> None:
    """The refused use leaves the code as it was."""
    gone = joined(store, code, "Gone")
    key = store.make_recovery(code, ["red"], 0, NOW)["red"]
    store.revoke(code, gone, NOW)
    with pytest.raises(NoSuchDevice):
        store.recover(code, gone, key, LATER)
    assert store.recoverable(code, key, NOW) == "red"


def test_there_are_codes_for_seats_of_the_match_only(store: Store, code: str) -> None:
    """A made-up seat is refused and makes no code."""
    with pytest.raises(NoSuchSeat):
        store.make_recovery(code, ["red", "green"], 0, NOW)


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
        key = store.make_recovery(info.code, ["blue"], 0, NOW)["blue"]
        assert store.recover(info.code, phone.id, key, LATER).role == "blue"
        store.wish(info.code, phone.id, "red")
    assert path.with_name("companion.schema-1.db").exists()


@pytest.mark.parametrize("death", ["shut out", "handed over", "made free", "maker shut out", "too old", "forgotten"])
def test_a_code_dies_with_what_it_was_for(store: Store, code: str, death: str) -> None:
    """Nobody who was shut out, or whose seat was given away, comes back by a code noted before."""
    host, gone = joined(store, code, "Host", host=True), joined(store, code, "Gone")
    store.take_seat(code, gone, "red")
    key, now = store.make_recovery(code, ["red"], host if death == "maker shut out" else gone, NOW)["red"], LATER
    match death:
        case "shut out":
            store.revoke(code, gone, LATER)
        case "handed over":
            store.give_seat(code, host, "red")
        case "made free":
            store.release_seat(code, "red")
        case "maker shut out":
            store.revoke(code, host, LATER)
        case "too old":
            now = "2026-12-21T10:00:00Z"
        case "forgotten":
            store.forget(code, gone)
    fresh = joined(store, code, "Fresh")
    for use in (lambda: store.recoverable(code, key, now), lambda: store.recover(code, fresh, key, now)):
        with pytest.raises(NoSuchCode):
            use()
    assert not device(store, code, fresh).seats


def test_a_host_who_was_shut_out_does_not_come_back(store: Store, code: str) -> None:
    """Neither by the code of the host, whoever made it, nor by any other he was shown."""
    good, bad = joined(store, code, "Good", host=True), joined(store, code, "Bad", host=True)
    seats = store.make_recovery(code, ["red", "blue"], bad, NOW)
    key = store.make_recovery(code, [HOST], good, NOW)[HOST]
    store.revoke(code, bad, NOW)
    for one in (key, *seats.values()):
        with pytest.raises(NoSuchCode):
            store.recoverable(code, one, NOW)
    assert store.codes_in_force(code, NOW) == {}


def claimed(store: Store, code: str) -> tuple[int, int]:
    """A code is used while its holder was in touch a moment ago: (holder, who used it)."""
    holder, fresh = joined(store, code, "Holder"), joined(store, code, "Fresh")
    store.take_seat(code, holder, "red")
    key = store.make_recovery(code, ["red"], holder, NOW)["red"]
    store.seen(holder, "2026-11-20T10:29:00Z")
    claim = store.recover(code, fresh, key, LATER)
    assert claim.until > LATER
    assert store.claims(code) == [claim]
    assert device(store, code, holder).seats == ("red",)
    return holder, fresh


def test_a_holder_who_is_there_is_asked(store: Store, code: str) -> None:
    """His yes, or a silence that the pages measure, lets the seat go; then the code is spent."""
    holder, fresh = claimed(store, code)
    store.settle_claim(code, "red", LATER)
    assert (device(store, code, holder).seats, device(store, code, fresh).seats) == ((), ("red",))
    assert store.claims(code) == []
    assert store.codes_in_force(code, LATER) == {}


def test_his_no_burns_the_code(store: Store, code: str) -> None:
    """And the seat stays where it is."""
    holder, fresh = claimed(store, code)
    store.refuse_claim(code, "red", holder, LATER)
    store.settle_claim(code, "red", LATER)
    assert (device(store, code, holder).seats, device(store, code, fresh).seats) == (("red",), ())
    assert store.codes_in_force(code, LATER) == {}


def test_the_history_says_how_everybody_got_in(store: Store, code: str) -> None:
    """Newest first, with names; also of a phone that is shut out."""
    holder, fresh = claimed(store, code)
    store.settle_claim(code, "red", LATER)
    store.revoke(code, fresh, LATER)
    lines = [(one.kind, one.label, one.seat, one.other_label) for one in store.access(code)]
    assert lines[:3] == [
        ("shut_out", "Fresh", "", ""), ("recovered", "Fresh", "red", "Holder"), ("claimed", "Fresh", "red", ""),
    ]  # fmt: skip
    assert [line[0] for line in lines[3:]] == ["codes", "taken", "joined", "joined"]
    assert holder != fresh


def test_codes_from_before_become_void_and_the_history_says_so(path: Path) -> None:
    """They did not die with their seats, so nobody knows who holds one; seats and phones are as they were."""
    with Store.open(path, find_game) as store:
        code = new_match(store)
        phone = joined(store, code, "Anna")
        store.take_seat(code, phone, "red")
        key = store.make_recovery(code, ["red"], phone, NOW)["red"]
    with closing(sqlite3.connect(path)) as raw:
        raw.executescript(
            "DROP TABLE access; ALTER TABLE recovery DROP COLUMN maker; ALTER TABLE recovery DROP COLUMN expires;"
            "ALTER TABLE recovery DROP COLUMN claimant; ALTER TABLE recovery DROP COLUMN until;"
            "ALTER TABLE matches DROP COLUMN ticked; ALTER TABLE matches DROP COLUMN begun;"
            "ALTER TABLE devices DROP COLUMN ready; ALTER TABLE devices DROP COLUMN came_from;"
            "ALTER TABLE matches DROP COLUMN rematch;"
            "UPDATE meta SET value = '3' WHERE key = 'schema'"
        )
    with Store.open(path, find_game) as store:
        assert device(store, code, phone).seats == ("red",)
        assert [one.kind for one in store.access(code)] == ["void"]
        with pytest.raises(NoSuchCode):
            store.recoverable(code, key, NOW)
        assert store.recoverable(code, store.make_recovery(code, ["red"], phone, NOW)["red"], NOW) == "red"
