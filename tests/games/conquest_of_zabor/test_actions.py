"""The Action Cards apart from moving, and what Units, Upgrades and cards may be had."""

from __future__ import annotations

import pytest

from companion.games.conquest_of_zabor import facts
from companion.games.conquest_of_zabor.phases.actions import acquisition, build_army, civilize, council_seat, maritime
from companion.games.conquest_of_zabor.phases.rituals import rituals
from companion.games.conquest_of_zabor.phases.turn import tidy
from companion.games.conquest_of_zabor.realm.areas import controlled
from companion.games.conquest_of_zabor.realm.pieces import roadless
from tests.games.conquest_of_zabor.table import play, run, world

HOME = "home:land:city:red"


@pytest.mark.rule("ZAB-095")
def test_capacity_and_supply_bound_what_is_gained() -> None:
    """Of a type no more than the capacity allows."""
    table = play(build_army("red", "primary"), HOME, units={"red": "home infantry*4"}, gold={"red": 99})
    assert "0 to 1" in table.refused({"infantry": 2})


def test_one_step_in_each_area() -> None:
    """By the other reading of A19."""
    table = play(civilize("red", "primary"), "a:land b:land", units={"red": "a infantry, b infantry"}, gold={"red": 40},
                 rulings={"steps": "one-step"}).answer("keep", "a")  # fmt: skip
    assert "city" not in table.open
    table.answer("keep")
    assert table.open == ["b"]


@pytest.mark.rule("ZAB-102")
def test_the_secondary_civilize() -> None:
    """A free Keep, or up to 4 for Gold."""
    areas, units = "a:land b:land", {"red": "a infantry, b infantry"}
    free = play(civilize("red", "secondary"), areas, units=units, gold={"red": 8}).answer("free", "b")
    assert free.state.areas["b"].upgrade == "keep"
    poor = play(civilize("red", "secondary"), areas, units=units, gold={"red": 1}).answer("b")
    assert poor.state.areas["b"].upgrade == "keep"
    table = play(civilize("red", "secondary"), areas, units=units, gold={"red": 8}).answer("buy", "keep", "a")
    assert table.open == ["done", "keep"]
    assert table.answer("keep", "b").state.players["red"].gold == 0


@pytest.mark.rule("ZAB-088")
@pytest.mark.rule("ZAB-089")
@pytest.mark.rule("ZAB-156")
@pytest.mark.rule("ZAB-090")
@pytest.mark.rule("ZAB-133")
def test_acquisition() -> None:
    """Twice 3 cards from either deck, 1 of each kept; once with the secondary."""
    house = [f"house_of_the_{one}" for one in ("plough", "anchor", "hammer")]
    relics = ["crown_of_oaths", "coral_horn", "ash_staff"]
    asked = play(acquisition("red", "primary"), HOME).answer("dynasty", house).questions[0]
    assert [one.id for one in asked.part.form.options] == house  # so that a page shows them once
    table = play(acquisition("red", "primary"), HOME).answer("dynasty", house, house[1], "artifact", relics, relics[0])
    player = table.state.players["red"]
    assert (player.dynasty, player.artifact) == (["house_of_the_anchor"], ["crown_of_oaths"])
    assert table.state.discards["dynasty"] == [house[0], house[2]]
    assert play(acquisition("red", "secondary"), HOME).answer("dynasty", house, house[0]).over


def test_several_position_cards() -> None:
    """A16: a fourth is not kept; by the other reading the old one goes to the former holder."""
    state = world(HOME)
    state.players["red"].positions, state.players["blue"].positions = ["council", "arms", "coercion"], ["events"]
    state.players["green"].positions, state.beside = [], ["crafts"]
    table = run(state, council_seat("red", "secondary")).answer("crafts")
    assert set(table.open) == {"arms", "coercion", "crafts"}
    table.answer("arms")
    assert table.state.beside == ["arms"]
    one = play(council_seat("red", "primary"), HOME, rulings={"positions": "one-only"}).answer("events")
    assert one.state.players["blue"].positions == ["council"]


def test_a_dynasty_protects_position_cards() -> None:
    """Not with a secondary Council Seat."""
    state = world(HOME)
    state.players["blue"].dynasty = ["house_of_the_seal"]
    assert "protects" in run(state, council_seat("red", "secondary")).refused("events")
    assert "events" in run(state, council_seat("red", "primary")).open


# ---- Rituals


@pytest.mark.rule("ZAB-113")
@pytest.mark.rule("ZAB-155")
@pytest.mark.rule("ZAB-177")
@pytest.mark.rule("ZAB-136")
def test_rituals_draw_and_play() -> None:
    """2 cards of either deck, any number played before and after."""
    table = play(rituals("red", "primary"), HOME).answer("destiny", ["buried_hoard"], "sorcery", ["silver_rain"])
    assert table.asked == ["play:after"]
    table.answer("destiny:buried_hoard", "sorcery:silver_rain")
    assert table.over
    assert table.state.players["red"].gold == 11
    assert table.state.discards == {"destiny": ["buried_hoard"], "sorcery": ["silver_rain"]}


@pytest.mark.rule("ZAB-114")
@pytest.mark.rule("ZAB-115")
def test_rituals_without_a_draw() -> None:
    """1 with the secondary; with none drawn cards of traits still come."""
    table = play(rituals("red", "secondary"), HOME, traits={"red": ["oracles"]}).answer("none")
    assert table.asked == ["draw:destiny"]
    table.answer(["volunteers"], "done")
    assert table.over
    assert table.state.players["red"].destiny == ["volunteers"]


