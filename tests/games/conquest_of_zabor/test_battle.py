"""Battles: dice, First Strike, Absorb, casualties, who has the area afterwards, Pursuit, Warp."""

from __future__ import annotations

from typing import Any

import pytest

from companion.engine.core.effects import Pool
from companion.games.conquest_of_zabor.areas import controller
from companion.games.conquest_of_zabor.battle import dice, strike_dice
from companion.games.conquest_of_zabor.conflicts import fight, start_battle
from companion.games.conquest_of_zabor.pieces import conquer, health, wound
from tests.games.conquest_of_zabor.table import Table, run, world

EXAMPLE = {
    "areas": "lunn:land:keep:blue akran:land",
    "borders": "lunn-akran",
    "units": {"red": "lunn infantry*3 auxiliary*2 cavalry*2", "blue": "lunn auxiliary*3 cavalry*2"},
    "traits": {"red": ["paladins"]},
}
"""The battle of the document."""


def battle_of(**more: Any) -> Table:
    """A battle in Lunn: red has just moved in."""
    return run(world(**more, moved="red"), fight("red"))


@pytest.mark.rule("ZAB-071")
@pytest.mark.rule("ZAB-072")
@pytest.mark.rule("ZAB-082")
@pytest.mark.rule("ZAB-083")
@pytest.mark.rule("ZAB-084")
@pytest.mark.rule("ZAB-118")
def test_v12_first_strike_of_the_document() -> None:
    """2 First Strike dice, 1 hit, absorbed by the Keep."""
    table = battle_of(**EXAMPLE)
    assert table.dice == [2]
    table.answer(1)
    assert table.said("Blue absorbs 1.")
    assert table.units("lunn", "blue") == {"auxiliary": 3, "cavalry": 2}


@pytest.mark.rule("ZAB-074")
@pytest.mark.rule("ZAB-085")
@pytest.mark.rule("ZAB-086")
@pytest.mark.rule("ZAB-128")
@pytest.mark.rule("ZAB-178")
@pytest.mark.rule("ZAB-184")
def test_v13_round_one_of_the_document() -> None:
    """20 dice against 10."""
    assert battle_of(**EXAMPLE).answer(0).dice == [20, 10]


@pytest.mark.rule("ZAB-075")
@pytest.mark.rule("ZAB-076")
@pytest.mark.rule("ZAB-077")
@pytest.mark.rule("ZAB-087")
@pytest.mark.rule("ZAB-117")
@pytest.mark.rule("ZAB-163")
def test_v14_and_v15_casualties_of_the_document_and_the_next_round() -> None:
    """6 hits kill 3 Auxiliaries and a Cavalry and wound the other; then 10 dice against 4, nothing absorbed."""
    table = battle_of(**EXAMPLE).answer(1, 6, 4)
    assert table.asked == ["casualties:red"]
    table.answer({"auxiliary": 2, "infantry": 2})
    table.answer({"auxiliary": 3, "cavalry": 3})
    assert table.units("lunn", "blue") == {"cavalry": 1}
    assert table.units("lunn") == {"infantry": 1, "cavalry": 2}
    assert table.dice == [10, 4]
    table.answer(1, 0)
    assert table.units("lunn", "blue") == {}


@pytest.mark.rule("ZAB-165")
@pytest.mark.rule("ZAB-212")
def test_v16_wounds_stay_on_one_unit() -> None:
    """3 wounds on 2 Cavalry kill one and wound the other; 2 kill one; the wounded go first."""
    state = world("a:land", units={"red": "a cavalry*2"})
    assert wound(state, list(state.units), 3) == ["cavalry"]
    assert [one.wounds for one in state.units.values()] == [1]
    state = world("a:land", units={"red": "a cavalry*2"})
    assert wound(state, list(state.units), 2) == ["cavalry"]
    assert health(state, list(state.units)) == 2


@pytest.mark.rule("ZAB-076")
def test_v16_a_split_between_two_units_is_refused() -> None:
    """2 wounds may not be split between a Cavalry and a Sorcerer; a Cavalry that has one takes the next."""
    table = battle_of(areas="lunn:land", units={"red": "lunn cavalry sorcerer", "blue": "lunn cavalry*3"})
    table.answer(0, 2)
    assert "wounds already" in table.refused({"cavalry": 1, "sorcerer": 1})
    table.answer({"cavalry": 2})
    assert table.units("lunn") == {"sorcerer": 1}
    state = world("lunn:land", units={"red": "lunn cavalry infantry", "blue": "lunn infantry*3"})
    state.units["u1"].wounds = 1
    for one in state.units.values():
        one.moved = one.seat == "red"
    table = run(state, fight("red")).answer(0, 1)
    assert table.units("lunn") == {"infantry": 1}


