"""The map on the table only: what people are asked, and what the app still keeps."""

from __future__ import annotations

from typing import Any

import pytest

from companion.games.multiverse_war import action
from companion.games.multiverse_war.setup import new_state
from companion.games.multiverse_war.state import Unit, WarState
from tests.games.multiverse_war.table import run, world


def table_world(red: str, blue: str, **more: Any) -> WarState:
    state = world(settings={"map": "table"}, **more)
    state.hexes = {}
    for seat, kinds in (("red", red), ("blue", blue)):
        for kind in kinds.split():
            state.cubes += 1
            state.units[f"u{state.cubes}"] = Unit(seat, kind)
    return state


def test_on_the_table_people_say_what_the_map_shows() -> None:
    """An attack asks for ground, distance and support; a move for its cost; cubes are turned by hand."""
    table = run(table_world("bowman", "swordsman"), action.acting("red")).answer("u101", "attack", "u102")
    table.answer({"ground": "forest", "home": "hill", "distance": 2, "other": 0})
    assert "S 5" in str(table.questions[0].part.prompt)
    table.answer(5)
    assert table.state.units["u102"].wounds == 1
    moved = run(table_world("scout", "swordsman"), action.acting("red")).answer("u101", "move", 3)
    assert moved.state.units["u101"].spent == 3
    turned = run(table_world("scout", "swordsman"), action.acting("red")).answer("u101", "turn")
    assert turned.state.units["u101"].face == "scout"
    melee = run(table_world("pikeman", "bowman"), action.acting("red")).answer("u101", "attack", "u102")
    melee.answer({"ground": "grassland", "friends": 1, "foes": 0, "other": 1})
    assert "S 8" in str(melee.questions[0].part.prompt)
    assert melee.answer(10).said("S 12")


def test_a_whole_match_on_the_table_knows_no_hexes() -> None:
    """Territories are still drawn and turned; a claim is made for what only the map shows."""
    state = table_world("scout", "swordsman")
    state.left, state.tiles = ["t01"], new_state(("red", "blue"), {"map": "table"}).tiles
    table = run(state, action.acting("red")).answer("u101", "explore", "t01", 4)
    assert (table.state.tiles[0].id, table.state.tiles[0].turn, table.state.left) == ("t01", 3, [])
    state.players["red"].missions = ["m105"]
    claimed = run(state, action.act("red")).answer("claim:m105")
    claimed.answer("m101")
    assert claimed.state.players["red"].accomplished == ["m105"]


def test_a_garrison_dies_with_its_building_on_the_table() -> None:
    """The one said to be inside dies, another cube of its side does not."""
    state = table_world("catapult", "bowman swordsman", buildings=["blue barracks 0,0"])
    state.buildings["b1"].places, state.buildings["b1"].wounds = [], 2
    table = run(state, action.acting("red")).answer("u101", "attack", "b1")
    table.answer({"home": "grassland", "distance": 2, "garrison": "u102", "other": 0}).finish(1)
    assert "b1" not in table.state.buildings
    assert list(table.state.units) == ["u101", "u103"]


@pytest.mark.rule("MVW-214")
def test_a_decoy_that_is_attacked_is_found_out() -> None:
    """It leaves the board, nobody fights or counts a kill, and the attacker may still act."""
    table = run(table_world("swordsman", "decoy"), action.acting("red")).answer("u101", "attack", "u102")
    assert list(table.state.units) == ["u101"]
    assert table.state.players["red"].kills == {}
    assert (table.state.units["u101"].done, table.state.units["u101"].spent) == (False, 0)


def test_a_beast_on_the_table_can_be_fought() -> None:
    """It is a target like others, and pays its reward."""
    state = table_world("swordsman", "bowman")
    state.units["u9"] = Unit("", "beast", face="beast", wounds=2)
    table = run(state, action.acting("red")).answer("u101", "attack", "u9")
    table.answer({"ground": "grassland", "friends": 0, "foes": 0, "other": 0}).finish(1)
    assert "u9" not in table.state.units
    assert table.state.players["red"].gold == 5
