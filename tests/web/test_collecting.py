"""Garbage collection: seldom, but it goes on, sooner where memory grows, and finds cycles that became old."""

from __future__ import annotations

import gc
import weakref
from collections.abc import Iterator
from threading import Event, Thread
from time import monotonic, sleep

import pytest

from companion.web.serving import collecting


class Cycle:
    """An object that holds itself, so that only a search finds it."""

    def __init__(self) -> None:
        self.itself = self


@pytest.fixture
def thresholds(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A process that has no search yet; Python's own rules are put back afterwards, and the search ends."""
    before = gc.get_threshold()
    begun: list[Thread] = []
    monkeypatch.setattr(collecting, "_searching", begun)
    monkeypatch.setattr(collecting, "_stopped", Event())
    yield
    collecting._stopped.set()
    for thread in begun:
        thread.join(5)
    gc.set_threshold(*before)


@pytest.mark.usefixtures("thresholds")
def test_everything_is_searched_by_the_clock_alone() -> None:
    """Python does not begin it by itself; an old cycle goes when the time has come."""
    cycle = Cycle()
    known = weakref.ref(cycle)
    gc.collect()  # now it is old
    begun: list[int] = []
    watch = lambda phase, info: begun.append(info["generation"]) if phase == "start" else None  # noqa: E731
    gc.callbacks.append(watch)
    try:
        collecting.search_seldom(1.0)
        del cycle
        cycles = [[Cycle() for _ in range(100)] for _ in range(3 * collecting.NEWER * collecting.NEW // 100)]
        assert 1 in begun
        assert 2 not in begun
        del cycles
        end = monotonic() + 10
        while known() is not None and monotonic() < end:
            sleep(0.02)
    finally:
        gc.callbacks.remove(watch)
    assert known() is None


@pytest.mark.usefixtures("thresholds")
def test_everything_is_searched_when_memory_has_grown(monkeypatch: pytest.MonkeyPatch) -> None:
    """Long before the time has come: a worker does not fill the memory with what nobody uses."""
    monkeypatch.setattr(collecting, "LEAST", 10_000)
    monkeypatch.setattr(collecting, "GROWN", 1.0)
    cycle = Cycle()
    known = weakref.ref(cycle)
    gc.collect()  # now it is old
    collecting.search_seldom(3600, 0.05)
    del cycle
    sleep(0.3)
    assert known() is not None, "a search without need"
    grown = [[n] for n in range(100_000)]
    end = monotonic() + 10
    while known() is not None and monotonic() < end:
        sleep(0.02)
    assert known() is None
    assert len(grown) == 100_000


def test_a_little_more_is_no_growth() -> None:
    """A small program may do what it likes; a large one is searched when it is half as large again."""
    assert not collecting.has_grown(100_000, 100_000 + collecting.LEAST)
    assert collecting.has_grown(100_000, 100_001 + collecting.LEAST)
    assert not collecting.has_grown(2_000_000, 2_900_000)
    assert collecting.has_grown(2_000_000, 3_100_000)


@pytest.mark.usefixtures("thresholds")
def test_a_process_has_one_search() -> None:
    """However often a server is started in it."""
    collecting.search_seldom(60, 0.1)
    collecting.search_seldom(60, 0.1)
    assert len(collecting._searching) == 1
