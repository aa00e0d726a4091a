"""Copies make themselves: at every start and every day, checked, thinned out, and never a bad one for a good one."""

from __future__ import annotations

import sqlite3
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from companion.store import Store, StoreDamaged, StoreError
from companion.store.database import auto_backup
from companion.store.database.auto_backup import AutoBackup, thinned
from tests.store.support import post
from tests.store.toy import find_game

pytestmark = pytest.mark.slow

START = datetime(2026, 11, 22, 20, 0, tzinfo=UTC)


class Clock:
    def __init__(self) -> None:
        self.now = START

    def __call__(self) -> datetime:
        return self.now


def test_a_copy_is_a_store(store: Store, code: str, path: Path) -> None:
    """It lies in `backups`, is called after its moment, and opens like any other file."""
    post(store, code, 4)
    made = AutoBackup(path, Clock()).make()
    assert made == path.parent / "backups" / "companion-20261122T200000Z.db"
    with Store.open(made, find_game) as copy:
        assert copy.read(code).last == 2
        assert copy.faults == ()


def test_nothing_new_is_not_copied_again(store: Store, code: str, path: Path) -> None:
    """A restart on the same matches makes no second copy; the next answer does."""
    clock = Clock()
    assert AutoBackup(path, clock).make() is not None
    clock.now += timedelta(hours=1)
    assert AutoBackup(path, clock).make() is None
    post(store, code, 4)
    assert AutoBackup(path, clock).make() is not None


def test_a_year_of_days(store: Store, code: str, path: Path) -> None:
    """After a year of play there are a handful: the newest, one a day for a week, one a week for a month."""
    clock = Clock()
    made = AutoBackup(path, clock)
    for _ in range(60):
        post(store, code, 3)
        made.make()
        clock.now += timedelta(days=1)
    ages = [(clock.now - moment).days for moment, _ in made.all()]
    assert ages[:7] == [1, 2, 3, 4, 5, 6, 7]
    assert len(ages) <= auto_backup.DAYS + auto_backup.WEEKS
    assert max(ages) > 14


def test_thinning_never_drops_the_newest() -> None:
    """Ten starts within one evening leave the three newest of them."""
    evening = [START + timedelta(minutes=5 * n) for n in range(10)]
    assert sorted(thinned(evening)) == evening[:7]
    assert thinned([]) == []


def test_a_damaged_file_drives_out_no_good_copy(store: Store, code: str, path: Path) -> None:
    """What is not as it was written is not copied, and the older copies stay."""
    clock = Clock()
    made = AutoBackup(path, clock)
    for _ in range(12):
        post(store, code, 3)
        made.make()
        clock.now += timedelta(minutes=1)
    before = made.all()
    tool = sqlite3.connect(path)
    with tool:
        tool.execute("UPDATE entries SET record = replace(CAST(record AS TEXT), 'red', 'rad') WHERE n = 3")
    tool.close()
    post(store, code, 2)
    with pytest.raises(StoreDamaged, match="older copies were kept"):
        made.make()
    assert made.all() == before


def test_no_room_for_a_copy(store: Store, code: str, path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A disk that is nearly full is not filled up with copies."""
    monkeypatch.setattr(auto_backup.shutil, "disk_usage", lambda _path: type("Usage", (), {"free": 1000})())
    with pytest.raises(StoreError, match="no room"):
        AutoBackup(path).make()
    assert not (path.parent / "backups").exists()


def test_the_thread_makes_one_at_the_start_and_ends(store: Store, code: str, path: Path) -> None:
    """Beginning copies at once, in the background; closing waits for it. Trouble stops nobody."""
    made = AutoBackup(path)
    made.begin()
    made.close()
    assert len(made.all()) == 1
    for _moment, file in made.all():
        file.unlink()
    made.folder.rmdir()
    made.folder.write_text("in the way")
    post(store, code, 3)
    again = AutoBackup(path)
    again.begin()
    again.close()
