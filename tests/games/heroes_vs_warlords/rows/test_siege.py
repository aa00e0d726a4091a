"""Sieges (8.2.2, 8.7): deployment behind walls and in towers, who may fight whom before and after the breach."""

from __future__ import annotations

import pytest

from companion.games.heroes_vs_warlords import GAME
from companion.games.heroes_vs_warlords.records.state import Side, Site, Stack
from tests.games.heroes_vs_warlords.rows.battlefield import (
    against_enemy,
    against_guards,
    attack,
    besieged,
    boxes,
    counts,
    dice,
    fight,
    guarded,
    pass_until,
    side,
    steps_asked,
)
from tests.games.heroes_vs_warlords.table import Table, position


def besieger(*units: tuple[int, int], level: int = 1) -> Side:
    """The Knights' Hero with these units."""
    return side("knights", *(units or ((1, 3),)), hero=(2, 4), initiative=6, level=level)


def city(*units: tuple[int, int]) -> Side:
    """A garrison of the Amazons; Level 3 shoots."""
    return side("amazons", *units)


def breach(table: Table, die: int) -> Table:
    """The Hero tries to breach and rolls."""
    table.answer(True, section="8.7.1")
    return dice(table, die)


def breached(table: Table) -> Table:
    """The wall is destroyed in step 1."""
    return breach(table, 20)


@pytest.mark.rule("HVW-218", "HVW-262")
def test_an_attacked_city_or_camp_is_besieged_and_nothing_else():
    """Units in a City stand behind its wall; guards in a ruin and a garrison of a Resource hex have none."""
    state = position("knights", "barbarians", war=True)
    state.cities["home:barbarians"].units = [Stack("barbarians", 1, 3)]
    camp = fight(against_enemy(state, "knights:1", "home:barbarians"))
    assert camp.wall is not None
    assert (camp.wall.sp, camp.wall.state, camp.city) == (5, "intact", "home:barbarians")
    state = position(war=True)
    capital = fight(against_enemy(state, "knights:1", "home:amazons"))
    assert capital.wall is not None
    assert capital.wall.sp == 10
    state = position(war=True)
    garrison = [Stack("amazons", 1, 2)]
    state.sites["wood-1"] = Site("wood-1", "resource", "Wood", resource="wood", owner="amazons", garrison=garrison)
    assert fight(against_enemy(state, "knights:1", "wood-1")).wall is None
    state = position(war=True)
    assert fight(against_guards(state, "knights:1", guarded(state, "ruin-1", (1, 3)))).wall is None


# ---- deployment


@pytest.mark.rule("HVW-228", "HVW-263", "HVW-266")
@pytest.mark.parametrize(
    ("towers", "expected"),
    [(0, ["wall", "wall", "wall", "wall"]), (1, ["tower1", "wall", "wall", "wall"]),
     (2, ["tower1", "tower2", "wall", "wall"])],
)  # fmt: skip
def test_ranged_stacks_go_into_the_towers_that_are_built(towers, expected):
    """None, one or both are used as built; Cavalry and Close Combat stand behind the wall in any case."""
    table = besieged(besieger(), city((3, 4), (3, 2), (2, 3), (1, 3)), towers=towers)
    for choice in ("0", "1"):
        if table.find(section="8.7", about="deploy"):
            table.answer(choice, section="8.7")
    assert boxes(table, "defender") == expected


@pytest.mark.rule("HVW-229")
def test_without_towers_ranged_stacks_share_the_five_boxes():
    """Two Ranged and three other stacks: all five behind the wall."""
    table = besieged(besieger(), city((3, 4), (3, 2), (2, 3), (1, 3), (4, 1)))
    assert boxes(table, "defender") == ["wall"] * 5


@pytest.mark.rule("HVW-230")
def test_a_sixth_stack_stands_in_an_unused_tower_box_as_open_ground():
    """Six stacks and no tower: the defender puts one into an unused tower box; the log asks for the Destroyed marker.

    No tower covers it: it can be shot at before the breach, at the full number of hits. R34a may leave it out.
    """
    units = [(1, 3), (2, 3), (4, 3), (5, 3), (6, 3), (1, 9)]
    table = besieged(besieger((3, 4)), city(*units))
    assert table.question(section="8.2.2").seat == "amazons"
    table.answer(["5"], section="8.2.2")
    assert boxes(table, "defender") == [*["wall"] * 5, "open"]
    assert any("Destroyed" in line for line in table.notes("8.2.2"))
    pass_until(table, "step:3")
    assert set(table.options(section="8.3")) == {"0>5", "pass"}
    attack(table, "0>5", 20, 1)
    assert counts(table, "defender")[5] == 5
    strict = besieged(besieger((3, 4)), city(*units), overflow="not_deployed", left_out="eliminated")
    strict.answer(["0", "1", "2", "3", "5"], section="8.2.2")
    assert boxes(strict, "defender")[4] == "out"


