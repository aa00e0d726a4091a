"""Diplomacy: whose areas may be taken, who leaves before, what changes colour."""

from __future__ import annotations

import pytest

from companion.games.conquest_of_zabor.phases.diplomacy import diplomacy, target_refusal
from companion.games.conquest_of_zabor.realm.areas import known_border
from tests.games.conquest_of_zabor.table import play, run, world

LANDS = "home:land:city:red x:land k:land:keep:barbarian far:land y:land"


@pytest.mark.parametrize(
    ("key", "reading", "place", "possible"),
    [
        ("secondary_diplomacy", "anywhere", "far", True),
        ("diplomacy_native", "no-unit", "x", False),
        ("barbarian_area", "pieces-only", "x", False),
    ],
)
def test_readings_of_diplomacy(key: str, reading: str, place: str, possible: bool) -> None:
    """A17, A18, A41."""
    table = play(diplomacy("red", "secondary"), LANDS, "home-x", rulings={key: reading})
    assert (bool(table.questions) and place in table.open) == possible


def test_traits_widen_diplomacy() -> None:
    """Silver Tongues may take an Empire's Rural Area with the secondary; the Master of Coercion acts as with the
    primary and gains 2 Gold."""
    units = {"blue": "y infantry"}
    tongues = play(diplomacy("red", "secondary"), LANDS, "home-y", units, traits={"red": ["silver_tongues"]})
    assert "y" in tongues.open
    state = world(LANDS, "home-k", {"barbarian": "k infantry"})
    state.players["red"].positions, state.beside = ["council", "coercion"], ["crafts"]
    state.players["green"].positions = ["arms"]
    table = run(state, diplomacy("red", "secondary")).answer("k")
    assert table.state.players["red"].gold == 2


@pytest.mark.parametrize(("reading", "left"), [("allowed", 2), ("over-capacity", 3)])
def test_units_that_change_colour_above_capacity(reading: str, left: int) -> None:
    """A45: as many as allowed, or all."""
    units = {"red": "home infantry*4", "blue": "x infantry*3"}
    table = play(diplomacy("red", "primary"), "home:land:city:red x:land", "home-x", units,
                 rulings={"conversion": reading}).answer("x")  # fmt: skip
    assert table.units("x") == {"infantry": left}


@pytest.mark.parametrize(("reading", "barred"), [("entered", []), ("any-harm", ["blue"])])
def test_what_bars_a_trade(reading: str, barred: list[str]) -> None:
    """A49: Diplomacy too, by one reading."""
    table = play(diplomacy("red", "primary"), LANDS, "home-y", {"blue": "y infantry"}, rulings={"trade_bar": reading})
    assert table.answer("y").state.players["red"].barred == barred


def test_of_wounded_and_whole_units_the_taker_chooses_who_joins() -> None:
    """A45: where not all of a type may change colour; the rest is removed."""
    state = world("home:land:city:red x:land", "home-x", {"red": "home cavalry*4", "blue": "x cavalry*3"})
    state.units["u5"].wounds = 1
    table = run(state, diplomacy("red", "primary")).answer("x")
    assert (table.asked, table.questions[0].seat) == (["join"], "red")
    table.answer({"1": 0, "0": 1})
    assert table.over
    assert [one.wounds for one in table.state.units.values() if one.place == "x"] == [0]
    assert not any(one.seat == "blue" for one in table.state.units.values())


def test_units_leave_as_in_movement_and_fight() -> None:
    """A44 by the other reading: all but one may move, and meet a native; then the area changes hands."""
    areas, borders = "home:land:city:red x:land y:land b:land:keep:blue", "home-x x-y x-b"
    table = play(diplomacy("red", "primary"), areas, borders, {"blue": "x infantry*3"},
                 rulings={"evacuation": "normal-move"}).answer("x")  # fmt: skip
    assert (table.asked, table.questions[0].seat) == (["from"], "blue")
    table.answer("x")
    assert table.refused({"infantry": 3})
    table.answer({"infantry": 2}, "y")
    assert table.dice == [4, 2]
    table.answer(1, 0)
    assert table.over
    assert (table.units("y", "blue"), table.units("x")) == ({"infantry": 2}, {"infantry": 1})


def test_an_empire_without_areas_names_no_new_one() -> None:
    """Nothing would be adjacent to it."""
    table = play(diplomacy("red", "primary"), "b:land:keep:blue", charted=False)
    assert table.over
    assert table.said("No area")


@pytest.mark.rule("ZAB-107")
def test_coercion_takes_nothing_from_a_secondary_diplomacy() -> None:
    """A17: where it reaches anywhere it does so for the Master of Coercion, too, but to Rural Areas only."""
    state = world("a:land:city:red far:land keep:land:keep:barbarian", rulings={"secondary_diplomacy": "anywhere"})
    state.players["red"].positions = ["coercion"]
    assert target_refusal(state, "red", "far", "secondary") is None
    assert target_refusal(state, "red", "keep", "secondary") is not None
    assert target_refusal(state, "red", "far", "primary") is not None


def test_what_nobody_knows_to_be_adjacent_is_not_taken_by_a_slip() -> None:
    """It stands apart and is selected first, even where it is the only one; what is chosen is known from then on."""
    state = world("home:land:city:red y:land x:land", "home-y", {"barbarian": "x infantry, y infantry"}, charted=False)
    table = run(state, diplomacy("red", "secondary"))
    options = {one.id: one for one in table.questions[0].part.form.options}  # type: ignore[union-attr]
    assert (options["y"].grave, options["x"].grave) == (False, True)
    assert options["x"].under is not None
    assert known_border(table.answer("x").state, "home", "x") is True
