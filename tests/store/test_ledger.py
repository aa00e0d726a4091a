"""The ledger in the database is the ledger in memory, kept."""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.engine.core.errors import Refused
from companion.engine.game.record import begin
from companion.engine.match.ledger import MemoryLedger
from companion.engine.match.live import Match, NotOpen, Stamp
from companion.store import Store
from tests.store.support import NOW, new_match
from tests.store.toy import TOY, find_game

acts = st.lists(
    st.one_of(
        st.tuples(st.just("answer"), st.integers(0, 10)),
        st.tuples(st.just("repeat"), st.integers(0, 3)),
        st.tuples(st.just("late"), st.integers(1, 6)),
        st.tuples(st.just("undo"), st.integers(1, 12)),
        st.tuples(st.just("redo"), st.just(0)),
        st.tuples(st.just("change"), st.integers(1, 12)),
        st.tuples(st.just("correct"), st.integers(0, 50)),
        st.tuples(st.just("restart"), st.just(0)),
    ),
    max_size=25,
)


def do(match: Match, act: str, value: int, number: int, keys: list[str]) -> Any:
    """One act on a match; what came out, refusals included."""
    stamp = Stamp("red", NOW, "1", f"post-{number}")
    questions = match.questions()
    try:
        if act == "answer":
            keys.append(questions[0].key)
            return match.answer(questions[0].key, value, stamp)
        if act == "repeat":
            return match.answer(questions[0].key, 1, Stamp("red", NOW, "1", f"post-{number - value}"))
        if act == "late":
            return match.answer(keys[0] if keys else "never", value, stamp)
        if act == "undo":
            return match.undo(value, stamp)
        if act == "redo":
            return match.redo(stamp)
        if act == "change":
            return match.change(value, 3, stamp)
        return match.correct("/turns", value, "", stamp)
    except Refused as refused:
        return str(refused)
    except NotOpen as late:
        return late.instead


@settings(max_examples=60, deadline=None)
@given(acts)
@pytest.mark.slow
def test_the_same_acts_give_the_same_match(todo: list[tuple[str, int]]) -> None:
    """Whatever is done, with restarts in between, entries, saves and refusals are those of a match in memory."""
    with TemporaryDirectory() as folder:
        path = Path(folder) / "x.db"
        store = Store.open(path, find_game)
        code = new_match(store)
        stamp = Stamp("", NOW, "1")
        twin = Match.start(TOY, begin(TOY, ["red", "blue"], {"goal": "1000000"}, {}), MemoryLedger(), stamp)
        keys: list[str] = []
        twin_keys: list[str] = []
        for number, (act, value) in enumerate(todo):
            if act == "restart":
                store.close()
                store = Store.open(path, find_game)
                continue
            with store.change(code) as work:
                kept = do(work.match, act, value, number, keys)
                assert kept == do(twin, act, value, number, twin_keys)
                assert work.match.save_text() == twin.save_text()
        view = store.read(code)
        assert (view.tip, view.last) == (twin.tip, twin.ledger.last())
        assert view.state_json == twin.runner.state_json
        shown = [line.entry for line in view.entries(100).lines][::-1]
        bare = [msgspec.structs.replace(twin.ledger.get(n), before=b"") for n in range(1, view.last + 1)]
        assert shown == bare
        assert [view.match.ledger.get(n) for n in range(1, view.last + 1)] == twin.ledger.entries  # type: ignore[attr-defined]
        live = {entry.n for entry in twin.line()}
        assert {line.entry.n for line in view.entries(100).lines if line.live} == live
        store.close()
