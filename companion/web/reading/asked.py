"""What was asked at an entry of the log: read from the save before it, and cached; who has answered which question."""

from __future__ import annotations

from collections.abc import Collection

from companion.engine.core.questions import Question
from companion.engine.game.record import Game, resume
from companion.engine.match.ledger import Entry
from companion.store import MatchView
from companion.web.app.cache import AMID_PLAY, MATCHES, Cache
from companion.web.app.times import new_entries

Words = tuple[str, str, str]


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


class Answered:
    """A cache of when each seat last answered which questions, told apart by section and words: reading what
    asked every one of them would be slow.
    """

    def __init__(self, room: int = MATCHES) -> None:
        self._known: Cache[str, tuple[int, dict[Words, int]]] = Cache(room)

    def of_section(self, view: MatchView, seats: Collection[str], section: str, since: int) -> list[int]:
        """From entry `since` on, the newest answer of these seats to each question of a section of the rules."""
        seen, found = self._known.get(view.code) or (0, {})
        if seen > view.last:
            seen, found = 0, {}
        timed = (one for one in new_entries(view, seen) if one.time)  # what a demo came with has none
        new = [one for one in timed if one.kind == "answer"]
        found = {**found, **{(one.seat, one.section, one.prompt.message): one.n for one in reversed(new)}}
        self._known.put(view.code, (view.last, found))
        return [n for (seat, where, _words), n in found.items() if n >= since and seat in seats and where == section]
