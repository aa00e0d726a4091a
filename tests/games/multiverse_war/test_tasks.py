"""What hands must do at the table after an answer, what an attack promises, what stands on cubes, and the end."""

from __future__ import annotations

from copy import deepcopy

import pytest

from companion.engine.core.rulings import settled
from companion.engine.game.panels import BattlePanel, Display, MapPanel, TablePanel
from companion.games.multiverse_war import GAME
from companion.games.multiverse_war.fighting.fight import attack, preview
from companion.games.multiverse_war.phases import build
from companion.games.multiverse_war.phases.setup import new_state
from companion.games.multiverse_war.readers.battle_board import fight_panel
from companion.games.multiverse_war.readers.board import board
from companion.games.multiverse_war.readers.guide import GUIDE
from companion.games.multiverse_war.readers.tasks import tasks
from companion.games.multiverse_war.world import facts
from companion.games.multiverse_war.world.places import place_name
from companion.games.multiverse_war.world.state import Building, Tile
from companion.games.multiverse_war.world.strength import chance
from companion.games.multiverse_war.world.wording import (
    building_figures,
    building_words,
    hero_words,
    unit_figures,
)
from tests.games.multiverse_war.table import put, run, world


@pytest.mark.parametrize("mode", ["open", "domination"])
def test_the_table_is_laid_before_the_first_question(mode: str) -> None:
    """The land once for the table, with as many territories as the layout has places; city and rack by each player."""
    state = new_state(["red", "blue"], {"layout": "alternate_duel", "mode": mode})
    state.rulings = settled(GAME.rulings, {})
    assert GAME.first_tasks is not None
    found = {one.id: one for one in GAME.first_tasks(state)}
    assert found["lay:land"].text.values["n"] == len(facts.LAYOUTS["alternate_duel"].places)
    assert ("portal" in found["lay:land"].text.values) == (mode == "domination")
    assert found["lay:tokens"].text.values["n"] == len(facts.EVENTS) * facts.NUMBERS["counts"]["events"]
    assert [(one.id, one.seat) for one in found.values() if one.seat] == [
        (f"lay:{what}:{seat}", seat) for seat in ("red", "blue") for what in ("city", "rack")
    ]


def test_a_recruit_is_not_named() -> None:
    """Players may share a phone, so the task does not say which cube it is."""
    before = world({"red": ["0,0 bowman"]})
    after = deepcopy(before)
    put(after, "red", "swordsman", "1,0")
    (task,) = tasks(before, after)
    assert task.seat == "red"
    swordsman = facts.HOUSE.units["swordsman"].name
    assert swordsman not in str(task.text)
    assert swordsman in str(task.own)  # for a phone of one's own
    assert swordsman not in str(task.part)  # nor in a line with others
    assert swordsman in str(task.own_part)


def test_tasks_of_one_kind_are_one_line() -> None:
    """Cubes that are turned up, roads, counters: alike whatever cube or place they are about."""
    before = world({"red": ["0,0 bowman", "1,0 scout", "2,0 builder"]})
    after = deepcopy(before)
    for name in ("u1", "u2", "u3"):
        after.units[name].face = after.units[name].kind
    after.units["u2"].wounds = 1
    after.hexes["0,1"].road = after.hexes["0,2"].road = True
    after.players["red"].kills = {"bowman": 1, "scout": 2}
    found = tasks(before, after)
    assert len(found) == 7
    assert len({str(one.alike) for one in found}) == 3
    assert len({str(one.part) for one in found}) == 7


def test_land_is_turned_up_by_who_revealed_it() -> None:
    """Also when that was the last action point and the turn has passed on."""
    before = world({"red": ["0,0 bowman"]})
    before.tiles, before.active = [Tile((0, 0))], "blue"
    after = deepcopy(before)
    after.tiles[0].id, after.active = next(iter(facts.HOUSE.territories)), "red"
    (task,) = tasks(before, after)
    assert task.seat == "blue"


def test_a_cube_is_put_on_the_map_once_it_has_a_place() -> None:
    """As long as its place is not chosen there is nothing to do; then the task says where; going on is no task."""
    before = world({"red": ["0,0 bowman"]})
    chosen = deepcopy(before)
    name = put(chosen, "red", "swordsman", "")
    assert tasks(before, chosen) == ()
    placed = deepcopy(chosen)
    placed.units[name].place = "1,0"
    (task,) = tasks(chosen, placed)
    assert (task.id, task.seat) == (f"cube:{name}", "red")
    assert str(place_name(placed, "1,0")) in str(task.text)
    gone_on = deepcopy(placed)
    gone_on.units[name].place = "2,0"
    assert tasks(placed, gone_on) == ()


def test_wounds_faces_buildings_and_gold_are_tasks_of_their_players() -> None:
    """Each is told to whom it belongs; nothing is left to do between equal states."""
    before = world({"red": ["0,0 bowman"], "blue": ["3,0 swordsman"]}, buildings=["blue barracks 4,0"])
    after = deepcopy(before)
    after.units["u1"].wounds, after.units["u1"].face = 1, "bowman"
    del after.units["u2"]
    after.buildings["b1"].age = 2
    after.buildings["b7"] = Building("red", "academy", ["0,3"])
    after.hexes["0,2"].road = True
    after.players["red"].gold, after.players["red"].kills = 4, {"bowman": 1}
    found = {task.id: task.seat for task in tasks(before, after)}
    assert found == {
        "cube:u1": "red", "cube:u2": "blue", "building:b1": "blue", "building:b7": "red",
        "road:0,2": "red", "gold:red": "red", "kills:red:bowman": "red",
    }  # fmt: skip
    assert tasks(after, after) == ()