@pytest.mark.rule("HVW-231")
def test_the_besieger_deploys_as_in_the_open():
    """His Ranged stacks fill the two Ranged boxes, the others stand in the other five."""
    table = besieged(besieger((3, 4), (1, 3), (3, 2)), city((1, 3)), towers=1)
    assert boxes(table, "attacker") == ["ranged", "other", "ranged"]


@pytest.mark.rule("HVW-264")
def test_one_ranged_stack_may_be_split_over_two_towers():
    """Split: the parts add up and stand in a tower each; R38 may forbid it, and one unit cannot be split."""
    table = besieged(besieger(), city((3, 7), (1, 3)), towers=2)
    assert table.question(section="8.7").seat == "amazons"
    table.answer(True, section="8.7").answer({"second": 3}, section="8.7")
    assert boxes(table, "defender") == ["tower1", "wall", "tower2"]
    assert counts(table, "defender") == [4, 3, 3]
    for units, ruling in (((3, 7), "not_allowed"), ((3, 1), "allowed")):
        whole = besieged(besieger(), city(units, (1, 3)), towers=2, split_ranged=ruling)
        assert boxes(whole, "defender") == ["tower1", "wall"]


@pytest.mark.rule("HVW-264")
def test_no_split_with_one_tower_or_two_ranged_stacks():
    """The question belongs to two towers and a single Ranged stack."""
    assert besieged(besieger(), city((3, 7)), towers=1).find(section="8.7") is None
    assert besieged(besieger(), city((3, 7), (3, 2)), towers=2).find(section="8.7") is None


@pytest.mark.rule("HVW-265")
def test_an_unsplit_stack_leaves_the_second_tower_out_of_it():
    """One tower is used; the besieger is not asked which one he strikes, and the other is never breached."""
    table = besieged(besieger(), city((3, 6), (1, 3)), towers=2)
    table.answer(False, section="8.7")
    breached(table)
    wall = fight(table).wall
    assert wall is not None
    assert wall.towers == ["destroyed", "intact"]
    pass_until(table, "step:9").answer(False, about="step:9")
    assert "step:1" not in steps_asked(table)


@pytest.mark.rule("HVW-268")
def test_with_one_tower_the_second_ranged_stack_goes_behind_the_wall():
    """The defender picks which of two Ranged stacks goes up; the other stands with the rest."""
    table = besieged(besieger(), city((3, 7), (3, 2), (1, 3)), towers=1)
    table.answer("1", section="8.7")
    assert boxes(table, "defender") == ["wall", "tower1", "wall"]


@pytest.mark.rule("HVW-269")
def test_with_two_towers_each_holds_a_ranged_stack():
    """Two Ranged stacks fill both towers without a question; of three the defender picks two, one for each."""
    table = besieged(besieger(), city((3, 7), (3, 2), (1, 3)), towers=2)
    assert boxes(table, "defender") == ["tower1", "tower2", "wall"]
    table = besieged(besieger(), city((3, 7), (3, 2), (3, 5)), towers=2)
    table.answer("2", section="8.7").answer("0", section="8.7")
    assert sorted(boxes(table, "defender")) == ["tower1", "tower2", "wall"]
    assert boxes(table, "defender")[1] == "wall"


# ---- before the breach


@pytest.mark.rule("HVW-267")
@pytest.mark.parametrize(("units", "towers"), [(((3, 4), (1, 3)), 0), (((1, 3), (2, 3)), 2)])
def test_nobody_fights_before_the_breach_without_manned_towers(units, towers):
    """No towers, or nobody to man them: all stand behind the wall, and only breach, Initiative and withdrawal come."""
    table = besieged(besieger((3, 4), (5, 3), (1, 3)), city(*units), towers=towers)
    assert boxes(table, "defender") == ["wall"] * len(units)
    table.answer(False, section="8.7.1")
    assert steps_asked(table)[0] in ("step:8", "step:9")


@pytest.mark.rule("HVW-270", "HVW-271")
def test_before_the_breach_only_archers_fight():
    """Step 2: the tower shoots at any besieger. Step 3: the besieging archers shoot at the tower only. No more."""
    table = besieged(besieger((3, 4), (5, 3), (1, 3)), city((3, 5), (2, 3), (1, 3)), towers=1)
    table.answer(False, section="8.7.1")
    assert steps_asked(table) == ["step:2"]
    assert set(table.options(section="8.3")) == {"0>0", "0>1", "0>2", "pass"}
    table.answer("pass", section="8.3")
    assert steps_asked(table) == ["step:3"]
    assert set(table.options(section="8.3")) == {"0>0", "pass"}
    table.answer("pass", section="8.3")
    assert steps_asked(table)[0] in ("step:8", "step:9")


@pytest.mark.rule("HVW-272")
def test_after_the_breach_all_fight():
    """The wall is down in step 1: Cavalry and Close stacks behind it attack in this very round and are targets."""
    table = breached(besieged(besieger((5, 3), (1, 3)), city((2, 3), (1, 3))))
    assert steps_asked(table) == ["step:4"]
    assert set(table.options(section="8.3")) == {"0>0", "0>1", "pass"}
    pass_until(table, "step:7")
    assert set(table.options(section="8.3")) == {"1>0", "1>1", "pass"}


