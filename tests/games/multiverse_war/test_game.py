"""The whole game: set-up, turns, missions, gifts and treaties, every way to win, play with the map on the table."""

from __future__ import annotations

from typing import Any

import pytest

from companion.engine.core.rules import book
from companion.engine.core.rulings import settled
from companion.games.multiverse_war import GAME
from companion.games.multiverse_war.fighting.aiming import attack_refusal
from companion.games.multiverse_war.fighting.losses import did, raze, record, unlock
from companion.games.multiverse_war.phases import action, build, revenue, setup, turn, victory
from companion.games.multiverse_war.phases.setup import layout_for, new_state
from companion.games.multiverse_war.readers.board import board
from companion.games.multiverse_war.world import facts
from companion.games.multiverse_war.world.state import Treaty, Unit, WarState
from companion.games.multiverse_war.world.units import allies, own_age
from tests.games.multiverse_war.table import run, world

HOME = "red settlement 0,0+1,0+0,1+1,-1+0,-1"
FOUR = ("red", "blue", "teal", "orange")


def fresh(seats: tuple[str, ...] = ("red", "blue"), rulings: dict[str, str] | None = None, **settings: str) -> WarState:
    state = new_state(seats, settings)
    state.rulings = settled(GAME.rulings, rulings or {})
    return state


def through(rule: Any) -> None:
    """Run a generator that asks nothing."""
    for _one in rule:
        pass


# ---- set-up


@pytest.mark.rule("MVW-001", "MVW-013", "MVW-014", "MVW-241", "MVW-250", "MVW-031")
@pytest.mark.parametrize(
    ("seats", "settings", "tiles"),
    [(2, {}, 5), (2, {"layout": "alternate_duel"}, 7), (3, {}, 10), (4, {}, 10), (4, {"teams": "teams"}, 10)],
)
def test_layouts(seats: int, settings: dict[str, str], tiles: int) -> None:
    """So many territories face down, five hexes of each city, none over another."""
    state = fresh(FOUR[:seats], **settings)
    assert len(state.tiles) == tiles
    assert len(state.hexes) == 19 * tiles + 5 * seats
    assert all(len(one.places) == 5 for one in state.buildings.values())
    assert all(not here.ground for here in state.hexes.values() if here.tile >= 0)
    assert GAME.players == (2, 3, 4)
    assert layout_for(seats, settings).players in (2, 4)


@pytest.mark.rule("MVW-017", "MVW-018", "MVW-019", "MVW-020", "MVW-024", "MVW-025", "MVW-026", "MVW-272", "MVW-289")
def test_v18_set_up() -> None:
    """Three free units into the settlement, two missions, no gold; the lower roll wins and chooses; not both."""
    table = run(fresh(), setup.set_up())
    assert table.refused({"scout": 2})
    assert table.refused({"scout": 2, "bowman": 2})
    assert table.refused({"lancer": 1, "scout": 2})
    for kinds in ({"builder": 1, "bowman": 2}, {"scout": 3}):
        table.answer(kinds)
    while table.questions[0].part.about.startswith("place"):
        table.answer(table.open[0])
    table.answer("m101", "m102", "m103", "m104")
    table.answer(4)
    table.answer(7)
    assert (table.questions[0].seat, table.open) == ("red", ["build", "action"])
    state = table.answer("action").state
    assert (state.action_order, state.build_order) == (["red", "blue"], ["blue", "red"])
    assert [player.gold for player in state.players.values()] == [0, 0]
    assert all(
        unit.place in state.buildings["b1" if unit.seat == "red" else "b2"].places for unit in state.units.values()
    )
    assert "both" in run(fresh(first="both"), setup.first_players()).answer(1, 2).open


@pytest.mark.rule("MVW-024", "MVW-222")
@pytest.mark.parametrize(("reading", "other"), [("next-rank", "teal"), ("left-neighbour", "blue")])
def test_ties_and_more_players(reading: str, other: str) -> None:
    """The tied lowest roll again; the next in rank is first in the other phase; then clockwise (A54)."""
    table = run(fresh(FOUR[:3], {"first": reading}), setup.first_players()).answer(2, 9, 2).answer(1, 8).answer("build")
    assert table.state.build_order == ["red", "blue", "teal"]
    assert table.state.action_order[0] == other


