"""Expectations: what a scenario says must be true, and what of it is not."""

from __future__ import annotations

from typing import Any

import msgspec
from msgspec import UNSET, Struct, UnsetType

from companion.engine.effects import Ask
from companion.engine.errors import Refused
from companion.engine.forms import Choose, Counts, Pick
from companion.engine.match import Match
from companion.engine.paths import value_at
from companion.engine.questions import Question
from companion.engine.runner import Runner


class Due(Struct, frozen=True, forbid_unknown_fields=True):
    """A question that is expected: who is asked, by which section, and what can and cannot be chosen."""

    seat: str = ""
    section: str = ""
    about: str = ""
    options: list[str] | UnsetType = UNSET
    greyed: list[str] | UnsetType = UNSET

    def fits(self, question: Question) -> bool:
        """Whether an open question is the one meant (its options are compared apart)."""
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
    """What must be true: values by path, questions open or not open, log lines, the end and its result."""

    state: dict[str, Any] = {}
    empty: list[str] = []
    open: list[Due] = []
    not_open: list[Due] = []
    notes: list[str] = []
    ended: bool | UnsetType = UNSET
    result: Any = UNSET


def unmet(match: Match, expect: Expect, since: int) -> list[str]:
    """Which expectations do not hold; log lines are looked for in the entries after number `since`."""
    state = msgspec.json.decode(match.runner.state_json)
    return [
        *_unmet_values(state, expect),
        *_unmet_questions(match.questions(), expect),
        *_unmet_notes(match, expect.notes, since),
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
        elif not any(_same_options(due, question) for question in found):
            ids, greyed = _options(found[0])
            problems.append(f"{due}: the options are {ids}, greyed {greyed}")
    for due in expect.not_open:
        if any(due.fits(question) for question in questions):
            problems.append(f"a question is open for {due}")
    return problems


def _same_options(due: Due, question: Question) -> bool:
    ids, greyed = _options(question)
    wanted_ids = ids if due.options is UNSET else sorted(due.options)
    wanted_greyed = greyed if due.greyed is UNSET else sorted(due.greyed)
    return (ids, greyed) == (wanted_ids, wanted_greyed)


def _options(question: Question) -> tuple[list[str], list[str]]:
    """What can be chosen, and what is shown greyed."""
    form = question.part.form if isinstance(question.part, Ask) else None
    if isinstance(form, Choose | Pick):
        pairs = [(option.id, option.refusal) for option in form.options]
    elif isinstance(form, Counts):
        pairs = [(row.id, row.refusal) for row in form.rows]
    else:
        pairs = []
    return sorted(name for name, no in pairs if no is None), sorted(name for name, no in pairs if no is not None)


def _unmet_notes(match: Match, wanted: list[str], since: int) -> list[str]:
    lines = [str(note.text) for entry in match.line() if entry.n > since for note in entry.notes]
    return [
        f"no log line says {text!r}; there are: {' | '.join(lines[-6:]) or 'none'}"
        for text in wanted
        if not any(text in line for line in lines)
    ]


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
    """Open questions in words, for messages."""
    return ", ".join(f"{q.seat} {q.section} ({q.part.prompt})" for q in questions) or "nothing"


def _said(value: Any) -> str:
    return msgspec.json.encode(value).decode()
