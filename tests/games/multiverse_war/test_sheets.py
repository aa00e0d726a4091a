"""What the rules of a question begin with: the rules of the step that asks, and the table that decides it."""

from __future__ import annotations

import pytest

from companion.engine.core.effects import subject
from companion.engine.game.reference import rows_at
from companion.games.multiverse_war import GAME
from companion.games.multiverse_war.phases import action, build
from companion.games.multiverse_war.readers.aids import aids
from companion.web.reading.reference import rows_of
from tests.games.multiverse_war.table import Table, play

HOME = "red settlement 0,0+1,0+0,1+1,-1+0,-1"


def asking(*answers: str) -> Table:
    """Red in his build phase, after these answers."""
    return play(build.build("red"), {"red": ["5,0 builder"]}, buildings=[HOME], gold=30).answer(*answers)


def fighting(*answers: str) -> Table:
    """Red in his action phase, beside an enemy, after these answers."""
    return play(action.acting("red"), {"red": ["0,0 scout"], "blue": ["1,0 bowman"]}).answer(*answers)


@pytest.mark.parametrize(
    ("table", "wanted"),
    [
        (asking(), "prices"),
        (asking("recruit"), "units"),
        (asking("construct"), "buildings"),
        (asking("hero"), "skills"),
        (fighting(), "ground"),
        (fighting("0,0", "1,0"), "strength"),
    ],
)
def test_a_question_cites_the_chapter_of_its_table(table: Table, wanted: str) -> None:
    """And rules of that chapter are done where it is asked, so that they stand first."""
    question = table.questions[0]
    assert wanted in [one.id for one in aids(table.state) if one.rows and one.section == question.section]
    step = question.rule.partition(".")[2]
    places = {step, f"{step}#{subject(question.part.about)[0]}"}
    assert rows_of(rows_at(GAME, question.section), places)
