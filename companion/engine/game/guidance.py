"""Guidance: how a game helps people who play it for the first time, as plain records that shared pages draw.

Stage    a part of the Round (or of the turn), a place on the track that stands on every page
Advice   why a question comes, and what people usually do
Guide    the aim of the game in a sentence, its stages, its advice
Aid      a piece of the player aid: numbered lines, or a table
Task     what hands must do at the table: turn a tile, put guards on a hex
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec import Struct

from companion.engine.core.questions import Question
from companion.engine.core.text import Text


class Stage(Struct, frozen=True):
    """A part of the Round: a short name for the track, and what happens in it, in a sentence.

    `tab` names the panels that fill a big screen while it lasts, where that is not the map.
    """

    id: str
    title: Text
    what: Text
    section: str = ""
    tab: str = ""


class Advice(Struct, frozen=True):
    """Why the step `rule` (`movement.choose_deed`) asks, and what people usually do.

    With `about` it is for questions about things of this kind only (`tile` of `tile:3,4`).
    """

    rule: str
    why: Text
    usual: Text = Text("")
    about: str = ""
    stock: bool = False
    """Whether one wants to see what one owns while one decides."""

    def fits(self, question: Question) -> bool:
        """Whether it is for this question."""
        kind = question.part.about.partition(":")[0]
        return question.rule.endswith(f".{self.rule}") and self.about in ("", kind)


class Guide(Struct, frozen=True):
    """What leads people through their first game.

    `stages` gives those of a match, as settings may leave some out; `at` the one a match is in ("" for none).
    """

    aim: Text
    stages: Callable[[Any], tuple[Stage, ...]]
    at: Callable[[Any], str]
    advice: tuple[Advice, ...] = ()

    def advice_for(self, question: Question) -> Advice | None:
        """What to say about a question: what fits its subject before what fits its step only."""
        fitting = [one for one in self.advice if one.fits(question)]
        return max(fitting, key=lambda one: bool(one.about), default=None)


class Aid(Struct, frozen=True):
    """A piece of the player aid: `lines`, numbered if their order counts, or the `rows` of a table."""

    id: str
    title: Text
    section: str = ""
    lines: tuple[Text, ...] = ()
    numbered: bool = False
    columns: tuple[Text, ...] = ()
    rows: tuple[tuple[Text, ...], ...] = ()


class Task(Struct, frozen=True):
    """What hands must do at the table. `seat` is whose phone says so, "" for everybody's."""

    id: str
    text: Text
    seat: str = ""
    section: str = ""
