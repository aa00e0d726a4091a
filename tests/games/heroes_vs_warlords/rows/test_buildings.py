"""Cities and Camps (3.2, 4.3): facilities, order and price, units, trade, training."""

from __future__ import annotations

import pytest

from companion.games.heroes_vs_warlords.moving import movement
from companion.games.heroes_vs_warlords.readers.board import board
from companion.games.heroes_vs_warlords.records import facts
from companion.games.heroes_vs_warlords.records.common import hero_of
from companion.games.heroes_vs_warlords.records.state import City, HvWState, Stock
from companion.games.heroes_vs_warlords.turns import cities, conquest
from tests.games.heroes_vs_warlords.table import THREE, Table, position, start_at

CHAIN = ("barracks", "shooting_range", "academy", "tiltyard", "garde")


def rich(state: HvWState, seat: str = "knights") -> City:
    city = state.cities[f"home:{seat}"]
    city.stock = Stock(50, 50, 50, 50)
    return city


def production(state: HvWState, seat: str = "knights") -> Table:
    return start_at(state, cities.produce(seat))


def offered(table: Table, what: str, city: str = "home:knights") -> str | None:
    """How a facility is offered: the section that greys it, empty when it can be built, None when not listed."""
    found = table.options(section="11.0").get(f"{what}@{city}", "missing")
    return None if found == "missing" else found.section if found is not None else ""


def build(table: Table, *names: str, city: str = "home:knights") -> Table:
    for name in names:
        table.answer(f"{name}@{city}", section="11.0")
    return table


# ---- what is there and what it costs


@pytest.mark.rule("HVW-085")
def test_built_facilities_are_marked():
    """A facility built is on record, shown on the Display, and no longer offered."""
    state = position()
    rich(state)
    table = build(production(state), "tavern", "barracks")
    assert table.state.cities["home:knights"].facilities == ["hamlet", "tavern", "barracks"]
    assert offered(table, "tavern") is None
    panel = next(one for one in board(table.state, "knights").panels if one.id == "city:home:knights")
    assert "Tavern" in str(panel.lines[0])


KNOWN = {
    "training_area": {"amazons": (4, 3, 4), "barbarians": (3, 5, 3), "knights": (5, 2, 4)},
    "tavern": {"amazons": (3, 3, 3), "barbarians": (2, 5, 2), "knights": (2, 4, 3)},
    "trade_hall": {"amazons": (2, 3, 2), "barbarians": (2, 2, 3), "knights": (3, 2, 2)},
    "storehouse": {"amazons": (7, 8, 6), "barbarians": (6, 9, 6), "knights": (9, 6, 6)},
}
"""Stone, Wood, Gold as printed in the rulebook."""


@pytest.mark.rule("HVW-110", "HVW-111", "HVW-112", "HVW-116", "HVW-117", "HVW-118")
@pytest.mark.rule("HVW-125", "HVW-126", "HVW-127", "HVW-130", "HVW-131", "HVW-132", "HVW-088")
@pytest.mark.parametrize("seat", THREE)
@pytest.mark.parametrize("name", KNOWN)
def test_the_printed_costs_are_paid(name, seat):
    """Building takes exactly the printed Stone, Wood and Gold off the Display, and one less of any is refused."""
    stone, wood, gold = KNOWN[name][seat]
    state = position(*THREE)
    city = rich(state, seat)
    city.facilities.append("trade_hall") if name == "storehouse" else None
    table = build(production(state, seat), name, city=city.id)
    stock = table.state.cities[city.id].stock
    assert (50 - stock.stone, 50 - stock.wood, 50 - stock.gold, 50 - stock.crystal) == (stone, wood, gold, 0)
    for short in ("stone", "wood", "gold"):
        city.stock = Stock(wood=wood, stone=stone, gold=gold)
        assert offered(production(state, seat), name, city.id) == ""
        setattr(city.stock, short, getattr(city.stock, short) - 1)
        assert offered(production(state, seat), name, city.id) == "11.1"


@pytest.mark.rule("HVW-088", "HVW-095", "HVW-096")
def test_every_facility_has_a_price_for_every_race():
    """Costs differ between races; works and towers have theirs too, labelled house."""
    names = [name for name in cities.FACILITIES if name != "hamlet"]
    assert {"defense_step_1", "defense_step_2", "tower_1", "tower_2"} <= set(names)
    for name in names:
        assert set(facts.COSTS[name]) == set(THREE)
        assert all(sum(price) > 0 for price in facts.COSTS[name].values())
    assert len({tuple(facts.COSTS["barracks"][race]) for race in THREE}) == 3


@pytest.mark.rule("HVW-109", "HVW-115", "HVW-121", "HVW-124")
@pytest.mark.parametrize("name", ["training_area", "tavern", "town_hall", "trade_hall"])
def test_facilities_without_prerequisite(name):
    """They can be built first of all."""
    state = position()
    rich(state)
    assert offered(production(state), name) == ""


