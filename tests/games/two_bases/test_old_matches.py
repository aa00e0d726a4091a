"""Matches that an earlier release saved go on: at every step of the game, before it and between its questions."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from typing import Any

import pytest

from companion.engine.core.errors import Refused
from companion.engine.core.questions import sample
from companion.engine.game.record import resume
from companion.games.two_bases import GAME
from companion.games.two_bases.readers.check import broken

pytestmark = pytest.mark.slow

FILE = Path(__file__).parent / "saved_by_release_4b89d65.json"
SAVES: dict[str, Any] = json.loads(FILE.read_text("utf-8"))["saves"]
SEATS = [seat.id for seat in GAME.seats]


@pytest.mark.parametrize("name", SAVES)
def test_a_match_from_an_older_release_goes_on(name: str) -> None:
    """The question that was open is open, with the answers given before it; then the match is played to its end."""
    runner = resume(GAME, json.dumps(SAVES[name]["save"]).encode())
    assert runner.restarts == []
    assert [question.key for question in runner.questions()] == [SAVES[name]["asked"]]
    rng = Random(1)
    while not runner.done:
        question = rng.choice(runner.questions())
        try:
            runner.answer(question.key, sample(question.part, rng))
        except Refused:
            continue
        assert broken(runner.state) == []  # type: ignore[arg-type]
    assert runner.state.winner in SEATS  # type: ignore[attr-defined]


def test_a_search_that_an_older_release_began_gets_its_points_after_it() -> None:
    """There the points were counted after the search; they are counted once, and not lost."""
    runner = resume(GAME, json.dumps(SAVES["turn.look_for_base search"]["save"]).encode())
    rng, before = Random(1), len(runner.notes)
    while runner.state.phase == "upkeep":  # type: ignore[attr-defined]
        question = runner.questions()[0]
        runner.answer(question.key, sample(question.part, rng))
    assert len([note for note in runner.notes[before:] if note.why]) == 1
