"""Forms and questions: a sample always fits, garbage is always refused with a field, keys say what is asked."""

from __future__ import annotations

from random import Random
from typing import Any

import msgspec
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from msgspec import structs

from companion.engine.core.chances import Bands, Contest, Faces, Order, Parity, case_of, cases
from companion.engine.core.effects import Ask, Card, Draw, Part, Pool, Roll
from companion.engine.core.errors import Refusal, Refused, RuleError
from companion.engine.core.forms import AnyForm, Choose, Confirm, Counts, Field, Fields, Name, Number, Option, Pick, Row
from companion.engine.core.questions import digest, parse, sample
from companion.engine.core.text import Text, listed, t
from tests.engine.support import attempt

NO = Refusal("9.9", Text("Not today."))
ids = st.text("abcdef", min_size=1, max_size=4)
refusals = st.sampled_from([None, None, NO])
option_lists = st.lists(st.tuples(ids, refusals), min_size=1, max_size=5, unique_by=lambda pair: pair[0]).map(
    lambda pairs: tuple(Option(name, t(name), refusal) for name, refusal in pairs)
)


@st.composite
def picks(draw: st.DrawFn) -> Pick:
    some = draw(option_lists)
    open_ones = sum(option.refusal is None for option in some)
    least = draw(st.integers(0, open_ones))
    return Pick(some, least, draw(st.integers(least, 6)))


@st.composite
def count_forms(draw: st.DrawFn) -> Counts:
    rows = tuple(
        Row(option.id, option.label, draw(st.integers(0, 6)), draw(st.integers(0, 5)), option.refusal)
        for option in draw(option_lists)
    )
    least = draw(st.integers(0, 6))
    most = draw(st.none() | st.integers(least, 12))
    return Counts(rows, draw(st.none() | st.integers(0, 20)), "5.1", most, least)


def numbers() -> st.SearchStrategy[Number]:
    return st.tuples(st.integers(-9, 9), st.integers(0, 9)).map(lambda pair: Number(pair[0], pair[0] + pair[1]))


simple: st.SearchStrategy[AnyForm] = st.one_of(
    option_lists.map(Choose),
    picks(),
    refusals.map(lambda no: Confirm(refusal=no)),
    numbers(),
    count_forms(),
    st.builds(Name, st.lists(st.text("abc ", min_size=1, max_size=3).filter(str.strip).map(str.strip)).map(tuple)),
)
forms: st.SearchStrategy[AnyForm] = simple | st.lists(
    st.tuples(ids, simple), min_size=1, max_size=3, unique_by=lambda pair: pair[0]
).map(lambda pairs: Fields(tuple(Field(name, t(name), form) for name, form in pairs)))
garbage = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=6) | ids,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(ids | st.text(max_size=3), inner, max_size=4),
    max_leaves=8,
)


def sampled(form: AnyForm, seed: int) -> Any:
    try:
        return form.sample(Random(seed))
    except RuleError:
        return assume(False)


@given(forms, st.integers(0, 999))
def test_a_sample_is_always_allowed(form: AnyForm, seed: int) -> None:
    """What a form samples it accepts, also after a trip through JSON, and accepts again what it made of it."""
    value = sampled(form, seed)
    parsed = form.parse(msgspec.json.decode(msgspec.json.encode(value)))
    assert form.parse(parsed) == parsed
    assert msgspec.json.decode(msgspec.json.encode(parsed)) == parsed


@pytest.mark.slow
@given(forms, garbage)
def test_garbage_is_refused_or_checked(form: AnyForm, raw: Any) -> None:
    """Any data at all gives a plain value that the form accepts again, or a refusal that can be shown."""
    value, refusal = attempt(lambda: form.parse(raw))
    if refusal is not None:
        assert str(refusal)
        assert refusal.field
        return
    assert form.parse(value) == value
    msgspec.json.encode(value)


