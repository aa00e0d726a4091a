"""What chits say: effects of spells in words, the same wherever a spell is chosen, read and told."""

from __future__ import annotations

import pytest

from companion.games.archmagi import facts
from companion.games.archmagi.sheet import lists_of
from companion.games.archmagi.wording import does

SPELLS = lists_of({}).spells


@pytest.mark.parametrize("name", SPELLS)
def test_a_spell_says_what_it_does(name: str) -> None:
    """In words of its own, with its number, and not as the entry of the lists abbreviates it."""
    spell, said = SPELLS[name], str(does(SPELLS[name]))
    assert said != spell.words
    assert not spell.value or str(abs(spell.value)) in said


def test_every_effect_has_words() -> None:
    """Also those that only an owner's lists have."""
    assert {key.partition(":")[0] for key in facts.TERMS.effect} == set(facts.EFFECTS)
