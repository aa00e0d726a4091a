"""Menus: what a player may do, with what each choice means and what it does in one place.

    offers = [
        Offer("rest", t("Rest"), do=lambda: rest(state, hero)),
        Offer("dig", t("Dig"), do=lambda: dig(state, hero), refusal=too_late(state), detail=t("2 Gold")),
    ]
    yield from menu(seat, t("{hero}: what now?", hero=name), offers)

An `Offer` without `do` is chosen for its `value`. A `Group` is a kind of choice: first the kind is chosen, then which
one. `several` asks for more than one offer and returns their values, `amounts` asks for a number of each.
Ids identify the choices in questions, saves and recorded matches, so they stay the same from release to release; no
code reads a meaning out of their letters.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from types import GeneratorType
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from companion.engine.core.asking import choose, counts, pick
from companion.engine.core.effects import Card, Rule
from companion.engine.core.errors import Refusal
from companion.engine.core.forms import Option, Row
from companion.engine.core.options import Chip, Chips
from companion.engine.core.refusals import refuse, refuse_all
from companion.engine.core.text import Hint, Label, Text, hinted, t


class Purse(Struct, frozen=True):
    """What prices are paid from: the record and field that hold the amount, and how an amount is written. With a `coin`
    pages show prices as its symbol and a number.
    """

    holder: Any
    field: str
    words: Callable[[int], Text]
    coin: Chip | None = None

    @property
    def amount(self) -> int:
        """How much there is to spend."""
        return int(getattr(self.holder, self.field))

    def take(self, price: int) -> None:
        """Pay a price: subtract it from the amount."""
        setattr(self.holder, self.field, self.amount - price)

    def shown(self, price: int) -> tuple[Chip, ...]:
        """A price as symbol and number; nothing where it is told in words, or nothing is to be paid."""
        return (replace(self.coin, amount=price, lacking=price > self.amount),) if self.coin and price else ()

    def against(self, price: int) -> Refusal | None:
        """Why a price cannot be paid, or None when it can."""
        amount: int = getattr(self.holder, self.field)
        if price <= amount:
            return None
        return refuse(t("It costs {price}; you have {amount}.", price=self.words(price), amount=self.words(amount)))


class Offer(Struct, frozen=True):
    """One choice: its label, why it is refused if it is, what pages tell beside it, and what it does.

    `do` takes no argument and either acts at once or is a generator that may ask more. The menu returns what `do`
    returns, or `value` if that is nothing. A `minor` offer is rarely wanted. A `price` is shown, refused when the
    `purse` holds too little, and paid from it after `do` has finished, or, `paid_first`, before. `link` names the
    things on the board that the offer is about, `chips` show its cost in goods of several kinds, a `grave` one is
    selected first, `kind` is what it has in common with others, one that `ends` what is done stands last, with an
    `exchange` who acts changes places with what is there, `sign` is a symbol of it, `under` a heading below the others,
    `figures` are what it can do, `group` is a heading and `same` tells what comes to the same (see `Option`). `label`,
    `detail`, `brief`, `chips` and `grave` may be functions: what takes time to find out is then found out when a page
    shows it, not at every answer.
    """

    id: str
    label: Label
    do: Callable[[], Any] | None = None
    value: Any = None
    refusal: Refusal | None = None
    detail: Hint = None
    minor: bool = False
    price: int = 0
    purse: Purse | None = None
    link: tuple[str, ...] = ()
    chips: Chips = ()
    grave: bool | Callable[[], bool] = False
    brief: Hint = None
    kind: str = ""
    ends: bool = False
    exchange: bool = False
    sign: str = ""
    under: Text | None = None
    paid_first: bool = False
    figures: tuple[Chip, ...] = ()
    group: Text | None = None
    same: str = ""

    @property
    def words(self) -> Text:
        """What it is called."""
        return hinted(self.label)

    @property
    def against(self) -> Refusal | None:
        """Why it is refused, or None. That it cannot be paid is the last reason looked at."""
        return self.refusal or (self.purse.against(self.price) if self.purse is not None else None)

    @property
    def allowed(self) -> bool:
        """Whether nothing speaks against it; found out without the words of the reason."""
        return self.refusal is None and (self.purse is None or self.price <= self.purse.amount)

    def option(self) -> Option:
        """The offer as an option of a form."""
        if self.purse is None:
            return Option(self.id, self.label, self.refusal, self.detail, self.minor, self.price, self.link, self.value,
                          self.chips, self.grave, self.brief, self.kind, self.sign, self.ends,
                          self.exchange, self.under, self.figures, self.group, self.same)  # fmt: skip
        chips, told = self.purse.shown(self.price), hinted(self.detail)
        detail = self.purse.words(self.price) if self.price and not chips else told
        if self.price and not chips and told is not None:
            detail = t("{price} · {detail}", price=self.purse.words(self.price), detail=told)
        return Option(self.id, self.label, self.against, detail, self.minor, self.price, self.link, self.value, chips,
                      in_brief=self.brief, kind=self.kind, sign=self.sign, ends=self.ends,
                      exchange=self.exchange, under=self.under, figures=self.figures, group=self.group,
                      same=self.same)  # fmt: skip

    def carry_out(self, seat: str, section: str) -> Rule[Any]:
        """Do it and pay for it. Returns what `do` returns, or `value` if that is nothing."""
        if self.purse is not None and self.paid_first:
            self.purse.take(self.price)
        done = None if self.do is None else self.do()
        result = (yield from done) if isinstance(done, GeneratorType) else done
        if self.purse is not None and not self.paid_first:
            self.purse.take(self.price)
        return self.value if result is None else result


class Group(Struct, frozen=True):
    """A kind of choice that leads to a second question, `prompt`. It is refused when all its offers are; `nothing` is
    the reason where it has none.

    `about`, `look`, `skip_single` and `drawn` (a function, see `Ask`) belong to the second question, which is about the
    group unless `about` says otherwise; `chips`, `kind`, `link` and `grave` are those of an offer.
    """

    id: str
    label: Text
    prompt: Text
    offers: Sequence[Offer | Group] = ()
    detail: Hint = None
    minor: bool = False
    look: str = "buttons"
    about: str | None = None
    section: str = ""
    skip_single: bool = False
    chips: Chips = ()
    kind: str = ""
    link: tuple[str, ...] = ()
    grave: bool = False
    drawn: Callable[[], tuple[Card, ...]] | None = None
    nothing: Text | None = None

    @property
    def against(self) -> Refusal | None:
        """Why it is refused, or None. If all its offers are refused: that one cannot be paid, where only this stands
        against it, else the reason of the first.
        """
        if self.allowed:
            return None
        if self.nothing is not None and not self.offers:
            return Refusal(self.section, self.nothing)
        unpaid = [one.against for one in self.offers if isinstance(one, Offer) and one.refusal is None]
        return refuse_all(self.section, [*unpaid, *(one.against for one in self.offers)][:1])

    @property
    def allowed(self) -> bool:
        """Whether one of its offers is allowed."""
        return any(offer.allowed for offer in self.offers)

    def option(self) -> Option:
        """The group as an option of a form."""
        return Option(self.id, self.label, self.against, self.detail, self.minor, link=self.link, priced=self.chips,
                      is_grave=self.grave, kind=self.kind)  # fmt: skip

    def carry_out(self, seat: str, section: str) -> Rule[Any]:
        """Ask which offer of the group, and carry it out. Returns what that offer returns."""
        about, section, skip = self.id if self.about is None else self.about, self.section or section, self.skip_single
        asked = menu(seat, self.prompt, self.offers, section=section, look=self.look, about=about, skip_single=skip,
                     drawn=self.drawn() if self.drawn else ())  # fmt: skip
        return (yield from asked)


Offers = Sequence[Offer | Group]


def menu(
    seat: str,
    prompt: Text,
    offers: Offers,
    *,
    section: str = "",
    look: str = "buttons",
    about: str = "",
    observation: bool = False,
    skip_single: bool = False,
    own: Text | None = None,
    aside: Text | None = None,
    bluff: bool = False,
    rows: Sequence[Text] = (),
    columns: Sequence[Text] = (),
    purse: Sequence[Chip] = (),
    drawn: tuple[Card, ...] = (),
    alone: bool = False,
) -> Rule[Any]:
    """Ask for one of the offers and carry it out. Returns what its `do` returns, or its `value` if that is nothing.

    With `skip_single`, nothing is asked when only one offer is allowed. `own` replaces the prompt for who answers;
    `bluff`, `purse`, `drawn` and `alone` are as in `Ask`, `rows` and `columns` as in `Choose`.
    """
    possible = [offer for offer in offers if offer.allowed] if skip_single else []
    if len(possible) == 1:
        return (yield from possible[0].carry_out(seat, section))
    picked = yield from choose(
        seat,
        prompt,
        [offer.option() for offer in offers],
        section=section,
        look=look,
        about=about,
        observation=observation,
        own=own,
        aside=aside,
        bluff=bluff,
        rows=rows,
        columns=columns,
        purse=purse,
        drawn=drawn,
        alone=alone,
    )
    chosen = next(offer for offer in offers if offer.id == picked)
    return (yield from chosen.carry_out(seat, section))


def several(
    seat: str,
    prompt: Text,
    offers: Sequence[Offer],
    least: int = 0,
    most: int = 99,
    *,
    section: str = "",
    about: str = "",
    own: Text | None = None,
    marked: bool = False,
    send: Sequence[Text] = (),
) -> Rule[list[Any]]:
    """Ask for `least` to `most` of the offers and return their values in the order of the offers. `own` replaces the
    prompt for who answers; with `marked` all are ticked at first, where that is not too many. `send` is as in `Pick`.
    """
    choices = [offer.option() for offer in offers]
    start = [one.id for one in choices] if marked and len(choices) <= most else []
    picked = yield from pick(seat, prompt, choices, least, most, section=section, about=about, own=own, start=start,
                             send=send)  # fmt: skip
    return [offer.value for offer in offers if offer.id in picked]


def amounts(
    seat: str,
    prompt: Text,
    rows: Sequence[Row],
    *,
    section: str = "",
    budget: int | None = None,
    most: int | None = None,
    least: int = 0,
    keeps_rest: bool = True,
    about: str = "",
) -> Rule[dict[Any, int]]:
    """Ask how many of each row and return the numbers above zero by the `value` of the row."""
    given = yield from counts(seat, prompt, rows, section=section, budget=budget, most=most, least=least,
                              keeps_rest=keeps_rest, about=about)  # fmt: skip
    return {row.value: given[row.id] for row in rows if row.id in given}
