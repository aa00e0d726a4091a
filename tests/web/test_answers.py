"""Answers: from posted fields to raw answers and back, for every kind of question."""

from __future__ import annotations

from contextlib import suppress
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from werkzeug.datastructures import MultiDict

from companion.engine.core.effects import Ask, Card, Draw, Part, Pool, Roll
from companion.engine.core.errors import Refused
from companion.engine.core.forms import Choose, Confirm, Counts, Field, Fields, Name, Number, Pick, Row, options
from companion.engine.core.questions import parse, sample
from companion.engine.core.text import t
from companion.web.play.answers import decode, encode, form_words, typed_again, words

ABC = options(("a", t("Axe")), ("b", t("Bow")), ("c", t("Club")))
COUNTS = Counts((Row("x", t("Level 1"), 9, 1), Row("y z", t("Level 2"), 4, 2)), budget=12)
INNER = Fields((Field("one", t("One"), Pick(ABC)), Field("two", t("Two"), Confirm())))
FORMS = (
    Choose(ABC), Pick(ABC, 1, 2), Confirm(), Number(-3, 40), COUNTS,
    Fields((Field("deep", t("Deep"), INNER), Field("n", t("N"), Number(0, 9)), Field("c", t("C"), COUNTS),
            Field("at", t("At"), Name()))),
)  # fmt: skip
DECK = (Card("joker", t("Joker"), 2), Card("judge", t("Judge")))
PARTS: tuple[Part, ...] = (
    *(Ask("s", "1", t("?"), form) for form in FORMS),
    Roll("s", "1", t("?"), (20,)), Roll("s", "1", t("?"), (6, 6, 100)), Pool("s", "1", t("?"), 5),
    Draw("s", "1", t("?"), DECK, 2),
)  # fmt: skip

NAMES = ("choice", "number", "count.x", "count.y z", "die.0", "die.1", "card", "f.deep.f.one.choice", "f.n.number",
         "name", "x")  # fmt: skip


@pytest.mark.parametrize("part", PARTS, ids=lambda part: type(part).__name__)
@given(seed=st.integers(0, 10_000))
def test_what_is_typed_in_is_what_the_engine_gets(part: Part, seed: int) -> None:
    """Every legal answer survives its way through the fields of a page."""
    value = parse(part, sample(part, Random(seed)))
    raw, source = decode(part, MultiDict(encode(part, value)))
    assert parse(part, raw) == value
    assert source == "typed"


@pytest.mark.parametrize("part", PARTS, ids=lambda part: type(part).__name__)
@given(
    posted=st.dictionaries(st.sampled_from(NAMES), st.lists(st.text(max_size=8), min_size=1, max_size=3), max_size=6)
)
def test_no_posted_field_breaks_anything(part: Part, posted: dict[str, list[str]]) -> None:
    """Any fields give an answer or a refusal, never another error."""
    raw, _ = decode(part, MultiDict(posted))
    with suppress(Refused):
        parse(part, raw)


@pytest.mark.parametrize("part", PARTS[-4:], ids=lambda part: type(part).__name__)
def test_the_app_rolls_fairly_and_says_that_it_did(part: Part) -> None:
    """`roll=app` gives a legal result with its source, whatever else was typed."""
    raw, source = decode(part, MultiDict({"roll": "app", "die.0": "20"}), Random(1))
    assert parse(part, raw) == sample(part, Random(1))
    assert source == ("drawn" if isinstance(part, Draw) else "rolled")


def test_a_decision_is_never_made_by_the_app() -> None:
    """`roll=app` means nothing where nobody rolls."""
    assert decode(PARTS[0], MultiDict({"roll": "app", "choice": "b"})) == ("b", "typed")


def test_answers_are_put_into_the_words_of_their_question() -> None:
    """People read labels, never ids."""
    assert str(words(PARTS[0], "b")) == "Bow"
    assert str(words(PARTS[1], ["a", "c"])) == "Axe, Club"
    assert str(words(PARTS[1], [])) == "None"
    assert str(words(PARTS[2], True)) == "Yes"
    assert str(words(PARTS[4], {"x": 3, "y z": 1})) == "3 × Level 1, 1 × Level 2"
    assert str(words(PARTS[7], [3, 4, 90])) == "3 + 4 + 90"
    assert str(words(PARTS[9], ["joker", "judge"])) == "Joker, Judge"


def test_a_brace_in_an_old_answer_is_shown_as_it_is() -> None:
    """Labels that are no longer known fall back to the id, whatever it holds."""
    assert str(words(PARTS[0], "{gone}")) == "{gone}"


def test_tokens_are_not_kept_with_what_was_typed() -> None:
    """What goes back into a refused form is only what the person typed."""
    kept = typed_again(MultiDict([("csrf", "x"), ("post", "y"), ("key", "z"), ("card", "a"), ("card", "b")]))
    assert kept == {"card": ["a", "b"]}


def test_a_form_sent_as_it_was_shown_is_told_in_its_own_sentence() -> None:
    """Nobody reads a list of fields that nobody has touched; a touched one is told field by field."""
    usual = t("Usual: ten tiles.")
    form = Fields(
        (Field("n", t("Tiles"), Number(1, 20, 10)), Field("m", t("Map"), Choose(options(("a", t("A")))))), usual
    )
    assert form_words(form, {"n": 10, "m": "a"}) == usual
    assert form_words(form, {"n": 11, "m": "a"}) != usual


@pytest.mark.parametrize(("posted", "given"), [
    ({"f.at.name": "Orl", "sent": "b|c"}, {"at": "Orl", "what": "b", "where": "c"}),
    ({"f.at.name": "Orl", "f.what.choice": "b", "f.where.choice": "c"}, {"at": "Orl", "what": "b", "where": "c"}),
    ({"sent": "a"}, {"at": "", "what": "a", "where": ""}),
    ({"f.at.name": "Orl", "sent": "b|c|a|"}, {"at": "Orl", "what": "b", "where": "c"}),
    ({"f.at.name": "Orl", "sent": ""}, {"at": "Orl", "what": "", "where": ""}),
])  # fmt: skip
def test_one_button_may_send_two_choices(posted: dict[str, str], given: dict[str, str]) -> None:
    """As well as if both had been chosen by themselves; anything else in it is refused as such."""
    form = Fields((Field("at", t("At"), Name()), Field("what", t("What"), Choose(ABC)),
                   Field("where", t("Where"), Choose(ABC))), sent_by=("what", "where"))  # fmt: skip
    part = Ask("s", "1", t("?"), form)
    answer, _source = decode(part, MultiDict(posted))
    assert answer == given
    if not all(given.values()):
        with pytest.raises(Refused):
            parse(part, answer)
    elif len(posted) == 2 and posted["sent"].count("|") == 1:
        assert parse(part, answer) == given


@pytest.mark.parametrize(
    ("fields", "cards"),
    [
        ({"count.joker": "2", "count.judge": ""}, ["joker", "joker"]),
        ({"count.judge": "1", "count.joker": " 1 "}, ["joker", "judge"]),
        ({"count.joker": "x", "count.judge": "-1"}, []),
        ({"count.joker": "9" * 5000}, ["joker"] * 3),
    ],
)
def test_cards_are_named_or_counted(fields: dict[str, str], cards: list[str]) -> None:
    """What a page counts of each card is so many cards; more than can be drawn is one too many, which is refused."""
    assert decode(PARTS[-1], MultiDict(fields)) == (cards, "typed")
