"""The search for what is unused: seldom, but it goes on, and rings that became old are found by it."""

from __future__ import annotations

import gc
import weakref
from collections.abc import Iterator
from time import monotonic, sleep

import pytest

from companion.web.serving import collecting


class Ring:
    """An object that holds itself, so that only a search finds it."""

    def __init__(self) -> None:
        self.itself = self


@pytest.fixture
def thresholds() -> Iterator[None]:
    """Python's own rules, put back afterwards."""
    before = gc.get_threshold()
    yield
    gc.set_threshold(*before)


@pytest.mark.usefixtures("thresholds")
def test_everything_is_searched_by_the_clock_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    """Python does not begin it by itself; an old ring goes when the time has come."""
    monkeypatch.setattr(collecting, "_searching", [])
    ring = Ring()
    known = weakref.ref(ring)
    gc.collect()  # now it is old
    begun: list[int] = []
    watch = lambda phase, info: begun.append(info["generation"]) if phase == "start" else None  # noqa: E731
    gc.callbacks.append(watch)
    try:
        collecting.search_seldom(0.2)
        del ring
        rings = [[Ring() for _ in range(100)] for _ in range(3 * collecting.NEWER * collecting.NEW // 100)]
        assert 1 in begun
        assert 2 not in begun
        del rings
        end = monotonic() + 10
        while known() is not None and monotonic() < end:
            sleep(0.02)
    finally:
        gc.callbacks.remove(watch)
    assert known() is None


@pytest.mark.usefixtures("thresholds")
def test_a_process_has_one_search(monkeypatch: pytest.MonkeyPatch) -> None:
    """However often a server is started in it."""
    monkeypatch.setattr(collecting, "_searching", [])
    collecting.search_seldom(60)
    collecting.search_seldom(60)
    assert len(collecting._searching) == 1
