"""Views: what a seat may know. Secrets are annotated where a field is defined, and removed here, on the server.

cup: Annotated[list[str], HIDDEN]        nobody sees it
hand: Annotated[list[str], OWN]          only the seat named by the record's own `seat` field sees it
"""

from __future__ import annotations

import typing
from collections.abc import Iterable
from functools import lru_cache
from typing import Annotated, Any, get_args, get_origin

from msgspec import Meta, Struct

from companion.engine.core.questions import Question
from companion.engine.match.ledger import Entry
from companion.engine.running.paths import all_fields
from companion.engine.running.save import State

HIDDEN = Meta(extra={"secret": "hidden"})
OWN = Meta(extra={"secret": "own"})


def view(state: State, seat: str) -> dict[str, Any]:
    """The state as plain data without what `seat` may not know (`""` is a watcher)."""

    def shown(record: Struct, name: str) -> bool:
        return may_see(secrets_of(type(record)).get(name), getattr(record, "seat", None), seat)

    data: dict[str, Any] = all_fields(state, shown)
    return data


def is_sealed(entry: Entry, questions: Iterable[Question], seat: str) -> bool:
    """Whether a seat may not yet see the value of a ledger entry, because others are still answering the same sealed
    question.
    """
    if entry.kind != "answer" or entry.seat == seat:
        return False
    return any(q.sealed and entry.key.startswith(f"{q.group}.") for q in questions)


def may_see(secret: str | None, owner: str | None, seat: str) -> bool:
    """Whether a seat may see a field with this annotation in a record of this owner."""
    return secret is None or (secret == "own" and owner is not None and owner == seat)


@lru_cache(maxsize=256)
def secrets_of(kind: type[Struct]) -> dict[str, str]:
    """The annotated fields of a record type: name -> `hidden` or `own`."""
    hints = typing.get_type_hints(kind, include_extras=True)
    found = {name: _secret_of(hint) for name, hint in hints.items()}
    return {name: secret for name, secret in found.items() if secret}


@lru_cache(maxsize=64)
def keeps_secrets(kind: type[Struct]) -> bool:
    """Whether any record that a state of this type can hold has an annotated field."""
    seen: set[Any] = set()
    waiting: list[Any] = [kind]
    while waiting:
        one = waiting.pop()
        if one in seen:
            continue
        seen.add(one)
        if isinstance(one, type) and issubclass(one, Struct):
            if secrets_of(one):
                return True
            waiting += typing.get_type_hints(one).values()
        waiting += get_args(one) if get_origin(one) is not typing.Literal else ()
    return False


def _secret_of(hint: Any) -> str:
    """The mark of a field; a mark further inside (of an optional, of an element) counts for the whole field."""
    marks = get_args(hint)[1:] if get_origin(hint) is Annotated else ()
    for mark in marks:
        if isinstance(mark, Meta) and mark.extra and "secret" in mark.extra:
            return str(mark.extra["secret"])
    return next((secret for inner in get_args(hint) if (secret := _secret_of(inner))), "")
