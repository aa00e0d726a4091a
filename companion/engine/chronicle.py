"""Chronicle: what a game offers to be told of a match afterwards: its numbers, who fell, great moments.

Only what every seat may see belongs here. `story` reads it from the ledger.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from msgspec import Struct

from companion.engine.effects import Note
from companion.engine.text import Text


class Tally(Struct, frozen=True):
    """The standing at one moment: the period it falls into (a Round, a turn), what that is called, numbers by seat."""

    period: int
    label: Text
    values: dict[str, tuple[int, ...]]


class Fallen(Struct, frozen=True):
    """Units lost at one blow: by whom (`of`), through whom (`by`); "" is nobody at the table."""

    count: int
    of: str = ""
    by: str = ""


class Chronicle(Struct, frozen=True):
    """What a game offers: the titles of its numbers, the tally of a state (None before there is one), who fell.

    `fallen` gets the state before an entry and the entry's notes; `great` says which notes people will talk about.
    All of them must keep to what every seat may see.
    """

    measures: tuple[Text, ...]
    tally: Callable[[Any], Tally | None]
    fallen: Callable[[Any, Sequence[Note]], Sequence[Fallen]] | None = None
    great: Callable[[Note], bool] | None = None
