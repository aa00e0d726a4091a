"""Outlook: which flows of a game have odds worth knowing, and how to read their results.

A game supplies plain functions over its own states; the code that computes odds knows nothing else of the game. A game
without an outlook still has odds of the results of its helpers.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from typing import Any

from msgspec import Struct

from companion.engine.core.effects import Call
from companion.engine.core.questions import Question
from companion.engine.core.text import Text
from companion.engine.game.panels import BattlePanel

Decide = Callable[[Question, Any], Any]
"""From an open question and the state to an answer: a policy."""


def largest(keys: Sequence[tuple[int, ...]]) -> int:
    """The index of the largest key, the first one among equals.

    Policies use this to choose: the odds then record one choice, instead of branching on every comparison of two keys.
    Tracked numbers have a method `choose_largest` for it.
    """
    for key in keys:
        for number in key:
            choose = getattr(type(number), "choose_largest", None)
            if choose is not None:
                place: int = choose(number, keys)
                return place
    return max(range(len(keys)), key=keys.__getitem__)


class Quantity(Struct, frozen=True):
    """A figure of how something ends: yes or no (`is_chance`), or a number of something.

    `read` takes the result of the flow and the final state. A `lasting` chance never becomes false again once it is
    true of a state, so it can be given for every round. Values are equal or not; other programs get those that are no
    numbers as text.
    """

    id: str
    title: Text
    read: Callable[[Any, Any], Hashable]
    is_chance: bool = False
    lasting: bool = False
    of: Text | None = None
    """What it belongs to, for a heading: a side."""
    words: Callable[[Any], Text] | None = None
    """Turns a value into words, where the value itself is none."""
    leading: bool = False
    """Whether it is one of the few figures a player wants to see at a glance."""
    side: int = 0
    """Whose figure it is: 1 for those who want the first quantity, -1 for their enemy, 0 for neither."""
    upwards: bool = False
    """Whether people ask for "at least so many" of it (units left) rather than "at most" (losses)."""
    idle: bool = False
    """Whether it cannot occur here. It is still reported to other programs, which find the same ids in every case."""
    seat: str = ""
    """The seat that wants it, for counting its fights afterwards; "" for nobody (guards)."""
    passing: bool = False
    """Whether it tells of a part only (the next roll), not of how it ends; afterwards nobody is told of it."""


class Lookahead(Struct, frozen=True):
    """Deciding by results: tries every decision with every die roll after it, where these are not too many."""

    sides: tuple[int, ...] = ()
    """The sides that always take their best choice: 1 for those who want the first quantity, -1 for their enemy."""
    below: float = 0.0
    """A side that may give up does so when its chance is below this (0 to 1; 0 means it never does)."""


class Policy(Struct, frozen=True):
    """A named way in which people are assumed to decide. `answer` decides where `lookahead` does not."""

    id: str
    title: Text
    answer: Decide
    lookahead: Lookahead | None = None


class Knob(Struct, frozen=True):
    """A change that can be added to every policy: a habit (`high` is 0), or a threshold from `low` to `high`."""

    id: str
    title: Text
    """The label; `{n}` stands for the threshold."""
    low: int = 0
    high: int = 0
    start: int = 0
    """The threshold that a page shows at first."""


class WhatIf(Struct, frozen=True):
    """A side question: what a rule that is not running would lead to, if it began now on a copy of the state."""

    id: str
    title: Text
    call: Call
    quantities: Sequence[Quantity]
    then: str = ""
    """The rule of an outlook that may follow. Its first quantity is reported too, over all results where it does
    follow.
    """
    follows: Callable[[Any, Any], bool] | None = None
    """Takes result and final state and returns whether `then` follows."""
    together: Text | None = None
    """The title of the chance that all goes well: either it ends `safe`, or `then` follows and its first quantity comes
    true. Reported in place of that quantity.
    """
    safe: Callable[[Any, Any], bool] | None = None
    """Takes result and final state and returns whether all has gone well although nothing follows."""
    weighted: Text | None = None
    """The title of its first quantity multiplied by the chance that the main question asks for: what is won only if
    that comes true.
    """


class Methods(Struct, frozen=True):
    """Different methods of playing the same rules, one of which a match chooses. The odds report the range over
    them.
    """

    ruling: str
    """The key of the ruling that chooses the method."""
    readings: tuple[str, ...]
    """The readings of that ruling that are such methods."""
    chosen: Callable[[Any], str]
    """Takes a state and returns the reading in use."""
    into: Callable[[Any, str], Any | None]
    """Takes a state and a reading and returns the state under that method (it may change its argument), or None when
    play has gone too far to convert it.
    """


class Outlook(Struct, frozen=True):
    """What a game tells the odds about the flow `rule` and everything below it."""

    rule: str
    sections: tuple[str, ...]
    """The sections whose questions are worth asking the odds about."""
    quantities: Callable[[Any], Sequence[Quantity]] | None
    """Takes the state at the beginning and returns what to read from a result; the first quantity is what everybody
    wants to know. None if only the what-ifs are worth knowing.
    """
    policies: tuple[Policy, ...]
    """The policies, default first; empty if nobody decides anything."""
    dice_only: bool = False
    """Whether there are odds only at questions for dice, because before them the situation is still being filled in."""
    is_certain: bool = False
    """Whether nothing is left to chance, so that pages tell what comes of it rather than odds."""
    rounds: str = ""
    """The rule that begins once in each round."""
    bare: Callable[[Any], Any] | None = None
    """Takes a state and returns it without what does not matter here (it may change its argument)."""
    side: Callable[[Question, Any], int] | None = None
    """Takes a question and a state and returns who decides: those who want the first quantity (1), their enemy (-1) or
    neither (0). Without it there is no lookahead.
    """
    gives_up: Callable[[Question], bool] | None = None
    """Takes a question and returns whether a yes to it means giving up."""
    knobs: tuple[Knob, ...] = ()
    what_ifs: Callable[[Any], Sequence[WhatIf]] | None = None
    """Takes the state at the question and returns the what-ifs to report beside it."""
    ready: Callable[[Any], bool] | None = None
    """Takes the state at the question and returns whether there is anything to report; without it there always is."""
    reinforced: Callable[[Any, int, int], Any | None] | None = None
    """Takes a state, a side (1 or -1) and a number of units, and returns the state with these units added as a player
    would add them, or None if there is no room.
    """
    varied: Callable[[str, tuple[tuple[str, int], ...]], Policy] | None = None
    """Takes the id of a policy and some knobs (id, threshold; 0 for a habit) and returns the policy with them added:
    the same object for equal arguments.
    """
    methods: Methods | None = None
    forecast: Callable[[BattlePanel, Mapping[str, float], Mapping[str, float] | None], BattlePanel] | None = None
    """Takes the picture of the fight, the figures by their ids and their standard errors (None if they are exact), and
    returns it with what all may read of them unasked; only for fights whose figures are there in a moment.
    """
    unfinished: Callable[[Any], bool] | None = None
    """Takes a result and returns whether people ended it before it was decided, so that it tells nothing of luck."""
    revealed: Callable[[Any], Any] | None = None
    """Takes a state and returns it with all shown that is hidden in play, as it is told of when the match is over (it
    may change its argument). What is hidden during play is not told of before.
    """
