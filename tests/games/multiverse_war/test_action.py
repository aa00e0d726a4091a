"""The action phase: ways and what they cost, roads, swaps, exploring, events, resting, abilities."""

from __future__ import annotations

import pytest

from companion.engine.core.effects import Roll
from companion.engine.game.hexlines import place_of
from companion.engine.game.panels import BattlePanel
from companion.games.multiverse_war.fighting import exploring
from companion.games.multiverse_war.fighting.abilities import USES
from companion.games.multiverse_war.fighting.skills import SKILLS
from companion.games.multiverse_war.phases import action
from companion.games.multiverse_war.phases.setup import hexes_of, middle, new_state
from companion.games.multiverse_war.readers.battle_board import fight_panel
from companion.games.multiverse_war.world import facts
from companion.games.multiverse_war.world.state import Tile, Unit
from companion.games.multiverse_war.world.strength import chance
from tests.games.multiverse_war.table import Table, play, run, world

ACT = action.acting("red")


@pytest.mark.rule("MVW-036", "MVW-037", "MVW-039", "MVW-046", "MVW-063")
def test_where_a_cube_can_go() -> None:
    """Grassland 1, forest and hill 2, mountain and water not."""
    ground = {"1,0": "forest", "0,1": "hill", "-1,0": "mountain", "0,-1": "water", "1,-1": "forest"}
    table = play(ACT, {"red": ["0,0 bowman"]}, ground=ground).answer("0,0")
    assert {"1,0", "0,1", "-1,1", "-1,2", "-2,1"} - set(table.ids) == {"-2,1"} - set(table.ids)
    assert not {"-1,0", "0,-1", "2,0"} & set(table.ids)
    wet = play(ACT, {"red": ["0,0 bowman"]}, ground=ground, rulings={"water": "shallow"}).answer("0,0")
    assert "0,-1" in wet.ids


def test_which_of_two_on_a_hex_is_nobody_elses_business() -> None:
    """Something is told to their owner alone of the tap on the hex: that hides the answer, which names both."""
    table = play(ACT, {"red": ["0,0 builder scout"]}).answer("0,0")
    assert table.asked == ["which"]
    assert table.runner.notes[-1].to == "red"


@pytest.mark.rule("MVW-021", "MVW-022", "MVW-023", "MVW-059")
def test_who_may_stop_where() -> None:
    """One military unit and one Builder; own cubes are passed, enemies are not, but by one reading."""
    units = {"red": ["0,0 scout", "1,0 bowman", "0,1 builder"]}
    table = play(ACT, units).answer("0,0")
    assert table.refusal("1,0") == ""  # change places
    assert {"0,1", "2,0"} <= set(table.open)
    for reading, passes in (("closed", False), ("free-pass", True)):
        walls = {"0,-1": "mountain", "1,-1": "mountain", "0,1": "mountain", "-1,1": "mountain", "-1,0": "mountain"}
        table = play(ACT, {"red": ["0,0 scout"], "blue": ["1,0 pikeman"]}, ground=walls, rulings={"passing": reading})
        table.answer("0,0")
        assert ("2,0" in table.open) == passes


@pytest.mark.rule("MVW-065")
def test_medics_and_stacking() -> None:
    """A65: a Medic is military, or stands with others."""
    for reading, stops in (("military", False), ("medic-stacks", True)):
        table = play(ACT, {"red": ["0,0 field_medic", "1,0 bowman"]}, rulings={"medics_stack": reading}).answer("0,0")
        label = next(str(one.label) for one in table.options if one.id == "1,0")
        assert ("Go to" in label) == stops


@pytest.mark.rule("MVW-125", "MVW-132", "MVW-133", "MVW-129", "MVW-038", "MVW-130")
def test_v26_v27_roads() -> None:
    """From road to road one point, a bonus when all points went by road; not from beside the road, not over a gap."""
    ground = {"1,0": "forest", "2,0": "hill"}
    table = play(ACT, {"red": ["0,0 bowman"]}, ground=ground, roads=["0,0", "1,0", "2,0"]).answer("0,0", "2,0")
    unit = table.state.units["u1"]
    assert (unit.place, unit.spent, unit.bonus) == ("2,0", 2, 1)
    gap = play(ACT, {"red": ["0,0 bowman"]}, ground=ground, roads=["1,0", "2,0"]).answer("0,0")
    assert "2,0" not in gap.ids
    half = play(ACT, {"red": ["0,0 bowman"]}, roads=["0,0", "1,0"]).answer("0,0", "2,0")
    assert half.state.units["u1"].bonus == 0
    built = play(ACT, {"red": ["0,0 bowman"]}, ground={"1,0": "hill"}, buildings=["red barracks 1,0"]).answer(
        "0,0", "1,0"
    )
    assert built.state.units["u1"].spent == 1


