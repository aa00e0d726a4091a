"""The Action Step: what can be recruited, built, promoted, disbanded, turned up and moved, and where cards go."""

from __future__ import annotations

import pytest

from companion.engine.core.effects import Ask
from companion.engine.core.forms import Choose, Option
from companion.games.two_bases import facts, land
from companion.games.two_bases.land import HALF
from companion.games.two_bases.phases import actions, moves, turn
from tests.games.two_bases.table import Table, at, play, position, set_up

LAND = {"h3": "plains", "g2": "forest", "g1": "mountain"}
"""With the safe Base on h1 and Plains on h2: two Plains, a Forest, a Mountain, all connected."""


def acting(
    tiles: dict[str, str] | None = None, pieces: dict[str, str] | None = None, ap: int = 30, **rulings: str
) -> Table:
    """Blue's Action Step."""
    return play(actions.actions("blue"), {**LAND, **(tiles or {})}, pieces, ap=ap, rulings=rulings)


@pytest.mark.rule("TWB-025", "TWB-026")
def test_all_actions_in_any_order() -> None:
    """The six kinds of action are offered again and again, in whatever order, until the turn is ended."""
    table = acting(pieces={"g2": "hunter1"})
    assert set(table.options()) == {"recruit", "develop", "promote", "disband", "reveal", "extra", "done", "give_up"}
    table.answer("reveal", "a1", "plains", "recruit", "peasant1", "h3", "extra", "g2", "g3", "forest")
    table.answer("develop", "village", "h2", "disband", "h3", "done")
    assert table.runner.done


@pytest.mark.rule("TWB-027", "TWB-065")
def test_recruiting_needs_what_the_card_says() -> None:
    """A Soldier needs two connected Plains; without the second one he is refused with the reason."""
    assert "soldier1" in acting().answer("recruit").open()
    table = acting({"h3": "plains*"})
    assert table.refused("recruit", "soldier1") == "Connected"
    assert "hunter1" in table.open()
    assert acting(ap=2).refused("recruit", "soldier1") == "Action"


@pytest.mark.rule("TWB-028", "TWB-076")
def test_recruits_stand_on_connected_terrain() -> None:
    """Empty, face up, connected, no Base (A21); a claimed tile of the other half counts, unless ruled otherwise."""
    tiles = {"a1": "plains", "a2": "plains*", "b1": "plains*", "h4": "plains", "h5": "plains*"}
    for rulings, claimed in (({}, ["h5"]), ({"recruit_place": "own-half-only"}, [])):
        table = acting(tiles, {"h3": "peasant1"}, **rulings).answer("recruit", "soldier1")
        assert sorted(table.open()) == ["g1", "g2", "h2", "h4", *claimed]
        table.answer("g1")
        assert table.piece("g1").fresh
        assert table.state.players["blue"].points == 27
        assert table.state.players["blue"].available["soldier1"] == 7


def test_a_siege_engine_may_join_a_piece() -> None:
    """A20, A21: an engine beside one piece, but no piece beside an engine."""
    table = acting({"g1": "mountain/fort"}, {"h3": "peasant1", "h2": "siege_engine"}).answer("recruit", "siege_engine")
    assert sorted(table.open()) == ["g1", "g2", "h3"]
    table.answer("h3", "recruit", "peasant1")
    assert sorted(table.open()) == ["g1", "g2"]


@pytest.mark.rule("TWB-027")
def test_an_empty_pile_recruits_nobody() -> None:
    """What is not in the Available Pile cannot be created."""
    state = position(LAND, ap=30)
    state.players["blue"].available["hunter1"], state.players["blue"].out["hunter1"] = 0, 8
    assert at(state, actions.actions("blue")).refused("recruit", "hunter1") == "Action"


