"""The one exception tree of the press.

PressError
+-- BadOption    a print option or a piece of kit data is impossible; names the field
+-- ProofError   a file cannot be read back as something this press made
"""

from __future__ import annotations

from functools import partial
from typing import Any


class PressError(Exception):
    """Anything the press refuses to do."""


class BadOption(PressError):
    """A value that cannot be printed; `field` says which one, `reason` why, in words for the user."""

    def __init__(self, field: str, message: str, **values: str | int) -> None:
        """Keep the parts: a form shows the reason beside its field, and may translate `message` before `values`."""
        self.field, self.message, self.values = field, message, values
        self.reason = message.format(**values) if values else message
        super().__init__(f"{field}: {self.reason}")

    def __reduce__(self) -> tuple[Any, tuple[()]]:
        """How it gets from one process to another."""
        return partial(type(self), self.field, self.message, **self.values), ()


class ProofError(PressError):
    """The file is not a PDF that carries the tags of this press."""


class TooLong(BadOption):
    """Words that do not fit where they must stand, at a size that can be read."""