@pytest.mark.rule("MVW-129")
def test_the_bonus_of_a_road_march() -> None:
    """A71: for an attack as well, or for moving only."""
    for reading, attacks in (("anything", True), ("move-only", False)):
        state = world({"red": ["2,0 pikeman"], "blue": ["3,0 pikeman"]}, rulings={"road_bonus": reading})
        state.units["u1"].spent, state.units["u1"].bonus = 2, 1
        table = run(state, ACT)
        table.answer("2,0")
        assert ("3,0" in table.open) == attacks


@pytest.mark.rule("MVW-092", "MVW-218")
def test_changing_places() -> None:
    """Both need the points; never with a partner's unit."""
    state = world({"red": ["0,0 scout", "1,0 bowman"]}, ground={"0,0": "forest"})
    table = run(state, ACT).answer("0,0", "1,0")
    assert [one.place for one in table.state.units.values()] == ["1,0", "0,0"]
    state.units["u2"].spent = 1
    assert "both need" in run(state, ACT).answer("0,0").refusal("1,0").lower()
    teams = world({"red": ["0,0 scout"], "teal": ["1,0 bowman"]}, seats=("red", "blue", "teal", "orange"),
                  settings={"teams": "teams"})  # fmt: skip
    assert "1,0" not in run(teams, ACT).answer("0,0").ids


@pytest.mark.rule("MVW-064", "MVW-101", "MVW-087")
def test_attacks_need_points_and_a_hex_of_ones_own() -> None:
    """What entering would cost; a Builder in the hex does not hinder, but by one reading (A66)."""
    state = world({"red": ["0,0 pikeman"], "blue": ["1,0 swordsman"]}, ground={"1,0": "forest"})
    state.units["u1"].spent = 1
    assert run(state, ACT).answer("0,0").refusal("1,0")
    for reading, free in (("allowed", True), ("strict", False)):
        units = {"red": ["0,0 pikeman builder"], "blue": ["1,0 swordsman"]}
        table = play(ACT, units, rulings={"launch": reading}).answer("0,0", "u1")
        assert (table.refusal("1,0") == "") == free


@pytest.mark.rule("MVW-065", "MVW-134")
def test_an_attack_ends_the_action() -> None:
    """Of a hero too, but by one reading (A49)."""
    table = play(ACT, {"red": ["0,0 scout"], "blue": ["1,0 pikeman"]}).answer("0,0", "1,0").finish()
    assert table.state.units["u1"].done
    for reading, done in (("ends", True), ("any-order", False)):
        table = play(ACT, {"red": ["0,0 redmane"], "blue": ["1,0 swordsman"]}, rulings={"hero_order": reading})
        assert table.answer("0,0", "1,0").finish().state.units["u1"].done == done


# ---- exploring


@pytest.mark.rule("MVW-032", "MVW-033", "MVW-034", "MVW-012")
def test_a_territory_is_revealed() -> None:
    """From the next hex for one point; the rolled edge is turned to the explorer."""
    state = new_state(("red", "blue"), {})
    state.rulings = world().rulings
    home = state.buildings["b1"].places[0]
    state.units["u9"] = Unit("red", "scout", home)
    state.turn, state.active, state.build_order = 1, "red", ["red", "blue"]
    table = run(state, ACT)
    table.answer(home)
    hidden = next(one for one in table.open if one in state.hexes and not state.hexes[one].ground)
    (found,) = (one for one in table.options if one.id == hidden)
    assert [chip.amount for chip in found.price] == [1]
    same = [one for one in table.options if one.same == found.same]  # whichever of its hexes is tapped
    assert {state.hexes[one.id].tile for one in same} == {state.hexes[hidden].tile}
    assert len({str(one.label) for one in same}) == 1
    table.answer(hidden, "t01")
    if not isinstance(table.questions[0].part, Roll):
        table.answer(table.open[0])
    table.answer(3)
    number = state.hexes[hidden].tile
    tile = table.state.tiles[number]
    assert (tile.id, table.state.units["u9"].spent) == ("t01", 1)
    assert all(table.state.hexes[one].ground for one in hexes_of(tile))
    assert table.state.hexes[place_of(middle(tile.at))].ground == "water"
    assert table.state.players["red"].deeds["revealed"] == 1


