"""Helpers and demos live for 30 days, whatever the clock does, and there are never too many."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from companion.store import Store
from companion.web.lobby import sweeping
from companion.web.lobby.sweeping import HOUR, Sweeper
from tests.engine.toy import GAME as TOY

pytestmark = pytest.mark.slow

HELPER = TOY.helpers[0]


class Clock:
    """A wall clock that can be set, and the seconds since the start, which cannot."""

    def __init__(self) -> None:
        self.wall, self.elapsed = datetime(2026, 11, 20, 12, tzinfo=UTC), 0.0

    def now(self) -> str:
        return self.wall.isoformat(timespec="seconds")

    def go(self, **span: float) -> None:
        """Let time pass."""
        self.wall += timedelta(**span)
        self.elapsed += timedelta(**span).total_seconds()

    def jump(self, **span: float) -> None:
        """Set the wall clock."""
        self.wall += timedelta(**span)


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def sweeper(store: Store, clock: Clock) -> Sweeper:
    made = Sweeper(store, clock.now, lambda: clock.elapsed)
    store.subscribe(made.touched)
    return made


def begin(store: Store, clock: Clock) -> str:
    return store.create_helper(TOY, HELPER, {}, release="t", now=clock.now())


def left(store: Store) -> set[str]:
    return {one.code for one in store.matches(kind="helper")}


def test_a_helper_lives_for_thirty_days(store: Store, clock: Clock, sweeper: Sweeper) -> None:
    """And a match for ever."""
    match = store.create(TOY, ["ann", "bob"], {}, {}, release="t", now=clock.now())
    code = begin(store, clock)
    clock.go(days=29)
    assert sweeper.sweep() == 0
    clock.go(days=2)
    assert sweeper.sweep() == 1
    assert left(store) == set()
    assert store.read(match).code == match
    assert code not in left(store)


@pytest.mark.parametrize("days", [400, -20_000])
def test_a_clock_that_jumps_sweeps_nothing(store: Store, clock: Clock, sweeper: Sweeper, days: int) -> None:
    """Set by years, forwards or back, it is not believed before it has run evenly for an hour."""
    code = begin(store, clock)
    clock.go(minutes=30)
    clock.jump(days=days)
    clock.go(minutes=40)
    assert sweeper.sweep() == 0
    assert left(store) == {code}


def test_what_was_touched_today_is_not_old(store: Store, clock: Clock, sweeper: Sweeper) -> None:
    """However old the clock said it was then: it began in 1970, and is set while people play."""
    clock.jump(days=-20_000)
    begin_at = begin(store, clock)
    store.join(begin_at, "Phone", clock.now())
    clock.jump(days=20_000)
    for _ in range(3):
        clock.go(hours=2)
        assert sweeper.sweep() == 0
    assert left(store) == {begin_at}


def test_it_is_swept_once_an_hour(store: Store, clock: Clock, sweeper: Sweeper) -> None:
    """However many helpers are begun."""
    old = Clock()
    old.jump(days=-100)
    clock.go(hours=1)
    assert sweeper.sweep() == 0
    begin(store, old)
    clock.go(seconds=HOUR - 1)
    assert sweeper.sweep() == 0
    clock.go(seconds=1)
    assert sweeper.sweep() == 1


def test_there_are_never_too_many(
    store: Store, clock: Clock, sweeper: Sweeper, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A new one takes the place of the oldest; never of one in use, then there is no room."""
    monkeypatch.setitem(sweeping.MOST, "helper", 3)
    codes = [begin(store, clock) for _ in range(3)]
    assert sweeper.make_room("helper")
    assert left(store) == set(codes[1:])
    codes.append(begin(store, clock))
    for code in codes[1:]:
        store.join(code, "Phone", clock.now())
    assert not sweeper.make_room("helper")
    clock.go(hours=2)
    assert sweeper.make_room("helper")
    assert left(store) == set(codes[2:])


def test_abandoned_matches_go_only_if_somebody_says_so(store: Store) -> None:
    """Off by default; with a rule of so many days only those in which nothing was answered since."""
    for month in ("01", "11"):
        store.create(TOY, ["ann", "bob"], {}, {}, release="1", now=f"2026-{month}-01T10:00:00+00:00")
    assert store.sweep("2026-12-01T00:00:00+00:00") == 0
    assert store.sweep("2026-12-01T00:00:00+00:00", matches_before="2026-06-01T00:00:00+00:00") == 1
    assert [one.created for one in store.matches()] == ["2026-11-01T10:00:00+00:00"]


def test_what_was_touched_is_forgotten_when_it_no_longer_matters(clock: Clock, sweeper: Sweeper) -> None:
    """A server that runs for a year does not remember every match of it."""
    for code in ("ABC", "DEF", "GHJ"):
        sweeper.touched(code, 2)
    clock.go(days=29)
    sweeper.touched("DEF", 3)
    clock.go(days=2)
    sweeper.sweep()
    assert set(sweeper._touched) == {"DEF"}
