"""Reading: a view shows one version, whatever happens meanwhile."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.engine.core.errors import SaveError
from companion.engine.match.live import Stamp
from companion.store import Store, StoreError
from tests.store.support import NOW, post
from tests.store.toy import find_game


def test_pages_join_without_gap(store: Store, code: str) -> None:
    """Whatever the size of a page, following the marks gives every entry once, newest first."""
    for i in range(11):
        post(store, code, 1 + i % 6)
    view = store.read(code)
    for size in (1, 5, 12, 50):
        numbers, mark = [], ""
        while True:
            page = view.entries(size, mark)
            numbers += [line.entry.n for line in page.lines]
            mark = page.older
            if not mark:
                break
        assert numbers == list(range(12, 0, -1))


def test_the_log_knows_what_was_taken_back(store: Store, code: str) -> None:
    """Lines off the live line say so, over the borders of pages and for single entries."""
    for _ in range(4):
        post(store, code, 2)
    with store.change(code) as work:
        work.match.undo(3, Stamp("red", NOW))  # takes back 3, 4, 5; itself entry 6
    post(store, code, 3)  # entry 7
    view = store.read(code)
    live = {1, 2, 7}
    for size in (1, 2, 3, 50):
        mark, seen = "", {}
        while not seen or mark:
            page = view.entries(size, mark)
            seen.update({line.entry.n: line.live for line in page.lines})
            mark = page.older
        assert {n for n, alive in seen.items() if alive} == live
        assert len(seen) == 7
    assert {n for n in range(1, 8) if view.entry(n).live} == live


def test_lines_carry_no_saves(store: Store, code: str) -> None:
    """The log is read without the saves that make it long."""
    post(store, code, 2)
    assert all(line.entry.before == b"" for line in store.read(code).entries().lines)


def test_a_view_does_not_move(store: Store, code: str) -> None:
    """A view drawn while others post shows its version to the end: state, questions, log and match."""
    post(store, code, 2)
    view = store.read(code)
    question = view.questions[0]
    post(store, code, 5)
    post(store, code, 1)
    assert view.state.stones == {}  # type: ignore[attr-defined]
    assert view.questions == (question,)
    assert [line.entry.n for line in view.entries().lines] == [2, 1]
    assert view.match.questions() == [question]
    assert store.read(code).version == view.version + 2
    with pytest.raises(StoreError, match="no entry 3"):
        view.entry(3)


def test_a_view_cannot_change_the_match(store: Store, code: str) -> None:
    """Its match answers questions about changes, and refuses to make one; nobody else sees the attempt."""
    post(store, code, 2)
    view = store.read(code)
    assert view.match.preview_change(2, 3).misfits == ()
    assert view.match.concerned(2, "red") == []
    with pytest.raises(StoreError, match="reading only"):
        view.match.answer(view.questions[0].key, 3, Stamp("blue", NOW))
    view.state.stones["red"] = 99  # type: ignore[attr-defined]
    assert store.read(code).state.stones == {}  # type: ignore[attr-defined]
    assert store.read(code).last == 2


def test_a_view_after_a_restart_is_the_same(store: Store, home: Path | str, code: str) -> None:
    """What a reader sees does not depend on what is still in memory."""
    for raw in (2, 5, 3):
        post(store, code, raw)
    warm = store.read(code)
    store.close()
    with Store.open(home, find_game) as again:
        cold = again.read(code)
        for name in ("version", "last", "tip", "questions", "sections", "ended", "result", "seats", "state"):
            assert getattr(cold, name) == getattr(warm, name)
        assert cold.entries() == again.read(code).entries()
        assert len(cold.entries().lines) == 4


@pytest.mark.parametrize("mark", ["x", "1", "1.x", "-1.0", "1.1.1"])
def test_bad_marks(store: Store, code: str, mark: str) -> None:
    """A mark from a broken link is refused in words."""
    with pytest.raises(StoreError, match="place in the log"):
        store.read(code).entries(5, mark)


def test_a_match_of_an_unknown_game_is_not_readable_and_not_lost(store: Store, home: Path | str, code: str) -> None:
    """A release without the game says so; the match stays in the list, and another release can go on with it."""
    store.close()
    with Store.open(home, {}.__getitem__) as without:
        with pytest.raises(SaveError, match="no game toy"):
            without.read(code)
        with pytest.raises(SaveError, match="no game toy"), without.change(code):
            pass
        assert [info.code for info in without.matches()] == [code]
    with Store.open(home, find_game) as again:
        assert again.read(code).questions
