"""The turn: draw, deploy, explore, move, scout, banner, end, and who wins."""

from __future__ import annotations

import pytest

from companion.engine.core.effects import Rule
from companion.engine.core.rules import step
from companion.games.archmagi import facts
from companion.games.archmagi.fights import losses
from companion.games.archmagi.phases import deploy, movement, scouting, turn
from companion.games.archmagi.phases.deploy import deploy_refusal, nowhere
from companion.games.archmagi.phases.gear import owner_refusal
from companion.games.archmagi.readers.verdict import verdict
from companion.games.archmagi.state import ArchmagiState, Unit
from tests.games.archmagi.table import play, run, world


@step("Winning")
def lose(state: ArchmagiState, name: str) -> Rule[None]:
    """A unit is destroyed."""
    yield from losses.destroy(state, name)


KINGS = {"red": ["b2 archmage_of_dawn"], "blue": ["e7 archmage_of_graves"]}


@pytest.mark.rule("ARC-108", "ARC-129")
def test_the_phases_of_a_turn() -> None:
    """Eight phases; Scout comes before Battle, the sixth; Explore is one of them."""
    names = [call.rule.rpartition(".")[2] for call in calls(turn.turn)]
    phases = ["draw", "deploy", "explore", "move", "scout", "fight", "raise_banners", "find_artifact", "discard"]
    assert list(dict.fromkeys(names)) == [*phases, "end_turn"]


def calls(called: object) -> list[object]:
    """What a flow calls in order, each call answered with nothing."""
    found, flow = [], called.code.fn("red")  # type: ignore[attr-defined]
    try:
        effect = next(flow)
        while True:
            found.append(getattr(effect, "call", effect))
            effect = flow.send("blue")
    except StopIteration:
        return found


@pytest.mark.rule("ARC-107", "ARC-130")
@pytest.mark.parametrize(("banners", "units"), [(0, 1), (3, 2), (12, 4)])
def test_draw(banners: int, units: int) -> None:
    """1 unit chit and 1 more for every 3 banners, at most 4; a spell chit."""
    state = world(KINGS)
    for place in list(state.hexes)[:banners]:
        state.hexes[place].banner = "red"
    table = run(state, turn.draw("red")).answer(["elves"] * units, "haste")
    assert table.runner.done
    assert table.state.players["red"].reserve == ["elves"] * units


@pytest.mark.rule("ARC-127", "ARC-130")
def test_an_empty_pile_is_filled_from_the_discards() -> None:
    """And gives nothing where nothing was discarded."""
    state = world(KINGS)
    state.discards["spell"] = dict.fromkeys(facts.HOUSE.spells, 4)
    table = run(state, turn.draw("red")).answer("elves", "haste")
    assert table.state.players["red"].spells == ["haste"]
    assert not any(table.state.discards["spell"].values())
    state = world(KINGS)
    for player in state.players.values():
        player.spells = [name for name in facts.HOUSE.spells for _ in range(2)]
    assert run(state, turn.draw("red")).answer("elves").runner.done


@pytest.mark.rule("ARC-101", "ARC-102", "ARC-132", "ARC-133", "ARC-134")
def test_where_chits_are_deployed() -> None:
    """On the terrain of their list with a banner or the Archmagi; absent terrain by the Archmagi; never if closed."""
    terrain = {"b2": "forest", "c3": "mountain", "c4": "desert", "a2": "reef"}
    state = world(KINGS, terrain=terrain, banners={"c3": "red", "c4": "red"}, settings={"closed": "wastes"})

    def allowed(kind: str) -> list[str]:
        return [place for place in state.hexes if deploy_refusal(state, "red", Unit("red", kind), place) is None]

    assert (allowed("elves"), allowed("dwarves")) == (["b2"], ["c3"])
    assert allowed("dune_nomads") == []
    assert allowed("knights") == ["b2"]
    assert allowed("singing_rock") == ["a2"]
    assert allowed("deep_serpent")
    assert all(state.hexes[one].water for one in allowed("deep_serpent"))
    state.players["red"].absent = 1
    assert allowed("knights") == []


