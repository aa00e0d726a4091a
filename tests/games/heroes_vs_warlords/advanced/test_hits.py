"""Advanced hits in the Arena (19.2, 19.14 to 19.21): hits, attrition, withdrawal, experience, Honor."""

from __future__ import annotations

import pytest

from companion.games.heroes_vs_warlords.advanced import experience
from companion.games.heroes_vs_warlords.fighting import battles, hits, round_end
from companion.games.heroes_vs_warlords.records.common import hero_of
from companion.games.heroes_vs_warlords.records.state import Battle, Fighter, Side, Wall
from tests.games.heroes_vs_warlords.advanced.fighting import ADVANCED, combat, led, wounds
from tests.games.heroes_vs_warlords.rows.battlefield import (
    against_guards,
    attack,
    counts,
    fight,
    guarded,
    lead,
    pass_until,
    side,
)
from tests.games.heroes_vs_warlords.table import position, start_at


@pytest.mark.rule("HVW-494", "HVW-495", "HVW-498", "HVW-499", "HVW-501", "HVW-502", "HVW-564", "HVW-422")
def test_a_complete_attack():
    """EX18: 9 + 3 beats 11; five hits take two Level 2 units and leave a Hit marker 1; attrition costs one unit."""
    table = combat(led("barbarians", (1, 5), hero=(3, 0)), side("neutrals", (2, 3)), first="attacker")
    attack(table, "0>0", 9, 11)
    assert (counts(table, "defender"), wounds(table, "defender")) == ([1], [1])
    assert counts(table, "attacker") == [4]


@pytest.mark.rule("HVW-496", "HVW-497")
def test_the_attacker_may_be_hit_and_a_tie_does_nothing():
    """A lower total of the attacker costs him number times Level of the defending stack."""
    table = combat(side("barbarians", (1, 9)), side("neutrals", (2, 3)), first="attacker")
    attack(table, "0>0", 1, 20)
    assert counts(table, "attacker") == [3]
    tied = combat(side("barbarians", (1, 9)), side("neutrals", (2, 3)), first="attacker")
    attack(tied, "0>0", 10, 10)
    assert (counts(tied, "attacker"), counts(tied, "defender")) == ([9], [3])


@pytest.mark.rule("HVW-498", "HVW-499", "HVW-500")
@pytest.mark.parametrize(
    ("level", "count", "before", "dealt", "left", "marker", "applied"),
    [
        (2, 3, 0, 5, 1, 1, 5),
        (6, 2, 0, 6, 1, 0, 6),
        (6, 2, 4, 4, 1, 2, 4),
        (3, 1, 0, 15, 0, 0, 3),
        (1, 4, 0, 2, 2, 0, 2),
    ],
)
def test_hits_eliminate_as_many_units_as_possible(level, count, before, dealt, left, marker, applied):
    """Wounds add up; what is beyond the last unit is lost."""
    one, killer = Fighter("knights", level, count, 0, wounds=before), side("amazons", (1, 1))
    battle = Battle("", "", killer, Side("knights", "garrison", [one]), "defender", method="arena_advanced")
    loss = hits.strike_off(battle, killer, one, dealt)
    assert (one.count, one.wounds, loss.applied) == (left, marker, applied)
    assert sum(killer.kills.values()) == count - left


@pytest.mark.rule("HVW-495")
@pytest.mark.parametrize(("level", "count", "dealt"), [(3, 2, 6), (5, 3, 15)])
def test_each_unit_hits_by_its_level(level, count, dealt):
    """EX16 and EX17."""
    state = position(**ADVANCED)
    winner, loser = Fighter("knights", level, count, 0), Fighter("amazons", 1, 20, 0)
    sides = side("knights", (1, 1)), side("amazons", (1, 1))
    battle = Battle("", "", *sides, "defender", method="arena_advanced")
    assert hits.dealt_by(state, battle, "defender", winner, loser).total == dealt


@pytest.mark.rule("HVW-504")
@pytest.mark.parametrize(
    ("n", "back"),
    [(1, 0), (3, 0), (4, 1), (7, 1), (8, 2), (11, 2), (12, 3), (15, 3), (16, 4), (19, 4), (20, 5)],
)
def test_attrition(n, back):
    """TV23: one hit back for every full four."""
    table = combat(side("barbarians", (1, n)), side("neutrals", (6, 20)), first="attacker")
    attack(table, "0>0", 20, 1)
    assert counts(table, "attacker") == [n - back]


