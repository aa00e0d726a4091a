"""No logic hangs on wording: every message may be reworded, and games, statistics and odds stay the same."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from companion.engine.core import text
from companion.engine.game.record import Game
from companion.engine.testing.scenario import read_scenario, run_scenario
from companion.games import all_games, load_game
from tests.games.reworded import chances

pytestmark = pytest.mark.slow

GAMES = list(all_games())
SCENARIOS = Path(__file__).parents[1] / "scenarios"


@contextmanager
def every_message_reworded(otherwise: Callable[..., text.Text]) -> Iterator[None]:
    """Whatever makes a message makes one with other words; those that are compared by wording now differ."""
    original = text.t.__code__
    text.t.__code__ = otherwise.__code__
    try:
        yield
    finally:
        text.t.__code__ = original


def told(game: Game, *how: str) -> dict[str, Any]:
    """What a program of its own measures of a game; without `how`, in other words."""
    program = [sys.executable, "-m", "tests.games.reworded", game.name, *how]
    found: dict[str, Any] = json.loads(subprocess.run(program, capture_output=True, check=True).stdout)
    return found


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
@pytest.mark.slow
def test_a_game_goes_on_the_same_in_other_words(game: Game) -> None:
    """Rules, table rows, readings and landmarks that are reached, tallies, losses, great moments and odds: all of it
    goes by kinds, rules and facts. Texts that are made at import have other words, too.
    """
    plain, otherwise = told(game, "plain"), told(game)
    assert plain.pop("said") != otherwise.pop("said")
    assert plain["reached"]["rules"]
    assert plain["statistics"]["tallies"]
    assert otherwise == plain


def _sentences_reworded(message: str, **values: Any) -> text.Text:
    otherwise = "Said otherwise: " if values or message.endswith(".") else ""  # else it is a name
    return Text(otherwise + message, values)  # type: ignore[name-defined]  # noqa: F821 (runs inside `text`)


def test_scenarios_hold_in_other_words() -> None:
    """They expect what lines, refusals and labels carry: numbers and names, which stay as they are."""
    files = sorted(SCENARIOS.rglob("*.toml"))
    assert len(files) > 100
    with every_message_reworded(_sentences_reworded):
        assert [str(one) for file in files for one in run_scenario(file, load_game)] == []


def test_no_scenario_quotes_a_sentence() -> None:
    """A text where a line is expected is allowed to who writes one, but ours say what it carries."""
    for file in SCENARIOS.rglob("*.toml"):
        scenario = read_scenario(file)
        for expect in (scenario.expect, *(answer.expect for answer in scenario.answers)):
            labels = [words for due in (*expect.open, *expect.not_open) for words in due.labels.values()]
            quoted = [one for one in (*expect.notes, *expect.notes_in_order, *labels) if isinstance(one, str)]
            assert not quoted, (file.name, quoted)
        assert all(not isinstance(answer.reason, str) or not answer.reason for answer in scenario.answers), file.name


def test_odds_of_several_policies_are_compared() -> None:
    """They look at questions, each at others."""
    assert len(set(chances())) > 1


def test_the_rewording_reaches_every_module() -> None:
    """The check itself works: a message made elsewhere has other words."""
    with every_message_reworded(_sentences_reworded):
        assert text.t("Hello {who}", who="you").show() == "Said otherwise: Hello you"
    assert text.t("Hello").message == "Hello"
