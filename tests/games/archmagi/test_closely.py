"""Rules read closely: what single words of the definitions and of the house rules mean at the table."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from companion.engine.core.rulings import settled
from companion.games.archmagi import GAME, facts, land
from companion.games.archmagi.fights import acts, leaving, losses
from companion.games.archmagi.fights.battle import begin_round, clash
from companion.games.archmagi.fights.casting import spell_refusal
from companion.games.archmagi.fights.rolls import fight_of, total
from companion.games.archmagi.fights.sending import candidates
from companion.games.archmagi.phases import scouting, setup, turn
from companion.games.archmagi.phases.deploy import deploy_places
from companion.games.archmagi.readers.board import board, map_panel, own_stacks, standing
from companion.games.archmagi.readers.helpers import helper_state, two_stacks
from companion.games.archmagi.sheet import VALUES, lists_of
from companion.games.archmagi.state import ArchmagiState, Unit
from tests.games.archmagi.table import Table, run, world
from tests.games.archmagi.test_battle import KINGS, faced, fight, until


@pytest.mark.rule("ARC-023", "ARC-029")
@pytest.mark.parametrize(("reading", "living"), [("yes", True), ("sites-apart", False)])
def test_a_site_apart_is_not_living_for_anything(reading: str, living: bool) -> None:
    """Where Sites are neither Living nor Slow, Sleep does not work on one and no Cannibal eats it (A38)."""
    state = faced("elves", "dwarf_hall", rulings={"sites_living": reading})
    sleep = lists_of(state.owner).spells["sleep"]
    assert (spell_refusal(state, "attacker", sleep) is None) == living
    state = world({"red": ["c4 ghouls dwarf_hall"]}, rulings={"sites_living": reading})
    assert scouting.food(state, "u1", state.units["u1"]) == (["u2"] if living else [])


@pytest.mark.rule("ARC-022", "ARC-103", "ARC-161", "ARC-162")
def test_a_retreat_turns_up_the_hex_it_goes_to() -> None:
    """On an unknown map whoever retreats, vanishes or is washed ashore finds out where he is."""
    table = fight("griffons", "dwarves dwarves", settings={"map": "unknown"}, terrain={"c3": ""})
    table = until(table, "act").answer("retreat", "u4", "c3")
    assert table.questions[0].section == "Terrain"
    table.answer([9])
    assert table.state.hexes["c3"].terrain == "mountain"
    assert table.state.units["u5"].place == "c3"


@pytest.mark.rule("ARC-022")
def test_an_archmagi_goes_first_where_not_all_find_room() -> None:
    """Whatever his chit is called, and however many were shown before him (A34)."""
    owner = VALUES.checked({"units/archmage_of_dawn/name": "Sunrise"})
    state = faced("griffons", "dwarves dwarves dwarves archmage_of_dawn")
    state.owner = owner
    for name in ("u2", "u3", "u4"):
        state.units[name].face = "dwarves"
    assert next(iter(leaving.escapes(state).values()))[0] == "u5"


def test_who_is_sent_back_rests_for_the_round() -> None:
    """Charm Beast: the Animal cannot come back by a Guard or a swap before the next round."""
    table = until(fight("elves", "panther_folk centaurs", {"red": ["charm_beast"]}), "defender", "I Reveal")
    table = until(table.answer("u4"), "attacker", "II Options").answer(["spell:charm_beast:1"])
    table = until(table, "act")
    assert list(candidates(table.state, "defender")) == ["u5"]
    assert "skirmish:u5" not in table.open
    table = until(until(table, "roll:attacker").answer(3, 3), "defender", "I Reveal")
    assert "u4" in candidates(table.state, "defender")


def test_an_owners_spell_that_destroys_after_the_roll() -> None:
    """The dice were for another unit: they count no more, and the battle goes on."""
    owner = VALUES.checked({"spells/turn_undead/when": "after", "spells/turn_undead/need": ""})
    state = faced("archmage_of_dawn", "goblins elves")
    state.owner, state.players["red"].spells = owner, ["turn_undead"]
    table = run(state, clash()).answer(1, 6)
    assert table.asked == ["after"]
    table.answer(table.open[-1], 6, "nobody")
    assert table.runner.done
    assert [one.kind for one in table.state.units.values()] == ["archmage_of_dawn", "elves"]
    assert table.state.battle is not None
    assert table.state.battle.defender.fights == "u3"
    assert total(table.state, "defender").total == 4


@pytest.mark.rule("ARC-103", "ARC-136")
def test_every_start_turns_up_its_neighbours() -> None:
    """Also where the hex itself was turned up by a neighbour's start."""
    state = world({"red": ["a1 archmage_of_dawn"]}, settings={"map": "unknown"})
    for name, one in state.hexes.items():
        one.terrain = "plains" if name == "b2" else ""
    state.units["u1"].place = ""
    table = run(state, setup.place_archmagi("red")).answer("b2")
    assert table.questions[0].section == "Terrain"