@pytest.mark.rule("HVW-272")
def test_a_damaged_wall_is_no_breach():
    """With a damaged wall nobody behind it fights."""
    table = breach(besieged(besieger((5, 3)), city((1, 3))), 5)
    assert steps_asked(table)[0] in ("step:8", "step:9")


# ---- cover


@pytest.mark.rule("HVW-276")
@pytest.mark.parametrize(("archers", "killed"), [(5, 3), (4, 2), (1, 1)])
def test_units_in_a_tower_take_half_of_the_hits_rounded_up(archers, killed):
    """Five hits kill three, four kill two, one kills one."""
    table = besieged(besieger((3, archers)), city((3, 9)), towers=1)
    pass_until(table, "step:3")
    attack(table, "0>0", 20, 1)
    assert counts(table, "defender") == [9 - killed]


@pytest.mark.rule("HVW-276")
@pytest.mark.parametrize(
    ("ruling", "die", "left"),
    [({}, 1, 6), ({"tower_half": "always_down"}, 1, 7), ({}, 5, 2), ({"damaged_tower_halves": "no"}, 5, 0)],
)
def test_rounding_and_damaged_towers_by_ruling(ruling, die, left):
    """R41 may round down (5 hits kill 2 of 9); R42 says whether a damaged tower (4 of 9 lost) still halves."""
    table = besieged(besieger((3, 5)), city((3, 9), (1, 1)), towers=1, **ruling)
    breach(table, die)
    pass_until(table, "step:3")
    attack(table, "0>0", 20, 1)
    assert counts(table, "defender")[0] == left


@pytest.mark.rule("HVW-276")
def test_behind_the_wall_and_in_a_destroyed_tower_nothing_is_halved():
    """After the breach the stack behind the wall takes every hit."""
    table = breached(besieged(besieger((3, 5)), city((1, 9)), towers=1))
    pass_until(table, "step:3")
    attack(table, "0>0", 20, 1)
    assert counts(table, "defender") == [4]


@pytest.mark.rule("HVW-286")
@pytest.mark.parametrize(("towers", "bonus"), [(1, 2), (2, 4)])
def test_the_tower_bonus_counts_against_arrows(towers, bonus):
    """Archers with Attack 6 roll 10: the tower stack saves from 16 - bonus on, and is hit by one less."""
    for die, hit in ((16 - bonus, False), (15 - bonus, True)):
        table = besieged(besieger((3, 2)), city((3, 9), (3, 9)), towers=towers)
        if towers == 1:
            table.answer("0", section="8.7")
        pass_until(table, "step:3")
        attack(table, "0>0", 10, die)
        assert (counts(table, "defender")[0] < 9) == hit
    bare = besieged(besieger((3, 2)), city((3, 9)), towers=1, tower_bonus="close_only")
    pass_until(bare, "step:3")
    attack(bare, "0>0", 10, 15)
    assert counts(bare, "defender") == [8]


@pytest.mark.rule("HVW-286")
@pytest.mark.parametrize(("ruling", "die"), [("instead_and_vs_ranged", 10), ("added_to_city_bonus", 9)])
def test_in_close_combat_the_tower_bonus_replaces_that_of_the_city(ruling, die):
    """R43: tower +4 instead of City +1, or both. 8 + 2 + 6 = 16 against 2 + bonus + die: a tie shows it."""
    table = besieged(besieger((6, 3), (5, 3)), city((3, 9), (3, 9)), towers=2, tower_bonus=ruling)
    breached(table).answer("0", section="8.7.1")
    pass_until(table, "step:7")
    attack(table, "0>1", 6, die)
    assert "tie" in table.notes("8.5.2")[-1]


@pytest.mark.rule("HVW-275")
def test_the_other_tower_stays_and_shoots_on():
    """Wall and chosen tower are down: the stack in the other one still stands there, covered, and shoots."""
    table = besieged(besieger((3, 4)), city((3, 5), (3, 5), (1, 3)), towers=2)
    breached(table).answer("0", section="8.7.1")
    assert counts(table, "defender") == [0, 5, 3]
    wall = fight(table).wall
    assert wall is not None
    assert wall.towers == ["destroyed", "intact"]
    assert steps_asked(table) == ["step:2"]
    pass_until(table, "step:3")
    attack(table, "0>1", 20, 1)
    assert counts(table, "defender") == [0, 3, 3]
    assert boxes(table, "defender")[1] == "tower2"


@pytest.mark.rule("HVW-263")
def test_the_board_shows_wall_and_towers():
    """The panel of the battle names the state of the wall and of each tower built, and no other tower."""
    table = besieged(besieger((3, 4)), city((3, 5)), towers=1)
    lines = [str(line) for line in GAME.board(table.state, "knights").panels[0].lines]
    assert lines == ["Wall: intact, 10 Structure Points", "Tower 1: intact"]
