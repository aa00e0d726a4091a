"""Backup: a whole copy of a store in use."""

from __future__ import annotations

import threading
from pathlib import Path

import pytest

from companion.store import Store, StoreError
from companion.store.database import backup
from tests.store.support import new_match, post
from tests.store.toy import find_game


def test_a_backup_is_a_store(store: Store, path: Path, code: str, tmp_path: Path) -> None:
    """It is one file, opens like any other, and holds what was there when it was made."""
    post(store, code, 4)
    target = tmp_path / "safe" / "copy.db"
    store.backup(target)
    post(store, code, 3)
    assert [file.name for file in target.parent.iterdir()] == ["copy.db"]
    with Store.open(target, find_game) as copy:
        assert (copy.read(code).last, store.read(code).last) == (2, 3)
        assert copy.secret == store.secret
        post(copy, code, 6)


def test_a_backup_while_people_play(store: Store, path: Path, code: str, tmp_path: Path) -> None:
    """Posts go on during a backup, none is lost, and the copy is some moment of the match, whole."""
    stop = threading.Event()

    def play() -> None:
        while not stop.is_set():
            post(store, code, 1)

    player = threading.Thread(target=play)
    player.start()
    try:
        for number in range(5):
            store.backup(tmp_path / f"{number}.db")
    finally:
        stop.set()
        player.join()
    for number in range(5):
        with Store.open(tmp_path / f"{number}.db", find_game) as copy:
            view = copy.read(code)
            assert len(view.entries(500).lines) == min(view.last, 500)
            assert view.match.save_text() == view._snapshot.save


def test_an_existing_file_is_not_replaced_unasked(store: Store, path: Path, tmp_path: Path) -> None:
    """A backup never destroys another, unless told to."""
    target = tmp_path / "copy.db"
    target.write_text("precious")
    with pytest.raises(StoreError, match="exists already"):
        store.backup(target)
    assert target.read_text() == "precious"
    store.backup(target, replace=True)
    with Store.open(target, find_game) as copy:
        assert copy.secret == store.secret


def test_a_store_is_not_its_own_backup(store: Store, path: Path) -> None:
    """The file in use cannot be the target."""
    with pytest.raises(StoreError, match="file in use"):
        store.backup(path, replace=True)
    new_match(store)


def test_a_bad_copy_is_not_kept(store: Store, path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """If the disk fails, there is no file that looks like a backup."""

    def fail(path: Path) -> None:
        raise OSError(5, "Input/output error")

    monkeypatch.setattr(backup, "_sync", fail)
    with pytest.raises(StoreError, match="Input/output error"):
        store.backup(tmp_path / "safe" / "copy.db")
    assert list((tmp_path / "safe").iterdir()) == []
