"""The harness of the rule tests: it begins matches, starts flows in the middle, answers and reads."""

from __future__ import annotations

import pytest

from companion.games.heroes_vs_warlords.fighting import battles
from companion.games.heroes_vs_warlords.moving import movement
from companion.games.heroes_vs_warlords.readers.check import broken
from companion.games.heroes_vs_warlords.records.state import Site, Stack
from tests.games.heroes_vs_warlords.table import THREE, TWO, hex_of, on_map, position, set_up, start_at


@pytest.mark.parametrize("map", ["table", "standard", "tap"])
@pytest.mark.parametrize("seats", [TWO, THREE])
def test_a_set_up_ends_at_the_first_turn(seats, map):
    """Whoever keeps the map, the boring answers lead to the first player's turn, with a sound state."""
    table = set_up(*seats, map=map)
    assert [(q.seat, q.section, q.part.about) for q in table.runner.questions()] == [
        (seats[0], "7.1", f"turn:{seats[0]}")
    ]
    assert broken(table.state) == []
    assert (table.state.round, table.state.order) == (1, list(seats))


def test_a_flow_starts_from_an_edited_position():
    """A position is edited in Python; a flow plays on from it, and its answers change the state."""
    state = position(war=True)
    table = start_at(state, movement.player_turn("knights"))
    table.enters("open", cost=2)
    assert table.hero("knights:1").place == "open"
    assert table.hero("knights:1").mp == 4
    table.deed("done")
    assert table.done


def test_a_position_with_a_map():
    """Tiles lie in a row and touch; start tiles take Hero and City along."""
    state = position()
    centres = on_map(state, "K0", "T06", "A0", face_down=1)
    assert state.cities["home:amazons"].place == hex_of(centres["A0"], "C")
    assert broken(state) == []
    table = start_at(state, movement.player_turn("knights")).walk(1, hex_of(centres["K0"], "SE"))
    assert table.hero("knights:1").mp == 5


def test_a_battle_is_fought_with_lucky_dice():
    """`win` lets the attacker of the battle win, `lose` the defender."""
    for end, winner in (("win", "attacker"), ("lose", "defender")):
        state = position()
        state.sites["ruin-1"] = Site("ruin-1", "ruin", "Ruin 1", active=True, guards=[Stack("neutrals", 1, 3)])
        hero = state.players["knights"].heroes[0]
        hero.place, state.active = "ruin-1", "knights"
        battles.attack_guards(state, hero, state.sites["ruin-1"])
        table = start_at(state, battles.fight())
        getattr(table, end)()
        if end == "lose":
            table.answer({"L1": 3}, section="4.1")
        assert table.done
        assert table.result["winner"] == winner


def test_a_refusal_is_read():
    """What is refused changes nothing and cites its section."""
    table = start_at(position(), movement.player_turn("knights"))
    table.deed("walk:1")
    refusal = table.refused({"cost": 1, "into": "home:amazons", "near": [], "tiles": 0}, about="hero:")
    assert refusal.section == "7.2"
