"""Secret missions: buying, accomplishing, what each asks for."""

from __future__ import annotations

import pytest

from companion.engine.core.effects import Draw
from companion.games.multiverse_war.fighting.losses import did
from companion.games.multiverse_war.phases import action, build, missions, setup
from companion.games.multiverse_war.world import facts
from companion.games.multiverse_war.world.state import WarState
from tests.games.multiverse_war.table import run, world

HOME = "red settlement 0,0+1,0+0,1+1,-1+0,-1"


@pytest.mark.rule("MVW-273", "MVW-274", "MVW-275", "MVW-276")
def test_v43_buying_missions() -> None:
    """3, 5 and 7 gold, one goes back, only of an age that is reached, never more than two."""
    state = world(gold=5)
    state.players["red"].missions = ["m101", "m102"]
    table = run(state, build.build("red")).answer("mission")
    assert table.open == ["age1", build.BACK]
    assert "age 2" in table.refusal("age2")
    table.answer("age1", "m101")
    assert table.runner.notes[-1].to == "red", "others would read in the log which mission went back"
    table.answer("m105")
    player = table.state.players["red"]
    assert (player.missions, player.gold) == (["m102", "m105"], 2)
    assert facts.NUMBERS["mission"] == {"hand": 2, "price": [3, 5, 7]}


@pytest.mark.rule("MVW-234", "MVW-277", "MVW-278")
def test_an_accomplished_mission() -> None:
    """It is shown, brings its points, or gold, or nothing (A34); where the next card comes from (A74)."""
    for settings, rulings, points, gold in (
        ({"mode": "turns"}, {}, 3, 0),
        ({}, {}, 0, 3),
        ({}, {"reward": "no-reward"}, 0, 0),
    ):
        state = world(settings=settings, rulings=rulings)
        state.players["red"].missions = ["m101"]
        did(state.players["red"], "kills", 2)
        table = run(state, action.settle("red"))
        assert table.questions[0].part.about == "mission:1"
        table.answer("m103")
        player = table.state.players["red"]
        assert (player.accomplished, player.missions, player.points, player.gold) == (["m101"], ["m103"], points, gold)
    state = world(learned=["lancer"], rulings={"mission_deck": "highest-age"})
    state.players["red"].missions = ["m101"]
    did(state.players["red"], "kills", 2)
    assert run(state, action.settle("red")).questions[0].part.about == "mission:2"


@pytest.mark.rule("MVW-271", "MVW-260")
def test_missions_of_three_ages() -> None:
    """Eight of each, one function each."""
    ages = [one.age for one in facts.HOUSE.missions.values()]
    assert [ages.count(age) for age in facts.AGES] == [8, 8, 8]
    assert set(missions.NEEDS) == set(facts.HOUSE.missions)


def accomplished(name: str, state: WarState) -> bool:
    return missions.NEEDS[name][1](state, state.players["red"])


def test_each_mission() -> None:
    """Not at the beginning, and then when what it asks for is so."""
    empty = world()
    assert [name for name in missions.NEEDS if accomplished(name, empty)] == []
    hills = world(
        {"red": ["0,0 bowman", "1,0 scout", "2,0 pikeman"]}, ground={"0,0": "hill", "1,0": "hill", "2,0": "hill"}
    )
    assert accomplished("m105", hills)
    towers = world({"red": ["0,0 bowman", "3,0 scout"]}, buildings=["red barracks 0,0", "red barracks 3,0"])
    assert accomplished("m104", towers)
    gates = world({"red": ["1,0 bowman", "0,1 scout", "-1,0 pikeman"]}, buildings=["blue settlement 0,0"])
    assert accomplished("m206", gates)
    built = world(
        buildings=[f"red {kind} {n},0 3" for n, kind in enumerate(["fortress", "academy", *["barracks"] * 4])]
    )
    assert [accomplished(name, built) for name in ("m207", "m306", "m308")] == [True, True, True]
    roads = world(buildings=["red settlement 0,0", "red barracks 1,0", "red academy 2,0", "red academy 3,0"])
    assert accomplished("m203", roads)
    quarry = world({"red": ["0,0 bowman", "1,0 scout"]})
    quarry.hexes["0,0"].quarry = quarry.hexes["1,0"].quarry = True
    assert accomplished("m304", quarry)
    counted = world({"red": ["0,0 redmane"]}, gold=12, learned=["bowman", "rifleman", "dragoon", "lancer", "artillery"])
    player = counted.players["red"]
    player.kills, player.roads, player.heroes["redmane"].level = {"bowman": 2}, 4, 5
    for deed, n in (
        ("kills", 2),
        ("revealed", 3),
        ("civilians", 1),
        ("razed", 1),
        ("heroes", 1),
        ("higher", 1),
        ("razed_high", 1),
        ("settlement_turn", 2),
        ("kills_turn", 3),
    ):
        did(player, deed, n)
    names = [
        "m101",
        "m102",
        "m103",
        "m106",
        "m107",
        "m108",
        "m201",
        "m202",
        "m204",
        "m205",
        "m208",
        "m301",
        "m302",
        "m303",
        "m305",
        "m307",
    ]
    assert [name for name in names if not accomplished(name, counted)] == []


@pytest.mark.rule("MVW-273")
def test_a_mission_that_goes_back_is_not_drawn_again() -> None:
    """The new one is drawn first; from a deck without cards nothing can be bought."""
    state = world(gold=9, buildings=[HOME])
    state.players["red"].missions = ["m101", "m102"]
    table = run(state, build.build("red")).answer("mission", "age1", "m101")
    assert "m101" not in [card.id for card in table.questions[0].part.deck]
    table.answer("m104")
    assert table.state.players["red"].missions == ["m102", "m104"]
    assert "m101" in [one.id for one in setup.deck_of(table.state, 1)]
    state.players["blue"].accomplished = [f"m10{n}" for n in range(3, 9)]
    assert run(state, build.build("red")).refusal("mission")


def test_decoys_watch_no_hills() -> None:
    """A decoy is no unit."""
    ground = {"0,0": "hill", "1,0": "hill", "2,0": "hill"}
    assert not accomplished("m105", world({"red": ["0,0 bowman", "1,0 scout", "2,0 decoy"]}, ground=ground))


def test_a_mission_says_what_it_wants_where_it_is_drawn_and_given_back() -> None:
    """Its text stands on the card to draw and in the line afterwards."""
    state = world(gold=5)
    state.players["red"].missions = ["m101", "m102"]
    table = run(state, build.build("red")).answer("mission", "age1")
    assert all(one.detail is not None and facts.HOUSE.missions[one.id].text in str(one.detail)
               for one in table.options if one.id != build.BACK)  # fmt: skip
    table.answer("m101")
    drawn = table.questions[0].part
    assert isinstance(drawn, Draw)
    assert {card.id: str(card.detail) for card in drawn.deck} == {
        card.id: facts.HOUSE.missions[card.id].text for card in drawn.deck
    }
    table.answer("m105")
    assert any(facts.HOUSE.missions["m105"].text in str(one.text) for one in table.runner.notes)
