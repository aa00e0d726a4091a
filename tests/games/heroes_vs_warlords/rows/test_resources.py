"""Resource hexes and Resources (3.2, 3.3.1, 4.3.7, 7.1.2, 9.2): guards, capture, income, the Resource Track."""

from __future__ import annotations

import pytest

from companion.games.heroes_vs_warlords.moving import movement
from companion.games.heroes_vs_warlords.readers.board import board
from companion.games.heroes_vs_warlords.records import facts, stocks, world
from companion.games.heroes_vs_warlords.records.common import city_at, hero_of
from companion.games.heroes_vs_warlords.records.state import Site, Stack
from companion.games.heroes_vs_warlords.turns import cities
from tests.games.heroes_vs_warlords.table import TWO, Table, hex_of, on_map, position, start_at


def turn(state, seat: str = "knights") -> Table:
    return start_at(state, movement.player_turn(seat))


def guards(site: Site) -> list[tuple[int, int]]:
    return [(stack.level, stack.count) for stack in site.guards]


def strong(state, hero_id: str = "knights:1") -> None:
    """An army that does not fear guards."""
    hero_of(state, hero_id).sections[0] = Stack(hero_id.split(":")[0], 4, 20)


@pytest.mark.rule("HVW-019")
def test_four_basic_resources():
    """Wood, Stone, Crystal and Gold are kept on every Display and have hexes on the tiles."""
    state = position()
    assert facts.RESOURCES == ("wood", "stone", "crystal", "gold")
    stock = state.cities["home:knights"].stock
    assert set(stock.__struct_fields__) == set(facts.RESOURCES)
    found = {hex.feature for tile in facts.TILES.values() for hex in tile.hexes.values()}
    assert set(facts.RESOURCES) <= found


@pytest.mark.rule("HVW-020", "HVW-172", "HVW-173")
@pytest.mark.parametrize("die", range(1, 7))
def test_guards_are_rolled_at_the_first_entry_only(die):
    """The d6 is asked when a Hero first enters; combat follows at once."""
    state = position()
    table = turn(state).enters("new:wood")
    assert table.state.sites["wood-1"].guards == []
    table.answer([die], section="3.3.1")
    rolled = [tuple(row) for row in facts.TABLES["guards_resource"].row(die)]
    assert rolled
    assert guards(table.state.sites["wood-1"]) == rolled
    assert table.state.battle is not None
    assert table.state.battle.defender.kind == "guards"


@pytest.mark.rule("HVW-020", "HVW-172")
def test_guards_stay_until_all_are_beaten():
    """A Hero who withdrew meets the same guards again, without a roll; after the last one falls there are none."""
    state = position()
    state.sites["wood-1"] = Site("wood-1", "resource", "Wood 1", "wood", active=True, guards=[Stack("neutrals", 1, 4)])
    strong(state)
    table = turn(state).enters("wood-1")
    assert table.find(section="3.3.1") is None
    assert table.state.battle is not None
    table.win()
    site = table.state.sites["wood-1"]
    assert (site.guards, site.cleared, site.owner) == ([], True, "knights")


@pytest.mark.rule("HVW-020")
@pytest.mark.parametrize(("reading", "empty"), [("false", False), ("true", True)])
def test_a_resource_hex_may_be_empty_by_ruling(reading, empty):
    """R10: by default even a 1 brings guards; by the other reading a 1 means none, and the hex is taken."""
    table = turn(position(resource_may_be_empty=reading)).enters("new:gold").answer([1], section="3.3.1")
    site = table.state.sites["gold-1"]
    assert (site.guards == []) == empty
    assert (site.owner == "knights") == empty


@pytest.mark.rule("HVW-023")
@pytest.mark.parametrize("seat", ["knights", "amazons"])
def test_resource_hexes_of_start_tiles_have_five_level_1_guards(seat):
    """Exactly five Level 1 guards, no roll, whoever enters first."""
    state = position()
    centres = on_map(state, "K0", "A0", face_down=1)
    strong(state, f"{seat}:1")
    wood = hex_of(centres["K0"], "S")
    hero = hero_of(state, f"{seat}:1")
    hero.place = next(one for one in world.neighbours(state.world, wood) if not city_at(state, one))
    table = turn(state, seat)
    table.deed(wood)
    assert table.find(section="3.3.1") is None
    assert guards(table.state.sites[wood]) == [(1, 5)]
    assert table.state.battle is not None


@pytest.mark.rule("HVW-023")
def test_home_guards_from_the_start_by_ruling():
    """R03: with `from_start` they stand there before anybody has moved; by default they do not."""
    from tests.games.heroes_vs_warlords.table import set_up

    for reading, there in (("on_entry", False), ("from_start", True)):
        state = set_up(*TWO, map="standard", rulings={"home_guards": reading}).state
        homes = [site for site in state.sites.values() if site.kind == "resource" and site.home]
        assert len(homes) == 6
        assert {guards(site) == [(1, 5)] for site in homes} == {there}


@pytest.mark.rule("HVW-021", "HVW-032")
def test_a_captured_hex_carries_the_control_marker():
    """After the last guard fell the hex is the victor's, on record and on the map."""
    state = position()
    centres = on_map(state, "K0", "T06", face_down=1)
    strong(state)
    stone = hex_of(centres["K0"], "NE")
    table = turn(state)
    table.deed(stone).win()
    assert table.state.sites[stone].owner == "knights"
    panel = next(one for one in board(table.state, "knights").panels if one.id == "map")
    shown = next(one for one in panel.hexes if world.place_of(one.q, one.r) == stone)
    assert (shown.owner, shown.guards, shown.golden) == ("knights", 0, True)


