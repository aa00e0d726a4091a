"""Tasks: what players had to do by hand after each entry of a match, computed from the states before and after it.

Independent of requests.
"""

from __future__ import annotations

from itertools import pairwise
from typing import NamedTuple

import msgspec

from companion.engine.core.errors import CompanionError
from companion.engine.game.guidance import Task
from companion.engine.game.record import Game, migrated
from companion.engine.running.save import State, decode_save
from companion.store import MatchView
from companion.web.app.cache import AMID_PLAY, MATCHES, Cache

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
    """A cache of the tasks up to and including each entry, so that a page has to look only at the last one."""

    def __init__(self, room: int = MATCHES) -> None:
        self._known: Cache[tuple[str, int], Found] = Cache(2 * room, idle=AMID_PLAY)

    def of(self, view: MatchView) -> Found:
        """The tasks of the last live entries."""
        if view.game.tasks is None or view.helper is not None:
            return []
        line, found = self._line(view)
        states: dict[int, State] = {}
        for n, after in pairwise([*reversed(line), 0]):
            found = [*found, *tasks_between(view, n, after, states)][-LOOKED_AT:]
        return self._known.put((view.code, view.tip), still_open(view, found)) if line else found

    def _line(self, view: MatchView) -> tuple[list[int], Found]:
        """The live entries whose tasks are not known, newest first, and the tasks of those before."""
        line: list[int] = []
        n = view.tip
        while n and len(line) < LOOKED_AT:
            known = self._known.get((view.code, n))
            if known is not None:
                return line, known
            line.append(n)
            n = view.ledger.get(n).base
        return line, [] if n else first_tasks(view, line[-1] if line else 0)


def first_tasks(view: MatchView, n: int) -> Found:
    """The tasks before anything is answered; `n` is the first entry, 0 if there is none yet."""
    if view.game.first_tasks is None:
        return []
    try:
        state = state_before(view.game, view.ledger.get(n).before) if n else view.state
        stage = view.game.guide.at(state) if view.game.guide else ""
        return [Made(0, task, stage) for task in view.game.first_tasks(state)]
    except (CompanionError, msgspec.MsgspecError):
        return []


def still_open(view: MatchView, found: Found) -> Found:
    """The tasks without those from before the first question that a later answer has said to be done."""
    if not any(one.n == 0 for one in found):
        return found
    left = {one.task.id for one in first_tasks(view, 0)}
    return [one for one in found if one.n or one.task.id in left]


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
