"""The scenario files of this folder: the worked examples and printed figures of the rulebooks, played."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.engine.testing.scenario import read_scenario, run_scenario
from companion.games import load_game

FOLDER = Path(__file__).parent
FILES = sorted(FOLDER.rglob("*.toml"))


def name(path: Path) -> str:
    return path.relative_to(FOLDER).as_posix()


@pytest.mark.parametrize("path", FILES, ids=name)
def test_the_scenario_holds(path: Path) -> None:
    """Every answer counts or is refused as the file says, and what it expects is so."""
    assert [str(problem) for problem in run_scenario(path, load_game)] == []


@pytest.mark.parametrize("path", FILES, ids=name)
def test_the_scenario_claims_something(path: Path) -> None:
    """A file that expects nothing could not fail; each has a title and at least one claim."""
    scenario = read_scenario(path)
    nothing = type(scenario.expect)()
    claims = [scenario.expect, *(answer.expect for answer in scenario.answers)]
    assert scenario.title
    assert any(claim != nothing for claim in claims) or any(a.refused is not False for a in scenario.answers)