@pytest.mark.rule("ZAB-086")
@pytest.mark.parametrize(("army", "expected"), [("auxiliary*4 infantry", 3), ("auxiliary*3", 0)])
def test_v17_and_v18_support_needs_others(army: str, expected: int) -> None:
    """One Support die for each other Unit, none without."""
    state = world("lunn:land", units={"red": f"lunn {army}", "blue": "lunn infantry"}, moved="red")
    start_battle(state, "red", "blue", "lunn")
    assert dice(state, "attacker").total == expected


def test_support_by_type() -> None:
    """By the other reading of A01 types count, Upgrades too."""
    state = world(
        "lunn:land:keep:blue",
        units={"red": "lunn infantry", "blue": "lunn auxiliary*3 cavalry*2"},
        rulings={"support": "by-type"},
    )
    start_battle(state, "red", "blue", "lunn")
    assert dice(state, "defender").total == 10


@pytest.mark.rule("ZAB-145")
@pytest.mark.rule("ZAB-164")
@pytest.mark.rule("ZAB-168")
@pytest.mark.rule("ZAB-117")
def test_v20_a_metropol_absorbs_three_in_a_battle() -> None:
    """5 hits are 2 wounds, the next 2 are 2."""
    table = battle_of(
        areas="lunn:land:metropol:blue", units={"red": "lunn sorcerer*2", "blue": "lunn infantry*6"}
    ).answer(5, 0)
    assert table.units("lunn", "blue") == {"infantry": 4}
    assert table.answer(2, 0).units("lunn", "blue") == {"infantry": 2}


@pytest.mark.parametrize(("reading", "left"), [("battle", 2), ("per-round", 4)])
def test_absorb_in_every_round(reading: str, left: int) -> None:
    """By one reading of A03 the pool is full again in every round."""
    table = battle_of(
        areas="lunn:land:metropol:blue",
        units={"red": "lunn sorcerer*2", "blue": "lunn infantry*6"},
        rulings={"absorb": reading},
    ).answer(5, 0, 2, 0)
    assert table.units("lunn", "blue") == {"infantry": left}


def test_absorb_as_the_owner_likes() -> None:
    """By one reading of A03 its owner keeps some of the pool."""
    table = battle_of(
        areas="lunn:land:keep:blue",
        units={"red": "lunn sorcerer*2", "blue": "lunn infantry*6"},
        rulings={"absorb": "owner-chooses"},
    ).answer(2, 0)
    assert table.asked == ["absorb"]
    assert table.answer(0).units("lunn", "blue") == {"infantry": 4}


@pytest.mark.rule("ZAB-117")
def test_v21_the_level_counts_once_for_a_type() -> None:
    """A Keep and Infantry with Absorb 1: a pool of 2."""
    table = battle_of(
        areas="lunn:land:keep:blue",
        units={"red": "lunn sorcerer*2", "blue": "lunn infantry*4"},
        traits={"blue": ["shield_wall"]},
    ).answer(3, 0)
    assert table.units("lunn", "blue") == {"infantry": 3}


@pytest.mark.rule("ZAB-072")
@pytest.mark.rule("ZAB-073")
def test_v22_a_first_strike_victim_does_not_roll() -> None:
    """Its only Infantry dies before it can fight."""
    table = battle_of(
        areas="lunn:land", units={"red": "lunn cavalry", "blue": "lunn infantry"}, traits={"red": ["paladins"]}
    )
    assert table.answer(1).said("Red wins the battle in Lunn.")


@pytest.mark.rule("ZAB-072")
def test_v23_both_strike_and_both_die() -> None:
    """The Keep stays with its owner and is not degraded; its own side had First Strike, too."""
    units = {"red": "lunn dune_basilisk", "blue": "lunn cavalry"}
    state = world("lunn:land:keep:blue", units=units, traits={"blue": ["paladins"]}, moved="red")
    for one in state.units.values():
        one.wounds = 3 if one.kind == "dune_basilisk" else 1
    table = run(state, fight("red"))
    assert table.dice == [2, 2]
    table.answer(2, 1)
    assert table.said("Nobody is left.")
    assert (table.state.areas["lunn"].upgrade, table.state.areas["lunn"].holder) == ("keep", "blue")


@pytest.mark.rule("ZAB-072")
def test_a_victim_with_first_strike_fights_once_more() -> None:
    """By the other reading of A55 it rolls in the first round, too."""
    for reading, expected in (("gone", 2), ("also-step-3", 6)):
        state = world(
            "lunn:land",
            units={"red": "lunn dune_basilisk", "blue": "lunn cavalry infantry"},
            traits={"blue": ["paladins"]},
            rulings={"both_strike": reading},
            moved="red",
        )
        table = run(state, fight("red")).answer(2, 1, {"cavalry": 2})
        assert table.dice == [5, expected]


