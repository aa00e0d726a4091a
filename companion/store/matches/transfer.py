"""A match as one file, and back: the engine's neutral record, read from the tables and replayed into them.

The file holds no saves; replaying it makes them. If it was played with another release whose rules have changed since,
the recorded final state counts and the log keeps all answers, just as if the release had been upgraded during the
match.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec import Struct
from sqlalchemy import Connection, Row, insert, update

from companion.engine.core.errors import CompanionError
from companion.engine.game.record import Game
from companion.engine.match.ledger import MemoryLedger
from companion.engine.match.live import Match, Stamp
from companion.engine.match.replay import MatchExport, Replayed, decode_export, encode_export, export_match, replay
from companion.store.database.chain import START, seal
from companion.store.database.tables import entries, matches
from companion.store.errors import ImportRefused
from companion.store.matches.ledger import entry_row, sql_ledger
from companion.store.matches.starting import checked_seats, insert_match
from companion.store.packing import GROUP, from_json, unpack


class Played(Struct, frozen=True):
    """An export that was read and replayed."""

    game: Game
    record: MatchExport
    replayed: Replayed
    match: Match


def export(connection: Connection, row: Row[Any], game: Game) -> bytes:
    """The match of a row as one JSON file."""
    match = Match(game, unpack(row.save), sql_ledger(connection, row), row.tip)
    last = match.ledger.last()
    release = match.ledger.get(last).release if last else ""
    record = export_match(
        match, seats=from_json(row.seats), settings=from_json(row.settings), rulings=from_json(row.rulings),
        helper=row.helper, code=row.code, created=row.created, release=release or row.release,
    )  # fmt: skip
    return encode_export(record)


def play_again(file: bytes, find_game: Callable[[str], Game], release: str) -> Played:
    """Read an export and replay it in memory. Raises ImportRefused when it is damaged, newer, or does not replay."""
    try:
        record = decode_export(file)
        game = find_game(record.game)
        if not record.helper:
            checked_seats(game, record.seats)
        _check_posts(record)
        replayed = replay(game, record)
        match = Match(game, _end(record, replayed, release), MemoryLedger(replayed.entries), replayed.tip)
    except ImportRefused:
        raise
    except CompanionError as error:
        raise ImportRefused(f"The file cannot be taken in: {error}") from error
    return Played(game, record, replayed, match)


def keep(connection: Connection, played: Played, now: str) -> str:
    """Write a replayed match into the tables. Returns its new code."""
    record = played.record
    head = {
        "kind": "helper" if record.helper else "match", "helper": record.helper, "seats": record.seats,
        "settings": record.settings, "rulings": record.rulings, "release": record.release,
        "created": record.created or now,
    }  # fmt: skip
    return keep_match(connection, played.match, head, now)


def keep_match(connection: Connection, match: Match, head: dict[str, Any], now: str, *, close: bool = False) -> str:
    """Write a match that was played in memory into the tables, with its ledger. Returns its new code.

    With `close`, its entries are stored as differences, which is smaller (see `packing`).
    """
    last = match.ledger.last()
    row = insert_match(connection, match.game, match.runner, head, Stamp("", now))
    chain, rows = START, []
    before = b""
    for n in range(1, last + 1):
        entry = match.ledger.get(n)
        rows.append(entry_row(row.id, entry, chain, (before if n % GROUP != 1 else b"") if close else None))
        chain, before = rows[-1]["chain"], entry.before
    if rows:
        connection.execute(insert(entries), rows)
    values = {"last": last, "tip": match.tip, "chain": chain, "seal": seal(chain, match.tip, row.save)}
    connection.execute(update(matches).where(matches.c.id == row.id).values(**values))
    code: str = row.code
    return code


def _end(record: MatchExport, replayed: Replayed, release: str) -> bytes:
    """The save to go on with; a file of this very release must replay to what it says."""
    if not replayed.differences:
        return replayed.save
    if record.release == release:
        first = replayed.differences[0]
        where = f"entry {first.n}" if first.n else "the end"
        raise ImportRefused(f"The file is damaged: it does not replay ({where}: {first.what}).")
    return bytes(record.save)


def _check_posts(record: MatchExport) -> None:
    posts = [entry.post for entry in record.entries if entry.post]
    if len(set(posts)) != len(posts):
        raise ImportRefused("The file is damaged: it counts a post twice.")