@pytest.mark.rule("TWB-029", "TWB-030", "TWB-067", "TWB-068", "TWB-069")
def test_developments_replace_their_terrain() -> None:
    """V26: Village on Plains, Mill on Forest, Mine on Mountain, and on nothing else; each for its price."""
    for name, places in (("village", ["h2", "h3"]), ("mill", ["g2"]), ("mine", ["g1"])):
        table = acting().answer("develop", name)
        assert table.open() == places
        assert table.refused("b1") == ""
        table.answer(places[0])
        assert table.state.board[places[0]].built == name
        assert table.state.players["blue"].points == 30 - facts.DEVELOPMENTS[name].cost
        assert acting(ap=facts.DEVELOPMENTS[name].cost - 1).refused("develop", name) == "Action"


@pytest.mark.rule("TWB-031")
def test_developments_stand_on_connected_terrain() -> None:
    """V27: a Plains that is not connected cannot become a Village."""
    table = acting({"a1": "plains", "a2": "plains*", "b1": "plains*"}).answer("develop", "village")
    assert table.open() == ["h2", "h3"]
    cut = play(actions.actions("blue"), {"h1": "base*"}, ap=30)
    assert cut.refused("develop", "village") == "Action"


@pytest.mark.rule("TWB-032")
def test_developments_have_needs() -> None:
    """A Town needs a Mill or Mine; a Citadel two of City and Stronghold."""
    assert acting({"h2": "plains/village"}).refused("develop", "town") == "Connected"
    table = acting({"h2": "plains/village", "g2": "forest/mill"}).answer("develop", "town")
    assert table.open() == ["h2"]
    both = {"h2": "plains/city", "g1": "mountain/stronghold"}
    assert acting({"h2": "plains/city"}).refused("develop", "citadel") == "Connected"
    assert sorted(acting(both).answer("develop", "citadel").open()) == ["g1", "h2"]


@pytest.mark.rule("TWB-033")
def test_a_replaced_development_is_out_of_the_game() -> None:
    """V28: the Village below the Town does not go back to the pile."""
    table = acting({"h2": "plains/village", "g2": "forest/mill"}).answer("develop", "town", "h2")
    player = table.state.players["blue"]
    assert (player.available["village"], player.out) == (5, {"village": 1})
    assert table.state.board["h2"].built == "town"


@pytest.mark.rule("TWB-034", "TWB-036")
def test_promotion() -> None:
    """V29: the higher card comes from the pile, the lower one goes aside and cannot be used."""
    table = acting({"h2": "plains/town"}, {"h3": "soldier1", "g2": "peasant1"}).answer("promote")
    assert table.refused("g2") == "Connected"
    table.answer("h3")
    player = table.state.players["blue"]
    assert table.piece("h3").type == "soldier2"
    assert (player.aside, player.points) == ({"soldier1": 1}, 27)
    assert (player.available["soldier1"], player.available["soldier2"]) == (7, 3)


@pytest.mark.rule("TWB-036")
def test_cards_aside_are_not_used() -> None:
    """What lies on the separate pile is neither recruited nor promoted to."""
    state = position({**LAND, "h2": "plains/town"}, {"h3": "soldier1"}, ap=30)
    for name, n in (("hunter1", 8), ("soldier2", 4)):
        state.players["blue"].available[name], state.players["blue"].aside[name] = 0, n
    table = at(state, actions.actions("blue"))
    assert table.refused("recruit", "hunter1") == "Action"
    assert at(state, actions.actions("blue")).refused("promote", "h3") == "Action"


@pytest.mark.rule("TWB-034")
def test_what_cannot_be_promoted() -> None:
    """The highest level, a Siege Engine, or with too few points."""
    table = acting({"h2": "plains/town"}, {"h3": "soldier3", "g2": "siege_engine"})
    assert table.refused("promote") == "Action"
    assert acting({"h2": "plains/town"}, {"h3": "soldier1"}, ap=2).refused("promote") == "Action"


@pytest.mark.rule("TWB-035")
def test_promotion_in_the_turn_of_creation() -> None:
    """V31: allowed at once, also twice; a Barbarian III is not made in the turn of creation."""
    table = acting({"g1": "mountain/mine", "h3": "plains/fort"}).answer("recruit", "barbarian1", "g1", "promote", "g1")
    assert table.piece("g1").type == "barbarian2"
    assert table.refused("promote") == "Action"
    older = acting({"g1": "mountain/mine", "h3": "plains/fort"}, {"g1": "barbarian2"}).answer("promote", "g1")
    assert older.piece("g1").type == "barbarian3"


