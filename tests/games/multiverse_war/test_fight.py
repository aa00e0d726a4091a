"""Fights on the map: order of blows, answers, support, buildings, cover, deaths and what they bring."""

from __future__ import annotations

import pytest

from companion.games.multiverse_war.fighting import fight as fights
from companion.games.multiverse_war.fighting.fight import battle, fixed, preview
from companion.games.multiverse_war.fighting.using import deed_refusal
from companion.games.multiverse_war.phases import action
from companion.games.multiverse_war.world import facts
from companion.games.multiverse_war.world.figures import total
from companion.games.multiverse_war.world.sight import refresh
from companion.games.multiverse_war.world.state import Blow
from tests.games.multiverse_war.table import Table, blows, play, run, terms, world

HERE, THERE = "0,0", "1,0"


def attack(red: str, blue: str, **more: object) -> Table:
    """Red's cube on 0,0 attacks or shoots at 1,0."""
    return play(action.acting("red"), {"red": [f"{HERE} {red}"], "blue": [f"{THERE} {blue}"]}, **more).answer(
        HERE, THERE
    )


@pytest.mark.rule("MVW-102", "MVW-103", "MVW-104", "MVW-105")
def test_who_strikes_first() -> None:
    """The attacker; whoever trumps; a bowman before a swordsman."""
    for red, blue, order in (("pikeman", "swordsman", ["u2", "u1"]), ("swordsman", "bowman", ["u2", "u1"]),
                             ("horseman", "bowman", ["u1", "u2"]), ("swordsman", "pikeman", ["u1", "u2"]),
                             ("horseman", "pikeman", ["u2", "u1"]), ("scout", "swordsman", ["u1", "u2"])):  # fmt: skip
        found = blows(world({"red": [f"{HERE} {red}"], "blue": [f"{THERE} {blue}"]}), "u1", THERE)
        assert [name for name, _s in found] == order, (red, blue)


@pytest.mark.rule("MVW-006")
def test_two_that_trump_each_other() -> None:
    """The attacker first, or both at once: the one who dies still strikes."""
    owner = {"units/pikeman/trumps": "mounted, melee"}
    for reading, left in (("attacker-first", ["u1"]), ("simultaneous", [])):
        state = world({"red": [f"{HERE} swordsman"], "blue": [f"{THERE} pikeman"]}, rulings={"both_trump": reading})
        state.owner.update(owner)
        state.units["u1"].wounds = state.units["u2"].wounds = 1
        table = run(state, action.acting("red")).answer(HERE, THERE)
        if reading == "simultaneous":
            table.rolls(1)
        assert list(table.state.units) == left


@pytest.mark.rule("MVW-122", "MVW-123")
def test_who_answers_a_shot() -> None:
    """Ranged answers ranged in range, siege answers siege; nobody else, and by one reading ranged answers siege."""

    def answers(red: str, blue: str, at: str = "2,0", **rulings: str) -> int:
        state = world({"red": [f"{HERE} {red}"], "blue": [f"{at} {blue}"]}, rulings=rulings)
        return len(blows(state, "u1", at, shot=True)) - 1

    assert [answers("bowman", blue) for blue in ("bowman", "swordsman", "catapult", "horseman")] == [1, 0, 0, 0]
    assert [answers("catapult", blue) for blue in ("bowman", "catapult")] == [0, 1]
    assert answers("catapult", "bowman", siege_answer="ranged-too") == 1
    assert answers("catapult", "bowman", "3,0", siege_answer="ranged-too") == 0


@pytest.mark.rule("MVW-122")
def test_siege_weapons_and_civilians_never_answer_a_melee_attack() -> None:
    """One blow only."""
    for blue in ("catapult", "builder", "field_medic"):
        assert len(blows(world({"red": [f"{HERE} pikeman"], "blue": [f"{THERE} {blue}"]}), "u1", THERE)) == 1


@pytest.mark.rule("MVW-113", "MVW-114", "MVW-115")
def test_support_beside_the_hex_of_the_fight() -> None:
    """Whichever of Pikeman and Scout attacks has the other's help; a bowman gives none; enemies take one away."""
    units = {"red": [f"{HERE} pikeman", "2,-1 scout"], "blue": [f"{THERE} horseman", "2,0 bowman"]}
    assert blows(world(units), "u1", THERE) == [("u1", 11), ("u3", 7)]
    assert blows(world(units), "u2", THERE)[0] == ("u2", 11)
    units["blue"].append("1,1 swordsman")
    assert blows(world(units), "u1", THERE) == [("u1", 10), ("u3", 8)]


