"""How long the table has waited, now and for each side, by the times of the entries in the log."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime

from companion.engine.match.ledger import Entry
from companion.store import MatchView
from companion.web.app.cache import MATCHES, Cache

TURN = "turn"
BEGINS = ("round", TURN)
"""The kinds of note with which a game says that a Round, or a turn, begins."""
BREAK = 30 * 60
"""Seconds. Whoever has not answered for so long was not thinking: the table had a break, which is nobody's time."""
LOOKED_AT = 40
"""Entries that are looked at for who answered last; whoever has answered more often in a row has a long turn."""


@dataclass(frozen=True)
class Clock:
    """The time of one side: seconds waited for it until the last entry; since when it runs, "" while it stands."""

    seat: str
    used: int
    since: str = ""


def new_entries(view: MatchView, seen: int) -> Iterator[Entry]:
    """The entries after number `seen`, newest first."""
    older, room = "", min(100, view.last - seen)
    while room > 0:
        page = view.entries(limit=room, older=older)
        yield from (line.entry for line in page.lines if line.entry.n > seen)
        older = page.older
        if not older or page.lines[-1].entry.n <= seen + 1:
            return


def who(entry: Entry) -> str:
    """The seat whose time an entry took: that which was asked, else that which wrote it."""
    return entry.seat or entry.by


def waited_since(view: MatchView, due: Collection[str]) -> str:
    """The time since which the table waits for those who are due: somebody else answered, or their turn began."""
    since = view.updated
    for line in view.entries(limit=LOOKED_AT).lines:
        since = line.entry.time or since
        if who(line.entry) not in due or any(note.kind in BEGINS for note in line.entry.notes):
            return since
    return since


class Times:
    """A cache of the time that the table has waited for each side: entries are only ever added to a log."""

    def __init__(self, room: int = MATCHES) -> None:
        self._known: Cache[str, tuple[int, str, dict[str, int]]] = Cache(room)

    def of(self, view: MatchView) -> Mapping[str, int]:
        """Seconds for each seat that has had any, without breaks. What two thought about at the same time counts for
        the one who answered later only from the other's answer on.
        """
        seen, last, used = self._known.get(view.code) or (0, "", {})
        if seen > view.last:
            seen, last, used = 0, "", {}
        used = dict(used)
        for entry in reversed(list(new_entries(view, seen))):
            seconds = between(last, entry.time)
            if seconds <= BREAK and who(entry):
                used[who(entry)] = used.get(who(entry), 0) + seconds
            last = entry.time or last
        self._known.put(view.code, (view.last, last, used))
        return used


def between(earlier: str, later: str) -> int:
    """Seconds between two times in ISO 8601; 0 where one is not known, or the clock went backwards."""
    if not earlier or not later:
        return 0
    return max(0, round((datetime.fromisoformat(later) - datetime.fromisoformat(earlier)).total_seconds()))


def clocks(view: MatchView, seats: Collection[str], due: Collection[str], used: Mapping[str, int]) -> tuple[Clock, ...]:
    """A clock for each seat; those run whose answer the table waits for, from the last entry on."""
    running = "" if view.ended or not view.last else view.updated
    return tuple(Clock(seat, used.get(seat, 0), running if seat in due else "") for seat in seats)
