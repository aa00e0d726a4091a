"""Statistics: what a game reports of a match afterwards: its numbers, losses, great moments.

Only what every seat may see belongs here. `story` reads it from the ledger.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from msgspec import Struct, structs

from companion.engine.core.effects import Note
from companion.engine.core.text import NOTHING, Text
from companion.engine.game.data import read_toml, shape


class Tally(Struct, frozen=True):
    """The standing at one moment: its period (a Round, a turn), the name of the period, and the numbers by seat. Where
    the last numbers do not count in a match, it leaves them out.
    """

    period: int
    label: Text
    values: dict[str, tuple[int, ...]]


class Fallen(Struct, frozen=True):
    """Units lost at one blow: which seat lost them (`of`) and which seat caused it (`by`); "" is nobody at the
    table.
    """

    count: int
    of: str = ""
    by: str = ""


class OldLine(Struct, frozen=True):
    """The kind of log lines that were written before lines had kinds, and which values of the text are which facts."""

    kind: str
    facts: dict[str, str] = {}


def read_old_lines(package: str) -> dict[str, OldLine]:
    """The `data/old_lines.toml` of a game, by wording. Raises DataError when it is missing or wrong."""
    file = "old_lines.toml"
    return shape(read_toml(package, file)["lines"], dict[str, OldLine], f"{file}: lines")


class Statistics(Struct, frozen=True):
    """What a game reports: the titles of its numbers, the tally of a state (None before there is one), losses.

    `fallen` takes the state before an entry and the notes of the entry; `great` says which notes are worth remembering.
    All of them must report only what every seat may see.
    """

    measures: tuple[Text, ...]
    tally: Callable[[Any], Tally | None]
    fallen: Callable[[Any, Sequence[Note]], Sequence[Fallen]] | None = None
    great: Callable[[Note], bool] | None = None
    luck: Text = NOTHING
    """What a high or a low die is good for in this game, where that is always the same."""
    old_lines: dict[str, OldLine] = {}
    """Old log lines by their English wording: a record of what earlier releases wrote, so it never changes."""

    def understood(self, note: Note) -> Note:
        """A line of the log with its kind, whichever release wrote it."""
        old = self.old_lines.get(note.text.message) if not note.kind else None
        if old is None:
            return note
        values = note.text.values
        found = {fact: value for fact, name in old.facts.items() if isinstance(value := values.get(name), int | str)}
        return structs.replace(note, kind=old.kind, facts=found)
