"""Readings of garrisons, retreats, capitals, conquered places and the end, each with the difference it makes."""

from __future__ import annotations

import pytest

from companion.games.heroes_vs_warlords.moving import movement, sites
from companion.games.heroes_vs_warlords.records.common import hero_of
from companion.games.heroes_vs_warlords.records.state import Site, Stack, Stock
from companion.games.heroes_vs_warlords.turns import cities, conquest, heroes, victory
from tests.games.heroes_vs_warlords.readings import finish, led, readings
from tests.games.heroes_vs_warlords.rows.battlefield import guarded, lead
from tests.games.heroes_vs_warlords.rows.test_retreat import at_the_heart, offered
from tests.games.heroes_vs_warlords.table import THREE, position, start_at

HOME = "home:knights"


@pytest.mark.rule("HVW-610")
@readings("garrison_sections", {"unlimited": True, "six": False})
def test_a_seventh_stack_in_a_garrison(rulings, expected):
    """Six stacks lie in the City: a seventh is bought and left there, or refused. The same in a Resource hex."""
    state = position(**rulings)
    city = state.cities[HOME]
    city.stock = Stock(gold=20)
    city.units = [Stack("knights", 1, 20) for _ in range(6)]
    table = start_at(state, cities.produce("knights")).answer(f"units@{HOME}")
    if expected:
        assert len(table.answer({"L1": 1}, section="11.2").state.cities[HOME].units) == 7
    else:
        assert table.refused({"L1": 1}, section="11.2").section == "4.1"
    table = start_at(state, movement.player_turn("knights")).deed("city:1")
    if expected:
        assert len(table.answer({"knights:1": 0}, section="4.1").state.cities[HOME].units) == 7
    else:
        assert table.refused({"knights:1": 0}, section="4.1").section == "4.1"
    full = [Stack("knights", 1, 20) for _ in range(6)]
    state.sites["wood-1"] = Site("wood-1", "resource", "Wood", resource="wood", owner="knights", garrison=full)
    hero_of(state, "knights:1").place = "wood-1"
    table = start_at(state, movement.player_turn("knights")).deed("drop:1")
    if expected:
        assert len(table.answer({"knights:1": 5}, section="9.1").state.sites["wood-1"].garrison) == 7
    else:
        assert table.refused({"knights:1": 5}, section="9.1").section == "4.1"


@readings("retreat_hex", {"free": {"SE", "SW", "NW"}, "any": {"NE", "SE", "S", "SW", "NW"}})
def test_where_a_defender_may_withdraw_to(rulings, expected):
    """Guards stand in the north-east, an own Hero in the south: neither hex is open, or both."""
    state, names = at_the_heart()
    state.rulings |= rulings
    guarded(state, names["NE"], (1, 3), kind="ruin")
    lead(state, "knights:2", (1, 1), place=names["S"])
    lead(state, "amazons:1", (1, 1), place=names["N"])
    assert offered(state, names) == expected
    lead(state, "amazons:1", (1, 1), place=names["SW"])
    assert offered(state, names) == expected - {"SW"}


@readings("dead_levels", {"count": 7, "in_play": 4})
def test_the_level_of_a_dead_hero(rulings, expected):
    """One Hero lives with Level 4, the other died with Level 3: his Level counts, or no longer. Never-seen ones: 0."""
    state = position(**rulings)
    first, second = state.players["knights"].heroes
    first.level, second.level = 3, 4
    assert victory.standing_of(state, "knights").levels == 3
    first.status, second.status = "dead", "in_play"
    assert victory.standing_of(state, "knights").levels == expected


@readings("all_lost", {"draw": ["knights", "amazons"], "comparison": ["amazons"]})
def test_everybody_has_lost_his_capital(rulings, expected):
    """They hold each other's capital at the check: a draw, or the three categories decide; nobody's units are gone."""
    state = position(war=True, **rulings)
    state.length = 9
    state.cities[HOME].owner, state.cities["home:amazons"].owner = "amazons", "knights"
    hero_of(state, "amazons:1").level = 5
    table = start_at(state, victory.check())
    assert table.state.ended == "all_lost"
    assert start_at(table.state, victory.conclude()).result == expected


@readings("neutral_home_guards", {"five_level_1": False, "table": True})
def test_home_hexes_of_a_defeated_player(rulings, expected):
    """On the start tile of who is out, a hex he controlled has five of Level 1, or is rolled for; others stay."""
    state = position(*THREE, war=True, **rulings)
    for number, owner in ((1, "amazons"), (2, "")):
        place = f"wood-{number}"
        state.sites[place] = Site(place, "resource", place, resource="wood", home=True, owner=owner, active=bool(owner))
    led(state, "amazons:1")
    for hero in state.players["amazons"].heroes:
        hero.status, hero.place = "dead", ""
    state = start_at(state, heroes.defeat_without_heroes("amazons")).state
    for place, rolled in (("wood-1", expected), ("wood-2", False)):
        hero_of(state, "knights:1").place = place
        table = start_at(state, sites.look("knights:1"))
        assert bool(table.find(section="3.3.1")) is rolled
        if not rolled:
            assert table.state.sites[place].guards == [Stack("neutrals", 1, 5)]


