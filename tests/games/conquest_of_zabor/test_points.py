"""Trade, Victory Points and the end."""

from __future__ import annotations

import pytest

from companion.games.conquest_of_zabor import facts
from companion.games.conquest_of_zabor.phases.trading import trade
from companion.games.conquest_of_zabor.phases.turn import act, end_turn
from companion.games.conquest_of_zabor.phases.victory import claim, claimable, goals
from tests.games.conquest_of_zabor.table import play, run, world

EMPIRES = ("a:land:city:red b:land:city:blue c:land:city:green", "a-b a-c")


@pytest.mark.rule("ZAB-044")
@pytest.mark.rule("ZAB-045")
@pytest.mark.rule("ZAB-180")
@pytest.mark.rule("ZAB-215")
@pytest.mark.rule("ZAB-058")
def test_a_trade() -> None:
    """Whoever is asked may decline, then another; 2 cards that take effect at once."""
    table = play(trade("red"), *EMPIRES).answer("blue", False)
    assert table.open == ["green", "no_trade"]
    table.answer("green", True, ["silk"], ["grain"])
    assert table.over
    assert table.state.players["red"].gold == 4
    assert table.state.players["green"].gold == 0


@pytest.mark.parametrize("reading", ["both-draw", "consent-not-needed"])
def test_readings_of_trade(reading: str) -> None:
    """A11."""
    table = play(trade("red"), *EMPIRES, rulings={"trades": reading}).answer("blue")
    if reading == "both-draw":
        table.answer(True, ["silk"], ["grain"], ["silk"], ["grain"])
        assert table.state.players["blue"].gold == 4
        assert run(table.state, trade("blue")).over
    else:
        table.answer(["silk"], ["grain"])
    assert table.state.players["red"].gold == 4


# ---- Victory Points


@pytest.mark.rule("ZAB-005")
@pytest.mark.rule("ZAB-008")
@pytest.mark.rule("ZAB-047")
@pytest.mark.rule("ZAB-048")
@pytest.mark.rule("ZAB-195")
def test_claims() -> None:
    """All that is fulfilled, once each, with a marker."""
    state = world("a:land:city:red b:land:city:red", gold={"red": 12}, traits={"red": ["stone_masons", "old_blood"]})
    state.face_up = ["full_chests", "first_walls", "twin_cities"]
    assert list(claimable(state, "red", 0)) == ["vp:full_chests", "vp:twin_cities"]
    table = run(state, claim("red"))
    assert (table.state.players["red"].vp, table.state.players["red"].claims) == (
        5,
        ["vp:full_chests", "vp:twin_cities"],
    )
    assert run(table.state, claim("red")).state.players["red"].vp == 5


@pytest.mark.parametrize(("key", "reading", "vp"), [("claims", "one-per-phase", 2), ("unclaimed", "first-only", 3)])
def test_readings_of_claims(key: str, reading: str, vp: int) -> None:
    """A08: one in a phase; A07: only the first."""
    state = world("a:land:city:red b:land:city:red", gold={"red": 12}, rulings={key: reading})
    state.face_up = ["full_chests", "twin_cities"]
    state.players["blue"].claims = ["vp:full_chests"]
    table = run(state, claim("red"))
    if not table.over:
        table.answer(["vp:full_chests"])
    assert table.state.players["red"].vp == vp


@pytest.mark.parametrize(("reading", "vp"), [("once", 0), ("each-turn", 3)])
def test_how_often_a_condition_of_a_trait_is_claimed(reading: str, vp: int) -> None:
    """A32: in a later turn, by one reading; in the same turn never again."""
    state = world("m:land:metropol:red", traits={"red": ["stone_masons"]}, rulings={"trait_claims": reading})
    state = run(state, claim("red")).state
    assert run(state, claim("red")).state.players["red"].vp == 3
    later = run(run(state, end_turn()).state, claim("red")).state
    assert later.players["red"].vp - 3 == vp


def test_adjacent_empires_are_counted_by_people_where_nobody_knows() -> None:
    """On a map with unknown borders the players say how many Empires are adjacent."""
    areas = "a:land:city:red b:land:city:blue c:land:city:green"
    state = world(areas, traits={"red": ["merchant_houses"]}, charted=False)
    state.players["red"].trades = 1
    table = run(state, claim("red"))
    assert table.asked == ["adjacent"]
    assert table.answer(2).state.players["red"].claims == ["trait:merchant_houses:1"]


@pytest.mark.parametrize("others", [2, 3])
def test_nobody_counts_empires_where_the_number_changes_nothing(others: int) -> None:
    """Three adjacent Empires are no goal for three players; four are asked only as long as it may bring VP."""
    seats = ["red", *("blue", "green", "yellow")[:others]]
    areas = " ".join(f"{one[0]}:land:city:{one}" for one in seats)
    state = world(areas, traits={"red": ["silver_tongues"]}, charted=False, seats=seats)
    assert run(state, claim("red")).over == (others < 3)
    assert len(goals(state, "red")) == others - 1
    state.players["red"].claims = ["trait:silver_tongues:0"]
    assert run(state, claim("red")).over


def test_claims_at_the_end_of_an_action() -> None:
    """By one reading of A39."""
    state = world("a:land:city:red b:land:city:red", rulings={"claim_time": "any-time"})
    state.face_up, state.track = ["twin_cities"], list(facts.ACTIONS)
    state.spaces[list(facts.ACTIONS).index("council_seat") * 2] = "red"
    table = run(state, act()).answer("none")
    assert table.state.players["red"].claims == ["vp:twin_cities"]
