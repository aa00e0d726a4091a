"""What rule text yields to ask or tell something: small generator functions that return typed answers.

    where = yield from choose(seat, t("Where to?"), options)
    dice = yield from roll(seat, t("Roll for the outpost."), 20)
    yield from note(t("{who} lands.", who=name))

Without a `section`, a question or note cites the section of its step: the first one named in `@step(...)`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal, TypeVar

from companion.engine.core.chances import Classes, Faces
from companion.engine.core.effects import (
    All,
    Ask,
    Card,
    Commit,
    Draw,
    Note,
    Part,
    Pool,
    Repeat,
    Roll,
    Rule,
    Sum,
    Together,
    as_call,
    goto,
)
from companion.engine.core.errors import Refusal
from companion.engine.core.forms import AnyForm, Choose, Confirm, Counts, Number, Option, Pick, Row
from companion.engine.core.options import Chip
from companion.engine.core.text import Hint, Text

R = TypeVar("R")

__all__ = [
    "all_of",
    "ask",
    "choose",
    "commit",
    "confirm",
    "contest",
    "counts",
    "draw",
    "goto",
    "note",
    "number",
    "pick",
    "pool",
    "repeat",
    "roll",
    "together",
]


def ask(
    seat: str, prompt: Text, form: AnyForm, *, section: str = "", observation: bool = False, about: str = ""
) -> Rule[Any]:
    """Put any form to a seat and return the checked answer.

    `observation` marks something the players can only see on the real table, so that answering it is not a decision.
    `about` names the thing the question is about (`hero:blue:1`).
    """
    answer = yield Ask(seat, section, prompt, form, observation, about)
    return answer


def choose(
    seat: str,
    prompt: Text,
    options: Sequence[Option],
    *,
    section: str = "",
    look: str = "buttons",
    observation: bool = False,
    about: str = "",
    own: Text | None = None,
    aside: Text | None = None,
    bluff: bool = False,
    rows: Sequence[Text] = (),
    columns: Sequence[Text] = (),
    purse: Sequence[Chip] = (),
    drawn: tuple[Card, ...] = (),
    alone: bool = False,
) -> Rule[str]:
    """Ask for exactly one option and return its id. `own` replaces the prompt for who answers; `bluff`, `purse`,
    `drawn` and `alone` are as in `Ask`, `rows` and `columns` as in `Choose`.
    """
    form = Choose(tuple(options), look, rows=tuple(rows), columns=tuple(columns))
    answer: str = yield Ask(seat, section, prompt, form, observation, about, own=own, aside=aside, bluff=bluff,
                            purse=tuple(purse), drawn=drawn, alone=alone)  # fmt: skip
    return answer


def pick(
    seat: str,
    prompt: Text,
    options: Sequence[Option],
    least: int = 0,
    most: int = 99,
    *,
    section: str = "",
    about: str = "",
    own: Text | None = None,
    start: Sequence[str] = (),
    send: Sequence[Text] = (),
) -> Rule[list[str]]:
    """Ask for `least` to `most` different options and return their ids in the order picked. `own` replaces the prompt
    for who answers (see `Ask`); those in `start` are marked at first, `send` is what the button says.
    """
    form = Pick(tuple(options), least, most, tuple(start), tuple(send))
    answer: list[str] = yield Ask(seat, section, prompt, form, about=about, own=own)
    return answer


def confirm(
    seat: str,
    prompt: Text,
    yes: Text = Text("Yes"),
    no: Text = Text("No"),
    *,
    section: str = "",
    refusal: Refusal | None = None,
    observation: bool = False,
    about: str = "",
    usual: Literal["yes", "no"] = "yes",
    needs: Text | None = None,
    own: Text | None = None,
) -> Rule[bool]:
    """Ask yes or no and return True for yes. With a `refusal`, yes is shown greyed; `usual` is the main button,
    `needs` says what dice a yes hopes for. `own` replaces the prompt for who answers (see `Ask`).
    """
    answer: bool = yield Ask(seat, section, prompt, Confirm(yes, no, refusal, usual), observation, about, needs, own)
    return answer


def number(
    seat: str,
    prompt: Text,
    low: int,
    high: int,
    start: int = 0,
    *,
    section: str = "",
    observation: bool = False,
    about: str = "",
) -> Rule[int]:
    """Ask for a whole number from `low` to `high`, both included, and return it."""
    answer: int = yield Ask(seat, section, prompt, Number(low, high, start), observation, about)
    return answer


def counts(
    seat: str,
    prompt: Text,
    rows: Sequence[Row],
    *,
    section: str = "",
    budget: int | None = None,
    most: int | None = None,
    least: int = 0,
    keeps_rest: bool = True,
    observation: bool = False,
    about: str = "",
) -> Rule[dict[str, int]]:
    """Ask how many of each row and return the counts above zero by row id."""
    form = Counts(tuple(rows), budget, section, most, least, keeps_rest)
    answer: dict[str, int] = yield Ask(seat, section, prompt, form, observation, about)
    return answer


def roll(
    seat: str,
    prompt: Text,
    sides: int = 20,
    classes: Classes = Faces(),
    needs: Hint = None,
    *,
    section: str = "",
    about: str = "",
    table: str = "",
    own: Text | None = None,
) -> Rule[int]:
    """Roll one die with this many sides and return its result. `classes` says which results the rule tells apart;
    `table` is the id of the random table that is rolled on; `own` replaces the prompt for who answers (see `Ask`).
    """
    dice: list[int] = yield Roll(seat, section, prompt, (sides,), classes, needs, about, table, own=own)
    return dice[0]


def contest(first: Roll, second: Roll, classes: Classes) -> Rule[tuple[int, int]]:
    """Let two seats roll one die each, both questions open at the same time, and return both results."""
    answers: list[list[int]] = yield All((first, second), classes)
    return answers[0][0], answers[1][0]


def pool(
    seat: str,
    prompt: Text,
    count: int,
    sides: int = 6,
    target: int = 4,
    *,
    section: str = "",
    about: str = "",
    for_nobody: bool = False,
) -> Rule[int]:
    """Roll `count` dice and return how many of them show at least `target`."""
    answer: int = yield Pool(seat, section, prompt, count, sides, target, about, for_nobody)
    return answer


def draw(
    seat: str,
    prompt: Text,
    deck: Sequence[Card],
    count: int = 1,
    *,
    section: str = "",
    about: str = "",
    there: dict[str, int] | None = None,
    told: Text | None = None,
) -> Rule[list[str]]:
    """Draw unseen from a deck and return the ids in the order drawn. `there` says what the deck really holds where the
    seat cannot know it, `told` what others read (see `Draw`).
    """
    answer: list[str] = yield Draw(seat, section, prompt, tuple(deck), count, about, there, told)
    return answer


def all_of(*parts: Part, joint: Classes | None = None) -> Rule[list[Any]]:
    """Put several questions at the same time and return their answers in the order of the parts."""
    answers: list[Any] = yield All(parts, joint)
    return answers


def commit(*parts: Part) -> Rule[list[Any]]:
    """Put several questions at the same time; every answer stays sealed until all are in. Returns them in order."""
    answers: list[Any] = yield Commit(parts)
    return answers


def note(
    text: Text,
    *why: Sum,
    section: str = "",
    to: str = "",
    about: str = "",
    kind: str = "",
    facts: dict[str, int | str] | None = None,
    own: dict[str, Text] | None = None,
    more: Sequence[Text] = (),
) -> Rule[None]:
    """Write a line into the log.

    `why` shows how its numbers came about, `to` shows the line to one seat only, `about` names the thing meant. `kind`
    and `facts` tell programs (statistics, coverage) what the words tell people. `own` has other words for some seats,
    `more` what is read after a tap.
    """
    yield Note(section, text, why, to, about, kind, facts or {}, own or {}, tuple(more))


def together(*calls: Rule[R]) -> Rule[list[R]]:
    """Run calls side by side and return their results in order. For flows."""
    results: list[R] = yield Together(tuple(as_call(call) for call in calls))
    return results


def repeat(call: Rule[bool]) -> Rule[None]:
    """Run a call again and again as long as it returns True. For flows."""
    yield Repeat(as_call(call))
