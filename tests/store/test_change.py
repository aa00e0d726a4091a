"""A change is whole or not at all."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest

from companion.engine.core.errors import DataError, Refused
from companion.engine.match.live import NotOpen, Stamp
from companion.store import NoSuchMatch, Store, StoreError, Transaction
from tests.store.support import NOW, new_match, post, propose
from tests.store.toy import TOY, find_game


def dump(path: Path) -> str:
    raw = sqlite3.connect(path)
    try:
        return "\n".join(raw.iterdump())
    finally:
        raw.close()


def change_much_and_fail(transaction: Transaction) -> None:
    transaction.match.answer(transaction.match.questions()[0].key, 6, Stamp("red", NOW))
    transaction.match.correct("/stones", {"red": 99}, "", Stamp("red", NOW))
    transaction.proposal = {"undo": 1}
    raise ZeroDivisionError


def test_an_answer_is_kept(store: Store, code: str) -> None:
    """What was answered is there for every reader as soon as the block is left."""
    entry = post(store, code, 4)
    view = store.read(code)
    assert view.last == view.tip == entry.n
    assert view.questions[0].section == "1.2"


def test_opening_notes_are_the_first_entry(store: Store, code: str) -> None:
    """What the rules say before the first question is in the log of a new match."""
    line = store.read(code).entries().lines[0]
    assert line.entry.kind == "start"
    assert str(line.entry.notes[0].text) == "Here we go."


@pytest.mark.parametrize("fresh", [False, True])
def test_an_exception_leaves_everything_byte_equal(store: Store, path: Path, fresh: bool) -> None:
    """A failure after answers, a correction and a proposal were made in the block changes no byte of the file."""
    code = new_match(store)
    post(store, code, 4)
    if fresh:  # nothing of the match in memory yet
        store.close()
        store = Store.open(path, find_game)
    before, version = dump(path), store.version(code)
    told: list[object] = []
    store.subscribe(lambda *news: told.append(news))
    with pytest.raises(ZeroDivisionError), store.change(code) as transaction:
        change_much_and_fail(transaction)
    assert dump(path) == before
    assert (store.version(code), told) == (version, [])
    post(store, code, 3)
    assert store.read(code).state.stones == {"red": 7}  # type: ignore[attr-defined]
    store.close()


def test_a_post_sent_twice_counts_once(store: Store, code: str) -> None:
    """The same idempotency key gives the same entry, no new version and no news."""
    with store.change(code) as transaction:
        key = transaction.match.questions()[0].key
        first = transaction.match.answer(key, 4, Stamp("red", NOW, "1", "abc"))
    version = store.version(code)
    told: list[object] = []
    store.subscribe(lambda *news: told.append(news))
    with store.change(code) as transaction:
        second = transaction.match.answer(key, 4, Stamp("red", NOW, "1", "abc"))
    assert (second.n, second.value, second.before) == (first.n, first.value, first.before)
    assert (store.version(code), told) == (version, [])


def test_posts_are_known_after_a_restart(store: Store, home: Path | str, code: str) -> None:
    """A phone that repeats its post to a restarted server is told the entry it made before."""
    first = post(store, code, 4, "abc")
    store.close()
    with Store.open(home, find_game) as again:
        with again.change(code) as transaction:
            assert transaction.match.answer("whatever", 4, Stamp("red", NOW, "1", "abc")).n == first.n
        assert again.read(code).last == first.n


def test_the_same_post_key_in_two_matches_is_two_posts(store: Store, code: str) -> None:
    """Idempotency keys belong to a match."""
    other = new_match(store)
    assert post(store, code, 1, "abc").n == post(store, other, 2, "abc").n
    assert store.read(other).entries().lines[0].entry.value == 2


def test_refusals_change_nothing(store: Store, code: str) -> None:
    """A refused answer and a late one leave version and ledger alone, and the next answer counts."""
    version = store.version(code)
    with pytest.raises(Refused, match="0 to 9"):
        post(store, code, 10)
    with pytest.raises(NotOpen), store.change(code) as transaction:
        transaction.match.answer("elsewhere", 1, Stamp("red", NOW))
    assert store.version(code) == version
    assert post(store, code, 9).value == 9


def test_a_refusal_caught_inside_changes_nothing(store: Store, code: str) -> None:
    """The block may look at a refusal itself; leaving it normally then commits nothing new."""
    version = store.version(code)
    with store.change(code) as transaction, pytest.raises(Refused):
        transaction.match.answer(transaction.match.questions()[0].key, 10, Stamp("red", NOW))
    assert store.version(code) == version


def test_listeners_hear_of_every_new_version(store: Store, code: str) -> None:
    """News come after the commit, with code and version; a listener that fails hurts nobody; one may leave."""
    told: list[tuple[str, int]] = []

    def hear(heard: str, version: int) -> None:
        assert store.version(heard) == version
        told.append((heard, version))

    def fail(heard: str, version: int) -> None:
        raise ValueError

    store.subscribe(fail)
    stop = store.subscribe(hear)
    start = store.version(code)
    post(store, code, 1)
    propose(store, code, {"undo": 2})
    stop()
    post(store, code, 1)
    assert told == [(code, start + 1), (code, start + 2)]
    assert store.version(code) == start + 3


def test_a_change_inside_a_change_is_refused(store: Store, code: str) -> None:
    """Two transactions cannot be nested; the outer one is rolled back."""
    other = new_match(store)
    with pytest.raises(StoreError, match="inside another change"):
        post(store, code, 1, then=lambda: post(store, other, 1) and None)
    assert store.read(code).tip == store.read(other).tip == 1


def test_unknown_codes(store: Store) -> None:
    """Every way in says that there is no such match."""
    for act in (store.read, store.version, store.export, store.proposal, lambda code: store.join(code, "", NOW)):
        with pytest.raises(NoSuchMatch, match="ZZZZZ"):
            act("ZZZZZ")
    with pytest.raises(NoSuchMatch), store.change("ZZZZZ"):
        pass


def test_codes_are_forgiving(store: Store, code: str) -> None:
    """A code may be typed in small letters, with blanks or dashes."""
    assert store.read(f" {code[:2].lower()}-{code[2:].lower()} ").code == code


def test_proposals_survive(store: Store, home: Path | str, code: str) -> None:
    """A proposal is there after a restart, may be changed in a change, and goes away with None."""
    propose(store, code, {"undo": 3, "agreed": ["red"]})
    store.close()
    with Store.open(home, find_game) as again:
        assert again.proposal(code) == again.read(code).proposal == {"undo": 3, "agreed": ["red"]}
        with again.change(code) as transaction:
            assert transaction.proposal["undo"] == 3
            transaction.proposal = None
        assert again.proposal(code) is None


@pytest.mark.parametrize(
    ("seats", "settings", "reason"),
    [
        (["red", "gold"], {}, "no seat gold"),
        (["red", "red"], {}, "once only"),
        (["red"], {}, "this many players: 2"),
        (["red", "blue"], {"speed": "1"}, "no setting speed"),
        (["red", "blue"], {"goal": "7"}, "not one of the choices"),
    ],
)
def test_bad_starts_are_refused(store: Store, seats: list[str], settings: dict[str, str], reason: str) -> None:
    """Seats and settings must be the game's; nothing is created otherwise."""
    with pytest.raises(Refused, match=reason):
        store.create(TOY, seats, settings, {}, release="1", now=NOW)
    assert store.matches(None) == []