@given(count_forms(), garbage)
def test_counts_keep_every_limit(form: Counts, raw: Any) -> None:
    """What a form of counts accepts is within each row, the sum and the budget, and takes nothing greyed."""
    try:
        value = form.parse(raw if isinstance(raw, dict) else {})
    except Refused:
        return
    rows = {row.id: row for row in form.rows}
    assert all(0 < count <= rows[name].high and rows[name].refusal is None for name, count in value.items())
    assert form.least <= sum(value.values()) <= (form.most if form.most is not None else 99)
    if form.budget is not None and value:
        assert sum(count * rows[name].cost for name, count in value.items()) <= form.budget


REFUSED: list[tuple[AnyForm, Any, str, str]] = [
    (Choose((Option("a", t("A")),)), "b", "choice", ""),
    (Choose((Option("a", t("A"), NO),)), "a", "choice", "9.9"),
    (Choose((Option("0", t("A")),)), 0, "choice", ""),
    (Pick((Option("a", t("A")),)), "a", "choice", ""),
    (Pick((Option("a", t("A")),)), ["a", "a"], "choice", ""),
    (Pick((Option("a", t("A")),), 1, 1), [], "choice", ""),
    (Pick((Option("a", t("A"), NO),)), ["a"], "choice", "9.9"),
    (Confirm(), "maybe", "choice", ""),
    (Confirm(), 1, "choice", ""),
    (Confirm(refusal=NO), True, "choice", "9.9"),
    (Number(0, 5), 6, "number", ""),
    (Number(0, 5), True, "number", ""),
    (Number(0, 5), 2.0, "number", ""),
    (Number(0, 5), "9" * 5000, "number", ""),
    (Counts((Row("a", t("A"), 3, 2),), 5, "5.1"), {"a": 3}, "counts", "5.1"),
    (Counts((Row("a", t("A"), 3, 2),), 5, "5.1"), {"a": 4}, "a", "5.1"),
    (Counts((Row("a", t("A"), 3, 2, NO),)), {"a": 1}, "a", "9.9"),
    (Counts((Row("a", t("A")),)), {"b": 1}, "counts", ""),
    (Counts((Row("a", t("A")),), most=2), {"a": 3}, "counts", ""),
    (Counts((Row("a", t("A")),), least=2), {"a": 1}, "counts", ""),
    (Counts((Row("a", t("A")),)), {"a": -1}, "a", ""),
    (Fields((Field("x", t("X"), Number(0, 5)),)), {}, "x", ""),
    (Fields((Field("x", t("X"), Number(0, 5)),)), {"x": 9}, "x.number", ""),
    (Fields((Field("x", t("X"), Number(0, 5)),)), {"x": 1, "y": 1}, "fields", ""),
]


@pytest.mark.parametrize(("form", "raw", "field", "section"), REFUSED)
def test_refusals_name_field_and_section(form: AnyForm, raw: Any, field: str, section: str) -> None:
    """Each kind of wrong answer is refused with the field and the section that forbids it."""
    with pytest.raises(Refused) as caught:
        form.parse(raw)
    assert (caught.value.refusal.field, caught.value.refusal.section) == (field, section)
    assert str(caught.value.refusal.reason)


IMPOSSIBLE: list[AnyForm] = [
    Choose(()),
    Choose((Option("a", t("A"), NO),)),
    Pick((Option("a", t("A"), NO),), 1),
    Number(3, 2),
    Counts((Row("a", t("A"), 2),), least=3),
    Counts((Row("a", t("A"), 9, 2),), 5, least=3),
]


@pytest.mark.parametrize("form", IMPOSSIBLE)
def test_a_form_without_any_answer_is_a_fault_of_the_rules(form: AnyForm) -> None:
    """The random player must not hang on it: sampling raises RuleError."""
    with pytest.raises(RuleError):
        form.sample(Random(1))


