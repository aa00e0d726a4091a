"""What every view needs: the store, the settings, the limits, the streams. One record for each application."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, field
from datetime import UTC, datetime
from functools import partial
from threading import Semaphore

from flask import Flask, current_app

from companion.engine.game.panels import Board
from companion.engine.game.record import Game
from companion.games import all_games, load_game
from companion.store import Store
from companion.web.after.stories import Stories
from companion.web.after.winners import Winners
from companion.web.app.cache import MATCHES, Cache
from companion.web.app.config import Config
from companion.web.app.drawings import Drawings
from companion.web.app.times import Times
from companion.web.lobby.sweeping import Sweeper
from companion.web.play.streams import Hub
from companion.web.press.jobs import Jobs
from companion.web.press.work_process import WorkProcess
from companion.web.reading.asked import Answered, Asked
from companion.web.reading.forecast import Forecasts
from companion.web.reading.rounds import Rounds
from companion.web.reading.tasks import RecentTasks
from companion.web.serving.counters import Counters
from companion.web.serving.limits import Limiter, WorkQueue

AT_ONCE = 6
"""Pages of matches that a worker makes at a time (`queueing.in_turn`). It has one core, so more are no quicker; each
that has begun would wait at every question to the database until all others had their turn, at last too long."""
EXTENSION = "companion"


def now() -> str:
    """The present time as ledger entries keep it: ISO 8601 in UTC, to the second."""
    return datetime.now(UTC).isoformat(timespec="seconds")


@dataclass
class Services:
    """The parts of one running application. `game` and `games` find game modules; tests may pass their own."""

    store: Store
    config: Config
    game: Callable[[str], Game] = load_game
    games: Callable[[], list[Game]] = all_games
    clock: Callable[[], str] = now
    asked: Asked = field(default_factory=Asked)
    answered: Answered = field(default_factory=Answered)
    rounds: Rounds = field(default_factory=Rounds)
    times: Times = field(default_factory=Times)
    tasks: RecentTasks = field(default_factory=RecentTasks)
    shared_pages: Drawings = field(default_factory=Drawings)
    boards: Cache[tuple[str, str], tuple[Hashable, Board]] = field(default_factory=lambda: Cache(MATCHES))
    forecasts: Forecasts = field(default_factory=Forecasts)
    hub: Hub = field(default_factory=Hub)
    counters: Counters = field(default_factory=Counters)
    jobs: Jobs = field(default_factory=Jobs)
    odds: Jobs = field(default_factory=Jobs)
    posts: Limiter = field(default_factory=lambda: Limiter(burst=60, per_second=5))
    creations: Limiter = field(default_factory=lambda: Limiter(burst=40, per_second=0.1))
    guesses: Limiter = field(default_factory=lambda: Limiter(burst=10, per_second=0.1))
    lines: Limiter = field(default_factory=lambda: Limiter(burst=30, per_second=0.5))
    drawings: WorkQueue = field(default_factory=lambda: WorkQueue(at_once=2, each=12, most=16))
    waits: WorkQueue = field(default_factory=lambda: WorkQueue(at_once=8, each=3, most=8))
    unsaid: dict[str, int] = field(default_factory=dict)
    recoveries: Limiter = field(default_factory=lambda: Limiter(burst=5, per_second=1 / 60))
    guesses_by_address: Limiter = field(default_factory=lambda: Limiter(burst=60, per_second=0.5))
    matches_a_day: Limiter = field(default_factory=lambda: Limiter(burst=500, per_second=500 / 86400))
    uploads: Limiter = field(default_factory=lambda: Limiter(burst=20, per_second=1 / 60))

    def close(self) -> None:
        """End streams and jobs, and release the store."""
        self.hub.close()
        self.jobs.close()
        self.odds.close()
        self.store.close()

    def __post_init__(self) -> None:
        """Stories read what was asked where the log does; the sweeper hears of every change.

        Work for the press is done aside; odds are, too, where a worker has one thread for everybody.
        """
        shared = self.store.shared_limits()
        for name in ("creations", "guesses", "guesses_by_address", "recoveries", "matches_a_day", "uploads"):
            limiter: Limiter = getattr(self, name)
            limiter.share(shared, name)
        if not self.config.testing:
            self.jobs.aside = WorkProcess()
            self.odds.aside = WorkProcess() if self.store.shared else None
        self.turns: AbstractContextManager[object] = Semaphore(AT_ONCE) if self.store.shared else nullcontext()
        self.stories = Stories(self.asked)
        self.winners = Winners(self.store)
        self.sweeper = Sweeper(self.store, self.clock, days=self.config.forget_matches)
        self.store.subscribe(self.sweeper.touched)
        self.store.timed = partial(self.counters.took, "companion_change_seconds")
        self.hub.timed = partial(self.counters.took, "companion_lag_seconds")


def services(app: Flask | None = None) -> Services:
    """The services of the application that serves this request."""
    found: Services = (app or current_app).extensions[EXTENSION]
    return found
