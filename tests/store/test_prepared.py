"""Changes that take long are made ready outside the one writer; what happens meanwhile is never lost or run over."""

from __future__ import annotations

import threading
import time

import pytest

from companion.engine.core.errors import Refused
from companion.engine.match.live import Match, Stamp
from companion.store import Store, Transaction
from tests.store.support import NOW, new_match, post


def change_first(transaction: Transaction) -> None:
    transaction.match.change(2, 7, Stamp("red", NOW, "1", "change-1"))


def test_it_is_the_same_change(store: Store) -> None:
    """Ledger, position and version come out as inside a transaction; the same post twice counts once."""
    one, other = new_match(store), new_match(store)
    for code in (one, other):
        for number in range(20):
            post(store, code, 1 + number % 6)
    with store.change(one) as transaction:
        change_first(transaction)
    store.change_prepared(other, change_first)
    first, second = store.read(one), store.read(other)
    assert (first.last, first.tip, first.version) == (second.last, second.tip, second.version)
    assert first.state == second.state
    version = second.version
    store.change_prepared(other, change_first)
    assert store.version(other) == version
    assert post(store, other, 3).n == second.last + 1


def test_an_answer_that_came_in_meanwhile_counts(store: Store, code: str) -> None:
    """Somebody answers while the change is made ready: it is made again on the match as it then is."""
    for number in range(6):
        post(store, code, 1 + number % 6)
    runs = []

    def act(transaction: Transaction) -> None:
        if not runs:
            post(store, code, 5, "meanwhile")
        runs.append(transaction.match.ledger.last())
        change_first(transaction)

    store.change_prepared(code, act)
    view = store.read(code)
    assert runs == [7, 8]
    assert view.match.ledger.by_post("meanwhile") is not None
    assert view.state.stones == replayed(view.match)


def replayed(match: Match) -> dict[str, int]:
    return dict(match.runner.state.stones)


def test_a_table_that_never_rests_is_served_all_the_same(store: Store, code: str) -> None:
    """After some attempts the change waits its turn like any other."""
    post(store, code, 3)
    runs = []

    def act(transaction: Transaction) -> None:
        if len(runs) < 2:
            post(store, code, 4)
        runs.append(1)
        change_first(transaction)

    store.change_prepared(code, act)
    assert len(runs) == 3
    assert store.read(code).match.ledger.by_post("change-1") is not None


def test_a_refusal_changes_nothing(store: Store, code: str) -> None:
    """What is refused while it is made ready leaves no trace."""
    post(store, code, 3)
    version = store.version(code)
    with pytest.raises(Refused):
        store.change_prepared(code, lambda transaction: transaction.match.change(2, 99, Stamp("red", NOW)))
    assert store.version(code) == version


@pytest.mark.slow
@pytest.mark.flaky(reruns=2)  # other programs on the machine may hold it up
def test_others_are_not_held_up(store: Store) -> None:
    """A match of 3,000 entries with its first answer changed: the longest answer in another match meanwhile."""
    long, other = new_match(store), new_match(store)
    with store.change(long) as transaction:
        for number in range(2999):
            question = transaction.match.questions()[0]
            transaction.match.answer(question.key, 1 + number % 6, Stamp(question.seat, NOW))
    begun = time.perf_counter()
    changing = threading.Thread(target=store.change_prepared, args=(long, change_first))
    changing.start()
    waits = []
    while changing.is_alive():
        start = time.perf_counter()
        post(store, other, 3)
        waits.append(time.perf_counter() - start)
    took = time.perf_counter() - begun
    longest = max(waits) * 1000
    print(f"first of 3,000 answers changed: {took:.1f} s, {len(waits)} answers elsewhere, longest {longest:.0f} ms")
    assert store.read(long).last > 5900
    assert max(waits) < took / 2
