"""What chits say: effects of spells in words, the same wherever a spell is chosen, read and told."""

from __future__ import annotations

import pytest

from companion.engine.game.reference import rows_at, rules_of
from companion.games.archmagi import GAME, facts
from companion.games.archmagi.readers.board import board
from companion.games.archmagi.readers.guide import ABILITIES, aids, stages
from companion.games.archmagi.sheet import lists_of
from companion.games.archmagi.wording import does, says
from tests.games.archmagi.table import world

SPELLS = lists_of({}).spells


@pytest.mark.parametrize("name", SPELLS)
def test_a_spell_says_what_it_does(name: str) -> None:
    """In words of its own, with its number, and not as the entry of the lists abbreviates it."""
    spell, said = SPELLS[name], str(does(SPELLS[name]))
    assert said != spell.words
    assert not spell.value or str(abs(spell.value)) in said


def test_a_spell_says_what_it_needs_its_own_unit_to_be() -> None:
    """As one that is cast on the enemy says whom it works against."""
    state = world({})
    for name, spell in SPELLS.items():
        assert all(word.title() in str(says(state, "spell", name)) for word in spell.need), name


def test_what_a_chit_says_of_the_die_begins_alike() -> None:
    """An artifact beside its name as a unit does: with a capital letter."""
    state = world({})
    for name in lists_of({}).artifacts:
        assert str(says(state, "artifact", name))[0].isupper()


def test_every_effect_has_words() -> None:
    """Also those that only an owner's lists have."""
    assert {key.partition(":")[0] for key in facts.TERMS.effect} == set(facts.EFFECTS)


def test_the_aid_tells_what_only_artifacts_give() -> None:
    """Every word that stands on a chit of an artifact is found among the abilities, but that of the die itself."""
    words = [str(name) for name, _words in ABILITIES]
    assert all(any(one.title() in word for word in words) for one in facts.TERMS.gear if one != "brm")


def test_what_is_empty_has_no_panel() -> None:
    """Before anybody has a stack there is none to list."""
    cases: list[tuple[dict[str, list[str]], set[str]]] = [
        ({}, set()),
        ({"red": ["c4 elves"]}, {"stacks"}),
        ({"blue": ["c4 elves"]}, {"others"}),
    ]
    for units, listed in cases:
        panels = {one.id for one in board(world(units), "red").panels}
        assert panels & {"stacks", "others"} == listed


def test_whatever_is_asked_and_told_has_rules_below_it() -> None:
    """A section that a step, a phase of the turn or a part of the aid names is one of the rules."""
    state = world({})
    named = {section for code in rules_of(GAME) for section in code.sections}
    named |= {one.section for one in (*stages(state), *aids(state)) if one.section}
    assert [one for one in sorted(named) if not rows_at(GAME, one)] == []


def test_the_aid_says_how_many_units_a_hex_holds_where_there_is_a_limit() -> None:
    """By the reading of the match."""
    told = [
        next(one for one in aids(world({}, rulings={"stack_limit": limit})) if one.section == "Move")
        for limit in ("ten", "no-limit")
    ]
    assert len(told[0].lines) == len(told[1].lines) + 1
