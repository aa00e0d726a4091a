"""docs/adding-a-game.md tells the truth: its game is built from the page, found, played, proved and printed."""

from __future__ import annotations

import re
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

import pytest

from companion import games
from companion.engine.game.record import Game
from companion.engine.game.reference import coverage, rows_tested
from companion.engine.testing.fuzz import fuzz
from companion.engine.testing.scenario import run_scenario
from printables.job import PrintJob
from printables.proof.proving import prove

PAGE = (Path(__file__).parents[2] / "docs" / "adding-a-game.md").read_text("utf-8")
FILES = dict(re.findall(r"^`([\w./]+)`\n\n```\w+\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL))


@pytest.fixture
def built(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Game]:
    """The game of the page, as a folder among the others."""
    for name, text in FILES.items():
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")
    monkeypatch.setattr(games, "__path__", [*games.__path__, str(tmp_path / "companion" / "games")])
    games.game_names.cache_clear()
    games.load_game.cache_clear()
    yield games.load_game("last_stone")
    games.game_names.cache_clear()
    games.load_game.cache_clear()


def test_the_page_holds_all_files() -> None:
    """Rules, facts, the game and a scenario."""
    assert [Path(name).name for name in FILES] == ["rules.csv", "facts.toml", "__init__.py", "whole.toml"]


def test_the_game_is_found_and_played(built: Game) -> None:
    """It is among all games, and random games with every reading do not fail."""
    assert built in games.all_games()
    report = fuzz(built, 60, 1)
    assert [str(failure) for failure in report.failures] == []
    assert not any(report.coverage.missing(built).values())


def test_its_rows_are_covered(built: Game, tmp_path: Path) -> None:
    """As the page says: covered 4 of 4."""
    found = coverage(built, tests=rows_tested(tmp_path / "tests"))
    assert [missing.reason for missing in found.missing] == []
    assert found.line() in PAGE


def test_its_scenario_holds(built: Game, tmp_path: Path) -> None:
    """Every answer counts or is refused as the file says."""
    assert [str(one) for one in run_scenario(tmp_path / "tests/scenarios/last_stone/whole.toml", games.load_game)] == []


def test_everything_comes_from_where_the_page_says() -> None:
    """Each name of the table can be imported."""
    rows = re.findall(r"^\| (`\w+`(?:, `\w+`)*) \| `((?:companion|printables)[\w.]*)` \|$", PAGE, re.MULTILINE)
    assert len(rows) >= 9
    missing = [
        f"{module}.{name}"
        for names, module in rows
        for name in re.findall(r"\w+", names)
        if not hasattr(import_module(module), name)
    ]
    assert missing == []


def test_its_kit_proves(built: Game) -> None:
    """The stones are printed, all of them, with their backs in place."""
    job = PrintJob(built.printed())
    report = prove(job.pdf(), job.counts)
    assert (report.ok, report.fronts) == (True, 16)
