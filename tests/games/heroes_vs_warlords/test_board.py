"""What the pictures of a match say, where it could be read the wrong way round."""

from __future__ import annotations

from companion.games.heroes_vs_warlords.readers.board import battle_panel
from companion.games.heroes_vs_warlords.records.state import Battle, Wall
from tests.games.heroes_vs_warlords.rows.battlefield import side
from tests.games.heroes_vs_warlords.table import position


def test_each_side_of_a_battle_shows_its_own_losses() -> None:
    """What the attacker has killed stands beside the defender as lost, and the other way round."""
    attacker, defender = side("knights", (1, 2), hero=(2, 1)), side("neutrals", (1, 3))
    attacker.kills, defender.kills = {"neutrals:1": 4, "neutrals:2": 0}, {"knights:3": 1}
    panel = battle_panel(position(), Battle("field", "", attacker, defender, "attacker"))
    lost = [[str(text) for text in one.lost] for one in panel.sides]
    assert lost == [["1 x Knights Level 3"], ["4 x Neutrals Level 1"]]


def test_only_a_tower_that_stands_covers_its_stack() -> None:
    """The sign beside the counter is the number of the tower, until the tower is destroyed."""
    attacker, defender = side("knights", (1, 2), hero=(2, 1)), side("neutrals", (1, 3), (2, 4), (3, 2))
    for one, box in zip(defender.stacks, ("tower1", "tower2", "wall"), strict=True):
        one.box = box
    wall = Wall(20, 2, "damaged", ["destroyed", "damaged"], 2)
    panel = battle_panel(position(), Battle("field", "", attacker, defender, "attacker", wall))
    assert [one.tower for one in panel.sides[1].stacks] == [0, 2, 0]
