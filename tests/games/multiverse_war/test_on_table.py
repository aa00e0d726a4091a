"""The map on the table only: what people are asked, and what the app still keeps."""

from __future__ import annotations

from typing import Any

import pytest

from companion.games.multiverse_war.phases import action
from companion.games.multiverse_war.phases.missions import claims
from companion.games.multiverse_war.phases.setup import new_state, young_hero
from companion.games.multiverse_war.world.figures import total
from companion.games.multiverse_war.world.state import Blow, Unit, WarState
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
    assert table.struck_with(5)
    table.answer(5)
    assert table.state.units["u102"].wounds == 1
    moved = run(table_world("scout", "swordsman"), action.acting("red")).answer("u101", "move", 3)
    assert moved.state.units["u101"].spent == 3
    turned = run(table_world("scout", "swordsman"), action.acting("red")).answer("u101", "turn")
    assert turned.state.units["u101"].face == "scout"
    melee = run(table_world("pikeman", "bowman"), action.acting("red")).answer("u101", "attack", "u102")
    melee.answer({"ground": "grassland", "friends": 1, "foes": 0, "other": 1})
    assert melee.struck_with(8)
    assert melee.answer(10).struck_with(12)


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


@pytest.mark.rule("MVW-210", "MVW-211")
def test_who_has_a_marked_front_is_asked_for_on_the_table() -> None:
    """Through the front the one who answers has -2; flanked, the Pikeman answers at -3; nobody else is asked."""
    for front in ("yes", "no"):
        state = table_world("horseman", "pikeman", learned=["pikeman"])
        state.units["u102"].marks["pike"] = 1
        table = run(state, action.acting("red")).answer("u101", "attack", "u102")
        given = {"ground": "hill", "friends": 0, "foes": 0, "other": 0}
        assert [one.id for one in table.questions[0].part.form.fields if one.id.startswith("front")] == ["front:u102"]
        table.answer({**given, "front:u102": front})
        fight = table.state.fights[0]
        assert fight.flanked == ([] if front == "yes" else ["u102"])
        wall = [str(term.label) for term in total(table.state, fight, Blow("u102", "u101", "answer")).terms]
        assert any("flanked" in one for one in wall) == (front == "no")


@pytest.mark.rule("MVW-208", "MVW-209")
def test_covering_fire_is_asked_for_on_the_table() -> None:
    """A gun that covers its friends shoots first at whoever the people say comes through the covered area."""
    for answer, strikers in (("yes", ["u103", "u101", "u102"]), ("no", ["u101", "u102"])):
        state = table_world("horseman", "rifleman gatling_gun")
        state.units["u103"].marks["cover"] = 1
        table = run(state, action.act("red")).answer("u101", "attack", "u102")
        table.answer({"ground": "grassland", "friends": 0, "foes": 0, "other": 0, "gun:u103": answer})
        assert [one.striker for one in table.state.fights[0].blows] == strikers


def test_a_garrison_shoots_better_out_of_a_tower_on_the_table() -> None:
    """The one said to be inside has the bonus of its Guard Tower."""
    state = table_world("bowman", "bowman", buildings=["blue guard_tower 0,0 2"])
    state.buildings["b1"].places = []
    table = run(state, action.act("red")).answer("u101", "attack", "b1")
    table.answer({"home": "hill", "distance": 1, "garrison": "u102", "other": 0})
    assert total(table.state, table.state.fights[0], Blow("u102", "u101", "reply")).total == 9 - 2 + 2


def test_cubes_of_a_fight_lie_open_on_the_table_while_it_lasts() -> None:
    """Both are turned up by the app and down again; what its owner has turned up stays up (A68)."""
    state = table_world("bowman", "bowman")
    state.units["u102"].face = "bowman"
    table = run(state, action.acting("red")).answer("u101", "attack", "u102")
    table.answer({"ground": "forest", "home": "forest", "distance": 2, "other": 0})
    assert [one.face for one in table.state.units.values()] == ["bowman", "bowman"]
    table.finish()
    assert [one.face for one in table.state.units.values()] == ["", "bowman"]


@pytest.mark.rule("MVW-278")
def test_a_mission_is_claimed_where_it_counts() -> None:
    """What is looked at at the end of the action phase cannot be claimed in the build phase."""
    state = table_world("scout", "swordsman", gold=20)
    state.players["red"].missions = ["m104", "m105"]
    assert [one.id for one in claims(state, "red", "build")] == ["claim:m105"]
    assert [one.id for one in claims(state, "red", "action")] == ["claim:m104", "claim:m105"]


@pytest.mark.rule("MVW-266")
def test_the_shield_wall_on_the_table() -> None:
    """The Protector cannot be shot at; of others people say whether they stand beside him."""
    state = table_world("bowman", "protector swordsman")
    state.players["blue"].heroes["protector"] = young_hero()
    state.units["u102"].marks["shield"] = 2
    table = run(state, action.acting("red")).answer("u101", "attack")
    assert table.ids == ["u103"]
    table.answer("u103")
    given = {"ground": "hill", "home": "hill", "distance": 2, "other": 0}
    assert "Shield" in table.refused({**given, "wall:u102": "yes"})
    assert table.answer({**given, "wall:u102": "no"}).state.fights
    del state.units["u103"]
    assert run(state, action.acting("red")).answer("u101").refusal("attack")


@pytest.mark.rule("MVW-223")
def test_an_ability_on_the_table_needs_somebody_who_may_be_attacked() -> None:
    """A building of a player who is not to the left is no target of a Breach Shot (A33)."""
    state = table_world("catapult", "bowman", seats=("red", "blue", "teal"), learned=["catapult"],
                        buildings=["teal barracks 0,0"])  # fmt: skip
    state.buildings["b1"].places = []
    assert run(state, action.acting("red")).answer("u101").refusal("use:breach_shot")
    state.rulings["left_only"] = "off"
    assert run(state, action.acting("red")).answer("u101", "use:breach_shot").ids == ["b1"]


@pytest.mark.parametrize(("reading", "asked"), [("keeps", False), ("road-neutral", True)])
def test_a_road_is_a_ground_only_where_it_counts_as_one(reading: str, asked: bool) -> None:
    """A43."""
    state = table_world("swordsman", "swordsman", rulings={"road_ground": reading})
    table = run(state, action.acting("red")).answer("u101", "attack", "u102")
    field = next(one for one in table.questions[0].part.form.fields if one.id == "ground")
    assert ("road" in [one.id for one in field.form.options]) == asked