@pytest.mark.rule("MVW-030", "MVW-011", "MVW-010", "MVW-027")
def test_v19_the_sequence() -> None:
    """The first turn has the action phase only; then all revenue, all build, all act; or whole turns (A39)."""
    state = world(turn=0)
    assert [tuple(one) for one in run(state, turn.begin_turn()).runner.result] == [
        ("action", "red"),
        ("action", "blue"),
    ]
    state.turn = 1
    phases = [phase for phase, _seat in run(state, turn.begin_turn()).runner.result]
    assert phases == ["revenue", "revenue", "portal", "build", "build", "action", "action"]
    state.rulings["sequence"] = "whole-turns"
    phases = [phase for phase, _seat in run(state, turn.begin_turn()).runner.result]
    assert phases == ["revenue", "build", "action"] * 2 + ["portal"]


@pytest.mark.rule("MVW-219", "MVW-222")
def test_team_order() -> None:
    """Players of both teams in turn."""
    state = fresh(FOUR, teams="teams")
    assert (allies(state, "red"), allies(state, "orange")) == (("red", "teal"), ("orange", "blue"))
    assert allies(fresh(FOUR), "red") == ("red",)


# ---- kills and ages


@pytest.mark.rule("MVW-009", "MVW-005", "MVW-098", "MVW-099", "MVW-261", "MVW-054")
@pytest.mark.parametrize(("reading", "kills"), [("third-kill", 3), ("four-kills", 4), ("two-kills", 2)])
def test_v29_the_battle_record(reading: str, kills: int) -> None:
    """Two kills teach the ability, the third opens the next kind, whose own counter begins (A04, A63)."""
    for old, count in (("stay", 0), ("line-counts", 1)):
        state = world(rulings={"unlock": reading, "old_kinds": old})
        player = state.players["red"]
        through(record(state, player, "bowman"))
        assert player.learned == []
        through(record(state, player, "bowman"))
        assert player.learned == ["bowman"]
        through(record(state, player, "bowman", kills - 2) if kills > 2 else iter(()))
        assert {"crossbowman", "field_medic"} <= set(player.unlocked)
        through(record(state, player, "bowman"))
        assert player.kills.get("crossbowman", 0) == count
        assert own_age(state, player) == 2


@pytest.mark.rule("MVW-239")
@pytest.mark.parametrize(("reading", "wins"), [("unlocked", True), ("on-board", False)])
def test_three_kinds_of_the_third_age(reading: str, wins: bool) -> None:
    """Unlocked, or standing on the board (A25)."""
    state = world(rulings={"third_age": reading})
    for kind in ("sabre_guard", "rifleman", "dragoon"):
        assert not state.winners
        through(unlock(state, state.players["red"], kind))
    assert (state.winners == ["red"]) == wins
    assert state.ending == ("age" if wins else "")
    assert victory.third_age_kinds(state, "red") == (3 if wins else 0)


# ---- gifts, treaties, whom one may attack


@pytest.mark.rule("MVW-216")
def test_gifts_of_partners() -> None:
    """In the revenue phase, to an ally."""
    state = world(seats=FOUR, settings={"teams": "teams"}, gold=5)
    table = run(state, revenue.deal("red")).answer("give:teal", 3)
    assert [table.state.players[seat].gold for seat in ("red", "teal")] == [2, 8]
    assert run(world(gold=5), revenue.deal("red")).runner.result is False


@pytest.mark.rule("MVW-224", "MVW-225", "MVW-226")
def test_treaties_and_deals() -> None:
    """Three turns without an attack, three more without a deal; gold for anybody."""
    state = world(seats=FOUR, settings={"diplomacy": "open"}, gold=5)
    table = run(state, revenue.deal("red"))
    assert {"give:blue", "treaty:blue"} <= set(table.open)
    state = table.answer("treaty:blue", True).state
    assert state.treaties == [Treaty(["red", "blue"], 4)]
    assert attack_refusal(state, "red", "blue")
    for now, attacks, deals in ((4, False, False), (5, True, False), (7, True, False), (8, True, True)):
        state.turn = now
        assert (attack_refusal(state, "red", "blue") is None) == attacks
        assert revenue.may_deal(state, "red", "blue") == deals


@pytest.mark.rule("MVW-223")
def test_only_the_left_hand_neighbour() -> None:
    """In a free-for-all without diplomacy (A33)."""
    state = world(seats=FOUR)
    assert [attack_refusal(state, "red", one) is None for one in FOUR[1:]] == [True, False, False]
    state.rulings["left_only"] = "off"
    assert attack_refusal(state, "red", "teal") is None
    assert attack_refusal(world(), "blue", "red") is None


# ---- the end