def owned(state, seat: str = "knights", *kinds: str) -> None:
    for n, kind in enumerate(kinds, 1):
        name = f"{kind}-{n}"
        state.sites[name] = Site(name, "resource", name, kind, active=True, cleared=True, owner=seat)


@pytest.mark.rule("HVW-022", "HVW-063")
def test_the_owner_may_leave_a_garrison():
    """Units go from the Display into the own hex at any time, and not more than there are."""
    state = position()
    owned(state, "knights", "wood")
    table = turn(state).enters("wood-1")
    table.deed("drop:1")
    table.refused({"knights:1": 6}, section="9.1")
    table.answer({"knights:1": 2}, section="9.1")
    assert [(s.level, s.count) for s in table.state.sites["wood-1"].garrison] == [(1, 2)]
    assert table.hero("knights:1").sections[0].count == 3


@pytest.mark.rule("HVW-018", "HVW-120", "HVW-121", "HVW-122", "HVW-123", "HVW-134")
@pytest.mark.parametrize(
    ("built", "gold"),
    [
        ([], 1),
        (["town_hall"], 2),
        (["town_hall", "city_hall"], 3),
        (["town_hall", "city_hall", "palace"], 4),
        (["trade_hall"], 1),
        (["trade_hall", "storehouse"], 2),
        (["town_hall", "city_hall", "palace", "trade_hall", "storehouse"], 5),
    ],
)
def test_the_gold_of_a_city(built, gold):
    """Base 1, each improvement 1, the Storehouse 1: at most 5 at a Turn 4. The log unfolds the sum."""
    state = position()
    state.cities["home:knights"].facilities += built
    table = start_at(state, cities.income("knights"))
    assert table.done
    assert table.state.cities["home:knights"].stock.gold == 4 + gold
    (why,) = next(note for note in table.runner.notes if note.why).why
    assert why.total == gold
    assert len(why.terms) == gold


@pytest.mark.rule("HVW-018", "HVW-120")
@pytest.mark.parametrize(("reading", "times"), [("3", 3), ("1", 1)])
def test_income_comes_at_every_turn_4(reading, times):
    """Three times a Round, so 15 Gold a Round at most; by ruling R04 once."""
    from tests.games.heroes_vs_warlords.table import set_up

    table = set_up(rulings={"income_per_round": reading})
    city = table.state.cities["home:knights"]
    assert city.stock.gold == 4
    table.play_until("11.0")
    assert table.state.cities["home:knights"].stock.gold == 4 + times
    assert len([line for line in table.notes("9.2") if line.startswith("Knights City")]) == times


@pytest.mark.rule("HVW-016", "HVW-018")
def test_a_captured_city_has_its_own_display_and_income():
    """It keeps a stock of its own and earns its owner Gold there."""
    state = position(war=True)
    city = state.cities["home:amazons"]
    city.owner = "knights"
    table = start_at(state, cities.income("knights"))
    stocks = {name: one.stock.gold for name, one in table.state.cities.items()}
    assert stocks == {"home:knights": 5, "home:amazons": 5}
    shown = [panel.id for panel in board(table.state, "knights").panels if panel.id.startswith("city:")]
    assert shown == ["city:home:knights", "city:home:amazons"]


@pytest.mark.rule("HVW-137")
def test_stocks_are_cut_to_20_at_the_end_of_turn_5():
    """Only then: during the Round there is no limit. The surplus is lost and said."""
    state = position()
    stock = state.cities["home:knights"].stock
    stock.wood, stock.gold = 26, 20
    table = start_at(state, cities.cut_stocks())
    after = table.state.cities["home:knights"].stock
    assert (after.wood, after.gold) == (20, 20)
    assert table.notes("4.3.7") == ["Knights City: lost above 20: 6 Wood."]


@pytest.mark.rule("HVW-137")
def test_the_cut_comes_after_building():
    """What is spent in Turn 5 is spent before the cut."""
    state = position()
    city = state.cities["home:knights"]
    city.stock.wood = city.stock.stone = city.stock.gold = 24
    from companion.games.heroes_vs_warlords.turns import sequence

    table = start_at(state, sequence.production())
    table.answer("town_hall@home:knights", seat="knights", section="11.0")
    cost = facts.COSTS["town_hall"]["knights"]
    assert table.state.cities["home:knights"].stock.stone == 24 - cost[0]
    for seat in ("knights", "amazons"):
        table.answer("done", seat=seat, section="11.0")
    stock = table.state.cities["home:knights"].stock
    assert (stock.stone, stock.wood, stock.gold) == tuple(min(20, 24 - n) for n in cost[:3])


@pytest.mark.rule("HVW-135", "HVW-136")
@pytest.mark.parametrize(
    ("stock", "number", "track"),
    [(0, 0, 0), (1, 0, 1), (10, 0, 10), (11, 1, 1), (20, 1, 10), (21, 2, 1), (30, 2, 10), (31, 3, 1)],
)
def test_the_resource_track(stock, number, track):
    """R20: track marker 1 to 10; above 10 a number marker 1 in the 20/+ box, above 20 a 2, and so on."""
    assert stocks.track_markers(stock) == (number, track)


@pytest.mark.rule("HVW-135")
def test_the_stock_is_shown_on_the_display():
    """The Display on the phone carries the four stocks, and each can be corrected where it is seen."""
    state = position()
    panel = next(one for one in board(state, "knights").panels if one.id == "city:home:knights")
    shown = {str(gauge.label): (gauge.value, gauge.path) for gauge in panel.gauges}
    assert shown["Gold"] == (4, "/cities/home:knights/stock/gold")
    assert [shown[name][0] for name in ("Wood", "Stone", "Crystal")] == [2, 2, 0]
