"""The Action track: what a space says before an Envoy stands there, and an action that can do nothing."""

from __future__ import annotations

from contextlib import suppress
from random import Random
from typing import Any

import pytest

from companion.engine.core.effects import Note
from companion.engine.core.errors import Refused
from companion.engine.core.questions import sample
from companion.engine.game.record import begin
from companion.engine.match.ledger import MemoryLedger
from companion.engine.match.live import Match, Stamp
from companion.games.conquest_of_zabor import GAME, facts
from companion.games.conquest_of_zabor.phases.track import GROW, nothing
from companion.games.conquest_of_zabor.phases.turn import TELLS, next_space, place_envoy
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


@pytest.mark.slow
@pytest.mark.parametrize("seed", [2, 8])
def test_in_random_games_just_what_asks_nothing_is_told(seed: int) -> None:
    """What is said beforehand agrees with the actions themselves: one that asked nothing is told, no other one is.
    The secondary Maritime brings Gold in any case; some actions say themselves that there is nothing to do. (In these
    games no secondary Civilize builds a Keep without a question, as it does where there is one place for it.)
    """
    rng = Random(seed)
    match = Match.start(GAME, begin(GAME, ["red", "blue", "green"], {}, {}), MemoryLedger(), Stamp(""))
    asked: set[tuple[int, int]] = set()
    quiet = told = 0
    for _ in range(900):
        questions = match.questions()
        if not questions:
            break
        before, line = match.runner.state, len(match.line())
        if before.phase == facts.ACT:
            asked.add((before.turn, before.at - 1))
        with suppress(Refused):
            match.answer(questions[0].key, sample(questions[0].part, rng), Stamp(questions[0].seat))
        told += sum(note.kind == "nothing" for entry in match.line()[line:] for note in entry.notes)
        passed = _passed(before, match.runner.state)
        quiet += sum((before.turn, n) not in asked and _may_be_silent(before, n) for n in passed)
    assert told == quiet > 0


def _passed(before: ZaborState, after: ZaborState) -> range:
    """The spaces of the track that an answer has dealt with; it may be the one that placed the last Envoy."""
    if facts.ACT not in (before.phase, after.phase):
        return range(0)
    begun = before.at if before.phase == facts.ACT else 0
    goes_on = (after.turn, after.phase) == (before.turn, facts.ACT)
    return range(begun, after.at - 1 if goes_on else len(before.spaces))


def _may_be_silent(state: ZaborState, n: int) -> bool:
    """Whether an Envoy on a space would go unmentioned if it could do nothing."""
    action = state.track[n // 2]
    return bool(state.spaces[n]) and action not in TELLS and not (action == "maritime" and n % 2)
