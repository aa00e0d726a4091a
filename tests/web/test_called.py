"""Corrections name the parts of a match and its pieces as people do, and tell nobody what is hidden."""

from __future__ import annotations

from random import Random

import pytest

from companion.engine.core.errors import Refused
from companion.engine.core.questions import sample
from companion.engine.game.record import Game, begin
from companion.engine.match.ledger import MemoryLedger
from companion.engine.match.live import Match, Stamp
from companion.games import all_games, load_game

NAMED = ("archmagi", "conquest_of_zabor", "multiverse_war")
STEPS = 60


def played(game: Game, seed: int = 3) -> Match:
    """A match after some answers by chance."""
    rng, seats = Random(seed), [seat.id for seat in game.seats][: game.players[0]]
    match = Match.start(game, begin(game, seats, {}, {}), MemoryLedger(), Stamp("host"))
    for _ in range(STEPS):
        question = rng.choice(match.questions())
        try:
            match.answer(question.key, sample(question.part, rng), Stamp(question.seat))
        except Refused:
            continue
    return match


@pytest.mark.parametrize("game", list(all_games()), ids=lambda game: game.name)
def test_the_parts_of_a_state_are_fields_of_it(game: Game) -> None:
    """No name for a field that is not there."""
    assert game.parts
    assert set(game.parts) <= set(game.state_type.__struct_fields__)


@pytest.mark.parametrize("name", NAMED)
def test_every_piece_has_a_name(name: str) -> None:
    """Units by what they are and where, as the phone of a seat may read it."""
    game = load_game(name)
    state = played(game).runner.state
    assert game.called is not None
    found = game.called(state, "red")
    assert state.units  # type: ignore[attr-defined]
    for one in state.units:  # type: ignore[attr-defined]
        assert str(found[one]) not in ("", one)


@pytest.mark.parametrize("name", ["archmagi", "multiverse_war"])
def test_names_tell_nobody_what_is_hidden(name: str) -> None:
    """What a seat reads is the same whatever the pieces are that it does not know."""
    game = load_game(name)
    state = played(game).runner.state
    assert game.called is not None
    before = {one: str(words) for one, words in game.called(state, "red").items()}
    kinds = sorted({unit.kind for unit in state.units.values()})  # type: ignore[attr-defined]
    for unit in state.units.values():  # type: ignore[attr-defined]
        if unit.seat != "red" and not unit.face:
            unit.kind = next(kind for kind in kinds if kind != unit.kind)
    assert {one: str(words) for one, words in game.called(state, "red").items()} == before
