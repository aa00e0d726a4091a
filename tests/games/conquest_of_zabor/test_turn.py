"""Set-up, the phases of a turn, trade, Victory Points and the end."""

from __future__ import annotations

from random import Random

import pytest

from companion.engine.core.questions import sample
from companion.games.conquest_of_zabor import GAME, facts
from companion.games.conquest_of_zabor.areas import council
from companion.games.conquest_of_zabor.effects import price, stat
from companion.games.conquest_of_zabor.setup import (
    barbarian_keep,
    choose_start,
    deal_positions,
    deal_traits,
    draft,
    reveal_traits,
    start_effects,
)
from companion.games.conquest_of_zabor.turn import (
    act,
    end_turn,
    event,
    heal,
    lay_track,
    place_envoy,
    take_income,
    turn,
)
from companion.games.conquest_of_zabor.victory import played_ages, reveal
from tests.games.conquest_of_zabor.table import play, run, world

FIVE = ("red", "blue", "green", "yellow", "purple")


# ---- set-up


@pytest.mark.rule("ZAB-001")
@pytest.mark.rule("ZAB-009")
@pytest.mark.rule("ZAB-010")
@pytest.mark.rule("ZAB-011")
@pytest.mark.rule("ZAB-012")
@pytest.mark.rule("ZAB-172")
@pytest.mark.rule("ZAB-022")
@pytest.mark.rule("ZAB-023")
@pytest.mark.rule("ZAB-162")
@pytest.mark.rule("ZAB-213")
@pytest.mark.parametrize(("players", "envoys"), [(3, 3), (4, 2), (5, 2)])
def test_v04_positions_and_envoys(players: int, envoys: int) -> None:
    """The Council and Events are always dealt; 4 Gold; 3 Envoys with 3 players, else 2."""
    state = world(seats=FIVE[:players])
    for player in state.players.values():
        player.positions = []
    table = run(state, deal_positions())
    rng = Random(4)
    while not table.over:
        table.runner.answer(table.questions[0].key, sample(table.questions[0].part, rng))
    dealt = [one for player in table.state.players.values() for one in player.positions]
    assert {facts.COUNCIL, facts.EVENTS} <= set(dealt)
    assert (len(dealt), len(table.state.beside)) == (players, 5 - players)
    assert {(player.envoys, player.gold) for player in table.state.players.values()} == {(envoys, 4)}
    assert GAME.players == (3, 4, 5)


@pytest.mark.rule("ZAB-013")
@pytest.mark.rule("ZAB-014")
@pytest.mark.rule("ZAB-015")
@pytest.mark.rule("ZAB-006")
def test_v06_the_draft() -> None:
    """5 cards each, one kept under seal, the rest passed clockwise; 4 kept, the fifth goes back."""
    state, names = world(), list(facts.HOUSE.cards["trait"])
    seats, hands = state.seats, {}
    for n, seat in enumerate(seats):
        hands[seat] = names[5 * n : 5 * n + 5]
        state = run(state, deal_traits(seat)).answer(hands[seat]).state
    table = run(state, draft())
    assert [one.sealed for one in table.questions] == [True] * 3
    for seat in seats:
        question = next(one for one in table.questions if one.seat == seat)
        table.runner.answer(question.key, hands[seat][0])
    assert table.state.players["blue"].passing == hands["red"][1:]
    assert table.state.players["red"].kept == [hands["red"][0]]
    for _ in range(3):
        table = run(table.state, draft())
        while not table.over:
            question = table.questions[0]
            table.runner.answer(question.key, sample(question.part, Random(1)))
    table = run(table.state, reveal_traits())
    kept = [one for player in table.state.players.values() for one in player.traits]
    assert len(set(kept)) == 12
    assert all(not player.passing and not player.kept for player in table.state.players.values())


@pytest.mark.rule("ZAB-016")
@pytest.mark.rule("ZAB-017")
@pytest.mark.rule("ZAB-018")
@pytest.mark.rule("ZAB-019")
@pytest.mark.rule("ZAB-020")
@pytest.mark.rule("ZAB-146")
@pytest.mark.rule("ZAB-166")
@pytest.mark.rule("ZAB-167")
@pytest.mark.rule("ZAB-175")
@pytest.mark.rule("ZAB-024")
def test_v03_a_coastal_start() -> None:
    """The area is named from the group's own map; a Fleet starts in an adjacent Sea Area."""
    table = play(choose_start("red"), charted=False).answer("new", "Cove", {"kind": "coast", "region": "south"})
    table.answer("new", "Bay", {"kind": "sea"})
    area = table.state.areas["a1"]
    assert (area.upgrade, area.holder, len(area.roads)) == ("city", "red", 1)
    assert table.units("a1") == {"sorcerer": 1, "cavalry": 1, "infantry": 1, "auxiliary": 1}
    assert table.units("a2") == {"fleet": 1}


@pytest.mark.rule("ZAB-021")
def test_v03_an_inland_start() -> None:
    """A second Cavalry, no Fleet; the next player cannot start there."""
    table = play(choose_start("red"), "a:land b:land").answer("a")
    assert table.units("a") == {"sorcerer": 1, "cavalry": 2, "infantry": 1, "auxiliary": 1}
    assert run(table.state, choose_start("blue")).open == ["b"]


