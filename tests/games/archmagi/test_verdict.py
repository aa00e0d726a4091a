"""How a match ended: the last Archmagi, or what was compared, with its figures."""

from __future__ import annotations

import pytest

from companion.games.archmagi.readers.verdict import COMPARED, ENDED, verdict
from tests.games.archmagi.table import world


@pytest.mark.parametrize("ending", ENDED)
def test_each_ending_has_a_verdict(ending: str) -> None:
    """Who has won is named, why it was over, and how the figures are made up."""
    state = world({"red": ["c4 griffons dwarves"], "blue": ["c5 elves"]}, banners={"c4": "red"})
    state.winners, state.ending = ["red"], ending  # type: ignore[assignment]
    found = verdict(state)
    assert "Red" in str(found.how)
    assert found.ended == ENDED[ending]
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


def test_a_match_of_an_earlier_release_has_a_line() -> None:
    """Without an ending the line of the standing is said."""
    state = world({"red": ["c4 griffons"]})
    state.winners = ["red"]
    assert str(verdict(state).how)
    assert verdict(state).figures == ()
