"""Rows of matches: creating them (are seats and settings those of the game?), finding one, listing them."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any

from sqlalchemy import Connection, Row, Select, bindparam, insert, select

from companion.engine.core.errors import Refused
from companion.engine.core.text import t
from companion.engine.game.record import Game
from companion.engine.match.live import Match, Stamp
from companion.engine.running.runner import Runner
from companion.engine.running.save import encode_save
from companion.store.codes import LENGTH, new_code, tidy_code
from companion.store.database.chain import START, seal
from companion.store.database.tables import matches
from companion.store.errors import NoSuchMatch, StoreError
from companion.store.matches.ledger import sql_ledger
from companion.store.matches.transaction import Transaction
from companion.store.packing import from_json, pack, to_json
from companion.store.records import MatchInfo, MatchKind

_TRIES = 40


def checked_seats(game: Game, seats: Sequence[str]) -> list[str]:
    """The seats of a new match. Raises Refused for unknown or repeated seats, or a wrong number of players."""
    for seat in seats:
        if game.seat(seat) is None:
            raise Refused("", t("{game} has no seat {seat}.", game=game.title, seat=seat), "seats")
    if len(set(seats)) != len(seats):
        raise Refused("", t("Each seat can be there once only."), "seats")
    if len(seats) not in game.players:
        wanted = ", ".join(map(str, game.players))
        raise Refused("", t("{game} is for this many players: {wanted}.", game=game.title, wanted=wanted), "seats")
    return list(seats)


def checked_settings(game: Game, chosen: dict[str, str]) -> dict[str, str]:
    """All settings of a new match, with defaults for those left out. Raises Refused naming the setting."""
    known = {setting.id: [name for name, _ in setting.choices] for setting in game.settings}
    for name, choice in chosen.items():
        if name not in known:
            raise Refused("", t("{game} has no setting {name}.", game=game.title, name=name), name)
        if choice not in known[name]:
            raise Refused("", t("{choice} is not one of the choices.", choice=choice), name)
    return {name: chosen.get(name, choices[0]) for name, choices in known.items()}


def insert_match(connection: Connection, game: Game, runner: Runner, head: dict[str, Any], stamp: Stamp) -> Row[Any]:
    """Add the row of a match that has just begun. `head` holds kind, helper, seats, settings and rulings."""
    row = {
        "code": _free_code(connection), "game": game.name, "release": stamp.release, "created": stamp.time,
        "updated": stamp.time, "version": 1, "last": 0, "tip": 0, "ended": runner.done, "proposal": None,
        "save": pack(encode_save(runner.save())), "chain": START, **head,
    }  # fmt: skip
    row["seal"] = seal(row["chain"], row["tip"], row["save"])
    for name in ("seats", "settings", "rulings"):
        row[name] = to_json(row[name])
    connection.execute(insert(matches).values(row))
    return match_row(connection, row["code"])


def begin_match(connection: Connection, game: Game, runner: Runner, head: dict[str, Any], stamp: Stamp) -> str:
    """Add the row of a new match, and its first entry if its rules wrote log lines at once. Returns the code."""
    row = insert_match(connection, game, runner, head, stamp)
    ledger = sql_ledger(connection, row)
    transaction = Transaction(connection, row, Match.start(game, runner, ledger, stamp), ledger)
    transaction.write()
    return transaction.code


def listed(connection: Connection, kind: MatchKind | None, limit: int) -> list[MatchInfo]:
    """At most `limit` matches, the last changed first."""
    columns = [matches.c[name] for name in ("code", "kind", "game", "created", "updated", "version", "ended")]
    query = select(*columns, matches.c.seats, matches.c.last.label("entries")).limit(limit)
    query = query.order_by(matches.c.updated.desc(), matches.c.id.desc())
    rows = connection.execute(query if kind is None else query.where(matches.c.kind == kind)).all()
    return [MatchInfo(**{**row._mapping, "seats": tuple(from_json(row.seats))}) for row in rows]


def match_row(connection: Connection, code: str, *columns: Any, lock: bool = False) -> Row[Any]:
    """The row of a match (or some columns of it). Raises NoSuchMatch.

    `lock` keeps other processes from changing the match until the transaction ends; for a file there are no others.
    """
    tidy = tidy_code(code)
    row = connection.execute(_by_code(columns, lock), {"tidy": tidy}).first() if "\0" not in tidy else None
    if row is None:
        raise NoSuchMatch(tidy)
    return row


@cache
def _by_code(columns: tuple[Any, ...], lock: bool) -> Select[Any]:
    """The query for columns of a match; made once, because every page asks."""
    query = select(*(columns or (matches,))).where(matches.c.code == bindparam("tidy"))
    return query.with_for_update() if lock else query


def _free_code(connection: Connection) -> str:
    for tried in range(_TRIES):
        code = new_code(LENGTH + tried // 10)
        if connection.scalar(select(matches.c.id).where(matches.c.code == code)) is None:
            return code
    raise StoreError("No free code was found; try again.")