def test_traits_add_to_the_start() -> None:
    """A Dynasty of three, Roads beside the start, a Fleet."""
    state = world(
        "a:coast:city:red s:sea b:land", "a-s a-b", traits={"red": ["old_blood", "road_wardens", "grand_admirals"]}
    )
    state.players["red"].home = "a"
    cards = ["house_of_the_plough", "house_of_the_anchor", "house_of_the_hammer"]
    table = run(state, start_effects("red")).answer(cards, ["2"], "b", "none", "s")
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


@pytest.mark.rule("ZAB-002")
@pytest.mark.rule("ZAB-026")
@pytest.mark.rule("ZAB-029")
@pytest.mark.rule("ZAB-181")
@pytest.mark.parametrize(
    ("length", "per_age", "turns"),
    [("short", "2", 4), ("medium", "2", 6), ("long", "2", 8), ("long", "3", 12), ("long", "4", 16)],
)
def test_v05_length(length: str, per_age: str, turns: int) -> None:
    """Ages times VP cards of each age."""
    assert world(settings={"length": length, "per_age": per_age}).turns == turns


@pytest.mark.rule("ZAB-027")
@pytest.mark.rule("ZAB-028")
@pytest.mark.rule("ZAB-032")
@pytest.mark.rule("ZAB-049")
@pytest.mark.rule("ZAB-050")
@pytest.mark.rule("ZAB-161")
@pytest.mark.rule("ZAB-007")
def test_v47_one_card_a_turn_and_the_end() -> None:
    """Age by age; with the last card up the game ends after this turn."""
    state = world()
    state.turn = 0
    for n, name in enumerate(("wide_frontier", "full_chests", "twin_cities", "trial_of_arms")):
        table = run(state, reveal())
        assert len(state.face_up) == n
        table.answer([name])
        state = table.state
        ended = run(state, end_turn())
        assert ended.runner.result == (n < 3)
        state = ended.state
    assert state.face_up[-1] == "trial_of_arms"


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
    """All 8 Action Cards in the order that the Master of the Council likes."""
    table = play(lay_track())
    assert "8 to 8" in table.refused(["campaign"])
    order = list(facts.ACTIONS)[::-1]
    assert table.answer(order).state.track == order


@pytest.mark.rule("ZAB-022")
@pytest.mark.rule("ZAB-035")
@pytest.mark.rule("ZAB-034")
def test_v02_first_income() -> None:
    """4 + 4 Gold with only the City of the start."""
    assert play(take_income("red"), "a:land:city:red", gold={"red": 4}).state.players["red"].gold == 8


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
    table = play(event(), "a:land b:land c:land:keep:red", units={"red": "a infantry"}).answer(drawn, "good_harvest")
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


@pytest.mark.rule("ZAB-041")
@pytest.mark.rule("ZAB-159")
@pytest.mark.rule("ZAB-136")
def test_v48_actions_from_left_to_right() -> None:
    """The primary of a card before its secondary; the Envoy is removed."""
    state = world("a:land:city:red b:land:city:blue")
    state.track = list(facts.ACTIONS)
    state.spaces[1], state.spaces[2], state.spaces[3] = "red", "blue", "green"
    asked = []
    for _ in range(3):
        table = run(state, act())
        asked.append(table.questions[0].seat if not table.over else table.state.active)
        while not table.over:
            table.runner.answer(table.questions[0].key, sample(table.questions[0].part, Random(3)))
        state = table.state
    assert asked == ["red", "blue", "green"]
    assert set(state.spaces) == {""}
    assert run(state, act()).runner.result is False


@pytest.mark.rule("ZAB-046")
@pytest.mark.rule("ZAB-061")
def test_v34_heal() -> None:
    """The Sorcerer is whole again, the Monster is not."""
    state = world("a:land:city:red", units={"red": "a sorcerer cliff_dragon"})
    for one in state.units.values():
        one.wounds = 2
    assert [one.wounds for one in run(state, heal()).state.units.values()] == [0, 2]


@pytest.mark.rule("ZAB-171")
def test_ten_phases_in_order() -> None:
    """From the track to the end, whatever is done in them."""
    state = world("a:land:city:red b:land:city:blue c:land:city:green s:sea", "a-b b-c")
    seen, rng = [], Random(5)
    table = run(state, turn())
    while not table.over and table.state.turn == 1:
        question = table.questions[0]
        table.runner.answer(question.key, sample(question.part, rng))
        if table.state.phase not in seen[-1:]:
            seen.append(table.state.phase)
    order = [
        "Place Action Cards",
        "Income",
        "Events",
        "Place Envoys",
        "Actions",
        "Warfare",
        "Trade",
        "Heal",
        "Victory Points",
        "End",
    ]
    assert seen == [one for one in order if one in seen]
    assert {"Place Envoys", "Actions"} <= set(seen)


@pytest.mark.parametrize(("reading", "first"), [("at-once", "blue"), ("next-turn", "red")])
def test_the_council_changes_hands(reading: str, first: str) -> None:
    """A43."""
    state = world(rulings={"order": reading})
    state.order = ["red", "blue", "green"]
    state.players["red"].positions, state.players["blue"].positions = [], ["council", "events"]
    assert council(state)[0] == first
