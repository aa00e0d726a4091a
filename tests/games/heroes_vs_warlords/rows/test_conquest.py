"""Conquest of Cities and Camps (7.5, 8.12): undefended places, loot, what is destroyed, what the new owner may do."""

from __future__ import annotations

import pytest

from companion.games.heroes_vs_warlords.fighting import battles
from companion.games.heroes_vs_warlords.moving import movement
from companion.games.heroes_vs_warlords.records import facts
from companion.games.heroes_vs_warlords.records.common import hero_of
from companion.games.heroes_vs_warlords.records.state import City, HvWState, Stack, Stock
from companion.games.heroes_vs_warlords.turns import cities, conquest
from tests.games.heroes_vs_warlords.rows.battlefield import against_enemy, dice, lead
from tests.games.heroes_vs_warlords.table import Table, position, start_at

HOME = "home:amazons"


def open_city(**rulings: str) -> HvWState:
    """War; the Amazons' capital is empty, their Hero with his army far away."""
    state = position(war=True, **rulings)
    lead(state, "amazons:1", (1, 5), place="far")
    return state


def enter(state: HvWState) -> Table:
    return start_at(state, movement.player_turn("knights")).enters(HOME)


def taken(state: HvWState | None = None, die: int = 4) -> Table:
    """The Knights have conquered it; each roll on the Conquest Table was this one."""
    table = enter(state or open_city())
    while table.find(section="8.12"):
        dice(table, die)
    return table


def city(table: Table) -> City:
    return table.state.cities[HOME]


@pytest.mark.rule("HVW-216")
def test_an_undefended_city_falls_when_a_hero_enters():
    """No combat is asked; the conqueror stands there with his MP and may go on."""
    table = taken()
    assert city(table).owner == "knights"
    assert table.notes("8.3") == []
    assert table.hero("knights:1").mp == 5
    table.enters("open")
    assert table.hero("knights:1").place == "open"


@pytest.mark.rule("HVW-216")
@pytest.mark.parametrize(("units", "besieged"), [([], False), ([Stack("amazons", 1, 1)], True)])
def test_a_single_unit_makes_it_defended(units, besieged):
    """With one unit in the hex there is a siege, without one there is none."""
    state = open_city()
    state.cities[HOME].units = units
    table = enter(state)
    assert (table.state.battle is not None) == besieged


@pytest.mark.rule("HVW-216")
def test_a_hero_without_units_does_not_hold_it():
    """He is killed (10 EP), the City falls, and only then his replacement comes, outside of it (R33, 4.1)."""
    state = open_city()
    lead(state, "amazons:1", place=HOME)
    table = enter(state)
    while table.find(section="8.12"):
        dice(table, 1)
    assert city(table).owner == "knights"
    assert table.hero("amazons:1").status == "dead"
    assert table.hero("knights:1").ep == 10
    assert table.question(section="4.1").seat == "amazons"
    table.answer({"L1": 10}, section="4.1")
    assert table.hero("amazons:2").place == "open"


@pytest.mark.rule("HVW-309")
def test_one_roll_for_each_resource_in_stock():
    """Gold 4, Stone 2 and Wood 2: three rolls on the Conquest Table by the conqueror, none for Crystal."""
    table = enter(open_city())
    rolled = []
    while table.find(section="8.12"):
        question = table.question(section="8.12")
        assert question.seat == "knights"
        rolled.append(question.part.about)
        dice(table, 1)
    assert sorted(rolled) == ["loot:gold", "loot:stone", "loot:wood"]


@pytest.mark.rule("HVW-309", "HVW-311", "HVW-312")
def test_the_column_of_the_resource_and_the_stock_decide():
    """A 5 takes 5 tenths of 7 Gold (4) but 4 tenths of 7 Wood (3); the rest stays on the conquered Display."""
    state = open_city()
    state.cities[HOME].stock = Stock(wood=7, gold=7)
    before = Stock(**facts.SETUP["stock"])
    table = taken(state, die=5)
    assert (city(table).stock.gold, city(table).stock.wood) == (3, 4)
    loot = table.state.cities["home:knights"].stock
    assert (loot.gold - before.gold, loot.wood - before.wood) == (4, 3)


@pytest.mark.rule("HVW-309")
def test_the_stock_at_the_start_of_the_combat_counts():
    """The battle remembers what lay there when it began; a siege that is won rolls on that."""
    state = open_city()
    state.cities[HOME].units = [Stack("amazons", 1, 1)]
    state.cities[HOME].stock = Stock(gold=10)
    lead(state, "knights:1", (1, 9), level=12)
    table = against_enemy(state, "knights:1", HOME)
    assert table.state.battle is not None
    assert table.state.battle.stock == Stock(gold=10)
    table.answer(True, section="8.7.1")
    dice(table, 20)
    table.win()
    dice(table, 6)
    assert table.state.cities["home:knights"].stock.gold == 4 + 7
    assert city(table).stock.gold == 3


