"""A small table for rule tests: a known map, units where a test wants them, any flow, answers in order.

    table = play(movement.move("red"), {"red": ("c4 griffons dwarves", "d4 goblins"), "blue": ("c5 elves",)})
    table.answer("c4", "c3", ["u1"])

All land is Plains unless `terrain` says something else; ids are `u1`, `u2` in the order given.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from companion.engine.core.effects import as_call
from companion.engine.core.rules import book
from companion.engine.core.rulings import settled
from companion.engine.running.runner import start
from companion.games.archmagi import GAME, facts
from companion.games.archmagi.phases.piles import new_unit
from companion.games.archmagi.phases.setup import new_state
from companion.games.archmagi.readers.check import broken
from companion.games.archmagi.state import ArchmagiState
from tests.games.flowing import Flowing


def world(
    units: Mapping[str, Sequence[str]],
    *,
    rulings: Mapping[str, str] | None = None,
    terrain: Mapping[str, str] | None = None,
    banners: Mapping[str, str] | None = None,
    settings: Mapping[str, str] | None = None,
    seats: Sequence[str] = ("red", "blue"),
) -> ArchmagiState:
    """A state with units: of each seat a list of `place kind kind ...`."""
    state = new_state(list(seats), dict(settings or {}))
    state.rulings = settled(GAME.rulings, dict(rulings or {}))
    for place, one in state.hexes.items():
        one.terrain = (terrain or {}).get(place, "sea" if one.water else "plains")
    for place, seat in (banners or {}).items():
        state.hexes[place].banner = seat
    for seat, stacks in units.items():
        for text in stacks:
            place, *kinds = text.split()
            for kind in kinds:
                new_unit(state, seat, kind, place)
    state.active = seats[0]
    return state


class Table(Flowing):
    """A running flow."""

    broken = staticmethod(broken)

    @property
    def state(self) -> ArchmagiState:
        """The state at the last finished steps."""
        return self.runner.state  # type: ignore[return-value]


def run(state: ArchmagiState, called: Any) -> Table:
    """A flow or step on a state."""
    return Table(start(book, state, as_call(called)))


def play(called: Any, units: Mapping[str, Sequence[str]], **more: Any) -> Table:
    """A flow or step with units on a map."""
    return run(world(units, **more), called)


def kind(name: str) -> facts.Chit:
    """A chit of the house lists."""
    return facts.HOUSE.chits[name]
