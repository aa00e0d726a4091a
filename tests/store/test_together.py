"""Readers who come while a query runs share the next one, and never get a result older than their question."""

from __future__ import annotations

from collections.abc import Collection
from concurrent.futures import ThreadPoolExecutor
from threading import Event
from time import sleep

import pytest

from companion.store.matches.together import SharedQuery


class Slow:
    """A database that answers one query when it is told to."""

    def __init__(self) -> None:
        self.value = 1
        self.asked: list[set[str]] = []
        self.begun, self.go_on = Event(), Event()

    def __call__(self, keys: Collection[str]) -> dict[str, int]:
        self.asked.append(set(keys))
        found = {key: self.value for key in keys if key != "nobody"}
        self.begun.set()
        assert self.go_on.wait(5)
        return found


def test_all_who_come_meanwhile_share_the_next_query() -> None:
    """Six readers during a query cost one more; what changed in between is seen by them, not by the first."""
    slow = Slow()
    together = SharedQuery(slow)
    with ThreadPoolExecutor(8) as pool:
        first = pool.submit(together.get, "a")
        assert slow.begun.wait(5)
        slow.value = 2
        later = [pool.submit(together.get, key) for key in ("a", "a", "b", "b", "c", "nobody")]
        while len(together._next.keys) < 4:
            sleep(0.001)
        slow.go_on.set()
        assert first.result(5) == 1
        assert [one.result(5) for one in later] == [2, 2, 2, 2, 2, None]
    assert slow.asked == [{"a"}, {"a", "b", "c", "nobody"}]


def test_a_failure_is_everybodys_and_the_next_query_works() -> None:
    """All who waited hear of it; nobody hangs."""
    fails = [True]

    def ask(keys: Collection[str]) -> dict[str, int]:
        if fails.pop() if fails else False:
            raise OSError("gone")
        return dict.fromkeys(keys, 1)

    together = SharedQuery(ask)
    with pytest.raises(OSError, match="gone"):
        together.get("a")
    assert together.get("a") == 1
