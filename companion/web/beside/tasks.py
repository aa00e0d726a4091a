"""Tasks: what players had to do by hand after each entry of a match, computed from the states before and after it.

Independent of requests.
"""

from __future__ import annotations

from collections.abc import Hashable
from itertools import islice, pairwise
from typing import NamedTuple

import msgspec

from companion.engine.core.errors import CompanionError
from companion.engine.game.guidance import Task
from companion.engine.game.record import Game, migrated
from companion.engine.match.ledger import live_line
from companion.engine.running.save import State, decode_save
from companion.store import MatchView
from companion.web.app.cache import MATCHES, Cache

LOOKED_AT = 120
"""Entries of the log that are looked through: what lies further back is done, or nobody minds any more."""


class Made(NamedTuple):
    """A task, the entry that led to it, and the stage of the Round it was made in ("" where the game has none)."""

    n: int
    task: Task
    stage: str


Found = list[Made]
"""Tasks, oldest first."""


class RecentTasks:
    """A cache of the tasks up to each entry, so that a page has to look only at the last one or two."""

    def __init__(self, room: int = MATCHES) -> None:
        self._known: Cache[tuple[str, int], Found] = Cache(2 * room)
        self._last: Cache[str, tuple[Hashable, Found]] = Cache(room)

    def of(self, view: MatchView) -> Found:
        """The tasks of the last live entries."""
        if view.game.tasks is None or view.helper is not None or not view.tip:
            return []
        last = self._last.get(view.code)
        if last is not None and last[0] == view.mark:
            return last[1]
        states: dict[int, State] = {}
        found = self._before(view, states)
        found = [*found, *tasks_between(view, view.tip, 0, states)]
        self._last.put(view.code, (view.mark, found))
        return found

    def _before(self, view: MatchView, states: dict[int, State]) -> Found:
        """The tasks of the entries before the last one: those known, and what has come since."""
        found = self._known.get((view.code, view.tip))
        if found is not None:
            return found
        line: list[int] = []
        found = []
        for entry in islice(live_line(view.ledger, view.tip), LOOKED_AT):
            known = self._known.get((view.code, entry.n))
            line.append(entry.n)
            if known is not None:
                found = known
                break
        for n, after in pairwise(reversed(line)):
            found = [*found, *tasks_between(view, n, after, states)][-LOOKED_AT:]
        return self._known.put((view.code, view.tip), found)


def tasks_between(view: MatchView, n: int, after: int, states: dict[int, State]) -> Found:
    """The tasks between the states before two entries; empty if a state can no longer be read."""
    try:
        for one in (n, after):
            if one not in states:
                states[one] = state_before(view.game, view.ledger.get(one).before) if one else view.state
        made = view.game.tasks(states[n], states[after]) if view.game.tasks else ()
        stage = view.game.guide.at(states[n]) if made and view.game.guide else ""
        return [Made(n, task, stage) for task in made]
    except (CompanionError, msgspec.MsgspecError):
        return []


def state_before(game: Game, save: bytes) -> State:
    """The state in a save. Raises SaveError, or MsgspecError if this release cannot read it."""
    return msgspec.json.decode(bytes(migrated(game, decode_save(save)).state), type=game.state_type)
