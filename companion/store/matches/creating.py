"""Creating matches: new ones, demos and imports; also the values that owners typed in."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from sqlalchemy import Connection, Row, select, update

from companion.engine.core.errors import DataError
from companion.engine.core.text import t
from companion.engine.game.record import Game, Helper, begin, begin_helper
from companion.engine.game.values import Overrides
from companion.engine.match.live import Match, Stamp
from companion.engine.running.runner import Runner
from companion.store import devices as seating
from companion.store.database.connections import Connections
from companion.store.database.high_water import HighWaterFile, NoHighWaterFile
from companion.store.database.postgres import Server
from companion.store.database.tables import holds, matches
from companion.store.matches import transfer
from companion.store.matches.owner import read_owner, write_owner
from companion.store.matches.starting import begin_match, checked_seats, checked_settings, match_row
from companion.store.packing import from_json
from companion.store.records import MatchKind


class Creating:
    """Part of `Store` (a mixin), whose file, games and high-water file it uses."""

    _db: Connections | Server
    _high_water: HighWaterFile | NoHighWaterFile
    _game: Callable[[str], Game]
    _seating: Callable[..., Any]

    # ---- owner values

    def owner_values(self, game: Game) -> Overrides:
        """What the owner typed in from the printed game; used by matches and helpers that begin from now on."""
        with self._db.reading() as connection:
            return read_owner(connection, game.name)

    def set_owner_values(self, game: Game, given: Overrides) -> Overrides:
        """Replace all owner values of a game. Returns those that differ from the supplied values. Raises DataError."""
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
        """Create a match and return its code. Settings left out take their defaults.

        Unless `begun`, it waits in a lobby for players. Raises Refused for seats or settings that the game does not
        have, DataError for unknown rulings.
        """
        sat, settled = checked_seats(game, seats), checked_settings(game, settings)
        runner = begin(game, sat, settled, rulings, owner=self.owner_values(game))
        head = {"kind": kind, "helper": "", "seats": sat, "settings": settled, "rulings": rulings, "begun": begun}
        return self._begin(game, runner, head, Stamp("", now, release))

    def rematch(
        self, code: str, seats: Mapping[str, str], rulings: dict[str, str], *, starter: int, release: str, now: str
    ) -> str:
        """Create the rematch of a match, with its settings and players, or find the existing one. Returns its code.

        `seats` maps each seat to the one that its player had before. The device `starter` is a host there, too. Raises
        NoSuchMatch, and whatever `create` raises.
        """
        with self._db.reading() as connection:
            before = match_row(connection, code)
        game, sat = self._game(before.game), list(from_json(before.seats))
        known = {setting.id: [name for name, _ in setting.choices] for setting in game.settings}
        kept = {name: one for name, one in from_json(before.settings).items() if one in known.get(name, ())}
        settled = checked_settings(game, kept)
        runner = begin(game, sat, settled, rulings, owner=self.owner_values(game))

        def act(connection: Connection, row: Row[Any]) -> str:
            there: str = match_row(connection, code, matches.c.rematch).rematch
            if there:
                return there
            alone = len({one.device for one in connection.execute(select(holds).where(holds.c.match == row.id))}) == 1
            head = {
                "kind": "match", "helper": "", "seats": sat, "settings": settled, "rulings": rulings, "begun": alone,
            }  # fmt: skip
            made = begin_match(connection, game, runner, head, Stamp("", now, release))
            number: int = match_row(connection, made, matches.c.id).id
            seating.follow(connection, row.id, number, seats, starter, now)
            connection.execute(update(matches).where(matches.c.id == row.id).values(rematch=made))
            return made

        return self._noted(self._seating(code, act))

    def create_helper(self, game: Game, helper: Helper, rulings: dict[str, str], *, release: str, now: str) -> str:
        """Create a stand-alone helper as a match of kind `helper`. Returns its code. Raises DataError."""
        runner = begin_helper(game, helper, rulings, owner=self.owner_values(game))
        seats = list(helper.seats)
        head = {"kind": "helper", "helper": helper.id, "seats": seats, "settings": {}, "rulings": rulings}
        return self._begin(game, runner, head, Stamp("", now, release))

    def create_demo(
        self, match: Match, *, seats: Sequence[str], settings: dict[str, str], rulings: dict[str, str], release: str,
        now: str,
    ) -> str:  # fmt: skip
        """Store a match played in memory as one of kind `demo`. Returns its code."""
        head = {"kind": "demo", "helper": "", "seats": list(seats), "settings": settings, "rulings": rulings}
        with self._db.writing() as connection:
            code = transfer.keep_match(connection, match, {**head, "release": release, "created": now}, now, close=True)
        return self._noted(code)

    def export(self, code: str) -> bytes:
        """A match as one JSON file: every entry and the final state, without tokens. Raises NoSuchMatch."""
        with self._db.reading() as connection:
            row = match_row(connection, code)
            return transfer.export(connection, row, self._game(row.game))

    def import_(self, file: bytes, *, release: str, now: str) -> str:
        """Import an exported match by replaying it. Returns its new code. Raises ImportRefused; nothing has changed
        then.
        """
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
