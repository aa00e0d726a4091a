"""What this release knows, from the terminal."""

from __future__ import annotations

import json
from pathlib import Path

from tests.cli.conftest import Run, fails


def test_games(run: Run) -> None:
    """Name, title and players of every game."""
    assert run("games").output == "toy  Fairground, 2 or 3 players: A game for testing.\n"


def test_rules(run: Run) -> None:
    """A line for each row with its place, and the sum at the end."""
    lines = run("rules", "toy").output.splitlines()
    assert len(lines) == 4
    assert all(word in lines[0] for word in ("TOY-1", "2.1", "tests.engine.toy.earn", "Stalls earn."))
    assert lines[-1] == "covered 2 of 3"


def test_rules_of_a_tier(run: Run) -> None:
    """One part of the rules by itself; an unknown one is refused with those there are."""
    assert run("rules", "toy", "--tier", "basic").output.splitlines()[-1] == "covered 2 of 2"
    assert run("rules", "toy", "--tier", "advanced").output.splitlines()[-1] == "covered 0 of 1"
    fails(run("rules", "toy", "--tier", "epic"), "no tier epic", "basic, advanced")


def test_missing_rules(run: Run) -> None:
    """Only what is missing, with the reason; the sum stays that of all."""
    lines = run("rules", "toy", "--missing").output.splitlines()
    assert len(lines) == 2
    assert "TOY-3" in lines[0]
    assert "MISSING (where is empty)" in lines[0]
    assert lines[-1] == "covered 2 of 3"


def test_rules_can_want_tests(run: Run) -> None:
    """With a folder of tests, a row without a test is missing."""
    Path("tests").mkdir()
    Path("tests/test_x.py").write_text("import pytest\n@pytest.mark.rule('TOY-1')\ndef test(): ...\n")
    result = run("rules", "toy", "--missing", "--tests", "tests")
    assert "no test is marked with it" in result.output
    assert result.output.splitlines()[-1] == "covered 1 of 3"


def test_schema(run: Run) -> None:
    """The schema of the state is JSON and names its values."""
    schema = json.loads(run("schema", "toy").output)
    assert schema["title"] == "Fairground: state"
    assert "minted" in schema["$defs"]["Fair"]["properties"]
