"""Skills of Heroes (16.0): Trade, Diplomacy, Military Experience, Fury, Cleverness."""

from __future__ import annotations

import pytest

from companion.games.heroes_vs_warlords.advanced import skills
from companion.games.heroes_vs_warlords.moving import sites
from companion.games.heroes_vs_warlords.records.common import hero_of
from companion.games.heroes_vs_warlords.records.state import Site
from companion.games.heroes_vs_warlords.turns import heroes
from companion.games.heroes_vs_warlords.turns.setup import new_hero
from tests.games.heroes_vs_warlords.advanced.fighting import ADVANCED, combat, led, wounds
from tests.games.heroes_vs_warlords.rows.battlefield import against_guards, attack, counts, guarded, lead, side
from tests.games.heroes_vs_warlords.table import Table, position, start_at

SKILLED = {"skills": "on"}


@pytest.mark.rule("HVW-379", "HVW-380")
def test_three_skills_that_start_at_nothing():
    """Trade, Diplomacy and the Skill of the race."""
    for race, talent in (("knights", "experience"), ("barbarians", "fury"), ("amazons", "cleverness")):
        hero = new_hero(race, 1, "in_play")
        assert [getattr(hero, name) for name in skills.SKILLS] == [0, 0, 0]
        assert skills.TALENTS[race] == talent


@pytest.mark.rule("HVW-381", "HVW-533", "HVW-534")
@pytest.mark.parametrize("skill", ["trade", "diplomacy", "talent"])
def test_a_level_raises_an_ability_and_a_skill(skill):
    """From Level 2 to 3 for 20 EP: one ability and one Skill, both for good."""
    state = position(**SKILLED, **ADVANCED)
    hero = hero_of(state, "knights:1")
    hero.level, hero.ep = 2, 25
    table = start_at(state, heroes.offer_level("knights:1")).answer(True, about="hero:")
    table.answer("attack", about="hero:").answer(skill, section="16.1")
    hero = table.hero("knights:1")
    assert (hero.level, hero.ep, getattr(hero, skill)) == (3, 5, 1)


def test_without_skills_a_level_gives_an_ability_only():
    """Ruling R92."""
    state = position()
    hero_of(state, "knights:1").ep = 10
    table = start_at(state, heroes.offer_level("knights:1")).answer(True, about="hero:").answer("attack", about="hero:")
    assert table.done


@pytest.mark.rule("HVW-382")
def test_trade_adds_to_what_an_outpost_gives():
    """Two points of Trade make three of one."""
    state = position(**SKILLED)
    hero = hero_of(state, "knights:1")
    hero.trade, hero.place = 2, "outpost-1"
    state.sites["outpost-1"] = Site("outpost-1", "outpost", "Outpost")
    before = state.cities["home:knights"].stock.wood
    table = start_at(state, sites.benefit("knights:1")).answer([1], section="3.3.5")
    assert table.state.cities["home:knights"].stock.wood == before + 3


# ---- Diplomacy


def parley(hero_id: str, *units: tuple[int, int], points: int = 2) -> Table:
    """A Hero with Diplomacy meets guards."""
    seat = hero_id.split(":")[0]
    state = position("knights", "amazons", "barbarians", **SKILLED, **ADVANCED)
    lead(state, hero_id, (1, 9)).diplomacy = points
    state.active = seat
    return against_guards(state, hero_id, guarded(state, "ruin-1", *units))


@pytest.mark.rule("HVW-383", "HVW-386")
def test_diplomacy_removes_units_at_once_and_gives_experience():
    """Two of three Level 1 guards leave before the fight; 1 EP each, whoever wins."""
    table = parley("knights:1", (1, 3))
    table.answer("0", section="16.1.2")
    assert counts(table, "defender") == [1]
    assert table.hero("knights:1").ep == 2


@pytest.mark.rule("HVW-383")
def test_diplomacy_may_end_the_combat():
    """Nobody is left, so the Hero has won."""
    table = parley("knights:1", (3, 2), points=6).answer("0", section="16.1.2")
    assert table.state.battle is None
    assert table.hero("knights:1").ep == 6
    assert not table.state.sites["ruin-1"].guards


def test_nobody_deploys_against_guards_who_have_left():
    """On the Battle Display no hex is asked for once Diplomacy has sent the last guard away."""
    state = position("knights", "amazons", "barbarians", **SKILLED, combat_method="display_advanced")
    lead(state, "knights:1", (1, 9)).diplomacy = 6
    state.active = "knights"
    table = against_guards(state, "knights:1", guarded(state, "ruin-1", (3, 2))).answer("0", section="16.1.2")
    assert table.state.battle is None


@pytest.mark.rule("HVW-384", "HVW-385")
@pytest.mark.parametrize(
    ("hero", "levels"), [("knights:1", (1, 3, 5)), ("amazons:1", (1, 3, 5)), ("barbarians:1", (2, 4, 6))]
)
def test_whom_a_race_gets_on_with(hero, levels):
    """TV19: odd Levels for Knights and Amazons, even ones for Barbarians."""
    table = parley(hero, *((level, 2) for level in range(1, 7)))
    choices = table.options(section="16.1.2")
    stacks = table.state.battle.defender.stacks
    assert {stacks[int(i)].level for i, no in choices.items() if no is None and i != "none"} == set(levels)