# ---- orders


@pytest.mark.rule("HVW-101", "HVW-104", "HVW-105", "HVW-106", "HVW-107", "HVW-108")
def test_army_facilities_are_built_in_order():
    """Each needs the one before; greyed by 4.3 until then. Several may be built in one Turn 5."""
    state = position()
    rich(state)
    table = production(state)
    for number, name in enumerate(CHAIN):
        assert [offered(table, one) for one in CHAIN[number:]] == ["", *["4.3"] * (len(CHAIN) - number - 1)]
        build(table, name)
    assert table.state.cities["home:knights"].facilities == ["hamlet", *CHAIN]


@pytest.mark.rule("HVW-119", "HVW-122", "HVW-123")
def test_improvements_are_built_in_order():
    """Town Hall, City Hall, Palace."""
    state = position()
    rich(state)
    table = production(state)
    assert [offered(table, one) for one in ("town_hall", "city_hall", "palace")] == ["", "4.3", "4.3"]
    build(table, "town_hall")
    assert [offered(table, one) for one in ("city_hall", "palace")] == ["", "4.3"]
    build(table, "city_hall", "palace")
    assert table.state.cities["home:knights"].facilities == ["hamlet", "town_hall", "city_hall", "palace"]


@pytest.mark.rule("HVW-119")
@pytest.mark.parametrize(("reading", "name"), [("palace", "Palace"), ("capitol", "Capitol")])
def test_the_name_of_the_third_improvement(reading, name):
    """R01 changes the word only."""
    state = position(third_improvement_name=reading)
    rich(state)
    table = build(production(state), "town_hall", "city_hall", "palace")
    assert table.notes("11.1")[-1] == f"Knights City: {name} built."


@pytest.mark.rule("HVW-129")
def test_the_storehouse_needs_the_trade_hall():
    """Greyed before, open after."""
    state = position()
    rich(state)
    table = production(state)
    assert offered(table, "storehouse") == "4.3"
    assert offered(build(table, "trade_hall"), "storehouse") == ""


@pytest.mark.rule("HVW-093", "HVW-091", "HVW-094")
def test_works_are_built_in_two_steps():
    """Step 2 needs step 1; the log names the number marker, 2 and then 3."""
    state = position()
    rich(state)
    table = production(state)
    assert offered(table, "defense_step_2") == "4.3.1.1"
    build(table, "defense_step_1")
    assert table.state.cities["home:knights"].works == 2
    assert "number marker 2" in table.notes("4.3.1.1")[-1]
    build(table, "defense_step_2")
    assert table.state.cities["home:knights"].works == 3
    assert "number marker 3" in table.notes("4.3.1.1")[-1]
    assert offered(table, "defense_step_1") is None
    assert offered(table, "defense_step_2") is None


@pytest.mark.rule("HVW-096")
def test_two_towers_at_most():
    """The second needs the first; a third is never offered."""
    state = position()
    rich(state)
    table = production(state)
    assert offered(table, "tower_2") == "4.3.1.2"
    build(table, "tower_1", "tower_2")
    assert table.state.cities["home:knights"].towers == 2
    assert not [name for name in table.options(section="11.0") if name.startswith("tower")]


@pytest.mark.rule("HVW-102")
def test_the_hamlet_stands_from_the_start_and_after_a_conquest():
    """Homes have it without building; a captured City keeps it."""
    state = position(*THREE, war=True)
    assert all(city.facilities == ["hamlet"] for city in state.cities.values())
    hero_of(state, "knights:1").place = "home:amazons"
    table = start_at(state, conquest.conquer("home:amazons", "knights:1"))
    for _ in range(4):
        if not table.done:
            table.answer([1])
    assert "hamlet" in table.state.cities["home:amazons"].facilities


@pytest.mark.rule("HVW-100")
@pytest.mark.parametrize("seat", THREE)
def test_army_facilities_have_the_same_names_for_all(seat):
    """The same six, in the same order, for every race."""
    state = position(*THREE)
    rich(state, seat)
    names = [name for name in production(state, seat).options(section="11.0") if name.split("@")[0] in CHAIN]
    assert names == [f"{name}@home:{seat}" for name in CHAIN]
    assert list(cities.FACILITY_LEVELS) == ["hamlet", *CHAIN]


# ---- recruiting


@pytest.mark.rule("HVW-103", "HVW-104", "HVW-105", "HVW-106", "HVW-107", "HVW-108", "HVW-083")
@pytest.mark.parametrize("level", range(1, 7))
def test_units_of_a_level_need_its_facility_and_cost_their_level(level):
    """Level n costs n Gold (5 and 6 also 1 and 2 Crystal) and is on the list only when its facility stands."""
    state = position()
    city = rich(state)
    city.facilities += CHAIN[: level - 1]
    table = production(state).answer("units@home:knights", section="11.0")
    assert list(table.options(section="11.2")) == [f"L{n}" for n in range(1, level + 1)]
    table.answer({f"L{level}": 2}, section="11.2")
    after = table.state.cities["home:knights"]
    assert 50 - after.stock.gold == 2 * level
    assert 50 - after.stock.crystal == 2 * {5: 1, 6: 2}.get(level, 0)
    assert [(stack.level, stack.count) for stack in after.units] == [(level, 2)]


