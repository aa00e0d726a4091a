"""Stand-alone helpers of the Advanced game: a battle and a siege by each of the four methods."""

from __future__ import annotations

import pytest

from companion.engine.core.effects import Roll
from companion.engine.game.record import begin_helper
from companion.games.heroes_vs_warlords import GAME
from companion.games.heroes_vs_warlords.advanced import vote
from companion.games.heroes_vs_warlords.readers.policies import POLICIES
from tests.games.heroes_vs_warlords.table import Table

HERO = {"attack": 3, "defense": 3, "initiative": 6, "level": 5}
METHODS = [one.id for one in vote.methods()]


def fought(table: Table) -> str:
    """Fight to the end as the odds do, the one who acts rolling 15 and the other 3."""
    for n in range(1500):
        if table.done:
            return str(table.result)
        question = table.runner.questions()[0]
        die = [15 if n % 2 else 3]
        table.runner.answer(question.key, die if isinstance(question.part, Roll) else _decided(table, question))
    raise AssertionError("the battle does not end")


def _decided(table, question):
    return POLICIES[0].answer(question, table.state)


@pytest.mark.parametrize("method", METHODS)
def test_a_battle_by_each_method(method):
    """Method, both sides, then the battle itself to its end."""
    table = Table(begin_helper(GAME, GAME.helper("advanced_battle"), {})).answer(method)
    table.answer({"race": "knights", "units": {"L1": 5}, "hero": True, **HERO})
    table.answer({"race": "neutrals", "units": {"L2": 3}, "hero": False, "towers": 0, **HERO})
    assert fought(table) in ("attacker", "defender", "nobody")


@pytest.mark.parametrize("method", METHODS)
def test_a_siege_by_each_method(method):
    """With a wall and a tower; on the Battle Display the catapults pick their hex."""
    table = Table(begin_helper(GAME, GAME.helper("advanced_siege"), {})).answer(method)
    table.answer({"kind": "camp", "works": 1, "towers": 1})
    table.answer({"race": "knights", "units": {"L1": 9, "L5": 3}, **HERO})
    table.answer({"race": "barbarians", "units": {"L1": 3}, "hero": False, **HERO})
    assert fought(table) in ("attacker", "defender", "nobody")


def test_a_holy_place():
    """The list of 15.4 for a table that plays by hand."""
    table = Table(begin_helper(GAME, GAME.helper("holy_place"), {})).answer([17])
    assert table.result == "resources"
