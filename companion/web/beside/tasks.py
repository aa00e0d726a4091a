"""Tasks: what players had to do by hand after each entry of a match, computed from the states before and after it.

Independent of requests.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Hashable
from itertools import islice, pairwise
from threading import Lock

import msgspec

from companion.engine.core.errors import CompanionError
from companion.engine.game.guidance import Task
from companion.engine.game.record import Game, migrated
from companion.engine.match.ledger import live_line
from companion.engine.running.save import State, decode_save
from companion.store import MatchView

LOOKED_AT = 120
"""Entries of the log that are looked through: what lies further back is done, or nobody minds any more."""
Found = list[tuple[int, Task]]
"""Tasks with the entries that led to them, oldest first."""


class RecentTasks:
    """A cache of the tasks up to each entry, so that a page has to look only at the last one or two."""

    def __init__(self, room: int = 512) -> None:
        self._room = room
        self._known: OrderedDict[tuple[str, int], Found] = OrderedDict()
        self._last: OrderedDict[str, tuple[Hashable, Found]] = OrderedDict()
        self._lock = Lock()

    def of(self, view: MatchView) -> Found:
        """The tasks of the last live entries."""
        if view.game.tasks is None or view.helper is not None or not view.tip:
            return []
        with self._lock:
            last = self._last.get(view.code)
        if last is not None and last[0] == view.mark:
            return last[1]
        states: dict[int, State] = {}
        found = self._before(view, states)
        found = [*found, *((view.tip, task) for task in tasks_between(view, view.tip, 0, states))]
        with self._lock:
            self._last.pop(view.code, None)
            self._last[view.code] = (view.mark, found)
            while len(self._last) > self._room:
                self._last.popitem(last=False)
        return found

    def _before(self, view: MatchView, states: dict[int, State]) -> Found:
        """The tasks of the entries before the last one: those known, and what has come since."""
        with self._lock:
            found = self._known.get((view.code, view.tip))
        if found is not None:
            return found
        line: list[int] = []
        found = []
        for entry in islice(live_line(view.ledger, view.tip), LOOKED_AT):
            with self._lock:
                known = self._known.get((view.code, entry.n))
            line.append(entry.n)
            if known is not None:
                found = known
                break
        for n, after in pairwise(reversed(line)):
            found = [*found, *((n, task) for task in tasks_between(view, n, after, states))][-LOOKED_AT:]
        with self._lock:
            self._known[view.code, view.tip] = found
            while len(self._known) > self._room:
                self._known.popitem(last=False)
        return found


def tasks_between(view: MatchView, n: int, after: int, states: dict[int, State]) -> tuple[Task, ...]:
    """The tasks between the states before two entries; empty if a state can no longer be read."""
    try:
        for one in (n, after):
            if one not in states:
                states[one] = state_before(view.game, view.ledger.get(one).before) if one else view.state
        return view.game.tasks(states[n], states[after]) if view.game.tasks else ()
    except (CompanionError, msgspec.MsgspecError):
        return ()


def state_before(game: Game, save: bytes) -> State:
    """The state in a save. Raises SaveError, or MsgspecError if this release cannot read it."""
    return msgspec.json.decode(bytes(migrated(game, decode_save(save)).state), type=game.state_type)
