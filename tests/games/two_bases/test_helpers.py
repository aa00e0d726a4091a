"""The stand-alone helpers: the same rules without a match."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from click.testing import CliRunner

from companion.cli import main
from companion.engine.game.record import begin_helper
from companion.games.two_bases import GAME
from tests.games.two_bases.table import Table


def helper(name: str, **rulings: str) -> Table:
    """A helper at its first question."""
    return Table(begin_helper(GAME, GAME.helper(name), rulings))


def piece(name: str, land: str = "plains", engine: bool = False, damage: int = 0) -> dict[str, Any]:
    """A filled-in form."""
    return {"piece": name, "land": land, "engine": engine, "damage": damage}


def test_combat_of_two_pieces() -> None:
    """V20: a Soldier I invades a Hunter I on Plains and lives with 1 damage; in the Forest he is lost with him."""
    table = helper("combat").answer(piece("soldier1"), piece("hunter1"))
    assert table.asked[2] == "advance"
    table.answer(False)
    assert table.runner.result == "blue:soldier1:1"
    table = helper("combat").answer(piece("soldier1"), piece("hunter1", "forest"))
    assert (table.runner.done, table.runner.result) == (True, "")
    assert "Nobody is left" in table.notes()


def test_combat_knows_walls_engines_and_old_damage() -> None:
    """A damaged Soldier II defends in a Stronghold: 3 + 2, and without the 2 against a piece with a Siege Engine."""
    table = helper("combat").answer(piece("barbarian3"), piece("soldier2", "stronghold", damage=1))
    assert table.runner.result == ""
    table = helper("combat").answer(piece("barbarian3", engine=True), piece("soldier2", "stronghold", damage=1))
    table.answer(False)
    assert table.runner.result == "blue:barbarian3:3 blue:siege_engine:0"


def test_combat_can_be_stopped() -> None:
    """The attacker is asked after each round."""
    table = helper("combat").answer(piece("soldier1"), piece("soldier1"), False)
    assert table.runner.result == "blue:soldier1:2 orange:soldier1:2"


def test_is_this_connected() -> None:
    """V07 to V09, tapped in: round by the second row, cut off in the corner."""
    table = helper("connected").answer("a1", "done", "b1", "done", "done", "c1")
    assert table.runner.result is True
    assert "C1 is connected" in table.notes()
    table = helper("connected").answer("a1", "done", "b1", "a2", "done", "done", "b2")
    assert table.runner.result is False
    table = helper("connected").answer("d3", "done", "done", "d6", "done", "d6")
    assert table.runner.result is False, "V11"
    table = helper("connected").answer("d3", "e3", "done", "d5", "done", "d5")
    assert table.runner.result is True, "V10; two Bases are all there are"


def test_what_can_i_recruit_here() -> None:
    """With 3 points, two Plains and a Forest: a Peasant, a Soldier, a Hunter, a Village, a Mill."""
    table = helper("recruit").answer({"ap": 3, "land": {"plains": 2, "forest": 1}})
    assert table.runner.result == ["peasant1", "soldier1", "hunter1", "village", "mill"]
    table = helper("recruit").answer({"ap": 60, "land": {"mine": 1, "fort": 1, "mill": 1}})
    assert {"siege_engine", "barbarian2", "barbarian3", "hunter2"} <= set(table.runner.result)
    assert "This land gives 5 action points" in table.notes()
    assert helper("recruit").answer({"ap": 0, "land": {}}).runner.result == []


def test_without_dice_the_odds_are_certain(tmp_path: Path) -> None:
    """Asked for the odds of a combat that goes on, the command says who falls, and how people are taken to decide."""
    file = tmp_path / "combat.toml"
    form = "[[answer]]\nvalue = { piece = '%s', land = 'plains', engine = false, damage = 0 }\n"
    file.write_text(form % "soldier3" + form % "hunter3")
    found = CliRunner().invoke(main, ["odds", GAME.name, "combat", str(file)])
    assert found.exit_code == 0
    certain = [line for line in found.output.splitlines() if "100.0%" in line]
    assert [line for line in certain if "Hunter III" in line]
    assert not [line for line in certain if "Soldier III" in line]
    assert "Certain" in found.output
    assert "Stop now" in found.output