@pytest.mark.rule("MVW-215")
def test_allies_support_each_other() -> None:
    """In team games the partner's units count."""
    units = {
        "red": [f"{HERE} pikeman"],
        "blue": [f"{THERE} swordsman"],
        "teal": ["2,-1 scout"],
        "orange": ["2,0 scout"],
    }
    state = world(units, seats=("red", "blue", "teal", "orange"), settings={"teams": "teams"})
    assert blows(state, "u1", THERE)[1] == ("u1", 9 + 1 + 1 - 1)
    assert blows(world(units, seats=("red", "blue", "teal", "orange")), "u1", THERE)[1] == ("u1", 9 + 1 - 2)


@pytest.mark.rule("MVW-088", "MVW-089", "MVW-091", "MVW-096", "MVW-053", "MVW-281")
def test_a_kill() -> None:
    """Two hits kill; only the survivor strikes back; the kind has its kill; the attacker moves in."""
    state = world({"red": [f"{HERE} pikeman"], "blue": [f"{THERE} pikeman"]})
    state.units["u2"].wounds = 1
    table = run(state, action.acting("red")).answer(HERE, THERE)
    assert list(table.state.units) == ["u1"]
    assert table.state.players["red"].kills == {"pikeman": 1}
    assert table.state.units["u1"].place == THERE
    table = attack("pikeman", "pikeman").rolls(8)
    assert (table.state.units["u1"].wounds, table.state.units["u2"].wounds) == (1, 1)


@pytest.mark.rule("MVW-091")
@pytest.mark.parametrize(("reading", "place"), [("moves-in", THERE), ("stay", HERE)])
def test_moving_in(reading: str, place: str) -> None:
    """A13; and a Builder in the hex keeps him out, unless he dies as well (A15)."""
    for blue, rulings, at in (("pikeman", {}, place), ("pikeman builder", {}, HERE),
                              ("pikeman builder", {"escort": "builder-dies"}, place)):  # fmt: skip
        state = world(
            {"red": [f"{HERE} pikeman"], "blue": [f"{THERE} {blue}"]}, rulings={"advance": reading, **rulings}
        )
        state.units["u2"].wounds = 1
        assert run(state, action.acting("red")).answer(HERE, THERE).state.units["u1"].place == at


@pytest.mark.rule("MVW-066", "MVW-067")
def test_a_builder_has_one_health_and_does_not_strike() -> None:
    """One hit, no answer, no attack of his own."""
    table = attack("pikeman", "builder")
    assert list(table.state.units) == ["u1"]
    assert table.state.players["red"].deeds["civilians"] == 1
    builder = play(action.acting("red"), {"red": [f"{HERE} builder"], "blue": [f"{THERE} pikeman"]}).answer(HERE)
    assert THERE not in builder.ids


# ---- buildings


@pytest.mark.rule("MVW-162", "MVW-282", "MVW-157", "MVW-156")
def test_damage_to_buildings() -> None:
    """One each, siege weapons two; three health, four of a Fortress and a settlement."""
    units = {"red": [f"{HERE} catapult"]}
    table = play(action.acting("red"), units, buildings=["blue barracks 2,0"]).answer(HERE, "2,0").rolls(7)
    assert table.state.buildings["b1"].wounds == 2
    assert {one.health for one in facts.HOUSE.buildings.values() if one.id not in ("settlement", "fortress")} == {3}
    assert facts.HOUSE.buildings["settlement"].health == facts.HOUSE.buildings["fortress"].health == 4


@pytest.mark.rule("MVW-177", "MVW-233", "MVW-054", "MVW-097")
@pytest.mark.parametrize(("reading", "kills"), [("one", 1), ("both", 2)])
def test_a_building_falls(reading: str, kills: int) -> None:
    """Whoever is inside dies with it: one kill, for the building; twice its points; the ability at two kills."""
    units = {"red": [f"{HERE} catapult"], "blue": ["2,0 horseman"]}
    state = world(units, buildings=["blue academy 2,0 2"], rulings={"garrison_kill": reading})
    state.buildings["b1"].wounds = 1
    table = run(state, action.acting("red")).answer(HERE, "2,0").rolls(7)
    assert (table.state.buildings, list(table.state.units)) == ({}, ["u1"])
    player = table.state.players["red"]
    assert (player.points, player.kills) == (10, {"catapult": kills})
    assert ("catapult" in player.learned) == (kills == 2)


