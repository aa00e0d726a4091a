"""Rescue: whatever was done to the file, what can be read of it plays on in a new one; the old one is not touched."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from companion.store import Store, StoreDamaged, StoreError
from companion.store.matches.rescue import Rescued, rescue
from tests.store.support import NOW, new_match, post
from tests.store.test_opening import sql
from tests.store.toy import find_game

PAGE = 4096


def filled(path: Path, matches: int = 4, answers: int = 40) -> list[str]:
    codes = []
    with Store.open(path, find_game) as store:
        for _ in range(matches):
            code = new_match(store)
            token = store.join(code, "Anna's phone", NOW, host=True)
            device = store.device(code, token)
            assert device is not None
            store.take_seat(code, device.id, "red")
            for number in range(answers):
                post(store, code, 1 + number % 6)
            codes.append(code)
    return codes


def rescued(path: Path) -> tuple[list[Rescued], Path]:
    before = path.read_bytes()
    target = path.with_name("rescued.db")
    told = rescue(path, target, find_game)
    assert path.read_bytes() == before
    return told, target


def test_a_sound_file_comes_through_whole(path: Path) -> None:
    """Codes, entries, positions, phones, seats, the key of the cookies: all of it, and nothing is at fault."""
    codes = filled(path)
    with Store.open(path, find_game) as store:
        secret, exports = store.secret, [store.export(code) for code in codes]
    told, target = rescued(path)
    assert told == [Rescued(code, 41, 41, True, True) for code in codes]
    with Store.open(target, find_game) as store:
        assert store.faults == ()
        assert store.secret == secret
        assert [store.export(code) for code in codes] == exports
        for code in codes:
            assert [seat.device != 0 for seat in store.read(code).seats] == [True, False]
            post(store, code, 4)


@pytest.mark.parametrize("seed", range(12))
@pytest.mark.slow
def test_scribbled_pages(path: Path, seed: int) -> None:
    """Some pages hold garbage: every match that is told as kept opens, plays on, goes back, and exports."""
    codes = filled(path)
    rng, data = Random(seed), bytearray(path.read_bytes())
    for page in rng.sample(range(1, len(data) // PAGE), 3):
        data[page * PAGE : (page + 1) * PAGE] = rng.randbytes(PAGE)
    path.write_bytes(data)
    try:
        told, target = rescued(path)
    except StoreDamaged:
        pytest.skip("the list of matches itself was hit: only a backup helps, as the message says")
    with Store.open(target, find_game) as store:
        assert store.faults == ()
        kept = [one for one in told if one.kept]
        assert {one.code for one in kept} == {match.code for match in store.matches()}
        for one in kept:
            view = store.read(one.code)
            assert view.last >= one.read
            entry = post(store, one.code, 4)
            with store.change(one.code) as work:
                work.match.undo(entry.n, work_stamp())
            store.read(one.code).entries(500)
    read = sum(one.read for one in told)
    print(f"rescue, seed {seed}: {len(kept)} of {len(codes)} matches, {read} of {41 * len(codes)} entries")


def test_a_lost_entry_is_told_in_its_place(path: Path) -> None:
    """The match stands where it stood; the log has a line for what is missing; one can go back behind it."""
    (code,) = filled(path, 1)
    sql(path, "UPDATE entries SET record = x'00' WHERE n = 20")
    told, target = rescued(path)
    assert told == [Rescued(code, 41, 40, False, True)] or told == [Rescued(code, 41, 40, True, True)]
    with Store.open(target, find_game) as store:
        line = store.read(code).entry(20)
        assert "lost with the file" in str(line.entry.notes[0].text)
        with store.change(code) as work:
            work.match.undo(10, work_stamp())
        post(store, code, 3)


def test_a_lost_position_is_played_again(path: Path) -> None:
    """Without the present position the last answer is given again on the position before it."""
    (code,) = filled(path, 1)
    with Store.open(path, find_game) as store:
        stones = store.read(code).state.stones
    sql(path, "UPDATE matches SET save = x'1234'")
    _told, target = rescued(path)
    with Store.open(target, find_game) as store:
        assert store.read(code).last == 41
        assert store.read(code).state.stones == stones


def test_nothing_to_read(path: Path, tmp_path: Path) -> None:
    """No file, no database, a target that exists: said in words."""
    with pytest.raises(StoreError, match="no such file"):
        rescue(path, tmp_path / "new.db", find_game)
    path.write_bytes(b"Dear diary, " * 1000)
    with pytest.raises(StoreDamaged, match="latest backup"):
        rescue(path, tmp_path / "new.db", find_game)
    with pytest.raises(StoreError, match="exists already"):
        rescue(path, path, find_game)


def work_stamp():  # type: ignore[no-untyped-def]
    from companion.engine.match.live import Stamp

    return Stamp("red", NOW)
