"""Rulings of the Advanced game: one case for each reading; what they do in full stands in `advanced/`."""

from __future__ import annotations

from companion.games.heroes_vs_warlords.advanced import experience, holy, methods, quests, special, tavern, terrain
from companion.games.heroes_vs_warlords.fighting import round_end, sides
from companion.games.heroes_vs_warlords.moving import movement
from companion.games.heroes_vs_warlords.records.common import hero_of
from companion.games.heroes_vs_warlords.records.state import Battle
from companion.games.heroes_vs_warlords.turns import cities
from tests.games.heroes_vs_warlords.advanced.country import country, stand
from tests.games.heroes_vs_warlords.advanced.fighting import combat
from tests.games.heroes_vs_warlords.readings import readings
from tests.games.heroes_vs_warlords.rows.battlefield import attack, counts, side
from tests.games.heroes_vs_warlords.table import hex_of, position, start_at


@readings("terrain", {"basic": 1, "advanced": 3})
def test_terrain_is_a_choice(rulings, expected):
    """R92: a mountain costs 3 where the match plays with terrain."""
    state, centres = country("K0", "T01", "A0")
    state.rulings.update(rulings)
    assert terrain.price(state, hex_of(centres["T01"], "C"), hex_of(centres["T01"], "N")) == expected


@readings("camp_entry_cost", {"terrain": 2, "one": 1})
def test_the_price_of_a_camp(rulings, expected):
    """R70: a Camp in the woods."""
    state, centres = country("K0", "T02", "A0", **rulings)
    state.cities["home:amazons"].camp = True
    state.cities["home:amazons"].place = hex_of(centres["T02"], "S")
    assert terrain.price(state, hex_of(centres["T02"], "C"), hex_of(centres["T02"], "S")) == expected


@readings("blocked_discovery", {"stay_pay_1": 5, "stay_free": 6, "enter_anyway": 5})
def test_a_closed_side_on_a_new_tile(rulings, expected):
    """R93: what is left of 6 Movement points."""
    state, centres = country("K0", "T12", **rulings)
    inside = hex_of(centres["T12"], "NW")
    q, r = map(int, inside.split(","))
    stand(state, centres, "K0 C", mp=6)
    hero = hero_of(state, "knights:1")
    hero.place = f"{q - 1},{r}"
    got_in = next(iter(_drained(movement._gets_in(state, hero, inside))))
    if got_in:
        movement.pay(state, hero, inside)
    assert hero.mp == expected


def _drained(rule):
    """What a generator that only writes notes gives."""
    try:
        while True:
            next(rule)
    except StopIteration as stop:
        yield stop.value


@readings("range_entry_cost", {"as_mountain": 3, "as_clear": 1, "closed": None})
def test_a_range_from_outside(rulings, expected):
    """R94: the peaks of T12 from the north."""
    state, centres = country("K0", "T12", "A0", **rulings)
    inside = hex_of(centres["T12"], "NW")
    q, r = map(int, inside.split(","))
    assert terrain.price(state, f"{q},{r - 1}", inside) == expected


@readings("reaction_terrain", {"blocked_by_impassable": False, "adjacent_is_enough": True})
def test_a_river_between(rulings, expected):
    """R95: over the river of T06."""
    state, centres = country(**rulings)
    assert terrain.reacts_across(state, hex_of(centres["T06"], "SE"), hex_of(centres["T06"], "NE")) is expected


@readings("holy_limit", {"per_place": False, "per_place_and_hero": True})
def test_a_second_hero_in_a_holy_place(rulings, expected):
    """R69: after one Hero has rolled."""
    state, centres = country("K0", "T03", "A0", **rulings)
    site = state.sites[hex_of(centres["T03"], "SW")]
    site.visited, site.used_by = True, ["knights:1"]
    assert holy.offers(state, hero_of(state, "amazons:1"), site) is expected


# ---- what a match plays


@readings(
    "combat_method",
    {
        "arena_basic": "arena_basic",
        "vote": "arena_basic",
        "arena_advanced": "arena_advanced",
        "display_basic": "display_basic",
        "display_advanced": "display_advanced",
    },
)
def test_the_method_of_a_combat(rulings, expected):
    """R92: a combat begins with the method of the match."""
    assert methods.chosen(position(**rulings)) == expected


@readings("skills", {"off": 0, "on": 3})
def test_skills_come_into_a_combat(rulings, expected):
    """R92: what a Hero brings along."""
    state = position(**rulings)
    hero = hero_of(state, "knights:1")
    hero.talent = 3
    assert sides.hero_side(state, hero).skill == expected


@readings("honor", {"off": 0, "on": 4})
def test_honor_comes_into_a_combat(rulings, expected):
    """R92: points to spend."""
    state = position(**rulings)
    hero = hero_of(state, "knights:1")
    hero.honor = 4
    assert sides.hero_side(state, hero).honor == expected


