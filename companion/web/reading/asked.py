"""What was asked at an entry of the log: read from the save before it, and cached."""

from __future__ import annotations

from companion.engine.core.questions import Question
from companion.engine.game.record import Game, resume
from companion.engine.match.ledger import Entry
from companion.store import MatchView
from companion.web.app.cache import AMID_PLAY, Cache


class Asked:
    """A cache of what was asked at the entries of matches, because reading it from a save is slow."""

    def __init__(self, room: int = 4096) -> None:
        self._known: Cache[tuple[str, int], tuple[Question | None]] = Cache(room, idle=AMID_PLAY)

    def question(self, view: MatchView, n: int) -> Question | None:
        """The question that entry `n` answered, or None when this release can no longer tell."""
        known = self._known.get((view.code, n))
        if known is None:
            known = self._known.put((view.code, n), (question_at(view.game, view.ledger.get(n)),))
        return known[0]


def question_at(game: Game, entry: Entry) -> Question | None:
    """The question an entry answered, read from the save before it."""
    try:
        runner = resume(game, entry.before)
    except Exception:  # this release's rules may stumble over it; the log opens all the same
        return None
    return next((question for question in runner.questions() if question.key == entry.key), None)
