"""Small mistakes a reader found: towers cleared outside, corrals, rolls and forms without effect, lonely walks."""

from __future__ import annotations

import pytest

from companion.engine.core.effects import Roll
from companion.games.heroes_vs_warlords.fighting import battles
from companion.games.heroes_vs_warlords.moving import movement, sites
from companion.games.heroes_vs_warlords.readers import odds
from companion.games.heroes_vs_warlords.records import world
from companion.games.heroes_vs_warlords.records.common import hero_of
from companion.games.heroes_vs_warlords.records.state import HvWState, Site, Stack, Stock
from companion.games.heroes_vs_warlords.turns import cities, conquest
from tests.games.heroes_vs_warlords.rows.battlefield import lead
from tests.games.heroes_vs_warlords.table import Table, position, start_at

TOWER = "tower-1"


def tower(state: HvWState, *guards: tuple[int, int], **more: object) -> Site:
    found = [Stack("neutrals", level, n) for level, n in guards]
    state.sites[TOWER] = Site(TOWER, "tower", "Tower 1", active=True, guards=found, **more)  # type: ignore[arg-type]
    return state.sites[TOWER]


# ---- towers (3.3.4)


@pytest.mark.rule("HVW-572")
def test_a_tower_cleared_by_a_reaction_is_not_rolled_for_again():
    """Its guards came out and fell; the next Hero who enters finds nobody and raises an ability."""
    state = position()
    site, hero = tower(state, (1, 1)), hero_of(state, "knights:1")
    hero.place, state.active = "open", "knights"
    battles.guards_react(state, hero, site)
    table = start_at(state, battles.fight()).lose()
    assert table.state.sites[TOWER].guards == []
    state = table.state
    table = start_at(state, movement.step_into("knights:1", TOWER))
    hero_of(table.state, "knights:1").place = TOWER
    table = start_at(table.state, sites.contents("knights:1"))
    assert table.question().section == "3.3.4"
    assert not isinstance(table.question().part, Roll)


@pytest.mark.rule("HVW-042")
def test_a_tower_cleared_by_a_hero_who_has_used_it_is_rolled_for_again():
    """He gets nothing; the next Hero checks for guards of his own."""
    state = position()
    site = tower(state, (1, 1), used_by=["knights:1"])
    hero = hero_of(state, "knights:1")
    hero.came_from, hero.place, state.active = "open", TOWER, "knights"
    battles.attack_guards(state, hero, site)
    state = start_at(state, battles.fight()).win().state
    assert state.sites[TOWER].guards == []
    hero_of(state, "amazons:1").place = TOWER
    hero_of(state, "knights:1").place = "open"
    table = start_at(state, sites.contents("amazons:1"))
    assert isinstance(table.question().part, Roll)


# ---- corrals (4.3.1.1)


@pytest.mark.parametrize("seat", ["barbarians", "knights"])
def test_a_camp_builds_a_corral(seat):
    """The works of a Camp are called what they are, and those of a City as well."""
    state = position("knights", "barbarians")
    state.cities[f"home:{seat}"].stock = Stock(20, 20, 20, 20)
    table = start_at(state, cities.production_deed(seat))
    labels = {one.id: str(one.label) for one in table.question(section="11.0").part.form.options}
    name = cities.facility_name(state, "defense_step_1", camp=seat == "barbarians")
    assert labels[f"defense_step_1@home:{seat}"].startswith(str(name))
    assert cities.facility_name(state, "defense_step_1", camp=True) != cities.facility_name(state, "defense_step_1")


# ---- nothing is asked that changes nothing


@pytest.mark.rule("HVW-573")
@pytest.mark.parametrize(("reading", "asked"), [("usable_there", False), ("lost", True)])
def test_no_roll_for_loot_that_has_nowhere_to_go(reading, asked):
    """The conqueror has no other Display: he rolls only where what is not captured would be lost."""
    state = position(remaining_stock=reading)
    del state.cities["home:knights"]
    city = state.cities["home:amazons"]
    city.stock = Stock(gold=7)
    table = start_at(state, conquest.conquer("home:amazons", "knights:1"))
    assert bool(table.asked()) is asked
    if not asked:
        assert table.done
        assert table.state.cities["home:amazons"].stock.gold == 7
    assert conquest.loot_counts(state, city, "knights") is asked


