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

Rule text uses the small generator functions of `asking` (`choose`, `roll`, ...), which give typed answers.
"""

from __future__ import annotations

from collections.abc import Generator
from typing import Any, TypeVar

from msgspec import Struct, structs

from companion.engine.core.chances import Classes, Faces
from companion.engine.core.errors import RuleError
from companion.engine.core.forms import AnyForm
from companion.engine.core.options import Chip
from companion.engine.core.text import Hint, Text

R = TypeVar("R")


def subject(about: str) -> tuple[str, str]:
    """What something is `about`, as the kind of thing and which one: `hero:blue:1` is the `hero` `blue:1`."""
    kind, _colon, name = about.partition(":")
    return kind, name


class Ask(Struct, frozen=True, tag="ask", gc=False):
    """A form put to a seat. `observation` marks what the players can only see on the real table (nobody decides
    anything).

    `about` names the thing in question (`hero:blue:1`), so that pages can highlight it. `needs` says what dice are
    hoped for after a yes. Everybody may read `prompt`; where it must be silent about something, `own` is what stands
    over the form, which only who may answer sees: also the same words, where the form shows a hand. `aside` is a fact
    to know beside the question, in small; `purse` is what there is to spend on it. A `bluff` has one possible answer
    and is asked only lest the others learn that. What is asked `alone` shows a hand: a phone that is passed round shows
    it only to the seat that is asked, whatever that holds.
    Whatever is chosen, a card of the deck `drawn` is drawn next: pages take both answers in one go.
    """

    seat: str
    section: str
    prompt: Text
    form: AnyForm
    observation: bool = False
    about: str = ""
    needs: Text | None = None
    own: Text | None = None
    aside: Text | None = None
    bluff: bool = False
    purse: tuple[Chip, ...] = ()
    drawn: tuple[Card, ...] = ()
    alone: bool = False


class Roll(Struct, frozen=True, tag="roll", gc=False):
    """Dice with these `sides`, rolled by the app or typed in by the seat.

    `needs` says which result is hoped for; `table` is the id of the random table that is rolled on, if any. `link`
    names the things on the board that the roll is about, like that of an `Option`; `own` is as in `Ask`. Dice
    `for_nobody` are rolled for a side that nobody at the table plays: they are not the luck of who rolls them.
    """

    seat: str
    section: str
    prompt: Text
    sides: tuple[int, ...] = (20,)
    classes: Classes = Faces()
    needs: Hint = None
    about: str = ""
    table: str = ""
    link: tuple[str, ...] = ()
    own: Text | None = None
    for_nobody: bool = False


class Pool(Struct, frozen=True, tag="pool"):
    """`count` dice with `sides` each. Each die that shows at least `target` is a success; the answer is their
    number. `for_nobody` is as in `Roll`.
    """

    seat: str
    section: str
    prompt: Text
    count: int
    sides: int = 6
    target: int = 4
    about: str = ""
    for_nobody: bool = False


class Card(Struct, frozen=True):
    """A kind of card or marker in a deck and how many of it there are.

    `weight` is how many times likelier each of them is drawn than one of weight 1, for a deck that stands for several
    stacks. `detail` says what the card does. A tile of the map has its `ground` and `sign`, terrain and symbol as on
    the map, one of several hexes its `land`: (q, r, terrain) of each. A counter has the symbol and the `value` printed
    on it. Pages draw them.
    """

    id: str
    label: Text
    count: int = 1
    weight: int = 1
    detail: Text | None = None
    ground: str = ""
    sign: str = ""
    value: int | None = None
    land: tuple[tuple[int, int, str], ...] = ()
    common: bool = False
    """Whether it is turned up for all and nobody's own."""


class Draw(Struct, frozen=True, tag="draw"):
    """`count` cards drawn unseen from a deck, by the app or typed in from the real deck.

    Where other players hold cards in secret, `deck` is what may be there as far as the seat can tell, and `there` (by
    id) is what really is. Only cards that are really there are drawn, and no page shows `there`. `told` is what others
    read of it while they wait (`draws a card`).
    """

    seat: str
    section: str
    prompt: Text
    deck: tuple[Card, ...]
    count: int = 1
    about: str = ""
    there: dict[str, int] | None = None
    told: Text | None = None

    def really(self) -> tuple[Card, ...]:
        """The cards that can really be drawn."""
        if self.there is None:
            return self.deck
        return tuple(structs.replace(card, count=self.there.get(card.id, 0)) for card in self.deck)


Part = Ask | Roll | Pool | Draw


class All(Struct, frozen=True, tag="all"):
    """Questions open at the same time; the rule goes on when all are answered. `joint` says how their dice are read."""

    parts: tuple[Part, ...]
    joint: Classes | None = None


class Commit(Struct, frozen=True, tag="commit"):
    """Like `All`, but no seat sees the answer of another before all answers are in."""

    parts: tuple[Part, ...]


class Term(Struct, frozen=True):
    """One addend of a number, with the section that adds it."""

    label: Text
    value: int
    section: str = ""


class Sum(Struct, frozen=True):
    """A number and the terms it is the sum of."""

    label: Text
    terms: tuple[Term, ...]

    @property
    def total(self) -> int:
        """The sum of the terms."""
        return sum(term.value for term in self.terms)


def add_up(label: Text, first: Term, *more: Term) -> Sum:
    """A sum that leaves out terms which add nothing: the first term is always kept, later ones only if not zero."""
    return Sum(label, (first, *(term for term in more if term.value)))


LEADS = "leads"
"""The kind of a note that only says what the next answer is about: the log tells it within what came of that."""


class Note(Struct, frozen=True, tag="note"):
    """A line of the log. `why` shows how its numbers came about, `to` limits it to one seat, `about` names the thing
    meant.

    `kind` and `facts` tell programs what the words tell people: statistics and coverage read these, never the text.
    The fact `score` is what both sides of a contest came to (`21 : 9`), the winner first; pages show it, too.
    """

    section: str
    text: Text
    why: tuple[Sum, ...] = ()
    to: str = ""
    about: str = ""
    kind: str = ""
    facts: dict[str, int | str] = {}
    own: dict[str, Text] = {}
    """What a seat reads in place of the text, which is silent about something that it knows."""
    more: tuple[Text, ...] = ()
    """What things named in the text say in full: pages show it after a tap."""


class Call(Struct, frozen=True, tag="call", gc=False):
    """A step or flow to run, by name, with plain arguments."""

    rule: str
    args: tuple[Any, ...] = ()


class Together(Struct, frozen=True, tag="together"):
    """Calls that run side by side; the flow goes on with their results in this order."""

    calls: tuple[Call, ...]


class Repeat(Struct, frozen=True, tag="repeat"):
    """A call that is run again as long as it returns True; the flow then goes on with None."""

    call: Call


class Goto(Struct, frozen=True):
    """What a flow returns to be replaced by another call, often itself."""

    call: Call


Effect = Ask | Roll | Pool | Draw | All | Commit | Call | Together | Repeat | Note
Rule = Generator[Effect, Any, R]


def goto(call: Rule[Any] | Call) -> Any:
    """What a flow returns to be replaced by another call, which keeps its journal short."""
    return Goto(as_call(call))


def as_call(called: Any) -> Call:
    """The `Call` behind a called rule. Raises RuleError if there is none."""
    call = getattr(called, "call", called)
    if not isinstance(call, Call):
        raise RuleError(f"not a step or flow: {called!r}")
    return call
