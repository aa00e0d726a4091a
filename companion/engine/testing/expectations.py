"""Expectations: what a scenario says must be true, and which of it does not hold."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Any

import msgspec
from msgspec import UNSET, Struct, UnsetType

from companion.engine.core.effects import Ask, Note
from companion.engine.core.errors import Refused
from companion.engine.core.forms import Choose, Counts, Option, Pick, Row
from companion.engine.core.questions import Question
from companion.engine.core.text import Text
from companion.engine.match.live import Match
from companion.engine.running.paths import all_fields, value_at
from companion.engine.running.runner import Runner
from companion.engine.testing.carried import Carried, Line, carries, described, fits


class ExpectedQuestion(Struct, frozen=True, forbid_unknown_fields=True):
    """An expected question: who is asked, by which section, and what can and cannot be chosen.

    `options` and `greyed` are complete lists; options in `has` can be chosen and those in `has_not` cannot, whatever
    else there is; `labels` are names and numbers in the labels of options (or words, as one text), by id.
    """

    seat: str = ""
    section: str = ""
    about: str = ""
    options: list[str] | UnsetType = UNSET
    greyed: list[str] | UnsetType = UNSET
    has: list[str] = []
    has_not: list[str] = []
    labels: dict[str, Carried] = {}

    def fits(self, question: Question) -> bool:
        """Whether an open question is the one meant. Its options are compared elsewhere."""
        return all(
            wanted in ("", is_so)
            for wanted, is_so in (
                (self.seat, question.seat),
                (self.section, question.section),
                (self.about, question.part.about),
            )
        )

    def __str__(self) -> str:
        words = [self.seat or "anybody", self.section, f"about {self.about}" if self.about else ""]
        return " ".join(word for word in words if word)


class Expect(Struct, frozen=True, forbid_unknown_fields=True):
    """What must be true: values by path, questions that are open or not, log lines, the end and its result."""

    state: dict[str, Any] = {}
    empty: list[str] = []
    open: list[ExpectedQuestion] = []
    not_open: list[ExpectedQuestion] = []
    notes: list[str | Line] = []
    notes_in_order: list[str | Line] = []
    ended: bool | UnsetType = UNSET
    result: Any = UNSET


def unmet(match: Match, expect: Expect, since: int) -> list[str]:
    """The expectations that do not hold, in words. Log lines are looked for in the entries after number `since`."""
    state = all_fields(match.runner.state)
    return [
        *_unmet_values(state, expect),
        *_unmet_questions(match.questions(), expect),
        *_unmet_notes(_log(match, since), expect),
        *_unmet_end(match.runner, expect),
    ]


def _unmet_values(state: Any, expect: Expect) -> list[str]:
    problems = []
    for path, wanted in [*expect.state.items(), *((path, None) for path in expect.empty)]:
        try:
            value = value_at(state, path)
        except Refused as refused:
            problems.append(str(refused.refusal.reason))
            continue
        if value != wanted or isinstance(value, bool) != isinstance(wanted, bool):
            problems.append(f"{path} is {_said(value)}, expected {_said(wanted)}")
    return problems


def _unmet_questions(questions: list[Question], expect: Expect) -> list[str]:
    problems = []
    for due in expect.open:
        found = [question for question in questions if due.fits(question)]
        if not found:
            problems.append(f"no question is open for {due}; open: {listed(questions)}")
        elif all(_unlike(due, question) for question in found):
            problems.append(f"{due}: {_unlike(due, found[0])}")
    for due in expect.not_open:
        if any(due.fits(question) for question in questions):
            problems.append(f"a question is open for {due}")
    return problems


def _unlike(due: ExpectedQuestion, question: Question) -> str:
    """What is not as expected with the options of a question, in words; nothing when all is well."""
    shown = _shown(question)
    ids = sorted(option.id for option in shown if option.refusal is None)
    greyed = sorted(option.id for option in shown if option.refusal is not None)
    wanted_ids = ids if due.options is UNSET else sorted(due.options)
    wanted_greyed = greyed if due.greyed is UNSET else sorted(due.greyed)
    if (ids, greyed) != (wanted_ids, wanted_greyed) or {*due.has} - {*ids} or {*due.has_not} & {*ids}:
        return f"the options are {ids}, greyed {greyed}"
    labels = {option.id: option.label for option in shown}
    wrong = [name for name, wanted in due.labels.items() if not _labelled(labels.get(name, ""), wanted)]
    return "; ".join(f"{name} is labelled {str(labels.get(name, ''))!r}, not {due.labels[name]!r}" for name in wrong)


def _labelled(label: Text | str, wanted: Carried) -> bool:
    return carries(label, wanted) if isinstance(wanted, list) else str(wanted) in str(label)


def _shown(question: Question) -> Sequence[Option | Row]:
    """All that a question shows to choose from, what is greyed included."""
    form = question.part.form if isinstance(question.part, Ask) else None
    match form:
        case Choose() | Pick():
            return form.options
        case Counts():
            return form.rows
        case _:
            return ()


def _log(match: Match, since: int) -> list[Note]:
    return [note for entry in match.line() if entry.n > since for note in entry.notes]


def _unmet_notes(notes: list[Note], expect: Expect) -> list[str]:
    said = " | ".join(map(described, notes[-6:])) or "none"
    missing = [one for one in expect.notes if not any(fits(one, note) for note in notes)]
    problems = [f"no log line says {_line(one)}; there are: {said}" for one in missing]
    rest = iter(notes)
    for before, one in pairwise([None, *expect.notes_in_order]):
        if one is not None and not any(fits(one, note) for note in rest):
            place = "" if before is None else f" after {_line(before)}"
            return [*problems, f"no log line{place} says {_line(one)}; there are: {said}"]
    return problems


def _line(wanted: str | Line) -> str:
    """An expected line as a message names it."""
    return repr(wanted) if isinstance(wanted, str) else _said(wanted)


def _unmet_end(runner: Runner, expect: Expect) -> list[str]:
    problems = []
    if expect.ended is not UNSET and runner.done != expect.ended:
        problems.append("it has ended" if runner.done else f"it has not ended; open: {listed(runner.questions())}")
    if expect.result is not UNSET and not _covers(runner.result, expect.result):
        problems.append(f"the result is {_said(runner.result)}, expected {_said(expect.result)}")
    return problems


def _covers(value: Any, wanted: Any) -> bool:
    """Equal; of a record, only the fields that are named."""
    if isinstance(value, dict) and isinstance(wanted, dict):
        return all(name in value and _covers(value[name], wanted[name]) for name in wanted)
    return bool(value == wanted)


def listed(questions: list[Question]) -> str:
    """Open questions in words, for error messages."""
    return ", ".join(f"{q.seat} {q.section} ({q.part.prompt})" for q in questions) or "nothing"


def _said(value: Any) -> str:
    return msgspec.json.encode(value).decode()
