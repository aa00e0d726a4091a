"""Battles: dice, First Strike, Absorb, casualties, who has the area afterwards, Pursuit, Warp."""

from __future__ import annotations

from typing import Any

import pytest

from companion.engine.core.effects import Pool
from companion.games.conquest_of_zabor import facts
from companion.games.conquest_of_zabor.phases.conflicts import fight, start_battle
from companion.games.conquest_of_zabor.readers.battle_board import battle_panel
from companion.games.conquest_of_zabor.readers.odds import forecast
from companion.games.conquest_of_zabor.readers.statistics import fallen
from companion.games.conquest_of_zabor.realm.areas import controller, who
from companion.games.conquest_of_zabor.realm.battle import dice, strike_dice
from companion.games.conquest_of_zabor.realm.pieces import conquer
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


@pytest.mark.rule("ZAB-217")
def test_support_by_type() -> None:
    """By the other reading of A01 types count, Upgrades too."""
    state = world(
        "lunn:land:keep:blue",
        units={"red": "lunn infantry", "blue": "lunn auxiliary*3 cavalry*2"},
        rulings={"support": "by-type"},
    )
    start_battle(state, "red", "blue", "lunn")
    assert dice(state, "defender").total == 10


def test_dice_that_no_counter_shows_are_named() -> None:
    """What a side rolls is told term by term on its side: what cards and Superiority add stands for itself."""
    state = battle_of(**EXAMPLE).state
    assert [side.made.total for side in battle_panel(state).sides if side.made] == [
        strike_dice(state, role) for role in ("attacker", "defender")
    ]
    state.battle.struck = True  # type: ignore[union-attr]
    for side, role in zip(battle_panel(state).sides, ("attacker", "defender"), strict=True):
        assert side.made == dice(state, role)
    printed = {str(term.label): term.value for term in dice(state, "attacker").terms}
    state.players["red"].traits.append(next(
        one.id for one in facts.HOUSE.cards["trait"].values()
        if any(e.word == "stat" and e.args.get("unit") == "infantry" and e.args.get("stat") == "strength"
               for e in one.effects)))  # fmt: skip
    raised = {str(term.label): term.value for term in dice(state, "attacker").terms}
    assert len(raised) == len(printed) + 1
    assert raised.items() >= printed.items()
    assert sum(raised.values()) > sum(printed.values())


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


@pytest.mark.rule("ZAB-067")
@pytest.mark.rule("ZAB-068")
@pytest.mark.parametrize(("reading", "after"), [("any", ""), ("battle-only", "keep")])
def test_an_undefended_keep_is_lost(reading: str, after: str) -> None:
    """Without a battle it is degraded, too; not by the other reading of A04."""
    state = world("lunn:land:keep:blue", units={"red": "lunn infantry"}, rulings={"degrade": reading})
    conquer(state, "red", "lunn", battle=False)
    assert state.areas["lunn"].upgrade == after
    assert controller(state, "lunn") == "red"


@pytest.mark.rule("ZAB-118")
@pytest.mark.rule("ZAB-082")
def test_first_strike_by_the_other_reading() -> None:
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


def test_whoever_takes_wounds_reads_the_cheap_units_first() -> None:
    """The order of the question is that of its advice, whatever the order in which the Units came; Monsters last."""
    table = battle_of(
        areas="lunn:land", units={"red": "lunn barrow_giant cavalry infantry*2 auxiliary*2", "blue": "lunn infantry*6"}
    ).answer(0, 2)
    assert table.open == ["auxiliary", "infantry", "cavalry", "barrow_giant"]


def test_two_sides_that_destroy_each_other_are_named() -> None:
    """Where nobody is left the log says of whom, and where."""
    table = battle_of(areas="lunn:land", units={"red": "lunn infantry", "blue": "lunn infantry"}).answer(1, 1)
    (told,) = [one.text for one in table.runner.notes if one.kind == "both_gone"]
    assert all(str(name) in str(told) for name in (who("red"), who("blue"), "Lunn"))


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


def test_one_wound_is_one_tap() -> None:
    """A button for each kind; whoever has wounds already takes it unasked."""
    table = battle_of(areas="lunn:land", units={"red": "lunn sorcerer*3", "blue": "lunn infantry cavalry"}).answer(1, 0)
    assert (table.asked, table.open) == (["casualties:blue"], ["infantry", "cavalry"])
    assert table.answer("infantry").units("lunn", "blue") == {"cavalry": 1}


