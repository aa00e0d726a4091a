"""The exceptions of the engine, in one place.

    CompanionError            anything we raise on purpose; its `text` may be shown to a person
    ├── RuleError             a rule module breaks the contract of the engine (a bug of ours)
    ├── DataError             a data file is wrong: says file, field and reason
    ├── SaveError             a save cannot be read: newer release, damaged text, unknown rule
    └── Refused               the rules or the form forbid an answer: carries a `Refusal`

A refusal is information that a phone shows; the program has not failed.
"""

from msgspec import Struct

from companion.engine.core.text import Text


class Refusal(Struct, frozen=True):
    """Why something is not allowed: the section of the rulebook, the reason, and the form field if one is meant.

    A refusal of an option with an empty section cites the section of the question. `kind` tells programs (scenarios)
    which of several reasons of a section it is, where the section alone does not.
    """

    section: str
    reason: Text
    field: str = ""
    kind: str = ""

    def __str__(self) -> str:
        where = f"{self.field}: " if self.field else ""
        cite = f" ({self.section})" if self.section else ""
        return f"{where}{self.reason}{cite}"


class CompanionError(Exception):
    """Anything we raise on purpose. `text` is the message for a person, translated only where it is shown."""

    def __init__(self, text: Text | str = "") -> None:
        self.text = text if isinstance(text, Text) else Text(text)
        super().__init__(str(self.text))


class RuleError(CompanionError):
    """A rule module breaks the contract of the engine: a bug of ours."""


class DataError(CompanionError):
    """A data file is wrong; the message names file, field and reason."""


class SaveError(CompanionError):
    """A save cannot be read by this release."""


class Refused(CompanionError):
    """Raised by forms and rule text when an answer is not allowed. The answer then has no effect."""

    def __init__(self, section: str, reason: Text | str, field: str = "", kind: str = "") -> None:
        super().__init__(reason)
        self.refusal = Refusal(section, self.text, field, kind)
        self.args = (str(self.refusal),)
