"""What a text carries: the names and numbers in it, without the sentence around them.

A scenario expects these, so that rewording a sentence breaks none.
"""

from __future__ import annotations

from collections import Counter

from msgspec import Struct

from companion.engine.core.effects import Note
from companion.engine.core.text import Text

Carried = str | int | list[str | int]
"""A name or a number, or several in any order."""


class Line(Struct, frozen=True, forbid_unknown_fields=True):
    """A log line that is expected: its section, its kind, and what stands in its places, by their names.

    Of a text inside the line all names and numbers that are given must be in it, in any order.
    """

    section: str = ""
    kind: str = ""
    values: dict[str, Carried] = {}

    def fits(self, note: Note) -> bool:
        """Whether a line of the log is the one meant."""
        return (
            self.section in ("", note.section) and self.kind in ("", note.kind) and carries_all(note.text, self.values)
        )


def fits(wanted: str | Line, note: Note) -> bool:
    """Whether a line of the log is meant by words in it, or by what it carries."""
    return wanted in str(note.text) if isinstance(wanted, str) else wanted.fits(note)


def carries_all(text: Text, values: dict[str, Carried]) -> bool:
    """Whether a text has all these values in these places."""
    return all(name in text.values and carries(text.values[name], wanted) for name, wanted in values.items())


def carries(value: str | int | Text, wanted: Carried) -> bool:
    """Whether a value has these names and numbers in it, each as often as it is given."""
    named = wanted if isinstance(wanted, list) else [wanted]
    return not Counter(map(str, named)) - Counter(map(str, carried(value)))


def carried(value: str | int | Text) -> list[str | int]:
    """All names and numbers of a value: itself, a text without values as it is written, of others what they carry."""
    if not isinstance(value, Text):
        return [value]
    if not value.values:
        return [value.message] if value.message else []
    return [one for inner in value.values.values() for one in carried(inner)]


def described(note: Note) -> str:
    """A line for a message that nothing fits: its words, and what a scenario can expect of it."""
    values = ", ".join(f"{name}: {carried(value)}" for name, value in note.text.values.items())
    kind = f" {note.kind}" if note.kind else ""
    return f"{note.text} [{note.section}{kind}{'; ' if values else ''}{values}]"
