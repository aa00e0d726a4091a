"""Control, connection and what land earns; the examples V02 to V11."""

from __future__ import annotations

import pytest

from companion.games.two_bases import facts
from companion.games.two_bases.land import connected, controls, income, need_refusal, survey
from tests.games.two_bases.table import position

ONLY = {"h8": "base", "h7": "plains"}
"""Orange's land, far away."""


def land(tiles: dict[str, str], **rulings: str):  # type: ignore[no-untyped-def]
    """A position with these tiles for Blue."""
    return position({**ONLY, **tiles}, safe=False, rulings=rulings)


@pytest.mark.rule("TWB-017", "TWB-064")
def test_every_connected_terrain_gives_one_point() -> None:
    """V02, V03: two face-up terrains give 2, one gives 1; the Base itself gives nothing (A03)."""
    assert income(land({"c1": "base", "a1": "plains", "b1": "forest"}), "blue").total == 2
    assert income(land({"c1": "base", "a1": "base", "b1": "forest"}), "blue").total == 1


@pytest.mark.rule("TWB-071", "TWB-073")
def test_face_down_tiles_of_the_own_half_carry_the_line() -> None:
    """V07: the direct way is lost to a marker, but the line goes round over face-down tiles."""
    state = land({"a1": "base", "b1": "plains*", "c1": "plains"})
    assert connected(state, "blue") == ["a1", "c1"]
    assert income(state, "blue").total == 1


@pytest.mark.rule("TWB-072", "TWB-073", "TWB-075")
def test_a_cut_off_base_connects_nothing() -> None:
    """V08: both ways out of the corner carry enemy markers: six other terrains give nothing."""
    far = {f"{column}3": "plains" for column in "abcdef"}
    state = land({"a1": "base", "b1": "plains*", "a2": "forest*", **far})
    assert income(state, "blue").total == 0


@pytest.mark.rule("TWB-074")
def test_a_corner_is_no_connection() -> None:
    """V09: tiles that touch at a corner are not connected, whichever way pieces may move."""
    tiles = {"a1": "base", "b1": "plains*", "a2": "plains*", "b2": "forest"}
    assert connected(land(tiles), "blue") == ["a1"]
    assert connected(land(tiles, directions="eight-ways"), "blue") == ["a1"]


@pytest.mark.rule("TWB-017", "TWB-023")
def test_a_claimed_tile_earns_for_the_claimant() -> None:
    """V10: a marker on the other half counts as own land, and no longer as the neighbour's."""
    state = land({"d3": "base", "d4": "plains", "d5": "plains*", "d6": "base"})
    assert controls(state, "blue", "d5")
    assert not controls(state, "orange", "d5")
    assert income(state, "blue").total == 2
    assert income(state, "orange").total == 1, "only h7"
    state.board["d5"].marker = ""
    assert (income(state, "blue").total, income(state, "orange").total) == (1, 2)


@pytest.mark.rule("TWB-073", "TWB-075")
def test_a_claim_behind_enemy_land_is_not_connected() -> None:
    """V11: the tile between is the enemy's own; the same when it lies face down on his half."""
    for between in ({"d5": "plains"}, {}):
        state = land({"d3": "base", "d4": "plains", "d6": "plains*", **between})
        assert connected(state, "blue") == ["d3", "d4"]


@pytest.mark.rule("TWB-017")
def test_developments_earn_once_and_what_they_add() -> None:
    """House vector: a connected Village gives 1 + 1; with `both-count` terrain and development count each (A04)."""
    tiles = {"a1": "base", "b1": "plains/village", "c1": "mountain/fort"}
    assert income(land(tiles), "blue").total == 2 + 1
    assert income(land(tiles, developed_tile="both-count"), "blue").total == 3 + 2


def test_a_base_earns_where_a_table_rules_so() -> None:
    """Ruling A03 `base-income`: 1 for each Base that is controlled."""
    tiles = {"a1": "base", "b1": "base*", "c1": "plains"}
    assert income(land(tiles), "blue").total == 1
    assert income(land(tiles, base_income="base-income"), "blue").total == 2


@pytest.mark.rule("TWB-023")
def test_control() -> None:
    """A06: markers decide; with `piece-controls` whoever stands there does."""
    tiles, pieces = {"a1": "base", "b1": "plains", "b5": "plains"}, {"b1": "orange:peasant1", "b5": "peasant1"}
    marker = position(tiles, pieces)
    assert [controls(marker, "blue", place) for place in ("b1", "b5", "c1")] == [True, False, False]
    piece = position(tiles, pieces, rulings={"control": "piece-controls"})
    assert [controls(piece, "blue", place) for place in ("b1", "b5", "c1")] == [False, True, False]


@pytest.mark.rule("TWB-071")
def test_which_base_connects() -> None:
    """A08: an own one without enemy marker; with `any-base` also one claimed from the enemy."""
    tiles = {"a1": "base*", "a2": "plains", "d4": "plains", "d5": "base*"}
    assert connected(land(tiles), "blue") == []
    assert connected(land(tiles, which_base="any-base"), "blue") == ["a2", "d4", "d5"]


@pytest.mark.rule("TWB-032", "TWB-065", "TWB-076")
def test_only_connected_land_meets_needs() -> None:
    """Two Plains are needed for a Soldier; one that is cut off does not count."""
    need = facts.PIECES["soldier1"].need
    state = land({"a1": "base", "b1": "plains", "c1": "plains"})
    assert need_refusal(survey(state, "blue"), need) is None
    state.board["c1"].marker = "orange"
    refusal = need_refusal(survey(state, "blue"), need)
    assert refusal is not None
    assert str(refusal) == "Needs 2 × Plains, connected; there are 1. (Connected)"


@pytest.mark.rule("TWB-065", "TWB-066")
def test_developed_tiles_keep_their_kind() -> None:
    """A18: a Village still counts as Plains; with `kind-lost` it does not."""
    for rulings, met in (({}, True), ({"developed_kind": "kind-lost"}, False)):
        state = land({"a1": "base", "b1": "plains/village"}, **rulings)
        assert (need_refusal(survey(state, "blue"), {"plains": 1}) is None) == met
        assert need_refusal(survey(state, "blue"), {"any_terrain": 1, "village": 1}) is None
    assert list(facts.TILES) == ["plains", "forest", "mountain"]