@pytest.mark.rule("MVW-034")
def test_an_explorer_at_a_corner_touches_two_edges() -> None:
    """A78: beside a side one edge, at a corner two; turning brings the rolled edge there."""
    tile = Tile((0, 0))
    touched = {
        where: exploring.edges_touched(tile, place_of(where)) for where in [(3, -2), (3, -1), (3, 0), (0, -3), (-3, 3)]
    }
    assert touched == {(3, -2): [2], (3, -1): [2], (3, 0): [2, 3], (0, -3): [1, 6], (-3, 3): [4, 5]}


# ---- events


def met(number: int, kind: str = "scout", **more: object) -> Table:
    """A cube enters a hex with a token of this number."""
    state = world({"red": [f"0,0 {kind}"]}, **more)  # type: ignore[arg-type]
    state.hexes["1,0"].event = True
    return run(state, ACT).answer("0,0", "1,0", str(number))


@pytest.mark.rule("MVW-249")
def test_events_that_do_something_at_once() -> None:
    """Gold, fever, a banner, roads, stones, a veteran, a spring; the token is gone."""
    assert met(1).state.players["red"].gold == 4
    assert met(8).state.units["u1"].wounds == 1
    assert met(12).state.players["red"].banner == 2
    assert met(7).state.players["red"].gold == 3
    assert met(7, settings={"mode": "domination"}).state.players["red"].stones == 2
    assert met(5).state.players["red"].kills == {"scout": 1}
    assert met(5, "builder").state.players["red"].works == 1
    table = met(6)
    table.answer(table.open[0])
    assert (sum(one.road for one in table.state.hexes.values()), table.state.players["red"].works) == (2, 2)
    done = met(1)
    assert (done.state.tokens, done.state.hexes["1,0"].event) == ({"1": 1}, False)


@pytest.mark.rule("MVW-249")
def test_events_that_ask() -> None:
    """A company joins; bandits take gold or points; an ambush; a beast drives the explorer back."""
    table = met(2).answer("bowman")
    table.answer(table.open[0])
    assert sorted(one.kind for one in table.state.units.values()) == ["bowman", "scout"]
    assert met(11, gold=2).answer(True).state.players["red"].gold == 0
    assert met(11).state.units["u1"].done
    ambush = met(3).rolls(7, 6)
    assert (ambush.state.units["u1"].wounds, len(ambush.state.units)) == (1, 1)
    beast = met(9)
    assert [(one.kind, one.place) for one in beast.state.units.values()] == [("scout", "0,0"), ("beast", "1,0")]


def test_an_ambush_tells_its_two_blows_before_the_dice() -> None:
    """They are the same against everybody: the figure gives no hidden cube away."""
    table = met(3)
    state = table.state
    state.units["u1"].face = ""
    (panel,) = fight_panel(state)
    assert isinstance(panel, BattlePanel)
    blow = state.fights[0].blows[0]
    assert [line.values["percent"] for line in panel.lines] == [chance(state.rulings, blow.fixed)]
    assert [gauge.value for gauge in panel.sides[0].gauges] == [blow.fixed]
    state.fights[0].struck.append(state.fights[0].blows.pop(0).striker)
    (panel,) = fight_panel(state)
    assert isinstance(panel, BattlePanel)
    assert panel.lines == ()  # nothing follows the last one


def test_a_beast_is_fought_for_a_reward() -> None:
    """It answers at its own strength; gold and one step for whoever kills it."""
    state = world({"red": ["0,0 pikeman"], "": ["1,0 beast"]})
    state.units["u2"].wounds = 2
    table = run(state, ACT).answer("0,0", "1,0")
    assert (table.state.players["red"].gold, table.state.players["red"].kills) == (5, {"pikeman": 1})


@pytest.mark.rule("MVW-064")
def test_where_an_event_is_explored_from() -> None:
    """A26: by entering, or from the next hex for one point."""
    state = world({"red": ["0,0 scout"]}, rulings={"events": "from-next-door"})
    state.hexes["1,0"].event = True
    table = run(state, ACT).answer("0,0", "1,0", "1")
    assert (table.state.units["u1"].place, table.state.units["u1"].spent) == ("0,0", 1)
    table = run(state, ACT).answer("0,0", "1,0", "9")
    assert [(one.kind, one.place) for one in table.state.units.values()] == [("scout", "0,0"), ("beast", "1,0")]


# ---- resting