def test_a_name_loses_needless_spaces() -> None:
    """Two people who type the same place mean the same place."""
    assert Name().parse("  North   Cape ") == "North Cape"


@pytest.mark.parametrize("raw", ["", "  ", "x" * 41, "{who}", "a/b", "<b>", "a\x00b", 7, None])
def test_what_is_no_name_is_refused(raw: Any) -> None:
    """Names stand in texts, paths and pages: nothing comes in that means something there."""
    with pytest.raises(Refused) as refused:
        Name().parse(raw)
    assert refused.value.refusal.field == "name"


def test_blank_counts_are_zero() -> None:
    """A line left empty on the page counts 0."""
    assert Counts((Row("a", t("A")), Row("b", t("B")))).parse({"b": "2", "a": ""}) == {"b": 2}


# ---- parts

PARTS: list[Part] = [
    Ask("ann", "1", t("Number"), Number(0, 3)),
    Roll("ann", "1", t("Roll"), (6, 20)),
    Pool("ann", "1", t("Pool"), 5, 6, 4),
    Draw("ann", "1", t("Draw"), (Card("a", t("A"), 2), Card("b", t("B"))), 2),
    Draw("ann", "1", t("Draw"), (Card("a", t("A")),), 3),
]


@given(st.sampled_from(PARTS), st.integers(0, 999), garbage)
def test_parts_sample_and_refuse(part: Part, seed: int, raw: Any) -> None:
    """Dice, pools and draws accept what they sample; anything else is refused with a field or in range."""
    value = sample(part, Random(seed))
    assert parse(part, value) == value
    parsed, refusal = attempt(lambda: parse(part, raw))
    if refusal is not None:
        assert refusal.field
    else:
        assert parse(part, parsed) == parsed


@pytest.mark.parametrize(
    ("part", "raw"),
    [
        (PARTS[1], [3]),
        (PARTS[1], [7, 1]),
        (PARTS[1], [0, 1]),
        (PARTS[1], 3),
        (PARTS[2], 6),
        (PARTS[2], -1),
        (PARTS[3], ["a"]),
        (PARTS[3], ["b", "b"]),
        (PARTS[3], ["a", "c"]),
        (PARTS[3], ["a", ["b"]]),
        (PARTS[4], ["a", "a"]),
    ],
)
def test_impossible_dice_and_draws_are_refused(part: Part, raw: Any) -> None:
    """Too few dice, faces a die does not have, more successes than dice, cards that are not there."""
    with pytest.raises(Refused):
        parse(part, raw)


HELD = Draw("ann", "1", t("Draw"), (Card("a", t("A"), 2), Card("b", t("B"), 1)), 1, there={"a": 1})


@given(st.integers(0, 999))
def test_what_others_hold_in_secret_does_not_come_up(seed: int) -> None:
    """The page offers what may lie there; the app draws what does, and nothing else can be typed in."""
    assert sample(HELD, Random(seed)) == ["a"]
    with pytest.raises(Refused):
        parse(HELD, ["b"])


@pytest.mark.parametrize(("drawn", "there"), [(["a", "a"], 1), (["b", "a"], 0)])
def test_a_card_that_cannot_have_been_drawn_is_called_by_its_name(drawn: list[str], there: int) -> None:
    """Not by its id, and not the others: one chosen twice, and one of several that is not there."""
    held = structs.replace(HELD, count=2, deck=(Card("a", t("Ash")), Card("b", t("Birch"))), there={"a": 1})
    with pytest.raises(Refused) as refused:
        parse(held, drawn)
    assert refused.value.text.values["card"] == (t("Ash") if there else t("Birch"))
    assert refused.value.text.values.get("n", 0) == there


def test_what_others_hold_does_not_show_in_a_question() -> None:
    """Its key is the same whatever they hold."""
    assert digest(HELD) == digest(structs.replace(HELD, there={"b": 1}))


