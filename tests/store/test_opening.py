"""Opening a file: only ours, only whole, only one server at a time, and never a newer one."""

from __future__ import annotations

import shutil
import sqlite3
import stat
import subprocess
import sys
from pathlib import Path

import pytest
from sqlalchemy import Connection

from companion.store import Store, StoreDamaged, StoreError, StoreInUse, StoreTooNew
from companion.store.database import migrations
from tests.store.support import new_match, post
from tests.store.toy import find_game

HOLD = """
import sys
from companion.store import Store
store = Store.open(sys.argv[1], {}.__getitem__)
print("open", flush=True)
sys.stdin.read()
"""


def closed_store(path: Path) -> str:
    with Store.open(path, find_game) as store:
        code = new_match(store)
        post(store, code, 4)
    return code


def sql(path: Path, *statements: str) -> None:
    raw = sqlite3.connect(path)
    with raw:
        for statement in statements:
            raw.execute(statement)
    raw.close()


def test_a_second_store_on_the_same_file_is_refused(store: Store, path: Path) -> None:
    """Even in the same process; the first is not disturbed, and when it is closed another may open."""
    with pytest.raises(StoreInUse, match=r"in use by another Companion \(process \d+\)"):
        Store.open(path, find_game)
    new_match(store)
    store.close()
    with Store.open(path, find_game) as again:
        assert len(again.matches()) == 1


