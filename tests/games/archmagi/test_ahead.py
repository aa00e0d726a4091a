"""What stands beside a hex before anything goes there, as far as its reader knows it."""

from __future__ import annotations

import pytest

from companion.games.archmagi.phases import deploy, movement, scouting, setup
from tests.games.archmagi.table import Table, play, run, world

UNITS = {"red": ("c4 griffons", "c3 goblins"), "blue": ("c5 elves ents", "d4 skeletons")}


@pytest.fixture
def table() -> Table:
    """Red is asked where its Griffons go; it has looked at one of two hidden stacks."""
    state = world(
        UNITS, banners={"b4": "blue", "c5": "blue"}, terrain={"b3": "caves", "b4": "hills"},
        rulings={"stack_limit": "ten"},
    )  # fmt: skip
    state.players["red"].scouted = {name: one.kind for name, one in state.units.items() if one.place == "d4"}
    for place in ("c3", "b4", "c5"):
        state.hexes[place].founded = True
    return run(state, movement.move("red")).answer("c4")


def told(table: Table) -> dict[str, str]:
    """What is said of each place."""
    return {one.id: str(one.detail) for one in table.options}


def test_of_who_stands_there(table: Table) -> None:
    """Own chits by name; of enemies those that have been seen, and how many are hidden."""
    said = told(table)
    assert "2 × hidden" in said["c5"]
    assert "Blue" in said["c5"]
    assert not any(one in said["c5"] for one in ("Elves", "Ents"))
    assert "Skeletons" in said["d4"]
    assert "Goblins" in said["c3"]


def test_of_fights(table: Table) -> None:
    """Hexes with enemies carry a sign; there no moves are left."""
    assert {one.id for one in table.options if one.sign} == {"c5", "d4"}
    assert "left" in told(table)["b3"]
    assert "left" not in told(table)["c5"]


def test_of_banners_and_artifacts(table: Table) -> None:
    """Whose banner lies there; where the first of the game finds an artifact."""
    assert "Blue has a banner" in told(table)["b4"]
    assert "artifact" in told(table)["b3"]
    assert "artifact" not in told(table)["b4"]


def test_what_a_banner_lets_in_stands_at_its_hex_alone() -> None:
    """Which chits of the Reserve come in there; that free land gets a banner is said once, beside the question."""
    state = world({"red": ("c4 griffons",), "blue": ("e7 elves",)}, terrain={"c3": "forest"})
    state.players["red"].reserve = ["elves"]
    table = run(state, movement.move("red")).answer("c4")
    assert [one for one, said in told(table).items() if "Elves" in said] == ["c3"]
    assert not any("banner" in said for said in told(table).values())
    assert "banner" in str(table.questions[0].part.aside)  # type: ignore[union-attr]


def test_of_who_cannot_go() -> None:
    """Over water only those go who can."""
    table = play(movement.move("red"), {"red": ("b2 griffons goblins",), "blue": ("e5 elves",)}).answer("b2")
    assert "1 of the stack cannot go" in told(table)["b1"]
    assert "cannot" not in told(table)["c2"]


def test_of_where_chits_come_in() -> None:
    """At a start which of the Reserve come in; the question where a chit comes in names it for its player."""
    state = world({"red": (), "blue": ()}, terrain={"b2": "forest"})
    state.units = {}
    state.players["red"].reserve = ["elves"]
    assert "Elves" in str(setup.start_told(state, "red", "b2"))
    assert setup.start_told(state, "red", "c4") is None
    state = world({"red": ("b2 archmage_of_dawn",)}, terrain={"b2": "forest", "c2": "forest"},
                  banners={"b2": "red", "c2": "red"})  # fmt: skip
    state.players["red"].reserve = ["elves"]
    table = run(state, deploy.deploy("red")).answer("elves")
    assert "Archmagi" in told(table)["b2"]
    assert "banner" in told(table)["c2"]
    assert "Elves" in str(table.questions[0].part.own)  # type: ignore[union-attr]
    assert "Elves" not in str(table.questions[0].part.prompt)  # type: ignore[union-attr]


def waded(units: dict[str, tuple[str, ...]], **rulings: str) -> Table:
    """Red casts Walk on Water on the stack of its Archmagi and is asked where the stack goes."""
    state = world({**units, "blue": ("e7 archmage_of_graves",)}, rulings=rulings)
    state.players["red"].spells = ["walk_on_water"]
    table = run(state, movement.move("red")).answer("cast:walk_on_water")
    return run(table.state, movement.move("red")).answer("b2")


def test_of_who_drowns() -> None:
    """A hex where a unit drowns says so, and that its player is out with the last Archmagi; what ends the phase says
    it, too, and asks again.
    """
    table = waded({"red": ("b2 archmage_of_dawn",)})
    assert "drowns" in told(table)["b1"]
    assert "out of the game" in told(table)["b1"]
    assert "drowns" not in told(table)["c2"]
    table.answer("b1")
    for phase in (movement.move("red"), scouting.scout("red")):
        done = next(one for one in run(table.state, phase).options if one.id == "done")
        assert done.grave
        assert "Archmage of Dawn" in str(done.detail)
    dry = next(one for one in run(world({"red": ("b2 archmage_of_dawn",)}), movement.move("red")).options)
    assert not dry.grave


def test_nobody_drowns_aboard_or_where_all_are_washed_ashore() -> None:
    """A ship takes whoever wades to it; by another reading there is land beside."""
    table = waded({"red": ("b2 archmage_of_dawn", "b1 war_galley")})
    assert "drowns" not in told(table)["b1"]
    table.answer("b1")
    assert table.state.units["u1"].aboard == "u2"
    assert "drowns" not in told(waded({"red": ("b2 archmage_of_dawn",)}, stranded="washed-ashore"))["b1"]
