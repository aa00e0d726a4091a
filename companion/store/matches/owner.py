"""The owner values of a game, as one row of `meta`: used by every match and helper that begins after they were set."""

from __future__ import annotations

from sqlalchemy import Connection, delete, insert, select

from companion.engine.game.values import Overrides
from companion.store.database.tables import meta
from companion.store.packing import from_json, to_json


def read_owner(connection: Connection, game: str) -> Overrides:
    """The owner values of a game; empty when there are none."""
    text = connection.scalar(select(meta.c.value).where(meta.c.key == _key(game)))
    values: Overrides = from_json(text) if text else {}
    return values


def write_owner(connection: Connection, game: str, values: Overrides) -> None:
    """Replace the owner values of a game."""
    connection.execute(delete(meta).where(meta.c.key == _key(game)))
    if values:
        connection.execute(insert(meta).values(key=_key(game), value=to_json(values)))


def _key(game: str) -> str:
    return f"owner:{game}"