@pytest.mark.rule("MVW-236", "MVW-220")
def test_the_portal() -> None:
    """A stone for each controlled quarry; twelve win, partners together; decoys and enemies control nothing."""
    state = world({"red": ["0,0 bowman", "2,0 decoy"]}, settings={"mode": "domination"})
    state.hexes["0,0"].quarry = state.hexes["2,0"].quarry = True
    state = run(state, revenue.collect("red")).state
    assert state.players["red"].stones == 1
    state.players["red"].stones, state.players["blue"].stones = 12, 13
    assert run(state, revenue.portal()).state.winners == ["blue"]
    teams = world(seats=FOUR, settings={"mode": "domination", "teams": "teams"})
    teams.players["red"].stones = teams.players["teal"].stones = 6
    assert run(teams, revenue.portal()).state.winners == ["red", "teal"]


@pytest.mark.rule("MVW-227", "MVW-228", "MVW-240", "MVW-008")
def test_the_last_turn() -> None:
    """After the last player of the agreed turn; then gold decides, or the win is shared (A77)."""
    state = world(settings={"mode": "turns", "turns": "8"}, turn=7)
    state.players["red"].points = 5
    assert run(state, turn.end_turn()).runner.result is False
    state.turn = 8
    assert run(state, turn.end_turn()).state.winners == ["red"]
    state.players["blue"].points, state.players["blue"].gold = 5, 1
    assert run(state, turn.end_turn()).state.winners == ["blue"]
    state.rulings["equal_points"] = "shared"
    assert run(state, turn.end_turn()).state.winners == ["red", "blue"]
    assert run(world(turn=50), turn.end_turn()).runner.result is False


@pytest.mark.rule("MVW-235", "MVW-237")
def test_v38_heroes_at_the_end() -> None:
    """Levels 3 and 5 alive are worth 8 and 24, the dead one nothing."""
    state = world({"red": ["0,0 redmane", "1,0 protector", "2,0 blademaster"]})
    for name, level, alive in (("redmane", 3, True), ("protector", 5, True), ("blademaster", 6, False)):
        hero = state.players["red"].heroes[name]
        hero.level, hero.alive = level, alive
    assert victory.score(state, "red").total == 32
    assert facts.NUMBERS["hero"]["vp"] == [0, 4, 8, 16, 24, 36, 50, 0]


@pytest.mark.rule("MVW-237", "MVW-238")
@pytest.mark.parametrize(("reading", "mode", "ways"), [
    ("usual", "open", "hero city age"), ("usual", "turns", "hero city age points"), ("mode-only", "turns", "points"),
    ("mode-only", "domination", "portal"), ("all-five", "open", "hero city age portal points"),
])  # fmt: skip
def test_which_ways_to_win_are_in_force(reading: str, mode: str, ways: str) -> None:
    """A75."""
    state = world(settings={"mode": mode}, rulings={"conditions": reading})
    assert [way for way in ("hero", "city", "age", "portal", "points") if victory.in_force(state, way)] == ways.split()


def test_buildings_that_fall_give_their_points_twice() -> None:
    """V37: an academy of age 2 gives 10, a workshop of age 3 18."""
    for kind, age, points in (("academy", 2, 10), ("siege_workshop", 3, 18)):
        state = world(buildings=[f"blue {kind} 0,0 {age}"])
        through(raze(state, "b1", Unit("red", "catapult")))
        assert state.players["red"].points == points


def test_coins() -> None:
    """A83: as many as there are, by one reading."""
    state = world(buildings=["red settlement 0,0"], gold=25, rulings={"coins": "coin-limit"})
    assert run(state, revenue.collect("red")).state.players["red"].gold == 27


def test_the_shorter_match_begins_in_the_second_age() -> None:
    """A house setting: kinds of two ages, their abilities, gold."""
    player = fresh(start="late").players["red"]
    assert {"lancer", "artillery", "halberdier"} <= set(player.unlocked)
    assert (player.gold, player.kills["lancer"], "lancer" in player.learned) == (20, 2, True)
    assert "builder" not in player.learned


def test_what_the_pages_of_a_match_show() -> None:
    """No empty battle record; marks are words."""
    state = world({"red": ["0,0 gatling_gun"]})
    state.units["u1"].marks["set_up"] = 1
    panels = {one.id: one for one in board(state, "red").panels}
    assert "records" not in panels
    marks = [str(words) for words in panels["cubes"].slots[0].marks]  # type: ignore[attr-defined]
    assert "set up" in marks
    state.units["u1"].marks["inside"] = 1
    again = {one.id: one for one in board(state, "red").panels}
    assert [str(words) for words in again["cubes"].slots[0].marks] == marks  # type: ignore[attr-defined]
    state.players["red"].kills["bowman"], state.players["red"].learned = 2, ["bowman"]
    records = next(one for one in board(state, "red").panels if one.id == "records")
    ((_kind, red, blue),) = records.rows  # type: ignore[attr-defined]
    assert str(red).startswith("2 ")
    assert str(blue) == "0"


