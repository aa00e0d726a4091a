"""Mercenaries (17.1, 19.8): hiring, limits, and making them change sides."""

from __future__ import annotations

import pytest

from companion.games.heroes_vs_warlords.advanced import defection, tavern
from companion.games.heroes_vs_warlords.moving import sites
from companion.games.heroes_vs_warlords.readers.battle_board import battle_panel
from companion.games.heroes_vs_warlords.records import armies, facts
from companion.games.heroes_vs_warlords.records.common import hero_of, unit_values
from companion.games.heroes_vs_warlords.records.state import Battle, Fighter, Side, Site, Stack
from companion.games.heroes_vs_warlords.turns import cities
from tests.games.heroes_vs_warlords.advanced.fighting import ADVANCED, combat, led, wounds
from tests.games.heroes_vs_warlords.rows.battlefield import against_enemy, counts, lead
from tests.games.heroes_vs_warlords.table import Table, position, start_at

HONOR = {"honor": "on"}


# ---- hiring


@pytest.mark.rule("HVW-392")
def test_mercenaries_are_close_combat_units_of_level_2():
    """The only Level they come in."""
    assert list(facts.UNITS["mercenaries"]) == [2]
    assert unit_values(position(), "mercenaries", 2).type == "close"


def with_tavern(gold: int = 9, waiting: int = 0, **rulings: str) -> Table:
    """Turn 5 of the Knights, whose City has a Tavern."""
    state = position(mercenaries="on", **rulings)
    city = state.cities["home:knights"]
    city.facilities.append("tavern")
    city.stock.gold = gold
    if waiting:
        city.units = [Stack("mercenaries", 2, waiting)]
    return start_at(state, cities.produce("knights"))


@pytest.mark.rule("HVW-393", "HVW-396", "HVW-394")
def test_a_tavern_hires_them_out_for_gold():
    """TV27: seven cost 7 Gold and wait in the City; a Hero with fifteen takes five of them."""
    table = with_tavern().answer("hire@home:knights", section="11.0").answer(7, section="17.1.1")
    city = table.state.cities["home:knights"]
    assert city.stock.gold == 2
    assert [(one.faction, one.count) for one in city.units] == [("mercenaries", 7)]
    hero = hero_of(table.state, "knights:1")
    hero.sections[1] = Stack("mercenaries", 2, 15)
    assert armies.place_units(hero, "mercenaries", 2, 7) == 5
    assert armies.most_more(hero, "mercenaries") == 0


@pytest.mark.rule("HVW-393")
def test_no_more_than_twenty_wait():
    """With eighteen there is room for two; with twenty the offer is greyed."""
    table = with_tavern(waiting=18).answer("hire@home:knights", section="11.0")
    assert table.question(section="17.1.1").part.form.high == 2
    assert with_tavern(waiting=20).greyed("hire@home:knights", section="11.0") == "17.1.3"


def test_who_plays_without_them_is_not_offered_any():
    """Ruling R92."""
    table = with_tavern()
    table.state.rulings["mercenaries"] = "off"
    assert tavern.hire_offers(_without(), _without().cities["home:knights"], 9) == []


def _without():
    state = position()
    state.cities["home:knights"].facilities.append("tavern")
    return state


@pytest.mark.rule("HVW-394")
def test_one_stack_for_each_hero():
    """A second stack of Mercenaries is refused."""
    hero = hero_of(position(), "knights:1")
    with pytest.raises(Exception, match=r"Mercenaries|seventh|20"):
        armies.rearrange(hero, {("mercenaries", 2): 21})


@pytest.mark.rule("HVW-395")
def test_they_guard_no_resource_hex():
    """Only other units can be left as a garrison."""
    state = position(mercenaries="on")
    hero = lead(state, "knights:1", (1, 2))
    hero.sections[1] = Stack("mercenaries", 2, 4)
    hero.place = "wood-1"
    state.sites["wood-1"] = Site("wood-1", "resource", "Wood", "wood", owner="knights", active=True, cleared=True)
    drop = next(offer for offer in armies.exchange_offers(state, hero) if offer.id.startswith("drop"))
    rule = drop.do()
    rows = next(rule).form.rows
    assert [row.value for row in rows] == [("knights", 1)]


