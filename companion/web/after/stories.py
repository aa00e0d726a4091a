"""Stories: what the page after a match shows, computed once for each state of its ledger."""

from __future__ import annotations

from collections import OrderedDict
from threading import Lock

from msgspec import Struct
from msgspec.structs import replace

from companion.engine.game.record import without_odds
from companion.engine.match.film import MapFrame, film
from companion.engine.match.ledger import Entry
from companion.engine.match.luck import Luck, luck, thrown
from companion.engine.match.story import Story, story
from companion.store import MatchView
from companion.web.after.past_fights import Fought, Known, fights
from companion.web.reading.asked import Asked

FIGHTS, AT_ONCE = 2.0, 0.1
"""Seconds for the fights that were not looked at before: when they are asked for, and while a page waits for them."""


class MatchStory(Struct, frozen=True):
    """The story of a match, the luck of its dice, its fights, and the film of its map."""

    story: Story
    luck: tuple[Luck, ...]
    film: tuple[MapFrame, ...]
    fights: tuple[Fought, ...] = ()
    unfought: int = 0
    """How many fights there was no time to compute; they follow at the next request."""


class Stories:
    """A cache of the last few stories: computing one reads the whole ledger."""

    def __init__(self, asked: Asked, room: int = 64) -> None:
        self._asked, self._room = asked, room
        self._known: OrderedDict[tuple[str, int], MatchStory] = OrderedDict()
        self._fights: OrderedDict[str, Known] = OrderedDict()
        self._lock = Lock()

    def of(self, view: MatchView, patience: float = FIGHTS) -> MatchStory:
        """The story of a match as it is now, with as many of its fights as can be computed in `patience` seconds."""
        name = view.code, view.last
        with self._lock:
            known = self._known.get(name)
        if known is not None and not known.unfought:
            return known
        told = self._tell(view, patience, known)
        with self._lock:
            self._known[name] = told
            while len(self._known) > self._room:
                self._known.popitem(last=False)
        return told

    def _tell(self, view: MatchView, patience: float, known: MatchStory | None) -> MatchStory:
        """The story; what is `known` of it but for some fights need not be told again."""
        line = view.match.line()
        fought, left = self._fought(view, line, patience)
        if known is not None:
            return replace(known, fights=tuple(fought), unfought=left)
        throws = []
        for entry in line:
            question = self._asked.question(view, entry.n) if entry.kind == "answer" and entry.random else None
            # A sealed die says something of a choice nobody may see yet.
            if question is not None and (view.ended or not question.sealed):
                throws += thrown(question.part, entry.value, entry.source)
        story_, film_ = story(view.game, line, view.state), film(view.game, line, view.state)
        return MatchStory(story_, tuple(luck(throws)), film_, tuple(fought), left)

    def _fought(self, view: MatchView, line: list[Entry], patience: float) -> tuple[list[Fought], int]:
        """The fights that are over; of a table without odds only when the match is over too."""
        if not view.ended and without_odds(view.settings):
            return [], 0
        with self._lock:
            known = self._fights.setdefault(view.code, {})
            self._fights.move_to_end(view.code)
            while len(self._fights) > self._room:
                self._fights.popitem(last=False)
        return fights(view.game, line, patience, known, ended=view.ended)
