"""The chain: a checksum of every ledger entry and the one before it, so that lost or altered entries are detected.

SQLite checks the structure of its pages, not their contents, and a file whose newest pages are missing looks like a
sound older file. The chain shows whether every entry of a match is there and as it was written; the seal of a match
covers its newest save. Both are checksums against accidents, not signatures: whoever can write the file can write them
too.
"""

from __future__ import annotations

from collections.abc import Iterator
from hashlib import blake2b

from msgspec import Struct
from sqlalchemy import Connection, Row, select

from companion.engine.core.text import Text, t
from companion.store.database.tables import entries, matches

START = b""
"""What the first entry of a match is chained to."""
_SIZE = 16


class Fault(Struct, frozen=True):
    """A part of a match that is missing or altered; `n` is the number of the entry, 0 for the match itself."""

    code: str
    n: int
    what: Text


def link(before: bytes, record: bytes, packed: bytes) -> bytes:
    """The checksum of an entry: of its record, of the save before it, and (through `before`) of all earlier entries."""
    digest = blake2b(before, digest_size=_SIZE)
    for part in (record, packed):
        if not isinstance(part, bytes):  # a scribbled file may hold anything
            return b""
        digest.update(len(part).to_bytes(8, "big"))
        digest.update(part)
    return digest.digest()


def seal(chain: bytes, tip: int, packed: bytes) -> bytes:
    """The checksum of a match: of its last entry, the number of its last live entry, and its present save."""
    return link(chain, tip.to_bytes(8, "big"), packed)


def faults(connection: Connection, code: str = "") -> Iterator[Fault]:
    """Everything that differs from what was written, in one match or (without a code) in all."""
    query = select(*(matches.c[name] for name in ("id", "code", "last", "tip", "chain", "seal", "save")))
    rows = connection.execute(query.where(matches.c.code == code) if code else query).all()
    for match in rows:
        yield from _faults_of(connection, match)


def _faults_of(connection: Connection, match: Row[tuple[object, ...]]) -> Iterator[Fault]:
    chain, expected, told = START, 1, False
    columns = (entries.c.n, entries.c.record, entries.c.before, entries.c.chain)
    for row in connection.execute(select(*columns).where(entries.c.match == match.id).order_by(entries.c.n)):
        if row.n != expected:
            yield Fault(match.code, expected, t("Entry {n} is missing from the file.", n=expected))
            told = True
        elif link(chain, row.record, row.before) != row.chain:
            yield Fault(match.code, row.n, t("Entry {n} is not as it was written.", n=row.n))
            told = True
        chain, expected = row.chain, row.n + 1
    if expected - 1 != match.last:
        words = t("The match has {n} entries and counts {last}.", n=expected - 1, last=match.last)
        yield Fault(match.code, match.last, words)
    elif not told and (chain != match.chain or seal(chain, match.tip, match.save) != match.seal):
        yield Fault(match.code, 0, t("The present position is not as it was written."))
