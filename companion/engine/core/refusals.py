"""Reasons against something: the first that applies, and whether there is one against every choice.

Each reason is a line with a name, and the last line gives the order in which people are told of them. Functions that
return a refusal or None fit in, and are not called once an earlier reason applies:

    moved = refuse_if(piece.moved, "7.1", t("It has moved already."))
    enemy = refuse_if(enemy_in(state, place), "7.2", t("An enemy stands there."))
    return moved or rest_refusal(state, piece) or enemy

Where a check is slow, or a reason makes no sense without the one before, `if ...: return Refusal(...)` is better.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from msgspec.structs import replace

from companion.engine.core.errors import Refusal
from companion.engine.core.text import Text, t


class Reasons:
    """A game's reasons by name, from its data: `against(moved=piece.moved, enemy=...)` returns the first that holds.

    Raises KeyError when the data does not have the name of that reason.
    """

    def __init__(self, reasons: Mapping[str, Refusal]) -> None:
        self.reasons = {name: replace(reason, kind=name) for name, reason in reasons.items()}

    def __call__(self, **holds: object) -> Refusal | None:
        """The first reason whose condition is true (or not empty); None when nothing speaks against it."""
        for name, condition in holds.items():
            if condition:
                return self.reasons[name]
        return None


def refuse(reason: Text, section: str = "") -> Refusal:
    """A refusal that cites the section of its question, unless it names its own."""
    return Refusal(section, reason)


def refuse_if(condition: object, section: str, reason: Text, kind: str = "") -> Refusal | None:
    """A refusal if the condition is true or not empty, else None."""
    return Refusal(section, reason, kind=kind) if condition else None


def refuse_all(section: str, refusals: Iterable[Refusal | None]) -> Refusal | None:
    """The first refusal when every one of several things is refused; None when at least one is allowed, and then the
    rest is not looked at.

    `section` is cited when there is nothing to choose from at all. Use it for an option that leads to another question,
    which must have something to choose.
    """
    first = None
    for refusal in refusals:
        if refusal is None:
            return None
        first = first or refusal
    return first or Refusal(section, t("There is nothing to choose."))