@pytest.mark.rule("ARC-103")
def test_the_stack_with_the_least_choice_explores() -> None:
    """A hex next to two stacks is turned up by the one that has nothing else; the other keeps its turn."""
    state = world({"red": ["c4 elves", "c2 elves"]}, settings={"map": "unknown"})
    for name in ("c3", "c1"):
        state.hexes[name].terrain = ""
    assert turn.unexplored(state, "red") == {"c3": "c4", "c1": "c2"}


@pytest.mark.rule("ARC-097")
def test_players_who_fall_together() -> None:
    """More banners, then more units, else both: how strong the units are does not count (A43)."""
    state = world({"red": ["c4 goblins"], "blue": ["d4 storm_giants"]})
    assert losses.best(state, ["red", "blue"], by_strength=False) == ["red", "blue"]
    assert losses.best(state, ["red", "blue"]) == ["blue"]


def test_on_the_table_chits_come_by_banners_and_the_archmagi() -> None:
    """Not wherever an own unit stands."""
    state = world(
        {**KINGS, "red": ["b2 archmage_of_dawn", "c4 elves"]}, banners={"d4": "red"}, settings={"map": "table"}
    )
    assert sorted(deploy_places(state, "red", "elves")) == ["b2", "d4"]


@pytest.mark.rule("ARC-108")
def test_pages_name_the_phase_that_is_asked_about() -> None:
    """Turn and phase stand above each question, also above the first one of a phase (4.1)."""
    board = GAME.board
    assert board is not None

    def above(table: Table) -> str:
        return str(board(table.state, "red").where)

    state = world({"red": ["b2 archmage_of_dawn", "d4 knights"], "blue": ["e7 archmage_of_graves"]})
    state.phase = "Draw"
    table = run(state, turn.turn("red"))
    assert (table.asked, above(table)) == (["draw:unit"], "Turn 1 of 30 · Draw")
    table.answer("elves", "haste")
    assert (table.asked, above(table)) == (["deploy"], "Turn 1 of 30 · Deploy")
    table.answer("done")
    assert (table.asked, above(table)) == (["move"], "Turn 1 of 30 · Move")
    table.answer("done")
    assert (table.asked, above(table)) == (["scout"], "Turn 1 of 30 · Scout")
    table.answer("done")
    assert (table.asked, above(table)) == (["draw:unit"], "Turn 1 of 30 · Draw")


@pytest.mark.rule("ARC-105")
def test_who_has_no_place_yet_stands_nowhere() -> None:
    """Before the Archmagi is placed the list of stacks is empty, not a line without a hex."""
    state = world({"red": ["b2 archmage_of_dawn"]})
    state.units["u1"].place = ""
    assert own_stacks(state, "red").held == ()


def test_both_stacks_of_the_helper_are_of_one_set_of_chits() -> None:
    """What one side has taken the other cannot have, too: there is one chit of each Archmagi."""
    table = run(started(helper_state()), two_stacks())
    table.answer({"units": {"archmage_of_dawn": 1, "elf_lord": 3}, "artifacts": {}, "spells": {}})
    form = table.questions[0].part.form  # type: ignore[union-attr]
    rows = {row.id: row.high for row in form.fields[0].form.rows}  # type: ignore[union-attr]
    assert "archmage_of_dawn" not in rows
    assert rows["elf_lord"] == 2


def started(state: ArchmagiState) -> ArchmagiState:
    """With the usual rulings."""
    state.rulings = settled(GAME.rulings, {})
    return state


def surrounded(*, kinds: str, reds: str = "griffons", **more: Any) -> ArchmagiState:
    """Blue defends c4; enemies stand all around but on c3. Blue's units are u2 and following."""
    state = faced(reds, kinds, **more)
    for n, place in enumerate(land.neighbours(state, "c4")):
        if place != "c3":
            state.units[f"x{n}"] = Unit("red", "goblins", place)
    assert state.battle is not None
    state.battle.acting = "defender"
    return state


@pytest.mark.rule("ARC-022")
def test_a_retreat_says_beforehand_what_it_costs() -> None:
    """The offer itself, not only the question after it."""
    table = run(surrounded(kinds="dwarves dwarves"), acts.act())
    assert next(one for one in table.options if one.id == "retreat").detail is not None


def test_with_one_way_out_of_a_retreat_nobody_is_asked_and_the_log_says_where() -> None:
    """All hexes around but one hold enemies: the stack goes there, and everybody reads so."""
    table = run(surrounded(kinds="dwarves dwarves"), acts.act()).answer("retreat", "u2")
    assert table.runner.done
    assert table.state.units["u3"].place == "c3"
    assert [note.facts["to"] for note in table.runner.notes if note.kind == "retreat"] == ["c3"]


