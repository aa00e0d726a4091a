"""Experience (8.6.2, 8.11): what a winning Hero gains, and what he buys for it."""

from __future__ import annotations

import pytest

from companion.games.heroes_vs_warlords import GAME
from companion.games.heroes_vs_warlords.moving import movement
from companion.games.heroes_vs_warlords.records import facts
from companion.games.heroes_vs_warlords.records.state import HvWState
from tests.games.heroes_vs_warlords.rows.battlefield import (
    against_enemy,
    against_guards,
    attack,
    dice,
    guarded,
    lead,
    pass_until,
)
from tests.games.heroes_vs_warlords.table import Table, position, start_at


def grown(ep: int, **values: int) -> Table:
    """The turn of the Knights, whose Hero has this many EP."""
    state = position()
    lead(state, "knights:1", (1, 5), ep=ep, **values)
    return start_at(state, movement.player_turn("knights"))


@pytest.mark.rule("HVW-260", "HVW-302")
def test_one_point_for_each_unit_killed_whatever_its_level():
    """Three of Level 1 and two of Level 6 are five EP, on top of those he had; the graveyard is empty afterwards."""
    state = position()
    lead(state, "knights:1", (1, 20), (6, 5), ep=4)
    table = against_guards(state, "knights:1", guarded(state, "ruin-1", (1, 3), (6, 2)))
    table.win()
    assert table.hero("knights:1").ep == 9
    assert table.state.battle is None


@pytest.mark.rule("HVW-260")
def test_dead_units_are_free_to_be_bought_again():
    """The dead of both sides are nowhere any more: neither on Displays nor in the hex; survivors are."""
    state = position()
    lead(state, "knights:1", (1, 5), (2, 2))
    table = against_guards(state, "knights:1", guarded(state, "ruin-1", (1, 3)))
    pass_until(table, "step:6")
    attack(table, "0>0", 20, 1)
    table.win()
    assert [(one.level, one.count) for one in table.hero("knights:1").sections if one] == [(1, 2), (2, 2)]
    assert table.state.sites["ruin-1"].guards == []


def duel(**rulings: str) -> HvWState:
    """The Amazons' Hero stands in the open with nine units and 4 EP; the Knights come."""
    state = position(war=True, **rulings)
    lead(state, "amazons:1", (1, 9), place="field", ep=4)
    lead(state, "knights:1", (1, 9), ep=4)
    return state


@pytest.mark.rule("HVW-303")
def test_ten_points_for_an_enemy_hero():
    """TV14: 9 kills and the Hero: 4 + 9 + 10 EP."""
    table = against_enemy(duel(), "knights:1", "field")
    table.win()
    assert table.hero("knights:1").ep == 23
    assert table.hero("amazons:1").status == "dead"


@pytest.mark.rule("HVW-303")
def test_no_ten_points_for_a_garrison_or_a_hero_who_got_away():
    """A Hero who survives in his capital by ruling R15 gives none."""
    table = against_enemy(duel(hero_death="survives_to_capital"), "knights:1", "field")
    table.win()
    assert table.hero("knights:1").ep == 13


@pytest.mark.rule("HVW-307")
@pytest.mark.parametrize("how", ["loses", "withdraws"])
def test_who_loses_or_withdraws_keeps_his_points_and_gains_none(how):
    """He has killed units, but gets nothing for them; the 4 EP he had are still his."""
    state = duel()
    lead(state, "amazons:1", (1, 9), (2, 3), place="field")
    table = against_enemy(state, "knights:1", "field")
    pass_until(table, "step:7")
    attack(table, "0>0", 20, 1)
    if how == "loses":
        table.lose()
    else:
        pass_until(table, "step:9").answer(True, about="step:9", seat="knights")
        dice(table, 1)
    assert table.hero("knights:1").ep == 4


@pytest.mark.rule("HVW-307")
def test_who_stays_gets_the_points_for_his_kills():
    """The other Hero withdrew: the Knights killed 9 of 12 and gain 9 EP, no ten for the Hero."""
    state = duel()
    lead(state, "amazons:1", (1, 9), (2, 3), place="field")
    table = against_enemy(state, "knights:1", "field")
    pass_until(table, "step:7")
    attack(table, "0>0", 20, 1)
    pass_until(table, "step:9").answer(False, about="step:9", seat="knights").answer(True, about="step:9")
    dice(table, 1)
    assert table.hero("knights:1").ep == 13


@pytest.mark.rule("HVW-304", "HVW-306", "HVW-308")
@pytest.mark.parametrize("ability", facts.ABILITIES)
def test_ten_points_buy_a_level_and_raise_one_ability_for_good(ability):
    """10 of 13 EP are spent, the Level rises by one and so does the ability chosen; the board shows it."""
    table = grown(13).deed("level:1").answer(ability, section="8.11")
    hero, before = table.hero("knights:1"), facts.HERO_START["knights"]
    assert (hero.ep, hero.level) == (3, before.level + 1)
    raised = {name: getattr(hero, name) - getattr(before, name) for name in facts.ABILITIES}
    assert raised == {name: int(name == ability) for name in facts.ABILITIES}
    shown = next(one for one in GAME.board(table.state, "knights").panels if getattr(one, "id", "") == "hero:knights:1")
    values = [gauge.value for gauge in shown.gauges]
    assert values == [*(getattr(hero, name) for name in facts.ABILITIES), 2, 3, hero.mp]


@pytest.mark.rule("HVW-304")
@pytest.mark.parametrize(("ep", "offered"), [(9, False), (10, True)])
def test_fewer_than_ten_points_buy_nothing(ep, offered):
    """The deed is offered from 10 EP on."""
    assert ("level:1" in grown(ep).options(section="7.1")) == offered


@pytest.mark.rule("HVW-305")
def test_several_levels_in_one_turn():
    """TV14: 27 EP buy two Levels and two abilities in the same turn; 7 EP are left."""
    table = grown(27)
    for ability in ("attack", "movement"):
        table.deed("level:1").answer(ability, section="8.11")
    hero = table.hero("knights:1")
    assert (hero.level, hero.ep, hero.attack, hero.movement) == (3, 7, 3, 7)
    assert "level:1" not in table.options(section="7.1")


@pytest.mark.rule("HVW-306")
def test_an_ability_at_its_limit_cannot_be_raised():
    """The limit of the Display greys it out."""
    table = grown(10, attack=15).deed("level:1")
    assert table.greyed("attack", section="8.11") == "4.1"
    assert table.greyed("defense", section="8.11") == ""