@pytest.mark.rule("HVW-310")
@pytest.mark.parametrize(("stock", "tenths", "captured"), [(7, 3, 3), (10, 3, 3), (1, 1, 1), (7, 0, 0), (20, 7, 14)])
def test_fractions_are_rounded_up(stock, tenths, captured):
    """EX09: 2.1 is 3; whole numbers stay, nothing stays nothing."""
    assert conquest.captured(stock, tenths) == captured


@pytest.mark.rule("HVW-311")
def test_the_conqueror_picks_the_display_for_the_loot():
    """With two other Displays he is asked; the loot goes at once to the one he names."""
    state = open_city()
    state.cities["third"] = City("third", "knights", "barbarians", True, "third", Stock(), ["hamlet"])
    table = enter(state)
    assert set(table.options(section="8.12")) == {"home:knights", "third"}
    table.answer("third", section="8.12")
    while table.find(section="8.12"):
        dice(table, 6)
    assert table.state.cities["third"].stock.gold == 3
    assert table.state.cities["home:knights"].stock.gold == 4


@pytest.mark.rule("HVW-312")
@pytest.mark.parametrize(("reading", "left"), [("usable_there", 3), ("lost", 0)])
def test_what_is_left_is_usable_there_or_lost_by_ruling(reading, left):
    """R52: of 7 Gold 4 are captured; 3 stay for the new owner there, or are gone."""
    state = open_city(remaining_stock=reading)
    state.cities[HOME].stock = Stock(gold=7)
    assert city(taken(state, die=5)).stock.gold == left


@pytest.mark.rule("HVW-312")
def test_without_another_display_everything_stays():
    """The Knights have no other City: what they capture stays where it lies."""
    state = open_city()
    state.cities["home:knights"].owner = "barbarians"
    assert city(taken(state, die=6)).stock == Stock(**facts.SETUP["stock"])


@pytest.mark.rule("HVW-313", "HVW-314")
def test_the_display_passes_on_with_its_military_facilities_only():
    """Hamlet to Garde stay; Town Hall, Tavern, Trade Hall and the like, better walls and towers are gone."""
    state = open_city()
    place = state.cities[HOME]
    place.facilities = [
        *facts.SETUP["facility_levels"],
        "tavern",
        "town_hall",
        "city_hall",
        "trade_hall",
        "training_area",
    ]
    place.works, place.towers = 3, 2
    table = taken(state)
    assert city(table).owner == "knights"
    assert city(table).facilities == list(facts.SETUP["facility_levels"])
    assert (city(table).works, city(table).towers) == (1, 0)


@pytest.mark.rule("HVW-314")
@pytest.mark.parametrize(("seat", "points"), [("amazons", 10), ("barbarians", 5)])
def test_its_walls_are_those_of_level_1_again(seat, points):
    """Besieged anew, a conquered City has 10 Structure Points, a Camp 5, and a bonus of 1."""
    state = position("knights", seat, war=True)
    lead(state, f"{seat}:1", (1, 5), place="far")
    state.cities[f"home:{seat}"].works = 3
    table = start_at(state, movement.player_turn("knights")).enters(f"home:{seat}")
    while table.find(section="8.12"):
        dice(table, 1)
    state = table.state
    assert battles.attack_enemy(state, hero_of(state, f"{seat}:1"), f"home:{seat}")
    assert state.battle is not None
    assert state.battle.wall is not None
    assert (state.battle.wall.sp, state.battle.wall.bonus, state.battle.wall.towers) == (points, 1, [])


@pytest.mark.rule("HVW-315")
def test_its_base_income_belongs_to_the_new_owner_at_once():
    """At the next Turn 4 the Knights get 1 Gold from it, the Amazons none."""
    state = taken(die=1).state
    mine, theirs = state.cities["home:knights"].stock.gold, state.cities[HOME].stock.gold
    table = start_at(state, cities.income("knights"))
    while not table.done:
        table.runner.answer(table.runner.questions()[0].key, next(iter(table.options())))
    gained = table.state.cities["home:knights"].stock.gold + table.state.cities[HOME].stock.gold - mine - theirs
    assert gained == 2
    assert start_at(table.state, cities.income("amazons")).notes("9.2") == []


@pytest.mark.rule("HVW-316")
def test_everything_but_military_facilities_may_be_built_there():
    """Barracks to Garde are not offered to the conqueror; all other facilities are, and are built."""
    state = taken().state
    state.cities[HOME].stock = Stock(20, 20, 20, 20)
    table = start_at(state, cities.produce("knights"))
    offered = {option.partition("@")[0] for option in table.options(section="11.0") if option.endswith(HOME)}
    military = set(facts.SETUP["facility_levels"])
    assert offered & military == set()
    assert offered >= {"training_area", "tavern", "town_hall", "trade_hall", "defense_step_1", "tower_1"}
    table.answer(f"town_hall@{HOME}", section="11.0")
    assert "town_hall" in table.state.cities[HOME].facilities


@pytest.mark.rule("HVW-316")
def test_who_retakes_his_home_may_build_everything_again():
    """In the hands of its own race the military facilities are offered again (R52)."""
    state = position()
    table = start_at(state, cities.produce("amazons"))
    assert f"barracks@{HOME}" in table.options(section="11.0")