@pytest.mark.parametrize(("strength", "percent"), [(9, 90), (4, 40), (0, 0), (12, 100)])
def test_the_chance_of_a_blow(strength: int, percent: int) -> None:
    """A ten-sided die that shows so much or less hits."""
    assert chance(world().rulings, strength) == percent


def test_an_attack_says_how_likely_it_hits() -> None:
    """The chances of both blows stand beside the target before it is chosen, and no figure that nobody explains."""
    state = world({"red": ["0,0 swordsman", "0,1 pikeman"], "blue": ["1,0 pikeman"]})
    words = preview(state, "u1", "1,0", shot=False)
    told = [one.values for one in words.values.values() if not isinstance(one, str | int)]
    assert [one.get("percent", "certain") for one in told] == ["certain", 70]


@pytest.mark.parametrize(("target", "back"), [("pikeman", True), ("builder", False)])
def test_a_fight_tells_whether_the_enemy_strikes_back(target: str, back: bool) -> None:
    """In the open, with the chance; the chance of the blow itself stands at its die alone."""
    state = world({"red": ["0,0 swordsman"], "blue": [f"1,0 {target}"]})
    attack(state, "u1", "1,0", shot=False)
    (panel,) = fight_panel(state)
    assert isinstance(panel, BattlePanel)
    (line,) = panel.lines
    assert ("percent" in line.values) == back
    assert all(gauge.colour == side.colour for side in panel.sides for gauge in side.gauges)


def test_a_cube_has_one_figure_on_the_map_and_beside_its_name() -> None:
    """What stands on the map stands on the counter of the same cube; who does not know it sees a question mark."""
    state = world({"red": ["0,0 bowman", "1,0 builder", "2,0 blademaster"], "blue": ["4,0 swordsman"]})
    panels = board(state, "red").panels
    tokens = [token for one in panels if isinstance(one, MapPanel) for spot in one.hexes for token in spot.tokens]
    own = next(one for one in panels if isinstance(one, Display) and one.id == "cubes")
    assert sorted(one.icon for one in tokens if one.colour == "red") == sorted(
        one.kind for one in own.slots if one is not None
    )
    assert {one.icon for one in tokens if one.colour == "red"} == {"bowman", "builder", "blademaster"}
    state.units["u4"].face = ""
    hidden = [one for panel in board(state, "red").panels if isinstance(panel, MapPanel) for spot in panel.hexes
              for one in spot.tokens if one.colour == "blue"]  # fmt: skip
    assert [(one.icon, one.letter) for one in hidden] == [("", "?")]


def test_the_player_aid_has_its_tables() -> None:
    """Units, buildings, strength and the ways to win, all with a title."""
    assert GAME.aids is not None
    found = GAME.aids(world())
    assert {"turn", "moving", "strength", "units", "buildings", "trains", "ways"} <= {one.id for one in found}
    assert all(len(row) == len(one.columns) for one in found for row in one.rows)
    (told,) = (one for one in found if one.id == "attributes")
    named = " ".join(str(who) for _what, who in told.rows)
    assert all((one.name in named) == bool(set(one.attributes) - {"cannot_fight"}) for one in facts.HOUSE.cards())


def test_at_the_end_more_is_compared() -> None:
    """Hero levels and kinds of the third age, by which a match may have been won."""
    state = world({"red": ["0,0 bowman"]}, gold=3)
    state.players["red"].kills = {"bowman": 2}
    running = next(one for one in board(state, "").panels if isinstance(one, TablePanel) and one.id == "standing")
    state.winners = ["red"]
    ended = next(one for one in board(state, "").panels if isinstance(one, TablePanel) and one.id == "standing")
    kinds = {row[0].message for row in ended.rows}
    assert kinds > {one.message for one in running.columns[1:]}
    assert any(column == 1 for _row, column in ended.best)


def test_the_legend_names_signs_and_not_whose_they_are() -> None:
    """A settlement is a settlement, whoever owns the one that stands first; its flag tells whose it is."""
    state = world(buildings=["red settlement 0,0", "blue barracks 3,0"], ground={"1,0": "forest"})
    panel = next(one for one in board(state, "").panels if isinstance(one, MapPanel))
    assert not any("Red" in str(one.label) or "Blue" in str(one.label) for one in panel.legend())
    assert {one.owner for one in panel.hexes} == {"", "red", "blue"}


def test_what_is_bought_says_what_it_is() -> None:
    """Units, heroes and buildings have their figures beside the price."""
    book = facts.HOUSE
    assert all([chip.amount for chip in unit_figures(one)][:2] == [one.health, one.ap] for one in book.cards())
    assert all(str(hero_words(book, one)) for one in book.heroes.values())
    assert all(building_figures(one)[0].amount == one.health for one in book.buildings.values())
    assert "trains" in str(building_words(book, book.buildings["barracks"]))


@pytest.mark.parametrize(
    ("units", "advised"), [(["2,-6 builder"], "construct"), (["0,0 scout"], "recruit"), (["0,1 builder"], "recruit")]
)
def test_the_tip_of_the_build_phase_is_about_what_can_be_done(units: list[str], advised: str) -> None:
    """No building that pays for a player without a Builder where one may stand; two hexes out only a tower may."""
    table = run(world({"red": units}, buildings=["red settlement 0,3"], gold=9), build.build("red"))
    (question,) = table.runner.questions()
    advice = GUIDE.advice_for(question, "red")
    assert advice is not None
    assert advice.among(question) == (advised,)
