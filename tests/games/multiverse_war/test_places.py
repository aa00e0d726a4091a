"""What hexes and cubes are called: a territory and a direction, a player's city; a hidden cube by its place."""

from __future__ import annotations

import pytest

from companion.engine.core.effects import Ask
from companion.engine.core.rulings import settled
from companion.engine.core.text import Text
from companion.engine.game.hexlines import distance, place_of, turned
from companion.games.multiverse_war import GAME
from companion.games.multiverse_war.fighting.exploring import AROUND, deck, turning
from companion.games.multiverse_war.phases import action
from companion.games.multiverse_war.phases.on_map import on_map
from companion.games.multiverse_war.phases.setup import CITY_EDGE, hexes_of, new_state, new_unit
from companion.games.multiverse_war.readers.board import map_panel
from companion.games.multiverse_war.world import facts
from companion.games.multiverse_war.world.places import BETWEEN, HEXES, hex_on_tile, middle, place_name
from companion.games.multiverse_war.world.silhouettes import GROUND
from companion.games.multiverse_war.world.state import WarState
from companion.games.multiverse_war.world.units import own_label
from tests.games.multiverse_war.table import run, world


def fresh(layout: str = "duel") -> WarState:
    """A match before anything is turned up."""
    state = new_state(["red", "blue"], {"layout": layout})
    state.rulings = settled(GAME.rulings, {})
    return state


def test_a_territory_to_turn_up_is_shown_by_its_hexes() -> None:
    """All 19 of each, with ground that the map has."""
    cards = deck(fresh())
    assert {len(one.land) for one in cards} == {len(HEXES)}
    assert {ground for one in cards for _q, _r, ground in one.land} <= {ground for ground, _symbol in GROUND.values()}


@pytest.mark.parametrize("layout", ["duel", "alternate_duel"])
def test_every_hex_has_a_name_of_its_own(layout: str) -> None:
    """No two hexes of a match are called alike, and none by its coordinates."""
    state = fresh(layout)
    names = [str(place_name(state, place)) for place in state.hexes]
    assert len(set(names)) == len(names)
    assert not any("," in name for name in names)


@pytest.mark.parametrize("layout", ["duel", "alternate_duel"])
def test_the_hexes_of_a_lost_city_keep_their_names(layout: str) -> None:
    """A side that is out has no city any more; its hexes are called as before but for whose they were."""
    state = fresh(layout)
    lost, city = next((name, one) for name, one in state.buildings.items() if one.seat == "blue")
    before = [hex_on_tile(state, place) for place in city.places]
    del state.buildings[lost]
    after = [hex_on_tile(state, place) for place in city.places]
    assert [one and one[1] for one in after] == [one and one[1] for one in before]
    assert not any("," in str(place_name(state, place)) for place in state.hexes)


def test_the_names_on_a_territory_are_directions_from_its_middle() -> None:
    """The middle is C, the ring round it has the six sides, and beyond them come those that are far."""
    state = fresh()
    number = 1
    centre = place_of(middle(state.tiles[number].at))
    found = {}
    for place in hexes_of(state.tiles[number]):
        named = hex_on_tile(state, place)
        assert named is not None
        found[named[1]] = distance(centre, place)
    assert found["C"] == 0
    assert {name for name, far in found.items() if far == 1} == {"N", "NE", "SE", "S", "SW", "NW"}
    assert {far for name, far in found.items() if name.startswith("far ")} == {2}
    assert {name.startswith("far ") for name, far in found.items() if far == 2} == {True}
    assert len(found) == 19


def test_a_territory_is_called_by_its_number_until_it_lies_open() -> None:
    """Then by the name that is printed on it; a city by its player."""
    state = fresh()
    place = hexes_of(state.tiles[2])[0]
    hidden = str(place_name(state, place))
    state.tiles[2].id = "t01"
    name = facts.HOUSE.territories["t01"].name
    assert name not in hidden
    assert "3" in hidden
    assert str(place_name(state, place)).startswith(name)
    home = state.buildings["b1"].places
    assert all(str(place_name(state, one)).startswith(facts.TITLES["red"]) for one in home)


def test_the_map_and_the_questions_call_a_hex_alike() -> None:
    """What stands on the map is the end of what a question says."""
    state = fresh()
    state.tiles[0].id = "t02"
    for one in map_panel(state, "red").hexes:
        assert str(place_name(state, one.place)).endswith(f" {one.name}")


def test_a_question_that_all_may_read_does_not_say_what_a_hidden_cube_is() -> None:
    """It names the place, and only its owner reads the kind."""
    state = fresh()
    home = state.buildings["b1"].places[0]
    name = new_unit(state, "red", "bowman", home)
    state.active, state.turn, state.phase = "red", 2, "Action"
    table = run(state, action.acting("red")).answer(home)
    asked = table.questions[0].part
    assert isinstance(asked, Ask)
    kind = facts.HOUSE.units["bowman"].name
    assert kind not in str(asked.prompt)
    assert str(place_name(state, home)) in str(asked.prompt)
    assert kind in str(own_label(state, name))


@pytest.mark.parametrize(("spent", "asked"), [(0, True), (2, False)])
def test_two_cubes_on_a_hex_are_told_apart(spent: int, asked: bool) -> None:
    """A tap on their hex asks which of them acts, each with its figure; where one alone can act it is meant."""
    state = world({"red": ["0,0 pikeman builder"], "blue": ["4,0 swordsman"]})
    state.units["u1"].spent = spent
    table = run(state, action.acting("red"))
    assert [one for one in table.open if one.startswith("u")] == []
    table.answer("0,0")
    assert table.open[:2] == ["u1", "u2"] if asked else table.asked == ["unit:u2"]
    if asked:
        assert [one.sign for one in table.options] == ["pikeman", "builder"]
        assert table.answer("u2").asked == ["unit:u2"]


def test_attacks_say_whom_they_strike() -> None:
    """They begin a fight, so that pages mark them apart; all on the map are linked with the hex of who acts."""
    state = world({"red": ["0,0 pikeman", "-1,0 scout"], "blue": ["1,0 bowman"]})
    offers = on_map(state, "u1")
    (first,) = (one.option() for one in offers if one.grave)
    assert first.id == "1,0"
    assert first.label.says(Text(facts.HOUSE.units["bowman"].name))
    assert first.label.says(place_name(state, "1,0"))
    assert {one.id for one in offers if one.kind == "swap"} == {"-1,0"}
    assert {one.link for one in offers} == {("0,0", one.id) for one in offers}
    state.units["u3"].face = ""
    (hidden,) = (one.option() for one in on_map(state, "u1") if one.grave)
    assert not hidden.label.says(Text(facts.HOUSE.units["bowman"].name))


@pytest.mark.parametrize("edge", range(1, 7))
def test_the_side_of_a_territory_is_told_as_the_map_shows_it(edge: int) -> None:
    """The middle hex of an edge lies where the words of its side are; what is turned there is named."""
    state = fresh()
    assert HEXES[turned((2, -1), edge - CITY_EDGE)] == BETWEEN[edge - 1]
    for place in ("", "0,0"):
        words = turning(state, "t02", edge, place)
        assert words.says(AROUND[edge - 1])
        assert words.says(Text(facts.HOUSE.territories["t02"].name))