@readings("conquest_income", {"turn_4": 0, "at_once": 1})
def test_base_income_of_a_conquered_city(rulings, expected):
    """Its Gold comes at the next Turn 4, or 1 Gold lies there at once; at Turn 4 it pays 1 either way."""
    state = position(war=True, **rulings)
    city = state.cities["home:amazons"]
    city.stock, city.facilities = Stock(), ["hamlet", "town_hall"]
    table = start_at(state, conquest.conquer("home:amazons", "knights:1"))
    assert table.state.cities["home:amazons"].stock == Stock(gold=expected)
    table = finish(start_at(table.state, cities.income("knights")))
    assert table.state.cities["home:amazons"].stock == Stock(gold=expected + 1)


@readings("retaken_capital", {"own_again": True, "as_conquered": False})
def test_a_capital_that_was_won_back(rulings, expected):
    """Barracks may be built there and units leave it, or neither; before it was lost both are allowed in any case."""
    state = position(war=True, **rulings)
    state.cities[HOME].stock = Stock(20, 20, 20, 20)
    assert f"barracks@{HOME}" in start_at(state, cities.produce("knights")).options()
    for taker in ("amazons:1", "knights:1"):
        table = start_at(state, conquest.conquer(HOME, taker))
        while table.find(section="8.12"):
            table.answer([1], section="8.12")
        state = table.state
    state.cities[HOME].stock = Stock(20, 20, 20, 20)
    table = start_at(state, cities.produce("knights"))
    assert (f"barracks@{HOME}" in table.options()) is expected
    table.answer(f"units@{HOME}").answer({"L1": 2}, section="11.2")
    assert table.state.cities[HOME].units == [Stack("knights", 1, 2, locked=not expected)]


@readings("hero_purchase_time", {"turn5": False, "own_turn_too": True})
def test_a_hero_bought_in_the_own_turn(rulings, expected):
    """In Turn 5 always; in the own turn only by the second reading, and he cannot move before the next one."""
    state = position(**rulings)
    state.cities[HOME].stock.gold = 6
    assert start_at(state, cities.produce("knights")).options()["hero"] is None
    table = start_at(state, movement.player_turn("knights"))
    assert ("hero" in table.options(section="7.1")) is expected
    if expected:
        table.deed("hero")
        assert (table.hero("knights:2").place, table.state.cities[HOME].stock.gold) == (HOME, 0)
        assert table.greyed("walk:2", section="7.1")


@pytest.mark.rule("HVW-608")
@pytest.mark.parametrize(("status", "asked"), [("unused", False), ("in_play", True), ("dead", True)])
def test_a_tavern_for_nobody_is_warned_of(status, asked):
    """Once the second Hero has been in play a Tavern brings nobody: who pays for it is asked first, and may refuse."""
    state = position()
    state.cities[HOME].stock = Stock(wood=4, stone=2, gold=3)
    second = hero_of(state, "knights:2")
    second.status, second.place = status, "field" if status == "in_play" else ""
    state.players["knights"].losses = int(status == "dead")
    table = start_at(state, cities.produce("knights")).answer(f"tavern@{HOME}")
    assert (table.find(section="4.3.4") is not None) is asked
    if not asked:
        assert table.hero("knights:2").status == "in_play"
        return
    table.answer(False, section="4.3.4")
    assert table.state.cities[HOME].stock == Stock(wood=4, stone=2, gold=3)
    assert "tavern" not in table.state.cities[HOME].facilities
    table.answer(f"tavern@{HOME}").answer(True, section="4.3.4")
    assert "tavern" in table.state.cities[HOME].facilities
    assert table.state.cities[HOME].stock == Stock()


@pytest.mark.rule("HVW-608")
def test_a_tavern_elsewhere_is_warned_of_while_the_capital_is_lost():
    """The second Hero is unused, but he arrives at home only, and home is in enemy hands."""
    state = position(war=True)
    state.cities[HOME].owner = "amazons"
    city = state.cities["home:amazons"]
    city.owner, city.stock = "knights", Stock(20, 20, 20, 20)
    table = start_at(state, cities.produce("knights")).answer("tavern@home:amazons")
    assert table.question(section="4.3.4").seat == "knights"
