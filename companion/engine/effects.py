"""Effects: what a rule may ask of the world. Frozen records that can be saved; rules `yield from` them.

    Ask       a decision of a seat, or an observation of the table
    Roll      dice of a seat; `classes` says which raw results the rule tells apart
    Pool      n dice, only the number of successes counts
    Draw      n cards or markers from a deck, unseen
    All       several of these open at once; `joint` says what the rule reads from all dice together
    Commit    the same, each answer sealed until all are in
    Call      run another step or flow (made by calling the decorated function)
    Together  run several calls side by side, usually one a seat
    Repeat    run a call again and again, as long as it gives True
    Note      a line of the log
    Goto      returned by a flow: go on with this call in my place (keeps journals short)

Rule text uses the small generator functions below (`choose`, `roll`, ...), which give typed answers.
"""

from __future__ import annotations

from collections.abc import Generator, Sequence
from typing import Any, TypeVar

from msgspec import Struct

from companion.engine.chances import Classes, Faces
from companion.engine.errors import Refusal, RuleError
from companion.engine.forms import AnyForm, Choose, Confirm, Counts, Number, Option, Pick, Row
from companion.engine.text import Text

R = TypeVar("R")


class Ask(Struct, frozen=True, tag="ask", gc=False):
    """A form put to a seat. `observation` marks what only the table can see (nobody decides anything).

    `about` names the thing in question (`hero:blue:1`), so that pages can light it up.
    """

    seat: str
    section: str
    prompt: Text
    form: AnyForm
    observation: bool = False
    about: str = ""


class Roll(Struct, frozen=True, tag="roll", gc=False):
    """Dice with these `sides`, rolled by the app or typed in by the seat.

    `needs` says what is hoped for, `table` is the id of the random table rolled on, if any.
    """

    seat: str
    section: str
    prompt: Text
    sides: tuple[int, ...] = (20,)
    classes: Classes = Faces()
    needs: Text | None = None
    about: str = ""
    table: str = ""


class Pool(Struct, frozen=True, tag="pool"):
    """`count` dice with `sides`; each of at least `target` is a success; the answer is how many there are."""

    seat: str
    section: str
    prompt: Text
    count: int
    sides: int = 6
    target: int = 4
    about: str = ""


class Card(Struct, frozen=True):
    """A kind of card or marker in a deck and how many of it are there.

    `weight` is how much likelier each of them comes up than one of weight 1, where a deck stands for several stacks.
    """

    id: str
    label: Text
    count: int = 1
    weight: int = 1


class Draw(Struct, frozen=True, tag="draw"):
    """`count` cards drawn unseen from a deck: by the app, or typed in from the real deck."""

    seat: str
    section: str
    prompt: Text
    deck: tuple[Card, ...]
    count: int = 1
    about: str = ""


Part = Ask | Roll | Pool | Draw


class All(Struct, frozen=True, tag="all"):
    """Parts open at once; the rule goes on with the answers in this order when all are in."""

    parts: tuple[Part, ...]
    joint: Classes | None = None


class Commit(Struct, frozen=True, tag="commit"):
    """Like `All`, but no seat sees another's answer before all are in."""

    parts: tuple[Part, ...]


class Term(Struct, frozen=True):
    """One addend of a number, with the section that adds it."""

    label: Text
    value: int
    section: str = ""


class Sum(Struct, frozen=True):
    """A number and what made it."""

    label: Text
    terms: tuple[Term, ...]

    @property
    def total(self) -> int:
        """The sum of the terms."""
        return sum(term.value for term in self.terms)


def add_up(label: Text, first: Term, *more: Term) -> Sum:
    """A sum as people want to read it: the first term always, of the others those that count for something."""
    return Sum(label, (first, *(term for term in more if term.value)))


class Note(Struct, frozen=True, tag="note"):
    """A line of the log; `why` unfolds its numbers, `to` limits it to one seat, `about` names the things meant.

    `kind` and `facts` tell programs what the words tell people: statistics and coverage read these, never the text.
    """

    section: str
    text: Text
    why: tuple[Sum, ...] = ()
    to: str = ""
    about: str = ""
    kind: str = ""
    facts: dict[str, int | str] = {}


class Call(Struct, frozen=True, tag="call", gc=False):
    """A step or flow to run, with plain arguments."""

    rule: str
    args: tuple[Any, ...] = ()


class Together(Struct, frozen=True, tag="together"):
    """Calls that run side by side; the flow goes on with their results in this order."""

    calls: tuple[Call, ...]


class Repeat(Struct, frozen=True, tag="repeat"):
    """A call that is run again as long as it gives True; the flow goes on with None."""

    call: Call


class Goto(Struct, frozen=True):
    """What a flow returns to be replaced by another call, often itself."""

    call: Call


