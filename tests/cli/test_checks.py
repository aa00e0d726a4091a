"""Rules under test, from the terminal."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from companion.engine.testing import fuzz as driver
from companion.engine.testing.fuzz import Failure, Report
from tests.cli.conftest import Run, fails

SCENARIO = """
game = "toy"
helper = "practice"
[[answer]]
section = "3.0"
value = 3
[[answer]]
section = "3.0"
value = {value}
[expect.state]
"/sides/ann/fighters" = 3
"""


def test_fuzz_ends_with_figures(run: Run) -> None:
    """The last line has games, answers, answers a second, failures."""
    result = run("fuzz", "toy", "--games", 3, "--seed", 5)
    assert result.exit_code == 0
    assert re.fullmatch(r"games=3 answers=\d+ answers_per_s=\d+ failures=0", result.output.splitlines()[-1])


def test_fuzz_repeats_itself(run: Run) -> None:
    """The same seed plays the same games, another one others; without checks too."""
    for more in ((), ("--no-checks",)):
        answers = [run("fuzz", "toy", "--games", 3, "--seed", seed, *more).output.split()[1] for seed in (5, 5, 6)]
        assert answers[0] == answers[1] != answers[2]


def test_fuzz_tells_failures(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each failure comes with the command that shows it again; many are cut short; the exit code is 1."""
    failures = [Failure("toy", seed, 7, "gold was made", f"companion fuzz toy --seed {seed}") for seed in range(30)]
    report = Report("toy", games=30, answers=70, seconds=1.0, failures=failures)
    monkeypatch.setattr(driver, "fuzz", lambda *_: report)
    result = run("fuzz", "toy")
    assert result.exit_code == 1
    assert result.stdout == "games=30 answers=70 answers_per_s=70 failures=30\n"
    assert "seed 3, after 7 answers: gold was made" in result.stderr
    assert "companion fuzz toy --seed 3" in result.stderr
    assert "and 10 more" in result.stderr


def test_fuzz_tells_what_was_not_reached(run: Run) -> None:
    """With one game some rulings cannot have been reached; they are named."""
    result = run("fuzz", "toy", "--games", 1, "--no-checks", "--coverage")
    assert "never reached  rulings   " in result.output


def test_scenarios(run: Run) -> None:
    """Files and folders are run; each is told, and the sum comes last."""
    Path("some/deep").mkdir(parents=True)
    Path("some/good.toml").write_text(SCENARIO.replace("{value}", "2"))
    Path("some/deep/bad.toml").write_text(SCENARIO.replace("{value}", "77"))
    result = run("scenario", "some")
    assert result.exit_code == 1
    lines = result.output.splitlines()
    assert f"passed  {Path('some/good.toml')}" in lines
    assert f"FAILED  {Path('some/deep/bad.toml')}" in lines
    assert any("answer 2" in line and "1 to 9" in line for line in lines)
    assert lines[-1] == "1 passed, 1 failed"
    result = run("scenario", "some/good.toml")
    assert (result.exit_code, result.output.splitlines()[-1]) == (0, "1 passed, 0 failed")


def test_scenarios_that_are_none(run: Run) -> None:
    """A file that is no scenario fails like one; no file, or a folder without any, is a failure of the command."""
    Path("x.toml").write_text("this is no = = toml")
    result = run("scenario", "x.toml")
    assert (result.exit_code, result.output.splitlines()[-1]) == (1, "0 passed, 1 failed")
    assert "no TOML" in result.output
    Path("empty").mkdir()
    fails(run("scenario", "empty"), "no .toml files")
    fails(run("scenario", "nowhere.toml"), "nowhere.toml")
    fails(run("scenario"), "FILE")


def test_replay(run: Run, code: str) -> None:
    """A sound export replays without a difference; a changed one says where it differs."""
    run("export", code, "match.json")
    result = run("replay", "match.json")
    assert (result.exit_code, result.output) == (0, "3 entries replayed, 0 differ\n")
    record = json.loads(Path("match.json").read_text())
    record["entries"][0]["value"]["gold"] = 99
    Path("match.json").write_text(json.dumps(record))
    result = run("replay", "match.json")
    assert result.exit_code == 1
    assert result.output.startswith("entry 1: ")


def test_replay_of_other_files(run: Run, code: str) -> None:
    """Anything else is refused in one line."""
    Path("x.json").write_text("{}")
    fails(run("replay", "x.json"), "no exported match")
    run("export", code, "match.json")
    record = json.loads(Path("match.json").read_text())
    Path("y.json").write_text(json.dumps({**record, "game": "chess"}))
    fails(run("replay", "y.json"), "no game chess")
