"""Turn 5, Production (11.0-11.2.1): building and buying, where new units stand, and what binds them."""

from __future__ import annotations

import pytest

from companion.games.heroes_vs_warlords.moving import movement
from companion.games.heroes_vs_warlords.records import facts
from companion.games.heroes_vs_warlords.records.state import City, HvWState, Stack, Stock
from companion.games.heroes_vs_warlords.turns import cities, sequence
from tests.games.heroes_vs_warlords.rows.battlefield import lead
from tests.games.heroes_vs_warlords.table import THREE, Table, position, start_at

HOME = "home:knights"


def rich(stock: Stock | None = None, **rulings: str) -> HvWState:
    """The Knights with 20 of everything."""
    state = position(**rulings)
    state.cities[HOME].stock = stock or Stock(20, 20, 20, 20)
    return state


def producing(state: HvWState) -> Table:
    return start_at(state, cities.produce("knights"))


def buys(table: Table, name: str, **army: int) -> Table:
    return table.answer(f"units@{name}", section="11.0").answer(army, section="11.2")


def pick(table: Table, *options: str) -> Table:
    for option in options:
        table.answer(option, section="11.0")
    return table


@pytest.mark.rule("HVW-332")
def test_all_players_produce_at_the_same_time():
    """Three players are asked together; one who is done waits for nobody's sake, the others go on."""
    table = start_at(position(*THREE), sequence.production())
    assert {seat for seat, _ in table.asked()} == set(THREE)
    table.answer("done", seat="amazons")
    assert {seat for seat, _ in table.asked()} == {"knights", "barbarians"}
    table.answer("done", seat="knights").answer("done", seat="barbarians")
    assert table.done


@pytest.mark.rule("HVW-332")
def test_each_city_builds_for_itself_from_its_own_stock():
    """Two Cities are offered; what is built in one is paid there and stands there."""
    state = rich()
    state.cities["second"] = City("second", "knights", "amazons", False, "second", Stock(4, 4, 4, 4), ["hamlet"])
    table = pick(producing(state), "trade_hall@second")
    assert "trade_hall" in table.state.cities["second"].facilities
    assert "trade_hall" not in table.state.cities[HOME].facilities
    assert table.state.cities[HOME].stock == Stock(20, 20, 20, 20)
    assert table.state.cities["second"].stock == Stock(wood=1, stone=2, crystal=4, gold=2)


@pytest.mark.rule("HVW-333")
def test_a_facility_is_paid_and_marked():
    """The Trade Hall of the Knights costs 3 Stone, 2 Wood and 2 Gold; then it stands and is offered no more."""
    table = pick(producing(rich()), f"trade_hall@{HOME}")
    city = table.state.cities[HOME]
    assert city.stock == Stock(wood=18, stone=17, crystal=20, gold=18)
    assert "trade_hall" in city.facilities
    assert f"trade_hall@{HOME}" not in table.options(section="11.0")


@pytest.mark.rule("HVW-333")
def test_what_cannot_be_paid_is_greyed():
    """One Stone short: the facility is refused with 11.1, and nothing is taken."""
    table = producing(rich(Stock(wood=2, stone=2, gold=2)))
    assert table.greyed(f"trade_hall@{HOME}", section="11.0") == "11.1"
    table.refused(f"trade_hall@{HOME}", section="11.0")


PREREQUISITES = [
    ("shooting_range", "barracks"), ("academy", "shooting_range"), ("tiltyard", "academy"), ("garde", "tiltyard"),
    ("city_hall", "town_hall"), ("palace", "city_hall"), ("storehouse", "trade_hall"),
]  # fmt: skip


@pytest.mark.rule("HVW-334")
@pytest.mark.parametrize(("facility", "needs"), PREREQUISITES)
def test_a_facility_needs_its_prerequisite(facility, needs):
    """Greyed without it, open with it; the Hamlet is there from the start, so Barracks need nothing else."""
    assert producing(rich()).greyed(f"barracks@{HOME}", section="11.0") == ""
    state = rich()
    assert producing(state).greyed(f"{facility}@{HOME}", section="11.0").startswith("4.3")
    state.cities[HOME].facilities.append(needs)
    assert producing(state).greyed(f"{facility}@{HOME}", section="11.0") == ""


@pytest.mark.rule("HVW-334")
def test_second_steps_need_the_first():
    """Defensive works and towers are built one after the other."""
    state = rich(Stock(99, 99, 99, 99))
    table = producing(state)
    for second, first in (("defense_step_2", "defense_step_1"), ("tower_2", "tower_1")):
        assert table.greyed(f"{second}@{HOME}", section="11.0").startswith("4.3.1")
        pick(table, f"{first}@{HOME}")
        assert table.greyed(f"{second}@{HOME}", section="11.0") == ""


@pytest.mark.rule("HVW-334")
@pytest.mark.parametrize(("reading", "open_at_once"), [("yes", True), ("no", False)])
def test_a_new_facility_serves_at_once_or_from_the_next_round_by_ruling(reading, open_at_once):
    """R55: Barracks just built lead on to the Shooting Range in the same Turn 5, or only later."""
    table = pick(producing(rich(Stock(40, 40, 40, 40), same_turn_use=reading)), f"barracks@{HOME}")
    assert (table.greyed(f"shooting_range@{HOME}", section="11.0") == "") == open_at_once
    table.answer(f"units@{HOME}", section="11.0")
    assert ("L2" in table.options(section="11.2")) == open_at_once


