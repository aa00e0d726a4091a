"""Stories: what `after` tells of a match, worked out once for every state of its ledger."""

from __future__ import annotations

from collections import OrderedDict
from threading import Lock

from msgspec import Struct

from companion.engine.film import Frame, film
from companion.engine.luck import Luck, luck, thrown
from companion.engine.story import Story, story
from companion.store import MatchView
from companion.web.asked import Asked


class Told(Struct, frozen=True):
    """The story of a match, the luck of its dice and the film of its map."""

    story: Story
    luck: tuple[Luck, ...]
    film: tuple[Frame, ...]


class Stories:
    """Remembers the last few stories: telling one reads the whole ledger."""

    def __init__(self, asked: Asked, room: int = 64) -> None:
        self._asked, self._room = asked, room
        self._known: OrderedDict[tuple[str, int], Told] = OrderedDict()
        self._lock = Lock()

    def of(self, view: MatchView) -> Told:
        """The story of a match as it is now."""
        name = view.code, view.last
        with self._lock:
            if name in self._known:
                return self._known[name]
        told = self._tell(view)
        with self._lock:
            self._known[name] = told
            while len(self._known) > self._room:
                self._known.popitem(last=False)
        return told

    def _tell(self, view: MatchView) -> Told:
        line = view.match.line()
        throws = []
        for entry in line:
            question = self._asked.question(view, entry.n) if entry.kind == "answer" and entry.random else None
            # A sealed die says something of a choice nobody may see yet.
            if question is not None and (view.ended or not question.sealed):
                throws += thrown(question.part, entry.value, entry.source)
        return Told(story(view.game, line, view.state), tuple(luck(throws)), film(view.game, line, view.state))
