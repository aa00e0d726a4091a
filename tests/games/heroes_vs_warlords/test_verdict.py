"""Why a match ended and by what it was won: the sentence fits the figures, and the figures are explained by sums."""

from __future__ import annotations

import pytest

from companion.engine.core.rulings import settled
from companion.games.heroes_vs_warlords import GAME
from companion.games.heroes_vs_warlords.readers.verdict import ENDED, verdict
from companion.games.heroes_vs_warlords.records.state import HvWState, Site
from companion.games.heroes_vs_warlords.turns import victory
from tests.browser.brink import SEATS


@pytest.fixture
def state() -> HvWState:
    """Two players after the agreed Rounds; nobody has anything yet."""
    found = GAME.new_state(SEATS, {})
    assert isinstance(found, HvWState)
    found.rulings = settled(GAME.rulings, {})
    found.round, found.length, found.ended, found.phase = 3, 3, "length", "cleanup"
    return found


def won(state: HvWState) -> str:
    """Compare, and say it."""
    standings = {seat: victory.standing_of(state, seat) for seat in state.seats}
    _leaders, state.winners = victory.compare(standings, state.rulings["category_tie"])
    said = verdict(state)
    for one, (name, _words) in zip(said.figures, victory.CATEGORIES, strict=True):
        assert [sum_.total for sum_ in one.sums] == [getattr(standings[seat], name) for seat in state.seats]
    return f"{said.how} {said.ended}"


def test_a_tied_category_is_said_to_count_for_nobody(state: HvWState) -> None:
    """One Resource hex more wins, and the sentence says in how many categories, and why not in the others."""
    state.sites["0,0"] = Site("0,0", "resource", "Wood hex", resource="wood", owner="knights")
    said = won(state)
    assert state.winners == ["knights"]
    assert "1 of 3" in said
    assert "tied" in said


def test_who_is_left_alone_won_without_comparison(state: HvWState) -> None:
    """No category is named where none was compared; the figures stand all the same."""
    state.players["amazons"].defeated = True
    state.winners, state.ended = ["knights"], "last_player"
    said = verdict(state)
    assert "of 3" not in str(said.how)
    assert "Knights" in str(said.how)
    assert said.ended == ENDED["last_player"]
    assert len(said.figures) == 3


@pytest.mark.parametrize("ended", ["length", "agreement", "all_lost", "last_player"])
def test_every_end_has_its_sentence(state: HvWState, ended: str) -> None:
    """However a match ended, and whether one or several have won."""
    for winners in (["knights"], list(SEATS)):
        state.ended, state.winners = ended, winners
        said = verdict(state)
        assert str(said.how)
        assert not said.how.unfilled
        assert str(said.ended)
