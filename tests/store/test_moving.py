"""Moving: everything is the same at the other place; what broke off goes on; what is not whole is not used."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.store import Store, StoreDamaged, StoreError
from companion.store.database import moving
from companion.store.database.chain import faults
from companion.store.database.moving import Moved, move
from tests.postgres.server import Postgres
from tests.store.support import NOW, new_match, post
from tests.store.toy import TOY, find_game

pytestmark = pytest.mark.slow


@pytest.fixture(params=["to a server", "to a file", "to a file from a server"])
def places(request: pytest.FixtureRequest, tmp_path: Path) -> tuple[Path | str, Path | str]:
    old: Path | str = tmp_path / "old" / "companion.db"
    new: Path | str = tmp_path / "new" / "companion.db"
    if request.param != "to a file":
        fresh: Postgres = request.getfixturevalue("postgres")
        old, new = (old, fresh.fresh()) if request.param == "to a server" else (fresh.fresh(), new)
    return old, new


def fill(place: Path | str) -> dict[str, str]:
    """Matches with a past, phones, seats, codes, proposals; the token of a phone by match."""
    tokens = {}
    with Store.open(place, find_game) as store:
        for number in range(5):
            code = new_match(store)
            for stones in range(1 + 3 * number):
                post(store, code, 1 + stones % 6, f"post-{stones}")
            tokens[code] = store.join(code, f"Phone {number}", NOW, host=True)
            device = store.device(code, tokens[code])
            assert device is not None
            store.take_seat(code, device.id, "red", NOW)
            store.make_recovery(code, ["red"], device.id, NOW)
            with store.change(code) as work:
                work.proposal = {"undo": 1}
        gone = next(iter(tokens))
        store.delete(gone)
        del tokens[gone]
    return tokens


def facts(place: Path | str, tokens: dict[str, str]) -> list[object]:
    """All that people would miss."""
    with Store.open(place, find_game) as store:
        found: list[object] = [store.secret, sorted(info.code for info in store.matches(None))]
        for code, token in tokens.items():
            view = store.read(code)
            found += [store.export(code), store.device(code, token), view.devices, view.seats, view.version]
            found += [view.proposal, store.access(code), store.codes_in_force(code, NOW), view.entries(500)]
        with store._db.reading() as link:
            found.append(list(faults(link)))
        return found


def test_everything_is_there_and_goes_on(places: tuple[Path | str, Path | str]) -> None:
    """Matches, phones, seats, codes, who had access, the key; new matches and phones get numbers of their own."""
    old, new = places
    tokens = fill(old)
    before = facts(old, tokens)
    told: list[tuple[int, int]] = []
    moved = move(old, new, lambda done, total: told.append((done, total)))
    assert moved.matches == len(tokens)
    assert told == [(n, len(tokens)) for n in range(1, len(tokens) + 1)]
    assert facts(new, tokens) == facts(old, tokens) == before
    with Store.open(new, find_game) as store:
        code = next(iter(tokens))
        last = store.read(code).last
        assert post(store, code, 3).n == last + 1
        store.join(code, "Another", NOW)
        post(store, new_match(store), 3)
        assert len(store.matches()) == len(tokens) + 1


def test_a_move_that_broke_off_goes_on(places: tuple[Path | str, Path | str], monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing starts on half of it; run again it copies what is missing and what has changed since."""
    old, new = places
    tokens = fill(old)

    def stop(done: int, _total: int) -> None:
        if done == 2:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        move(old, new, stop)
    with pytest.raises(StoreError, match="not done"):
        Store.open(new, find_game)
    changed = next(iter(tokens))
    with Store.open(old, find_game) as store:
        post(store, changed, 2)
    moved = move(old, new)
    assert (moved.matches, moved.before) == (len(tokens), 1)
    assert facts(new, tokens) == facts(old, tokens)


def test_only_to_an_empty_place(places: tuple[Path | str, Path | str], tmp_path: Path) -> None:
    """Neither over other matches nor over half of another move."""
    old, new = places
    fill(old)
    with Store.open(new, find_game) as store:
        code = new_match(store)
    with pytest.raises(StoreError, match="has matches already"):
        move(old, new)
    with Store.open(new, find_game) as store:
        assert [one.code for one in store.matches()] == [code]


def test_what_changes_meanwhile_is_noticed(
    places: tuple[Path | str, Path | str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Should somebody play at the old place all the same, the move is not called done."""
    old, new = places
    fill(old)
    states = iter([(1, 1, 1), (1, 2, 1)])
    monkeypatch.setattr(moving, "_state_of", lambda _link: next(states))
    with pytest.raises(StoreError, match="Stop its server"):
        move(old, new)
    with pytest.raises(StoreError, match="not done"):
        Store.open(new, find_game)


def test_damage_is_not_called_whole(tmp_path: Path) -> None:
    """An entry that is not as it was written is named, at the end at the latest."""
    fill(tmp_path / "old.db")

    with Store.open(tmp_path / "old.db", find_game) as store, store._db.writing() as link:
        link.exec_driver_sql("UPDATE entries SET record = CAST('{}' AS BLOB) WHERE n = 3")
    with pytest.raises(StoreDamaged, match="is damaged: Entry 3"):
        move(tmp_path / "old.db", tmp_path / "new.db")


def test_owner_values_go_along(tmp_path: Path) -> None:
    with Store.open(tmp_path / "old.db", find_game) as store, store._db.writing() as link:
        link.exec_driver_sql("INSERT INTO meta VALUES ('owner:toy', '{}')")
    assert move(tmp_path / "old.db", tmp_path / "new.db") == Moved(0, 0, 0)
    with Store.open(tmp_path / "new.db", find_game) as store:
        assert store.owner_values(TOY) == {}


def test_nowhere(tmp_path: Path) -> None:
    with pytest.raises(StoreError, match="no such file"):
        move(tmp_path / "x.db", tmp_path / "y.db")
