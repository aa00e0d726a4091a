"""Battles on the map: when there is one, segments, swaps, leaving, spells, and each reading of the rulings."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import pytest

from companion.engine.core.effects import Ask
from companion.engine.core.forms import Choose, Confirm, Pick
from companion.engine.core.text import hinted
from companion.engine.game.panels import BattlePanel
from companion.games.archmagi import GAME, facts
from companion.games.archmagi.fights import battle
from companion.games.archmagi.fights.rolls import combatant, total
from companion.games.archmagi.fights.sending import MORTAL
from companion.games.archmagi.phases import turn
from companion.games.archmagi.readers.board import board
from companion.games.archmagi.readers.guide import GUIDE
from companion.games.archmagi.state import ArchmagiState, Battle, Force
from tests.games.archmagi.table import Table, play, run, world

KINGS = {"red": ["b2 archmage_of_dawn"], "blue": ["e7 archmage_of_graves"]}


def fight(red: str, blue: str, spells: Mapping[str, Sequence[str]] | None = None, **more: Any) -> Table:
    """Red attacks on c4; the Archmagi are elsewhere and have the ids u1 and u2."""
    state = world(KINGS, **more)
    extra = world({"red": [f"c4 {red}"], "blue": [f"c4 {blue}"]})
    for n, unit in enumerate(extra.units.values(), 3):
        state.units[f"u{n}"] = unit
    state.chits = len(state.units)
    for seat, hand in (spells or {}).items():
        state.players[seat].spells = list(hand)
    return run(state, turn.fight("red"))


def until(table: Table, about: str, section: str = "") -> Table:
    """Go on with the plainest answers until something is asked first."""
    while (table.questions[0].part.about, table.questions[0].section) != (about, section or table.questions[0].section):
        part = table.questions[0].part
        form = getattr(part, "form", None)
        if isinstance(form, Confirm):
            table.answer(part.about == "on")
        elif isinstance(form, Pick):
            table.answer([])
        else:
            table.answer(3 if form is None else table.open[0])
    return table


def faced(red: str, blue: str, **more: Any) -> ArchmagiState:
    """A state in the middle of a battle: the first unit of each side fights, all others are shown."""
    state = world({"red": [f"c4 {red}"], "blue": [f"c4 {blue}"]}, **more)
    names = {seat: [name for name, one in state.units.items() if one.seat == seat] for seat in ("red", "blue")}
    forces = [Force([seat], own[0], own[1:]) for seat, own in names.items()]
    state.battle = Battle("c4", forces[0], forces[1])
    return state


# ---- the course of a battle


@pytest.mark.rule("ARC-001", "ARC-002", "ARC-003", "ARC-153")
def test_where_there_is_a_battle() -> None:
    """Wherever the active player's units meet others; he attacks and chooses the order; banners stay."""
    units = {"red": ["c4 elves", "c5 elves", "c3 elves"], "blue": ["c4 goblins", "c5 goblins", "d4 goblins"]}
    table = play(turn.fight("red"), units, banners={"c4": "blue"})
    assert table.open == ["c4:blue", "c5:blue"]
    table.answer("c4:blue")
    assert table.state.battle is not None
    assert table.state.battle.attacker.seats == ["red"]
    assert table.state.hexes["c4"].banner == "blue"
    assert any(isinstance(panel, BattlePanel) for panel in GAME.board(table.state, "red").panels)  # type: ignore[misc]
    assert play(turn.fight("red"), {"red": ["c3 elves"], "blue": ["d4 goblins"]}).runner.result is False


@pytest.mark.rule("ARC-004", "ARC-005", "ARC-018", "ARC-154", "ARC-155")
def test_the_segments_in_order() -> None:
    """Call off?, reveal under seal, options under seal, acts, roll; nothing is shown before both have chosen."""
    table = fight("elves ranger", "goblins dwarves").answer(True)
    assert [(one.section, one.sealed) for one in table.questions] == [("I Reveal", True)] * 2
    table.answer("u3")
    assert not any(one.face for one in table.state.units.values())
    table.answer("u5")
    assert (table.state.units["u3"].face, table.state.units["u5"].face) == ("elves", "goblins")
    assert [(one.section, one.sealed) for one in table.questions] == [("II Options", True)] * 2
    table.answer([], [])
    assert table.asked == ["act"]
    assert until(table, "roll:attacker").questions[0].section == "III Roll"


