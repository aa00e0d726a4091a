"""Every rule is done somewhere that exists, and proved by a test or scenario marked with its id."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import msgspec
import pytest

from companion.engine.game.reference import coverage, rows_tested
from companion.games.heroes_vs_warlords import GAME

HERE = Path(__file__).parent
BASIC = [row for row in GAME.rows if row.tier == "basic"]
ADVANCED = [row for row in GAME.rows if row.tier == "advanced"]


@cache
def missing() -> dict[str, str]:
    """What is missing of the rows, by id. Marks are read from the source, so any subset of tests may run."""
    found = coverage(GAME, "", rows_tested(HERE)).missing
    return {one.row.id: one.reason for one in found}


def test_the_basic_game_has_its_rows():
    """All rows the ledger began with are there, and each row stands in it once."""
    assert len({row.id for row in BASIC}) == len(BASIC) >= 371


@pytest.mark.parametrize("id", [row.id for row in BASIC])
def test_a_basic_row_is_done_and_proved(id):
    """`where` names an existing place, and a test carries the id."""
    reason = missing().get(id, "")
    assert not reason, f"{id}: {reason}"


@pytest.mark.parametrize("id", [row.id for row in ADVANCED])
def test_an_advanced_row_is_done_and_proved(id):
    """The same for the 195 rows of the Advanced game."""
    assert len(ADVANCED) == 195
    reason = missing().get(id, "")
    assert not reason, f"{id}: {reason}"


def test_marks_name_rows_that_exist():
    """No test claims to prove a rule that is not in the ledger."""
    assert rows_tested(HERE) <= {row.id for row in GAME.rows}


@pytest.mark.parametrize(
    ("where", "tests", "reason"),
    [
        ("", {"HVW-001"}, "where is empty"),
        ("setup.no_such_thing", {"HVW-001"}, "there is no setup.no_such_thing"),
        ("table-only:", {"HVW-001"}, "table-only needs a reason"),
        ("setup.new_state", set(), "no test is marked with it"),
        ("setup.new_state", {"HVW-001"}, None),
    ],
)
def test_what_counts_as_missing(where, tests, reason):
    """The check itself fails for an empty or wrong place and for a row without a test."""
    row = msgspec.structs.replace(BASIC[0], where=where)
    found = coverage(msgspec.structs.replace(GAME, rows=(row,)), "basic", tests).missing
    assert [one.reason for one in found] == ([reason] if reason else [])
