"""Owner values: what a group typed in from its printed game takes the place of house values, everywhere."""

from __future__ import annotations

import pytest

from companion.engine.core.errors import DataError
from companion.engine.game.record import begin
from companion.games import load_game
from companion.games.heroes_vs_warlords.moving import sites
from companion.games.heroes_vs_warlords.records import facts, world
from companion.games.heroes_vs_warlords.records.common import sheet, unit_values
from companion.games.heroes_vs_warlords.records.sheet import HOUSE_SHEET, VALUES, sheet_of
from companion.games.heroes_vs_warlords.records.state import HvWState, Site
from companion.games.heroes_vs_warlords.turns import cities
from tests.games.heroes_vs_warlords.table import position, start_at

GAME = load_game("heroes_vs_warlords")


def owned(**values: int | str) -> HvWState:
    state = position()
    state.owner = VALUES.checked({path.replace("__", "/"): value for path, value in values.items()})
    return state


def test_the_sheet_of_house_values_is_the_house_data():
    """Nothing is lost on the way into the sheet and back."""
    assert HOUSE_SHEET.units == facts.UNITS
    assert HOUSE_SHEET.tiles == facts.TILES
    assert {name: table.rows for name, table in facts.TABLES.items() if name.startswith("guards")} == {
        name: table.rows for name, table in HOUSE_SHEET.tables.items() if name.startswith("guards")
    }
    assert sheet_of({}) is HOUSE_SHEET


def test_units_costs_and_tiles_of_the_owner_count():
    """Rules read the match's own sheet."""
    state = owned(units__knights__1__attack=9, costs__tavern__knights__gold=1, tiles__T06__C="hills/ruin")
    assert unit_values(state, "knights", 1).attack == 9
    assert unit_values(position(), "knights", 1).attack == facts.UNITS["knights"][1].attack
    assert cities.cost(state, state.cities["home:knights"], "tavern")["gold"] == 1
    assert sheet(state).tiles["T06"].hexes["C"].feature == "ruin"
    assert world.centre_name(sheet(state).start_tile("knights")) == "C"


def test_a_table_of_the_owner_is_rolled_on_and_says_so():
    """A changed row is used, and the log calls the table the owner's."""
    state = owned(guards__ruin__3="2xL6")
    state.sites["ruin-1"] = Site("ruin-1", "ruin", "Ruin 1")
    hero = state.players["knights"].heroes[0]
    hero.place, state.active = "ruin-1", "knights"
    table = start_at(state, sites.contents("knights:1"))
    table.answer([3], section="3.3.1")
    assert [(s.level, s.count) for s in table.state.sites["ruin-1"].guards] == [(6, 2)]
    assert any("owner" in str(note.text) for note in table.runner.notes)


def test_heroes_begin_with_the_owner_s_abilities():
    """Set-up gives the abilities of the sheet."""
    runner = begin(GAME, ["knights", "amazons"], {}, {}, owner={"heroes/knights/attack": 5})
    (question,) = runner.questions()
    runner.answer(question.key, {"map": "table", "tiles": 12, "length": 2})
    assert runner.state.players["knights"].heroes[0].attack == 5
    assert runner.state.players["amazons"].heroes[0].attack == facts.HERO_START["amazons"].attack


@pytest.mark.parametrize(
    ("path", "value"),
    [
        ("units/knights/1/attack", "many"),
        ("units/knights/1/attack", 1000),
        ("units/knights/1/type", "flying"),
        ("guards/ruin/1", "three wolves"),
        ("tiles/T06/C", "hills/gingerbread"),
        ("tiles/K0/C", "clear"),
        ("units/knights/7/attack", 1),
    ],
)
def test_wrong_values_are_named(path, value):
    """Every kind of mistake is told with its path, and nothing is taken over."""
    with pytest.raises(DataError, match=path.rsplit("/", 1)[0]):
        VALUES.checked({path: value})
