"""What is kept of a match in memory: no more after a long history than after a short one, nothing at the end."""

from __future__ import annotations

import gc
from pathlib import Path

import pytest

from companion.engine.match.ledger import Entry
from companion.engine.match.live import Stamp
from companion.store import Store
from companion.store import store as store_module
from tests.store.support import NOW, new_match, post
from tests.store.toy import find_game

LONG = 40


def kept_entries() -> int:
    """Entries in memory that hold the save before them."""
    gc.collect()
    return sum(isinstance(one, Entry) and bool(one.before) for one in gc.get_objects())


def test_a_match_keeps_no_history_in_memory(store: Store, code: str) -> None:
    """Though an undo, or a change of an old answer, has read all of it."""
    for n in range(LONG):
        post(store, code, 1 + n % 6)
    first = store.read(code).match.line()[1].n
    before = kept_entries()
    with store.change(code) as work:
        work.match.undo(first, Stamp("red", NOW))
        assert len(work.match.runner_seats()) > 0
    with store.change(code) as work:
        work.match.redo(Stamp("red", NOW))
    store.change_prepared(code, lambda work: work.match.change(first, 3, Stamp("red", NOW)))
    del work
    assert kept_entries() <= before + 2
    assert store.read(code).last > LONG


def test_a_match_that_is_over_keeps_no_rules_in_memory(store: Store) -> None:
    """It can be taken up again all the same: its end may be undone."""
    code = new_match(store, goal="10")
    while not store.read(code).ended:
        post(store, code, 6)
        assert len(store._live) == (not store.read(code).ended)
    with store.change(code) as work:
        work.match.undo(work.match.tip, Stamp("red", NOW))
    assert not store.read(code).ended
    assert len(store._live) == 1


def test_who_was_in_touch_is_stored_when_there_are_many(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Not all phones of a year wait in memory for the end of the server."""
    monkeypatch.setattr(store_module, "MOST_SEEN", 3)
    with Store.open(path, find_game) as store:
        code = store.create(find_game("toy"), ["red", "blue"], {}, {}, release="1", now=NOW)
        phones = [store.device(code, store.join(code, f"Phone {n}", NOW)) for n in range(10)]
        for phone in phones:
            assert phone is not None
            store.seen(phone.id, "2026-11-20T11:00:00Z")
            assert len(store._seen) <= 3
        assert {one.seen for one in store.read(code).devices} == {"2026-11-20T11:00:00Z"}