@pytest.mark.rule("ARC-065", "ARC-126", "ARC-131")
def test_why_a_chit_cannot_come_in_tells_a_missing_base_from_a_shut_one() -> None:
    """With an own banner on its terrain it is an enemy or the room that hinders it."""
    away, shut, free = (world({"red": ["b2 archmage_of_dawn"], "blue": [f"{enemy} elves"]}, banners={"c4": "red"},
                              terrain={"b2": "desert", ground: "forest"})
                        for enemy, ground in (("c5", "c3"), ("c4", "c4"), ("c5", "c4")))  # fmt: skip
    reasons = [nowhere(one, "red", "elves") for one in (away, shut, free)]
    assert reasons[2] is None
    assert reasons[0]
    assert reasons[1]
    assert reasons[0].reason != reasons[1].reason


def test_deploying_tells_others_only_that_it_was_done() -> None:
    """A chit lies face down, a Site open; its kind is told to its player alone."""
    state = world(KINGS, terrain={"b2": "mountain"})
    state.players["red"].reserve = ["dwarves", "dwarf_hall"]
    table = run(state, turn.deploy("red")).answer("dwarves")
    assert table.state.units["u3"].face == ""
    (told,) = [note.own for note in table.runner.notes if note.own]
    assert list(told) == ["red"]
    assert "Dwarves" in str(told["red"])
    assert not table.said("Dwarves")
    table = run(table.state, turn.deploy("red")).answer("dwarf_hall")
    assert table.state.units["u4"].face == "dwarf_hall"


@pytest.mark.rule("ARC-103", "ARC-137")
def test_explore() -> None:
    """Each own stack turns up one hex next to it; known maps have nothing to explore."""
    assert play(turn.explore("red"), KINGS).runner.result is False
    state = world(KINGS)
    state.mapped, state.hexes["c3"].terrain = "unknown", ""
    table = run(state, turn.explore("red")).answer("c3", 9)
    assert table.state.hexes["c3"].terrain == "mountain"
    assert run(table.state, turn.explore("red")).runner.result is False


@pytest.mark.rule("ARC-023", "ARC-073", "ARC-074", "ARC-043", "ARC-138", "ARC-139", "ARC-140", "ARC-141", "ARC-142")
def test_moves() -> None:
    """One hex border costs 1; who meets an enemy stops; from among enemies one goes only where none are."""
    table = play(movement.move("red"), {"red": ["c4 griffons dwarves"], "blue": ["c5 elves"]})
    table.answer("c4", "c3", ["u1", "u2"])
    assert [one.place for one in table.state.units.values()] == ["c3", "c3", "c5"]
    table = run(table.state, movement.move("red")).answer("c3", "c4", ["u1"])
    assert [one.place for one in table.state.units.values()] == ["c4", "c3", "c5"]
    table = run(table.state, movement.move("red")).answer("c4", "c5")
    assert table.state.units["u1"].halted
    assert run(table.state, movement.move("red")).open == ["done", "give_up"]


@pytest.mark.rule("ARC-062", "ARC-072", "ARC-043", "ARC-144")
def test_water() -> None:
    """Sea units stay in water, swimmers go there, flying units anywhere, others not."""
    state = world({"red": ["b2 griffons leech_swarm dwarves", "a2 deep_serpent"]})

    def able(place: str, target: str) -> list[str]:
        state.active = "red"
        return [one.kind for one in movement.fellows(state, "red", place, target).values()]

    assert able("b2", "a2") == ["griffons", "leech_swarm"]
    assert able("a2", "b2") == []
    assert able("a2", "a3") == ["deep_serpent"]


