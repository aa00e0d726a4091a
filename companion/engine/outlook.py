"""Outlook: what a game tells the odds. Which of its flows have odds worth knowing, and what to read from their ends.

A game hands in plain functions over its own states; whoever computes odds knows nothing else of it. A game without an
outlook still has odds: of whatever its helpers give.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from msgspec import Struct

from companion.engine.questions import Question
from companion.engine.text import Text

Answering = Callable[[Question, Any], Any]
"""From an open question and the state to an answer: a policy."""


class Quantity(Struct, frozen=True):
    """Something to know about how it ends: yes or no (`is_chance`), or a number of something.

    `read` gets the result of the flow and the final state. A `lasting` chance never becomes untrue again once it is
    true of a state, so that it can be told for every round.
    """

    id: str
    title: Text
    read: Callable[[Any, Any], int | bool]
    is_chance: bool = False
    lasting: bool = False
    of: Text | None = None
    """What it is a part of, for a heading: a side."""


class Conduct(Struct, frozen=True):
    """How people are taken to decide: a named policy."""

    id: str
    title: Text
    answer: Answering


class Outlook(Struct, frozen=True):
    """What a game tells the odds about the flow `rule` and all that runs below it."""

    rule: str
    sections: tuple[str, ...]
    """Questions of these sections are worth asking for odds."""
    quantities: Callable[[Any], Sequence[Quantity]]
    """What to read from an end, by the state at the beginning; the first is what everybody wants to know."""
    conducts: tuple[Conduct, ...]
    """Default first."""
    rounds: str = ""
    """The rule that begins once a round."""
    bare: Callable[[Any], Any] | None = None
    """A state without what has nothing to do with this (may change the one it gets)."""
    side: Callable[[Question, Any], int] | None = None
    """Whether a question is decided by those who want the first quantity (1), by their enemy (-1) or by neither (0)."""
