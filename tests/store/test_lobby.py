"""The lobby in the store: who is ready, whether play has begun; files of the release before know neither."""

from __future__ import annotations

import shutil
from pathlib import Path

from companion.store import Store
from tests.store.support import NOW, new_match, post
from tests.store.toy import TOY, find_game

OLDER = Path(__file__).parent / "schema-4.sqlite"


def test_play_begins_once_somebody_says_so(store: Store) -> None:
    """A match with a lobby waits; being ready and beginning make new versions, so that every phone hears of them."""
    code = store.create(TOY, ["red", "blue"], {}, {}, release="1", now=NOW, begun=False)
    store.join(code, "Anna", NOW)
    (phone,) = store.read(code).devices
    assert (store.read(code).begun, phone.ready) == (False, False)
    before = store.version(code)
    store.set_ready(code, phone.id, ready=True)
    assert store.read(code).devices[0].ready
    assert store.version(code) == before + 1
    store.begin_play(code)
    assert store.read(code).begun
    assert store.version(code) == before + 2


def test_other_matches_have_begun(store: Store) -> None:
    """Helpers, demos and imported matches have no lobby."""
    assert store.read(new_match(store)).begun


def test_a_match_of_the_release_before_has_begun(path: Path) -> None:
    """Nobody is sent back into a lobby, and play goes on."""
    shutil.copy(OLDER, path)
    with Store.open(path, find_game) as store:
        (info,) = store.matches()
        view = store.read(info.code)
        assert (view.begun, view.devices[0].ready, view.devices[0].label) == (True, False, "Anna")
        post(store, info.code, 4)
