"""Outlook: what a game tells the odds. Which of its flows have odds worth knowing, and what to read from their ends.

A game hands in plain functions over its own states; whoever computes odds knows nothing else of it. A game without an
outlook still has odds: of whatever its helpers give.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from msgspec import Struct

from companion.engine.core.effects import Call
from companion.engine.core.questions import Question
from companion.engine.core.text import Text

Decide = Callable[[Question, Any], Any]
"""From an open question and the state to an answer: a policy."""


def largest(keys: Sequence[tuple[int, ...]]) -> int:
    """The place of the largest key, of equals the first. Policies choose with this: odds then take the choice for one
    observation, instead of following every comparison of two keys. Their numbers know how, by `choose_largest`."""
    for key in keys:
        for number in key:
            choose = getattr(type(number), "choose_largest", None)
            if choose is not None:
                place: int = choose(number, keys)
                return place
    return max(range(len(keys)), key=keys.__getitem__)


class Quantity(Struct, frozen=True):
    """Something to know about how it ends: yes or no (`is_chance`), or a number of something.

    `read` gets the result of the flow and the final state. A `lasting` chance never becomes untrue again once it is
    true of a state, so that it can be told for every round.
    """

    id: str
    title: Text
    read: Callable[[Any, Any], int | bool | str]
    is_chance: bool = False
    lasting: bool = False
    of: Text | None = None
    """What it is a part of, for a heading: a side."""
    words: Callable[[Any], Text] | None = None
    """A value in words for people, where it is none itself."""
    leading: bool = False
    """What a player wants to see at a glance."""
    side: int = 0
    """Who wants it, or whose it is: 1 those who want the first quantity, -1 their enemy."""
    upwards: bool = False
    """Of a number people ask for "at least so many" (units left), not for "at most" (losses)."""
    idle: bool = False
    """Nothing can come of it here; told to other programs only, which find the same ids in every case."""
    seat: str = ""
    """The player who wants it, for counting his fights afterwards; "" for nobody (guards)."""


class Lookahead(Struct, frozen=True):
    """Deciding by what would come of it, over every way of dice and decisions; only where these are not too many."""

    sides: tuple[int, ...] = ()
    """Who always decides for the best: 1 those who want the first quantity, -1 their enemy."""
    below: float = 0.0
    """Whoever may give up does so when his chance is below this (0: nobody looks)."""


class Policy(Struct, frozen=True):
    """How people are taken to decide: a named policy. With `lookahead` it says what is decided without it."""

    id: str
    title: Text
    answer: Decide
    lookahead: Lookahead | None = None


class Knob(Struct, frozen=True):
    """What can be added to every policy: a habit (`high` 0), or a threshold from `low` to `high`."""

    id: str
    title: Text
    """With `{n}` for the threshold."""
    low: int = 0
    high: int = 0
    start: int = 0
    """The threshold a page begins with."""


class WhatIf(Struct, frozen=True):
    """Something to know beside: what a rule that does not run yet would lead to, begun on a copy of the state."""

    id: str
    title: Text
    call: Call
    quantities: Sequence[Quantity]
    then: str = ""
    """The rule of an outlook that would follow: its first quantity is told too, over all ends from which it would."""
    follows: Callable[[Any, Any], bool] | None = None
    """Whether `then` would follow, by result and end state."""
    together: Text | None = None
    """The title of the chance that all goes well: it ends `safe`, or `then` follows and its first quantity comes true.
    Told in place of that quantity."""
    safe: Callable[[Any, Any], bool] | None = None
    """Whether all has gone well although nothing follows."""
    weighted: Text | None = None
    """The title of its first quantity times the chance of what is asked first: what is won only then."""


class Methods(Struct, frozen=True):
    """Whole ways to play what an outlook speaks of, one of which a match chooses: the odds tell the span over them."""

    ruling: str
    """The key of the ruling that chooses."""
    readings: tuple[str, ...]
    """Those of its readings that are such ways."""
    chosen: Callable[[Any], str]
    """The one that counts in a state."""
    into: Callable[[Any, str], Any | None]
    """The same state by another one (may change the one it gets); None where it has gone too far to be told."""


class Outlook(Struct, frozen=True):
    """What a game tells the odds about the flow `rule` and all that runs below it."""

    rule: str
    sections: tuple[str, ...]
    """Questions of these sections are worth asking for odds."""
    quantities: Callable[[Any], Sequence[Quantity]] | None
    """What to read from an end, by the state at the beginning; the first is what everybody wants to know. None where
    only the what-ifs are worth knowing."""
    policies: tuple[Policy, ...]
    """Default first; none where nobody decides anything."""
    dice_only: bool = False
    """Only where dice are asked for: before that the situation is still being filled in."""
    rounds: str = ""
    """The rule that begins once a round."""
    bare: Callable[[Any], Any] | None = None
    """A state without what has nothing to do with this (may change the one it gets)."""
    side: Callable[[Question, Any], int] | None = None
    """Whether a question is decided by those who want the first quantity (1), by their enemy (-1) or by neither (0).
    Without it nobody can look ahead."""
    gives_up: Callable[[Question], bool] | None = None
    """Whether a yes to a question means to give up."""
    knobs: tuple[Knob, ...] = ()
    what_ifs: Callable[[Any], Sequence[WhatIf]] | None = None
    """What to tell beside, by the state at the question."""
    ready: Callable[[Any], bool] | None = None
    """Whether there is anything to tell at all, by the state at the question; without it there always is."""
    reinforced: Callable[[Any, int, int], Any | None] | None = None
    """A state with so many more units for a side (1, -1), where a player would add them; None if there is no room."""
    varied: Callable[[str, tuple[tuple[str, int], ...]], Policy] | None = None
    """A policy, by its id, with some knobs (id, threshold; 0 for a habit) added: the same object for the same ones."""
    methods: Methods | None = None
