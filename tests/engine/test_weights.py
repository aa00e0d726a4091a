"""Decks that stand for several stacks: their cards have weights."""

from __future__ import annotations

from random import Random

from companion.engine.core.effects import Card, Draw
from companion.engine.core.questions import Question, digest, sample
from companion.engine.core.text import t
from companion.odds.chance import ways

DECK = (Card("rare", t("Rare")), Card("usual", t("Usual"), 2, weight=4))
PART = Draw("table", "1", t("Draw."), DECK)


def test_the_app_draws_by_weight() -> None:
    """One of weight 1 against two of weight 4: it comes up once in nine times."""
    rng = Random(1)
    drawn = [sample(PART, rng)[0] for _ in range(9000)]
    assert 900 < drawn.count("rare") < 1100


def test_the_odds_know_the_same_chances() -> None:
    """The weights of all ways are those of the app's draws."""
    found = {way.answers[0][1][0]: way.weight for way in ways([Question("k", "k", PART)])}
    assert found == {"rare": 1, "usual": 8}


def test_weights_do_not_make_another_question() -> None:
    """What the table types from real stacks is the same question, whatever the chances are."""
    plain = Draw("table", "1", t("Draw."), (Card("rare", t("Rare")), Card("usual", t("Usual"), 2)))
    assert digest(plain) == digest(PART)


def test_several_cards_are_drawn_without_putting_back() -> None:
    """Nothing comes up more often than it is there."""
    for seed in range(50):
        part = Draw("table", "1", t("Draw."), DECK, 3)
        assert sorted(sample(part, Random(seed))) == ["rare", "usual", "usual"]