@pytest.mark.rule("ARC-076", "ARC-006", "ARC-030", "ARC-145", "ARC-146", "ARC-147")
def test_ships_carry() -> None:
    """Units board from the coast, go with the ship, and land; Monsters are not taken, Heroes are."""
    table = play(movement.move("red"), {"red": ["b2 dwarves dwarflord hill_giants", "a2 war_galley"]})
    table.answer("b2", "a2")
    assert "u3" not in table.open
    table.answer(["u1", "u2"])
    assert [table.state.units[name].aboard for name in ("u1", "u2")] == ["u4", "u4"]
    table = run(table.state, movement.move("red")).answer("a2", "a3", ["u4", "u1", "u2"])
    assert {one.place for one in table.state.units.values()} == {"a3", "b2"}
    units = table.state.units
    units["u1"].moved = 0
    table = run(table.state, movement.move("red")).answer("a3", "b3", ["u1"])
    assert table.state.units["u1"].aboard == ""
    unicorn = world({"red": ["c4 unicorn dwarflord elf_lord"]})
    assert sum(movement.takes(unicorn, "u1", unicorn.units[name]) for name in ("u2", "u3")) == 2
    unicorn.units["u2"].aboard = "u1"
    assert not movement.takes(unicorn, "u1", unicorn.units["u3"])


@pytest.mark.rule("ARC-061", "ARC-068", "ARC-029", "ARC-149", "ARC-150", "ARC-151", "ARC-152")
def test_the_scout_phase() -> None:
    """A Scout sees a stack nobody else sees; a thief takes an artifact; a Cannibal eats a Living stack-mate."""
    units = {"red": ["c4 ranger cutpurse ghouls elves"], "blue": ["c4 dwarflord", "c5 goblins"]}
    state = world(units)
    state.units["u5"].artifacts = ["ember_sword"]
    table = run(state, scouting.scout("red")).answer("scout:u1", "c5:blue")
    assert table.state.players["red"].scouted == {"u6": "goblins"}
    assert table.said("C5: Goblins", to="red")
    assert not table.said("Goblins")
    own = run(table.state, scouting.scout("red")).questions[0].part.own  # type: ignore[union-attr]
    assert "Goblins" in str(own), "what was seen stands above what is asked next"
    table = run(table.state, scouting.scout("red")).answer("steal:u2", "c4:blue", 4, "1")
    assert table.state.units["u1"].artifacts == ["ember_sword"]
    assert table.state.units["u5"].artifacts == []
    table = run(table.state, scouting.scout("red")).answer("cannibal:u3", "u4")
    assert table.state.units["u3"].fed == 3
    assert "u4" not in table.state.units


def test_only_hidden_chits_are_looked_at() -> None:
    """A spell or a Scout is offered no stack that its player knows already."""
    state = world({"red": ["c4 archmage_of_dawn ranger"], "blue": ["c5 goblins"]})
    state.players["red"].spells = ["true_sight"]
    assert {"cast:true_sight", "scout:u2"} <= set(run(state, scouting.scout("red")).open)
    state.units["u3"].face = "goblins"
    assert run(state, scouting.scout("red")).open == ["done"]


@pytest.mark.rule("ARC-028", "ARC-079", "ARC-135", "ARC-167")
def test_who_may_own_what() -> None:
    """Heroes only; Weapons and Armor for Warriors; Mage artifacts for Mages; one Weapon each."""
    state = world({"red": ["c4 dwarves dwarflord archmage_of_dawn"]})
    troops, lord, mage = state.units.values()

    def able(artifact: str) -> list[bool]:
        return [owner_refusal(state, one, artifact) is None for one in (troops, lord, mage)]

    assert able("ember_sword") == [False, True, False]
    assert able("winged_boots") == [False, True, True]
    assert able("orb_of_far_seeing") == [False, False, True]
    lord.artifacts = ["frost_axe"]
    assert able("ember_sword") == [False, False, False]
    state.players["red"].kept = ["winged_boots"]
    table = run(state, turn.deploy("red")).answer("give::winged_boots", "u2")
    assert table.state.units["u2"].artifacts == ["frost_axe", "winged_boots"]
    assert deploy.gifts(table.state, "red")


