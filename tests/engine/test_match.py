"""Live matches: posts count once, are refused whole, and can be taken back to any depth."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.engine.core.asking import note, roll
from companion.engine.core.effects import Rule
from companion.engine.core.errors import Refused, RuleError
from companion.engine.core.questions import sample
from companion.engine.core.text import t
from companion.engine.game.record import begin
from companion.engine.match.ledger import Entry, MemoryLedger
from companion.engine.match.live import Match, NotOpen, Stamp
from tests.engine import toy
from tests.engine.support import advance_match, lengths, new_match, play_to, rule_changed, seeds


def _look(match: Match) -> tuple[Any, ...]:
    """All that a refused post must leave alone."""
    return match.save_text(), match.tip, match.ledger.last(), list(match.runner.notes), match.questions()


# ---- undo


@pytest.mark.slow
@given(seeds, lengths, st.data())
def test_undo_gives_exactly_the_match_before(seed: int, steps: int, data: st.DataObject) -> None:
    """Undo to any entry: the save is byte for byte the one before it, and the same answers lead on as they did."""
    rng = Random(seed)
    match = new_match(rng)
    advance_match(match, rng, steps)
    answers = [entry for entry in match.line() if entry.kind == "answer"]
    if not answers:
        return
    whole = match.save_text()
    target = data.draw(st.sampled_from(answers))
    match.undo(target.n, Stamp("ann"))
    assert match.save_text() == target.before
    assert [entry.n for entry in match.line()] == list(range(1, target.n))
    for entry in answers:
        if entry.n >= target.n:
            again = match.answer(entry.key, entry.value, Stamp(entry.by))
            assert again.notes == entry.notes
    assert match.save_text() == whole


@given(seeds, lengths, st.lists(st.integers(1, 4), max_size=6))
def test_undo_and_redo_any_number_of_times(seed: int, steps: int, depths: list[int]) -> None:
    """Every undo can be put back, one after the other, until the match is where it was."""
    rng = Random(seed)
    match = new_match(rng)
    advance_match(match, rng, steps)
    looks = [(match.save_text(), match.tip)]
    for depth in depths:
        line = match.line()
        if not line or line[max(0, len(line) - depth)].kind == "start":
            break
        match.undo(line[max(0, len(line) - depth)].n, Stamp("ann"))
        looks.append((match.save_text(), match.tip))
    for look in looks[-2::-1]:
        match.redo(Stamp("ann"))
        assert (match.save_text(), match.tip) == look
    with pytest.raises(Refused):
        match.redo(Stamp("ann"))


def test_redo_ends_when_something_else_happened() -> None:
    """After an undo and a new answer there is nothing to put back."""
    rng = Random(2)
    match = new_match(rng)
    advance_match(match, rng, 4)
    match.undo(match.tip, Stamp("ann"))
    advance_match(match, rng, 1)
    before = _look(match)
    with pytest.raises(Refused, match="nothing to put back"):
        match.redo(Stamp("ann"))
    assert _look(match) == before


def test_what_was_taken_back_cannot_be_taken_back_again() -> None:
    """Undo names an entry of the live line; others are refused and nothing changes."""
    rng = Random(2)
    match = new_match(rng)
    advance_match(match, rng, 6)
    gone = match.tip
    match.undo(gone, Stamp("ann"))
    for n in (gone, 99, 0, -1):
        before = _look(match)
        with pytest.raises(Refused):
            match.undo(n, Stamp("ann"))
        assert _look(match) == before


def test_one_may_take_back_the_own_last_answer_alone() -> None:
    """Nobody need agree to the own last decision; to an app's roll or to another seat's answer the others must."""
    match = Match.start(toy.GAME, begin(toy.GAME, ["ann", "bob"], {}, {}), MemoryLedger(), Stamp("host"))
    first = match.questions()[0]
    own = match.answer(first.key, {"gold": 3, "banner": True}, Stamp(first.seat))
    assert match.concerned(own.n, first.seat) == []
    other = match.questions()[0]
    match.answer(other.key, {"gold": 3, "banner": True}, Stamp(other.seat))
    assert match.concerned(own.n, first.seat) == [other.seat]
    draw = match.questions()[0]
    drawn = match.answer(draw.key, ["joker", "judge"], Stamp(draw.seat), "drawn")
    assert match.concerned(drawn.n, draw.seat) == [other.seat]


# ---- posts


@given(seeds, lengths)
def test_a_post_counts_once(seed: int, steps: int) -> None:
    """The same idempotency key again gives the first entry and changes nothing, whatever the post says."""
    rng = Random(seed)
    match = new_match(rng)
    advance_match(match, rng, steps)
    if match.runner.done:
        return
    question = rng.choice(match.questions())
    stamp = Stamp(question.seat, post="p1")
    try:
        entry = match.answer(question.key, sample(question.part, rng), stamp)
    except Refused:
        assert match.ledger.by_post("p1") is None
        return
    before = _look(match)
    assert match.answer(question.key, "something else", stamp) is entry
    assert match.correct("/rounds", 4, "", stamp) is entry
    assert match.undo(1, stamp) is entry
    assert match.redo(stamp) is entry
    assert match.change(entry.n, 1, stamp).fits == ()
    assert _look(match) == before


def test_posts_without_a_key_all_count() -> None:
    """Two posts without an idempotency key are two posts."""
    rng = Random(2)
    match = new_match(rng)
    advance_match(match, rng, 2)
    assert match.ledger.last() == 2
    assert match.ledger.by_post("") is None


@given(seeds, lengths)
def test_a_late_post_hears_what_happened_instead(seed: int, steps: int) -> None:
    """Every question that was answered once is no longer open: the post changes nothing and names the answer."""
    rng = Random(seed)
    match = new_match(rng)
    advance_match(match, rng, steps)
    before = _look(match)
    for entry in match.line():
        if entry.kind == "answer":
            with pytest.raises(NotOpen) as caught:
                match.answer(entry.key, entry.value, Stamp("bob", post="late"))
            assert caught.value.instead == entry
    with pytest.raises(NotOpen) as caught:
        match.answer("no such key", 1, Stamp("bob"))
    assert caught.value.instead is None
    assert _look(match) == before


GARBAGE = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda children: st.lists(children, max_size=3) | st.dictionaries(st.text(max_size=5), children, max_size=3),
    max_leaves=6,
)


@given(seeds, lengths, GARBAGE)
def test_garbage_changes_nothing(seed: int, steps: int, raw: Any) -> None:
    """Any data at all, posted to any question, either counts or is refused leaving every byte as it was."""
    rng = Random(seed)
    match = new_match(rng)
    advance_match(match, rng, steps)
    for question in match.questions():
        before = _look(match)
        refusal = None
        try:
            match.answer(question.key, raw, Stamp(question.seat))
        except Refused as refused:
            refusal = refused.refusal
        if refusal is None:
            return
        assert refusal.field or refusal.section
        assert str(refusal)
        assert _look(match) == before


def test_a_refusal_of_the_rule_changes_nothing_and_cites_the_section() -> None:
    """Three tents fit the form but not the rule: refused with section, reason and field, and it may be tried again."""
    rng = Random(11)
    match = new_match(rng)
    question = play_to(match, "2.2", rng)
    match.correct(f"/sides/{question.seat}/gold", 50, "", Stamp("ann"))
    question = next(q for q in match.questions() if q.section == "2.2" and q.seat == question.seat)
    before = _look(match)
    with pytest.raises(Refused) as caught:
        match.answer(question.key, {"tent": 3}, Stamp(question.seat, post="p"))
    assert (caught.value.refusal.section, caught.value.refusal.field) == ("2.2", "tent")
    assert _look(match) == before
    assert match.answer(question.key, {"tent": 2}, Stamp(question.seat, post="p")).value == {"tent": 2}


@pytest.mark.parametrize(
    "error", [KeyError("x"), ValueError("x"), AttributeError("x"), ZeroDivisionError(), Exception()]
)
def test_a_rule_that_breaks_leaves_the_match_as_it_was(error: Exception) -> None:
    """A rule that crashes on an answer, with any exception, changes nothing; the table hears that it stumbled."""

    def broken(state: toy.Fair, seat: str) -> Rule[int]:
        yield from roll(seat, t("Roll"), 6, section="1.2")
        yield from note(t("never kept"), section="1.2")
        state.minted = 99
        raise error

    match = Match.start(toy.GAME, begin(toy.GAME, ["ann", "bob"], {}, {}), MemoryLedger(), Stamp("host"))
    with rule_changed(toy.deal, broken):
        for question in match.questions():
            match.answer(question.key, {"gold": 1, "banner": False}, Stamp(question.seat))
        before = _look(match)
        for question in match.questions():
            with pytest.raises(RuleError, match="nothing was changed"):
                match.answer(question.key, 3, Stamp("ann"))
            assert _look(match) == before


# ---- corrections and rulings


@given(seeds, lengths, st.integers(0, 99))
def test_a_correction_goes_under_the_open_questions(seed: int, steps: int, gold: int) -> None:
    """A corrected value is there at once, what was due is still due (or due again), and undo takes it back."""
    rng = Random(seed)
    match = new_match(rng)
    advance_match(match, rng, steps)
    before = match.save_text()
    asked = [(q.seat, q.section) for q in match.questions()]
    entry = match.correct("/sides/ann/gold", gold, "miscounted", Stamp("bob"))
    assert match.runner.state.sides["ann"].gold == gold
    assert set(asked) <= {(q.seat, q.section) for q in match.questions()}
    assert (entry.kind, entry.value) == ("correction", ["/sides/ann/gold", gold, "miscounted"])
    match.undo(entry.n, Stamp("bob"))
    assert match.save_text() == before


def test_a_correction_changes_what_an_open_form_allows() -> None:
    """The budget of an open shop follows the corrected gold; an answer given on the old value is asked again."""
    rng = Random(11)
    match = new_match(rng)
    seat = play_to(match, "2.2", rng).seat
    match.correct(f"/sides/{seat}/gold", 7, "", Stamp("ann"))
    question = next(q for q in match.questions() if q.seat == seat)
    assert question.part.form.budget == 7
    match.answer(question.key, {"tent": 1, "lamp": 1}, Stamp(seat))
    assert next(q for q in match.questions() if q.seat == seat).part.form.__class__.__name__ == "Pick"
    entry = match.correct(f"/sides/{seat}/gold", 6, "", Stamp("ann"))
    assert next(q for q in match.questions() if q.seat == seat).part.form.budget == 6
    assert "depends on has changed" in str(entry.notes[-1].text)


BAD_CORRECTIONS = [
    ("/sides/ann/gold", "many", "value"),
    ("/sides/ann/gold", None, "value"),
    ("/sides/ann/gold", 1.5, "value"),
    ("/sides/ann/name", "\ud800", "value"),
    ("/sides/ann/gold/x", 1, "path"),
    ("/sides/zoe/gold", 1, "path"),
    ("/sides/ann/silver", 1, "path"),
    ("/sides", {"ann": {}}, "value"),
    ("/cup/-1", "joker", "path"),
    ("/cup/99", "joker", "path"),
    ("/cup/x", "joker", "path"),
    ("/schema", 2, "path"),
    ("", {}, "path"),
    ("rounds", 3, "path"),
    ("/", 3, "path"),
    ("/rulings/ties", "sometimes", "ruling"),
    ("/rulings", {}, "ruling"),
    ("/rulings/none", "again", "path"),
]


@pytest.mark.parametrize(("path", "value", "field"), BAD_CORRECTIONS)
def test_a_bad_correction_is_refused_whole(path: str, value: Any, field: str) -> None:
    """A path that is not there or a value that does not fit is refused naming which, with questions half answered."""
    rng = Random(7)
    match = new_match(rng)
    advance_match(match, rng, 1)
    before = _look(match)
    with pytest.raises(Refused) as caught:
        match.correct(path, value, "", Stamp("ann"))
    assert caught.value.refusal.field == field
    assert _look(match) == before


def test_a_correction_that_breaks_an_open_rule_is_taken_back() -> None:
    """When an open step cannot run on the corrected value, nothing is changed and the table hears it."""
    rng = Random(11)
    match = new_match(rng)
    play_to(match, "2.2", rng)
    before = _look(match)
    with pytest.raises(Refused, match="nothing was changed"):
        match.correct("/sides", {}, "", Stamp("ann"))
    assert _look(match) == before


def test_a_corrected_list_and_numbered_rows() -> None:
    """Elements of lists and of tables with whole numbers as keys have paths as well."""
    rng = Random(11)
    match = new_match(rng)
    match.correct("/cup/0", "giant", "", Stamp("ann"))
    assert match.runner.state.cup[0] == "giant"
    play_to(match, "2.5", rng)
    match.correct("/prizes/1", "bob", "", Stamp("ann"))
    assert match.runner.state.prizes == {1: "bob"}


def test_a_ruling_is_changed_with_a_ledger_entry() -> None:
    """The table may change its mind: it is an entry, works from then on, and can be undone."""
    match = new_match(Random(1))
    was = match.runner.state.rulings["ties"]
    other = {"again": "rival", "rival": "again"}[was]
    entry = match.rule("ties", other, Stamp("ann"))
    assert (entry.kind, match.runner.state.rulings["ties"]) == ("ruling", other)
    match.undo(entry.n, Stamp("ann"))
    assert match.runner.state.rulings["ties"] == was
    for key, reading in (("ties", "sometimes"), ("nothing", "again")):
        with pytest.raises(Refused):
            match.rule(key, reading, Stamp("ann"))


# ---- the ledger


@given(seeds, lengths)
def test_entries_say_who_what_where_and_why(seed: int, steps: int) -> None:
    """Every answer's entry has the seat asked, section, prompt, value, and whether it was chance."""
    rng = Random(seed)
    match = new_match(rng)
    for _ in range(steps):
        if match.runner.done:
            break
        question = rng.choice(match.questions())
        value = sample(question.part, rng)
        try:
            entry = match.answer(question.key, value, Stamp("bob", "2026-11-20T10:00:00Z", "1.2", ""), "rolled")
        except Refused:
            continue
        assert (entry.by, entry.seat, entry.key) == ("bob", question.seat, question.key)
        assert (entry.section, entry.prompt, entry.source) == (question.section, question.part.prompt, "rolled")
        assert (entry.time, entry.release) == ("2026-11-20T10:00:00Z", "1.2")
        assert entry.random == (type(question.part).__name__ != "Ask")
        assert match.ledger.get(entry.n) == entry