@pytest.mark.rule("MVW-060", "MVW-061", "MVW-062", "MVW-108", "MVW-109", "MVW-110")
def test_v39_resting_heals() -> None:
    """Who has spent nothing rests, and is healed when the owner's next action phase begins; or at once (A16)."""
    for reading, wounds in (("next-phase", 1), ("at-once", 0)):
        state = world({"red": ["0,0 bowman"]}, rulings={"rest": reading})
        state.units["u1"].wounds = 1
        table = run(state, action.action_phase("red")).answer("done")
        assert table.state.units["u1"].wounds == wounds
        assert run(table.state, action.action_phase("red")).state.units["u1"].wounds == 0
    state = world({"red": ["0,0 bowman"]})
    state.units["u1"].wounds = 1
    assert not run(state, action.action_phase("red")).answer("0,0", "1,0", "done").state.units["u1"].resting


@pytest.mark.rule("MVW-217")
def test_a_medic_heals() -> None:
    """One wound of a unit beside him for a point, once a turn; a partner's, too; each one with the dressing station."""
    state = world({"red": ["0,0 field_medic"], "teal": ["1,0 bowman"]}, seats=("red", "blue", "teal", "orange"),
                  settings={"teams": "teams"})  # fmt: skip
    state.units["u2"].wounds = 1
    table = run(state, ACT).answer("0,0", "heal")
    assert (table.state.units["u2"].wounds, table.state.units["u1"].spent) == (0, 1)
    state.units["u2"].wounds = 1
    assert run(state, ACT).answer("0,0", "use:dressing_station").state.units["u2"].wounds == 0


# ---- abilities


@pytest.mark.rule("MVW-007", "MVW-182", "MVW-183", "MVW-050")
def test_v31_tactical_points() -> None:
    """One for each activation; two, three and four by the player's age, or by his troops; a store by one reading."""
    state = world({"red": ["0,0 scout", "1,0 scout", "0,1 scout"]}, learned=["scout"])
    table = run(state, ACT).answer("0,0", "use:far_sight")
    assert table.state.players["red"].tactics == 1
    state.players["red"].tactics = 2
    assert "tactical point" in run(state, ACT).answer("0,0").refusal("use:far_sight")
    state.players["red"].unlocked.append("lancer")
    assert run(state, ACT).answer("0,0").refusal("use:far_sight") == ""
    state.players["red"].tactics = 3
    assert run(state, ACT).answer("0,0").refusal("use:far_sight")
    state.rulings["adrenaline"] = "separate"
    assert run(state, ACT).answer("0,0", "use:far_sight").state.players["red"].store == 1
    state.rulings.update(adrenaline="same", own_age="own-troops")
    state.players["red"].tactics = 2
    assert run(state, ACT).answer("0,0").refusal("use:far_sight")
    state.rulings.update(own_age="unlocked", engineer_age="engineer-counts")
    state.players["red"].unlocked = ["scout", "engineer"]
    assert run(state, ACT).answer("0,0").refusal("use:far_sight") == ""


@pytest.mark.rule("MVW-188", "MVW-054")
def test_v30_rain_of_arrows() -> None:
    """Three hexes that touch, one roll at exactly 4 for each enemy there, no answer; friends by one reading (A81)."""
    units = {"red": ["0,0 bowman", "1,1 scout"], "blue": ["1,0 pikeman", "2,0 bowman", "2,-1 scout"]}
    table = (
        play(ACT, units, learned=["bowman"]).answer("0,0", "use:rain_of_arrows", "1,0", "2,0", "2,-1").rolls(4, 5, 5)
    )
    assert [table.state.units[name].wounds for name in ("u3", "u4", "u5")] == [1, 0, 0]
    assert (table.state.players["red"].tactics, table.state.units["u1"].done) == (1, True)
    wide = play(ACT, units, learned=["bowman"], rulings={"area": "everyone"})
    wide.answer("0,0", "use:rain_of_arrows", "1,0", "2,0", "1,1").rolls(5, 5, 4)
    assert wide.state.units["u2"].wounds == 1


def used(deed: str, red: str, blue: str = "1,0 pikeman", **more: object) -> Table:
    """A cube on 0,0 uses an ability."""
    kind = red.split(";")[0]
    units = {"red": [f"0,0 {kind}", *red.split(";")[1:]], "blue": blue.split(";")}
    return play(ACT, units, learned=[kind], **more).answer("0,0", f"use:{deed}")  # type: ignore[arg-type]


