"""Answers: from the fields of a posted form to the raw answer that the engine checks. Pure functions.

The names of the fields depend on the kind of the part:

    Choose, Confirm   choice            Number   number            Counts   count.ROW for every row
    Pick              choice, repeated  Fields   f.FIELD. before the names of the inner form
    Name              name              (where choices send them, these stand together in `sent`, with | between)
    Roll              die.0, die.1 ...  Pool     number            Draw     card, repeated, or count.CARD

Random parts (Roll, Pool, Draw) accept `roll=app` instead: then the app rolls or draws.
"""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from secrets import SystemRandom
from typing import Any

from werkzeug.datastructures import MultiDict

from companion.engine.core.effects import Ask, Draw, Part, Pool, Roll
from companion.engine.core.forms import AnyForm, Choose, Confirm, Counts, Fields, Name, Number, Pick, Row
from companion.engine.core.questions import sample
from companion.engine.core.text import Text, listed, t
from companion.engine.match.ledger import Source

Posted = MultiDict[str, str]
BETWEEN = "|"
"""Stands between the choices that one button sends."""


def decode(part: Part, posted: Posted, dice: Random | None = None) -> tuple[Any, Source]:
    """The raw answer to a part in posted fields, and its source (typed or app). Checks only the field names.

    `dice` is the random generator of the app; without it, the system's source of randomness.
    """
    if isinstance(part, Ask):
        return decode_form(part.form, posted), "typed"
    if posted.get("roll") == "app":
        return sample(part, dice or SystemRandom()), "drawn" if isinstance(part, Draw) else "rolled"
    match part:
        case Roll(sides=sides):
            return [posted.get(f"die.{i}", "") for i in range(len(sides))], "typed"
        case Pool():
            return posted.get("number", ""), "typed"
        case Draw():
            return _drawn(part, posted), "typed"


def _drawn(part: Draw, posted: Posted) -> list[str]:
    """The cards of a form, by name or by how many of each; of none more than there can be, and one: that is refused."""
    drawn = [card for card in posted.getlist("card") if card]
    for card in part.deck:
        count = posted.get(f"count.{card.id}", "").strip()
        drawn += [card.id] * min(int(count[:4]) if count.isdecimal() else 0, part.count + 1)
    return drawn


def decode_form(form: AnyForm, posted: Posted, prefix: str = "") -> Any:
    """The raw answer to a form; `prefix` comes before every field name inside a `Fields` form."""
    match form:
        case Choose() | Confirm():
            return posted.get(f"{prefix}choice", "")
        case Pick():
            return posted.getlist(f"{prefix}choice")
        case Number():
            return posted.get(f"{prefix}number", "")
        case Name():
            return posted.get(f"{prefix}name", "")
        case Counts(rows=rows):
            return {row.id: posted.get(f"{prefix}count.{row.id}", "").strip() or 0 for row in rows}
        case Fields(fields=fields):
            given = {field.id: decode_form(field.form, posted, f"{prefix}f.{field.id}.") for field in fields}
            sent = posted.get(f"{prefix}sent")
            return given if sent is None else given | dict(zip(form.sent_by, sent.split(BETWEEN), strict=False))


def typed_again(posted: Posted) -> dict[str, list[str]]:
    """What was typed, by field name, to fill in a refused form again."""
    kept = {name: values for name, values in posted.lists() if name not in ("csrf", "post", "key")}
    return {name: [str(value) for value in values] for name, values in kept.items()}


def encode(part: Part, value: Any) -> dict[str, list[str]]:
    """The fields that a checked answer would be posted in; `decode` reverses it."""
    match part:
        case Ask(form=form):
            return encode_form(form, value)
        case Roll():
            return {f"die.{i}": [str(die)] for i, die in enumerate(value)}
        case Pool():
            return {"number": [str(value)]}
        case Draw():
            return {"card": list(value)}


def encode_form(form: AnyForm, value: Any, prefix: str = "") -> dict[str, list[str]]:
    """The fields of a checked answer to a form."""
    match form:
        case Choose():
            return {f"{prefix}choice": [value]}
        case Pick():
            return {f"{prefix}choice": list(value)}
        case Confirm():
            return {f"{prefix}choice": ["yes" if value else "no"]}
        case Number():
            return {f"{prefix}number": [str(value)]}
        case Name():
            return {f"{prefix}name": [value]}
        case Counts():
            return {f"{prefix}count.{row}": [str(count)] for row, count in value.items()}
        case Fields(fields=fields):
            inner = [encode_form(f.form, value[f.id], f"{prefix}f.{f.id}.") for f in fields if f.id in value]
            return {name: values for one in inner for name, values in one.items()}


def words(part: Part, value: Any) -> Text:
    """A checked answer in the words of its question: `Attack`, `3 × Level 1`, `rolled 17`."""
    match part:
        case Ask(form=form):
            return form_words(form, value)
        case Draw(deck=deck):
            labels = {card.id: card.label for card in deck}
            return listed([labels.get(one, Text(str(one))) for one in value])
        case Pool(count=count):
            return t("{value} of {count}", value=value, count=count)
        case Roll():
            return t(" + ".join(str(die) for die in value))


def words_in_parts(part: Part, value: Any) -> list[Text]:
    """The same, line by line where several things were asked at once; nothing where there is nothing to say."""
    if isinstance(part, Ask) and isinstance(part.form, Fields):
        return _field_words(part.form, value)
    said = words(part, value)
    return [said] if str(said) else []


def _field_words(form: Fields, value: Any) -> list[Text]:
    return [
        form_words(field.form, value[field.id])
        if field.speaks
        else t("{label}: {value}", label=field.label, value=form_words(field.form, value[field.id]))
        for field in form.fields
        if field.id in value
    ]


def form_words(form: AnyForm, value: Any) -> Text:
    """The words for a checked answer to a form."""
    match form:
        case Choose(options=options):
            return {option.id: option.label for option in options}.get(value, Text(str(value)))
        case Pick(options=options):
            labels = {option.id: option.label for option in options}
            return listed([labels.get(one, Text(str(one))) for one in value]) if value else t("None")
        case Confirm(yes=yes, no=no):
            return yes if value else no
        case Counts(rows=rows):
            return _count_words({row.id: row for row in rows}, value)
        case Fields(usual=usual) if usual is not None and value == as_shown(form):
            return usual
        case Fields():
            return listed(_field_words(form, value))
        case Number() | Name():
            return Text("{value}", {"value": value})


def as_shown(form: AnyForm) -> Any:
    """The answer to a form that is sent as the page shows it at first; None where something must be entered."""
    match form:
        case Choose(options=options):
            return next((option.id for option in options if option.refusal is None), None)
        case Confirm(start=start) | Number(start=start):
            return start
        case Counts(rows=rows):
            return {row.id: row.start for row in rows if row.start}
        case Fields(fields=fields):
            return {field.id: as_shown(field.form) for field in fields}
    return None


def _count_words(rows: Mapping[str, Row], counts: Mapping[str, int]) -> Text:
    return listed([_count_of(rows.get(row), row, n) for row, n in counts.items()]) if counts else t("None")


def _count_of(row: Row | None, name: str, n: int) -> Text:
    """So many of a line, in the words of the game where it has some."""
    if row is not None and row.told is not None:
        return row.told(n)
    return t("{n} × {label}", n=n, label=row.label if row else Text(name))
