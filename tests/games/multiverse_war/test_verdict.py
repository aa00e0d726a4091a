"""How a match ended: each of the ways to win has words, and points are shown with what they are made of."""

from __future__ import annotations

from typing import get_args, get_type_hints

import pytest

from companion.engine.match.story import story
from companion.games.multiverse_war import GAME
from companion.games.multiverse_war.phases.victory import leave
from companion.games.multiverse_war.readers.guide import GUIDE
from companion.games.multiverse_war.readers.verdict import verdict
from companion.games.multiverse_war.world.state import WarState
from tests.games.multiverse_war.table import world

ENDINGS = [one for one in get_args(get_type_hints(WarState)["ending"]) if one]


def test_each_way_to_win_has_words_of_its_own() -> None:
    """No two ways say the same, and all name who has won."""
    said = []
    for ending in ENDINGS:
        state = world({"red": ["0,0 bowman"]})
        state.winners, state.ending = ["red"], ending
        state.players["blue"].out = True
        found = verdict(state)
        assert str(found.ended)
        assert "Red" in str(found.how)
        said.append(found.how.message)
    assert len(set(said)) == len(ENDINGS)


def test_the_last_side_is_told_why_the_others_are_out() -> None:
    """Giving up and the loss of a city read differently."""
    said = set()
    for why in ("city", "given_up", ""):
        state = world({"red": ["0,0 bowman"]})
        state.winners, state.ending = ["red"], "last"
        leave(state, "blue", why)
        said.add(str(verdict(state).how))
    assert len(said) == 3
    assert all("Blue" in one for one in said)


def test_the_aim_names_the_ways_to_win_of_the_match() -> None:
    """The Stone Portal and victory points where they count, and only there."""
    counts = {
        mode: GUIDE.aim_in(world(settings={"mode": mode})).values["n"] for mode in ("open", "turns", "domination")
    }
    assert counts == {"open": 3, "turns": 4, "domination": 4}
    assert GUIDE.aim_in(world(rulings={"conditions": "all-five"})).values["n"] == 5


@pytest.mark.parametrize(("mode", "more"), [("open", 0), ("turns", 1)])
def test_points_are_explained_where_they_count(mode: str, more: int) -> None:
    """Kills always; victory points where the match is played for them."""
    state = world({"red": ["0,0 bowman"]}, settings={"mode": mode})
    state.players["red"].kills = {"bowman": 2}
    state.winners, state.ending = ["red"], "points"
    figures = verdict(state).figures
    assert len(figures) == 1 + more
    assert figures[-1].sums[0].total == 2


@pytest.mark.parametrize(("mode", "more"), [("open", 0), ("turns", 1)])
def test_points_are_drawn_where_they_count(mode: str, more: int) -> None:
    """No curve of points that decide nothing."""
    (told,) = story(GAME, (), world(settings={"mode": mode})).tallies
    assert [len(numbers) for numbers in told.values.values()] == [3 + more] * 2
    assert len(story(GAME, (), world(settings={"mode": mode})).measures) == 3 + more
