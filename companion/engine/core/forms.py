"""Forms: what an answer may be. Each form checks a raw answer and can sample a legal one.

A raw answer is plain JSON data. `parse` returns the value that the rule text receives (plain JSON data too, so that it
can be saved as it is) or raises `Refused` with the field and the reason. Options are identified by stable ids, never by
their position in a list. How a form looks is up to the pages.

`shape` identifies the question; limits are no part of it. So if a budget changes while somebody fills in the form, the
question stays the same one, and the answer counts if it is still within the limits.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any, Literal

from msgspec import Struct

from companion.engine.core.errors import Refusal, Refused, RuleError
from companion.engine.core.options import Chip, Option, Tally, options
from companion.engine.core.text import Text, t

__all__ = [
    "MANY",
    "AnyForm",
    "Chip",
    "Choose",
    "Confirm",
    "Counts",
    "Field",
    "Fields",
    "Name",
    "Number",
    "Option",
    "Pick",
    "Row",
    "options",
]

_FEW, _ANY = 4, 10**6


class Choose(Struct, frozen=True, tag="choose", gc=False):
    """Exactly one option. `look` is a hint for the page: `buttons`, `list`, `map` (option ids are places), `grid` (two
    columns in the order of the options, also of those refused; with `rows` and `columns` a table of them, row by row),
    `cards` (one below the other, all words of each) or `rows` (one below the other: name, figures and price in a line,
    words below). Where it stands among other fields, its first option is marked at first, unless it begins `blank`:
    what only the table can tell must not be sent by mistake.
    """

    options: tuple[Option, ...]
    look: str = "buttons"
    blank: bool = False
    rows: tuple[Text, ...] = ()
    columns: tuple[Text, ...] = ()

    def parse(self, raw: Any) -> str:
        """The id chosen. Raises Refused when it is unknown or the option is refused."""
        option = _option(self.options, raw)
        if option.refusal is not None:
            raise Refused(option.refusal.section, option.refusal.reason, "choice", option.refusal.kind)
        return option.id

    def sample(self, rng: Random) -> str:
        """The id of a legal option at random."""
        free = _open(self.options)
        usual = [option for option in free if not option.minor]
        return rng.choice(usual if usual and rng.random() < 0.98 else free).id

    def shape(self) -> Any:
        """What identifies this form in the key of its question."""
        return ["choose", sorted(option.id for option in self.options)]


class Pick(Struct, frozen=True, tag="pick"):
    """Between `least` and `most` different options; the answer keeps the order in which they were picked. Those in
    `start` are marked at first. `send`: what its button says with ticks and without; `tally` adds the ticks up.
    """

    options: tuple[Option, ...]
    least: int = 0
    most: int = 99
    start: tuple[str, ...] = ()
    send: tuple[Text, ...] = ()
    tally: Tally | None = None

    def parse(self, raw: Any) -> list[str]:
        """The ids picked. Raises Refused for unknown, refused or repeated ids, or a wrong number of them."""
        if not isinstance(raw, list):
            raise Refused("", t("Pick from the list."), "choice")
        ids = [Choose(self.options).parse(one) for one in raw]
        if len(set(ids)) != len(ids):
            raise Refused("", t("Each can be picked only once."), "choice")
        if not self.least <= len(ids) <= self.most:
            raise Refused("", t("Pick {least} to {most}.", least=self.least, most=self.most), "choice")
        return ids

    def sample(self, rng: Random) -> list[str]:
        """The ids of some legal options at random. Raises RuleError when fewer are open than must be picked."""
        ids = [option.id for option in self.options if option.refusal is None]
        most = min(self.most, len(ids))
        if most < self.least:
            raise RuleError(f"a form that wants {self.least} of {ids}")
        return rng.sample(ids, rng.randint(self.least, most))

    def shape(self) -> Any:
        """What identifies this form in the key of its question."""
        return ["pick", sorted(option.id for option in self.options)]


class Confirm(Struct, frozen=True, tag="confirm"):
    """Yes or no; `yes` and `no` are the words on the two buttons."""

    yes: Text = Text("Yes")
    no: Text = Text("No")
    refusal: Refusal | None = None
    """Why yes is not possible, if it is not."""
    usual: Literal["yes", "no"] = "yes"
    """The answer that pages make the main button: never the one that gives something up."""
    start: bool = False
    """What stands among other fields at first."""

    def parse(self, raw: Any) -> bool:
        """True for yes. Accepts true/false and the words yes/no. Raises Refused for others, and for a refused yes."""
        value = {"yes": True, "no": False}.get(raw, raw) if isinstance(raw, str) else raw
        if not isinstance(value, bool):
            raise Refused("", t("Answer yes or no."), "choice")
        if value and self.refusal is not None:
            raise Refused(self.refusal.section, self.refusal.reason, "choice", self.refusal.kind)
        return value

    def sample(self, rng: Random) -> bool:
        """Yes or no at random."""
        return self.refusal is None and rng.random() < 0.5

    def shape(self) -> Any:
        """What identifies this form in the key of its question."""
        return ["confirm"]


class Number(Struct, frozen=True, tag="number"):
    """A whole number from `low` to `high`, both included."""

    low: int
    high: int
    start: int = 0

    def parse(self, raw: Any) -> int:
        """The number. Raises Refused when it is not a whole number or out of bounds."""
        value = _whole(raw, "number")
        if not self.low <= value <= self.high:
            raise Refused("", t("Enter a number from {low} to {high}.", low=self.low, high=self.high), "number")
        return value

    def sample(self, rng: Random) -> int:
        """A number in bounds at random. Raises RuleError when no number is."""
        if self.high < self.low:
            raise RuleError(f"a form for a number from {self.low} to {self.high}")
        return rng.randint(self.low, self.high)

    def shape(self) -> Any:
        """What identifies this form in the key of its question."""
        return ["number"]


class Name(Struct, frozen=True, tag="name"):
    """A name that people type in, such as what a place is called on their map.

    `known` are names that a page suggests while one types; other names are accepted too.
    """

    known: tuple[str, ...] = ()
    most: int = 40
    """The greatest length, in letters."""

    def parse(self, raw: Any) -> str:
        """The name without surplus spaces. Raises Refused when it is empty, too long, or has characters a name cannot
        have.
        """
        name = " ".join(raw.split()) if isinstance(raw, str) else ""
        if not name:
            raise Refused("", t("Type a name."), "name")
        if len(name) > self.most:
            raise Refused("", t("At most {most} letters.", most=self.most), "name")
        if not name.isprintable() or any(letter in "{}<>/" for letter in name):
            raise Refused("", t("Letters and digits only."), "name")
        return name

    def sample(self, rng: Random) -> str:
        """A known name, or an invented one."""
        return rng.choice([*self.known[:9], f"Name {rng.randint(1, 99)}"])[: self.most]

    def shape(self) -> Any:
        """What identifies this form in the key of its question."""
        return ["name"]


class Row(Struct, frozen=True):
    """A line of a `Counts` form: at most `high` pieces at `cost` each; greyed with a refusal.

    `start` is the count that the page shows at first; `value` is what the line stands for, in the rule's own terms.
    `price` is what one piece costs and `figures` what it can do, as symbols and numbers.
    """

    id: str
    label: Text
    high: int = 99
    cost: int = 0
    refusal: Refusal | None = None
    start: int = 0
    value: Any = None
    price: tuple[Chip, ...] = ()
    figures: tuple[Chip, ...] = ()
    link: tuple[str, ...] = ()
    """The stacks on the board that the line is about: a tap on one of them adds one."""
    told: Callable[[int], Text] | None = None
    """How a number of it is told afterwards (`2 Cavalry`); None for number and label."""
    sign: str = ""
    """The symbol of what the line is about."""
    detail: Text | None = None
    """What it is, in a line."""


class Counts(Struct, frozen=True, tag="counts"):
    """How many of each row: an army to buy, units to remove. Rows left out count 0."""

    rows: tuple[Row, ...]
    budget: int | None = None
    section: str = ""
    most: int | None = None
    """Limit on the sum of all counts."""
    least: int = 0
    keeps_rest: bool = True
    """Whether what is left of the budget is kept; pages warn of what is lost."""

    def parse(self, raw: Any) -> dict[str, int]:
        """Counts above zero by row id. Raises Refused for unknown rows, broken limits, or too high a total cost."""
        if not isinstance(raw, dict):
            raise Refused("", t("Enter a number for each line."), "counts")
        rows = {row.id: row for row in self.rows}
        counts: dict[str, int] = {}
        for name, given in raw.items():
            if name not in rows:
                raise Refused("", t("There is no line called {name}.", name=str(name)), "counts")
            count = self._count(rows[name], given)
            if count:
                counts[name] = count
        self._check_sums(counts, rows)
        return {row.id: counts[row.id] for row in self.rows if row.id in counts}

    def _count(self, row: Row, given: Any) -> int:
        count = _whole(given if given != "" else 0, row.id)
        if count and row.refusal is not None:
            raise Refused(row.refusal.section, row.refusal.reason, row.id, row.refusal.kind)
        if not 0 <= count <= row.high:
            raise Refused(self.section, t("{label}: 0 to {high}.", label=row.label, high=row.high), row.id)
        return count

    def _check_sums(self, counts: dict[str, int], rows: dict[str, Row]) -> None:
        total = sum(counts.values())
        if total < self.least:
            raise Refused(self.section, t("Take at least {least}.", least=self.least), "counts")
        if self.most is not None and total > self.most:
            raise Refused(self.section, t("Take at most {most}.", most=self.most), "counts")
        price = sum(count * rows[name].cost for name, count in counts.items())
        if self.budget is not None and price > self.budget:
            reason = t("That costs {price}; there is only {budget}.", price=price, budget=self.budget)
            raise Refused(self.section, reason, "counts")

    def sample(self, rng: Random) -> dict[str, int]:
        """Legal counts at random. A budget is mostly spent; without one, half of the samples take only a few pieces."""
        each = _FEW if self.budget is None and rng.random() < 0.5 else _ANY
        rows = [row for row in self.rows if row.refusal is None]
        rng.shuffle(rows)
        counts: dict[str, int] = {}
        self._spend(counts, rows, rng, each)
        if sum(counts.values()) < self.least:  # spent on the dear ones: begin with the cheapest that are enough
            counts = self._cheapest(rows)
            self._spend(counts, rows, rng, each)
        return {name: count for name, count in counts.items() if count}

    def _spend(self, counts: dict[str, int], rows: list[Row], rng: Random, each: int) -> None:
        """Add pieces at random, `each` of a row at most, as long as room and budget last."""
        room = self.most - sum(counts.values()) if self.most is not None else _ANY
        left = self.budget - sum(counts.get(row.id, 0) * row.cost for row in rows) if self.budget is not None else None
        for row in rows:
            high = min(row.high - counts.get(row.id, 0), room, each)
            if left is not None and row.cost > 0:
                high = min(high, left // row.cost)
            count = rng.randint(0, high) if high > 0 else 0
            counts[row.id] = counts.get(row.id, 0) + count
            room -= count
            left = None if left is None else left - count * row.cost

    def _cheapest(self, rows: list[Row]) -> dict[str, int]:
        counts: dict[str, int] = {}
        for row in sorted(rows, key=lambda row: row.cost):
            counts[row.id] = min(row.high, self.least - sum(counts.values()))
        price = sum(row.cost * counts[row.id] for row in rows)
        if sum(counts.values()) < self.least or (self.budget is not None and price > self.budget):
            raise RuleError(f"a form that wants at least {self.least} and allows fewer")
        return counts

    def shape(self) -> Any:
        """What identifies this form in the key of its question."""
        return ["counts", sorted(row.id for row in self.rows)]


class Field(Struct, frozen=True):
    """A named part of a `Fields` form."""

    id: str
    label: Text
    form: AnyForm
    speaks: bool = False
    """Whether its answer says by itself what it is: the log then leaves the label away."""


MANY = 4
"""More options than these make one list for several fields worth its while."""


class Fields(Struct, frozen=True, tag="fields"):
    """Several forms on one page, answered together.

    `usual` says in a sentence what leaving them all unchanged means; pages show that sentence and fold the fields.
    `sent_by` are one or two `Choose` fields that come last: pages make each choice in them a button that sends all.
    """

    fields: tuple[Field, ...]
    usual: Text | None = None
    sent_by: tuple[str, ...] = ()

    @property
    def alike(self) -> tuple[Option, ...]:
        """The options where all fields choose among the same ones, so that a page can show one list; else empty."""
        lists = [one.form.options for one in self.fields if isinstance(one.form, Choose)]
        ids = [sorted(one.id for one in options if one.refusal is None) for options in lists]
        same = len(lists) == len(self.fields) > 1 and all(one == ids[0] for one in ids)
        return lists[0] if same and len(ids[0]) == len(lists[0]) > MANY else ()

    @property
    def senders(self) -> tuple[Field, ...]:
        """The fields whose choices send the form."""
        return tuple(one for one in self.fields if one.id in self.sent_by)

    def parse(self, raw: Any) -> dict[str, Any]:
        """Values by field id. Raises Refused naming the first field that is wrong."""
        if not isinstance(raw, dict):
            raise Refused("", t("Fill in the form."), "fields")
        known = {field.id for field in self.fields}
        for name in raw:
            if name not in known:
                raise Refused("", t("There is no field called {name}.", name=str(name)), "fields")
        return {field.id: self._one(field, raw) for field in self.fields}

    @staticmethod
    def _one(field: Field, raw: dict[str, Any]) -> Any:
        if field.id not in raw:
            raise Refused("", t("{label} is missing.", label=field.label), field.id)
        try:
            return field.form.parse(raw[field.id])
        except Refused as refused:
            inner = refused.refusal
            reason = t("{label}: {reason}", label=field.label, reason=inner.reason)
            raise Refused(inner.section, reason, f"{field.id}.{inner.field}".rstrip(".")) from None

    def sample(self, rng: Random) -> dict[str, Any]:
        """Legal values for all fields at random."""
        return {field.id: field.form.sample(rng) for field in self.fields}

    def shape(self) -> Any:
        """What identifies this form in the key of its question."""
        return ["fields", [[field.id, field.form.shape()] for field in self.fields]]


AnyForm = Choose | Pick | Confirm | Number | Name | Counts | Fields


def _option(known: tuple[Option, ...], raw: Any) -> Option:
    for option in known:
        if option.id == raw:
            return option
    raise Refused("", t("That is not one of the options."), "choice")


def _open(known: tuple[Option, ...]) -> list[Option]:
    open_ones = [option for option in known if option.refusal is None]
    if not open_ones:
        raise RuleError(f"a form without any open option: {[option.id for option in known]}")
    return open_ones


def _whole(raw: Any, field: str) -> int:
    if isinstance(raw, bool) or not isinstance(raw, int | str):
        raise Refused("", t("Enter a whole number."), field)
    try:
        return int(raw)
    except ValueError:
        raise Refused("", t("Enter a whole number."), field) from None