@pytest.mark.rule("ZAB-079")
@pytest.mark.rule("ZAB-068")
@pytest.mark.rule("ZAB-081")
@pytest.mark.rule("ZAB-152")
@pytest.mark.rule("ZAB-173")
@pytest.mark.rule("ZAB-149")
@pytest.mark.parametrize(("before", "after"), [("metropol", "city"), ("city", "keep"), ("keep", "")])
def test_v24_and_v25_a_conquered_area_loses_a_step(before: str, after: str) -> None:
    """The rest is the victor's; the Road stays."""
    table = battle_of(areas=f"lunn:land:{before}:blue:road", units={"red": "lunn cavalry", "blue": "lunn infantry"})
    table.answer(4, 0)
    area = table.state.areas["lunn"]
    assert (area.upgrade, area.holder, area.roads) == (after, "red" if after else "", ["red"])
    assert controller(table.state, "lunn") == "red"


@pytest.mark.rule("ZAB-067")
@pytest.mark.rule("ZAB-068")
@pytest.mark.parametrize(("reading", "after"), [("any", ""), ("battle-only", "keep")])
def test_v26_an_undefended_keep_is_lost(reading: str, after: str) -> None:
    """Without a battle it is degraded, too; not by the other reading of A04."""
    state = world("lunn:land:keep:blue", units={"red": "lunn infantry"}, rulings={"degrade": reading})
    conquer(state, "red", "lunn", battle=False)
    assert state.areas["lunn"].upgrade == after
    assert controller(state, "lunn") == "red"


@pytest.mark.rule("ZAB-118")
@pytest.mark.rule("ZAB-082")
def test_v49_first_strike_of_two_types() -> None:
    """Paladins and a card for the Infantry: 2 + 1 dice, whatever the numbers; each Unit by the other reading."""
    for reading, expected in (("type", 3), ("per-unit", 3)):
        state = world(
            "lunn:land",
            units={"red": "lunn cavalry*2 infantry", "blue": "lunn infantry"},
            traits={"red": ["paladins"]},
            artifacts={"red": ["spear_of_noon"]},
            rulings={"first_strike": reading},
            moved="red",
        )
        start_battle(state, "red", "blue", "lunn")
        assert strike_dice(state, "attacker") == expected
        state.units["u3"].kind = "cavalry"
        assert strike_dice(state, "attacker") == (2 if reading == "type" else 3)


@pytest.mark.rule("ZAB-145")
def test_v52_a_starting_army() -> None:
    """13 dice; the City absorbs 2, only at home."""
    state = world(
        "lunn:land:city:red", units={"red": "lunn cavalry infantry sorcerer auxiliary", "barbarian": "lunn infantry"}
    )
    start_battle(state, "red", "barbarian", "lunn")
    assert dice(state, "defender").total == 13
    assert dice(state, "attacker").total == 2


@pytest.mark.rule("ZAB-070")
def test_five_and_six_hit() -> None:
    """Six-sided dice."""
    (pool, _) = battle_of(**EXAMPLE).answer(0).questions
    assert isinstance(pool.part, Pool)
    assert (pool.part.sides, pool.part.target) == (6, 5)


@pytest.mark.rule("ZAB-078")
@pytest.mark.rule("ZAB-080")
def test_a_battle_goes_on_to_the_end() -> None:
    """Nobody is ever asked to withdraw: rounds of dice until one side is gone."""
    table = battle_of(areas="lunn:land", units={"red": "lunn infantry", "blue": "lunn infantry"})
    for _ in range(3):
        assert table.asked == ["dice:attacker", "dice:defender"]
        table.answer(0, 0)
    assert table.answer(1, 0).over


@pytest.mark.parametrize(("reading", "left"), [("invader", {"auxiliary": 2}), ("both-removed", {})])
def test_nobody_has_dice(reading: str, left: dict[str, int]) -> None:
    """A13: the invading side is removed, or both."""
    table = battle_of(
        areas="lunn:land", units={"red": "lunn auxiliary", "blue": "lunn auxiliary*2"}, rulings={"no_dice": reading}
    )
    assert table.over
    assert table.units("lunn") == {}
    assert table.units("lunn", "blue") == left


@pytest.mark.parametrize(("reading", "seat"), [("owner", "blue"), ("defender", "blue"), ("attacker", "red")])
def test_who_chooses_first_strike_casualties(reading: str, seat: str) -> None:
    """A33."""
    table = battle_of(
        areas="lunn:land",
        units={"red": "lunn cavalry", "blue": "lunn infantry cavalry"},
        traits={"red": ["paladins"]},
        rulings={"first_strike_casualties": reading},
    ).answer(1)
    assert (table.asked, table.questions[0].seat) == (["casualties:blue"], seat)