def test_no_exchange_without_units():
    """A Hero without units in his empty City: the exchange is greyed; with units on either side it is offered."""
    state = position()
    lead(state, "knights:1")
    state.active = "knights"
    assert start_at(state, movement.choose_deed("knights")).greyed("city:1", section="7.1") == "4.1"
    state.cities["home:knights"].units = [Stack("knights", 1, 3)]
    assert start_at(state, movement.choose_deed("knights")).greyed("city:1", section="7.1") == ""
    state.cities["home:knights"].units = [Stack("knights", 1, 3, locked=True)]
    assert start_at(state, movement.choose_deed("knights")).greyed("city:1", section="7.1") == "4.1"


def test_mercenaries_alone_leave_no_garrison():
    """They never garrison a Resource hex, so there is nothing to leave."""
    state = position()
    state.sites["wood-1"] = Site("wood-1", "resource", "Wood hex 1", resource="wood", owner="knights")
    hero = lead(state, "knights:1", place="wood-1")
    hero.sections[0] = Stack("mercenaries", 2, 4)
    state.active = "knights"
    assert "drop:1" not in start_at(state, movement.choose_deed("knights")).options(section="7.1")


def test_no_trade_after_all_is_not_told():
    """Who leaves the question again has traded nothing: the stock is as before and the log is silent."""
    state = position()
    city = state.cities["home:knights"]
    city.facilities.append("trade_hall")
    city.stock = Stock(wood=6)
    table = start_at(state, cities.production_deed("knights")).answer("trade@home:knights", section="11.0")
    table.answer("none", section="4.3.6")
    assert table.notes("4.3.6") == []
    assert table.state.cities["home:knights"].stock == Stock(wood=6)


# ---- a Hero without units walks on (7.1)


def lonely(**rulings: str) -> HvWState:
    state = position(**rulings)
    hero = lead(state, "knights:1", place="open")
    hero.moved, hero.mp, state.active = True, 3, "knights"
    return state


def goes(state: HvWState, into: str, near: tuple[str, ...] = ()) -> Table:
    return start_at(state, movement.choose_deed("knights")).enters(into, near=near)


def test_a_hero_without_units_is_asked_before_he_meets_an_enemy_in_a_plain_hex():
    """Whoever stands there with units kills him for certain; the hex they share is open country."""
    state = lonely()
    state.world.open_war = True
    enemy = lead(state, "amazons:1", (1, 5), place="open")
    table = goes(state, f"hero:{enemy.id}")
    assert "100 %" in str(table.question(section="7.1", about="hero:").part.prompt)
    table.answer(True, section="7.1", about="hero:")
    assert str(world.place_name(table.state, hero_of(table.state, enemy.id).place)) == "open country"


@pytest.mark.parametrize(
    ("kind", "percent"), [("new:ruin", "100 %"), ("new:tower", "50 %"), ("new:home_wood", "100 %")]
)
def test_a_hero_without_units_is_asked_before_he_meets_guards(kind, percent):
    """Once, with the chance that there are guards; if he stays nothing has happened."""
    table = goes(lonely(), kind)
    question = table.question(section="7.1", about="hero:")
    assert percent in str(question.part.prompt)
    before = table.state
    table.answer(False, section="7.1", about="hero:")
    assert (table.state.sites, table.hero("knights:1").mp) == (before.sites, 3)
    table = goes(lonely(), kind).answer(True, section="7.1", about="hero:")
    assert table.result["what"] == "walk"


def test_the_chance_of_a_reaction_counts_as_well():
    """Guards of Level 2 beside a plain hex react with 4 of 20."""
    state = lonely()
    tower(state, (2, 3))
    assert "20 %" in str(goes(state, "open", (TOWER,)).question(section="7.1", about="hero:").part.prompt)


def test_no_question_where_nothing_threatens():
    """On quiet ground, or with units, he goes as he is told."""
    assert goes(lonely(), "open").result["what"] == "walk"
    state = lonely()
    lead(state, "knights:1", (1, 1))
    assert goes(state, "new:ruin").result["what"] == "walk"


def test_the_odds_tell_no_loot_that_stays_where_it_is():
    """What the fall of a place would bring is told only if there is a Display to put it on."""
    state = position(war=True)
    city = state.cities["home:amazons"]
    city.stock, city.units = Stock(gold=7), [Stack("amazons", 1, 3)]
    hero = hero_of(state, "knights:1")
    hero.place = "home:amazons"
    hero_of(state, "amazons:1").place = "open"
    battles.attack_enemy(state, hero, "home:amazons")
    assert odds.spoils(state)
    del state.cities["home:knights"]
    battles.attack_enemy(state, hero, "home:amazons")
    assert odds.spoils(state) == []
