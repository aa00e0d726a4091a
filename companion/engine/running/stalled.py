"""Stalled: a position that the rules of this release cannot resume. It can be looked at, corrected and left by undo.

It asks nothing and accepts no answers. The save is kept as it is, so that a release that can resume it will go on from
there.
"""

from __future__ import annotations

import msgspec

from companion.engine.core.errors import CompanionError, SaveError
from companion.engine.core.questions import Question
from companion.engine.core.rules import RuleBook
from companion.engine.core.text import Text, t
from companion.engine.running.runner import Runner
from companion.engine.running.save import Save, State

_LONGEST = 200


class Stalled(Runner):
    """A runner at a position that the rules cannot resume; `fault` says why."""

    def __init__(self, book: RuleBook, state_type: type[State], save: Save, error: Exception) -> None:
        """Keep the position. Raises SaveError when not even its state can be read."""
        super().__init__(book, state_type, Save(save.state, None, save.result, save.format))
        self._kept = save
        reason = error.text if isinstance(error, CompanionError) else f"{type(error).__name__}: {error}"[:_LONGEST]
        self.fault = t(
            "The rules cannot go on from here ({reason}). Take back the last answer, or correct what is wrong.",
            reason=reason,
        )

    @property
    def done(self) -> bool:
        """Whether the save is that of an ended match. If not, the match goes on although nothing runs."""
        return self._kept.root is None

    def questions(self) -> list[Question]:
        """Always empty: the rules that would ask do not run."""
        return []

    def sections(self) -> list[tuple[str, str, int]]:
        """The outermost rule that was running."""
        root = self._kept.root
        code = self.book.get(root.rule) if root is not None else None
        return [(code.name, code.section, root.turn)] if root is not None and code is not None else []

    def save(self) -> Save:
        """The save as it was, with the state as corrected since."""
        return Save(msgspec.Raw(self.state_json), self._kept.root, self._kept.result, self._kept.format)

    def replace_state(self, state_json: bytes) -> None:
        """Put a corrected state in place; the rules try it when the match is next resumed. Raises SaveError when it
        does not fit.
        """
        self._exchange(state_json)


def fault_of(runner: Runner) -> Text:
    """Why the rules cannot go on with a runner; an empty text if they can."""
    return runner.fault if isinstance(runner, Stalled) else Text("")


def resume_or_stall(book: RuleBook, state_type: type[State], save: Save) -> Runner:
    """A runner resumed from a save, or a `Stalled` one if the rules fail there. Raises SaveError when the state cannot
    be read.
    """
    try:
        return Runner(book, state_type, save)
    except Exception as error:
        try:
            return Stalled(book, state_type, save, error)
        except SaveError:
            raise error from None
