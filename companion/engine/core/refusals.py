"""Reasons against something: the first one that applies, and what it means when there is one against everything.

Each reason is a line with a name, and the last line says in which order people are told of them. Functions that give
a refusal or None fit in between, and are not asked any more once a reason before them applies:

    moved = refuse_if(piece.moved, "7.1", t("It has moved already."))
    enemy = refuse_if(enemy_in(state, place), "7.2", t("An enemy stands there."))
    return moved or rest_refusal(state, piece) or enemy

Where finding out is dear, or a reason makes no sense without the one before, `if ...: return Refusal(...)` is better.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping

from companion.engine.core.errors import Refusal
from companion.engine.core.text import Text, t


class Reasons:
    """A game's reasons by name, as its data tells them: `against(moved=piece.moved, enemy=...)` gives the first.

    Raises KeyError when the data does not have the name of the one that holds.
    """

    def __init__(self, reasons: Mapping[str, Refusal]) -> None:
        self.reasons = reasons

    def __call__(self, **holds: object) -> Refusal | None:
        """The first reason whose condition is true (or not empty); None when nothing speaks against it."""
        for name, condition in holds.items():
            if condition:
                return self.reasons[name]
        return None


def refuse(reason: Text, section: str = "") -> Refusal:
    """A refusal that cites the section of the question it stands in, if it names none of its own."""
    return Refusal(section, reason)


def refuse_if(condition: object, section: str, reason: Text) -> Refusal | None:
    """A refusal where the condition holds (is true, or is not empty); None where nothing speaks against it."""
    return Refusal(section, reason) if condition else None


def refuse_all(section: str, refusals: Collection[Refusal | None]) -> Refusal | None:
    """Why none of several things can be chosen: the first reason, when there is one against each; None otherwise.

    `section` is cited where there is nothing at all. For the option that leads to a question: one must be open there.
    """
    nothing = Refusal(section, t("There is nothing to choose."))
    return next(iter(refusals), nothing) if all(refusals) else None
