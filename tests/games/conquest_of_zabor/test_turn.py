"""Set-up, the phases of a turn, trade, Victory Points and the end."""

from __future__ import annotations

from random import Random

import pytest

from companion.engine.core.questions import sample
from companion.games.conquest_of_zabor import facts
from companion.games.conquest_of_zabor.phases.setup import (
    barbarian_keep,
    start_effects,
)
from companion.games.conquest_of_zabor.phases.turn import (
    end_turn,
    event,
    lay_track,
    place_envoy,
    take_income,
    turn,
)
from companion.games.conquest_of_zabor.phases.victory import played_ages, reveal
from companion.games.conquest_of_zabor.realm.areas import council
from companion.games.conquest_of_zabor.realm.effects import price, stat
from companion.games.conquest_of_zabor.wording import NAMES, some
from tests.games.conquest_of_zabor.table import play, run, world

FIVE = ("red", "blue", "green", "yellow", "purple")


# ---- set-up


def test_traits_add_to_the_start() -> None:
    """A Dynasty of three, Roads beside the start, a Fleet."""
    state = world(
        "a:coast:city:red s:sea b:land", "a-s a-b", traits={"red": ["old_blood", "road_wardens", "grand_admirals"]}
    )
    state.players["red"].home = "a"
    cards = ["house_of_the_plough", "house_of_the_anchor", "house_of_the_hammer"]
    table = run(state, start_effects("red")).answer(cards, cards[2], "b", "none", "s")
    assert table.state.players["red"].dynasty == ["house_of_the_hammer"]
    assert table.state.areas["b"].roads == ["red"]
    assert table.units("s") == {"fleet": 1}


@pytest.mark.rule("ZAB-025")
@pytest.mark.rule("ZAB-030")
def test_a_barbarian_keep() -> None:
    """With 1 Infantry on an empty area."""
    table = play(barbarian_keep("red"), "a:land:city:red b:land")
    assert table.open == ["b"]
    table.answer("b")
    assert (table.state.areas["b"].upgrade, table.state.areas["b"].holder) == ("keep", "barbarian")
    assert table.units("b", "barbarian") == {"infantry": 1}


# ---- VP cards and length


@pytest.mark.parametrize(("reading", "ages"), [("first", (1, 2)), ("last-ages", (3, 4))])
def test_which_ages(reading: str, ages: tuple[int, ...]) -> None:
    """A14."""
    assert played_ages(world(rulings={"ages": reading})) == ages


def test_vp_cards_shuffled_together() -> None:
    """A38: any of the played ages may come."""
    state = world(rulings={"vp_order": "shuffled"})
    state.turn = 0
    table = run(state, reveal()).answer(["twin_cities"])
    assert table.state.face_up == ["twin_cities"]


# ---- phases


@pytest.mark.rule("ZAB-033")
@pytest.mark.rule("ZAB-116")
def test_the_track() -> None:
    """All 8 Action Cards in the order that the Master of the Council likes, or as in the turn before."""
    table = play(lay_track())
    order = list(facts.ACTIONS)[::-1]
    assert table.answer(*order[:-1]).state.track == order
    state = world("a:land")
    state.track = order
    assert run(state, lay_track()).answer("same").state.track == order


def test_cards_in_the_income_phase() -> None:
    """A free Road of the Master of Crafts, a free Auxiliary of the Militia."""
    state = world("a:land:city:red", traits={"red": ["militia"]})
    state.players["red"].positions, state.players["green"].positions = ["council", "crafts"], ["arms"]
    state.beside = ["coercion"]
    table = run(state, take_income("red")).answer("a")
    assert table.units("a") == {"auxiliary": 1}
    assert table.state.areas["a"].roads == ["red"]


@pytest.mark.parametrize(("reading", "asks"), [("returns", True), ("no-return", False), ("out", False)])
def test_an_empire_without_areas(reading: str, asks: bool) -> None:
    """A53: 1 Infantry on an empty Land Area, or not; or its Envoys are left out."""
    table = play(take_income("red"), "a:land b:land:keep:blue", rulings={"fallen": reading})
    assert (not table.over) == asks
    if asks:
        assert table.open == ["none", "a"]
        assert table.answer("a").units("a") == {"infantry": 1}
    state = world("a:land:keep:blue c:land:keep:green", rulings={"fallen": reading})
    state.track = list(facts.ACTIONS)
    assert run(state, place_envoy()).questions[0].seat == ("blue" if reading == "out" else "red")


