"""Defensive works and towers (4.3.1, 8.7): Structure Points and what they add to a defense."""

from __future__ import annotations

import pytest

from companion.games.heroes_vs_warlords.fighting import arena, battles, exchange, siege
from companion.games.heroes_vs_warlords.records.common import hero_of
from companion.games.heroes_vs_warlords.records.state import Site, Stack
from tests.games.heroes_vs_warlords.table import position, start_at


@pytest.mark.rule("HVW-089", "HVW-090", "HVW-092", "HVW-010")
@pytest.mark.parametrize(("works", "city_sp", "camp_sp", "bonus"), [(1, 10, 5, 1), (2, 20, 10, 2), (3, 40, 20, 4)])
@pytest.mark.parametrize("home", ["knights", "barbarians"])
def test_structure_points_and_defense_of_works(works, city_sp, camp_sp, bonus, home):
    """An attack on the place builds its wall: SP and the Defense of units inside by Level of the works."""
    seat = "amazons"
    state = position(home, seat, war=True)
    city = state.cities[f"home:{home}"]
    city.works, city.units = works, [Stack(home, 1, 5)]
    hero_of(state, f"{home}:1").place = "open"
    assert battles.attack_enemy(state, hero_of(state, f"{seat}:1"), city.place)
    fight = state.battle
    assert fight.wall.sp == (camp_sp if city.camp else city_sp)
    fight.defender.stacks[0].box = "wall"
    cover = siege.close_cover(state, fight, fight.defender, fight.defender.stacks[0])
    assert [(term.value, term.section) for term in cover] == [(bonus, "8.7.2.2")]


@pytest.mark.rule("HVW-010")
def test_structure_points_belong_to_sieges_only():
    """A battle in the open has no wall."""
    state = position(war=True)
    hero_of(state, "amazons:1").place = "field:x"
    assert battles.attack_enemy(state, hero_of(state, "knights:1"), "field:x")
    assert state.battle.wall is None


@pytest.mark.rule("HVW-098")
@pytest.mark.parametrize(("towers", "bonus"), [(0, 0), (1, 2), (2, 4)])
@pytest.mark.parametrize("who", ["hero", "garrison", "guards_react"])
def test_towers_help_units_in_own_resource_hexes(towers, bonus, who):
    """+2 with one tower built, +4 with two, for a garrison and for a Hero standing there, whoever attacks."""
    state = position(war=True)
    state.cities["home:amazons"].towers = towers
    site = Site("wood-1", "resource", "Wood", "wood", active=True, owner="amazons")
    state.sites["wood-1"] = site
    hero = hero_of(state, "amazons:1")
    if who == "garrison":
        site.garrison = [Stack("amazons", 1, 4)]
    else:
        hero.place = "wood-1"
    if who == "guards_react":
        ruin = state.sites["ruin-1"] = Site("ruin-1", "ruin", "Ruin", guards=[Stack("neutrals", 1, 3)])
        state.active = "amazons"
        battles.guards_react(state, hero, ruin)
    else:
        assert battles.attack_enemy(state, hero_of(state, "knights:1"), "wood-1")
    fight = state.battle
    terms = exchange.defense_terms(state, fight, fight.defender, fight.defender.stacks[0])
    assert sum(term.value for term in terms if term.section == "8.7.2.1") == bonus


@pytest.mark.rule("HVW-098")
def test_towers_do_not_help_in_enemy_resource_hexes():
    """A Hero caught in somebody else's Resource hex has no tower over him."""
    state = position(war=True)
    state.cities["home:amazons"].towers = 2
    state.sites["wood-1"] = Site("wood-1", "resource", "Wood", "wood", active=True, owner="knights")
    hero_of(state, "amazons:1").place = "wood-1"
    assert battles.attack_enemy(state, hero_of(state, "knights:1"), "wood-1")
    assert state.battle.defender.bonus == 0


@pytest.mark.rule("HVW-097", "HVW-099")
def test_towers_hold_ranged_units_and_help_nobody_behind_the_wall():
    """The Ranged stack goes into the tower; those behind the wall add the works only, whatever towers stand."""
    state = position(war=True, tower_duty="must")
    city = state.cities["home:amazons"]
    city.towers, city.units = 1, [Stack("amazons", 3, 4), Stack("amazons", 1, 4)]
    hero_of(state, "amazons:1").place = "open"
    hero = hero_of(state, "knights:1")
    battles.attack_enemy(state, hero, city.place)
    fight = start_at(state, arena.deploy()).state.battle
    ranged, close = sorted(fight.defender.stacks, key=lambda one: -one.level)
    assert (ranged.box, close.box) == ("tower1", "wall")
    cover = siege.close_cover(state, fight, fight.defender, close)
    assert [term.section for term in cover] == ["8.7.2.2"]
