"""A look at a match that has not changed costs one small question; another one's change is seen at once."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from sqlalchemy import event

from companion.store import Store
from companion.store.database.connections import Connections
from companion.store.database.postgres import DirectLine
from tests.store.support import NOW, post
from tests.store.toy import find_game


@contextmanager
def asked(store: Store) -> Iterator[list[str]]:
    """The statements meanwhile, looks only."""
    db: Any = store._db
    engine = db._readers if isinstance(db, Connections) else db._engine
    said: list[str] = []

    def hear(_link: Any, _cursor: Any, statement: str, *_: Any) -> None:
        if statement != "BEGIN":
            said.append(statement)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(DirectLine, "rows", _heard(DirectLine.rows, said))
        event.listen(engine, "before_cursor_execute", hear)
        try:
            yield said
        finally:
            event.remove(engine, "before_cursor_execute", hear)


def _heard(rows: Callable[..., Any], said: list[str]) -> Callable[..., Any]:
    """The query that goes past the pool, counted too."""

    def counted(line: DirectLine, values: dict[str, Any]) -> Any:
        said.append(line._query)
        return rows(line, values)

    return counted


def test_a_second_look_asks_once(store: Store, code: str) -> None:
    """Also after an answer given here, and for the phones of the match."""
    token = store.join(code, "Anna", NOW)
    store.read(code)
    post(store, code, 1)
    with asked(store) as said:
        view = store.read(code)
    assert len(said) == 1
    assert view.last == 2
    with asked(store) as said:
        assert store.device(code, token) is not None
        assert view.phone(token) is not None
        assert view.phone("nobody's") is None
    assert len(said) == 1


def test_a_first_look_asks_five_times(store: Store, code: str) -> None:
    """Whether it is known, the match, its phones and seats, open claims."""
    store._looks._kept._values.clear()
    store._snapshots._values.clear()
    with asked(store) as said:
        store.read(code)
    assert len(said) == 5


def test_entries_that_pages_ask_for_are_asked_once(store: Store, code: str) -> None:
    """They never change."""
    post(store, code, 1)
    first = store.read(code).entries(5)
    with asked(store) as said:
        assert store.read(code).entries(5) == first
    assert len(said) == 1


def test_the_newest_entries_are_known_without_asking(store: Store, code: str) -> None:
    """What was answered here: the lines of the log, as they would be read from the database, and the save before."""
    store.read(code).entries(3)
    for stones in (1, 2):
        post(store, code, stones)
    with asked(store) as said:
        view = store.read(code)
        page = view.entries(3)
        whole = view.ledger.get(view.last)
    assert len(said) == 1
    store._looks._kept._values.clear()
    again = store.read(code)
    assert page == again.entries(3)
    assert whole == again.ledger.get(again.last)
    assert whole.before


def test_more_entries_than_are_known_are_asked_for(store: Store, code: str) -> None:
    """Nothing is missing where only the newest are known."""
    for stones in (1, 2, 1, 2):
        post(store, code, stones)
    assert [line.entry.n for line in store.read(code).entries(1).lines] == [5]
    assert [line.entry.n for line in store.read(code).entries(50).lines] == [5, 4, 3, 2, 1]


def test_seats_and_answers_make_a_new_look(store: Store, code: str) -> None:
    """What is seen is what is there now."""
    token = store.join(code, "Anna", NOW)
    assert [one.label for one in store.read(code).devices] == ["Anna"]
    device = store.device(code, token)
    assert device is not None
    store.take_seat(code, device.id, "red")
    seated = store.device(code, token)
    assert seated is not None
    assert seated.seats == ("red",)
    post(store, code, 1)
    assert store.read(code).last == 2
    store.revoke(code, device.id, NOW)
    assert store.device(code, token) is None


def test_another_process_is_seen_at_once(postgres: Any) -> None:
    """Two stores on one database: neither trusts what it remembers."""
    from tests.store.support import new_match

    address = postgres.fresh()
    with Store.open(address, find_game) as one, Store.open(address, find_game) as two:
        code = new_match(one)
        assert [store.read(code).last for store in (one, two)] == [1, 1]
        post(two, code, 1)
        assert one.read(code).last == 2
        token = two.join(code, "Anna", NOW)
        device = one.device(code, token)
        assert device is not None
        one.revoke(code, device.id, NOW)
        assert two.device(code, token) is None


def test_an_answer_is_one_commit(store: Store, code: str) -> None:
    """One transaction a post; news are told beside it."""
    commits: list[object] = []
    store.hear_others(lambda: ())
    db: Any = store._db
    event.listen(db._writing_engine if isinstance(db, Connections) else db._engine, "commit", commits.append)
    post(store, code, 1)
    assert len(commits) == 1