@pytest.mark.rule("ZAB-036")
@pytest.mark.rule("ZAB-037")
@pytest.mark.rule("ZAB-038")
@pytest.mark.rule("ZAB-160")
def test_an_event() -> None:
    """1 of 3 is played: its effect for each player, then Barbarians where the Master of Events likes."""
    drawn = ["good_harvest", "hill_forts", "sea_wolves"]
    table = play(event(), "a:land b:land c:land:keep:red", units={"red": "a infantry"})
    assert all(card.detail for card in table.questions[0].part.deck)  # type: ignore[union-attr]
    table.answer(drawn)
    assert all(str(some(n, NAMES[kind])) in str(option.detail) for option in table.options
               for kind, n in facts.HOUSE.cards["event"][option.id].pieces.items())  # fmt: skip
    table.answer("good_harvest")
    assert table.open == ["b"]
    table.answer("b")
    assert table.units("b", "barbarian") == {"infantry": 1}
    assert table.state.players["red"].gold == 1
    forts = play(event(), "a:land b:land").answer(drawn, "hill_forts", "a", "b")
    assert (forts.state.areas["a"].upgrade, forts.state.areas["a"].holder) == ("keep", "barbarian")


@pytest.mark.rule("ZAB-038")
def test_barbarians_must_be_placed() -> None:
    """Where a Barbarian Area is left the Master of Events cannot keep them off the map; where none is they are."""
    drawn = ["good_harvest", "hill_forts", "sea_wolves"]
    table = play(event(), "a:land b:land:keep:red").answer(drawn, "good_harvest")
    assert table.open == ["a"]
    table.refused("none")
    table = play(event(), "a:land:keep:red").answer(drawn, "good_harvest")
    assert table.over
    assert not any(one.seat == "barbarian" for one in table.state.units.values())


def test_an_event_for_the_turn() -> None:
    """Prices, Moves and trades change until the turn ends."""
    drawn = ["wandering_smiths", "calm_seas", "warlords_banner"]
    for name in drawn:
        table = play(event(), "a:land s:sea").answer(drawn, name)
        while not table.over:
            table.answer("a" if "a" in table.open else "s")
        state = table.state
        assert price(state, "red", "infantry") == (3 if name == "wandering_smiths" else 4)
        assert stat(state, "barbarian", "fleet", "move") == (3 if name == "calm_seas" else 2)
        assert stat(state, "barbarian", "infantry", "strength") == (3 if name == "warlords_banner" else 2)
        assert stat(state, "red", "infantry", "strength") == 2
        assert run(state, end_turn()).state.lasting == []


@pytest.mark.rule("ZAB-039")
@pytest.mark.rule("ZAB-040")
@pytest.mark.rule("ZAB-158")
@pytest.mark.rule("ZAB-069")
def test_envoys_one_at_a_time() -> None:
    """Clockwise from the Master of the Council; a space takes one."""
    state = world()
    state.track = list(facts.ACTIONS)
    for seat, space in (
        ("red", "campaign:primary"),
        ("blue", "campaign:secondary"),
        ("green", "rituals:primary"),
        ("red", ""),
    ):
        table = run(state, place_envoy())
        assert table.questions[0].seat == seat
        if space:
            state = table.answer(space).state
    assert "Blue has an Envoy there" in table.refused("campaign:secondary")


@pytest.mark.rule("ZAB-171")
def test_ten_phases_in_order() -> None:
    """From the track to the end, whatever is done in them."""
    state = world("a:land:city:red b:land:city:blue c:land:city:green s:sea", "a-b b-c")
    seen, rng = [], Random(5)
    table = run(state, turn())
    while not table.over and table.state.turn == 1:
        question = table.questions[0]
        table.runner.answer(question.key, sample(question.part, rng))
        if table.state.turn == 1 and table.state.phase and table.state.phase not in seen[-1:]:
            seen.append(table.state.phase)
    assert seen == [one for one in facts.PHASES if one in seen]
    assert {facts.PHASES[3], facts.PHASES[4]} <= set(seen)


@pytest.mark.parametrize(("reading", "first"), [("at-once", "blue"), ("next-turn", "red")])
def test_the_council_changes_hands(reading: str, first: str) -> None:
    """A43."""
    state = world(rulings={"order": reading})
    state.order = ["red", "blue", "green"]
    state.players["red"].positions, state.players["blue"].positions = [], ["council", "events"]
    assert council(state)[0] == first
