"""Who decides the questions of deployment (8.2), also where one seat answers for both sides."""

from __future__ import annotations

import pytest

from companion.games.heroes_vs_warlords.fighting import arena
from companion.games.heroes_vs_warlords.readers.policies import role_asked
from companion.games.heroes_vs_warlords.records.state import Battle
from tests.games.heroes_vs_warlords.readings import side
from tests.games.heroes_vs_warlords.table import position, start_at

MANY = [(1, n) for n in range(3, 11)]


@pytest.mark.parametrize("role", ["attacker", "defender"])
@pytest.mark.parametrize("first", ["attacker", "defender"])
def test_the_side_that_deploys_is_asked(role, first):
    """Too many stacks of one side: the question is that side's, whoever deploys first and whatever it is called."""
    state = position()
    units = {name: MANY if name == role else [(1, 4)] for name in ("attacker", "defender")}
    sides = {name: side("knights", *stacks) for name, stacks in units.items()}
    state.battle = Battle("", "", sides["attacker"], sides["defender"], first)
    table = start_at(state, arena.deploy())
    assert role_asked(table.question(section="8.2"), table.state.battle) == role
