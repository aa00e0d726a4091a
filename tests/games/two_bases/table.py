"""A small table for rule tests: lay tiles and pieces, start any flow, answer in order.

    table = play(moves.movement("blue"), {"a1": "base", "b1": "forest"}, {"b1": "hunter1", "b2": "orange:soldier1"})
    table.answer("b1", "b2")

A tile is its kind, `/` what is built on it, `*` if the enemy of its half has a marker on it.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.engine.core.effects import Ask, Draw, as_call
from companion.engine.core.errors import Refusal, Refused
from companion.engine.core.forms import Choose
from companion.engine.core.questions import Question
from companion.engine.core.rules import book
from companion.engine.core.rulings import settled
from companion.engine.game.piles import put
from companion.engine.game.record import begin
from companion.engine.running.runner import Runner, start
from companion.games.two_bases import GAME, facts
from companion.games.two_bases.land import HALF, PLACES, rival
from companion.games.two_bases.phases.setup import new_state
from companion.games.two_bases.readers.check import broken
from companion.games.two_bases.state import Piece, Tile, TwoBasesState

SAFE = {"h1": "base", "h2": "plains", "h8": "base", "h7": "plains"}
"""A Base and a Plains for each side, far from where tests happen, so that nobody has lost."""


class Table:
    """A running match or flow."""

    def __init__(self, runner: Runner) -> None:
        self.runner = runner

    @property
    def state(self) -> TwoBasesState:
        """The state at the last finished steps."""
        return self.runner.state  # type: ignore[return-value]

    @property
    def question(self) -> Question:
        """The one open question."""
        (one,) = self.runner.questions()
        return one

    @property
    def asked(self) -> tuple[str, str, str]:
        """Seat, section and subject of the open question."""
        return (self.question.seat, self.question.section, self.question.part.about)

    def answer(self, *values: Any) -> Table:
        """Answer one question after the other; a drawn card may be given by its name alone."""
        for value in values:
            given = [value] if isinstance(self.question.part, Draw) else value
            self.runner.answer(self.question.key, given)
            assert broken(self.state) == []
        return self

    def options(self) -> dict[str, Refusal | None]:
        """What can be chosen, with the refusal of what is greyed."""
        part = self.question.part
        if isinstance(part, Draw):
            return {card.id: None for card in part.deck}
        assert isinstance(part, Ask)
        assert isinstance(part.form, Choose)
        return {one.id: one.refusal for one in part.form.options}

    def open(self) -> list[str]:
        """The options that are not greyed."""
        return [name for name, refusal in self.options().items() if refusal is None]

    def refused(self, *values: Any) -> str:
        """The section that refuses one of these answers, given in turn; nothing may change by it."""
        for value in values:
            before = self.runner.state_json
            try:
                self.answer(value)
            except Refused as refused:
                assert self.runner.state_json == before
                return refused.refusal.section
        raise AssertionError(f"{values} were not refused")

    def notes(self) -> str:
        """The log so far."""
        return " | ".join(str(note.text) for note in self.runner.notes)

    def piece(self, place: str, index: int = 0) -> Piece:
        """A piece on the board."""
        return self.state.board[place].pieces[index]


def position(
    tiles: Mapping[str, str],
    pieces: Mapping[str, str] | None = None,
    *,
    ap: int = 0,
    rulings: Mapping[str, str] | None = None,
    safe: bool = True,
) -> TwoBasesState:
    """A position in Blue's turn; everything not named lies face down. Cards on the board come from the piles."""
    state = new_state(facts.SEATS, {})
    state.schema, state.rulings = GAME.schema, settled(GAME.rulings, dict(rulings or {}))
    state.active, state.phase = "blue", "movement"
    for place, text in {**(SAFE if safe else {}), **tiles}.items():
        state.board[place] = _tile(state, place, text)
    for place, text in (pieces or {}).items():
        for one in text.split():
            seat, _, name = one.rpartition(":")
            state.board[place].pieces.append(Piece(name, seat or "blue"))
            put(state.players[seat or "blue"].available, name, -1)
    for player in state.players.values():
        player.based, player.turn, player.points = True, 1, ap
    assert broken(state) == []
    return state


def _tile(state: TwoBasesState, place: str, text: str) -> Tile:
    kind, _, built = text.rstrip("*").partition("/")
    marker = rival(HALF[place]) if text.endswith("*") else ""
    if built:
        put(state.players[HALF[place]].available, built, -1)
    return Tile(kind, built, HALF[place] if built else "", marker)  # type: ignore[arg-type]


def at(state: TwoBasesState, call: Any) -> Table:
    """A flow or step started on a position."""
    return Table(start(book, state, as_call(call)))


def play(call: Any, tiles: Mapping[str, str], pieces: Mapping[str, str] | None = None, **more: Any) -> Table:
    """A flow started on a position of these tiles and pieces."""
    return at(position(tiles, pieces, **more), call)


def match(**rulings: str) -> Table:
    """A new match at its first question."""
    return Table(begin(GAME, list(facts.SEATS), {}, rulings))


def set_up(first: str = "blue", **rulings: str) -> Table:
    """A match from the box to the first turn: each side turns up a Plains, a Forest and a Mountain in its first row."""
    table = match(**rulings).answer("ready")
    for row in ("1", "8"):
        for column, kind in (("a", "plains"), ("b", "forest"), ("c", "mountain")):
            table.answer(f"{column}{row}", kind)
        table.answer(f"c{row}")
    return table.answer(first)


def kinds(state: TwoBasesState) -> list[str]:
    """The kinds of all tiles that lie face up."""
    return [state.board[place].kind for place in PLACES if state.board[place].kind]
