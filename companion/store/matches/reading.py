"""Reading a match: a view of one version that stays consistent however long a page takes to draw."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property, partial
from typing import Any

import msgspec
from sqlalchemy import Executable, Row, bindparam, select

from companion.engine.core.text import t
from companion.engine.game.record import Game, Helper
from companion.engine.match.ledger import Entry
from companion.engine.match.live import Match
from companion.engine.running.save import State
from companion.store.database.connections import Connections
from companion.store.database.postgres import Server
from companion.store.database.tables import entries
from companion.store.devices import hashed
from companion.store.errors import StoreError
from companion.store.matches.cached import CachedMatch
from companion.store.matches.ledger import SqlLedger, bare_entry
from companion.store.matches.snapshots import Snapshot
from companion.store.packing import from_json
from companion.store.records import Device, Line, LogPage, MatchKind, Seat

_MOST_LINES = 500

# Every page asks these, so they are made once.
_MINE = entries.c.match == bindparam("at")
_UP_TO = entries.c.n <= bindparam("top")
_PAGE = select(entries.c.record).where(_MINE, _UP_TO).order_by(entries.c.n.desc()).limit(bindparam("room"))
_ONE = select(entries.c.record).where(_MINE, entries.c.n == bindparam("n"))
_LINE = select(entries.c.n, entries.c.base).where(_MINE, _UP_TO, entries.c.n >= bindparam("low"))
_LINE = _LINE.order_by(entries.c.n.desc())


class MatchView:
    """A match at one version. Use it in one thread; everything in it is read only.

    `mark` identifies the last entry. `last` is the number of the newest ledger entry, `tip` of the last live one.
    `questions` are the open ones of all seats; `sections` the running rules as (rule, section, turn), outermost first.
    `seats` come in the order of the match, `devices` (without revoked ones) in the order they joined. `helper` is set
    for kind `helper`. `begun` is false while the lobby waits for players; `rematch` is the code of its rematch, or "".
    `claims` are the used recovery codes that wait for a decision. `ticked` are the keys of tasks that are done at the
    table. `result` is what the root flow returned once `ended`. `fault` says why the rules cannot go on, if they
    cannot.
    """

    def __init__(
        self,
        connections: Connections | Server,
        game: Game,
        look: CachedMatch,
        devices: Sequence[Device],
        snapshot: Snapshot,
    ) -> None:
        row = look.row
        self._look = look
        self._fetch = look.remembering(partial(_ask, connections))
        self._phones = look.phones
        self._id: int = row.id
        self._snapshot = snapshot
        self._match: Match | None = None
        self._state: State | None = None
        self._pages: dict[tuple[int, str], LogPage] = {}
        self.code: str = row.code
        self.kind: MatchKind = row.kind
        self.game = game
        self.helper: Helper | None = game.helper(row.helper) if row.helper else None
        self.settings: dict[str, str] = from_json(row.settings)
        self.created: str = row.created
        self.updated: str = row.updated
        self.version: int = row.version
        self.begun: bool = row.begun
        self.rematch: str = row.rematch
        self.last: int = row.last
        self.tip: int = row.tip
        self.mark: tuple[int, int, bytes] = (row.version, row.last, row.chain)
        self.proposal: Any = from_json(row.proposal) if row.proposal else None
        self.ticked: frozenset[str] = frozenset(from_json(row.ticked))
        self.devices = tuple(devices)
        self.claims = look.claims
        holders = {seat: device.id for device in devices for seat in device.seats}
        self.seats = tuple(Seat(seat, holders.get(seat, 0)) for seat in from_json(row.seats))
        self.questions = snapshot.questions
        self.sections = snapshot.sections
        self.ended = snapshot.ended
        self.fault = snapshot.fault
        self.result: Any = snapshot.result

    def phone(self, token: str) -> Device | None:
        """The device with this token, or None when there is none or it was revoked."""
        found = self._phones.get(hashed(token))
        return next((device for device in self.devices if found and device.id == found.id), None)

    @property
    def state(self) -> State:
        """The state, as a copy made for this view."""
        if self._state is None:
            self._state = msgspec.json.decode(self._snapshot.state_json, type=self.game.state_type)
        return self._state

    @property
    def state_json(self) -> bytes:
        """The state as JSON text."""
        return self._snapshot.state_json

    @property
    def match(self) -> Match:
        """A live match for `preview_change`, `concerned` and similar; changing it raises StoreError."""
        if self._match is None:
            self._match = Match(self.game, self._snapshot.save, self.ledger, self.tip)
        return self._match

    @cached_property
    def ledger(self) -> SqlLedger:
        """The entries with the saves before them."""
        known = [] if self._look.latest is None else [self._look.latest]
        return SqlLedger(self._fetch, self._id, self.last, known=known)

    def entries(self, limit: int = 50, older: str = "") -> LogPage:
        """A page of at most `limit` log lines, newest first.

        `older` is the mark from the page before. Raises StoreError for a mark that is not one.
        """
        if (known := self._pages.get((limit, older))) is not None:
            return known
        top, live = _mark(older) if older else (self.last, self.tip)
        room = max(1, min(limit, _MOST_LINES))
        lines: list[Line] = []
        for entry in self._newest(room) if not older else self._down_from(min(top, self.last), room):
            lines.append(Line(entry, entry.n == live))
            live = entry.base if entry.n == live else live
        low = lines[-1].entry.n if lines else 1
        page = self._pages[limit, older] = LogPage(tuple(lines), f"{low - 1}.{live}" if low > 1 else "")
        return page

    def _newest(self, room: int) -> Sequence[Entry]:
        """The newest entries, newest first; most pages ask for a few of them."""
        known = self._look.newest
        if len(known) < min(room, self.last):
            known = self._down_from(self.last, room)
            self._look.learn(known)
        return known[:room]

    def _down_from(self, top: int, room: int) -> list[Entry]:
        rows = self._fetch(_PAGE, {"at": self._id, "top": top, "room": room})
        return [bare_entry(row.record) for row in rows]

    def entry(self, n: int) -> Line:
        """One line of the log. Raises StoreError when there is no such entry."""
        rows = self._fetch(_ONE, {"at": self._id, "n": n}) if n <= self.last else []
        if not rows:
            raise StoreError(t("There is no entry {n}.", n=n))
        live = any(entry.n == n for entry in self._line_down_to(n))
        return Line(bare_entry(rows[0].record), live)

    def _line_down_to(self, n: int) -> list[Any]:
        rows = self._fetch(_LINE, {"at": self._id, "low": n, "top": self.tip})
        live, line = self.tip, []
        for row in rows:
            if row.n == live:
                line.append(row)
                live = row.base
        return line


def _ask(connections: Connections | Server, query: Executable, values: dict[str, Any]) -> Sequence[Row[Any]]:
    """No method of the view: what a view holds should go with it, and not wait for the garbage collector."""
    with connections.glance() as connection:
        return connection.execute(query, values).all()


def _mark(older: str) -> tuple[int, int]:
    top, _, live = older.partition(".")
    if not (top.isdecimal() and live.isdecimal()):
        raise StoreError("There is no such place in the log.")
    return int(top), int(live)