def test_the_ledger_has_no_gaps() -> None:
    """Entries are numbered from 1; asking for another number is a KeyError, appending one a RuleError."""
    ledger = MemoryLedger()
    with pytest.raises(KeyError):
        ledger.get(1)
    with pytest.raises(RuleError):
        ledger.append(Entry(n=2, base=0, kind="answer", by="ann"))
    ledger.append(Entry(n=1, base=0, kind="answer", by="ann", post="x", key="k"))
    assert MemoryLedger(ledger.entries).by_post("x") == MemoryLedger(ledger.entries).by_key("k") == ledger.get(1)


def test_what_the_rules_say_before_the_first_question_is_told() -> None:
    """Lines noted while a match begins are its first entry, which cannot be undone."""

    def talking(state: toy.Fair) -> Rule[list[str]]:
        yield from note(t("Welcome!"), section="1.0")
        return list(state.sides)

    with rule_changed(toy.stalls, talking):
        match = new_match(Random(1))
        entry = match.ledger.get(1)
        assert (entry.kind, [str(note.text) for note in entry.notes]) == ("start", ["Welcome!"])
        with pytest.raises(Refused):
            match.undo(1, Stamp("ann"))
        advance_match(match, Random(1), 1)
        assert match.ledger.get(2).notes[0].section == "1.1"
