"""Leak tests: change every value that a seat may not know, and compare what that seat is shown.

Values are rearranged rather than invented (lists reversed, entries swapped), so that what depends on them stays valid,
and a board that only shows how many cards a rival holds is not a leak.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import msgspec
from msgspec import Struct

from companion.engine.game.record import Game
from companion.engine.running.save import State
from companion.engine.running.views import may_see, secrets_of, view


def leaks(game: Game, state: State, seats: Sequence[str]) -> list[str]:
    """What a seat (or a watcher, "") is shown although it depends on what the seat may not know; empty when all is
    well.
    """
    found = []
    for seat in (*seats, ""):
        other = perturbed(state, seat)
        if other is None:
            continue
        if shown(view(state, seat)) != shown(view(other, seat)):
            found.append(f"the state shown to {seat or 'watchers'} depends on a secret")
        if game.board is not None and _board(game, state, seat) not in (_board(game, other, seat), None):
            found.append(f"the board of {seat or 'watchers'} depends on a secret")
    return found


def perturbed(state: State, seat: str) -> State | None:
    """A copy of the state with everything hidden from a seat changed; None when nothing can be changed."""
    copy: State = msgspec.json.decode(msgspec.json.encode(state), type=type(state))
    peers: dict[tuple[str, str, int], list[tuple[Struct, str]]] = {}
    changed = False
    for record, name in list(hidden_fields(copy, seat)):
        value = getattr(record, name)
        other = _moved(value)
        changed = changed or other != value
        setattr(record, name, other)
        if isinstance(value, str | list):
            size = len(value) if isinstance(value, list) else 0
            peers.setdefault((type(record).__name__, name, size), []).append((record, name))
    for group in peers.values():
        values = [getattr(record, name) for record, name in group]
        turned = values[1:] + values[:1]
        changed = changed or turned != values
        for (record, name), value in zip(group, turned, strict=True):
            setattr(record, name, value)
    return copy if changed else None


def hidden_fields(value: Any, seat: str) -> Iterator[tuple[Struct, str]]:
    """Every field that a seat may not see, as (record, name). What lies inside a hidden field is hidden too."""
    if isinstance(value, Struct):
        secrets, owner = secrets_of(type(value)), getattr(value, "seat", None)
        for name in value.__struct_fields__:
            if may_see(secrets.get(name), owner, seat):
                yield from hidden_fields(getattr(value, name), seat)
            else:
                yield value, name
    elif isinstance(value, dict):
        for child in value.values():
            yield from hidden_fields(child, seat)
    elif isinstance(value, list | tuple):
        for child in value:
            yield from hidden_fields(child, seat)


def shown(value: Any) -> bytes:
    """A value as the bytes that would be sent, for comparing."""
    return msgspec.json.encode(value)


def _moved(value: Any) -> Any:
    if isinstance(value, bool):
        return not value
    if isinstance(value, int):
        return value + 1
    if isinstance(value, list):
        turned = value[1:] + value[:1]
        return turned if turned != value else value[::-1]
    if isinstance(value, dict):
        children = list(value.values())
        return dict(zip(value, children[1:] + children[:1], strict=True))
    return value


def _board(game: Game, state: State, seat: str) -> bytes | None:
    """The board as bytes; None when the game cannot draw this (changed) state."""
    assert game.board is not None
    try:
        return shown(game.board(state, seat))
    except Exception:
        return None
