"""The tables and what they mean; how they change over the releases is in `migrations`.

A ledger entry is kept complete as JSON in `record`; the other columns exist only for searching. The save before it is
compressed separately, so that the log can be read without it.
"""

from __future__ import annotations

import secrets
from typing import Any

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Connection,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    PrimaryKeyConstraint,
    Table,
    Text,
    UniqueConstraint,
    text,
)
from sqlalchemy import String as Letters
from sqlalchemy.ext.compiler import compiles
from sqlalchemy.sql.expression import ColumnElement

metadata = MetaData()
String = Letters().with_variant(Letters(collation="C"), "postgresql")
"""Codes, times and keys are compared letter by letter, whatever language the database server speaks."""
Number = BigInteger().with_variant(Integer, "sqlite")


class _NoBytes(ColumnElement[bytes]):
    """Nothing, as the default of a column of bytes."""

    inherit_cache = True


@compiles(_NoBytes)
def _no_bytes(_element: Any, _compiler: Any, **_: Any) -> str:
    return "x''"


@compiles(_NoBytes, "postgresql")
def _no_bytes_there(_element: Any, _compiler: Any, **_: Any) -> str:
    return "''::bytea"


def _match_column() -> Column[int]:
    return Column("match", ForeignKey("matches.id", ondelete="CASCADE"), nullable=False)


def _where(condition: str) -> dict[str, Any]:
    """An index over some rows only."""
    return {"sqlite_where": text(condition), "postgresql_where": text(condition)}


def create(connection: Connection, schema: int) -> None:
    """Create all tables, and the key that signs cookies and forms."""
    metadata.create_all(connection)
    values = {"schema": str(schema), "secret": secrets.token_hex(32)}
    connection.execute(meta.insert(), [{"key": key, "value": value} for key, value in values.items()])


meta = Table("meta", metadata, Column("key", String, primary_key=True), Column("value", String, nullable=False))

matches = Table(
    "matches",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("code", String, nullable=False, unique=True),
    Column("kind", String, nullable=False),
    Column("game", String, nullable=False),
    Column("helper", String, nullable=False),
    Column("seats", Text, nullable=False),  # JSON list
    Column("settings", Text, nullable=False),  # JSON object
    Column("rulings", Text, nullable=False),  # JSON object: the choices at the beginning
    Column("release", String, nullable=False),
    Column("created", String, nullable=False),
    Column("updated", String, nullable=False),
    Column("version", Integer, nullable=False),
    Column("last", Integer, nullable=False),
    Column("tip", Integer, nullable=False),
    Column("ended", Boolean, nullable=False),
    Column("proposal", Text),  # JSON or null
    Column("save", LargeBinary, nullable=False),  # compressed
    Column("chain", LargeBinary, nullable=False, server_default=_NoBytes()),  # that of the last entry
    Column("seal", LargeBinary, nullable=False, server_default=_NoBytes()),  # checksum of chain, tip and save
    Column("begun", Boolean, nullable=False, server_default=text("'1'")),  # false while the lobby waits for people
    Column("ticked", Text, nullable=False, server_default=text("'[]'")),  # JSON list: what hands have done at the table
    Column("rematch", String, nullable=False, server_default=""),  # the code of the match its people went on to
    sqlite_autoincrement=True,  # a number is never given again, so caches may rely on it
)

entries = Table(
    "entries",
    metadata,
    Column("id", Number, primary_key=True),
    _match_column(),
    Column("n", Integer, nullable=False),
    Column("base", Integer, nullable=False),
    Column("kind", String, nullable=False),
    Column("key", String, nullable=False),
    Column("post", String, nullable=False),
    Column("record", LargeBinary, nullable=False),  # JSON
    Column("before", LargeBinary, nullable=False),  # compressed
    Column("chain", LargeBinary, nullable=False, server_default=_NoBytes()),  # checksum over the entry before
    UniqueConstraint("match", "n"),
    Index("one_entry_a_post", "match", "post", unique=True, **_where("post <> ''")),
    Index("entries_by_key", "match", "key", **_where("kind = 'answer'")),
)

devices = Table(
    "devices",
    metadata,
    Column("id", Integer, primary_key=True),
    _match_column(),
    Column("token_hash", LargeBinary, nullable=False, unique=True),
    Column("label", String, nullable=False),
    Column("host", Boolean, nullable=False),
    Column("created", String, nullable=False),
    Column("seen", String, nullable=False),
    Column("revoked", String, nullable=False),
    Column("wants", String, nullable=False, server_default=""),  # a seat held by another device
    Column("ready", Boolean, nullable=False, server_default=text("'0'")),  # says so in the lobby
    Column("came_from", Integer, nullable=False, server_default=text("'0'")),  # in a rematch: a device before
    Index("devices_by_match", "match"),
    sqlite_autoincrement=True,
)

holds = Table(
    "holds",
    metadata,
    _match_column(),
    Column("seat", String, nullable=False),
    Column("device", ForeignKey("devices.id", ondelete="CASCADE"), nullable=False),
    PrimaryKeyConstraint("match", "seat"),
    Index("holds_by_device", "device"),
)

recovery = Table(
    "recovery",
    metadata,
    _match_column(),
    Column("role", String, nullable=False),  # a seat, or "host"
    Column("hash", LargeBinary, nullable=False, unique=True),
    Column("maker", Integer, nullable=False),  # the device that was shown it
    Column("expires", String, nullable=False),
    Column("claimant", Integer, nullable=False, server_default="0"),  # the device that has used it
    Column("until", String, nullable=False, server_default=""),  # so long the holder may say no
    PrimaryKeyConstraint("match", "role"),
)

access = Table(
    "access",
    metadata,
    Column("id", Number, primary_key=True),
    _match_column(),
    Column("time", String, nullable=False),
    Column("kind", String, nullable=False),
    Column("device", Integer, nullable=False),  # no reference: the line outlives the device
    Column("seat", String, nullable=False),
    Column("other", Integer, nullable=False),
    Index("access_by_match", "match"),
)
