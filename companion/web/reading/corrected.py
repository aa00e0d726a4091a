"""Corrections in words: what a correction of the log changed, was and is, value by value."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from contextlib import suppress
from typing import Any

import msgspec

from companion.engine.core.errors import Refused, SaveError
from companion.engine.core.text import Text, plural
from companion.engine.match.ledger import Entry
from companion.engine.running.paths import corrected, value_at
from companion.engine.running.save import State, decode_save
from companion.engine.running.views import view
from companion.web.app.viewer import Viewer
from companion.web.app.wording import path_words
from companion.web.reading.naming import named_path, named_value, part_names

log = logging.getLogger(__name__)
SHOWN = 2
"""Of so many changed values each is told; of more how many there are."""
Change = tuple[str, Any, Any]
"""A path below the corrected value, what stood there and what stands there now."""


def in_words(viewer: Viewer, entry: Entry) -> tuple[str, Text | str]:
    """What a correction is about, and what it changed: `Hero 1 of Blue: Attack`, `2 → 3`.

    Without the value before it, which a release may no longer read, only what it is now.
    """
    path, new, _reason = entry.value
    try:
        changes = list(_changes(*_was_and_is(viewer, entry, path, new)))
    except (Refused, SaveError, msgspec.MsgspecError):
        log.exception("%s: what entry %s corrected cannot be told", viewer.code, entry.n)
        return named_path(viewer, path), named_value(viewer, new)
    if len(changes) == 1:
        where, old, now = changes[0]
        return named_path(viewer, path + where), f"{_words(viewer, old)} → {_words(viewer, now)}"
    if len(changes) > SHOWN or not changes:
        return named_path(viewer, path), plural(len(changes), "{n} value changed", "{n} values changed")
    told = (f"{path_words(where, part_names(viewer))}: {_words(viewer, old)} → {_words(viewer, now)}"
            for where, old, now in changes)  # fmt: skip
    return named_path(viewer, path), "; ".join(told)


def _was_and_is(viewer: Viewer, entry: Entry, path: str, new: Any) -> tuple[Any, Any]:
    """The value before and after, without what this phone may not know."""
    kind, before = viewer.game.state_type, bytes(decode_save(viewer.view.ledger.get(entry.n).before).state)
    was, now = (msgspec.json.decode(one, type=kind) for one in (before, corrected(kind, before, path, new)))
    seat = next((seat for seat in viewer.seats if seat != viewer.seat_shown() and _sees(was, seat, path)), "")
    seat = viewer.seat_shown() if _sees(was, viewer.seat_shown(), path) else seat
    return value_at(view(was, seat), path), value_at(view(now, seat), path)


def _sees(state: State, seat: str, path: str) -> bool:
    with suppress(Refused):
        value_at(view(state, seat), path)
        return True
    return False


def _changes(old: Any, new: Any, path: str = "") -> Iterator[Change]:
    """Every difference as far down as both have the same places."""
    if isinstance(old, list) and isinstance(new, list) and len(old) == len(new):
        for n, (one, other) in enumerate(zip(old, new, strict=True)):
            yield from _changes(one, other, f"{path}/{n}")
    elif isinstance(old, dict) and isinstance(new, dict):
        for name in dict.fromkeys((*old, *new)):
            yield from _changes(old.get(name), new.get(name), f"{path}/{name}")
    elif old != new:
        yield path, old, new


def _words(viewer: Viewer, value: Any) -> str:
    """A value in words; a record is all its plain values."""
    if not isinstance(value, dict):
        return named_value(viewer, value)
    plain = {name: one for name, one in value.items() if not isinstance(one, dict | list)}
    return ", ".join(
        f"{path_words('/' + name, part_names(viewer))} {named_value(viewer, one)}" for name, one in plain.items()
    )