def test_damage_on_promotion() -> None:
    """A16: the counters move to the new card; with `fresh` they do not."""
    for rulings, damage in (({}, 2), ({"damage_on_promotion": "fresh"}, 0)):
        state = position({**LAND, "h2": "plains/town"}, {"h3": "soldier1"}, ap=9, rulings=rulings)
        state.board["h3"].pieces[0].damage = 2
        assert at(state, actions.actions("blue")).answer("promote", "h3").piece("h3").damage == damage


@pytest.mark.rule("TWB-037", "TWB-040")
def test_a_killed_promoted_piece() -> None:
    """V29: the Soldier II is out of the game, one Soldier I returns from the separate pile."""
    state = position({"b4": "plains", "b5": "plains"}, {"b4": "soldier2", "b5": "orange:barbarian3"})
    player = state.players["blue"]
    player.aside["soldier1"], player.available["soldier1"] = 2, 6
    table = at(state, moves.movement("blue")).answer("b4", "b5")
    player = table.state.players["blue"]
    assert (player.out, player.aside, player.available["soldier1"]) == ({"soldier2": 1}, {"soldier1": 1}, 7)
    assert "A Soldier I returns to the pile of Blue." in table.notes()


@pytest.mark.rule("TWB-040")
def test_a_killed_piece_is_out_of_the_game() -> None:
    """A29: also one that was never promoted."""
    table = play(
        moves.movement("blue"), {"b4": "plains", "b5": "plains"}, {"b4": "peasant1", "b5": "orange:soldier1"}
    ).answer("b4", "b5")
    assert table.state.players["blue"].out == {"peasant1": 1}
    assert table.state.players["blue"].available["peasant1"] == 7


@pytest.mark.rule("TWB-037", "TWB-038", "TWB-039")
def test_disbanding() -> None:
    """V30: it is paid for; the piece and one card of each lower level return to the Available Pile."""
    state = position(LAND, {"h3": "soldier3"}, ap=9)
    player = state.players["blue"]
    for name in ("soldier1", "soldier2"):
        player.aside[name] = 1
        player.available[name] -= 1
    table = at(state, actions.actions("blue")).answer("disband", "h3")
    player = table.state.players["blue"]
    assert table.state.board["h3"].pieces == []
    assert [player.available[f"soldier{level}"] for level in (1, 2, 3)] == [8, 4, 2]
    assert (player.out, player.points) == ({}, 6)
    assert acting(pieces={"h3": "soldier3"}, ap=2).refused("disband") == "Action"


def test_disbanding_an_engine_beside_a_piece() -> None:
    """Each of the two can be chosen."""
    table = acting(pieces={"h3": "soldier1 siege_engine"}).answer("disband", "siege_engine:h3")
    assert [piece.type for piece in table.state.board["h3"].pieces] == ["soldier1"]


@pytest.mark.rule("TWB-041", "TWB-042")
def test_turning_up_terrain() -> None:
    """V04, V05, V06: 2 points for one face-down tile of the own half; with 1 point, or on the other half: refused."""
    table = set_up()
    assert table.state.players["blue"].points == 2
    table.answer("reveal")
    assert len(table.open()) == 29
    assert all(HALF[place] == "blue" for place in table.open())
    assert table.refused("d5") == ""
    table.answer("d1", "plains")
    assert table.state.players["blue"].points == 0
    assert table.refused("reveal") == "Action"
    table.answer("done", "done")
    assert table.state.players["blue"].points == 3
    assert acting(ap=1).refused("reveal") == "Action"


EXTRA = {f"{column}3": "plains" for column in "abcdef"} | {"a5": "plains", "a4": "plains"}