@pytest.mark.rule("HVW-335")
def test_resources_may_be_saved_up_to_twenty():
    """Done at once, 15 stay 15; what exceeds 20 at the end of Turn 5 is lost."""
    state = rich(Stock(wood=15, stone=20, crystal=21, gold=30))
    table = start_at(state, sequence.production())
    while not table.done:
        table.answer("done", section="11.0")
    assert table.state.cities[HOME].stock == Stock(wood=15, stone=20, crystal=20, gold=20)


@pytest.mark.rule("HVW-336", "HVW-261")
def test_new_units_stand_in_the_city_where_they_were_bought():
    """Three units in the second City: they wait there, not at home and on no Display; killed ones may be among them."""
    state = rich()
    state.cities["second"] = City("second", "knights", "knights", False, "second", Stock(gold=9), ["hamlet"])
    before = list(state.players["knights"].heroes[0].sections)
    table = buys(producing(state), "second", L1=3)
    assert table.state.cities["second"].units == [Stack("knights", 1, 3)]
    assert table.state.cities[HOME].units == []
    assert table.hero("knights:1").sections == before


@pytest.mark.rule("HVW-261")
def test_units_are_never_used_up():
    """However many have died, the whole stack of 20 may be bought again."""
    state = rich()
    lead(state, "knights:1", (1, 20), (1, 20), (1, 20))
    table = buys(producing(state), HOME, L1=20)
    assert table.state.cities[HOME].units == [Stack("knights", 1, 20)]


@pytest.mark.rule("HVW-337")
def test_a_hero_fetches_them_in_that_hex():
    """In the City the exchange is offered and takes them along; from elsewhere it is not, and they stay."""
    state = rich()
    state.cities[HOME].units = [Stack("knights", 2, 4)]
    lead(state, "knights:1", (1, 5), place="open")
    away = start_at(state, movement.player_turn("knights"))
    assert "city:1" not in away.options(section="7.1")
    away.enters("home:knights")
    away.deed("city:1").answer({"knights:1": 5, "knights:2": 4}, section="4.1")
    kinds = {(one.level, one.count) for one in away.hero("knights:1").sections if one}
    assert kinds == {(1, 5), (2, 4)}
    assert away.state.cities[HOME].units == []


def captured() -> HvWState:
    """The Knights hold the capital of the Amazons, with Barracks."""
    state = rich()
    city = state.cities["home:amazons"]
    city.owner, city.stock, city.facilities = "knights", Stock(20, 20, 20, 20), ["hamlet", "barracks"]
    lead(state, "knights:1", (1, 5), place="home:amazons")
    lead(state, "amazons:1", (1, 5), place="far")
    return state


@pytest.mark.rule("HVW-338")
def test_a_captured_city_sells_units_of_its_own_race():
    """What the Knights buy there are Amazons."""
    table = buys(producing(captured()), "home:amazons", L2=2)
    assert [(one.faction, one.level, one.count) for one in table.state.cities["home:amazons"].units] == [
        ("amazons", 2, 2)
    ]


@pytest.mark.rule("HVW-339")
def test_units_bought_in_a_captured_city_stay_there():
    """The Hero in it can take other units along, not these; they defend it, and nothing else moves them."""
    table = buys(producing(captured()), "home:amazons", L1=3)
    state = table.state
    assert state.cities["home:amazons"].units[0].locked
    turn = start_at(state, movement.player_turn("knights")).deed("city:1")
    assert set(turn.options(section="4.1")) == {"knights:1"}
    turn.answer({"knights:1": 2}, section="4.1")
    waiting = {(one.faction, one.count, one.locked) for one in turn.state.cities["home:amazons"].units}
    assert waiting == {("amazons", 3, True), ("knights", 3, False)}


@pytest.mark.rule("HVW-340")
def test_a_new_hero_arrives_in_the_capital():
    """Bought in Turn 5 he stands in the home City without army; with the capital lost he cannot come."""
    table = pick(producing(rich()), "hero")
    hero = table.hero("knights:2")
    assert (hero.status, hero.place, [one for one in hero.sections if one]) == ("in_play", HOME, [])
    state = rich()
    state.cities[HOME].owner = "amazons"
    assert producing(state).greyed("hero", section="11.0") == "4.1"


@pytest.mark.rule("HVW-341")
@pytest.mark.parametrize(("level", "crystal"), [(1, 0), (2, 0), (3, 0), (4, 0), (5, 1), (6, 2)])
def test_a_unit_costs_gold_equal_to_its_level(level, crystal):
    """TV06: Level L costs L Gold, Levels 5 and 6 also one and two Crystals."""
    state = rich()
    state.cities[HOME].facilities = list(facts.SETUP["facility_levels"])
    table = buys(producing(state), HOME, **{f"L{level}": 1})
    stock = table.state.cities[HOME].stock
    assert (20 - stock.gold, 20 - stock.crystal) == (level, crystal)


@pytest.mark.rule("HVW-341")
def test_too_dear_an_army_is_refused():
    """Seven units of Level 1 for six Gold, or a Level 5 unit without Crystal: nothing is bought."""
    state = rich(Stock(gold=6))
    state.cities[HOME].facilities = list(facts.SETUP["facility_levels"])
    table = producing(state).answer(f"units@{HOME}", section="11.0")
    table.refused({"L1": 4, "L3": 1}, section="11.2")
    assert table.refused({"L5": 1}, section="11.2").section == "11.2.1"
    table.answer({"L1": 6}, section="11.2")
    assert table.state.cities[HOME].stock.gold == 0
