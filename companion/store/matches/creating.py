"""Creating matches: begun, played by a demo, imported; and what owners typed in."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from companion.engine.core.errors import DataError
from companion.engine.core.text import t
from companion.engine.game.record import Game, Helper, begin, begin_helper
from companion.engine.game.values import Overrides
from companion.engine.match.live import Match, Stamp
from companion.engine.running.runner import Runner
from companion.store.database.connections import Connections
from companion.store.database.high_water import HighWaterFile, NoHighWaterFile
from companion.store.database.postgres import Server
from companion.store.database.tables import matches
from companion.store.matches import transfer
from companion.store.matches.owner import read_owner, write_owner
from companion.store.matches.starting import begin_match, checked_seats, checked_settings, match_row
from companion.store.records import MatchKind


class Creating:
    """Mixed into `Store`, whose file, games and high-water file it uses."""

    _db: Connections | Server
    _high_water: HighWaterFile | NoHighWaterFile
    _game: Callable[[str], Game]

    # ---- owner values

    def owner_values(self, game: Game) -> Overrides:
        """What the owner typed in from the printed game; used by matches and helpers that begin from now on."""
        with self._db.reading() as connection:
            return read_owner(connection, game.name)

    def set_owner_values(self, game: Game, given: Overrides) -> Overrides:
        """Replace all owner values of a game; gives what differs from the house values. Raises DataError."""
        if game.values is None:
            raise DataError(t("{game} has no values to type in.", game=game.title))
        values = game.values.checked(given)
        with self._db.writing() as connection:
            write_owner(connection, game.name, values)
        return values

    def create(
        self,
        game: Game,
        seats: Sequence[str],
        settings: dict[str, str],
        rulings: dict[str, str],
        *,
        release: str,
        now: str,
        kind: MatchKind = "match",
        begun: bool = True,
    ) -> str:
        """Begin a match; gives its code. Settings left out take their defaults.

        Unless `begun`, a lobby waits for people.
        Raises Refused for seats or settings that are not the game's, DataError for unknown rulings.
        """
        sat, settled = checked_seats(game, seats), checked_settings(game, settings)
        runner = begin(game, sat, settled, rulings, owner=self.owner_values(game))
        head = {"kind": kind, "helper": "", "seats": sat, "settings": settled, "rulings": rulings, "begun": begun}
        return self._begin(game, runner, head, Stamp("", now, release))

    def create_helper(self, game: Game, helper: Helper, rulings: dict[str, str], *, release: str, now: str) -> str:
        """Begin a stand-alone helper as a match of kind `helper`; gives its code. Raises DataError."""
        runner = begin_helper(game, helper, rulings, owner=self.owner_values(game))
        seats = list(helper.seats)
        head = {"kind": "helper", "helper": helper.id, "seats": seats, "settings": {}, "rulings": rulings}
        return self._begin(game, runner, head, Stamp("", now, release))

    def create_demo(
        self, match: Match, *, seats: Sequence[str], settings: dict[str, str], rulings: dict[str, str], release: str,
        now: str,
    ) -> str:  # fmt: skip
        """Take in a match played in memory as one of kind `demo`; gives its code."""
        head = {"kind": "demo", "helper": "", "seats": list(seats), "settings": settings, "rulings": rulings}
        with self._db.writing() as connection:
            code = transfer.keep_match(connection, match, {**head, "release": release, "created": now}, now, close=True)
        return self._noted(code)

    def export(self, code: str) -> bytes:
        """A match as one JSON file: every entry, and the state it ended in; no tokens. Raises NoSuchMatch."""
        with self._db.reading() as connection:
            row = match_row(connection, code)
            return transfer.export(connection, row, self._game(row.game))

    def import_(self, file: bytes, *, release: str, now: str) -> str:
        """Take in an exported match by replaying it; gives its new code. Raises ImportRefused; then nothing changed."""
        played = transfer.play_again(file, self._game, release)
        with self._db.writing() as connection:
            code = transfer.keep(connection, played, now)
        return self._noted(code)

    def _begin(self, game: Game, runner: Runner, head: dict[str, Any], stamp: Stamp) -> str:
        with self._db.writing() as connection:
            code = begin_match(connection, game, runner, head, stamp)
        return self._noted(code)

    def _noted(self, code: str) -> str:
        """Note in the high-water file a match that has just been kept; gives its code."""
        with self._db.reading() as connection:
            row = match_row(connection, code, matches.c.last, matches.c.chain)
        self._high_water.note(code, row.last, row.chain)
        return code
