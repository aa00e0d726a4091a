"""What a task at the table is told as: something for hands to do, not how the table then looks."""

from __future__ import annotations

from collections.abc import Iterable

from companion.engine.game.guidance import Task

HANDS = {"Add", "Deal", "Lay", "Leave", "Move", "Put", "Set", "Shuffle", "Take", "Turn"}


def for_hands(tasks: Iterable[Task]) -> bool:
    """Whether each one begins with what hands do."""
    return all(str(one.text).split()[0] in HANDS for one in tasks)
