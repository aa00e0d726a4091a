"""Control of Resource hexes and the income of Turn 4 (8.14, 9.1, 9.2)."""

from __future__ import annotations

import pytest

from companion.games.heroes_vs_warlords.moving import movement
from companion.games.heroes_vs_warlords.records.state import City, HvWState, Site, Stack, Stock
from companion.games.heroes_vs_warlords.turns import cities, sequence
from tests.games.heroes_vs_warlords.rows.battlefield import dice, guarded, lead
from tests.games.heroes_vs_warlords.table import Table, position, start_at


def hexes(state: HvWState, owner: str, *resources: str) -> None:
    """Resource hexes with the Control marker of a player."""
    for number, name in enumerate(resources, 1):
        place = f"{name}-{owner}-{number}"
        state.sites[place] = Site(place, "resource", place, resource=name, active=True, cleared=True, owner=owner)


def turn(state: HvWState, seat: str = "knights") -> Table:
    return start_at(state, movement.player_turn(seat))


def earned(state: HvWState, *answers: object) -> dict[str, Stock]:
    """The stocks on the Displays of the Knights after their income, where they had nothing before."""
    for city in state.cities.values():
        city.stock = Stock()
    table = start_at(state, cities.income("knights"))
    for answer in answers:
        table.answer(answer, section="9.2")
    assert table.done
    return {name: city.stock for name, city in table.state.cities.items()}


@pytest.mark.rule("HVW-326")
def test_remaining_mp_may_be_used_after_a_won_combat():
    """Three MP are spent to enter and fight; the other three serve to walk on, and the Display shows them."""
    state = position()
    guarded(state, "ruin-1", (1, 2))
    lead(state, "knights:1", (1, 9))
    table = turn(state).enters("ruin-1", cost=3)
    table.win()
    table.play_until("7.1")
    assert table.hero("knights:1").mp == 3
    table.enters("open", cost=3)
    assert table.hero("knights:1").mp == 0
    assert table.greyed("walk:1", section="7.1") == "7.1.1"


@pytest.mark.rule("HVW-327")
@pytest.mark.parametrize("garrison", [[], [Stack("amazons", 1, 2)]])
def test_a_controlled_hex_has_no_neutral_guards(garrison):
    """Who enters an enemy's Resource hex never rolls on the Guards Table; he meets its garrison or nobody."""
    state = position(war=True)
    hexes(state, "amazons", "wood")
    state.sites["wood-amazons-1"].garrison = garrison
    table = turn(state).enters("wood-amazons-1")
    assert table.find(section="3.3.1") is None
    assert (table.state.battle is not None) == bool(garrison)


@pytest.mark.rule("HVW-327", "HVW-328")
def test_an_undefended_enemy_hex_changes_its_marker_at_once():
    """The Hero enters, the Control marker is his, the old owner has one hex less."""
    state = position(war=True)
    hexes(state, "amazons", "wood")
    table = turn(state).enters("wood-amazons-1")
    assert table.state.sites["wood-amazons-1"].owner == "knights"
    assert table.asked() == [("knights", "7.1")]


@pytest.mark.rule("HVW-328")
@pytest.mark.parametrize(("end", "owner"), [("win", "knights"), ("lose", "amazons")])
def test_a_defended_hex_changes_its_marker_by_victory(end, owner):
    """Against a garrison the marker changes when the Hero wins, and stays when he loses."""
    state = position(war=True)
    hexes(state, "amazons", "wood")
    state.sites["wood-amazons-1"].garrison = [Stack("amazons", 1, 2)]
    table = turn(state).enters("wood-amazons-1")
    getattr(table, end)()
    assert table.state.sites["wood-amazons-1"].owner == owner
    assert (table.state.sites["wood-amazons-1"].garrison == []) == (end == "win")


@pytest.mark.rule("HVW-328")
def test_a_hero_who_defends_a_hex_keeps_the_marker():
    """The enemy Hero in his Resource hex withdraws: only then does it change hands."""
    state = position(war=True)
    hexes(state, "amazons", "wood")
    lead(state, "amazons:1", (1, 9), place="wood-amazons-1", initiative=18)
    table = turn(state).enters("wood-amazons-1")
    table.play_until("8.9", seat="amazons")
    assert table.state.sites["wood-amazons-1"].owner == "amazons"
    table.answer(True, section="8.9", seat="amazons")
    dice(table, 1)
    assert table.state.sites["wood-amazons-1"].owner == "knights"


@pytest.mark.rule("HVW-329")
def test_each_controlled_hex_gives_one_of_its_kind():
    """Two Wood, one Crystal and one Gold hex; those of the enemy give nothing."""
    state = position()
    hexes(state, "knights", "wood", "wood", "crystal", "gold")
    hexes(state, "amazons", "stone", "stone")
    assert earned(state)["home:knights"] == Stock(wood=2, stone=0, crystal=1, gold=2)


