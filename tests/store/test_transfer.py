"""A match as a file."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from companion.engine.match.live import Stamp
from companion.store import ImportRefused, NoSuchMatch, Store
from tests.store.support import NOW, post, propose
from tests.store.toy import TOY, find_game

LATER = "2026-11-21T10:00:00Z"


@pytest.fixture
def played(store: Store, code: str) -> str:
    """A match with answers, an undo, a change and a correction."""
    for raw in (4, 6, 3, 2, 9):
        post(store, code, raw, f"post-{raw}")
    with store.change(code) as work:
        work.match.undo(6, Stamp("red", NOW, "1"))
        work.match.change(3, 1, Stamp("red", NOW, "1"))
        work.match.correct("/turns", 40, "miscounted", Stamp("blue", NOW, "1"))
    return code


def taken_in(store: Store, file: bytes, release: str = "1") -> str:
    return store.import_(file, release=release, now=LATER)


def changed(file: bytes, **values: Any) -> bytes:
    return json.dumps({**json.loads(file), **values}).encode()


def test_export_and_import_are_the_identity(store: Store, played: str) -> None:
    """The imported match is the exported one: entries with their saves, state, questions; and exports the same."""
    file = store.export(played)
    code = taken_in(store, file)
    old, new = store.read(played), store.read(code)
    assert code != played
    for name in ("game", "kind", "settings", "created", "last", "tip", "questions", "state_json", "sections"):
        assert getattr(new, name) == getattr(old, name)
    assert new.entries(100).lines == old.entries(100).lines
    assert [new.match.ledger.get(n) for n in range(1, new.last + 1)] == [
        old.match.ledger.get(n) for n in range(1, old.last + 1)
    ]
    assert changed(store.export(code), code="") == changed(file, code="")


def test_an_imported_match_goes_on(store: Store, played: str) -> None:
    """It can be answered, undone beyond the import, and changed."""
    code = taken_in(store, store.export(played))
    post(store, code, 5)
    with store.change(code) as work:
        work.match.undo(2, Stamp("red", NOW, "1"))
    assert store.read(code).state.stones == {}  # type: ignore[attr-defined]


def test_a_match_moves_to_another_store(store: Store, played: str, tmp_path: Path) -> None:
    """The file is all it takes; tokens, seats and proposals stay behind."""
    propose(store, played, {"undo": 1})
    token = store.join(played, "Anna", NOW, host=True)
    file = store.export(played)
    assert token.encode() not in file
    with Store.open(tmp_path / "other.db", find_game) as other:
        view = other.read(taken_in(other, file))
        assert view.state == store.read(played).state
        assert (view.devices, view.proposal) == ((), None)


def test_helpers_can_be_moved(store: Store) -> None:
    """A stand-alone helper is exported and imported as one."""
    code = store.create_helper(TOY, TOY.helper("weigh"), {}, release="1", now=NOW)
    post(store, code, [3])
    view = store.read(taken_in(store, store.export(code)))
    assert (view.kind, view.helper) == ("helper", TOY.helper("weigh"))


@pytest.mark.parametrize(
    ("values", "reason"),
    [
        ({"format": 99}, "newer release"),
        ({"game": "chess"}, "no game chess"),
        ({"seats": ["red", "gold"]}, "no seat gold"),
        ({"seats": ["red", "red"]}, "once only"),
        ({"rulings": {"ties": "maybe"}}, "maybe"),
        ({"tip": 77}, "no entry 77"),
        ({"entries": []}, "tip"),
        ({"helper": "nonsense"}, "cannot begin"),
        ({"save": {"state": {}}}, "save"),
        ({"entries": 5}, "entries"),
    ],
)
def test_damaged_files_are_refused(store: Store, played: str, values: dict[str, Any], reason: str) -> None:
    """A file that is damaged or newer is refused in words that say where, and nothing of it is kept."""
    before = store.matches(None)
    with pytest.raises(ImportRefused, match=reason):
        taken_in(store, changed(store.export(played), **values))
    assert store.matches(None) == before


@pytest.mark.parametrize("file", [b"", b"{}", b"[1]", b"\xff\xfe", b"SQLite format 3\0", b"[" * 100_000])
def test_other_files_are_refused(store: Store, file: bytes) -> None:
    """Anything else is refused, whatever it is."""
    with pytest.raises(ImportRefused, match="no exported match"):
        taken_in(store, file)


def test_a_file_cut_short_is_refused(store: Store, played: str) -> None:
    """No beginning of an export passes for a whole one."""
    file = store.export(played)
    for size in range(0, len(file) - 1, 97):
        with pytest.raises(ImportRefused):
            taken_in(store, file[:size])


def test_a_die_changed_in_the_file_is_noticed(store: Store, played: str) -> None:
    """A file of this release must replay to the state it ends in."""
    record = json.loads(store.export(played))
    record["entries"][1]["value"] = 8
    with pytest.raises(ImportRefused, match="does not replay"):
        taken_in(store, json.dumps(record).encode())


def test_a_doubled_post_is_noticed(store: Store, played: str) -> None:
    """Two entries of one post cannot be."""
    record = json.loads(store.export(played))
    record["entries"][2]["post"] = record["entries"][1]["post"]
    with pytest.raises(ImportRefused, match="twice"):
        taken_in(store, json.dumps(record).encode())


def test_a_file_of_another_release_keeps_its_end(store: Store, played: str) -> None:
    """If the rules changed since, the state the table had at the end counts, and the match goes on."""
    record = json.loads(store.export(played))
    record["save"]["state"]["stones"]["red"] = 500
    code = taken_in(store, json.dumps(record).encode(), release="2")
    assert store.read(code).state.stones["red"] == 500  # type: ignore[attr-defined]
    assert store.read(code).last == store.read(played).last
    post(store, code, 1)


def test_unknown_codes(store: Store) -> None:
    """There is nothing to export of a match that is not there."""
    with pytest.raises(NoSuchMatch):
        store.export("ZZZZZ")