def test_a_second_server_is_refused_and_kill_9_frees_the_file(path: Path) -> None:
    """The lock belongs to the process: it holds against another process and ends when that is killed."""
    closed_store(path)
    other = subprocess.Popen(
        [sys.executable, "-c", HOLD, str(path)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    assert other.stdout is not None
    try:
        assert other.stdout.readline() == "open\n"
        with pytest.raises(StoreInUse, match=str(other.pid)):
            Store.open(path, find_game)
    finally:
        other.kill()
        other.communicate()
    with Store.open(path, find_game) as store:
        assert len(store.matches()) == 1


def test_durability_is_switched_on(store: Store, path: Path) -> None:
    """The writer syncs every commit to the disk and checks references; readers cannot write."""
    with store._db.writing() as connection:
        values = [connection.exec_driver_sql(f"PRAGMA {name}").scalar() for name in ("journal_mode", "synchronous")]
        assert values == ["wal", 2]
        assert connection.exec_driver_sql("PRAGMA foreign_keys").scalar() == 1
    with pytest.raises(StoreError, match="readonly"), store._db.reading() as connection:
        connection.exec_driver_sql("DELETE FROM matches")


def test_a_change_owns_the_file_from_its_beginning(store: Store, path: Path, code: str) -> None:
    """Nobody else can begin to write between the first look of a change and its commit."""
    raw = sqlite3.connect(path, timeout=0, isolation_level=None)
    with store.change(code), pytest.raises(sqlite3.OperationalError, match="locked"):
        raw.execute("BEGIN IMMEDIATE")
    raw.close()


def test_nothing_is_left_beside_a_closed_file(path: Path) -> None:
    """After closing, the one file holds everything: it may be copied without its lock and high-water file."""
    closed_store(path)
    assert {file.name for file in path.parent.iterdir()} == {path.name, path.name + ".lock", path.name + ".witness"}


def test_a_closed_store_says_so(store: Store, code: str) -> None:
    """Using it then gives words, not a crash; closing twice is harmless."""
    store.close()
    store.close()
    with pytest.raises(StoreError, match="closed"):
        store.read(code)
    with pytest.raises(StoreError, match="closed"):
        post(store, code, 1)


def test_the_secret_stays(path: Path) -> None:
    """Each file has a signing key of its own, the same after every start."""
    with Store.open(path, find_game) as store, Store.open(path.with_name("b.db"), find_game) as other:
        secret = store.secret
        assert len(secret) == 32
        assert other.secret != secret
    with Store.open(path, find_game) as store:
        assert store.secret == secret


@pytest.mark.skipif(sys.platform == "win32", reason="no such permissions there")
def test_others_on_the_computer_cannot_read_it(store: Store, path: Path) -> None:
    """The file holds a secret key, so it is its owner's alone."""
    assert stat.S_IMODE(path.stat().st_mode) == 0o600


# ---- older, newer, damaged


def widen(connection: Connection) -> None:
    connection.exec_driver_sql("ALTER TABLE matches ADD COLUMN title VARCHAR NOT NULL DEFAULT 'untitled'")


@pytest.fixture
def next_release(monkeypatch: pytest.MonkeyPatch) -> None:
    """A release with one more column."""
    monkeypatch.setattr(migrations, "SCHEMA", migrations.SCHEMA + 1)
    monkeypatch.setitem(migrations.MIGRATIONS, migrations.SCHEMA - 1, widen)


@pytest.mark.usefixtures("next_release")
def test_an_older_file_is_copied_and_migrated(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The newer release opens it, matches and all; the copy is what the file was, and the old release can use it."""
    newer = migrations.SCHEMA
    with monkeypatch.context() as before:
        before.setattr(migrations, "SCHEMA", newer - 1)
        code = closed_store(path)
    with Store.open(path, find_game) as store:
        post(store, code, 3)
    raw = sqlite3.connect(path)
    assert raw.execute("SELECT title FROM matches").fetchall() == [("untitled",)]
    assert raw.execute("SELECT value FROM meta WHERE key = 'schema'").fetchone() == (str(newer),)
    raw.close()
    with monkeypatch.context() as before:
        before.setattr(migrations, "SCHEMA", newer - 1)
        with Store.open(path.with_name(f"companion.schema-{newer - 1}.db"), find_game) as old:
            assert old.read(code).last == 2
        with pytest.raises(StoreTooNew, match="newer release"):
            Store.open(path, find_game)


@pytest.mark.usefixtures("next_release")
def test_a_failed_migration_changes_nothing(home: Path | str, monkeypatch: pytest.MonkeyPatch) -> None:
    """If it breaks in the middle, the file is as it was and not locked."""
    newer = migrations.SCHEMA

    def break_off(connection: Connection) -> None:
        widen(connection)
        raise ZeroDivisionError

    with monkeypatch.context() as before:
        before.setattr(migrations, "SCHEMA", newer - 1)
        closed_store(home)
    monkeypatch.setitem(migrations.MIGRATIONS, newer - 1, break_off)
    for _ in range(2):
        with pytest.raises(ZeroDivisionError):
            Store.open(home, find_game)
    monkeypatch.setattr(migrations, "SCHEMA", newer - 1)
    with Store.open(home, find_game) as store:
        assert len(store.matches()) == 1


def test_migrations_are_complete() -> None:
    """There is a way from every schema ever written to the present one."""
    assert set(migrations.MIGRATIONS) == set(range(1, migrations.SCHEMA))


def test_a_newer_file_is_refused_untouched(path: Path) -> None:
    """The message says what to do; not a byte of the file changes."""
    closed_store(path)
    sql(path, "UPDATE meta SET value = '999' WHERE key = 'schema'")
    before = path.read_bytes()
    for reading_only in (False, True):
        with pytest.raises(StoreTooNew, match="schema 999"):
            Store.open(path, find_game, reading_only=reading_only)
    assert path.read_bytes() == before


@pytest.mark.parametrize(
    "mark", ["", "0", "-1", " 5", "5.0", "٣", "²", "5e9", "x", "9" * 5000, b"5\xff", b"", "1; DROP TABLE matches"]
)
@pytest.mark.parametrize("reading_only", [False, True])
def test_an_odd_schema_mark(store: Store, path: Path, code: str, mark: object, reading_only: bool) -> None:
    """Whatever stands where the schema number should: damaged, in words, and not a byte is changed."""
    store.close()
    raw = sqlite3.connect(path)
    raw.execute("UPDATE meta SET value = ? WHERE key = 'schema'", (mark,))
    raw.commit()
    raw.close()
    before = path.read_bytes()
    with pytest.raises(StoreDamaged, match="no schema number"):
        Store.open(path, find_game, reading_only=reading_only)
    assert path.read_bytes() == before


def test_a_schema_mark_of_the_far_future(store: Store, path: Path, code: str) -> None:
    """A number is a number: written by a newer release."""
    store.close()
    raw = sqlite3.connect(path)
    raw.execute("UPDATE meta SET value = '999999999' WHERE key = 'schema'")
    raw.commit()
    raw.close()
    with pytest.raises(StoreTooNew):
        Store.open(path, find_game)


def test_a_file_that_is_no_database(path: Path) -> None:
    """Any other file is refused and left alone."""
    path.write_text("Dear diary, " * 100)
    with pytest.raises(StoreDamaged, match="no Companion file"):
        Store.open(path, find_game)
    assert path.read_text().startswith("Dear diary")


def test_a_database_of_somebody_else(path: Path) -> None:
    """A database that is not ours is refused and left alone."""
    sql(path, "CREATE TABLE meta (key, value)", "INSERT INTO meta VALUES ('schema', '1')")
    before = path.read_bytes()
    with pytest.raises(StoreDamaged, match="not a Companion file"):
        Store.open(path, find_game)
    assert path.read_bytes() == before


@pytest.mark.parametrize("place", [0.2, 0.5, 0.8])
def test_a_damaged_file(path: Path, place: float) -> None:
    """A page of garbage in the file is noticed at the start, in words, and the lock is let go."""
    with Store.open(path, find_game) as store:
        for _ in range(30):
            post(store, new_match(store), 4)
    data = bytearray(path.read_bytes())
    middle = int(len(data) * place) // 4096 * 4096
    data[middle : middle + 4096] = b"\x5a" * 4096
    path.write_bytes(data)
    for _ in range(2):
        with pytest.raises(StoreDamaged, match="damaged"):
            Store.open(path, find_game)


def test_a_cut_file(path: Path) -> None:
    """A file that lost its end (a full disk, a bad copy) is noticed at the start."""
    closed_store(path)
    path.write_bytes(path.read_bytes()[:-8192])
    with pytest.raises(StoreDamaged, match="damaged"):
        Store.open(path, find_game)


def test_a_damaged_value_is_told(store: Store, path: Path, code: str) -> None:
    """A save that cannot be unpacked names itself instead of crashing."""
    store.close()
    sql(path, "UPDATE matches SET save = x'00'")
    with Store.open(path, find_game) as again:
        with pytest.raises(StoreDamaged, match="save in the file is damaged"):
            again.read(code)
        with pytest.raises(StoreDamaged, match="save in the file is damaged"):
            post(again, code, 1)


# ---- reading beside a server


def test_reading_beside_a_server(store: Store, home: Path | str, code: str) -> None:
    """Another process may look and export while the server runs; it can change nothing."""
    with Store.open(home, find_game, reading_only=True) as beside:
        post(store, code, 4)
        assert beside.read(code).last == 2
        assert beside.export(code) == store.export(code)
        with pytest.raises(StoreError, match="reading only"):
            post(beside, code, 1)
        with pytest.raises(StoreError, match="reading only"):
            new_match(beside)
    post(store, code, 4)


def test_reading_needs_a_file(path: Path) -> None:
    """Looking makes no file."""
    with pytest.raises(StoreError, match="no such file"):
        Store.open(path, find_game, reading_only=True)
    assert not path.exists()


def test_what_a_killed_server_left_can_be_read(path: Path, tmp_path: Path) -> None:
    """The log of a killed server counts for readers too, and reading changes none of its files."""
    left = tmp_path / "left"
    left.mkdir()
    with Store.open(path, find_game) as store:
        code = new_match(store)
        post(store, code, 4)
        for ending in ("", "-wal"):
            shutil.copy(f"{path}{ending}", left / f"companion.db{ending}")
    before = {file.name: file.read_bytes() for file in left.iterdir()}
    assert before["companion.db-wal"]
    with Store.open(left, find_game, reading_only=True) as beside:
        assert beside.read(code).last == 2
        beside.backup(tmp_path / "copy.db")
    assert {name: (left / name).read_bytes() for name in before} == before
    for place in (left, tmp_path / "copy.db"):
        with Store.open(place, find_game) as again:
            assert again.read(code).last == 2
