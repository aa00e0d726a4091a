"""Statistics: a recorded game told again agrees with what the game itself counted."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.engine.game.record import begin
from companion.engine.match.ledger import MemoryLedger
from companion.engine.match.live import Match, Stamp
from companion.engine.match.replay import decode_export
from companion.engine.match.story import Story, story
from companion.games.heroes_vs_warlords import GAME
from companion.games.heroes_vs_warlords.turns import victory

FIXTURES = Path(__file__).parents[2] / "fixtures" / "heroes_vs_warlords"


@pytest.fixture(scope="module")
def match() -> Match:
    """The recorded game in which a capital is lost and retaken, played again."""
    record = decode_export((FIXTURES / "capital_lost_and_retaken.json").read_bytes())
    played = Match.start(GAME, begin(GAME, record.seats, {}, record.rulings), MemoryLedger(), Stamp(""))
    for entry in record.entries:
        played.answer(entry.key, entry.value, Stamp(entry.by), entry.source)
    return played


@pytest.fixture(scope="module")
def told(match: Match) -> Story:
    return story(GAME, match.line(), match.runner.state)


def test_the_last_round_shows_what_the_final_comparison_counts(match: Match, told: Story) -> None:
    """One tally a Round, and the last one is the standing of rule 12.1."""
    state = match.runner.state
    assert [one.period for one in told.tallies] == list(range(1, state.round + 1))
    for seat, values in told.tallies[-1].values.items():
        one = victory.standing_of(state, seat)
        assert values == (one.resources, one.levels, one.army)


def test_every_unit_in_a_graveyard_is_counted_once(match: Match, told: Story) -> None:
    """The tolls add up to the kills the log tells of, and nobody loses what nobody killed."""
    killed = sum(
        int(note.text.values[name])
        for entry in match.line()
        for note in entry.notes
        for name in ("killed", "lost")
        if note.section.startswith("8.") and isinstance(note.text.values.get(name), int)
    )
    by_players = sum(one.killed for one in told.toll.values())
    lost = sum(one.lost for one in told.toll.values())
    assert 0 < lost < by_players <= killed


def test_the_fall_of_the_capital_is_a_great_moment(told: Story) -> None:
    """Lost and won back: both are remembered, in order."""
    words = [str(moment.note.text) for moment in told.moments]
    lost, retaken = "The Barbarians conquer the Knights City.", "The Knights conquer the Knights City."
    assert words.index(lost) < words.index(retaken)
