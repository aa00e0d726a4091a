"""What ticks add up to before anything is shown: the same as what counts once it is."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import pytest

from companion.engine.core.effects import Ask
from companion.engine.core.forms import Pick
from companion.engine.core.options import Tally
from companion.games.archmagi.fights.battle import battle, conclude
from companion.games.archmagi.fights.rolls import total
from companion.games.archmagi.readers.board import battle_panel
from companion.games.archmagi.state import Battle, Force
from tests.games.archmagi.table import Table, run, world

UNITS = {"red": ("c4 storm_giants elves elves elf_lord ranger archmage_of_thorns",), "blue": ("c4 goblins dwarves",)}
SPELLS = ("stoneskin", "stoneskin", "wither")


def asked(units: Mapping[str, Sequence[str]], spells: Sequence[str] = SPELLS, **rulings: str) -> tuple[Table, Pick]:
    """A battle in which Red chooses what to show, and his form."""
    state = world(units, rulings=rulings)
    state.battle = Battle("c4", Force(["red"]), Force(["blue"]))
    state.players["red"].spells = list(spells)
    table = run(state, battle())
    table.answer(True, "u1", next(name for name, one in state.units.items() if one.seat == "blue"))
    part = table.questions[0].part
    assert isinstance(part, Ask)
    assert isinstance(part.form, Pick)
    return table, part.form


def added(tally: Tally, ticks: Sequence[str]) -> tuple[int, int]:
    """What fields.js makes of these ticks."""
    own, foe, once = tally.own, tally.foe, dict[str, tuple[int, int]]()
    for share in (one for tick in ticks for one in tally.of(tick) if not set(one.unless) & set(ticks)):
        was = once.get(share.once, (0, 0))
        if share.once in once and was[0] - was[1] >= share.own - share.foe:
            continue
        own, foe = own + share.own - was[0], foe + share.foe - was[1]
        if share.once:
            once[share.once] = (share.own, share.foe)
    return own, foe


@pytest.mark.rule("ARC-021")
@pytest.mark.parametrize(
    "rulings", [{}, {"archers": "best-archer"}, {"generals": "one-general"}, {"general_side": "literal"}]
)
@pytest.mark.parametrize("ticks", [
    (), ("u2",), ("u2", "u3", "u4", "u5"), ("u5", "spell:stoneskin:1"), ("u6", "spell:stoneskin:1", "spell:wither:1"),
    ("spell:stoneskin:1", "spell:stoneskin:2"), ("u2", "u4", "spell:wither:1"),
])  # fmt: skip
def test_the_tally_is_what_counts_then(rulings: dict[str, str], ticks: tuple[str, ...]) -> None:
    """Helpers, spells, and the caster that a spell brings along."""
    table, form = asked(UNITS, **rulings)
    assert form.tally is not None
    known = {one.id for one in form.options}
    assert set(ticks) <= known, (ticks, known)
    told = added(form.tally, ticks)
    table.answer(list(ticks))
    while table.asked[0] in ("attacker", "defender", "answer"):
        table.answer([] if table.asked[0] == "defender" else "none")
    assert tuple(total(table.state, role).total for role in ("attacker", "defender")) == told


def test_equal_units_are_told_apart_by_what_others_know_of_them() -> None:
    """Of two Elves one has been seen: its row says so, as it gives nothing away."""
    state = world(UNITS)
    state.units["u3"].face = "elves"
    state.battle = Battle("c4", Force(["red"]), Force(["blue"]))
    table = run(state, battle())
    table.answer(True, "u1", "u7")
    form = table.questions[0].part.form  # type: ignore[union-attr]
    told = {one.id: str(one.detail) for one in form.options}  # type: ignore[union-attr]
    assert told["u2"] != told["u3"]


def test_a_loaded_ship_is_another_choice_than_an_empty_one() -> None:
    """Which of two ships fights decides over those aboard."""
    state = world({"red": ["a2 corsairs corsairs dwarves"], "blue": ["a2 river_nixies"]})
    state.units["u3"].aboard = "u1"
    state.battle = Battle("a2", Force(["red"]), Force(["blue"]))
    table = run(state, battle())
    table.answer(True)
    form = table.questions[0].part.form  # type: ignore[union-attr]
    assert {"u1", "u2"} <= {one.id for one in form.options}  # type: ignore[union-attr]


def test_a_fight_that_is_called_off_tells_who_was_lost_and_who_won_the_roll() -> None:
    """The card of the fight marks the winner of the roll; the last line names the losses."""
    state = world({"red": ("c4 storm_giants dwarves",), "blue": ("c4 goblins elves",)})
    state.battle = Battle("c4", Force(["red"]), Force(["blue"]))
    for unit in state.units.values():
        unit.face = unit.kind
    table = run(state, battle())
    table.answer(True, "u1", "u3")
    while table.asked[0] != "on":
        options = {"attacker": [], "defender": [], "act": "pass", "roll:attacker": [6], "roll:defender": [1]}
        table.answer(options.get(table.asked[0], "none"))
    one, other = (side.chance for side in battle_panel(table.state, "red").sides)
    assert one
    assert other
    assert str(one) != str(other)
    table.answer(False)
    assert [note for note in table.runner.notes if note.kind == "off" and "Goblins" in str(note.text)]


@pytest.mark.parametrize("ticks", [
    ("u3", "spell:bless:1", "spell:call_wolves:1"), ("spell:bless:1", "spell:call_wolves:1"),
    ("spell:call_wolves:1", "spell:firebolt:1"), ("spell:bless:1", "spell:firebolt:1"),
])  # fmt: skip
def test_two_spells_that_need_different_casters_bring_both(ticks: tuple[str, ...]) -> None:
    """Strong spells need a Mage: Elves that cast the other one do not spare him, and nobody counts twice."""
    units = {"red": ("c4 storm_giants elf_lord elves",), "blue": ("c4 goblins dwarves",)}
    table, form = asked(units, ("bless", "call_wolves", "firebolt"), casters="mage-only-high")
    assert form.tally is not None
    assert set(ticks) <= {one.id for one in form.options}
    told = added(form.tally, ticks)
    table.answer(list(ticks))
    while table.asked[0] in ("attacker", "defender", "answer", "summoned"):
        table.answer({"defender": [], "summoned": False}.get(table.asked[0], "none"))
    assert tuple(total(table.state, role).total for role in ("attacker", "defender")) == told


def test_the_result_names_all_losses_and_who_holds_the_hex() -> None:
    """Not only what fell in the last round."""
    state = world({"red": ("c4 griffons",)})
    state.battle = Battle("c4", Force(["red"]), Force(["blue"], lost=["elves", "ents"]), over="attacker")
    table = run(state, conclude())
    words = next(str(note.text) for note in table.runner.notes if note.kind == "won")
    assert all(one in words for one in ("Elves", "Ents", "C4"))


def test_who_is_ahead_is_marked_while_a_spell_may_change_the_roll() -> None:
    """The roll is not over, and the higher total stands out already."""
    state = world({"red": ("c4 griffons",), "blue": ("c4 goblins",)})
    for unit in state.units.values():
        unit.face = unit.kind
    state.battle = Battle("c4", Force(["red"], "u1"), Force(["blue"], "u2"), dice=[6, 1])
    ahead, behind = (side.chance for side in battle_panel(state, "red").sides)
    assert ahead is not None
    assert str(ahead) != str(behind)
    state.battle.dice = []
    assert battle_panel(state, "red").sides[0].chance is None
