"""No logic hangs on wording: every message may be reworded, and games, statistics and odds stay the same."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import Any

import pytest

from companion.engine.core import text
from companion.engine.core.errors import Refused
from companion.engine.core.questions import sample
from companion.engine.core.rulings import settled
from companion.engine.game.record import Game, begin
from companion.engine.match.ledger import MemoryLedger
from companion.engine.match.live import Match, Stamp
from companion.engine.match.story import story
from companion.engine.testing.coverage import Coverage
from companion.engine.testing.fuzz import NO_CHECKS, play_game
from companion.engine.testing.scenario import read_scenario, run_scenario
from companion.games import all_games, load_game
from companion.odds import beginning
from tests.odds.reading import enumerate_odds

pytestmark = pytest.mark.slow

GAMES = list(all_games())
SCENARIOS = Path(__file__).parents[1] / "scenarios"


def _reworded(message: str, **values: Any) -> text.Text:
    return Text("Said otherwise: " + message, values)  # type: ignore[name-defined]  # noqa: F821 (runs inside `text`)


@contextmanager
def every_message_reworded(otherwise: Callable[..., text.Text] = _reworded) -> Iterator[None]:
    """Whatever makes a message makes one with other words; those that are compared by wording now differ."""
    original = text.t.__code__
    text.t.__code__ = otherwise.__code__
    try:
        yield
    finally:
        text.t.__code__ = original


def reached(game: Game) -> Coverage:
    """What some random games come past."""
    found = Coverage()
    for seed in range(3):
        assert play_game(game, seed, NO_CHECKS, found).failure is None
    return found


def statistics(game: Game) -> Any:
    """The story of half a match, as far as it is numbers."""
    rng, seats = Random(7), [seat.id for seat in game.seats][: game.players[0]]
    match = Match.start(game, begin(game, seats, {}, {}), MemoryLedger(), Stamp("host"))
    for _ in range(900):
        if match.runner.done:
            break
        question = rng.choice(match.questions())
        try:
            match.answer(question.key, sample(question.part, rng), Stamp(question.seat))
        except Refused:
            continue
    told = story(game, match.line(), match.runner.state)
    moments = [(moment.n, moment.note.kind, moment.note.facts) for moment in told.moments]
    return [(one.period, one.values) for one in told.tallies], told.toll, moments


def chances() -> list[float]:
    """Odds of a siege under several policies that look at questions."""
    from companion.games.heroes_vs_warlords.fighting import arena
    from companion.games.heroes_vs_warlords.readers.policies import varied
    from companion.games.heroes_vs_warlords.records.state import Battle, Fighter, HvWState, Side, Wall

    found = []
    for policy in [varied("biggest", knobs) for knobs in ((), (("units", 3),), (("seize", 0),))]:
        state = load_game("heroes_vs_warlords").helper_state()
        state.rulings = settled(load_game("heroes_vs_warlords").rulings, {})
        ours, theirs = [Fighter("barbarians", 1, 6, 0)], [Fighter("knights", 2, 2, 0), Fighter("knights", 1, 2, 1)]
        attacker = Side("barbarians", "hero", ours, "barbarians:1", attack=3, defense=2)
        defender = Side("knights", "hero", theirs, "knights:1", attack=1, defense=1)
        state.battle = Battle("", "", attacker, defender, "defender", Wall(10, 1, towers=["intact"]))
        odds = enumerate_odds(HvWState, beginning(state, arena.battle()), policy.answer)
        found.append(odds.chance(lambda winner, end: winner == "attacker").middle)
    return found


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
@pytest.mark.slow
def test_random_games_reach_the_same_in_other_words(game: Game) -> None:
    """Rules, table rows, readings and landmarks are counted by what happened."""
    plain = reached(game)
    with every_message_reworded():
        assert reached(game) == plain


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


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
@pytest.mark.slow
def test_statistics_are_the_same_in_other_words(game: Game) -> None:
    """Tallies, losses and great moments are read from kinds and facts."""
    plain = statistics(game)
    assert plain[0]
    with every_message_reworded():
        assert statistics(game) == plain


def test_odds_are_the_same_in_other_words() -> None:
    """Policies know a question by the step that asks it."""
    plain = chances()
    assert len(set(plain)) > 1
    with every_message_reworded():
        assert chances() == plain


def test_the_rewording_reaches_every_module() -> None:
    """The check itself works: a message made elsewhere has other words."""
    with every_message_reworded():
        assert text.t("Hello {who}", who="you").show() == "Said otherwise: Hello you"
    assert text.t("Hello").message == "Hello"
