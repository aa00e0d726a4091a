"""What was asked at an entry of the log: read from the save before it, and cached."""

from __future__ import annotations

from collections import OrderedDict
from threading import Lock

from companion.engine.core.questions import Question
from companion.engine.game.record import Game, resume
from companion.engine.match.ledger import Entry
from companion.store import MatchView


class Asked:
    """A cache of what was asked at the entries of matches, because reading it from a save is slow."""

    def __init__(self, room: int = 4096) -> None:
        self._room = room
        self._known: OrderedDict[tuple[str, int], Question | None] = OrderedDict()
        self._lock = Lock()

    def question(self, view: MatchView, n: int) -> Question | None:
        """The question that entry `n` answered, or None when this release can no longer tell."""
        with self._lock:
            if (view.code, n) in self._known:
                return self._known[view.code, n]
        found = question_at(view.game, view.ledger.get(n))
        with self._lock:
            self._known[view.code, n] = found
            while len(self._known) > self._room:
                self._known.popitem(last=False)
        return found


def question_at(game: Game, entry: Entry) -> Question | None:
    """The question an entry answered, read from the save before it."""
    try:
        runner = resume(game, entry.before)
    except Exception:  # this release's rules may stumble over it; the log opens all the same
        return None
    return next((question for question in runner.questions() if question.key == entry.key), None)