@readings("mercenaries", {"off": 0, "on": 1})
def test_a_tavern_offers_mercenaries(rulings, expected):
    """R92: one offer more in Turn 5."""
    state = position(**rulings)
    city = state.cities["home:knights"]
    city.facilities.append("tavern")
    assert len(tavern.hire_offers(state, city, 5)) == expected


@readings("quests", {"off": 0, "on": 1})
def test_a_tavern_offers_quests(rulings, expected):
    """R92: one offer more in the own turn."""
    state = position(**rulings)
    state.cities["home:knights"].facilities.append("tavern")
    assert len(quests.draw_offers(state, hero_of(state, "knights:1"))) == expected


# ---- hits, experience, Honor


@readings("level_cost", {"current_level_x10": 20, "new_level_x10": 30})
def test_the_price_of_a_level(rulings, expected):
    """R51: from Level 2 to Level 3."""
    assert experience.level_cost(position(combat_method="arena_advanced", **rulings), 2) == expected


@readings("advanced_ep", {"unit_level": 12, "one_per_kill": 3})
def test_ep_for_units(rulings, expected):
    """R51: three units of Level 4."""
    state = position(**rulings)
    assert experience.worth_of(state, "arena_advanced", {"neutrals:4": 3}) == expected


@readings("attrition_basis", {"applied": 8, "dealt": 7})
def test_attrition(rulings, expected):
    """R62: nine Level 1 units against one unit of Level 6."""
    table = combat(side("barbarians", (1, 9)), side("neutrals", (6, 1), (1, 5)), first="attacker", **rulings)
    attack(table, "0>0", 20, 1)
    assert counts(table, "attacker") == [expected]


@readings("withdraw_modifier", {"difference": 12, "only_if_lower": 9, "none": 9})
def test_withdrawing_before_a_worse_hero(rulings, expected):
    """R66: Initiative 9 against 6."""
    state = position(**rulings)
    battle = Battle("", "", side("knights", (1, 1), initiative=9, hero=(0, 0)), _worse(), "defender")
    assert 9 + round_end._lead(state, battle, "attacker") == expected


def _worse():
    return side("amazons", (1, 1), initiative=6, hero=(0, 0))


@readings("forge_timing", {"any_round_end": True, "first_round_end_only": False})
def test_a_building_after_the_second_round(rulings, expected):
    """R72: `round` counts the third, which is about to begin."""
    battle = Battle("", "", side("knights", (1, 1)), side("amazons", (1, 1)), "defender", round=3)
    assert special._is_time(position(**rulings), battle) is expected


@readings("honor_source", {"eliminated_stacks": 1, "all_enemy_stacks": 4})
def test_honor_of_a_side_that_lost(rulings, expected):
    """R78: one of Level 1 gone, one of Level 5 left."""
    lost = side("neutrals", (1, 0), (5, 2))
    assert experience.honor_gained(position(**rulings), lost).total == expected


@readings("captured_tavern", {"free_to_leave": [False], "must_stay": [True], "no_hire": []})
def test_mercenaries_in_a_captured_place(rulings, expected):
    """R99: hired and free, hired and locked, or not at all."""
    state = position(mercenaries="on", **rulings)
    city = state.cities["home:amazons"]
    city.owner = "knights"
    city.facilities.append("tavern")
    city.stock.gold = 5
    table = start_at(state, cities.produce("knights"))
    if expected:
        table.answer("hire@home:amazons", section="11.0").answer(2, section="17.1.1")
    else:
        assert "hire@home:amazons" not in table.options(section="11.0")
    assert [one.locked for one in table.state.cities["home:amazons"].units] == expected


@readings("quest_swap", {"no": 0, "once_per_visit": 1})
def test_another_card(rulings, expected):
    """R100: with a card in hand."""
    state = position(quests="on", **rulings)
    state.cities["home:knights"].facilities.append("tavern")
    hero_of(state, "knights:1").quest = 3
    assert len(quests.draw_offers(state, hero_of(state, "knights:1"))) == expected


@readings("revive_cap", {"start_of_combat": 2, "twenty": 18})
def test_how_many_come_back(rulings, expected):
    """R101: two of four are left, with Basic hits."""
    state = position(**rulings)
    battle = Battle("", "", side("knights", (1, 1)), side("barbarians", (3, 2)), "defender")
    battle.defender.stacks[0].start = 4
    rows = special._rows(state, battle, state.cities["home:knights"])
    assert rows[0].high == 3  # a Blacksmith gives points up to the Level
    city = state.cities["home:amazons"]
    city.home = "barbarians"
    assert special._rows(state, battle, city)[0].high == expected
