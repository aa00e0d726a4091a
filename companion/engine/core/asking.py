"""What rule text yields to the world: small generator functions that give typed answers.

    where = yield from choose(seat, t("Where to?"), options)
    dice = yield from roll(seat, t("Roll for the outpost."), 20)
    yield from note(t("{who} lands.", who=name))

Who does not name a `section` cites that of the step: the first one in its `@step(...)`.
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
from companion.engine.core.text import Text

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
    """Put any form to a seat; gives the checked answer.

    `observation` marks what only the table can see, so that nobody decides anything; `about` names the thing meant.
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
) -> Rule[str]:
    """Ask for one option; gives its id."""
    answer: str = yield Ask(seat, section, prompt, Choose(tuple(options), look), observation, about)
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
) -> Rule[list[str]]:
    """Ask for several options; gives their ids in the order picked."""
    answer: list[str] = yield Ask(seat, section, prompt, Pick(tuple(options), least, most), about=about)
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
) -> Rule[bool]:
    """Ask yes or no; with a `refusal` yes is shown greyed, `usual` is the main button."""
    answer: bool = yield Ask(seat, section, prompt, Confirm(yes, no, refusal, usual), observation, about)
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
    """Ask for a whole number from `low` to `high`."""
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
    observation: bool = False,
    about: str = "",
) -> Rule[dict[str, int]]:
    """Ask how many of each row; gives the counts above zero."""
    form = Counts(tuple(rows), budget, section, most, least)
    answer: dict[str, int] = yield Ask(seat, section, prompt, form, observation, about)
    return answer


def roll(
    seat: str,
    prompt: Text,
    sides: int = 20,
    classes: Classes = Faces(),
    needs: Text | None = None,
    *,
    section: str = "",
    about: str = "",
    table: str = "",
) -> Rule[int]:
    """Roll one die; `classes` says which results the rule tells apart, `table` the id of the table rolled on."""
    dice: list[int] = yield Roll(seat, section, prompt, (sides,), classes, needs, about, table)
    return dice[0]


def contest(first: Roll, second: Roll, classes: Classes) -> Rule[tuple[int, int]]:
    """Two single dice of two seats against each other; both are open at once."""
    answers: list[list[int]] = yield All((first, second), classes)
    return answers[0][0], answers[1][0]


def pool(
    seat: str, prompt: Text, count: int, sides: int = 6, target: int = 4, *, section: str = "", about: str = ""
) -> Rule[int]:
    """Roll a pool of dice; gives how many show at least `target`."""
    answer: int = yield Pool(seat, section, prompt, count, sides, target, about)
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
) -> Rule[list[str]]:
    """Draw unseen from a deck; gives the ids in the order drawn. `there`: what really lies there (see `Draw`)."""
    answer: list[str] = yield Draw(seat, section, prompt, tuple(deck), count, about, there)
    return answer


def all_of(*parts: Part, joint: Classes | None = None) -> Rule[list[Any]]:
    """Several questions open at once; gives their answers in order."""
    answers: list[Any] = yield All(parts, joint)
    return answers


def commit(*parts: Part) -> Rule[list[Any]]:
    """Several questions open at once, answers sealed until all are in."""
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
) -> Rule[None]:
    """Write a line into the log.

    `why` unfolds its numbers, `to` shows it to one seat only, `about` names the thing meant. `kind` and `facts` tell
    programs (statistics, coverage) what the words tell people.
    """
    yield Note(section, text, why, to, about, kind, facts or {})


def together(*calls: Rule[R]) -> Rule[list[R]]:
    """In a flow: run calls side by side; gives their results in order."""
    results: list[R] = yield Together(tuple(as_call(call) for call in calls))
    return results


def repeat(call: Rule[bool]) -> Rule[None]:
    """In a flow: run a call again and again, as long as it gives True."""
    yield Repeat(as_call(call))
