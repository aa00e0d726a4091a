"""A small table for rule tests: a known map, units where a test wants them, any flow, answers in order.

    table = play(movement.move("red"), {"red": ("c4 griffons dwarves", "d4 goblins"), "blue": ("c5 elves",)})
    table.answer("c4", "c3", ["u1"])

All land is Plains unless `terrain` says something else; ids are `u1`, `u2` in the order given.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from companion.engine.core.effects import Ask, Draw, Roll, as_call
from companion.engine.core.errors import Refused
from companion.engine.core.forms import Choose, Pick
from companion.engine.core.questions import Question
from companion.engine.core.rules import book
from companion.engine.core.rulings import settled
from companion.engine.running.runner import Runner, start
from companion.games.archmagi import GAME, facts
from companion.games.archmagi.check import broken
from companion.games.archmagi.phases.piles import new_unit
from companion.games.archmagi.phases.setup import new_state
from companion.games.archmagi.state import ArchmagiState


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


class Table:
    """A running flow."""

    def __init__(self, runner: Runner) -> None:
        self.runner = runner

    @property
    def state(self) -> ArchmagiState:
        """The state at the last finished steps."""
        return self.runner.state  # type: ignore[return-value]

    @property
    def questions(self) -> list[Question]:
        """What is open."""
        return self.runner.questions()

    def answer(self, *values: Any) -> Table:
        """Answer the first open question again and again."""
        for value in values:
            question = self.questions[0]
            given = [value] if isinstance(question.part, Draw | Roll) and not isinstance(value, list) else value
            self.runner.answer(question.key, given)
            assert broken(self.state) == []
        return self

    def refused(self, value: Any) -> str:
        """Why an answer is not possible."""
        try:
            self.runner.answer(self.questions[0].key, value)
        except Refused as refused:
            return str(refused.refusal.reason)
        raise AssertionError(f"{value} was not refused")

    @property
    def open(self) -> list[str]:
        """What can be chosen."""
        part = self.questions[0].part
        assert isinstance(part, Ask)
        assert isinstance(part.form, Choose | Pick)
        return [one.id for one in part.form.options if one.refusal is None]

    @property
    def abouts(self) -> list[str]:
        """What the open questions are about."""
        return [one.part.about for one in self.questions]

    def said(self, words: str, to: str = "") -> bool:
        """Whether the log has a line with these words, for everybody or for one seat only."""
        return any(words in str(note.text) and note.to == to for note in self.runner.notes)


def run(state: ArchmagiState, called: Any) -> Table:
    """A flow or step on a state."""
    return Table(start(book, state, as_call(called)))


def play(called: Any, units: Mapping[str, Sequence[str]], **more: Any) -> Table:
    """A flow or step with units on a map."""
    return run(world(units, **more), called)


def kind(name: str) -> facts.Chit:
    """A chit of the house lists."""
    return facts.HOUSE.chits[name]
