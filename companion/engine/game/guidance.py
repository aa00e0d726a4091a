"""Guidance: how a game helps people who play it for the first time, as plain records that shared pages draw.

Stage    a part of the Round (or of the turn), a place on the track that every page shows
Advice   why a question is asked, and what people usually answer
Guide    the aim of the game in a sentence, its stages, its advice
Aid      a piece of the player aid: numbered lines, or a table
Task     what players must do by hand at the table: turn a tile, put guards on a hex
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec import Struct

from companion.engine.core.effects import subject
from companion.engine.core.questions import Question
from companion.engine.core.text import Text


class Stage(Struct, frozen=True):
    """A part of the Round: a short name for the track, and a sentence on what happens in it.

    `tab` names the panels that fill a big screen during it, where these are not the map.
    """

    id: str
    title: Text
    what: Text
    section: str = ""
    tab: str = ""


class Advice(Struct, frozen=True):
    """Why the step `rule` (`movement.choose_deed`) asks, and what people usually answer.

    With `about`, it fits only questions about things of this kind (`tile` for `tile:3,4`).
    """

    rule: str
    why: Text
    usual: Text = Text("")
    about: str = ""
    stock: bool = False
    """Whether one wants to see what one owns while one decides."""

    def fits(self, question: Question) -> bool:
        """Whether this advice is for the question."""
        kind, _name = subject(question.part.about)
        return question.rule.endswith(f".{self.rule}") and self.about in ("", kind)


class Guide(Struct, frozen=True):
    """What guides people through their first game.

    `stages` takes a state and returns the stages of its match, as settings may leave some out; `at` takes a state and
    returns the id of its stage ("" for none).
    """

    aim: Text
    stages: Callable[[Any], tuple[Stage, ...]]
    at: Callable[[Any], str]
    advice: tuple[Advice, ...] = ()

    def advice_for(self, question: Question) -> Advice | None:
        """The advice for a question, or None. Advice for its subject comes before advice for its step alone."""
        fitting = [one for one in self.advice if one.fits(question)]
        return max(fitting, key=lambda one: bool(one.about), default=None)


class Aid(Struct, frozen=True):
    """A piece of the player aid: `lines`, numbered if their order matters, or the `rows` of a table."""

    id: str
    title: Text
    section: str = ""
    lines: tuple[Text, ...] = ()
    numbered: bool = False
    columns: tuple[Text, ...] = ()
    rows: tuple[tuple[Text, ...], ...] = ()


class Task(Struct, frozen=True):
    """What players must do by hand at the table. It is shown on the phone of `seat`, or on all phones if that is ""."""

    id: str
    text: Text
    seat: str = ""
    section: str = ""
