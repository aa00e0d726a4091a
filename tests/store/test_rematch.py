"""Rematches in the store: one for a match, with its people; nobody gets in without having been there before."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from companion.store import NoSuchDevice, Store
from tests.store.support import NOW, post
from tests.store.toy import TOY, find_game

OLDER = Path(__file__).parent / "schema-6.sqlite"
SAME = {"red": "red", "blue": "blue"}
TURNED = {"red": "blue", "blue": "red"}


@pytest.fixture
def played(store: Store) -> str:
    """Anna, who is the host, has red, Ben blue, a TV watches; somebody was shut out."""
    code = store.create(TOY, ["red", "blue"], {}, {}, release="1", now=NOW)
    for label, seat, host in (("Anna", "red", True), ("Ben", "blue", False), ("TV", "", False), ("Eve", "", False)):
        token = store.join(code, label, NOW, host=host)
        device = store.device(code, token)
        assert device is not None
        if seat:
            store.take_seat(code, device.id, seat, NOW)
        if label == "Eve":
            store.revoke(code, device.id, NOW)
    return code


def begun(store: Store, code: str, seats: dict[str, str] = SAME, starter: str = "Ben") -> str:
    number = next(one.id for one in store.read(code).devices if one.label == starter)
    return store.rematch(code, seats, {}, starter=number, release="2", now=NOW)


@pytest.mark.parametrize(("seats", "red"), [(SAME, "Anna"), (TURNED, "Ben")])
def test_everybody_has_a_seat_in_the_rematch(store: Store, played: str, seats: dict[str, str], red: str) -> None:
    """In the old seats or the others, as chosen; who begins it is a host, too, and a shut out phone is not there."""
    before = store.version(played)
    new = store.read(begun(store, played, seats))
    assert {one.label: one.host for one in new.devices} == {"Anna": True, "Ben": True, "TV": False}
    holder = next(one.label for one in new.devices if "red" in one.seats)
    assert holder == red
    assert not new.begun
    old = store.read(played)
    assert (old.rematch, old.version) == (new.code, before + 1)


def test_there_is_one_rematch(store: Store, played: str) -> None:
    """Whoever begins it again gets the one there is, also at the same time; once it is deleted another can begin."""
    first = begun(store, played)
    assert begun(store, played, TURNED, "Anna") == first
    store.delete(first)
    assert store.read(played).rematch == ""
    assert begun(store, played) != first


def test_a_phone_comes_with_a_token_of_its_own(store: Store, played: str) -> None:
    """The tokens of the match before are worth nothing there; the number of a phone is worth nothing elsewhere."""
    new = begun(store, played)
    before = {one.label: one.id for one in store.read(played).devices}
    token = store.arrive(new, before["Ben"], NOW)
    device = store.device(new, token)
    assert device is not None
    assert (device.label, device.seats, device.ready) == ("Ben", ("blue",), True)
    assert store.device(played, token) is None
    for match, number in ((new, 0), (new, 999), (played, before["Ben"])):
        with pytest.raises(NoSuchDevice):
            store.arrive(match, number, NOW)
    store.revoke(new, device.id, NOW)
    with pytest.raises(NoSuchDevice):
        store.arrive(new, before["Ben"], NOW)


def test_a_file_of_the_release_before_can_have_one(path: Path) -> None:
    """Play goes on, and its phones come along."""
    shutil.copy(OLDER, path)
    with Store.open(path, find_game) as store:
        (info,) = store.matches()
        assert store.read(info.code).rematch == ""
        post(store, info.code, 4)
        new = begun(store, info.code)
        assert [one.label for one in store.read(new).devices] == ["Anna", "Ben"]