@pytest.mark.rule("ARC-010", "ARC-066")
def test_skirmish_once_per_battle() -> None:
    """The combatant changes places with a stack-mate, and not again in this battle."""
    table = until(fight("centaurs dwarves", "griffons griffons"), "attacker", "I Reveal")
    table.answer("u3")
    table = until(table, "act")
    form = table.questions[0].part.form  # type: ignore[union-attr]
    told = next(str(hinted(one.detail)) for one in form.options if one.id == "skirmish:u3")
    assert "Dwarves" in told
    table.answer("skirmish:u3")
    assert table.state.battle is not None
    assert table.state.battle.attacker.fights == "u4"


@pytest.mark.rule("ARC-010", "ARC-078")
def test_vanish() -> None:
    """Example V37: back into the stack in one round, out into an empty hex in the next, no more in this turn."""
    table = until(fight("sprites dwarves dwarves", "dwarves griffons"), "attacker", "I Reveal").answer("u3")
    table = until(table, "act")
    assert {"vanish:u3", "leave:u3"} <= set(table.open)
    table.answer("vanish:u3")
    assert table.state.units["u3"].place == "c4"
    table = until(until(table, "roll:attacker").answer(3), "attacker", "I Reveal").answer("u3")
    table = until(table, "act")
    assert "vanish:u3" not in table.open
    table.answer("leave:u3", "c3", "u4")
    assert table.state.units["u3"].place == "c3"
    assert table.state.units["u3"].used == ["vanish"]


@pytest.mark.rule("ARC-021", "ARC-020")
@pytest.mark.parametrize(("reading", "again"), [("again", True), ("stay-friends", False)])
def test_both_stay(reading: str, again: bool) -> None:
    """Called off, both stay; in the next Battle phase they fight again (A14)."""
    table = fight("elves", "goblins", rulings={"shared_hex": reading}).answer(False)
    assert table.runner.done
    state = table.state
    state.fought = []
    assert (run(state, turn.next_battle("red")).runner.result is True) == again


@pytest.mark.parametrize(("reading", "seats"), [("in-turn", ["green"]), ("together", ["green", "blue"])])
def test_two_opponents(reading: str, seats: list[str]) -> None:
    """One after the other as the attacker likes, or together (A19)."""
    units = {"red": ["c4 elves"], "blue": ["c4 goblins"], "green": ["c4 goblins goblins"]}
    table = play(turn.next_battle("red"), units, rulings={"two_opponents": reading}, seats=("red", "blue", "green"))
    if table.questions:
        table.answer("c4:green")
    assert table.state.battle is not None
    assert table.state.battle.defender.seats == seats


# ---- spells


@pytest.mark.rule("ARC-009", "ARC-017", "ARC-007", "ARC-008", "ARC-156")
def test_any_number_of_spells() -> None:
    """A caster is shown with his first spell; each counts at the roll; chits are used up."""
    table = until(
        fight("dwarves elves", "goblins", {"red": ["stoneskin", "stoneskin", "firebolt"]}), "attacker", "I Reveal"
    )
    table = until(table.answer("u3"), "attacker", "II Options")
    table.answer(["spell:stoneskin:1", "spell:stoneskin:2", "spell:firebolt:1"])
    assert table.state.units["u4"].face == "elves"
    assert table.state.players["red"].spells == []
    assert total(table.state, "attacker").total == 5 + 3 + 3 + 3
    assert total(table.state, "defender").total == 3 + 1 - 2


@pytest.mark.rule("ARC-017", "ARC-158")
def test_after_the_roll() -> None:
    """A die is rolled again; a lost unit is mended; the defender's spells come first."""
    table = fight("elves", "elves", {"red": ["second_chance"], "blue": ["mend"]}).answer(True)
    table = until(table, "roll:attacker").answer(6, 1)
    assert table.questions[0].seat == "blue"
    table.answer("spell:mend:1", "none", "spell:second_chance:1", 2)
    assert {"u3", "u4"} <= set(table.state.units)


def test_who_is_saved_by_a_spell_is_told_with_what_came_of_the_fight() -> None:
    """Nobody is lost, and a line of the fight says by what."""
    table = fight("elves", "elves", {"blue": ["mend"]}).answer(True)
    table = until(table, "roll:attacker").answer(6, 1)
    table.answer("spell:mend:1")
    assert {"u3", "u4"} <= set(table.state.units)
    (told,) = [note for note in table.runner.notes if note.kind == "spared"]
    assert "Mend" in str(told.text)
    assert told.kind in GAME.fight_notes


def test_a_roll_is_told_with_the_winner_and_his_roll_first() -> None:
    """Where a line of a phone is too short for both names, what counts is still read; of a tie both rolls."""
    for dice, first in (((6, 1), ("Elves", "Goblins")), ((1, 6), ("Goblins", "Elves"))):
        table = until(fight("elves", "goblins").answer(True), "roll:attacker").answer(*dice)
        (told,) = [str(note.text) for note in table.runner.notes if note.kind == "roll"]
        names = [told.index(one) for one in first]
        assert names[0] < min(told.index(one) for one in told if one.isdigit()) < names[1]


