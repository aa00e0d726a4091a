"""Texts for people: a message with named values, translated only when it is shown."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from functools import lru_cache, wraps
from typing import ParamSpec, overload

from msgspec import Struct

_P = ParamSpec("_P")
Value = "str | int | Text"
_DEEPEST = 50
_NAMED = re.compile(r"\{(\w+)\}")
"""The only thing a message can say of a value is its name: texts come in from files, and `str.format` would let
them pad, read attributes, or fail."""


def as_written(message: str) -> str:
    """The translation into English: returns the message unchanged."""
    return message


class Text(Struct, frozen=True, gc=False):
    """A message in English with `{named}` values; the values may be texts themselves."""

    message: str
    values: dict[str, str | int | Text] = {}

    def show(self, translate: Callable[[str], str] = as_written) -> str:
        """The text for a reader; `translate` maps an English message to the reader's language."""
        message = translate(self.message) if self.message else ""
        if not self.values:
            return message
        values = {name: shown(value, translate) for name, value in self.values.items()}
        return _NAMED.sub(lambda found: values.get(found[1], found[0]), message)

    @property
    def unfilled(self) -> list[str]:
        """The names in the message that have no value: always a mistake in the program."""
        return [name for name in _NAMED.findall(self.message) if name not in self.values] if self.values else []

    def longest(self, depth: int = 0) -> int:
        """The greatest number of letters it can have, counted without making it, so that a text from a file cannot grow
        without limit.

        Raises RecursionError for texts nested too deeply.
        """
        if depth > _DEEPEST:
            raise RecursionError
        inner = {
            name: value.longest(depth + 1) if isinstance(value, Text) else len(str(value))
            for name, value in self.values.items()
        }
        return len(self.message) + sum(inner.get(name, 0) for name in _NAMED.findall(self.message))

    def __str__(self) -> str:
        return self.show()

    def says(self, other: Text) -> bool:
        """Whether it is this other text, or has it among its values, at any depth."""
        return self == other or any(isinstance(one, Text) and one.says(other) for one in self.values.values())


def shown(value: str | int | Text, translate: Callable[[str], str] = as_written) -> str:
    """A value as it appears inside a text. A name that is a plain string may be translated too."""
    if isinstance(value, Text):
        return value.show(translate)
    return translate(value) if isinstance(value, str) and value else str(value)


Hint = Text | Callable[[], Text | None] | None
"""A text that only pages show, or what makes it when one does."""
Label = Text | Callable[[], Text]
"""The same where there is always one."""


@overload
def hinted(hint: Label) -> Text: ...
@overload
def hinted(hint: Hint) -> Text | None: ...
def hinted(hint: Hint) -> Text | None:
    """A hint as a text, made now if it is made late; None for none."""
    return hint() if callable(hint) else hint


def t(message: str, **values: str | int | Text) -> Text:
    """Make a text. The tool that collects messages for translation looks for calls of this function."""
    return Text(message, values)


def filled(message: str, values: Mapping[str, str | int | Text]) -> Text:
    """A text that takes those of the values that its message names: for words that stand in data."""
    return Text(message, {name: values[name] for name in _NAMED.findall(message)})


def has_words(message: str) -> bool:
    """Whether there is anything to translate in a message beside its `{names}`."""
    return any(letter.isalpha() for letter in _NAMED.sub("", message))


NOTHING = Text("")
_unread: ContextVar[bool] = ContextVar("unread", default=False)


@contextmanager
def unread() -> Iterator[None]:
    """While this `with` block is open nobody reads what rules say, as when odds are computed: texts that are costly to
    make are left empty.
    """
    token = _unread.set(True)
    try:
        yield
    finally:
        _unread.reset(token)


def nobody_reads() -> bool:
    """Whether this is inside `unread`."""
    return _unread.get()


def words(make: Callable[_P, Text]) -> Callable[_P, Text]:
    """A decorator for functions that only make a text: inside `unread` they are not run and give an empty text."""

    @wraps(make)
    def text(*args: _P.args, **named: _P.kwargs) -> Text:
        return NOTHING if _unread.get() else make(*args, **named)

    return text


def kept(make: Callable[_P, Text]) -> Callable[_P, Text]:
    """A decorator for functions that make the same texts again and again: a text is made once for equal arguments."""
    return words(lru_cache(maxsize=1024)(make))


def plural(n: int, one: str, many: str, **values: str | int | Text) -> Text:
    """Make the text for exactly one of something, or else the text for many; both may use `{n}`."""
    return Text(one if n == 1 else many, {"n": n, **values})


def numeral(value: int) -> Text:
    """A bare number, the same in every language."""
    return Text("{n}", {"n": value})


def listed(texts: list[Text] | list[str]) -> Text:
    """Join texts with commas: `5 × Level 1, 2 × Level 2`."""
    names = [f"part{i}" for i in range(len(texts))]
    return Text(", ".join("{" + name + "}" for name in names), dict(zip(names, texts, strict=True)))


def named(texts: list[Text]) -> Text:
    """Join names as a sentence does: `Ann`, `Ann and Bob`, `Ann, Bob and Cleo`."""
    if len(texts) < 2:
        return listed(texts)
    return t("{names} and {name}", names=listed(texts[:-1]), name=texts[-1])
