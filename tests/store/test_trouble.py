"""Trouble with the disk: words, and nothing half changed."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest

from companion.engine.match.live import Stamp
from companion.store import Store, StoreError
from companion.store.database import connections
from tests.store.support import NOW, new_match, post
from tests.store.toy import find_game


def post_for_ever(store: Store, code: str) -> None:
    for _ in range(10_000):
        post(store, code, 1)


def test_a_full_disk(store: Store, path: Path, code: str) -> None:
    """The post that does not fit is refused in words and rolled back; with room again it counts."""
    with store._db.writing() as connection:
        pages = connection.exec_driver_sql("PRAGMA page_count").scalar()
        connection.exec_driver_sql(f"PRAGMA max_page_count = {pages + 3}")
    with pytest.raises(StoreError, match=r"disk is full.*nothing was changed"):
        post_for_ever(store, code)
    last = store.read(code).last
    assert 1 < last < 10_000
    with store._db.writing() as connection:
        connection.exec_driver_sql("PRAGMA max_page_count = 1000000")
    assert post(store, code, 1).n == last + 1
    view = store.read(code)
    assert view.match.save_text() == view._snapshot.save


def test_another_program_that_holds_the_file(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A database tool in the middle of its own change makes a post wait, then fail in words; reading goes on."""
    monkeypatch.setattr(connections, "_WAIT_SECONDS", 0.1)
    with Store.open(path, find_game) as store:
        code = new_match(store)
        tool = sqlite3.connect(path, isolation_level=None)
        tool.execute("BEGIN IMMEDIATE")
        with pytest.raises(StoreError, match=r"locked by another program.*Try again"):
            post(store, code, 1)
        assert store.read(code).last == 1
        tool.execute("ROLLBACK")
        tool.close()
        assert post(store, code, 1).n == 2


def test_a_file_that_goes_bad_meanwhile(store: Store, path: Path, code: str) -> None:
    """A row that was changed behind our back is named; the match is not written over."""
    post(store, code, 1)
    tool = sqlite3.connect(path)
    with tool:
        tool.execute("UPDATE entries SET record = x'7b' WHERE n = 2")
        tool.execute("DELETE FROM entries WHERE n = 1")
    tool.close()
    with pytest.raises(StoreError, match="entry in the file is damaged"):
        store.read(code).entries()
    with pytest.raises(StoreError, match="Entry 1 is missing"):
        store.read(code).match.ledger.get(1)
    version = store.version(code)
    with pytest.raises(StoreError, match="entry in the file is damaged"), store.change(code) as work:
        work.match.undo(2, Stamp("red", NOW))
    assert store.version(code) == version
