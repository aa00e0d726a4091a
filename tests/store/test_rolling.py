"""An update without a gap: the older release goes on at the tables while the newer one has brought them up to date."""

from __future__ import annotations

import re
import subprocess
from unittest.mock import Mock

import pytest

from companion.store.database import migrations
from tests.postgres.server import programs
from tools.side_by_side import OLDER, ROOT, play, taken_out

SERVED_TOGETHER = 6
"""The schema PostgreSQL came in with; migrations from there on run while an older release serves."""
EXPANDS = re.compile(
    r"CREATE (TABLE|INDEX|UNIQUE INDEX)\b|UPDATE |INSERT "
    r"|ALTER TABLE \w+ ADD COLUMN (?!.*\bNOT NULL\b(?!.*\bDEFAULT\b))"
)


def contracts(migration: migrations.Migration) -> list[str]:
    """The statements of a migration that an older release, which is at work, might not outlive."""
    connection = Mock()
    migration(connection)
    said = [str(call.args[0]) for call in connection.exec_driver_sql.call_args_list + connection.execute.call_args_list]
    return [one for one in said if not EXPANDS.match(one.lstrip()) and not one.lstrip().startswith("SELECT")]


@pytest.mark.parametrize("number", [n for n in migrations.MIGRATIONS if n >= SERVED_TOGETHER] or [None])
def test_migrations_only_add(number: int | None) -> None:
    """Columns come with a default, and nothing goes or is renamed."""
    if number is not None:
        assert contracts(migrations.MIGRATIONS[number]) == []


@pytest.mark.parametrize("statement", [
    "DROP TABLE recovery", "ALTER TABLE matches DROP COLUMN tip", "ALTER TABLE matches RENAME COLUMN tip TO top",
    "ALTER TABLE matches ADD COLUMN title VARCHAR NOT NULL", "DELETE FROM recovery",
])  # fmt: skip
def test_what_takes_away_is_found(statement: str) -> None:
    assert contracts(lambda connection: connection.exec_driver_sql(statement) and None) == [statement]


def test_what_adds_is_let_through() -> None:
    """As the last two migrations before PostgreSQL did."""
    assert contracts(migrations.ticks) == contracts(migrations.lobby) == []
    assert contracts(migrations.codes_that_expire) == ["DROP TABLE recovery"]


@pytest.mark.deep
def test_an_older_release_serves_beside_this_one() -> None:
    """Each answer through the other one: both show the same, both hear of it, nothing is lost or counts twice."""
    if programs() is None:
        pytest.skip("no PostgreSQL here, or not its driver")
    known = subprocess.run(["git", "cat-file", "-e", OLDER], cwd=ROOT, capture_output=True, check=False)
    if known.returncode:
        pytest.skip("the history is not here")
    with taken_out(OLDER) as older:
        counted, wrong = play(older, 20)
    assert wrong == []
    assert counted >= 15
