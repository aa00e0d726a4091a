"""After a battle: Pursuit, Warp, cards of the winner."""

from __future__ import annotations

from typing import Any

import pytest

from companion.games.conquest_of_zabor import GAME
from companion.games.conquest_of_zabor.phases.conflicts import fight
from tests.games.conquest_of_zabor.table import Table, run, world


def battle_of(**more: Any) -> Table:
    """A battle in Lunn: red has just moved in."""
    return run(world(**more, moved="red"), fight("red"))


PURSUIT = {
    "areas": "lunn:land akran:land far:land:keep:blue",
    "borders": "lunn-akran akran-far",
    "units": {"red": "lunn cavalry*3", "blue": "lunn infantry"},
}


@pytest.mark.parametrize(("reading", "asks"), [("group", True), ("all-survived", False), ("attacker-only", True)])
def test_who_may_pursue(reading: str, asks: bool) -> None:
    """A22: by one reading none of them may have died."""
    table = battle_of(**PURSUIT, rulings={"pursuit": reading}).answer(1, 2)
    assert (not table.over and table.asked == ["pursuit"]) == asks


def test_pursuit_alone_and_to_any_area() -> None:
    """A22: single ones; areas where nobody defends."""
    table = battle_of(**PURSUIT, rulings={"pursuit": "each-alone"}).answer(1, 0, "akran")
    assert table.asked == ["pursuers"]
    table.answer({"u1": 1})
    assert table.units("lunn") == {"cavalry": 2}
    more = {**PURSUIT, "areas": "lunn:land akran:land:keep:blue far:land"}
    assert "akran" not in battle_of(**more).answer(1, 0).asked
    assert "akran" in battle_of(**more, rulings={"pursuit": "any-area"}).answer(1, 0).open


@pytest.mark.rule("ZAB-126")
def test_a_defender_pursues_too() -> None:
    """The battle that follows is fought by the pursuer; not by one reading of A22."""
    units = {"red": "lunn infantry", "blue": "lunn cavalry"}
    table = battle_of(areas="lunn:land akran:land", borders="lunn-akran", units=units).answer(0, 1)
    assert (table.asked, table.questions[0].seat) == (["pursuit"], "blue")
    table.answer("akran")
    state = table.state
    assert state.queue[0].seat == "blue"


@pytest.mark.rule("ZAB-130")
def test_warp_as_the_owner_likes() -> None:
    """By the other reading of A09 it may stay."""
    table = battle_of(
        areas="lunn:land home:land:city:red",
        units={"red": "lunn sorcerer", "barbarian": "lunn infantry"},
        rulings={"warp": "owner-chooses"},
    ).answer(1, 0)
    assert table.open == ["home", "lunn"]
    assert table.answer("lunn").units("lunn") == {"sorcerer": 1}


def test_cards_of_the_winner() -> None:
    """A killed Infantry returns, and a Keep is put in a Rural Area won from natives."""
    table = battle_of(
        areas="lunn:land",
        units={"red": "lunn infantry*2", "barbarian": "lunn infantry"},
        traits={"red": ["settlers"]},
        artifacts={"red": ["chalice_of_mercy"]},
        gold={"red": 3},
    ).answer(1, 1)
    table.answer("infantry", True)
    assert table.units("lunn") == {"infantry": 2}
    assert (table.state.areas["lunn"].upgrade, table.state.players["red"].gold) == ("keep", 1)


def test_a_die_is_rolled_again_once_a_turn() -> None:
    """The new result stands."""
    table = battle_of(
        areas="lunn:land",
        units={"red": "lunn infantry", "blue": "lunn infantry"},
        artifacts={"red": ["mirror_of_lies"]},
    ).answer(0, 1)
    assert table.asked == ["reroll"]
    assert table.questions[0].part.form.usual == "yes"  # type: ignore[union-attr]
    table.answer(True, 0)
    assert table.units("lunn") == {"infantry": 1}
    assert table.answer(0, 1).over


def test_fear_goes_with_a_battle_that_first_strike_decides() -> None:
    """It counts in the next battle only, even where no dice of step 3 are rolled there."""
    state = world(
        "lunn:land", units={"red": "lunn infantry", "blue": "lunn infantry"}, artifacts={"red": ["spear_of_noon"]},
        moved="red",
    )  # fmt: skip
    state.players["red"].fear = 3
    table = run(state, fight("red")).answer(1)
    assert table.over
    assert table.state.players["red"].fear == 0


def test_fear_and_the_banner_count_in_round_one_only() -> None:
    """3 dice less for the enemy, 2 more for the attacker who started it."""
    state = world(
        "lunn:land",
        units={"red": "lunn cavalry", "blue": "lunn cavalry"},
        artifacts={"red": ["banner_of_red_cliffs"]},
    )
    state.players["red"].fear = 3
    for one in state.units.values():
        one.moved = one.seat == "red"
    table = run(state, fight("red"))
    assert table.dice == [6, 1]
    assert table.answer(0, 0).dice == [4, 4]


def test_the_end_of_a_battle_tells_losses_and_what_is_razed() -> None:
    """What came of it is whole: who won, what both lost, what became of the Keep; the header keeps its round."""
    table = battle_of(areas="lunn:land:keep:blue", units={"red": "lunn sorcerer*3", "blue": "lunn infantry"})
    table.answer(6, 0)
    told = {one.kind: str(one.text) for one in table.runner.notes}
    assert "Infantry" in told["killed"]
    assert "losses" not in told  # of a single round they are told once
    assert "Lunn" in told["razed"]
    assert {"losses", "razed", "warp"} <= GAME.fight_notes