def test_bad_rulings_are_refused(store: Store) -> None:
    """Rulings must be the game's; nothing is created otherwise."""
    with pytest.raises(DataError, match="ties"):
        store.create(TOY, ["red", "blue"], {}, {"ties": "maybe"}, release="1", now=NOW)
    assert store.matches(None) == []


def test_settings_and_rulings_reach_the_game(store: Store) -> None:
    """What was chosen is in the state; what was left out is at its default; a match ends and says so."""
    code = store.create(TOY, ["red", "blue"], {"goal": "10"}, {"ties": "none"}, release="1", now=NOW)
    view = store.read(code)
    assert view.settings == {"goal": "10"}
    assert view.state.rulings == {"ties": "none"}
    post(store, code, 9)
    post(store, code, 6)
    view = store.read(code)
    assert (view.ended, view.result, view.questions) == (True, "red", ())
    assert store.matches()[0].ended


def test_helpers_are_swept_and_matches_never(store: Store, code: str) -> None:
    """Old stand-alone helpers and demos are forgotten with all they hold; a match stays for ever."""
    helper = store.create_helper(TOY, TOY.helper("weigh"), {}, release="1", now=NOW)
    assert store.read(helper).helper is TOY.helper("weigh")
    post(store, helper, [3])
    demo = store.create(TOY, ["red", "blue"], {}, {}, release="1", now="2026-12-01T00:00:00Z", kind="demo")
    assert store.sweep("2026-11-30T00:00:00Z") == 1
    assert {info.code for info in store.matches(None)} == {code, demo}
    with pytest.raises(NoSuchMatch):
        store.read(helper)