@pytest.mark.rule("ARC-078")
def test_with_one_way_out_whoever_vanishes_is_not_asked_and_the_log_says_where() -> None:
    """The same for a single unit; before, the log did not say that it had left at all."""
    table = run(surrounded(kinds="sprites dwarves"), acts.act()).answer("leave:u2")
    assert table.runner.done
    assert table.state.units["u2"].place == "c3"
    assert [(note.to, note.facts["to"]) for note in table.runner.notes if note.kind == "retreat"] == [("", "c3")]


@pytest.mark.rule("ARC-022")
def test_nobody_is_given_up_for_a_hex_that_is_full() -> None:
    """Where the only friendly hex has no room nobody could move: the retreat is refused (A34, A35)."""
    state = surrounded(kinds="dwarves dwarves")
    for n in range(facts.LIMITS["stack"]):
        state.units[f"y{n}"] = Unit("blue", "goblins", "c3")
    assert leaving.escapes(state) == {}
    refusals = [one.refusal for one in leaving.retreating(state).offers]
    assert len(refusals) == 1, "equal units are one offer"
    assert all(refusals)


@pytest.mark.rule("ARC-052", "ARC-055")
@pytest.mark.parametrize("martyr", ["u3", "nobody"])
def test_a_martyr_sent_back_to_rest_can_die_for_who_is_paralyzed(martyr: str) -> None:
    """Nobody can take the place of the target, which would be destroyed: a Martyr can be destroyed instead (A16)."""
    state = faced("vine_mother", "goblins dwarves")
    assert state.battle is not None
    state.battle.defender.resting = ["u3"]
    table = run(state, acts.act()).answer("paralyze:u1", martyr)
    assert list(table.state.units) == (["u1", "u2"] if martyr == "u3" else ["u1", "u3"])
    assert all(not one.paralyzed for one in table.state.units.values())


@pytest.mark.rule("ARC-055")
def test_no_martyr_dies_for_who_is_only_paralyzed() -> None:
    """Where another unit can fight nothing is destroyed, and no Martyr is asked about (A16)."""
    table = run(faced("vine_mother", "goblins dwarves"), acts.act()).answer("paralyze:u1")
    assert table.runner.done
    assert table.state.units["u2"].paralyzed
    assert "u3" in table.state.units


@pytest.mark.parametrize(("side", "over"), [("u1", "off"), ("u2", "attacker")])
def test_that_only_paralyzed_units_are_left_is_told(side: str, over: str) -> None:
    """A battle that ends by it has a line that says why."""
    state = faced("griffons", "goblins")
    state.units[side].paralyzed = 2
    table = run(state, begin_round())
    assert fight_of(table.state).over == over
    assert table.said("paralyzed")


@pytest.mark.rule("ARC-064")
@pytest.mark.parametrize(("kind", "lost"), [("table", True), ("laid_out", False)])
def test_a_ship_of_a_map_on_the_table_sinks_with_its_load(kind: str, lost: bool) -> None:
    """The app knows no water there, and a ship is nowhere else; on a map of the app this hex is land."""
    state = faced("war_galley elves", "goblins", settings={"map": kind})
    state.units["u2"].aboard = "u1"
    assert losses.sinking(state, "u1") == (["u2"] if lost else [])


def test_a_flag_bears_the_letter_of_its_seat_and_kept_artifacts_have_a_column_where_there_are_any() -> None:
    """Green's colour is called teal: its flag said T beside stacks that say G. On a phone five columns fit."""
    state = world({"green": ["c4 elves"], "red": ["b2 archmage_of_dawn"]}, seats=("red", "green"))
    state.hexes["c4"].banner = "green"
    here = next(one for one in map_panel(state, "red").hexes if one.place == "c4")
    assert here.owner[0].upper() == here.tokens[0].letter == "G"
    assert here.owner_colour == here.tokens[0].colour
    assert len(standing(state).columns) == len(standing(state).rows[0]) == 5
    state.players["green"].kept = ["ember_sword"]
    assert len(standing(state).columns) == len(standing(state).rows[0]) == 6


def test_the_map_beside_a_battle_rings_its_hex() -> None:
    """Not the fullest stack of whoever is on turn; and the head of the page names it."""
    state = faced("elves", "goblins")
    assert state.battle is not None
    state.units["far"] = replace(state.units["u1"], place="b2")
    state.units["farther"] = replace(state.units["u1"], place="b2")
    assert map_panel(state, "red").scene == state.battle.place
    assert state.battle.place.upper() in str(board(state, "").where)
