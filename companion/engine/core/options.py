"""Options: what a form lists to be chosen from, with what pages tell beside each."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from companion.engine.core.errors import Refusal
from companion.engine.core.text import Hint, Label, Text, hinted


class Chip(Struct, frozen=True, gc=False):
    """A number with a symbol beside a choice: part of its price, or a figure of a unit. `label` says what it counts.

    `icon` is a symbol, `letter` is shown where there is no symbol; `lacking` marks a price that cannot be paid.
    """

    label: Text
    amount: int
    colour: str = "grey"
    icon: str = ""
    letter: str = ""
    lacking: bool = False


class Share(Struct, frozen=True, gc=False):
    """What an option adds to a tally, to the `own` figure and to that of the `foe`, if it is ticked: of shares with the
    same `once` only the greatest counts, and none that begins to count only if none of `unless` is ticked.
    """

    option: str
    own: int = 0
    foe: int = 0
    once: str = ""
    unless: tuple[str, ...] = ()


class Tally(Struct, frozen=True, gc=False):
    """What the options ticked come to: the figures of both sides with nothing ticked, the `shares` of the options, and
    what is `said` of how far ahead one is, from as many behind as ahead (beyond them the last counts).
    """

    title: Text
    names: tuple[Text, Text]
    own: int
    foe: int
    said: tuple[Text, ...]
    shares: tuple[Share, ...] = ()

    def of(self, option: str) -> list[Share]:
        """The shares of an option that change anything."""
        return [one for one in self.shares if one.option == option and (one.own or one.foe)]

    def told(self, option: str) -> list[tuple[int, int, str, tuple[str, ...]]]:
        """The same as plain lists."""
        return [(one.own, one.foe, one.once, one.unless) for one in self.of(option)]

    def now(self) -> Text:
        """What is said with nothing ticked."""
        middle = len(self.said) // 2
        return self.said[middle + max(-middle, min(middle, self.own - self.foe))]


Chips = tuple[Chip, ...] | Callable[[], tuple[Chip, ...]]
"""Chips, or what makes them when a page shows them."""


class Option(Struct, frozen=True, gc=False):
    """One thing that can be chosen. With a `refusal` it is shown greyed with the reason and cannot be chosen. A `minor`
    option is rarely wanted: pages show it small and last, and the random player rarely takes it. `cost` and `value`
    (what is chosen, in the rule's own terms) are for programs; pages show the `label`, the `detail` and the `price`,
    which are made of how it is `named`, what is `told` and what it is `priced` when somebody looks. `link` names the
    things on the board that the option is about, by their ids in the panel; for an attack these are the attacking stack
    and then its target. A `grave` option (`is_grave`, which may be found out late, too) does what nobody wants to do by
    a slip of the finger (begin a fight, give up): pages have it selected first. `kind` is what options have in common
    that differ only in what they are about (`train`, whoever trains): random play leans to kinds.
    """

    id: str
    named: Label
    refusal: Refusal | None = None
    told: Hint = None
    minor: bool = False
    cost: int = 0
    link: tuple[str, ...] = ()
    value: Any = None
    priced: Chips = ()
    is_grave: bool | Callable[[], bool] = False
    in_brief: Hint = None
    """What stands for the detail where there is hardly room; on a map also what is said of the picked place where its
    line in the list has no detail.
    """
    kind: str = ""
    sign: str = ""
    """A symbol of it, where pages have room for a picture."""
    ends: bool = False
    """Whether it ends what is done here or goes back: it stands after what goes on, and less strong."""
    exchange: bool = False
    """Whether what acts changes places with what is there, instead of going or striking: a map marks it apart."""

    under: Text | None = None
    """The heading under which options are listed apart, after the others, and folded where there are others; the same
    for all of a question.
    """

    figures: tuple[Chip, ...] = ()
    """What it can do, as symbols and numbers: those on the card of a unit."""
    group: Text | None = None
    """The heading that it stands under where places of a map are listed; what ends the step stands below them all."""
    same: str = ""
    """What places of a map have in common that come to the same: they are listed once and have one letter."""

    @property
    def label(self) -> Text:
        """What it is called."""
        return hinted(self.named)

    @property
    def price(self) -> tuple[Chip, ...]:
        """What it costs, as symbols and numbers."""
        return self.priced() if callable(self.priced) else self.priced

    @property
    def grave(self) -> bool:
        """Whether nobody wants to choose it by a slip of the finger."""
        return self.is_grave() if callable(self.is_grave) else self.is_grave

    @property
    def detail(self) -> Text | None:
        """What stands beside the label; None for nothing."""
        return hinted(self.told)

    @property
    def brief(self) -> Text | None:
        """The same where there is hardly room; None for nothing shorter."""
        return hinted(self.in_brief)

    def settled(self) -> Option:
        """The option with all made that is made late; the same object where nothing is."""
        if any(callable(one) for one in (self.named, self.told, self.in_brief, self.priced, self.is_grave)):
            return replace(self, named=self.label, told=self.detail, in_brief=self.brief, priced=self.price,
                           is_grave=self.grave)  # fmt: skip
        return self


def options(*pairs: tuple[str, Text]) -> tuple[Option, ...]:
    """Plain options from (id, label) pairs."""
    return tuple(Option(name, label) for name, label in pairs)