@pytest.mark.rule("HVW-107", "HVW-108")
def test_crystals_must_be_there():
    """Gold alone buys no Level 5 or 6 unit."""
    state = position()
    city = rich(state)
    city.facilities += CHAIN
    city.stock.crystal = 2
    table = production(state).answer("units@home:knights", section="11.0")
    assert table.refused({"L6": 1, "L5": 1}, section="11.2").section == "11.2.1"
    table.answer({"L6": 1}, section="11.2")


# ---- training, tavern, trade


@pytest.mark.rule("HVW-113", "HVW-114")
def test_each_hero_trains_once_a_game():
    """One ability rises by one; his marker stays, the offer does not come again, in no other Training Area either."""
    state = position()
    rich(state).facilities.append("training_area")
    table = production(state).answer("train@knights:1", section="11.0")
    assert list(table.options(section="4.3.3")) == list(facts.ABILITIES)
    before = table.hero("knights:1").movement
    table.answer("movement", section="4.3.3")
    hero = table.hero("knights:1")
    assert (hero.movement, hero.trained) == (before + 1, True)
    assert not [name for name in table.options(section="11.0") if name.startswith("train@")]
    captured = table.answer("done", section="11.0").state
    captured.cities["home:amazons"].owner = "knights"
    captured.cities["home:amazons"].facilities.append("training_area")
    hero_of(captured, "knights:1").place = "home:amazons"
    assert not [name for name in production(captured).options(section="11.0") if name.startswith("train@")]


@pytest.mark.rule("HVW-113")
@pytest.mark.parametrize(("reading", "offered_far"), [("hero_present", False), ("anywhere", True)])
def test_who_may_train(reading, offered_far):
    """R22: in the City, in Turn 5 or in the own turn; by the other reading from anywhere."""
    state = position(training_presence=reading)
    rich(state).facilities.append("training_area")
    assert "train:1" in start_at(state, movement.player_turn("knights")).options(section="7.1")
    hero_of(state, "knights:1").place = "open"
    assert ("train@knights:1" in production(state).options(section="11.0")) == offered_far
    assert ("train:1" in start_at(state, movement.player_turn("knights")).options(section="7.1")) == offered_far


@pytest.mark.rule("HVW-066")
def test_the_tavern_brings_the_second_hero():
    """Free and without army, into the home City; if he is in play already the Tavern brings nobody."""
    state = position()
    city = rich(state)
    table = build(production(state), "tavern")
    hero = table.hero("knights:2")
    assert (hero.status, hero.place, [s for s in hero.sections if s]) == ("in_play", city.place, [])
    assert 50 - table.state.cities[city.id].stock.gold == KNOWN["tavern"]["knights"][2]
    hero_of(state, "knights:2").status = "dead"
    assert build(production(state), "tavern").hero("knights:2").status == "dead"


@pytest.mark.rule("HVW-128", "HVW-133")
@pytest.mark.parametrize(("halls", "rate"), [(["trade_hall"], 3), (["trade_hall", "storehouse"], 2)])
def test_equal_resources_buy_one_other(halls, rate):
    """3 for 1 with the Trade Hall, 2 for 1 with the Storehouse, as often as one can pay; the kind is free."""
    state = position()
    city = rich(state)
    city.facilities += halls
    city.stock = Stock(wood=2 * rate, stone=rate - 1)
    table = production(state).answer("trade@home:knights", section="11.0")
    assert table.greyed("stone>crystal", section="4.3.6") == "4.3.6"
    assert "wood>wood" not in table.options(section="4.3.6")
    table.answer("wood>crystal", section="4.3.6")
    table.answer("trade@home:knights", section="11.0").answer("wood>crystal", section="4.3.6")
    stock = table.state.cities["home:knights"].stock
    assert (stock.wood, stock.crystal, stock.stone) == (0, 2, rate - 1)


@pytest.mark.rule("HVW-128")
def test_no_trade_without_a_hall():
    """Nothing is offered before the Trade Hall stands; by R21 the own turn may be a market too."""
    state = position()
    rich(state)
    assert not [name for name in production(state).options(section="11.0") if name.startswith("trade@")]
    for reading, in_turn in (("turn5", False), ("own_turn_too", True)):
        state = position(trade_time=reading)
        rich(state).facilities.append("trade_hall")
        turn = start_at(state, movement.player_turn("knights"))
        assert ("trade:home:knights" in turn.options(section="7.1")) == in_turn