@pytest.mark.rule("ARC-143", "ARC-163", "ARC-164")
def test_banners() -> None:
    """In land hexes where only own units stand; the first banner in a City finds an artifact, which is drawn once the
    banner is there.
    """
    units = {"red": ["c4 dwarflord", "c3 elves"], "blue": ["c3 elves"]}
    table = play(turn.raise_banners("red"), units, terrain={"c4": "city"}, banners={"c4": "blue"})
    assert (table.runner.result, table.state.phase) == (["c4"], "Banner")
    assert run(table.state, turn.raise_banners("red")).state.phase == "End", "what follows a phase without finds"
    table = run(table.state, turn.find_artifact("red", "c4")).answer("ember_sword")
    assert (table.state.hexes["c4"].banner, table.state.hexes["c3"].banner) == ("red", "")
    assert table.state.units["u1"].artifacts == ["ember_sword"]
    assert table.state.phase == "End", "discards come next"


def test_who_finds_an_artifact_reads_alone_who_has_it() -> None:
    """A Hero there, or the place beside the Reserve."""
    for place, end in (("b2", "takes Staff of Stars"), ("d4", "beside your Reserve")):
        table = run(world(KINGS), turn.find_artifact("red", place)).answer("staff_of_stars")
        assert table.said(end, to="red")
        assert not table.said(end)


@pytest.mark.rule("ARC-056", "ARC-072", "ARC-165", "ARC-166")
@pytest.mark.parametrize(("reading", "left"), [("owner", 1), ("all-turns", 0)])
def test_the_end_of_a_turn(reading: str, left: int) -> None:
    """Paralysis counts down in its owner's End phase; units stranded in water are lost; hands are cut."""
    state = world({**KINGS, "blue": ["e7 archmage_of_graves", "c4 knights"]}, rulings={"paralyze_turns": reading})
    state.units["u3"].paralyzed = 1
    state.units["u1"].place = "a1"
    state.units["u1"].kind = state.units["u1"].face = "archmage_of_gales"
    state.players["red"].spells = ["haste"] * 4 + ["mist"] * 4
    table = run(state, turn.discard("red")).answer(["haste:1"])
    assert len(table.state.players["red"].spells) == 7
    table = run(table.state, turn.end_turn("red"))
    assert table.runner.result == "blue"
    assert table.state.units["u3"].paralyzed == left


@pytest.mark.rule("ARC-097", "ARC-123")
def test_the_last_archmagi_wins() -> None:
    """A player without an Archmagi is out at once, with all he has; the last one has won."""
    state = world({**KINGS, "blue": ["e7 archmage_of_graves dwarves"]}, banners={"e7": "blue"})
    state.players["blue"].reserve = ["elves"]

    table = run(state, lose("u2"))
    assert (table.state.winners, table.state.ending) == (["red"], "last")
    assert table.state.fall is not None
    assert "Archmage of Graves" in str(verdict(table.state).ended)
    assert "E7" in str(verdict(table.state).ended)
    assert [one.seat for one in table.state.units.values()] == ["red"]
    assert table.state.hexes["e7"].banner == ""
    assert table.state.discards["unit"] == {"archmage_of_graves": 1, "dwarves": 1, "elves": 1}


@pytest.mark.rule("ARC-097", "ARC-124")
def test_the_last_round() -> None:
    """After everybody's 30th turn the most banners win, then units, then BRM; a tie is shared (A44)."""
    state = world(KINGS, banners={"c4": "red"})
    for player in state.players.values():
        player.turns = 30
    assert run(state, turn.end_turn("red")).runner.result == "blue"
    table = run(state, turn.end_turn("blue"))
    assert (table.state.winners, table.state.ending) == (["red"], "rounds")
    state.hexes["c4"].banner = ""
    assert run(state, turn.end_turn("blue")).state.winners == ["red", "blue"]
    assert losses.best(state, ["red", "blue"]) == ["red", "blue"]


def test_a_ship_that_is_full_takes_nobody_more() -> None:
    """More than it has room for cannot board at once."""
    table = play(movement.move("red"), {"red": ["b2 dwarves dwarves dwarves dwarves", "a2 corsairs"]})
    table.answer("b2", "a2")
    assert "no room" in table.refused(["u1", "u2", "u3", "u4"])
    table.answer(["u1", "u2", "u3"])
    assert [table.state.units[name].aboard for name in ("u1", "u2", "u3", "u4")] == ["u5", "u5", "u5", ""]
