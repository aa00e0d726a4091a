"""The words of a kit: whoever makes one is handed what says them in the language in which it is printed."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from companion.engine.core.text import Text, as_written

Translate = Callable[[str], str]


@dataclass(frozen=True)
class Say:
    """Called with a message, it returns it in the language of the kit; `translate` maps English to that language."""

    translate: Translate = as_written

    def __call__(self, message: str | Text, **values: str | int | Text) -> str:
        """A message as it is printed, with its `{named}` values filled in. Values that are plain strings are not
        translated again.
        """
        if isinstance(message, Text):
            return message.show(self.translate)
        given: dict[str, str | int | Text] = {
            name: value.show(self.translate) if isinstance(value, Text) else value for name, value in values.items()
        }
        return Text(self.translate(message) if message else "", given).show()


ENGLISH = Say()
"""What says words as they stand in the code."""