def test_diplomacy_is_a_choice_and_for_neutrals_only():
    """He may leave it; a garrison cannot be talked to."""
    assert counts(parley("knights:1", (1, 3)).answer("none", section="16.1.2"), "defender") == [3]
    table = combat(led("knights", (1, 3), diplomacy=3), side("amazons", (1, 3)), **SKILLED)
    assert table.find(section="16.1.2") is None


# ---- windows on a result


def knights(**more):
    return led("knights", (1, 9), talent="experience", skill=2, **more)


@pytest.mark.rule("HVW-387")
@pytest.mark.parametrize(("dealt", "left"), [(1, 9), (2, 9), (5, 6)])
def test_military_experience_takes_hits_off(dealt, left):
    """After the result is seen, before it counts; points that are too many are forfeited."""
    table = combat(side("neutrals", (1, dealt)), knights(), first="attacker")
    attack(table, "0>0", 20, 1).answer(True, section="16.1.3")
    assert counts(table, "defender") == [left]


@pytest.mark.rule("HVW-387")
def test_military_experience_serves_once_a_combat():
    """A second hit is not asked about; a no keeps it."""
    table = combat(side("neutrals", (1, 3), (2, 2), (4, 1)), knights(), first="attacker")
    attack(table, "0>0", 20, 1).answer(False, section="16.1.3")
    attack(table, "1>0", 20, 1).answer(True, section="16.1.3")
    attack(table, "2>0", 20, 1)
    assert table.find(section="16.1.3") is None
    assert counts(table, "defender") == [9 - 3 - 2 - 4]


@pytest.mark.rule("HVW-388", "HVW-389")
@pytest.mark.parametrize(("target", "left", "marker"), [((6, 3), 2, 0), ((1, 7), 0, 0), ((4, 2), 1, 2)])
def test_fury_adds_hits_to_a_stack_that_was_hit(target, left, marker):
    """Four hits and two more; what the stack cannot take is lost, and goes to no other."""
    table = combat(
        led("barbarians", (1, 4), talent="fury", skill=2), side("neutrals", target, (2, 3)), first="attacker"
    )
    attack(table, "0>0", 20, 1).answer(True, section="16.1.4")
    if target == (1, 7):
        left = 1
    assert (counts(table, "defender")[0], wounds(table, "defender")[0]) == (left, marker)
    assert counts(table, "defender")[1] == 3


@pytest.mark.rule("HVW-390", "HVW-391")
def test_cleverness_turns_a_lost_fight():
    """With 10 + 3 against 12 + 2 she loses by one; two points more win."""
    table = combat(led("amazons", (1, 4), talent="cleverness", skill=2), side("neutrals", (1, 5)), first="attacker")
    attack(table, "0>0", 10, 12)
    table.answer(True, section="16.1.5")
    assert counts(table, "defender") == [1]
    assert table.state.battle.attacker.skill_used


@pytest.mark.rule("HVW-390", "HVW-391")
def test_cleverness_makes_archers_hit():
    """A Ranged miss by one becomes a hit; the Defense of her own archers cannot be raised (R68)."""
    table = combat(led("amazons", (3, 2), talent="cleverness", skill=1), side("neutrals", (6, 2)), first="attacker")
    attack(table, "0>0", 3, 10).answer(True, section="16.1.5")
    assert counts(table, "defender") == [1]
    shot = combat(side("neutrals", (3, 1)), led("amazons", (1, 4), talent="cleverness", skill=9), first="attacker")
    attack(shot, "0>0", 20, 1)
    assert counts(shot, "defender") == [1]


@pytest.mark.rule("HVW-390")
def test_cleverness_in_defense_and_where_it_changes_nothing():
    """Her Defense may turn a lost fight into a tie; a result out of reach is not asked about."""
    table = combat(side("neutrals", (1, 4)), led("amazons", (1, 5), talent="cleverness", skill=2), first="attacker")
    attack(table, "0>0", 11, 10)  # 14 against 12
    table.answer(True, section="16.1.5")
    assert (counts(table, "attacker"), counts(table, "defender")) == ([4], [5])
    far = combat(side("neutrals", (1, 4)), led("amazons", (1, 5), talent="cleverness", skill=2), first="attacker")
    attack(far, "0>0", 20, 1)
    assert far.find(section="16.1.5") is None


@pytest.mark.rule("HVW-387", "HVW-388")
def test_fury_comes_before_military_experience():
    """R68: four hits, two more by Fury, two off by Experience."""
    table = combat(led("barbarians", (1, 4), talent="fury", skill=2), knights(), first="attacker")
    attack(table, "0>0", 20, 1)
    table.answer(True, section="16.1.4").answer(True, section="16.1.3")
    assert counts(table, "defender") == [5]


def test_skills_work_with_basic_hits_too():
    """Ruling R59: a hit is then a kill."""
    table = combat(side("neutrals", (1, 5)), knights(), first="attacker", combat_method="arena_basic")
    attack(table, "0>0", 20, 1).answer(True, section="16.1.3")
    assert counts(table, "defender") == [6]