def test_a_single_die_may_be_a_number() -> None:
    """People type 15, not a list."""
    assert parse(Roll("ann", "1", t("Roll")), "15") == [15]


def test_the_digest_says_what_is_asked() -> None:
    """Other words, limits or costs leave a question what it is; another seat, section, subject or form does not."""
    ask = Ask("ann", "1", t("How many?"), Number(0, 3))
    same = [
        Ask("ann", "1", t("Combien?"), Number(0, 3)),
        Ask("ann", "1", t("How many?"), Number(0, 99, 7)),
        Ask("ann", "1", t("How many?"), Number(0, 3), observation=True),
    ]
    others: list[Part] = [
        Ask("bob", "1", t("How many?"), Number(0, 3)),
        Ask("ann", "2", t("How many?"), Number(0, 3)),
        Ask("ann", "1", t("How many?"), Number(0, 3), about="hero:1"),
        Ask("ann", "1", t("How many?"), Confirm()),
        Roll("ann", "1", t("How many?"), (3,)),
        Roll("ann", "1", t("How many?"), (6,)),
        Roll("ann", "1", t("How many?"), (6, 6)),
        Roll("ann", "1", t("How many?"), (6,), Bands((2,))),
        Roll("ann", "1", t("How many?"), (6,), Bands((3,))),
        Pool("ann", "1", t("How many?"), 3),
        Pool("ann", "1", t("How many?"), 4),
        Draw("ann", "1", t("How many?"), (Card("a", t("A")),)),
        Draw("ann", "1", t("How many?"), (Card("b", t("A")),)),
    ]
    assert {digest(one) for one in same} == {digest(ask)}
    assert len({digest(one) for one in [ask, *others]}) == 1 + len(others)
    one = Counts((Row("a", t("A"), 3, 1),), 5)
    two = Counts((Row("a", t("Other"), 9, 2),), 9, "5", 4, 1)
    assert digest(Ask("ann", "1", t(""), one)) == digest(Ask("ann", "1", t(""), two))


# ---- chances


@given(
    st.lists(st.integers(1, 8), min_size=2, max_size=2),
    st.sampled_from([Faces(), Bands((4, 9)), Contest(2), Contest(-1, True), Parity(), Order()]),
)
def test_cases_partition_all_results(sides: list[int], classes: Any) -> None:
    """Weights add up to all raw results, each representative is of its own case, and counting finds the same."""
    found = cases(tuple(sides), classes)
    assert sum(case.weight for case in found) == sides[0] * sides[1]
    names = [case_of(case.dice, classes) for case in found]
    assert len(set(names)) == len(names)
    raw = [case_of((a, b), classes) for a in range(1, sides[0] + 1) for b in range(1, sides[1] + 1)]
    assert {name: raw.count(name) for name in names} == {n: c.weight for n, c in zip(names, found, strict=True)}


def test_a_contest_of_d20_has_three_cases() -> None:
    """400 raw results, three outcomes; with ties lost, two."""
    assert sorted(case.weight for case in cases((20, 20), Contest())) == [20, 190, 190]
    assert sorted(case.weight for case in cases((20, 20), Contest(0, ties_lose=True))) == [190, 210]


# ---- texts


def test_texts_are_translated_inside_out() -> None:
    """A message and the texts inside it are translated; numbers and names are not."""
    words = {"{who} takes {what}.": "{who} nimmt {what}.", "a lamp": "eine Lampe"}
    text = t("{who} takes {what}.", who="ann", what=t("a lamp"))
    assert text.show(lambda message: words.get(message, message)) == "ann nimmt eine Lampe."
    assert str(text) == "ann takes a lamp."


def test_braces_in_values_are_harmless() -> None:
    """What people typed is never taken for a message."""
    assert str(t("{name} is here", name="{who} {0} {")) == "{who} {0} { is here"
    assert str(Text("no values {here}")) == "no values {here}"
    assert str(listed(["{a}", "b"])) == "{a}, b"
