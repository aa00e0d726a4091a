"""A flow or step that runs for a rule test: open questions, answers in order, refusals, what the log says."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, ClassVar, Self

from companion.engine.core.effects import Ask, Draw, Roll
from companion.engine.core.errors import Refused
from companion.engine.core.forms import Choose, Option, Pick
from companion.engine.core.questions import Question
from companion.engine.running.runner import Runner


class Flowing:
    """A running flow; a game's table says which invariants hold after every answer."""

    broken: ClassVar[Callable[[Any], Sequence[object]]]

    def __init__(self, runner: Runner) -> None:
        self.runner = runner

    @property
    def questions(self) -> list[Question]:
        """What is open."""
        return self.runner.questions()

    def answer(self, *values: Any) -> Self:
        """Answer the first open question again and again; a card or die may be given by its value alone."""
        for value in values:
            question = self.questions[0]
            given = [value] if isinstance(question.part, Draw | Roll) and not isinstance(value, list) else value
            self.runner.answer(question.key, given)
            assert list(type(self).broken(self.runner.state)) == []
        return self

    def refused(self, value: Any) -> str:
        """Why an answer is not possible."""
        try:
            self.runner.answer(self.questions[0].key, value)
        except Refused as refused:
            return str(refused.refusal.reason)
        raise AssertionError(f"{value} was not refused")

    @property
    def options(self) -> Sequence[Option]:
        """All options of the first question."""
        part = self.questions[0].part
        assert isinstance(part, Ask)
        assert isinstance(part.form, Choose | Pick)
        return part.form.options

    @property
    def open(self) -> list[str]:
        """What can be chosen."""
        return [one.id for one in self.options if one.refusal is None]

    @property
    def asked(self) -> list[str]:
        """What the open questions are about."""
        return [one.part.about for one in self.questions]

    def said(self, words: str, to: str = "") -> bool:
        """Whether the log has a line with these words, for everybody or for one seat only."""
        return any(words in str(note.text) and note.to == to for note in self.runner.notes)