# ---- seldom readings


@pytest.mark.rule("MVW-239")
def test_the_third_kind_on_the_board_wins_when_it_is_recruited() -> None:
    """A25, by the reading that wants them on the board."""
    kinds = ("sabre_guard", "rifleman", "dragoon")
    state = world(
        {"red": ["1,0 sabre_guard", "0,1 rifleman"]}, buildings=[HOME], gold=8, learned=kinds,
        rulings={"third_age": "on-board"},
    )  # fmt: skip
    table = run(state, build.build("red")).answer("recruit", "dragoon", "0,0")
    assert (table.state.winners, table.state.ending) == (["red"], "age")


@pytest.mark.rule("MVW-225")
def test_no_deal_of_any_sort_in_the_three_turns_after_a_treaty() -> None:
    """Gold is a deal, too; while the treaty lasts it changes hands freely."""
    state = world(seats=FOUR, settings={"diplomacy": "open"}, gold=5)
    state.treaties = [Treaty(["red", "blue"], 4)]
    for now, gifts in ((4, True), (5, False), (7, False), (8, True)):
        state.turn = now
        assert ("give:blue" in run(state, revenue.deal("red")).open) == gifts
        assert "give:teal" in run(state, revenue.deal("red")).open


@pytest.mark.rule("MVW-236", "MVW-234")
def test_all_five_ways_can_be_gone() -> None:
    """A75: where all five count, quarries give stones and missions points in every mode."""
    rulings = {"conditions": "all-five"}
    state = world({"red": ["0,0 bowman"]}, rulings=rulings)
    state.hexes["0,0"].quarry = True
    state.players["red"].stones = 11
    state = run(state, revenue.collect("red")).state
    assert run(state, revenue.portal()).state.ending == "portal"
    state = world(rulings=rulings)
    state.players["red"].missions = ["m101"]
    did(state.players["red"], "kills", 2)
    player = run(state, action.settle("red")).answer("m103").state.players["red"]
    assert (player.points, player.gold) == (3, 0)


@pytest.mark.rule("MVW-235")
def test_a_hero_of_the_highest_level_is_never_worth_less() -> None:
    """Where only points count (A75), level 8 is worth as much as level 7."""
    state = world({"red": ["0,0 redmane"]}, settings={"mode": "turns"}, rulings={"conditions": "mode-only"})
    state.players["red"].heroes["redmane"].level = 8
    assert victory.score(state, "red").total == 50


def test_roads_are_drawn_where_they_lead() -> None:
    """From hex to hex, over the ground that still counts; one that leads nowhere yet has a sign."""
    state = world(ground={"1,0": "forest"}, roads=("0,0", "1,0", "4,0"), buildings=["red barracks 0,1"])
    (shown,) = (one for one in board(state, "red").panels if one.id == "map")
    hexes = {one.place: one for one in shown.hexes}  # type: ignore[attr-defined]
    assert (hexes["0,0"].roads, hexes["0,0"].terrain) == (("SE", "S"), "plains")
    assert (hexes["1,0"].roads, hexes["1,0"].terrain) == (("SW", "NW"), "woods")
    assert (hexes["4,0"].roads, bool(hexes["4,0"].symbol), hexes["0,1"].roads) == ((), True, ())


@pytest.mark.parametrize(("mode", "columns"), [("open", 5), ("turns", 6), ("domination", 6)])
def test_the_standing_shows_what_is_played_for(mode: str, columns: int) -> None:
    """Heroes and ages, points and stones only where they can win."""
    (shown,) = (one for one in board(world(settings={"mode": mode}), "red").panels if one.id == "standing")
    assert [len(one) for one in (shown.columns, *shown.rows)] == [columns] * 3  # type: ignore[attr-defined]


SAVED = """
    action.act action.acting action.action_phase action.begin_phase action.end_phase action.settle
    build.begin_build build.build build.build_phase build.end_build fight.battle fight.over fight.strike
    helpers.describe helpers.describe_many helpers.figures helpers.one_after_another helpers.one_blow
    helpers.report revenue.collect revenue.deal revenue.portal revenue.revenue_phase setup.choose_starters
    setup.first_missions setup.first_players setup.place_starter setup.set_up turn.begin_turn turn.end_turn
    turn.play turn.turns turn.winners
"""
"""What saves of earlier releases call the rules."""


def test_the_rules_of_old_saves_are_still_there() -> None:
    """Modules move, the names stay: a save names the steps that were running."""
    assert [name for name in SAVED.split() if book.get(f"multiverse_war.{name}") is None] == []
