"""What is lost or scribbled on is seen and named: the chain of checksums in the file, the high-water file beside it."""

from __future__ import annotations

import logging
import shutil
import sqlite3
from pathlib import Path

import pytest

from companion.engine.match.live import Stamp
from companion.store import Store
from tests.store.support import NOW, new_match, post
from tests.store.test_opening import sql
from tests.store.toy import find_game

OLDER = [Path(__file__).parent / f"schema-{number}.sqlite" for number in (1, 2)]


def filled(path: Path, answers: int = 6) -> str:
    with Store.open(path, find_game) as store:
        code = new_match(store)
        for number in range(answers):
            post(store, code, 1 + number % 6)
        new_match(store)
    return code


def found(path: Path) -> list[str]:
    with Store.open(path, find_game) as store:
        return [f"{fault.code} {fault.n} {fault.what}" for fault in store.faults]


def test_a_sound_file_has_no_faults(path: Path) -> None:
    """Answers, undo, changed answers, imports, helpers: everything the store writes is chained and sealed."""
    code = filled(path)
    with Store.open(path, find_game) as store:
        with store.change(code) as work:
            work.match.undo(5, Stamp("red", NOW))
        with store.change(code) as work:
            work.match.redo(Stamp("red", NOW))
        question = store.read(code).match.ledger.get(2)
        store.change_prepared(code, lambda work: work.match.change(2, 5, Stamp("red", NOW)))
        assert question.value != 5
        store.import_(store.export(code), release="1", now=NOW)
    assert found(path) == []


@pytest.mark.parametrize(
    ("damage", "words"),
    [
        ("DELETE FROM entries WHERE n = 3", "Entry 3 is missing"),
        ("DELETE FROM entries WHERE n = 7", "Entry 7 is not the one that was kept"),
        ("UPDATE entries SET record = replace(record, ':5', ':6') WHERE n = 6", "Entry 6 is not as it was written"),
        ("UPDATE entries SET before = x'00' WHERE n = 4", "Entry 4 is not as it was written"),
        ("UPDATE matches SET save = x'00' WHERE last = 7", "present position is not as it was written"),
        ("UPDATE matches SET tip = 2 WHERE last = 7", "present position is not as it was written"),
    ],
)
def test_what_sqlite_does_not_see_is_named(path: Path, damage: str, words: str) -> None:
    """A row that is gone or holds something else is no damage to SQLite; match and entry are named all the same."""
    code = filled(path)
    sql(path, damage)
    (fault,) = found(path)
    assert fault.startswith(code)
    assert words in fault


def test_a_cut_log_is_seen(path: Path, tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    """The newest answers vanish with the end of the log, and the file is sound: the high-water file knows."""
    left = tmp_path / "left"
    left.mkdir()
    with Store.open(path, find_game) as store:
        code = new_match(store)
        for number in range(8):
            post(store, code, 1 + number % 6)
        for ending in ("", "-wal", ".witness"):
            shutil.copy(f"{path}{ending}", left / f"companion.db{ending}")
    log = left / "companion.db-wal"
    log.write_bytes(log.read_bytes()[: log.stat().st_size // 2])
    with caplog.at_level(logging.WARNING), Store.open(left, find_game) as store:
        last = store.read(code).last if store.matches() else 0
        (fault,) = store.faults
    assert fault.code == code
    assert last < 9
    assert f"{last + 1} to 9 are lost" in str(fault.what) or "had 9 entries" in str(fault.what)
    assert code in caplog.text
    assert found(left / "companion.db") == [], "it is told once; then the file as it is counts"


def test_an_older_copy_in_its_place_is_seen(path: Path, tmp_path: Path) -> None:
    """Going back to a backup under the same name is told, too: so many entries are missing."""
    code = filled(path)
    shutil.copy(path, tmp_path / "older")
    with Store.open(path, find_game) as store:
        post(store, code, 2)
        gone = new_match(store)
    shutil.copy(tmp_path / "older", path)
    assert found(path) == [f"{code} 8 Entries 8 to 8 are lost.", f"{gone} 1 The match is gone; its last entry was 1."]


def test_what_was_deleted_on_purpose_is_no_loss(path: Path) -> None:
    """Deleted matches and swept helpers are not missed."""
    code = filled(path)
    with Store.open(path, find_game) as store:
        store.delete(code)
    assert found(path) == []


def test_a_high_water_file_that_makes_no_sense_hinders_nobody(path: Path) -> None:
    """Half a line, other words, a folder in its place: the file opens."""
    filled(path)
    high_water = path.with_name(path.name + ".witness")
    high_water.write_bytes(b"ABC\nXYZ one two\n\xff\xfe 3 4\n" + high_water.read_bytes()[:-5])
    with Store.open(path, find_game) as store:
        new_match(store)
    high_water.unlink()
    high_water.mkdir()
    with Store.open(path, find_game) as store:
        new_match(store)


@pytest.mark.parametrize("older", OLDER, ids=lambda file: file.stem)
def test_older_files_are_chained(path: Path, older: Path) -> None:
    """A file of any schema before opens, is without faults, plays on, and later damage to old entries is named."""
    shutil.copy(older, path)
    with Store.open(path, find_game) as store:
        code = next(match.code for match in reversed(store.matches()) if match.entries)
        assert store.faults == ()
        post(store, code, 3)
        last = store.read(code).last
    assert found(path) == []
    sql(
        path,
        f"UPDATE entries SET before = x'11' WHERE n = {last} AND match IN (SELECT id FROM matches WHERE code='{code}')",
    )
    assert [fault.split(" ", 1)[0] for fault in found(path)] == [code]


def test_a_deleted_match_is_gone_from_the_disk(path: Path) -> None:
    """Not only from the tables: no page of the file or its log holds what people typed."""
    with Store.open(path, find_game) as store:
        code = new_match(store)
        store.join(code, "Clementine's own telephone", NOW, host=True)
        post(store, code, 4)
        store.delete(code)
        assert store.matches() == []
        for file in path.parent.iterdir():
            assert b"Clementine" not in file.read_bytes(), file
    raw = sqlite3.connect(path)
    counts = [raw.execute(f"SELECT count(*) FROM {name}").fetchone()[0] for name in ("entries", "devices", "holds")]
    raw.close()
    assert counts == [0, 0, 0]


def test_a_person_can_be_forgotten(store: Store, path: Path, code: str) -> None:
    """Name, times and token are gone, the seat is free; what was answered stays with the match."""
    token = store.join(code, "Clementine's own telephone", NOW)
    device = store.device(code, token)
    assert device is not None
    store.take_seat(code, device.id, "red")
    post(store, code, 4)
    version = store.version(code)
    store.forget(code, device.id)
    assert store.device(code, token) is None
    assert store.version(code) > version
    assert [seat.device for seat in store.read(code).seats] == [0, 0]
    assert store.read(code).last == 2
    for file in path.parent.iterdir():
        assert b"Clementine" not in file.read_bytes(), file
