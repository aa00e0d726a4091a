"""The first exchange of an invasion that nobody has declared yet, for the odds.

Contains no rule of its own: it runs the exchange of `combat` on a copy of the match.
"""

from __future__ import annotations

from companion.engine.core.effects import Rule
from companion.engine.core.rules import flow, step
from companion.games.two_bases.phases import combat, moves
from companion.games.two_bases.state import TwoBasesState


@flow("Combat")
def first_exchange(place: str, target: str) -> Rule[str]:
    """One piece invades another space. Returns who is left after one exchange of damage."""
    yield from declare(place, target)
    return (yield from combat.combat_round())


@step("Combat")
def declare(state: TwoBasesState, place: str, target: str) -> None:
    """Start the invasion."""
    state.battle = moves.invasion_of(state, place, target)
