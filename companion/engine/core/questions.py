"""Questions: what is open in a match, each with a key of its own, and how their answers are checked.

A key names the place in the frame tree, the yield and the part, and ends in a digest of what is asked. So an answer to
a question that is no longer asked can never be mistaken for an answer to another one.
"""

from __future__ import annotations

from hashlib import blake2b
from random import Random
from typing import Any

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from companion.engine.core.chances import Bands, Classes
from companion.engine.core.effects import Ask, Card, Draw, Part, Pool, Roll
from companion.engine.core.errors import Refused
from companion.engine.core.forms import Choose, Pick
from companion.engine.core.text import Text, plural, t

_encode = msgspec.json.Encoder().encode


class Question(Struct, frozen=True):
    """One open question: a part of a yield that has no answer yet.

    `group` is the key of the yield it belongs to, `parts` how many parts that yield has (answered ones too), `joint`
    how the dice of all of them are read together. `rule` is the name of the step that asks and `args` its arguments;
    within a step, `part.about` tells questions apart. `peers` are the seats of all parts of the yield in order, and
    `place` is the index of this part among them.
    """

    key: str
    group: str
    part: Part
    sealed: bool = False
    joint: Classes | None = None
    parts: int = 1
    rule: str = ""
    args: tuple[Any, ...] = ()
    peers: tuple[str, ...] = ()
    place: int = 0

    def asked_by(self, *steps: Any) -> bool:
        """Whether one of these steps (the decorated functions) asks this question."""
        return any(self.rule == step.code.name for step in steps)

    @property
    def seat(self) -> str:
        """The seat that is asked."""
        return self.part.seat

    @property
    def words(self) -> Text:
        """What stands over the form, which only who may answer sees."""
        own = self.part.own if isinstance(self.part, Ask | Roll) else None
        return own or self.part.prompt

    @property
    def private(self) -> bool:
        """Whether only who answers may see what is asked: all others read something else, or nothing."""
        return self.sealed or (isinstance(self.part, Ask | Roll) and self.part.own is not None)

    @property
    def alone(self) -> bool:
        """Whether only the seat that is asked may see the form, also on a phone of several seats."""
        return self.sealed or (isinstance(self.part, Ask) and self.part.alone)

    @property
    def section(self) -> str:
        """The section of the rulebook that asks."""
        return self.part.section


def settled(question: Question) -> Question:
    """The question with its hints made, so that it can be kept while the match goes on: hints that are made late read
    the state. The same object where there are none.
    """
    if isinstance(question.part, Roll) and callable(question.part.needs):
        return replace(question, part=replace(question.part, needs=question.part.needs()))
    if not isinstance(question.part, Ask) or not isinstance(question.part.form, Choose | Pick):
        return question
    form = question.part.form
    options = tuple([one.settled() for one in form.options])
    if all(one is other for one, other in zip(options, form.options, strict=True)):
        return question
    return replace(question, part=replace(question.part, form=replace(form, options=options)))


def digest(part: Part) -> str:
    """Eight hexadecimal digits for what is asked: kind, seat, section, subject and form, but not wording and limits."""
    return blake2b(_encode(_shape(part)), digest_size=4).hexdigest()


def _shape(part: Part) -> list[Any]:
    head = [type(part).__name__, part.seat, part.section, part.about]
    match part:
        case Ask(form=form):
            return [*head, form.shape()]
        case Roll(sides=sides, classes=classes):
            return [*head, sides, classes if isinstance(classes, Bands) else type(classes).__name__]
        case Pool(count=count, sides=side, target=target):
            return [*head, count, side, target]
        case Draw(deck=deck, count=count):
            return [*head, count, sorted((card.id, card.count) for card in deck)]


def parse(part: Part, raw: Any) -> Any:
    """The checked answer to a part, as plain JSON data. Raises Refused with field and reason."""
    match part:
        case Ask(form=form):
            return form.parse(raw)
        case Roll(sides=sides):
            return _parse_dice(sides, raw)
        case Pool(count=count):
            return _parse_number(raw, 0, count, "successes")
        case Draw():
            return _parse_draw(part, raw)


def sample(part: Part, rng: Random) -> Any:
    """A legal answer at random: dice and draws with their true chances, decisions with equal chances."""
    match part:
        case Ask(form=form):
            return form.sample(rng)
        case Roll(sides=sides):
            return [rng.randint(1, side) for side in sides]
        case Pool(count=count, sides=side, target=target):
            return sum(rng.randint(1, side) >= target for _ in range(count))
        case Draw(count=count):
            return _sample_draw(part.really(), count, rng)


def _sample_draw(deck: tuple[Card, ...], count: int, rng: Random) -> list[str]:
    """Cards one after the other, each by its weight among those left."""
    if all(card.weight == 1 for card in deck):
        names = [card.id for card in deck for _ in range(card.count)]
        return rng.sample(names, min(count, len(names)))
    left = [card for card in deck for _ in range(card.count)]
    drawn = []
    for _ in range(min(count, len(left))):
        (card,) = rng.choices(left, [one.weight for one in left])
        left.remove(card)
        drawn.append(card.id)
    return drawn


def _parse_dice(sides: tuple[int, ...], raw: Any) -> list[int]:
    given = raw if isinstance(raw, list) else [raw]
    if len(given) != len(sides):
        raise Refused("", plural(len(sides), "Enter one die.", "Enter {n} dice."), "dice")
    return [_parse_number(die, 1, side, "dice") for die, side in zip(given, sides, strict=True)]


def _parse_number(raw: Any, low: int, high: int, field: str) -> int:
    try:
        value = int(raw) if isinstance(raw, int | str) and not isinstance(raw, bool) else None
    except ValueError:
        value = None
    if value is None or not low <= value <= high:
        raise Refused("", t("Enter a number from {low} to {high}.", low=low, high=high), field)
    return value


def _too_few(card: Text, there: int) -> Text:
    """Why a card cannot have been drawn so often."""
    if not there:
        return t("{card}: none is left in the pile, choose another.", card=card)
    return plural(there, "{card}: only one is there, choose another.", "{card}: only {n} are there, choose another.",
                  card=card)  # fmt: skip


def _parse_draw(part: Draw, raw: Any) -> list[str]:
    given = raw if isinstance(raw, list) else [raw]
    known = {card.id: card for card in part.deck if card.count > 0}
    for name in given:
        if not isinstance(name, str) or name not in known:
            raise Refused("", t("{name} is not in the deck.", name=str(name)), "cards")
    really = {card.id: card.count for card in part.really()}
    for name in given:
        there = min(known[name].count, really[name])
        if given.count(name) > there:
            raise Refused("", _too_few(known[name].label, there), "cards")
    wanted = min(part.count, sum(really.values()))
    if len(given) != wanted:
        raise Refused("", t("Draw {count}.", count=wanted), "cards")
    return given
