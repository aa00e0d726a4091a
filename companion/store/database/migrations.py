"""Migrations of the file: one small dated function for each schema number, oldest first.

To add one: raise `SCHEMA`, add the function that migrates the file from the previous number, never change an old
function, and keep in `tests/store` a file written by the previous release.
"""

from __future__ import annotations

from collections.abc import Callable

from sqlalchemy import Connection

from companion.store.database.chain import START, link, seal

SCHEMA = 7
"""The schema this release writes. 1: November 2026, the first. 2: the same month, recovery codes, wishes for a seat.
3: the same month, a chain of checksums. 4: the same month, codes that expire, and who had access.
5: the same month, a lobby before the first move.
6: the same month, ticks for what hands have done at the table.
7: the same month, rematches."""

Migration = Callable[[Connection], None]


def recovery_codes(connection: Connection) -> None:
    """20 November 2026: adds recovery codes, and requests for a seat, for people who lost their phone."""
    connection.exec_driver_sql("ALTER TABLE devices ADD COLUMN wants VARCHAR NOT NULL DEFAULT ''")
    connection.exec_driver_sql(
        "CREATE TABLE recovery (match INTEGER NOT NULL, role VARCHAR NOT NULL, hash BLOB NOT NULL, "
        "PRIMARY KEY (match, role), UNIQUE (hash), FOREIGN KEY(match) REFERENCES matches (id) ON DELETE CASCADE)"
    )


def chained_entries(connection: Connection) -> None:
    """22 November 2026: adds a checksum to every entry that covers the one before it, and one to every match."""
    for table, column in (("entries", "chain"), ("matches", "chain"), ("matches", "seal")):
        connection.exec_driver_sql(f"ALTER TABLE {table} ADD COLUMN {column} BLOB NOT NULL DEFAULT x''")
    found = connection.exec_driver_sql("SELECT id, tip, save FROM matches").all()
    for match, tip, save in found:
        chain = START
        rows = connection.exec_driver_sql("SELECT id, record, before FROM entries WHERE match = ? ORDER BY n", (match,))
        for entry, record, before in rows.all():
            chain = link(chain, record, before)
            connection.exec_driver_sql("UPDATE entries SET chain = ? WHERE id = ?", (chain, entry))
        connection.exec_driver_sql(
            "UPDATE matches SET chain = ?, seal = ? WHERE id = ?", (chain, seal(chain, tip, save), match)
        )


def codes_that_expire(connection: Connection) -> None:
    """22 November 2026: recovery codes expire and end with their seats; older codes, which did not, become void.

    The history of access, which begins here, mentions it where there were any.
    """
    connection.exec_driver_sql(
        "CREATE TABLE access (id INTEGER NOT NULL, match INTEGER NOT NULL, time VARCHAR NOT NULL, "
        "kind VARCHAR NOT NULL, device INTEGER NOT NULL, seat VARCHAR NOT NULL, other INTEGER NOT NULL, "
        "PRIMARY KEY (id), FOREIGN KEY(match) REFERENCES matches (id) ON DELETE CASCADE)"
    )
    connection.exec_driver_sql("CREATE INDEX access_by_match ON access (match)")
    connection.exec_driver_sql(
        "INSERT INTO access (match, time, kind, device, seat, other) "
        "SELECT DISTINCT match, strftime('%Y-%m-%dT%H:%M:%S+00:00', 'now'), 'void', 0, '', 0 FROM recovery"
    )
    connection.exec_driver_sql("DROP TABLE recovery")
    connection.exec_driver_sql(
        "CREATE TABLE recovery (match INTEGER NOT NULL, role VARCHAR NOT NULL, hash BLOB NOT NULL, "
        "maker INTEGER NOT NULL, expires VARCHAR NOT NULL, claimant INTEGER NOT NULL DEFAULT '0', "
        "until VARCHAR NOT NULL DEFAULT '', PRIMARY KEY (match, role), UNIQUE (hash), "
        "FOREIGN KEY(match) REFERENCES matches (id) ON DELETE CASCADE)"
    )


def lobby(connection: Connection) -> None:
    """22 November 2026: adds the lobby, in which players gather before a match begins; every older match has begun."""
    connection.exec_driver_sql("ALTER TABLE matches ADD COLUMN begun BOOLEAN NOT NULL DEFAULT '1'")
    connection.exec_driver_sql("ALTER TABLE devices ADD COLUMN ready BOOLEAN NOT NULL DEFAULT '0'")


def ticks(connection: Connection) -> None:
    """22 November 2026: adds the tasks at the table that players have ticked off."""
    connection.exec_driver_sql("ALTER TABLE matches ADD COLUMN ticked TEXT NOT NULL DEFAULT '[]'")


def rematches(connection: Connection) -> None:
    """22 November 2026: adds the code of a match's rematch, and for each device of a rematch its device in the
    match before.
    """
    connection.exec_driver_sql("ALTER TABLE matches ADD COLUMN rematch VARCHAR NOT NULL DEFAULT ''")
    connection.exec_driver_sql("ALTER TABLE devices ADD COLUMN came_from INTEGER NOT NULL DEFAULT '0'")


MIGRATIONS: dict[int, Migration] = {
    1: recovery_codes, 2: chained_entries, 3: codes_that_expire, 4: lobby, 5: ticks, 6: rematches,
}  # fmt: skip
"""From schema number N to N + 1."""


def migrate(connection: Connection, old: int) -> None:
    """Migrate the file of an open transaction from schema number `old` to the present one."""
    for number in range(old, SCHEMA):
        MIGRATIONS[number](connection)