def test_the_picture_expects_no_hits_while_those_of_the_round_are_dealt_out() -> None:
    """The dice lie on the table; the next round expects anew."""
    table = battle_of(areas="lunn:land", units={"red": "lunn sorcerer*3", "blue": "lunn infantry*2 cavalry"})
    assert battle_panel(table.state).lines
    table.answer(1, 0)
    assert table.asked == ["casualties:blue"]
    amid: Any = table.runner.working_state(table.questions[0].key)
    assert not battle_panel(amid).lines
    table.answer("infantry")
    assert battle_panel(table.state).lines


def test_nobody_can_be_hurt() -> None:
    """By one reading of A03 a pool is full again in every round: whoever cannot get through is removed as by A13."""
    table = battle_of(
        areas="lunn:land:metropol:blue",
        units={"red": "lunn infantry", "blue": "lunn auxiliary"},
        rulings={"absorb": "per-round"},
    ).answer(1)
    assert table.over
    assert (table.units("lunn"), table.units("lunn", "blue")) == ({}, {"auxiliary": 1})


def test_a_round_without_hits_is_told_as_one() -> None:
    """It says so in other words than a round that hurt somebody, so that two of them do not look like one."""
    table = battle_of(areas="lunn:land", units={"red": "lunn infantry", "blue": "lunn infantry"})
    table.answer(0, 0, 1, 0)
    told = [note.text.message for note in table.runner.notes if note.kind == "dice"]
    assert len(set(told)) == len(told) == 2


FIGURES = {"attacker_wins": 0.4, "defender_wins": 0.55, "both_gone": 0.05, "attacker_lost": 2.0, "defender_lost": 1.5}


def test_the_forecast_says_what_each_side_and_nobody_has() -> None:
    """Each side has its own chance, the picture a line more, with that of nobody: together they are all."""
    panel = battle_panel(battle_of(**EXAMPLE).state)
    told = forecast(panel, FIGURES, None)
    assert [numbers_in(side.chance) for side in told.sides] == [["40"], ["55"]]
    assert len(told.lines) == len(panel.lines) + 1
    assert numbers_in(told.lines[-1])[-1] == "5"
    roughly = forecast(panel, FIGURES, dict.fromkeys(FIGURES, 0.02))
    assert all(one.chance != other.chance for one, other in zip(told.sides, roughly.sides, strict=True))


def numbers_in(words: object) -> list[str]:
    """The whole numbers in a text."""
    return [word for word in str(words).split() if word.isdigit()]


def test_a_phone_folds_what_is_expected() -> None:
    """The keys for the dice stay in sight: what the dice bring on average is with what the figures mean, but stands
    open on a big screen.
    """
    state = battle_of(**EXAMPLE).state
    phone, screen = battle_panel(state, told=True), battle_panel(state)
    assert not phone.lines
    assert phone.legend[: len(screen.lines)] == screen.lines != ()
    assert not forecast(phone, FIGURES, None).lines


@pytest.mark.parametrize(
    ("chance", "error", "number"),
    [(0.9996, None, "99"), (0.9996, 0.001, "99"), (1.0, None, "100"), (1.0, 0.0, "95"), (0.99, 0.02, "95"),
     (0.0, None, "0"), (0.0, 0.0, "5"), (0.004, None, "1"), (0.4, None, "40"), (0.978, None, "98"),
     (0.978, 0.02, "95"), (0.42, 0.02, "40"), (0.42, 0.001, "42"), (0.42, 0.1, "40")],
)  # fmt: skip
def test_dice_make_nothing_certain(chance: float, error: float | None, number: str) -> None:
    """No side reads that it has won, or lost, while it may still happen otherwise, nor more than a sample can tell."""
    panel = battle_panel(battle_of(**EXAMPLE).state)
    figures = {**FIGURES, "attacker_wins": chance}
    errors = None if error is None else dict.fromkeys(figures, error)
    assert numbers_in(forecast(panel, figures, errors).sides[0].chance) == [number]


@pytest.mark.parametrize("foe", [facts.BARBARIAN, "blue"])
def test_kills_and_losses_count_against_barbarians_too(foe: str) -> None:
    """Red kills an Infantry and loses one; what is rolled for Barbarians is nobody's luck."""
    table = battle_of(areas="lunn:land:keep:" + foe, units={"red": "lunn infantry*2", foe: "lunn infantry"})
    dice_of = {one.part.about: one.part for one in table.questions}
    assert dice_of["dice:defender"].for_nobody == (foe == facts.BARBARIAN)  # type: ignore[union-attr]
    assert not dice_of["dice:attacker"].for_nobody  # type: ignore[union-attr]
    before = table.state
    table.answer(2, 1)
    blows = fallen(before, table.runner.notes)
    other = "" if foe == facts.BARBARIAN else foe
    assert {(one.of, one.by, one.count) for one in blows} == {("red", other, 1), (other, "red", 1)}