def test_advice_to_show_helpers_is_for_those_who_add_something() -> None:
    """A caster, as an Archmagi is, is offered without: shown it adds nothing to the roll, and the offer says so."""
    told = {}
    for mate in ("elves", "archmage_of_embers"):
        table = until(fight(f"knights {mate}", "goblins", {"red": ["stoneskin"]}), "attacker", "II Options")
        (offer,) = [one for one in table.options if one.id in table.state.units]
        question = next(one for one in table.questions if one.part.about == "attacker")
        advice = GUIDE.advice_for(question, "red")
        assert advice is not None
        told[mate] = (offer.kind, advice.usual.message)
    assert told["elves"][0] == battle.HELPER
    assert told["archmage_of_embers"][0] == ""
    assert told["elves"][1] != told["archmage_of_embers"][1]


@pytest.mark.rule("ARC-157")
def test_a_counterspell() -> None:
    """It cancels on its roll or more, and can be countered itself."""
    hands = {"red": ["stoneskin", "counterspell"], "blue": ["counterspell"]}
    table = until(fight("elves", "elves", hands), "attacker").answer(["spell:stoneskin:1"], [])
    assert (table.asked, table.questions[0].seat) == (["answer"], "blue")
    table.answer("spell:counterspell:1")
    assert table.questions[0].seat == "red"
    table.answer("spell:counterspell:1", 3)
    assert total(table.state, "attacker").total == 4 + 3
    told = [str(one.text) for one in table.runner.notes if "Counterspell" in str(one.text)]
    assert "Blue" in told[-1], "whose spell is undone"
    assert told[-1].count("Counterspell") == 2, "and which, by which"


@pytest.mark.rule("ARC-019", "ARC-159")
def test_the_respite() -> None:
    """Raise Dead brings a destroyed Living unit of this battle to the Reserve."""
    table = until(fight("dwarves elves", "griffons", {"red": ["raise_dead"]}), "attacker", "I Reveal").answer("u3")
    table = until(table, "roll:attacker").answer(1, 6)
    assert table.questions[0].alone  # he has no spell for this moment: a phone passed round must not show that
    table.answer("none", "nobody", "spell:raise_dead:1")
    assert table.state.players["red"].reserve == ["dwarves"]


@pytest.mark.rule("ARC-070", "ARC-160")
def test_summoned_units() -> None:
    """They join the stack, fight at once if their owner likes, and are gone when the battle ends."""
    table = until(fight("elves", "griffons", {"red": ["call_wolves"]}), "attacker").answer(["spell:call_wolves:1"])
    table.answer(True)
    assert table.state.battle is not None
    wolves = table.state.battle.attacker.fights
    assert table.state.units[wolves].kind == "call_wolves"
    table = until(table, "roll:attacker").answer(6, 1)
    assert table.runner.done
    assert wolves not in table.state.units


def test_spells_that_destroy_and_replace() -> None:
    """Lightning strikes a shown enemy on 5 or more; Charm Beast sends an Animal back."""
    table = until(fight("elves", "griffons dwarves", {"red": ["lightning"]}), "defender", "I Reveal").answer("u4")
    table = until(table, "attacker").answer(["spell:lightning:1"], [], 5)
    assert "martyr" in table.asked
    table.answer("nobody")
    assert "u4" not in table.state.units
    hands = {"red": ["charm_beast"]}
    table = until(fight("elves", "panther_folk dwarves", hands), "defender", "I Reveal").answer("u4")
    table = until(table, "attacker").answer(["spell:charm_beast:1"], [])
    assert table.state.battle is not None
    assert table.state.battle.defender.fights == "u5"


# ---- rulings of the roll


@pytest.mark.parametrize(
    ("rulings", "red", "blue", "role", "wanted"),
    [
        ({}, "centaurs elves elves", "dwarves", "attacker", 10),
        ({"archers": "best-archer"}, "centaurs elves elves", "dwarves", "attacker", 7),
        ({}, "centaurs elf_lord dwarflord", "dwarves", "attacker", 6),
        ({"generals": "one-general"}, "centaurs elf_lord dwarflord", "dwarves", "attacker", 5),
        ({"general_side": "literal"}, "centaurs", "dwarves dwarflord", "attacker", 5),
        ({}, "goblins", "dwarf_hall", "attacker", 4),
        ({"sites_living": "sites-apart"}, "goblins", "dwarf_hall", "attacker", 3),
        ({}, "knights", "storm_giants", "attacker", 8),
        ({"air": "air-flies"}, "knights", "storm_giants", "attacker", 6),
        ({}, "archmage_of_dawn", "barrow_lord", "attacker", 10),
        ({"types": "printed-only"}, "unicorn", "pit_demon", "attacker", 9),
    ],
)
def test_totals_by_reading(rulings: dict[str, str], red: str, blue: str, role: str, wanted: int) -> None:
    """A03, A04, A21, A27, A38, A48."""
    assert total(faced(red, blue, rulings=rulings), role).total == wanted