@pytest.mark.rule("MVW-176")
def test_a_garrison_defends_and_is_no_target() -> None:
    """The blow goes to the building; order by the trump, or the attacker first (A61)."""
    units = {"red": [f"{HERE} pikeman"], "blue": [f"{THERE} bowman"]}
    state = world(units, buildings=["blue barracks 1,0"])
    assert blows(state, "u1", THERE) == [("u2", 9), ("u1", 9)]
    assert state.fights[-1].target == "b1"
    state = world(units, buildings=["blue barracks 1,0"], rulings={"garrison_order": "attacker-first"})
    assert [name for name, _s in blows(state, "u1", THERE)] == ["u1", "u2"]


@pytest.mark.rule("MVW-176")
def test_units_in_the_settlement() -> None:
    """Protected like those in buildings, or in the open (A60)."""
    units = {"red": [f"{HERE} pikeman"], "blue": [f"{THERE} swordsman"]}
    for reading, target in (("protected", "b1"), ("city-units-open", "u2")):
        state = world(units, buildings=["blue settlement 1,0+2,0"], rulings={"city_units": reading})
        blows(state, "u1", THERE)
        assert state.fights[-1].target == target


@pytest.mark.rule("MVW-196")
def test_ground_under_buildings_and_roads() -> None:
    """A07: it does not count under buildings; A43: it does under roads. The other readings."""
    units = {"red": [f"{HERE} pikeman"], "blue": [f"{THERE} swordsman"]}
    ground = {THERE: "hill"}
    for rulings, figure in (({}, 9), ({"under_building": "ground-too"}, 7)):
        state = world({"red": units["red"]}, ground=ground, buildings=["blue barracks 1,0"], rulings=rulings)
        assert blows(state, "u1", THERE) == [("u1", figure)]
    for rulings, figure in (({}, 7), ({"road_ground": "road-neutral"}, 9)):
        state = world(units, ground=ground, roads=[THERE], rulings=rulings)
        assert dict(blows(state, "u1", THERE))["u1"] == figure


@pytest.mark.rule("MVW-238", "MVW-221")
@pytest.mark.parametrize("reading", ["health", "walk-in"])
def test_a_city_is_captured(reading: str) -> None:
    """When its health is used up; by one reading once a unit enters it."""
    state = world({"red": [f"{HERE} pikeman"]}, buildings=["blue settlement 1,0+2,0"], rulings={"capture": reading})
    state.buildings["b1"].wounds = 3
    table = run(state, action.acting("red")).answer(HERE, THERE).rolls(9)
    assert table.state.winners == ["red"]
    assert table.state.ending == "city"


@pytest.mark.rule("MVW-238")
def test_who_loses_his_city_may_be_out() -> None:
    """A76 with three players: at once, or the last one standing."""
    for reading, winners in (("wins", ["red"]), ("last-standing", [])):
        state = world(
            {"red": [f"{HERE} pikeman"], "teal": ["-4,0 scout"]},
            seats=("red", "blue", "teal"),
            buildings=["blue settlement 1,0+2,0"],
            rulings={"conquest": reading, "left_only": "off"},
        )
        state.buildings["b1"].wounds = 3
        table = run(state, action.acting("red")).answer(HERE, THERE).rolls(9)
        assert table.state.winners == winners
        assert table.state.players["blue"].out == (reading == "last-standing")


# ---- what lasts


@pytest.mark.rule("MVW-207", "MVW-208", "MVW-209")
def test_a_gatling_gun_covers_friends() -> None:
    """From the covered side the attacker is shot at first; from elsewhere he is not; the gun itself is not covered."""
    units = {"red": ["0,-1 dragoon"], "blue": ["0,0 rifleman", "1,0 gatling_gun"]}
    for side, first in ((0, "u3"), (3, "u1")):
        state = world(units)
        state.units["u3"].marks = {"set_up": side + 1, "cover": side + 1}
        assert blows(state, "u1", "0,0")[0][0] == first
    state.units["u3"].marks["cover"], state.units["u1"].place = 1, "1,-1"
    assert blows(state, "u1", "1,0")[0][0] == "u1"


@pytest.mark.rule("MVW-209")
@pytest.mark.parametrize(("reading", "covers"), [("two-deep", True), ("front-only", False)])
def test_how_deep_the_cover_goes(reading: str, covers: bool) -> None:
    """A30: the hexes behind the three in front."""
    state = world({"red": ["0,-2 bowman"], "blue": ["0,0 gatling_gun", "1,-1 rifleman"]}, rulings={"cover": reading})
    state.units["u2"].marks = {"set_up": 1, "cover": 1}
    assert ("u2" in [name for name, _s in blows(state, "u1", "1,-1", shot=True)]) == covers


