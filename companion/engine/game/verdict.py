"""The verdict: how a game says why a match was won, as plain records that shared pages draw."""

from __future__ import annotations

from msgspec import Struct

from companion.engine.core.effects import Sum
from companion.engine.core.text import NOTHING, Text


class Figures(Struct, frozen=True):
    """A category of the final comparison: its title, and how the figure of each side is made up."""

    title: Text
    sums: tuple[Sum, ...]


class Verdict(Struct, frozen=True):
    """How a match ended: `how` says in a sentence by which comparison or event it was won, `ended` why it was over
    then; `figures` explain what was compared (empty where nothing was).
    """

    how: Text
    ended: Text = NOTHING
    section: str = ""
    figures: tuple[Figures, ...] = ()
