"""What players are told of a fight, of prices and of what they have built."""

from __future__ import annotations

from companion.engine.game.panels import BattlePanel, Display
from companion.games.multiverse_war.phases import action
from companion.games.multiverse_war.readers.aids import aids
from companion.games.multiverse_war.readers.battle_board import fight_panel
from companion.games.multiverse_war.readers.board import board
from companion.games.multiverse_war.world import facts
from companion.games.multiverse_war.world.wording import building_words, deed_words, points
from tests.games.multiverse_war.table import play, world


def test_the_column_of_who_has_struck_keeps_the_strength_of_the_blow() -> None:
    """While the defender strikes back, the attacker's figure still stands there."""
    table = play(action.acting("red"), {"red": ["0,0 swordsman"], "blue": ["1,0 swordsman"]}).answer("0,0", "1,0")
    assert table.state.fights[0].struck == ["u1"]
    (panel,) = fight_panel(table.state)
    assert isinstance(panel, BattlePanel)
    assert [gauge.value for gauge in panel.sides[0].gauges] == [table.state.fights[0].made["u1"]]
    assert panel.sides[1].gauges


def test_whoever_turns_to_another_unit_is_asked_in_the_same_step() -> None:
    """The log tells of it with what follows."""
    table = play(action.acting("red"), {"red": ["0,0 scout", "3,0 bowman"]}).answer("0,0")
    step = table.questions[0].key.rpartition(":")[0]
    assert table.answer("back").questions[0].key.rpartition(":")[0] == step
    assert table.answer("3,0", "back", "done").runner.result is False


def test_every_building_says_what_it_is_good_for_and_one_point_is_one() -> None:
    """The tower, too, which neither pays nor trains."""
    assert all(building_words(facts.HOUSE, one) for one in facts.HOUSE.buildings.values())
    assert points(1)[0].label != points(2)[0].label


def test_printed_strengths_stand_beside_what_a_skill_does() -> None:
    """On the aid of skills as on that of abilities."""
    printed = [one for one in facts.HOUSE.deeds.values() if one.strength]
    assert printed
    assert all(str(one.strength) in str(deed_words(one)) for one in printed)
    told = {one.id: one for one in aids(world())}
    assert {"sight", "growth", "back"} <= told.keys()


def test_a_city_tells_what_stands_and_what_can_be_constructed() -> None:
    """With what the next revenue brings."""
    state = world({"red": ["0,0 builder"]}, buildings=["red barracks 0,0", "red settlement 4,0+5,0+4,1+5,-1+3,1"])
    panels = {one.id: one for one in board(state, "red").panels if isinstance(one, Display)}
    assert len(panels["built"].lines) == 2
    assert panels["built"].subtitle.values["n"] == 7
    assert len(panels["catalogue"].lines) == len(facts.HOUSE.buildings) - 1
