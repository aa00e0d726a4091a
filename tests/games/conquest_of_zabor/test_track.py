"""The Action track: what a space says before an Envoy stands there, and an action that can do nothing."""

from __future__ import annotations

from typing import Any

import pytest

from companion.engine.core.effects import Note
from companion.games.conquest_of_zabor import GAME, facts
from companion.games.conquest_of_zabor.phases.track import GROW, nothing
from companion.games.conquest_of_zabor.phases.turn import next_space, place_envoy
from companion.games.conquest_of_zabor.state import ZaborState
from tests.games.conquest_of_zabor.table import run, world


def laid(**more: Any) -> ZaborState:
    """A state with the Action Cards laid out as the aid lists them."""
    state = world("a:land:city:red:road", **more)
    state.track, state.spaces = list(facts.ACTIONS), [""] * (2 * len(facts.ACTIONS))
    return state


def nothing_said(notes: list[Note]) -> list[str]:
    """What is told of actions that can do nothing."""
    return [str(one.text) for one in notes if one.kind == "nothing"]


@pytest.mark.parametrize(
    ("action", "slot"), [("civilize", "primary"), ("maritime", "primary"), ("campaign", "primary")]
)
def test_an_action_that_can_do_nothing_says_so_and_why(action: str, slot: str) -> None:
    """Nothing vanishes in silence: the log names player, action and reason."""
    state = laid()
    n = 2 * state.track.index(action)
    state.spaces[n] = "red"
    why = nothing(state, "red", action, slot)
    assert why is not None
    told = nothing_said(run(state, next_space()).runner.notes)
    assert len(told) == 1
    assert "Red" in told[0]
    assert str(why.reason) in told[0]


def test_an_action_that_can_do_something_says_nothing() -> None:
    """With Gold there is a Metropol to build."""
    state = laid(gold={"red": 30})
    state.spaces[2 * state.track.index("civilize")] = "red"
    assert nothing(state, "red", "civilize", "primary") is None
    assert not nothing_said(run(state, next_space()).runner.notes)


def test_a_space_says_what_is_known_to_be_of_no_use_and_is_not_advised() -> None:
    """Only spaces with something to do now are of the kind that the guide speaks of."""
    state = laid(units={"red": "a infantry"})
    question = run(state, place_envoy()).questions[0]
    options = {one.id: one for one in question.part.form.options}  # type: ignore[union-attr]
    why = nothing(state, "red", "civilize", "primary")
    assert why is not None
    assert str(why.reason) in str(options["civilize:primary"].detail)
    assert [one.id for one in options.values() if one.kind == GROW] == ["campaign:primary"]
    advice = GAME.guide.advice_for(question, "red")  # type: ignore[union-attr]
    assert advice is not None
    assert advice.among(question) == ("campaign:primary",)