@pytest.mark.rule("HVW-504")
def test_six_level_1_units_beat_a_level_6_stack():
    """EX19: six hits kill one, and one comes back."""
    table = combat(side("barbarians", (1, 6)), side("neutrals", (6, 2)), first="attacker")
    attack(table, "0>0", 20, 1)
    assert (counts(table, "attacker"), counts(table, "defender")) == ([5], [1])


@pytest.mark.rule("HVW-505")
def test_no_attrition_for_shots():
    """Eight hits of archers cost them nothing."""
    table = combat(side("barbarians", (3, 4)), side("neutrals", (6, 9)), first="attacker")
    attack(table, "0>0", 20, 1)
    assert (counts(table, "attacker"), counts(table, "defender")) == ([4], [7])


@pytest.mark.rule("HVW-504")
@pytest.mark.parametrize(("reading", "left"), [("applied", 8), ("dealt", 7)])
def test_which_hits_count_for_attrition(reading, left):
    """Ruling R62: nine hits on a stack that can take six."""
    table = combat(
        side("barbarians", (1, 9)), side("neutrals", (6, 1), (1, 5)), first="attacker", attrition_basis=reading
    )
    attack(table, "0>0", 20, 1)
    assert counts(table, "attacker")[0] == left


@pytest.mark.rule("HVW-512")
def test_towers_halve_hits_in_the_arena_rounding_up():
    """R41: three Level 1 units do two hits to a tower; on the Battle Display it would be one."""
    state = position(**ADVANCED)
    wall = Wall(10, 1, "intact", ["intact"], 1)
    archers = Fighter("knights", 3, 5, 0, box="tower1")
    battle = Battle("", "", side("amazons", (3, 1)), Side("knights", "garrison", [archers]), "defender", wall)
    for method, expected in (("arena_advanced", 5), ("display_advanced", 4)):
        battle.method = method
        assert hits.dealt_by(state, battle, "defender", Fighter("amazons", 3, 3, 0), archers).total == expected


@pytest.mark.rule("HVW-503", "HVW-531")
def test_losses_lie_in_the_graveyard_and_wounds_heal():
    """Units killed are counted for EP and the Hit marker is gone after the combat."""
    state = position(**ADVANCED)
    lead(state, "knights:1", (4, 2), attack=5)
    table = against_guards(state, "knights:1", guarded(state, "ruin-1", (1, 1), (2, 1)))
    table.win()
    hero = table.hero("knights:1")
    assert hero.ep == 1 + 2
    assert hero.sections[0].count == 2


@pytest.mark.rule("HVW-506", "HVW-507")
@pytest.mark.parametrize(
    ("own", "enemy", "reading", "limit"),
    [
        (6, 9, "difference", 3),
        (9, 6, "difference", 12),
        (2, 9, "difference", 1),
        (9, 6, "only_if_lower", 9),
        (6, 9, "none", 6),
    ],
)
def test_withdrawing_against_another_hero(own, enemy, reading, limit):
    """R66: the difference of the Initiatives is added; a 1 always succeeds."""
    table = combat(
        led("knights", (1, 3), initiative=own), led("amazons", (1, 3), initiative=enemy), withdraw_modifier=reading
    )
    pass_until(table, "step:9").answer(True, seat="knights", about="step:9")
    needs = table.question(seat="knights", section="8.9").part.needs
    assert needs.values["limit"] == limit
    table.answer([limit], seat="knights", section="8.9")
    assert table.result == "defender"


@pytest.mark.rule("HVW-508")
@pytest.mark.parametrize(
    ("kind", "reading", "asked"),
    [
        ("resource", "advanced_resource_only", True),
        ("ruin", "advanced_resource_only", False),
        ("ruin", "all_guarded_hexes", True),
    ],
)
def test_breaking_off_before_a_combat(kind, reading, asked):
    """R49, R98: one roll before deployment; the guards stay activated."""
    state = position(early_withdraw=reading, **ADVANCED)
    lead(state, "knights:1", (1, 5))
    resource = {"resource": "wood"} if kind == "resource" else {}
    table = against_guards(state, "knights:1", guarded(state, "place", (1, 3), kind=kind, **resource))
    assert (table.find(about="early") is not None) is asked
    if asked:
        table.answer(True, about="early").answer([1], section="8.9")
        assert table.state.sites["place"].guards
        assert table.state.sites["place"].active
        assert table.done


