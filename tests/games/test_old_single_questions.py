"""Matches saved where a question with one answer was open, which is no longer asked, go on by themselves."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from typing import Any

import pytest

from companion.engine.core.errors import Refused
from companion.engine.core.questions import sample
from companion.engine.game.record import resume
from companion.games import load_game

FILE = Path(__file__).parent / "saved_by_release_e995ef9.json"
SAVES: dict[str, dict[str, Any]] = json.loads(FILE.read_text("utf-8"))["saves"]
ANSWERS = 150


@pytest.mark.parametrize(("game", "name"), [(game, name) for game, saves in SAVES.items() for name in saves])
def test_a_match_that_waited_for_the_one_answer_goes_on(game: str, name: str) -> None:
    """Something else is asked now, and it can be answered again and again without breaking the state."""
    record = load_game(game)
    runner = resume(record, json.dumps(SAVES[game][name]).encode())
    rng = Random(1)
    assert record.check is not None
    for _ in range(ANSWERS):
        assert runner.done or runner.questions()
        if runner.done:
            break
        question = rng.choice(runner.questions())
        try:
            runner.answer(question.key, sample(question.part, rng))
        except Refused:
            continue
        assert list(record.check(runner.state)) == []