Effect = Ask | Roll | Pool | Draw | All | Commit | Call | Together | Repeat | Note
Rule = Generator[Effect, Any, R]


def goto(call: Rule[Any] | Call) -> Any:
    """The value a flow returns to go on as `call`."""
    return Goto(as_call(call))


def as_call(called: Any) -> Call:
    """The `Call` behind a called rule."""
    call = getattr(called, "call", called)
    if not isinstance(call, Call):
        raise RuleError(f"not a step or flow: {called!r}")
    return call


def choose(
    seat: str,
    section: str,
    prompt: Text,
    options: Sequence[Option],
    *,
    look: str = "buttons",
    observation: bool = False,
    about: str = "",
) -> Rule[str]:
    """Ask for one option; gives its id."""
    form = Choose(tuple(options), look)
    answer: str = yield Ask(seat, section, prompt, form, observation, about)
    return answer


def pick(
    seat: str, section: str, prompt: Text, options: Sequence[Option], least: int = 0, most: int = 99, about: str = ""
) -> Rule[list[str]]:
    """Ask for several options; gives their ids."""
    answer: list[str] = yield Ask(seat, section, prompt, Pick(tuple(options), least, most), about=about)
    return answer


def confirm(
    seat: str,
    section: str,
    prompt: Text,
    yes: Text = Text("Yes"),
    no: Text = Text("No"),
    *,
    refusal: Refusal | None = None,
    observation: bool = False,
    about: str = "",
) -> Rule[bool]:
    """Ask yes or no."""
    answer: bool = yield Ask(seat, section, prompt, Confirm(yes, no, refusal), observation, about)
    return answer


def number(
    seat: str,
    section: str,
    prompt: Text,
    low: int,
    high: int,
    start: int = 0,
    observation: bool = False,
    about: str = "",
) -> Rule[int]:
    """Ask for a whole number."""
    answer: int = yield Ask(seat, section, prompt, Number(low, high, start), observation, about)
    return answer


def counts(
    seat: str,
    section: str,
    prompt: Text,
    rows: Sequence[Row],
    *,
    budget: int | None = None,
    most: int | None = None,
    least: int = 0,
    observation: bool = False,
    about: str = "",
) -> Rule[dict[str, int]]:
    """Ask how many of each row."""
    form = Counts(tuple(rows), budget, section, most, least)
    answer: dict[str, int] = yield Ask(seat, section, prompt, form, observation, about)
    return answer


def ask(
    seat: str, section: str, prompt: Text, form: AnyForm, *, observation: bool = False, about: str = ""
) -> Rule[Any]:
    """Put any form to a seat."""
    answer = yield Ask(seat, section, prompt, form, observation, about)
    return answer


def roll(
    seat: str,
    section: str,
    prompt: Text,
    sides: int = 20,
    classes: Classes = Faces(),
    needs: Text | None = None,
    about: str = "",
) -> Rule[int]:
    """Roll one die."""
    dice: list[int] = yield Roll(seat, section, prompt, (sides,), classes, needs, about)
    return dice[0]


def contest(first: Roll, second: Roll, classes: Classes) -> Rule[tuple[int, int]]:
    """Two single dice of two seats against each other; both are open at once."""
    answers: list[list[int]] = yield All((first, second), classes)
    return answers[0][0], answers[1][0]


def all_of(*parts: Part, joint: Classes | None = None) -> Rule[list[Any]]:
    """Several questions open at once; gives their answers in order."""
    answers: list[Any] = yield All(parts, joint)
    return answers


def commit(*parts: Part) -> Rule[list[Any]]:
    """Several questions open at once, answers sealed until all are in."""
    answers: list[Any] = yield Commit(parts)
    return answers


def draw(
    seat: str, section: str, prompt: Text, deck: Sequence[Card], count: int = 1, about: str = ""
) -> Rule[list[str]]:
    """Draw unseen; gives the ids in the order drawn."""
    answer: list[str] = yield Draw(seat, section, prompt, tuple(deck), count, about)
    return answer


def pool(
    seat: str, section: str, prompt: Text, count: int, sides: int = 6, target: int = 4, about: str = ""
) -> Rule[int]:
    """Roll a pool; gives the number of successes."""
    answer: int = yield Pool(seat, section, prompt, count, sides, target, about)
    return answer


def note(
    section: str,
    text: Text,
    *why: Sum,
    to: str = "",
    about: str = "",
    kind: str = "",
    facts: dict[str, int | str] | None = None,
) -> Rule[None]:
    """Write a line into the log."""
    yield Note(section, text, why, to, about, kind, facts or {})


def together(*calls: Rule[R]) -> Rule[list[R]]:
    """Run calls side by side; gives their results in order."""
    results: list[R] = yield Together(tuple(as_call(call) for call in calls))
    return results