@pytest.mark.rule("HVW-530")
def test_three_idle_rounds_end_a_combat_with_guards():
    """R76: nobody attacks three rounds long; the Hero goes back without a roll, the guards stay."""
    state = position(**ADVANCED)
    lead(state, "knights:1", (1, 5))
    table = against_guards(state, "knights:1", guarded(state, "ruin-1", (1, 3)))
    for n in (1, 2):
        pass_until(table, "step:9").answer(False, about="step:9")
        assert table.state.battle.idle == n
    while not table.done:
        table.answer("pass", section="8.3") if table.find(section="8.3") else table.answer(False)
    hero = table.hero("knights:1")
    assert hero.turn_over
    assert hero.place == hero.came_from
    assert table.state.sites["ruin-1"].guards


@pytest.mark.rule("HVW-532", "HVW-533")
def test_ep_by_level_and_the_price_of_a_level():
    """TV26: 4 x 1 + 2 x 3 + 5 are 15 EP; from Level 1, 2, 5 it costs 10, 20, 50."""
    state = position(**ADVANCED)
    battle = Battle("", "", side("knights", (1, 1)), side("amazons", (1, 1)), "defender", method="arena_advanced")
    kills = {"neutrals:1": 4, "neutrals:3": 2, "neutrals:5": 1}
    assert experience.worth(state, battle, kills) == 15
    assert [experience.level_cost(state, level) for level in (1, 2, 5)] == [10, 20, 50]
    basic = position()
    assert [experience.level_cost(basic, level) for level in (1, 2, 5)] == [10, 10, 10]


@pytest.mark.rule("HVW-535", "HVW-565")
@pytest.mark.parametrize(("reading", "gained"), [("eliminated_stacks", 1 + 2), ("all_enemy_stacks", 1 + 2 + 3)])
def test_honor_for_beaten_stacks(reading, gained):
    """R78: a stack counts by its Level, once it is eliminated; not one whose last units left for the enemy."""
    state = position(honor="on", honor_source=reading, **ADVANCED)
    lost = side("neutrals", (1, 0), (3, 0), (5, 2))
    assert experience.honor_gained(state, lost).total == gained
    lost.stacks[1].defected = True
    assert experience.honor_gained(state, lost).total == (gained if reading == "all_enemy_stacks" else 1)


@pytest.mark.rule("HVW-535", "HVW-565")
def test_the_winner_carries_his_honor():
    """Each Hero has points of his own; who dies loses them."""
    state = position(honor="on", **ADVANCED)
    hero = lead(state, "knights:1", (6, 9), attack=9)
    hero.honor = 2
    table = against_guards(state, "knights:1", guarded(state, "ruin-1", (1, 1)))
    table.win()
    assert table.hero("knights:1").honor == 3


def test_nobody_wins_when_attrition_takes_the_last():
    """R77: both sides are gone; no EP, the Hero dies."""
    state = position(**ADVANCED)
    lead(state, "knights:1", (1, 1), place="ruin-1")
    guarded(state, "ruin-1", (4, 1))
    state.battle = Battle("ruin-1", "", *_gone(state), "defender", site="ruin-1", method="arena_advanced")
    table = start_at(state, battles.settle("nobody"))
    assert table.result["winner"] == "nobody"
    assert list(table.result["died"]) == ["knights:1"]
    assert hero_of(table.state, "knights:1").ep == 0


def _gone(state):
    knights = side("knights", (1, 0), hero=(0, 0))
    return knights, Side("amazons", "guards", [Fighter("neutrals", 4, 0, 100)])


def test_standing_knows_when_both_are_gone():
    """Ruling R77 begins where nobody is left."""
    state = position(**ADVANCED)
    state.battle = Battle("", "", *_gone(state), "defender", method="arena_advanced")
    assert start_at(state, round_end.standing()).result == "nobody"


@pytest.mark.rule("HVW-561")
def test_who_is_called_attacker():
    """The active player attacks; the guards he meets defend."""
    state = position(**ADVANCED)
    lead(state, "knights:1", (1, 5))
    table = against_guards(state, "knights:1", guarded(state, "ruin-1", (1, 3)))
    assert (fight(table).attacker.seat, fight(table).defender.kind, fight(table).first) == (
        "knights",
        "guards",
        "defender",
    )
