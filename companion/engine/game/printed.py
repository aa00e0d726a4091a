"""The words of a kit: `say` returns a message in the language in which the kit is printed.

A kit is made in one call (`Game.printed`), so the language is set for its duration and not passed through every
function. Outside of `speaking` all words are English.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar

from companion.engine.core.text import Text, as_written

Translate = Callable[[str], str]
_translate: ContextVar[Translate] = ContextVar("language of the sheets", default=as_written)


def say(message: str | Text, **values: str | int | Text) -> str:
    """A message in the language of the kit, with its `{named}` values filled in. The values are not translated
    again.
    """
    if isinstance(message, Text):
        return message.show(_translate.get())
    translate = _translate.get()
    given: dict[str, str | int | Text] = {
        name: value.show(translate) if isinstance(value, Text) else value for name, value in values.items()
    }
    return Text(translate(message) if message else "", given).show()


@contextmanager
def speaking(translate: Translate) -> Iterator[None]:
    """Set the language of `say` for a `with` block. `translate` maps an English message to another language."""
    before = _translate.set(translate)
    try:
        yield
    finally:
        _translate.reset(before)
