"""The frame: help for strangers, and failures in one line."""

from __future__ import annotations

import subprocess
import sys
import time

import click
import pytest

from companion.cli import main
from tests.cli.conftest import Run, fails

COMMANDS = list(main.commands.items())


@pytest.mark.parametrize(("name", "command"), COMMANDS)
def test_every_command_explains_itself(run: Run, name: str, command: click.Command) -> None:
    """Its help says what it does, explains every option, and shows an example."""
    result = run(name, "--help")
    assert result.exit_code == 0
    assert f"Usage: companion {name}" in result.output
    assert "Example" in result.output
    assert f"companion {name}" in result.output.split("Example")[1]
    for parameter in command.params:
        if isinstance(parameter, click.Option):
            assert parameter.help, parameter.name


def test_no_words_show_the_help(run: Run) -> None:
    """`companion` alone shows what there is, and is no failure."""
    alone, asked = run(), run("--help")
    assert alone.exit_code == asked.exit_code == 0
    assert alone.output.strip() == asked.output.strip()
    assert all(name in asked.output for name, _ in COMMANDS)


def test_the_version(run: Run) -> None:
    """It can be told from outside which release this is."""
    assert run("--version").output.startswith("companion, version ")


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (["srve"], ["srve", "--help"]),
        (["serve", "--prot", "1"], ["--prot", "companion serve --help"]),
        (["fuzz"], ["GAME", "companion fuzz --help"]),
        (["fuzz", "chess"], ["no game chess", "toy"]),
        (["fuzz", "toy", "--games", "0"], ["--games"]),
        (["fuzz", "toy", "--games", "many"], ["--games", "many"]),
        (["import"], ["FILE"]),
        (["import", "nowhere.json"], ["nowhere.json", "does not exist"]),
        (["print", "toy", "--paper", "a9"], ["--paper", "a9"]),
    ],
)
def test_wrong_words_fail_in_one_line(run: Run, words: list[str], expected: list[str]) -> None:
    """A mistyped command says what is wrong and where to read more, with exit code 1."""
    fails(run(*words), *expected)


def test_a_bug_is_told_without_a_trace(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """Even what should not happen is one line; who wants to see more can."""

    def stumble() -> None:
        raise ZeroDivisionError("oh")

    monkeypatch.setitem(main.commands, "games", click.Command("games", callback=stumble))
    fails(run("games"), "should not have happened", "ZeroDivisionError: oh", "COMPANION_DEBUG")
    monkeypatch.setenv("COMPANION_DEBUG", "1")
    assert isinstance(run("games").exception, ZeroDivisionError)


def test_it_is_there_as_a_program() -> None:
    """The help comes from a fresh process too, without loading the server or the press."""
    script = "import sys; from companion.cli import main; print(sorted(sys.modules))"
    loaded = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True).stdout
    assert not [name for name in ("flask", "waitress", "sqlalchemy", "reportlab", "pikepdf") if f"'{name}'" in loaded]
    result = subprocess.run([sys.executable, "-m", "companion.cli", "--help"], capture_output=True, text=True)
    assert (result.returncode, result.stderr) == (0, "")


@pytest.mark.slow
def test_a_reader_that_leaves_is_no_failure_to_shout_about() -> None:
    """`companion schema GAME | head -1` must not end in a trace."""
    names = subprocess.run([sys.executable, "-m", "companion.cli", "games"], capture_output=True, text=True)
    game = names.stdout.split()[0]
    with subprocess.Popen(
        [sys.executable, "-m", "companion.cli", "rules", game], stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as running:
        assert running.stdout is not None
        assert running.stderr is not None
        running.stdout.read(1)
        running.stdout.close()
        deadline = time.monotonic() + 30
        while running.poll() is None and time.monotonic() < deadline:
            time.sleep(0.05)
        assert b"Traceback" not in running.stderr.read()
