"""Changing an old answer: what still fits is kept, what does not is named, and the preview tells the truth."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.engine.core.asking import roll
from companion.engine.core.effects import Rule
from companion.engine.core.errors import Refused
from companion.engine.core.questions import sample
from companion.engine.core.text import t
from companion.engine.game.record import begin, begin_helper
from companion.engine.match.ledger import MemoryLedger
from companion.engine.match.live import Match, Stamp
from tests.engine import toy
from tests.engine.support import advance_match, lengths, new_match, rule_changed, seeds


def _duel(*dice: int) -> Match:
    """Practice with 2 against 2 fighters and these dice so far, in the order asked."""
    runner = begin_helper(toy.GAME, toy.GAME.helper("practice"), {})
    match = Match.start(toy.GAME, runner, MemoryLedger(), Stamp("table"))
    for value in (2, 2, *dice):
        match.answer(match.questions()[0].key, value, Stamp("table"))
    return match


def _fighters(match: Match) -> tuple[int, int]:
    return match.runner.state.sides["ann"].fighters, match.runner.state.sides["bob"].fighters


def test_a_mistyped_die_three_forms_ago() -> None:
    """The die is changed; the dice typed since then stay, and the fight is as if it had been typed right."""
    match = _duel(15, 3, 9, 12)
    assert _fighters(match) == (1, 1)
    replay = match.change(3, 2, Stamp("ann"))
    assert replay.misfits == ()
    assert _fighters(match) == (0, 2)
    assert match.runner.done
    assert match.runner.result["winner"] == "bob"


def test_an_answer_that_is_not_asked_any_more_is_named() -> None:
    """When the change ends the fight earlier, the dice that were rolled afterwards are named with the reason."""
    match = _duel(15, 3, 9, 12, 18)
    match.change(5, 19, Stamp("ann"))
    assert match.runner.done
    match = _duel(15, 3, 9, 12, 18)
    replay = match.preview_change(5, 19)
    assert [(misfit.n, misfit.value, str(misfit.reason)) for misfit in replay.misfits] == [
        (7, [18], "This is not asked any more.")
    ]
    assert replay.fits == (6,)


def test_an_answer_that_the_form_now_forbids_is_named_with_the_reason() -> None:
    """Starting gold is lowered: what was bid with it no longer fits, and the reason is the form's own."""
    rng = Random(4)
    match = Match.start(toy.GAME, begin(toy.GAME, ["ann", "bob"], {}, {}), MemoryLedger(), Stamp("host"))
    for question in match.questions():
        match.answer(question.key, {"gold": 20, "banner": False}, Stamp(question.seat))
    while not any(q.section == "2.4" for q in match.questions()):
        question = match.questions()[0]
        nothing: dict[str, Any] = {"Ask": {}, "Pool": 0, "Roll": [1]}
        value = nothing[type(question.part).__name__] if question.section[0] == "2" else sample(question.part, rng)
        match.answer(question.key, value, Stamp(question.seat))
    bid = match.answer(match.questions()[0].key, 15, Stamp("ann"))
    replay = match.preview_change(1, {"gold": 3, "banner": False})
    assert [misfit.n for misfit in replay.misfits] == [bid.n]
    assert replay.misfits[0].reason.values == {"low": 0, "high": 3}
    match.change(1, {"gold": 3, "banner": False}, Stamp("ann"))
    assert [q.part.form.high for q in match.questions()] == [3, 20]