def test_abilities_that_shoot_or_strike() -> None:
    """Each with what is special about it."""
    assert used("aimed_bolt", "crossbowman", "2,0 bowman").state.units["u2"].wounds == 1
    volley = used("volley", "rifleman", "2,0 bowman").rolls(10)
    assert volley.struck_with(13)
    assert used("carbine", "dragoon", "2,0 pikeman").state.units["u1"].done is False
    hook = used("hook", "halberdier", "1,0 pikeman")
    assert hook.state.units["u2"].marks["slowed"] == 1
    breaker = used("shield_breaker", "heavy_swordsman", "1,0 heavy_swordsman;2,0 scout")
    assert breaker.struck_with(10)
    breach = used("breach_shot", "catapult;1,0 scout", "5,0 scout", buildings=["blue barracks 3,0"]).rolls(6)
    assert breach.state.buildings == {}
    barrage = used("barrage", "artillery", "2,0 pikeman;1,1 scout").answer("2,0", "1,1").rolls(5, 6)
    assert (barrage.state.units["u2"].wounds, barrage.state.units["u3"].wounds) == (1, 0)


def test_abilities_that_last() -> None:
    """Facing, sight, a second attack, covering fire."""
    assert used("pike_wall", "pikeman", "5,0 scout").answer("2").state.units["u1"].marks["pike"] == 3
    assert used("hold_the_line", "bayonet_line", "5,0 scout").answer("0").state.units["u1"].marks["hold"] == 1
    assert used("far_sight", "scout", "4,0 bowman").state.units["u2"].face == "bowman"
    twice = used("onslaught", "sabre_guard")
    assert twice.state.units["u1"].marks["onslaught"] == 2


def test_couched_lance_needs_a_run() -> None:
    """Two hexes in a straight line before the attack."""
    state = world({"red": ["0,0 lancer"], "blue": ["1,0 pikeman"]}, learned=["lancer"])
    state.units["u1"].trail = ["-2,0", "-1,0", "0,0"]
    assert run(state, ACT).answer("0,0").refusal("use:couched_lance") == ""
    state.units["u1"].trail = ["-1,1", "-1,0", "0,0"]
    assert run(state, ACT).answer("0,0").refusal("use:couched_lance")


def test_after_an_attack() -> None:
    """A second swing after a kill, a ride on after any attack."""
    state = world({"red": ["0,0 swordsman", "3,0 horseman"], "blue": ["1,0 scout"]}, learned=["swordsman", "horseman"])
    one, two = state.units["u1"], state.units["u2"]
    one.done = one.attacked = two.done = two.attacked = True
    table = run(state, ACT)
    assert "0,0" not in table.open
    assert run(state, ACT).answer("3,0").refusal("use:ride_by") == ""
    one.killed = True
    assert run(state, ACT).answer("0,0").refusal("use:second_swing") == ""


@pytest.mark.rule("MVW-195", "MVW-206", "MVW-207")
def test_a_gatling_gun_is_set_up_first() -> None:
    """One point and a direction; then it may shoot, and cover."""
    state = world({"red": ["0,0 gatling_gun"], "blue": ["2,0 pikeman"]}, learned=["gatling_gun"])
    table = run(state, ACT).answer("0,0")
    assert "set up" in table.refusal("2,0").lower()
    table.answer("set_up", "2")
    assert table.state.units["u1"].marks["set_up"] == 3
    again = run(table.state, ACT)
    assert again.refusal("2,0") == ""
    again.answer("use:covering_fire")
    assert again.state.units["u1"].marks["cover"] == 3
    for reading, keeps in (("until-move", True), ("each-turn", False)):
        state = table.state
        state.rulings["set_up"] = reading
        assert bool(run(state, action.begin_phase("red")).state.units["u1"].marks.get("set_up")) == keeps


def test_every_ability_and_skill_has_a_function() -> None:
    """Data and functions name each other; always active ones are done where they count."""
    passive = {"eagle_eye", "grand_master", "man_of_war", "thornhide"}
    assert {*USES, *SKILLS} == set(facts.HOUSE.deeds) - passive
    assert {one.effect for one in facts.EVENTS.values()} == set(exploring.EVENTS)


@pytest.mark.rule("MVW-061")
def test_an_ability_without_a_price_is_no_rest() -> None:
    """A Pikeman that has set up its wall has done something, although it has spent no action point."""
    state = world({"red": ["0,0 pikeman", "3,0 pikeman"]}, learned=["pikeman"])
    for unit in state.units.values():
        unit.wounds = 1
    table = run(state, ACT).answer("0,0", "use:pike_wall", "0")
    after = run(table.state, action.end_phase("red")).state
    assert [after.units[name].resting for name in ("u1", "u2")] == [False, True]
