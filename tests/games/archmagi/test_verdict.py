"""How a match ended: the last Archmagi, or what was compared, with its figures."""

from __future__ import annotations

import pytest

from companion.engine.game.record import begin
from companion.games.archmagi import GAME, facts
from companion.games.archmagi.readers.verdict import COMPARED, ENDED, verdict
from tests.games.archmagi.table import world


@pytest.mark.parametrize("ending", ENDED)
def test_each_ending_has_a_verdict(ending: str) -> None:
    """Who has won is named, why it was over, and how the figures are made up."""
    state = world({"red": ["c4 griffons dwarves"], "blue": ["c5 elves"]}, banners={"c4": "red"})
    state.winners, state.ending = ["red"], ending  # type: ignore[assignment]
    found = verdict(state)
    assert "Red" in str(found.how)
    assert str(found.ended)
    assert [sum_.total for sum_ in found.figures[0].sums] == [1, 0]
    assert [sum_.total for sum_ in found.figures[1].sums] == [10, 4]


def test_what_decided_is_named() -> None:
    """As many banners, then more units; equal in everything is a shared victory."""
    state = world({"red": ["c4 griffons dwarves"], "blue": ["c5 elves"]})
    state.winners, state.ending = ["red"], "rounds"
    words = verdict(state).how
    assert words.values["n"] == 2
    shared = world({"red": ["c4 elves"], "blue": ["c5 elves"]})
    shared.winners, shared.ending = ["red", "blue"], "rounds"
    assert verdict(shared).how.message != words.message
    assert len(COMPARED) == 3


@pytest.mark.parametrize(("reading", "last"), facts.SETUP["rounds"].items())
def test_how_long_a_match_is_stands_everywhere(reading: str, last: int) -> None:
    """The aim, the line above and the end of the log line name the last turn; the verdict how many were played."""
    state = world({"red": ["c4 archmage_of_dawn"], "blue": ["c5 archmage_of_graves"]}, rulings={"last_round": reading})
    state.players["red"].turns = state.players["blue"].turns = 14
    state.phase = "Move"
    assert GAME.board is not None
    assert GAME.guide is not None
    for words in (GAME.board(state, "red").where, GAME.guide.aim_in(state)):
        assert (str(last) in str(words)) == bool(last)
    state.winners, state.ending = ["red"], "rounds"
    assert verdict(state).ended.values["n"] == 14


def test_the_setting_of_the_length_selects_the_reading() -> None:
    """The new-match page offers each length that the ruling knows, the usual one first."""
    setting = next(one for one in GAME.settings if one.id == "length")
    assert [one for one, _words in setting.choices] == list(facts.SETUP["rounds"])
    runner = begin(GAME, ["red", "blue"], {"length": "round-20"}, {})
    assert runner.state.rulings["last_round"] == "round-20"


def test_a_match_of_an_earlier_release_has_a_line() -> None:
    """Without an ending the line of the standing is said."""
    state = world({"red": ["c4 griffons"]})
    state.winners = ["red"]
    assert str(verdict(state).how)
    assert verdict(state).figures == ()
