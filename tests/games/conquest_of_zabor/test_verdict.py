"""How a match ended: Victory Points with what they were claimed for, or what broke a tie."""

from __future__ import annotations

from companion.games.conquest_of_zabor.readers.board import standing
from companion.games.conquest_of_zabor.readers.verdict import verdict
from tests.games.conquest_of_zabor.table import world


def test_points_are_shown_with_their_claims() -> None:
    """Each claimed card with its points; what was typed in as a correction has a line of its own."""
    state = world("lunn:land:city:red", traits={"red": ["stone_masons"]})
    state.players["red"].claims, state.players["red"].vp = ["trait:stone_masons:0", "vp:full_chests"], 9
    state.winners = ["red"]
    found = verdict(state)
    red = found.figures[0].sums[0]
    assert red.total == 9
    assert len(red.terms) == 3
    assert found.how.values["n"] == 9
    assert found.figures[1].sums[0].total == 4


def test_what_breaks_a_tie_is_named() -> None:
    """As many points, no Metropols, more Gold."""
    state = world("lunn:land:city:red", gold={"red": 7, "blue": 3})
    state.players["red"].vp = state.players["blue"].vp = 4
    state.winners = ["red"]
    values = verdict(state).how.values
    assert (values["n"], str(values["what"]), values["most"]) == (4, "Gold", 7)


def test_equal_in_everything_is_shared() -> None:
    """Nobody is ahead: both have won."""
    state = world("lunn:land")
    state.winners = ["red", "blue", "green"]
    assert "Red" in str(verdict(state).how)
    assert "Green" in str(verdict(state).how)


def test_the_figures_of_who_has_won_come_first() -> None:
    """A narrow phone may not show all columns at once; while the match goes on the seats keep their order."""
    state = world("lunn:land:city:red")
    assert standing(state).seats == ("red", "blue", "green")
    state.players["green"].vp = 5
    state.winners = ["green"]
    found = standing(state)
    assert found.seats == ("green", "red", "blue")
    assert [str(one) for one in found.rows[0][1:]] == ["5", "0", "0"]
