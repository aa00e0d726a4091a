"""What hands have done at the table is kept with the match."""

from __future__ import annotations

import shutil
from pathlib import Path

from companion.store import Store
from tests.store.support import post
from tests.store.toy import find_game

OLDER = Path(__file__).parent / "schema-5.sqlite"


def test_what_is_ticked_stays_so(home: Path | str, code: str, store: Store) -> None:
    """Also after a restart; a tick is a new version, so that every phone hears of it, and no entry of the match."""
    before, version = store.read(code).last, store.version(code)
    store.tick(code, ["lay-tiles", "add-guards"])
    assert store.version(code) == version + 1
    assert store.read(code).last == before
    store.close()
    with Store.open(home, find_game) as again:
        assert again.read(code).ticked == {"lay-tiles", "add-guards"}


def test_a_match_of_the_release_before_has_no_ticks(path: Path) -> None:
    """It opens, takes ticks and is played on."""
    shutil.copy(OLDER, path)
    with Store.open(path, find_game) as store:
        (info,) = store.matches()
        view = store.read(info.code)
        assert (view.ticked, view.last, view.devices[0].label) == (frozenset(), 2, "Anna")
        store.tick(info.code, ["lay-tiles"])
        post(store, info.code, 2)
        assert store.read(info.code).ticked == {"lay-tiles"}
