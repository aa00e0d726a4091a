"""Sentences are translated whole: nothing before a word that is filled in depends on that word."""

from __future__ import annotations

import pytest

from tools.nouns import spots, with_words, words_in

FITS = {
    "de": {
        ("die", "race"): "peoples are plurals, the same as subject and object",
        ("der", "race"): "the genitive of the same plurals",
        ("der", "table"): "tables of dice are feminine (Wachentafel, Eroberungstafel)",
    },
    "en": {
        ("a", "piece"): "the pieces of two bases all begin with a consonant",
    },
}
"""What may stand before a word all the same, and why it fits every word that can come."""


@pytest.mark.parametrize("language", FITS)
def test_nothing_before_a_word_depends_on_it(language: str) -> None:
    """No article, possessive or joined preposition before a placeholder for a word, but for those that fit all."""
    wrong = [spot for spot in spots(language) if (spot.before, spot.placeholder) not in FITS[language]]
    assert not wrong, "\n".join(f"{one.before} {{{one.placeholder}}}: {one.message}" for one in wrong)


def test_messages_with_words_are_listed_with_both_their_wordings() -> None:
    """The list for translators has hundreds of messages; each German one takes the same words."""
    listed = with_words()
    assert len(listed) > 300
    lost = [en for en, de in listed if de and set(words_in(en)) != set(words_in(de))]
    assert not lost
