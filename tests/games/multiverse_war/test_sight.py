"""Fog of war: drawn examples of sight, who is identified, who may shoot, decoys."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from companion.games.multiverse_war.fighting.fight import attack
from companion.games.multiverse_war.phases import action
from companion.games.multiverse_war.readers.board import board, lines
from companion.games.multiverse_war.world.sight import identifies, is_clear, refresh, shot_refusal
from companion.games.multiverse_war.world.state import WarState
from tests.games.multiverse_war.table import play, run, world


def seen(observer: str, ground: Mapping[str, str], at: str = "2,0", **rulings: str) -> bool:
    """Whether an observer on 0,0 identifies a swordsman."""
    state = world({"red": [f"0,0 {observer}"], "blue": [f"{at} swordsman"]}, ground=ground, rulings=rulings)
    return bool(state.units["u2"].face)


@pytest.mark.rule("MVW-004", "MVW-075", "MVW-076", "MVW-077")
def test_v40_forest_between() -> None:
    """Two hexes over open ground, not three; forest between bars all but Scouts."""
    assert seen("bowman", {})
    assert not seen("bowman", {}, "3,0")
    assert not seen("bowman", {"1,0": "forest"})
    assert seen("scout", {"1,0": "forest"})
    assert not seen("scout", {"1,0": "hill"})


@pytest.mark.rule("MVW-078", "MVW-079", "MVW-083")
def test_v41_from_a_hill_across_a_hill() -> None:
    """What is not higher than the observer does not bar; the other reading looks from the higher end."""
    assert seen("bowman", {"0,0": "hill", "1,0": "hill"})
    assert not seen("bowman", {"1,0": "hill"})
    assert not seen("bowman", {"0,0": "hill", "1,0": "mountain"})
    assert not seen("bowman", {"1,0": "hill", "2,0": "hill"})
    assert seen("bowman", {"1,0": "hill", "2,0": "hill"}, height="higher-end")
    assert seen("bowman", {"1,0": "water"})


@pytest.mark.rule("MVW-080", "MVW-081")
def test_v42_an_enemy_in_forest() -> None:
    """From the next hex only; a Scout from two."""
    assert not seen("bowman", {"2,0": "forest"})
    assert seen("bowman", {"1,0": "forest"}, "1,0")
    assert seen("scout", {"2,0": "forest"})


@pytest.mark.rule("MVW-083")
@pytest.mark.parametrize(("reading", "clear"), [("both", True), ("either-blocks", False)])
def test_along_a_border(reading: str, clear: bool) -> None:
    """A27: with one hill beside the line, and always barred with two."""
    state = world(ground={"0,1": "hill"}, rulings={"border": reading})
    assert is_clear(state, "0,0", "1,1") == clear
    state.hexes["1,0"].ground = "hill"
    assert not is_clear(state, "0,0", "1,1")


@pytest.mark.rule("MVW-031")
def test_nobody_sees_across_unexplored_ground() -> None:
    """A79."""
    for reading, clear in (("closed", False), ("sight-passes", True)):
        state = world(rulings={"unexplored": reading})
        state.hexes["1,0"].ground = ""
        assert is_clear(state, "0,0", "2,0") == clear


@pytest.mark.rule("MVW-073", "MVW-074")
def test_cubes_turn_up_and_down() -> None:
    """Seen by one enemy it is open for all; out of sight it is hidden again; by one reading only in one's own turn."""
    state = world({"red": ["0,0 bowman"], "blue": ["2,0 swordsman"]})
    assert (state.units["u1"].face, state.units["u2"].face) == ("bowman", "swordsman")
    state.units["u1"].place = "-2,0"
    refresh(state)
    assert (state.units["u1"].face, state.units["u2"].face) == ("", "")
    own = world({"red": ["0,0 bowman"], "blue": ["2,0 swordsman"]}, rulings={"watch": "own-turn-only"})
    assert (own.units["u1"].face, own.units["u2"].face) == ("", "swordsman")


@pytest.mark.rule("MVW-074")
def test_towers_and_buildings_see() -> None:
    """A46: a tower three hexes; other buildings by one reading two."""
    assert world({"blue": ["3,0 scout"]}, buildings=["red guard_tower 0,0"]).units["u1"].face == "scout"
    for reading, face in (("towers", ""), ("buildings-see", "scout")):
        state = world({"blue": ["2,0 scout"]}, buildings=["red barracks 0,0"], rulings={"buildings_see": reading})
        assert state.units["u1"].face == face


# ---- shooting


def barred(state: WarState, at: str = "2,0", reach: int = 2) -> bool:
    return shot_refusal(state, state.units["u1"], at, reach) is not None


@pytest.mark.rule("MVW-082", "MVW-279", "MVW-191")
def test_v45_a_line_of_ones_own() -> None:
    """A hill between bars a Bowman though a friend sees the target; Artillery shoots over it, not over a mountain."""

    def shooter(kind: str, ground: str, **rulings: str) -> bool:
        units = {"red": [f"0,0 {kind}", "2,1 scout"], "blue": ["2,0 swordsman"]}
        return barred(world(units, ground={"1,0": ground}, rulings=rulings), reach=3)

    assert shooter("bowman", "hill")
    assert not shooter("artillery", "hill")
    assert shooter("artillery", "mountain")
    assert not shooter("bowman", "hill", own_line="friend-is-enough")
    assert shooter("catapult", "hill")
    assert not shooter("catapult", "hill", own_line="all-siege")
    assert barred(world({"red": ["0,0 bowman"], "blue": ["2,0 swordsman"]}, ground={"2,0": "forest"}))