@pytest.mark.slow
@given(seeds, lengths, st.data())
def test_the_preview_is_what_happens(seed: int, steps: int, data: st.DataObject) -> None:
    """For any answer and any other legal value: the preview changes nothing, and the change does just what it said."""
    rng = Random(seed)
    match = new_match(rng)
    advance_match(match, rng, steps)
    answers = [entry for entry in match.line() if entry.kind == "answer"]
    if not answers:
        return
    target = data.draw(st.sampled_from(answers))
    later = [entry.n for entry in match.line() if entry.n > target.n]
    runner = Match(toy.GAME, target.before, MemoryLedger(), 0)
    part = next(q.part for q in runner.questions() if q.key == target.key)
    value = sample(part, rng)
    before = match.save_text(), match.ledger.last()
    try:
        replay = match.preview_change(target.n, value)
    except Refused:
        with pytest.raises(Refused):
            match.change(target.n, value, Stamp("ann"))
        assert (match.save_text(), match.ledger.last()) == before
        return
    assert (match.save_text(), match.ledger.last()) == before
    assert sorted([*replay.fits, *(misfit.n for misfit in replay.misfits)]) == later
    whole = match.tip
    assert match.change(target.n, value, Stamp("ann")) == replay
    assert replay.after is not None
    assert [question.key for question in replay.after.questions] == [question.key for question in match.questions()]
    assert replay.after.state == match.runner.state
    repeated = [entry for entry in match.line() if entry.n > whole]
    assert [entry.replaces for entry in repeated] == [target.n, *replay.fits]
    assert [entry.value for entry in repeated[1:]] == [match.ledger.get(n).value for n in replay.fits]
    if value == target.value:
        assert replay.misfits == ()
        assert match.save_text() == before[0]


@given(seeds, lengths)
def test_changes_can_be_undone(seed: int, steps: int) -> None:
    """A changed answer is on the live line like any other: undo goes back to the moment before it."""
    rng = Random(seed)
    match = new_match(rng)
    advance_match(match, rng, steps)
    answers = [entry for entry in match.line() if entry.kind == "answer"]
    if not answers:
        return
    target = rng.choice(answers)
    match.change(target.n, target.value, Stamp("ann"))
    changed = next(entry for entry in match.line() if entry.replaces == target.n)
    match.undo(changed.n, Stamp("ann"))
    assert match.save_text() == target.before


def test_corrections_made_since_are_kept() -> None:
    """A correction between the answers is replayed with them; one whose place is gone is named."""
    match = _duel(15, 3)
    match.correct("/sides/ann/fighters", 5, "", Stamp("ann"))
    match.change(3, 2, Stamp("ann"))
    assert _fighters(match) == (5, 2)


def test_only_answers_of_the_live_line_can_be_changed() -> None:
    """Corrections and what was taken back are refused, and so is a value the form does not know."""
    match = _duel(15, 3)
    correction = match.correct("/sides/ann/fighters", 5, "", Stamp("ann"))
    match.undo(correction.n, Stamp("ann"))
    for n, raw in ((correction.n, 1), (99, 1), (3, 21), (3, "x")):
        before = match.save_text(), match.ledger.last(), match.tip
        with pytest.raises(Refused):
            match.change(n, raw, Stamp("ann"))
        assert (match.save_text(), match.ledger.last(), match.tip) == before


def test_rules_that_break_on_the_way_are_misfits() -> None:
    """If a later answer makes the rules stumble, it is named and the others are still replayed."""
    match = _duel(15, 3, 9, 12)

    def breaking(state: toy.Fair, seat: str, rival: str) -> Rule[str]:
        die = yield from roll(seat, t("Swing!"), 20, section="3.1")
        if die == 9:
            raise ValueError("nine")
        parry = yield from roll(rival, t("Parry!"), 20, section="3.1")
        state.sides[rival if die > parry else seat].fighters -= 1
        return seat

    with rule_changed(toy.swing, breaking):
        replay = match.preview_change(1, 2)
    assert "cannot deal with" in " ".join(str(misfit.reason) for misfit in replay.misfits)


def test_an_old_answer_the_rules_do_not_ask_for_any_more() -> None:
    """After an upgrade the question of an old entry may be gone: the change is refused, nothing is changed."""
    match = _duel(15, 3)

    def other(state: toy.Fair, seat: str, rival: str) -> Rule[str]:
        yield from roll(seat, t("Other!"), 6, section="3.9")
        return seat

    with rule_changed(toy.swing, other):
        before = match.save_text(), match.ledger.last(), match.tip
        with pytest.raises(Refused, match="not asked any more"):
            match.change(3, 4, Stamp("ann"))
        assert (match.save_text(), match.ledger.last(), match.tip) == before