@pytest.mark.rule("HVW-563")
def test_they_wait_where_defeated_players_recruited():
    """8.13 holds in the Advanced game."""
    state = position(mercenaries="on", **ADVANCED)
    hero = hero_of(state, "knights:1")
    place = "recruit:amazons"
    site = state.sites[place]
    site.mercenaries, site.active, site.waiting, hero.place = True, True, 3, place
    table = start_at(state, sites.benefit("knights:1")).answer("new", section="3.3.2")
    assert [(s.faction, s.count) for s in table.hero("knights:1").sections if s][-1] == ("mercenaries", 3)


# ---- changing sides


def hired(seat: str, count: int, **more) -> Side:
    """A Hero with Mercenaries and a few of his own."""
    found = led(seat, (1, 3), **more)
    found.stacks.append(Fighter("mercenaries", 2, count, 1))
    return found


def subverting(die: int, other: int, spent: int = 5, **more) -> Table:
    """EX14: 6 + die against 9 + other, for five of ten Mercenaries."""
    mine = led("knights", (1, 3), initiative=6, honor=5, **more)
    table = combat(mine, hired("amazons", 10, initiative=9), **HONOR)
    table.answer(True, seat="knights", section="19.8").answer(spent, section="19.8")
    return table.answer([die], seat="knights", section="19.8").answer([other], seat="amazons", section="19.8")


@pytest.mark.rule("HVW-465", "HVW-466", "HVW-467", "HVW-471", "HVW-536", "HVW-565")
def test_mercenaries_change_sides():
    """EX14: 14 beats 12, five come over at once and five stay; all five points are spent."""
    table = subverting(8, 3)
    assert counts(table, "attacker") == [3, 5]
    assert counts(table, "defender") == [3, 5]
    assert table.state.battle.attacker.honor == 0


@pytest.mark.rule("HVW-468")
@pytest.mark.parametrize(("die", "other"), [(8, 5), (1, 20)])
def test_they_run_away_when_the_roll_fails(die, other):
    """Equal or lower: they are eliminated, the owner keeps none of them."""
    table = subverting(die, other)
    assert counts(table, "attacker") == [3]
    assert counts(table, "defender") == [3, 5]
    assert table.state.battle.attacker.kills["mercenaries:2"] == 5


@pytest.mark.rule("HVW-469")
def test_the_other_hero_may_answer():
    """He wins back those who just left, while his points last."""
    mine = led("knights", (1, 3), initiative=6, honor=5)
    table = combat(mine, hired("amazons", 10, initiative=9, honor=3), **HONOR)
    table.answer(True, seat="knights", section="19.8").answer(5, section="19.8")
    table.answer([20], seat="knights", section="19.8").answer([1], seat="amazons", section="19.8")
    table.answer(True, seat="amazons", section="19.8").answer(3, section="19.8")
    table.answer([20], seat="amazons", section="19.8").answer([1], seat="knights", section="19.8")
    assert (counts(table, "attacker"), counts(table, "defender")) == ([3, 2], [3, 8])


@pytest.mark.rule("HVW-471")
def test_those_above_twenty_are_lost_without_experience():
    """Eighteen and five make twenty."""
    mine = hired("knights", 18, initiative=6, honor=5)
    table = combat(mine, hired("amazons", 10, initiative=9), **HONOR)
    table.answer(True, seat="knights", section="19.8").answer(5, section="19.8")
    table.answer([20], seat="knights", section="19.8").answer([1], seat="amazons", section="19.8")
    assert (counts(table, "attacker"), counts(table, "defender")) == ([3, 20], [3, 5])
    assert not table.state.battle.attacker.kills.get("mercenaries:2")


@pytest.mark.rule("HVW-465")
def test_honor_a_hero_and_mercenaries_are_needed():
    """R99: without own Honor, without a Hero, without enemy Mercenaries there is nothing to offer."""
    state = position(**HONOR)
    state.battle = Battle("", "", led("knights", (1, 1), honor=2), hired("amazons", 4), "defender")
    fight = state.battle
    assert defection.refusal(state, fight, "attacker") is None
    assert defection.refusal(state, fight, "defender") is not None
    fight.attacker.honor = 0
    assert defection.refusal(state, fight, "attacker") is not None
    fight.attacker.honor, state.rulings["honor"] = 2, "off"
    assert defection.refusal(state, fight, "attacker") is not None


