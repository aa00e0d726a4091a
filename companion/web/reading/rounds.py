"""Where in the log the Rounds of a match begin, read from the notes that games write for programs, and cached."""

from __future__ import annotations

from dataclasses import dataclass

from companion.engine.core.text import Text
from companion.store import MatchView
from companion.web.app.cache import MATCHES, Cache
from companion.web.app.times import BEGINS, TURN, new_entries


@dataclass(frozen=True)
class RoundMark:
    """A Round: its title, and the number of the entry it begins with."""

    n: int
    title: Text
    of_one: bool = False
    """Whether it may be the turn of one player, so that a whole Round has several of them."""


class Rounds:
    """A cache of the Rounds found so far: entries are only ever added to a log."""

    def __init__(self, room: int = MATCHES) -> None:
        self._known: Cache[str, tuple[int, dict[str, RoundMark]]] = Cache(room)

    def of(self, view: MatchView) -> list[RoundMark]:
        """The Rounds of a match, oldest first. For a Round that was taken back and begun again, the later beginning
        counts.
        """
        seen, found = self._known.get(view.code) or (0, {})
        marks = dict(found) if seen <= view.last else {}
        for mark in new_marks(view, seen if seen <= view.last else 0):
            marks[str(mark.title)] = mark
        self._known.put(view.code, (view.last, marks))
        return sorted(marks.values(), key=lambda mark: mark.n)


def new_marks(view: MatchView, seen: int) -> list[RoundMark]:
    """The Rounds that begin after entry `seen`, oldest first."""
    return [
        RoundMark(entry.n, note.text, note.kind == TURN)
        for entry in new_entries(view, seen)
        for note in entry.notes
        if note.kind in BEGINS and not note.to
    ][::-1]


def round_of(marks: list[RoundMark], n: int) -> RoundMark | None:
    """The Round that an entry belongs to; None before the first."""
    return next((mark for mark in reversed(marks) if mark.n <= n), None)


def present_since(marks: list[RoundMark], players: int) -> int:
    """The entry with which the present Round began; 0 in the first one, which what was done before it belongs to.

    Where each player's turn is marked by itself, the last turns of all of them count as the present Round.
    """
    back = players if marks and marks[-1].of_one else 1
    return marks[-back].n if len(marks) > back else 0