@pytest.mark.parametrize(("reading", "plays"), [("both", True), ("primary-only", False)])
def test_cards_in_a_secondary_rituals(reading: str, plays: bool) -> None:
    """A27."""
    state = world(HOME, rulings={"rituals": reading})
    state.players["red"].destiny = ["buried_hoard"]
    table = run(state, rituals("red", "secondary"))
    assert (table.asked == ["play:before"]) == plays


@pytest.mark.rule("ZAB-137")
def test_an_executed_action() -> None:
    """Second Wind carries out a secondary Campaign at once, with its battles, without an Envoy."""
    state = world("home:land:city:red b:land", "home-b", {"red": "home cavalry"})
    state.players["red"].destiny = ["second_wind"]
    table = run(state, rituals("red", "primary")).answer("destiny:second_wind", "home", "b")
    assert table.dice == [4, 2]
    table.answer(1, 0)
    assert table.asked == ["deck"]


@pytest.mark.rule("ZAB-154")
@pytest.mark.rule("ZAB-176")
@pytest.mark.rule("ZAB-144")
def test_hands_are_cut_to_three() -> None:
    """When an action is finished, whoever's it was."""
    state = world(HOME)
    state.players["blue"].sorcery = ["rain_of_fire", "mists", "fear", "fear"]
    state.players["green"].destiny = ["volunteers"] * 2 + ["open_hand"] * 2
    table = run(state, tidy()).answer(["rain_of_fire"], ["open_hand.3"])
    assert table.state.players["blue"].sorcery == ["mists", "fear", "fear"]
    assert table.state.players["green"].destiny == ["volunteers", "volunteers", "open_hand"]


# ---- places and income


@pytest.mark.rule("ZAB-064")
@pytest.mark.rule("ZAB-066")
@pytest.mark.rule("ZAB-141")
@pytest.mark.rule("ZAB-150")
def test_control() -> None:
    """By Units or an Upgrade; a Civilized Area without Units too, a Rural one not."""
    state = world("a:land b:land:keep:red c:land s:sea", units={"red": "a infantry, s fleet"})
    assert controlled(state, "red") == ["a", "b", "s"]


@pytest.mark.rule("ZAB-132")
@pytest.mark.rule("ZAB-124")
def test_fleets_beside_civilized_areas() -> None:
    """Not where Units of another colour are, unless the reading allows it."""
    areas, borders, units = "home:coast:city:red s:sea t:sea", "home-s home-t", {"blue": "s fleet"}
    table = play(maritime("red", "primary"), areas, borders, units, gold={"red": 6}).answer("buy")
    assert table.open == ["t"]
    other = play(maritime("red", "primary"), areas, borders, units, gold={"red": 6}, rulings={"placing": "battle"})
    other.answer("buy")
    assert other.open == ["s", "t"]


def test_an_empire_without_cities_and_roads_of_each_colour() -> None:
    """A53: Land Units go to any own Land Area; A46: one Road, or one of each colour."""
    state = world("a:land:road", units={"blue": "a cavalry"})

    table = run(state, build_army("blue", "secondary")).answer("free", {"infantry": 1})
    assert table.units("a", "blue") == {"cavalry": 1, "infantry": 1}
    assert roadless(state, "blue") == []
    state.rulings["road_count"] = "road-per-colour"
    assert roadless(state, "blue") == ["a"]


@pytest.mark.rule("ZAB-182")
@pytest.mark.rule("ZAB-184")
@pytest.mark.rule("ZAB-185")
@pytest.mark.rule("ZAB-186")
@pytest.mark.rule("ZAB-187")
@pytest.mark.rule("ZAB-188")
def test_every_unit_is_as_the_document_says() -> None:
    """Strength, Move, Wounds, price."""
    found = {name: (one.strength, one.move, one.wounds, one.price) for name, one in facts.UNITS.items()}
    assert found == {"auxiliary": (0, 2, 1, 2), "infantry": (2, 2, 1, 4), "cavalry": (4, 3, 2, 8),
                     "sorcerer": (6, 2, 3, 12), "fleet": (2, 2, 1, 6)}  # fmt: skip


def test_no_more_units_are_offered_than_there_is_gold_for() -> None:
    """The limit of a row is what can be paid; what cannot be had at all is shut with its reason, free or bought."""
    area, gold = "a:land:city:red b:land:city:red c:land:metropol:red", facts.NUMBER["free"]
    for slot, answers in (("primary", ()), ("secondary", ("free",))):
        table = play(build_army("red", slot), area, gold={"red": gold})
        for one in answers:
            table.answer(one)
        rows = {row.id: row for row in table.questions[0].part.form.rows}  # type: ignore[union-attr]
        assert all(row.cost * row.high <= gold for row in rows.values() if row.refusal is None)
        assert [row.id for row in rows.values() if row.refusal] == [row.id for row in rows.values() if row.cost > gold]
        assert "sorcerer" not in table.open


def test_what_cannot_be_built_says_what_it_needs() -> None:
    """Each piece for its own reason."""
    table = play(civilize("red", "primary"), "a:land:city:red b:land", "a-b", gold={"red": 30})
    reasons = {one.id: str(one.refusal.reason) for one in table.options if one.refusal is not None}
    assert set(reasons) == {"keep", "city"}
    assert len(set(reasons.values())) == 2


def test_what_only_one_answer_fits_is_not_asked() -> None:
    """Who must buy, and can buy one Unit only, has it."""
    gold = {"red": facts.UNITS["auxiliary"].price}
    table = play(build_army("red", "primary"), "a:land:city:red", gold=gold, rulings={"must": "must"})
    assert table.over or table.asked != ["army"]