@pytest.mark.rule("HVW-465", "HVW-467")
def test_it_can_be_done_between_two_attacks():
    """The offer stands among the attacks of a step."""
    mine = led("knights", (1, 3), initiative=6, honor=5)
    table = combat(mine, hired("amazons", 10, initiative=9), first="attacker", **HONOR)
    table.answer(False, seat="knights", section="19.8").answer("subvert", seat="knights", section="8.3")
    table.answer(2, section="19.8").answer([20], seat="knights").answer([1], seat="amazons")
    table.answer("pass", seat="knights", section="8.3")
    assert counts(table, "attacker") == [3, 2]


@pytest.mark.rule("HVW-470")
def test_the_board_tells_them_apart():
    """Both sides show their Mercenaries as their own stacks."""
    table = subverting(20, 1)
    panel = battle_panel(table.state, table.state.battle)
    for one in panel.sides:
        assert sum("mercenaries" in str(view.label).lower() for view in one.stacks) == 1


@pytest.mark.rule("HVW-467", "HVW-565")
def test_after_the_combat_they_stay_with_their_new_hero():
    """They take a free section; what was spent is gone from the Hero's total."""
    state = position(war=True, **HONOR, **ADVANCED)
    lead(state, "knights:1", (6, 9), attack=12, initiative=6).honor = 4
    enemy = lead(state, "amazons:1", (1, 1), place="field", initiative=9)
    enemy.sections[1] = Stack("mercenaries", 2, 3)
    table = against_enemy(state, "knights:1", "field")
    table.answer(True, seat="knights", section="19.8").answer(3, section="19.8")
    table.answer([20], seat="knights", section="19.8").answer([1], seat="amazons", section="19.8")
    table.win()
    hero = table.hero("knights:1")
    assert ("mercenaries", 3) in [(s.faction, s.count) for s in hero.sections if s]
    assert hero.honor == 4 - 3 + 1


# ---- at any time


@pytest.mark.rule("HVW-465")
def test_the_side_that_does_not_act_may_try_too():
    """R99: before an attack of the enemy the other Hero is asked when somebody says so; he may still decline."""
    mine = led("knights", (1, 3), initiative=6, honor=5)
    table = combat(mine, hired("amazons", 10, initiative=9), first="defender", **HONOR)
    table.answer(False, seat="knights", section="19.8")
    assert table.question(section="8.3").seat == "amazons"
    table.answer("subverted", section="8.3").answer(False, seat="knights", section="19.8")
    table.answer("subverted", section="8.3").answer(True, seat="knights", section="19.8").answer(2, section="19.8")
    table.answer([20], seat="knights", section="19.8").answer([1], seat="amazons", section="19.8")
    table.answer("pass", seat="amazons", section="8.3")
    assert counts(table, "attacker") == [3, 2]


@pytest.mark.rule("HVW-465")
def test_of_two_enemy_stacks_one_is_picked():
    """Those of a garrison can be meant, the Hero's own stay."""
    mine, theirs = led("knights", (1, 3), initiative=6, honor=5), hired("amazons", 10, initiative=9)
    theirs.stacks.append(Fighter("mercenaries", 2, 6, 100))
    table = combat(mine, theirs, **HONOR)
    table.answer(True, seat="knights", section="19.8").answer("100", seat="knights", section="19.8")
    assert table.question(section="19.8").part.form.high == 5
    table.answer(5, section="19.8").answer([20], seat="knights").answer([1], seat="amazons")
    assert counts(table, "defender") == [3, 10, 1]


@pytest.mark.rule("HVW-467", "HVW-501")
def test_who_changes_sides_takes_his_hit_along():
    """The last of them is wounded; when all come over, so does his Hit marker."""
    mine, theirs = led("knights", (1, 3), initiative=6, honor=9), hired("amazons", 3, initiative=9)
    theirs.stacks[1].wounds = 1
    table = combat(mine, theirs, **HONOR)
    table.answer(True, seat="knights", section="19.8").answer(3, section="19.8")
    table.answer([20], seat="knights").answer([1], seat="amazons")
    assert (counts(table, "attacker"), wounds(table, "attacker")) == ([3, 3], [0, 1])