@pytest.mark.rule("HVW-329")
@pytest.mark.parametrize(("reading", "times"), [("3", 3), ("1", 1)])
def test_turn_4_pays_in_every_sequence_or_once_by_ruling(reading, times):
    """R04: three incomes a Round, or one."""
    state = position(income_per_round=reading)
    for city in state.cities.values():
        city.stock = Stock()
    for number in (1, 2, 3):
        table = start_at(state, sequence.sequence(number, list(state.seats)))
        while not table.done:
            table.deed("done")
        state = table.state
    assert state.cities["home:knights"].stock.gold == times


@pytest.mark.rule("HVW-611")
def test_without_a_display_the_yield_of_hexes_is_lost_and_said_so():
    """The capital is in enemy hands and there is no other City: two Wood go nowhere, and the log tells it."""
    state = position(war=True)
    hexes(state, "knights", "wood", "wood")
    state.cities["home:knights"].owner = "amazons"
    table = start_at(state, cities.income("knights"))
    assert table.done
    assert len(table.notes("9.2")) == 1
    assert all(city.stock.wood == 2 for city in table.state.cities.values())


def two_displays(**rulings: str) -> HvWState:
    """The Knights own a second City and two Wood hexes."""
    state = position(**rulings)
    hexes(state, "knights", "wood", "wood")
    state.cities["second"] = City("second", "knights", "amazons", False, "second", Stock(), ["hamlet"])
    return state


@pytest.mark.rule("HVW-330")
@pytest.mark.parametrize("display", ["home:knights", "second"])
def test_the_player_says_which_display_takes_the_income(display):
    """With two Displays he is asked; the Wood lies on the one he named, each City has its own Gold."""
    stocks = earned(two_displays(), display)
    other = "second" if display == "home:knights" else "home:knights"
    assert (stocks[display].wood, stocks[other].wood) == (2, 0)
    assert (stocks[display].gold, stocks[other].gold) == (1, 1)


@pytest.mark.rule("HVW-330")
def test_income_may_be_split_freely():
    """By ruling R122 one Wood and all Gold here, the rest there; more than there is cannot be given."""
    stocks = earned(two_displays(income_display="split"), "split", {"home:knights": {"wood": 1, "gold": 2}})
    assert stocks["home:knights"] == Stock(wood=1, gold=2)
    assert stocks["second"] == Stock(wood=1, gold=0)
    split = two_displays(income_display="split")
    table = start_at(split, cities.income("knights")).answer("split", section="9.2")
    assert table.refused({"home:knights": {"wood": 3}}, section="9.2").section == "9.2"


@pytest.mark.rule("HVW-330")
def test_one_display_or_one_stock_needs_no_question():
    """Nobody is asked with a single Display, nor when all stocks are one by ruling R19."""
    state = position()
    hexes(state, "knights", "wood")
    assert earned(state)["home:knights"].wood == 1
    assert sum(stock.wood for stock in earned(two_displays(stock="pooled")).values()) == 2


@pytest.mark.rule("HVW-331")
@pytest.mark.parametrize(
    ("buildings", "gold"),
    [([], 1), (["town_hall"], 2), (["town_hall", "city_hall"], 3), (["town_hall", "city_hall", "palace"], 4),
     (["trade_hall"], 1), (["trade_hall", "storehouse"], 2), (["barracks", "tavern"], 1),
     (["town_hall", "city_hall", "palace", "trade_hall", "storehouse"], 5)],
)  # fmt: skip
def test_gold_of_a_city_and_its_income_buildings(buildings, gold):
    """EX21: one for the City, one for each of Town Hall, City Hall, Palace and Storehouse; five at most."""
    state = position()
    state.cities["home:knights"].facilities += buildings
    assert earned(state)["home:knights"].gold == gold


@pytest.mark.rule("HVW-331")
@pytest.mark.parametrize(("reading", "gold"), [("none", 2), ("trade_line_once", 2), ("both", 3)])
def test_gold_of_the_trade_hall_is_a_ruling(reading, gold):
    """R05: beside a Storehouse the Trade Hall earns nothing, nothing more, or one more."""
    state = position(trade_hall_gold=reading)
    state.cities["home:knights"].facilities += ["trade_hall", "storehouse"]
    assert earned(state)["home:knights"].gold == gold


@pytest.mark.rule("HVW-331")
def test_every_city_and_camp_earns_its_gold():
    """Two Cities, two Gold; a neutral or enemy City gives none."""
    state = two_displays()
    state.sites = {}
    stocks = earned(state)
    assert (stocks["home:knights"].gold, stocks["second"].gold, stocks["home:amazons"].gold) == (1, 1, 0)
