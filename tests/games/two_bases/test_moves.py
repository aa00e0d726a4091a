"""The Movement Step: one move, invasions before and after it, markers, Mountains, spaces for two."""

from __future__ import annotations

import pytest

from companion.games.two_bases.phases import actions, moves, turn
from tests.games.two_bases.table import Table, play

FIELD = {f"{column}{row}": "plains" for column in "abc" for row in "345"}
"""Nine Plains in the middle of the west edge; rows 3 and 4 are Blue's."""


def movement(pieces: dict[str, str], tiles: dict[str, str] | None = None, **rulings: str) -> Table:
    """Blue's Movement Step on the field."""
    return play(moves.movement("blue"), {**FIELD, **(tiles or {})}, pieces, rulings=rulings)


@pytest.mark.rule("TWB-020")
def test_one_piece_moves_one_space() -> None:
    """To a space that shares an edge (A09); then nobody else moves in this step."""
    table = movement({"b4": "soldier1", "a3": "peasant1"}).answer("b4")
    assert sorted(table.open()) == ["a4", "b3", "b5", "c4"]
    table.answer("b3")
    assert [piece.type for piece in table.state.board["b3"].pieces] == ["soldier1"]
    assert table.runner.done, "no piece can do anything more"
    table = movement({"b4": "soldier1", "a3": "peasant1", "b5": "orange:peasant1"}).answer("a3", "b3")
    assert table.open() == ["b4", "done", "give_up"]
    table.answer("b4")
    assert table.refused("a4") == "Movement"
    assert table.open() == ["b5"]


def test_eight_ways() -> None:
    """A09 `eight-ways`: corners are neighbours too."""
    table = movement({"b4": "soldier1"}, directions="eight-ways").answer("b4")
    assert sorted(table.open()) == ["a3", "a4", "a5", "b3", "b5", "c3", "c4", "c5"]


@pytest.mark.rule("TWB-021", "TWB-024")
def test_invasions_before_and_after_the_move() -> None:
    """Each piece may attack an occupied neighbour; one invades first and another after the move, or the same one."""
    table = movement({"b4": "soldier2", "a3": "soldier2", "b5": "orange:soldier3", "a5": "orange:soldier3"})
    table.answer("b4", "b5", False)
    table.answer("a3", "a4")
    assert table.asked[:2] == ("blue", "Movement")
    table.answer("a4", "a5", False)
    assert table.piece("a5").damage == 3
    assert table.piece("b5").damage == 3


@pytest.mark.rule("TWB-022", "TWB-023")
def test_entering_the_other_half_may_claim_it() -> None:
    """The player is asked whether to leave a marker (A24); on the own half nothing is asked."""
    for yes in (True, False):
        table = movement({"b4": "peasant1"}).answer("b4", "b5")
        if table.asked[2] == "":
            table.answer("move")
        assert table.asked == ("blue", "Movement", "marker:b5")
        table.answer(yes)
        assert table.state.board["b5"].marker == ("blue" if yes else "")


@pytest.mark.rule("TWB-057")
def test_attacking_empty_terrain() -> None:
    """A piece puts a marker on an empty enemy tile without moving (A22); it is its one invasion of the turn."""
    table = movement({"b4": "peasant1"}, {"b5": "plains", "a4": "plains*"}).answer("b4", "b5", "mark")
    assert table.state.board["b5"].marker == "blue"
    assert table.piece("b4").spent
    table.answer("b4")
    assert table.options()["a4"] is None
    table.answer("a4")
    assert table.state.board["a4"].marker == "", "moving onto it takes the marker off (A23)"


@pytest.mark.rule("TWB-057")
def test_attacking_takes_a_marker_off() -> None:
    """On the own half the enemy's marker goes; after the one move only the attack is left: nobody is asked which."""
    table = movement({"b4": "peasant1", "c3": "peasant1"}, {"a4": "plains*"}).answer("c3", "b3", "b4", "a4")
    assert table.state.board["a4"].marker == ""
    assert table.state.board["a4"].pieces == []
    assert table.runner.done


@pytest.mark.rule("TWB-057")
def test_what_cannot_be_marked() -> None:
    """Own land without a marker, face-down tiles, a tile that carries the own marker already: only a move is left."""
    table = movement({"b4": "peasant1"}, {"b5": "plains*", "a4": "", "b3": "plains"}).answer("b4", "a4")
    assert table.asked[2] == "tile:a4", "it just moves there"
    table.answer("forest")
    assert [piece.type for piece in table.state.board["a4"].pieces] == ["peasant1"]
    table = movement({"b4": "peasant1"}, {"b5": "plains*"}).answer("b4", "b5")
    assert [piece.type for piece in table.state.board["b5"].pieces] == ["peasant1"]


def test_moving_onto_a_face_down_tile() -> None:
    """A10: it is turned up at once and belongs to its half; with `face-up-only` nobody goes there."""
    table = movement({"b4": "peasant1"}, {"b5": ""}).answer("b4", "b5", "move", "mountain", False)
    assert (table.state.board["b5"].kind, table.state.board["b5"].marker) == ("mountain", "")
    assert table.piece("b5").rests == 2
    table = movement({"b4": "peasant1"}, {"b5": ""}, onto_face_down="face-up-only").answer("b4", "b5")
    assert table.asked == ("blue", "Combat", "tile:b5"), "attacking it for its marker is all that is left"