@pytest.mark.rule("MVW-082")
def test_own_sight_only() -> None:
    """A44: a target three hexes away that only a friend sees."""
    units = {"red": ["0,0 catapult", "2,1 scout"], "blue": ["3,0 swordsman"]}
    assert not barred(world(units), "3,0", 3)
    assert barred(world(units, rulings={"own_line": "own-sight-only"}), "3,0", 3)


@pytest.mark.rule("MVW-093", "MVW-094", "MVW-095", "MVW-117")
def test_ranges_and_the_price_of_a_shot() -> None:
    """Two hexes for infantry, three for siege weapons; one action point whatever the ground."""
    units = {"red": ["0,0 bowman", "0,1 catapult"], "blue": ["2,0 swordsman", "3,0 scout"]}
    table = play(action.acting("red"), units, ground={"2,0": "hill"})
    table.answer("0,0")
    assert "2,0" in table.open
    assert "3,0" not in table.ids
    table.answer("2,0").finish()
    assert table.state.units["u1"].spent == 1


# ---- decoys


@pytest.mark.rule("MVW-212", "MVW-213", "MVW-214")
def test_v44_a_decoy_is_found_out() -> None:
    """It leaves the board, and nobody has a kill."""
    state = world({"red": ["0,0 scout"], "blue": ["4,0 decoy"]})
    assert not state.units["u2"].face
    table = run(state, action.acting("red")).answer("0,0", "2,0")
    assert list(table.state.units) == ["u1"]
    assert table.state.players["red"].kills == {}
    assert table.said("found out")


@pytest.mark.rule("MVW-213")
@pytest.mark.parametrize(("reading", "explores"), [("never", False), ("may-explore", True)])
def test_what_a_decoy_can_do(reading: str, explores: bool) -> None:
    """It moves with two action points; it sees and attacks nothing, and reveals territories by one reading only."""
    state = world({"red": ["0,0 decoy"]}, rulings={"decoys_explore": reading})
    state.left = ["t01"]
    state.hexes["1,0"].ground = ""
    state.hexes["1,0"].tile = 0
    table = run(state, action.acting("red")).answer("0,0")
    assert ("1,0" in table.ids) == explores
    assert "0,2" in table.open
    assert "0,3" not in table.ids
    assert not identifies(state, "red", "0,1")


@pytest.mark.rule("MVW-074", "MVW-214")
def test_what_is_seen_on_the_way() -> None:
    """A rider past a forest sees who stands there, although nobody sees him from the end of the way; decoys go."""
    units = {"red": ["-2,0 horseman"], "blue": ["0,1 bowman"]}
    table = play(action.acting("red"), units, ground={"0,1": "forest"}).answer("-2,0", "2,0")
    assert table.said("Bowman on 0,1")
    assert table.state.units["u2"].face == ""
    decoys = {"red": ["-2,0 horseman"], "blue": ["0,1 decoy"]}
    table = play(action.acting("red"), decoys, ground={"0,1": "forest"}).answer("-2,0", "2,0")
    assert "u2" not in table.state.units
    assert table.state.units["u1"].place == "2,0"


@pytest.mark.rule("MVW-214")
def test_a_decoy_is_found_out_on_its_way() -> None:
    """It leaves the board where an enemy first sees it."""
    units = {"red": ["-1,0 decoy"], "blue": ["0,2 swordsman"]}
    table = play(action.acting("red"), units, ground={"0,-1": "mountain"}).answer("-1,0", "1,-1")
    assert "u1" not in table.state.units
    kinds = [one.kind for one in table.runner.notes if one.kind in ("move", "decoy")]
    assert kinds == ["move", "decoy"]  # it goes before it is found


@pytest.mark.rule("MVW-279", "MVW-191")
def test_lines_of_sight_are_drawn() -> None:
    """V45: from the own shooters to enemies within range, a hill bars the Bowman and not the Artillery."""
    for shooter, free in (("bowman", False), ("artillery", True)):
        units = {"red": [f"0,0 {shooter}", "0,1 scout"], "blue": ["2,0 swordsman", "4,0 swordsman"]}
        state = world(units, ground={"1,0": "hill"})
        (line,) = lines(state, "red")
        assert (line.start, line.end, line.free) == ((0, 0), (2, 0), free)
        assert lines(state, "blue") == ()
        assert [one.lines for one in board(state, "").panels if one.id == "map"] == [()]  # type: ignore[attr-defined]


def test_the_line_of_an_attack_is_drawn_for_all() -> None:
    """While it lasts, and nothing else."""
    state = world({"red": ["0,0 bowman", "0,1 bowman"], "blue": ["2,0 swordsman"]})
    assert len(lines(state, "red")) == 2
    attack(state, "u1", "2,0", shot=True)
    for seat in ("red", "blue", ""):
        ((line,),) = (one.lines for one in board(state, seat).panels if one.id == "map")  # type: ignore[attr-defined]
        assert (line.start, line.end, line.free) == ((0, 0), (2, 0), True)