def test_several_values() -> None:
    """A49: two values of one ability add up, or the best one counts."""
    state = faced("dwarflord", "stone_giants")
    state.units["u1"].artifacts = ["giant_bane"]
    assert total(state, "attacker").total == 6 + 4 + 5
    state.rulings["several_values"] = "best"
    assert total(state, "attacker").total == 6 + 5


def test_a_printed_type_only() -> None:
    """A48: a Storm Giant is a Monster by what Giant implies, not by its entry."""
    raw = {"id": "x", "name": "x", "count": 1, "type": "Weapon", "owner": "Hero", "effects": ["Slay Monsters +2"]}
    assert facts.make_artifact(raw).abilities == {"slay monster": 2}
    giants = facts.HOUSE.chits["storm_giants"]
    assert "monster" in giants.types
    assert "monster" not in giants.printed


def test_who_may_send_the_last_archmagi_is_warned_before() -> None:
    """The option is of a kind of its own with more said beside it, and the advice is another one and against it."""
    state = world({"red": ["c4 archmage_of_dawn goblins"], "blue": ["c4 elves farm_militia", "e7 archmage_of_graves"]})
    asked = until(run(state, turn.fight("red")), "attacker", "I Reveal").questions
    found = {}
    for one in asked:
        assert isinstance(one.part, Ask)
        assert isinstance(one.part.form, Choose)
        found[one.seat] = [option.kind for option in one.part.form.options]
    assert found == {"red": [MORTAL, ""], "blue": ["", ""]}
    told = {one.seat: GUIDE.advice_for(one, "red") for one in asked}
    assert [one.against for one in told.values() if one is not None] == [True, False]


def test_whose_last_archmagi_fights_is_warned() -> None:
    """He alone, in the picture and beside going on: whether it is the last, nobody else knows."""
    state = world({"red": ["c4 archmage_of_dawn goblins"], "blue": ["c4 elves farm_militia", "e7 archmage_of_graves"]})
    table = until(run(state, turn.fight("red")), "roll:attacker")
    fought = combatant(table.state, "attacker")
    assert fought is not None
    panels = {
        seat: next(one for one in GAME.board(table.state, seat).panels if isinstance(one, BattlePanel))  # type: ignore[misc]
        for seat in ("red", "blue", "")
    }
    warned = {seat: len(panel.lines) for seat, panel in panels.items()}
    assert warned["red"] == warned["blue"] + (fought.kind == "archmage_of_dawn")
    assert warned["blue"] == warned[""]
    assert fought.kind == "archmage_of_dawn"


@pytest.mark.parametrize(("enemy", "wasted"), [("griffons", False), ("dwarves", True)])
def test_a_spell_that_would_do_nothing_is_offered_last_and_said_so(enemy: str, wasted: bool) -> None:
    """Gale is for those who fly; it may be cast, as another unit may still take the place of who fights."""
    state = faced("archmage_of_dawn", enemy)
    state.players["red"].spells = ["gale"]
    (offer,) = [one for one in battle.options(state, "attacker") if one.id.startswith("spell:")]
    assert offer.refusal is None
    assert offer.minor == wasted


@pytest.mark.parametrize(("turns", "active", "shown"), [
    ({"red": 0, "blue": 0, "green": 0}, "red", 1), ({"red": 1, "blue": 0, "green": 0}, "red", 1),
    ({"red": 3, "blue": 2, "green": 2}, "blue", 3), ({"red": 3, "blue": 3, "green": 2}, "blue", 3),
    ({"red": 3, "blue": 3, "green": 2}, "green", 3), ({"red": 3, "blue": 3, "green": 3}, "green", 3),
])  # fmt: skip
def test_the_number_of_a_turn_is_the_same_while_its_player_draws(
    turns: dict[str, int], active: str, shown: int
) -> None:
    """Whether his count has been raised already or not."""
    state = world(KINGS, seats=tuple(turns))
    state.active, state.phase = active, "Draw"
    for seat, n in turns.items():
        state.players[seat].turns = n
    assert board(state, "red").where.values["n"] == shown