@pytest.mark.rule("MVW-210", "MVW-211", "MVW-288")
def test_pike_wall() -> None:
    """An enemy that retaliates through the front has -2; flanked, the Pikeman answers at -3 (A70, A29)."""

    def figures(at: str, **rulings: str) -> list[tuple[str, int]]:
        state = world({"red": [f"{at} horseman"], "blue": ["0,0 pikeman"]}, rulings=rulings, learned=["pikeman"])
        state.units["u2"].marks["pike"] = 1
        return blows(state, "u1", "0,0")

    assert figures("0,-1") == [("u2", 8), ("u1", 8)]
    assert figures("0,1") == [("u2", 5), ("u1", 10)]
    assert figures("-1,0") == [("u2", 8), ("u1", 8)]
    assert figures("-1,0", front="two-sides") == [("u2", 5), ("u1", 10)]
    hill = world(
        {"red": ["0,-1 horseman"], "blue": ["0,0 pikeman"]}, ground={"0,0": "hill"}, rulings={"pike_wall": "flat-only"}
    )
    hill.units["u2"].marks["pike"] = 1
    assert blows(hill, "u1", "0,0") == [("u2", 9), ("u1", 7)]
    always = world(
        {"red": ["0,0 pikeman"], "blue": ["1,0 swordsman"]}, rulings={"pike_wall": "always-on"}, learned=["pikeman"]
    )
    assert dict(blows(always, "u1", "1,0"))["u2"] == 9 - 1 - 2


def test_trumps_of_heroes() -> None:
    """A58: like the age 1 unit of the class, or not at all."""
    units = {"red": [f"{HERE} blademaster"], "blue": [f"{THERE} bowman"]}
    assert blows(world(units), "u1", THERE)[0][0] == "u2"
    assert blows(world(units, rulings={"hero_trumps": "heroes-neutral"}), "u1", THERE)[0][0] == "u1"


def test_towers_thorns_and_lines() -> None:
    """A ranged garrison of a tower; Thornhide in forest; Hold the Line before its front."""
    tower = world({"red": [f"{HERE} bowman"], "blue": ["2,0 swordsman"]}, buildings=["red guard_tower 0,0 2"])
    assert blows(tower, "u1", "2,0", shot=True) == [("u1", 9 + 1 - 2 + 2)]
    thorns = world({"red": [f"{HERE} pikeman"], "blue": [f"{THERE} bear_warden"]}, ground={THERE: "forest"})
    assert dict(blows(thorns, "u1", THERE))["u1"] == 7
    line = world({"red": ["0,-1 pikeman"], "blue": ["0,0 bayonet_line"]})
    line.units["u2"].marks["hold"] = 1
    assert dict(blows(line, "u1", "0,0"))["u1"] == 9 + 1 - 6 - 2 - 2


@pytest.mark.rule("MVW-138", "MVW-154")
def test_printed_strengths() -> None:
    """A48: exactly that figure and no answer; or answered; or with modifiers."""
    units = {"red": [f"{HERE} blademaster"], "blue": [f"{THERE} swordsman"]}
    for reading, rolls in (("exact", [7]), ("always-answered", [7, 9]), ("with-modifiers", [8])):
        state = world(units, rulings={"printed": reading})
        state.players["red"].heroes["blademaster"].level = 1
        fixed(state, "u1", "u2", THERE, "fury")
        fight = state.fights[0]
        figures = [total(state, fight, blow).total for blow in fight.blows]
        grand = 1 if reading == "with-modifiers" else 0
        assert figures[0] in (rolls[0], rolls[0] + grand), reading
        assert len(figures) == len(rolls)


def test_the_flow_of_a_fight_tells_nothing_after_the_end() -> None:
    """A blow at what is gone is no blow."""
    state = world({"red": [f"{HERE} pikeman"], "blue": [f"{THERE} swordsman"]})
    blows(state, "u1", THERE, also=Blow("", "", extra={"hook": 0}, then="slow"))
    del state.units["u2"]
    assert run(state, battle()).runner.done


@pytest.mark.rule("MVW-177")
def test_an_allied_garrison_dies_with_the_building() -> None:
    """Whoever of the side is inside dies, and the attacker can move in."""
    units = {"red": ["0,0 swordsman"], "teal": ["1,0 builder"]}
    seats, settings = ("red", "blue", "orange", "teal"), {"teams": "teams"}
    state = world(units, seats=seats, settings=settings, buildings=["blue barracks 1,0"])
    state.buildings["b1"].wounds = 2
    table = run(state, action.acting("red")).answer("0,0", "1,0").finish(1)
    assert "u2" not in table.state.units
    assert table.state.units["u1"].place == "1,0"