@pytest.mark.rule("TWB-020", "TWB-043", "TWB-044")
def test_an_extra_piece_moves_once_for_10_points() -> None:
    """V24: X has moved, Y moves for 10 of 12 points; a third piece is refused."""
    state = position(EXTRA, {"a3": "peasant1", "c3": "peasant1", "f3": "peasant1"})
    table = at(state, turn.turn("blue")).answer("a3", "b3")
    state = table.state
    state.players["blue"].points = 12
    table = at(state, actions.actions("blue")).answer("extra")
    assert table.refused("b3") == "Action"
    table.answer("c3", "d3")
    assert table.state.players["blue"].points == 2
    state = table.state
    state.players["blue"].points = 12
    assert at(state, actions.actions("blue")).refused("extra") == "Action"


@pytest.mark.rule("TWB-044")
def test_a_piece_that_attacked_is_no_extra_piece() -> None:
    """V25: Y has attacked before: refused. An attack on empty terrain counts as well (A22)."""
    enemy = {"a4": "soldier3", "a5": "orange:soldier3"}
    table = play(moves.movement("blue"), EXTRA, enemy).answer("a4", "a5", False, "done")
    state = table.state
    state.players["blue"].points = 12
    assert at(state, actions.actions("blue")).refused("extra") == "Action"
    table = play(moves.movement("blue"), EXTRA, {"a4": "soldier3"}).answer("a4", "a5", "mark", "done")
    state = table.state
    state.players["blue"].points = 12
    assert at(state, actions.actions("blue")).refused("extra") == "Action"


def test_the_extra_move_is_a_move() -> None:
    """It turns tiles up, claims and delays like any other; a piece that rests does not make it."""
    table = acting({"a4": "plains"}, {"a4": "peasant1"}).answer("extra", "a4", "a5", "mountain", True)
    assert (table.state.board["a5"].marker, table.piece("a5").rests) == ("blue", 2)
    state = position({"a4": "plains"}, {"a4": "peasant1"}, ap=30)
    state.board["a4"].pieces[0].rests = 1
    assert at(state, actions.actions("blue")).refused("extra") == "Terrain"


def test_an_action_says_what_it_costs_or_what_is_missing() -> None:
    """Kinds of actions name the price of what can be had; without a piece that is the reason, not an empty list."""

    def said(pieces: dict[str, str]) -> dict[str, Option]:
        part = acting(pieces=pieces).runner.questions()[0].part
        assert isinstance(part, Ask)
        assert isinstance(part.form, Choose)
        return {one.id: one for one in part.form.options if one.id in facts.ACTIONS}

    assert all(one.price for one in said({"g2": "hunter1"}).values() if one.refusal is None)
    bare = said({})
    assert {one for one in bare if bare[one].refusal and bare[one].refusal.kind == "no_piece"} == {
        "promote", "disband", "extra",
    }  # fmt: skip
    assert said({})["reveal"].refusal is None


def test_with_no_tile_face_down_that_is_why_none_can_be_turned_up() -> None:
    """Whatever stands on the board."""
    table = acting(pieces={"g2": "hunter1"})
    state = table.runner.state
    for place in land.face_down(state, state.active):
        state.board[place].kind = "plain"
    refusal = next(one for one in actions.offers(state, state.active) if one.id == "reveal").offers[0].refusal
    assert refusal is not None
    assert refusal.kind == "none_down"


def test_a_card_says_what_it_does_before_it_is_bought() -> None:
    """Every card that can be had shows its picture and its effect."""
    for action in ("recruit", "develop"):
        table = acting().answer(action)
        form = table.question.part.form
        assert isinstance(form, Choose)
        assert all(one.sign and one.detail for one in form.options)
    assert str(facts.DEVELOPMENTS["fort"].defend_plus) in str(actions.effect(facts.DEVELOPMENTS["fort"]))


def test_what_is_lost_with_the_turn_is_told() -> None:
    """Points that lapse, beside the end of the turn; nothing where they are kept or none are left."""
    told = {}
    for reading, points in (("lapse", 3), ("lapse", 0), ("bank", 3)):
        state = position(LAND)
        state.players["blue"].points, state.rulings["unspent_points"] = points, reading
        told[reading, points] = actions._left_over(state, "blue")
    assert told.pop(("lapse", 3)).values == {"n": 3}  # type: ignore[union-attr]
    assert not any(told.values())
