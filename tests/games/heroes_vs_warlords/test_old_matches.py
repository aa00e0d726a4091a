"""Matches saved when the game had 56 rulings and fewer fields: they open, keep their rulings, and go on."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from companion.engine.game.record import resume
from companion.games.heroes_vs_warlords import GAME
from companion.games.heroes_vs_warlords.readers.check import broken
from tests.games.heroes_vs_warlords.table import Table, dull

SAVES = json.loads((Path(__file__).parent / "saved_with_56_rulings.json").read_text("utf-8"))
"""What that release wrote: in a turn, in a battle, at the end of an open game, in Production."""
ANSWERS = 150


def resume_or_stall(name: str) -> Table:
    return Table(resume(GAME, json.dumps(SAVES[name]).encode()))


@pytest.mark.parametrize("name", SAVES)
def test_an_old_match_keeps_its_rulings_and_gets_the_new_ones(name):
    """What was agreed stays; a ruling that came later has the reading which that release played by."""
    table = resume_or_stall(name)
    kept = SAVES[name]["state"]["rulings"]
    assert len(kept) == 56
    for ruling in GAME.rulings:
        assert table.state.rulings[ruling.key] == kept.get(ruling.key, ruling.earlier)


@pytest.mark.parametrize("name", SAVES)
def test_an_old_match_goes_on(name):
    """The questions that were open are open again, and a long stretch of play follows without a broken state."""
    table = resume_or_stall(name)
    assert table.asked()
    for _ in range(ANSWERS):
        if table.done:
            break
        question = table.runner.questions()[0]
        first = 20 - table.state.seats.index(question.seat)
        table.runner.answer(question.key, [first] if question.section == "5.2" else dull(question))
        assert broken(table.state) == []
    assert table.done or table.state.turns_played > SAVES[name]["state"]["turns_played"]


def test_garrisons_of_an_old_match_stay_as_small_as_they_were():
    """That release allowed six stacks only; a new match has no such limit."""
    assert resume_or_stall("in_a_turn").state.rulings["garrison_sections"] == "six"
    assert next(one for one in GAME.rulings if one.key == "garrison_sections").default == "unlimited"


def test_an_old_open_game_asks_the_others_too():
    """The question that was open when it was saved is answered with "stop": now the other two are asked."""
    table = resume_or_stall("open_end").answer(False, section="6.0")
    assert table.asked() == [("amazons", "6.0"), ("barbarians", "6.0")]