@pytest.mark.rule("TWB-070")
def test_a_mountain_costs_the_next_turn() -> None:
    """V23: entered in turn 2, the piece rests in turn 3 and is free again in turn 4."""
    table = play(turn.turn("blue"), {**FIELD, "b3": "mountain"}, {"b4": "peasant1", "c4": "peasant1"})
    table.answer("b4", "b3", "done", "done", "done")
    assert table.piece("b3").rests == 3
    assert table.state.players["blue"].turn == 3
    assert table.refused("b3") == "Terrain"
    table.answer("done")
    refusal = moves.extra_refusal(table.state, "b3", table.piece("b3"))
    assert refusal is not None
    assert refusal.section == "Terrain"
    table.answer("done", "done")
    assert table.state.players["blue"].turn == 4
    assert "b3" in table.open()


@pytest.mark.rule("TWB-070")
def test_recruits_on_a_mountain_do_not_rest() -> None:
    """A13: only entering delays. A developed Mountain still delays (A18), unless its kind is lost."""
    tiles = {"h3": "mountain"}
    table = play(actions.actions("blue"), tiles, ap=3).answer("recruit", "barbarian1", "h3")
    assert table.piece("h3").rests == 0
    for rulings, rests in (({}, 2), ({"developed_kind": "kind-lost"}, 0)):
        table = movement({"b4": "peasant1"}, {"b3": "mountain/mine"}, **rulings).answer("b4", "b3")
        assert table.piece("b3").rests == rests


def test_who_may_share_a_space() -> None:
    """A20: one piece, or one piece and one Siege Engine."""
    table = movement({"b4": "soldier1", "a4": "soldier1", "b3": "siege_engine"}).answer("b4")
    assert table.refused("a4") == "Combat"
    table.answer("b3")
    assert [piece.type for piece in table.state.board["b3"].pieces] == ["siege_engine", "soldier1"]
    table = movement({"b4": "soldier1 siege_engine", "a4": "siege_engine"}).answer("siege_engine:b4")
    assert table.refused("a4") == "Combat"
    table.answer("b3")
    assert [piece.type for piece in table.state.board["b4"].pieces] == ["soldier1"]


def test_an_engine_beside_a_piece_follows_its_attack() -> None:
    """A26: the companion leads; the engine itself may only move away."""
    table = movement({"b4": "soldier1 siege_engine", "b5": "orange:peasant1"}).answer("siege_engine:b4")
    assert table.refused("b5") == "Combat"
    table = movement({"b4": "soldier1 siege_engine"}).answer("siege_engine:b4", "b5")
    assert table.asked[2] == "marker:b5", "it moves; attacking empty terrain is its companion's business"


def test_a_face_down_tile_can_be_attacked_for_a_marker() -> None:
    """A31: it is turned up at once, then marked, and the piece stays; with `face-up-only` it can only be entered."""
    table = movement({"b4": "peasant1"}, {"b5": ""}).answer("b4", "b5", "mark")
    assert table.asked == ("blue", "Combat", "tile:b5")
    table.answer("mountain")
    assert (table.state.board["b5"].kind, table.state.board["b5"].marker) == ("mountain", "blue")
    assert (table.piece("b4").spent, table.piece("b4").rests) == (True, 0)
    table = movement({"b4": "peasant1"}, {"b5": ""}, attack_face_down="face-up-only").answer("b4", "b5")
    assert table.asked[1:] == ("Movement", "tile:b5")


def test_a_base_is_not_marked_by_an_attack() -> None:
    """A32: a Base is no terrain, so its marker changes by entering only; with `attack-too` an attack can even win."""
    tiles = {"b5": "base", "a5": "base*", "b3": "base*"}
    table = play(moves.movement("blue"), {**FIELD, **tiles}, {"b4": "peasant1"}, safe=False).answer("b4")
    table.answer("b5")
    assert table.asked == ("blue", "Movement", "marker:b5"), "it moves there"
    rulings = {"mark_base": "attack-too"}
    table = play(moves.movement("blue"), {**FIELD, **tiles}, {"b4": "peasant1"}, safe=False, rulings=rulings)
    table.answer("b4", "b5", "mark")
    assert (table.state.winner, table.state.ending) == ("blue", "bases")


def test_a_base_that_an_attack_turns_up_stays_unmarked() -> None:
    """A31 with A32: the attack is made and the tile is face up, but the Base carries no marker."""
    for rulings, marker in (({}, ""), ({"mark_base": "attack-too"}, "blue")):
        tiles = {**FIELD, "h2": "plains", "h7": "plains", "h1": "base", "b5": ""}
        table = play(moves.movement("blue"), tiles, {"b4": "peasant1"}, safe=False, rulings=rulings)
        table.state.players["orange"].based = False
        table.answer("b4", "b5", "mark", "base")
        assert (table.state.board["b5"].kind, table.state.board["b5"].marker) == ("base", marker)
        assert table.piece("b4").spent
