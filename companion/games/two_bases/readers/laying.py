"""What both players do with their hands before the first question: lay out the tiles, step by step."""

from __future__ import annotations

from companion.engine.game.guidance import Task
from companion.games.two_bases import facts
from companion.games.two_bases.state import TwoBasesState


def laying(state: TwoBasesState) -> tuple[Task, ...]:
    """The steps of laying the tiles, until that is said to be done: what is done once for the table, and what each
    player does and ticks.
    """
    if state.laid:
        return ()
    steps = [
        (n, words, seat) for n, (words, once) in enumerate(facts.LAYING) for seat in ([""] if once else state.seats)
    ]
    return tuple(Task(f"lay:{n}:{seat}", words, seat, "Setup") for n, words, seat in steps)
