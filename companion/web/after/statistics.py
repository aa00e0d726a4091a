"""Statistics: totals of all matches on this server, by game and side. They name no match and no person."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import datetime, timedelta

from flask import Blueprint, render_template

from companion.engine.game.record import Game, SeatInfo
from companion.store import MatchInfo
from companion.web.after.winners import Winners
from companion.web.app.services import services
from companion.web.app.texts import in_words
from companion.web.serving.queueing import queued

bp = Blueprint("statistics", __name__)
MOST = 500
"""So many matches are looked at, those played last."""


@dataclass
class GameTotals:
    """The totals of one game."""

    game: Game
    begun: int = 0
    ended: int = 0
    answers: int = 0
    days: int = 0
    shared: int = 0
    """Matches that several sides have won together: a draw is nobody's victory."""
    played: Counter[str] = field(default_factory=Counter)
    won: Counter[str] = field(default_factory=Counter)

    @property
    def sides(self) -> list[tuple[SeatInfo, int, int]]:
        """Each side with the numbers of ended matches that it has played and won."""
        return [(seat, self.played[seat.id], self.won[seat.id]) for seat in self.game.seats if self.played[seat.id]]

    @property
    def length(self) -> int:
        """The average number of answers in an ended match."""
        return round(self.answers / self.ended) if self.ended else 0


@bp.get("/statistics")
@queued
def statistics() -> str:
    """The page: how many matches were played, how long they were, and who won."""
    return render_template("statistics.html", tallies=list(tallies()))


def tallies() -> Iterator[GameTotals]:
    """The totals of each game that was played here."""
    parts = services()
    infos = parts.store.matches(limit=MOST)
    for game in parts.games():
        tally = GameTotals(in_words(game))
        for info in infos:
            if info.game == game.name:
                count(tally, info, parts.winners)
        if tally.begun:
            yield tally


def count(tally: GameTotals, info: MatchInfo, winners: Winners) -> None:
    """Add a match to the totals of its game."""
    tally.begun += 1
    if not info.ended:
        return
    tally.ended += 1
    tally.answers += info.entries
    tally.days += lasted(info) >= timedelta(days=1)
    tally.played.update(info.seats)
    won = winners.of(info)
    if len(won) == 1:
        tally.won.update(won)
    tally.shared += len(won) > 1


def lasted(info: MatchInfo) -> timedelta:
    """The time from the creation to the last change of a match."""
    return datetime.fromisoformat(info.updated) - datetime.fromisoformat(info.created)