@pytest.mark.rule("MVW-194")
def test_whoever_is_pushed_is_set_up_no_longer() -> None:
    """A set up ends with every move, also with one against its will."""
    state = world({"red": ["0,0 protector"], "blue": ["0,-1 gatling_gun"]})
    state.units["u2"].marks.update(set_up=1, cover=1)
    table = run(state, action.acting("red")).answer("0,0", "use:bulwark", "0").finish(1)
    assert (table.state.units["u2"].place, table.state.units["u2"].marks) == ("0,-2", {})


def test_the_wall_after_an_attack_hangs_on_the_ruling() -> None:
    """It may end an action with an attack as well, or only stands in place of one (A85)."""
    for reading, offered in (("after-too", True), ("instead", False)):
        state = world({"red": ["0,0 pikeman"]}, rulings={"pike_after": reading}, learned=["pikeman"])
        unit = state.units["u1"]
        unit.done = unit.attacked = True
        assert (deed_refusal(state, unit, facts.HOUSE.deeds["pike_wall"]) is None) == offered


def test_a_preview_knows_what_its_player_knows() -> None:
    """Hidden supporters and garrisons are not counted before the attack; in the fight they are, and lie open."""
    units = {"red": ["0,0 bowman", "1,0 builder"], "blue": ["2,0 bowman", "3,0 swordsman", "3,-1 bowman"]}
    state = world(units, buildings=["blue barracks 3,-1"])
    for name in ("u3", "u4", "u5"):
        state.units[name].face = ""
    before = [str(preview(state, "u1", place, shot=True)) for place in ("2,0", "3,-1")]
    state.units["u3"].kind, state.units["u4"].kind, state.units["u5"].kind = "swordsman", "bowman", "builder"
    assert [str(preview(state, "u1", place, shot=True)) for place in ("2,0", "3,-1")] == before
    assert [one.face for one in state.units.values()][2:] == ["", "", ""]
    assert not state.fights
    fights.attack(state, "u1", "2,0", shot=True)
    assert [one.face for one in state.units.values()][2:] == ["swordsman", "", ""]
    state.fights = []
    state.hexes["2,0"].ground = "forest"
    refresh(state)
    assert state.units["u3"].marks.get("unveiled", 0) == 0


def test_an_always_active_skill_may_be_free() -> None:
    """Thornhide counts unbought by the reading that gives such skills free (A46)."""
    for reading, value in (("free", -2), ("bought", 0)):
        state = world({"red": ["0,0 swordsman"], "blue": ["1,0 bear_warden"]}, ground={"1,0": "forest"})
        state.rulings["always_active"] = reading
        state.players["blue"].heroes["bear_warden"].skills = []
        fights.attack(state, "u1", "1,0", shot=False)
        fight = state.fights[0]
        found = terms(total(state, fight, next(one for one in fight.blows if one.striker == "u1")))
        assert found.get("Thornhide", 0) == value


def test_nobody_gains_by_hitting_his_own_side() -> None:
    """An ability that spares nobody (A81) brings no points, kills or city where it hits friends."""
    units = {"red": ["0,0 bowman", "2,0 scout"], "blue": ["1,1 scout", "-5,0 scout"]}
    more = {"learned": ["bowman"], "rulings": {"area": "everyone"}}
    state = world(units, buildings=["red settlement 1,0"], **more)
    state.units["u2"].wounds, state.buildings["b1"].wounds = 1, 3
    table = run(state, action.acting("red")).answer("0,0", "use:rain_of_arrows", "1,0", "2,0").finish(1)
    player = table.state.players["red"]
    assert "u2" not in table.state.units
    assert (table.state.winners, player.kills, player.points) == ([], {}, 0)
    assert table.state.buildings["b1"].wounds == 4


def test_a_city_is_not_left_to_be_taken_by_whoever_gives_up() -> None:
    """Cubes and buildings leave the board with their player."""
    state = world({"red": ["0,0 scout"], "blue": ["5,0 scout"], "teal": ["-5,0 scout"]}, seats=("red", "blue", "teal"),
                  buildings=["red settlement 1,0", "blue settlement 4,0"])  # fmt: skip
    table = run(state, action.act("red")).answer("give_up")
    assert {one.seat for one in table.state.units.values()} == {"blue", "teal"}
    assert {one.seat for one in table.state.buildings.values()} == {"blue"}
    assert table.state.winners == []
