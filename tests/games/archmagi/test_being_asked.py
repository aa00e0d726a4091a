"""Whether somebody is asked tells everybody something; so it must not hang on what he holds in secret."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import pytest

from companion.engine.core.effects import Ask, Draw
from companion.engine.core.forms import Choose, Confirm, Pick
from companion.engine.core.questions import Question
from companion.engine.core.text import t
from companion.games.archmagi.fights.battle import options
from companion.games.archmagi.fights.leaving import retreating
from companion.games.archmagi.fights.losses import choose_martyr
from companion.games.archmagi.fights.rolls import fight_of
from companion.games.archmagi.fights.sending import fighters_to_pick
from companion.games.archmagi.phases import turn
from companion.games.archmagi.picking import one_of_each, units_to_pick, which
from companion.games.archmagi.readers.board import battle_panel
from companion.games.archmagi.seen import known_kind
from companion.games.archmagi.state import ArchmagiState
from tests.games.archmagi.table import Table, run, world
from tests.games.archmagi.test_battle import KINGS, faced, fight, until

USEFUL = ["second_chance", "counterspell", "raise_dead", "firebolt"]
IDLE = ["haste", "gate", "walk_on_water", "true_sight"]


def plain(question: Question) -> Any:
    """The answer that does nothing: fight on, show nothing, go on, no spell, nobody, done."""
    part = question.part
    if isinstance(part, Draw):
        return [part.really()[0].id]
    if not isinstance(part, Ask):
        return [1 if part.about == "roll:attacker" else 6]
    match part.form:
        case Confirm():
            return True
        case Pick():
            return []
        case Choose(options=options):
            return options[0].id
    raise AssertionError(part)


def asked(table: Table, until: str) -> list[tuple[str, str, bool]]:
    """Who is asked in which section, one after the other, where all do nothing until a section comes up again."""
    found: list[tuple[str, str, bool]] = []
    while not table.runner.done:
        question = table.questions[0]
        if question.section == until and found:
            break
        found.append((question.seat, question.section, isinstance(question.part, Ask)))
        table.runner.answer(question.key, plain(question))
    return found


def battle(red: str, blue: str, spells: Sequence[str]) -> list[tuple[str, str, bool]]:
    """The questions of a round in which Red's first unit falls to Blue's."""
    return asked(fight(red, blue, {"red": list(spells), "blue": list(spells)}), "Victory")


def test_a_round_of_battle() -> None:
    """Helpers, spells before and after, Guards, Martyrs, what is cast at the end: asked alike, held or not."""
    rich = battle("goblins elves skeletons", "griffons city_watch farm_militia elves", USEFUL)
    poor = battle("goblins ents hill_giants", "griffons ents hill_giants steppe_riders", IDLE)
    assert rich == poor
    sections = [section for _seat, section, _ask in rich]
    assert {"I Reveal", "II Options", "III Roll", "IV Respite"} <= set(sections)
    assert sections.count("II Options") >= 3


def test_nobody_is_asked_for_what_all_can_see_he_has_not() -> None:
    """Without spells and with all units open there is nothing to ask but who fights on."""
    state = fight("goblins", "griffons").state
    state.fought, state.battle = [], None
    for unit in state.units.values():
        unit.face = unit.kind
    assert [one[1] for one in asked(run(state, turn.fight("red")), "")] == ["Victory", "III Roll", "III Roll"]


def phases(units: Mapping[str, Sequence[str]], reserve: list[str], spells: Sequence[str]) -> list[Any]:
    """The questions of a turn in which nothing is done."""
    state: ArchmagiState = world(units, banners={"c3": "red"}, terrain={"c3": "forest"})
    state.players["red"].reserve, state.players["red"].spells = reserve, list(spells)
    return asked(run(state, turn.turn("red")), "Draw")[:6]


def test_the_phases_of_a_turn() -> None:
    """Who could deploy, move or scout is asked in the same phases as who could not."""
    rich = phases({**KINGS, "red": ["b2 archmage_of_dawn", "d4 ranger ghouls griffons"]}, ["elves"], USEFUL)
    poor = phases({**KINGS, "red": ["b2 archmage_of_dawn", "d4 ents hill_giants dwarves"]}, ["knights"], IDLE)
    assert rich == poor


def test_who_cannot_deploy_anything_is_told_what_to_do_and_nobody_else_is() -> None:
    """Where all chits are refused, the way out says what they wait for; the question itself gives nothing away."""
    found = {}
    for reserve in (["goblins"], ["elves"]):
        units = {**KINGS, "red": ["c3 archmage_of_dawn"]}
        state = world(units, banners={"c3": "red"}, terrain={"c3": "forest", "d4": "mountain"})
        state.players["red"].reserve = reserve
        part = run(state, turn.deploy("red")).questions[0].part
        assert isinstance(part, Ask)
        assert isinstance(part.form, Choose)
        done = next(one for one in part.form.options if one.id == "done")
        refused = all(one.refusal for one in part.form.options if one.id != "done")
        found[reserve[0]] = (refused, done.detail is not None, str(part.prompt))
    assert found["goblins"][:2] == (True, True)
    assert found["elves"][:2] == (False, False)
    assert found["goblins"][2] == found["elves"][2]


def test_who_is_asked_for_nothing_reads_why() -> None:
    """Where `No spell` is all that can be said it says so; where there is a spell, nothing is added."""
    for hand, alone in ((["haste"], True), (["second_chance"], False)):
        table = until(fight("elves", "elves", {"red": hand, "blue": []}).answer(True), "roll:attacker").answer(6, 1)
        none = table.questions[0].part.form.options[0]  # type: ignore[union-attr]
        assert (none.id, bool(none.detail)) == ("none", alone)


def test_the_outlook_of_a_roll_ends_with_the_roll() -> None:
    """While both dice lie on the table the picture promises nothing about them."""
    table = until(fight("elves", "elves", {"red": ["second_chance"]}).answer(True), "roll:attacker")
    assert "%" in told(table)
    table.answer(6, 1)
    assert "%" not in told(table)


def told(table: Table) -> str:
    """The lines of the battle, as the open step sees it."""
    state: ArchmagiState = table.runner.working_state(table.questions[0].key)  # type: ignore[assignment]
    return " ".join(str(line) for line in battle_panel(state, "red").lines)


def has_one_answer(question: Question) -> bool:
    """Whether a question can be answered in one way only."""
    form = question.part.form if isinstance(question.part, Ask) else None
    free = [one for one in getattr(form, "options", ()) if one.refusal is None]
    return len(free) == 1 if isinstance(form, Choose) else isinstance(form, Pick) and not free


def test_a_bluff_leaves_no_choice_and_is_known_to_its_phone() -> None:
    """Where a question says that it is a bluff, a phone may answer it alone: never where anything can be decided."""
    found: dict[str, set[bool]] = {}
    for spells in (USEFUL, IDLE):
        table = fight("goblins elves skeletons", "griffons ents hill_giants steppe_riders",
                      {"red": list(spells), "blue": list(spells)})  # fmt: skip
        for _ in range(40):
            if table.runner.done:
                break
            question = table.questions[0]
            if isinstance(question.part, Ask):
                found.setdefault(question.rule.rpartition(".")[2], set()).add(question.part.bluff)
                assert question.part.bluff <= has_one_answer(question), question
            table.runner.answer(question.key, plain(question))
    assert found["tactics"] == {True, False}
    assert found["clash"] == {True, False}
    assert found["begin_round"] == {False}


def test_hidden_chits_of_a_battle_stand_as_one_with_their_number() -> None:
    """As many as everybody may count; their owner sees what each of them is."""
    table = fight("goblins", "griffons ents hill_giants steppe_riders", {"red": [], "blue": []})
    state: ArchmagiState = table.runner.working_state(table.questions[0].key)  # type: ignore[assignment]
    assert state.battle is not None
    there = [one for one in state.units.values() if (one.seat, one.place) == ("blue", state.battle.place)]
    hidden = sum(not one.face for one in there)
    seen = {seat: battle_panel(state, seat).sides[1].stacks for seat in ("red", "blue")}
    assert hidden > 1
    assert [one.count for one in seen["red"] if not one.kind] == [hidden]
    assert [one.count for one in seen["blue"]] == [None] * len(there)


def test_equal_units_are_one_choice_with_their_number() -> None:
    """Which of them fights is all the same; that they are equal shows only in what their player reads."""
    table = fight("goblins goblins goblins", "griffons").answer(True)
    (question,) = (one for one in table.questions if one.seat == "red")
    assert isinstance(question.part, Ask)
    assert isinstance(question.part.form, Choose)
    (only,) = question.part.form.options
    assert "3 ×" in str(only.label)


@pytest.mark.parametrize("how", ["shown", "scouted", "armed"])
def test_of_equal_units_the_one_that_others_know_best_stands_for_all(how: str) -> None:
    """Whoever is sent, dies or helps is shown: a chit that an enemy has seen gives nothing away, another one does."""
    state = faced("goblins", "dwarves dwarves dwarves", seats=("red", "blue", "green"))
    state.players["red"].scouted = {"u4" if how == "scouted" else "u3": "dwarves"}
    state.units["u4"].face = "" if how == "scouted" else "dwarves"
    if how == "armed":
        for name in ("u2", "u3", "u4"):
            state.units[name].face, state.units[name].artifacts = "dwarves", ["staff_of_stars"]
        state.units["u4"].bears = ["staff_of_stars"]
    assert [one.id for one in fighters_to_pick(state, ["u2", "u3", "u4"])] == ["u4"]
    assert [one.id for one in retreating(state).offers] == ["u4"]
    died = next(choose_martyr(state, "u2", "defender"))
    assert isinstance(died, Ask)
    assert isinstance(died.form, Choose)
    assert [one.id for one in died.form.options] == ["nobody", "u4"]
    fight_of(state).defender.helpers = []
    assert [one.id for one in options(state, "defender")] == ["u4", "u3"]


def test_who_sends_one_of_equal_units_shows_no_more_than_before() -> None:
    """Red has scouted one of two; once Blue fights with one of them Red still knows one of them only."""
    state = world({"red": ["c4 goblins"], "blue": ["c4 dwarves dwarves"]})
    state.players["red"].scouted = {"u3": "dwarves"}
    table = run(state, turn.fight("red"))
    until(table, "defender", "I Reveal").answer(table.open[0])
    units = table.state.units.items()
    assert [name for name, one in units if known_kind(table.state, "red", name, one)] == ["u1", "u3"]


def test_what_a_unit_has_beyond_its_chit_is_told_and_sets_it_apart() -> None:
    """Artifacts of own units; of enemies only those that all have seen."""
    state = world({"red": ["c4 elf_lord elf_lord"], "blue": ["c5 elf_lord elf_lord"]})
    state.units["u1"].artifacts = state.units["u3"].artifacts = ["staff_of_stars"]
    for own, n in ((["u1", "u2"], 2), (["u3", "u4"], 2)):
        found = one_of_each(state, units_to_pick(state, own))
        assert ["Staff of Stars" in str(one.detail) for one in found] == [True, False][:n]
    asked = next(which(state, "red", t("Which unit?"), ["u3", "u4"], "target"))
    assert "Staff" not in str(asked)
    state.units["u3"].bears = ["staff_of_stars"]
    assert "Staff" in str(next(which(state, "red", t("Which unit?"), ["u3", "u4"], "target")))
