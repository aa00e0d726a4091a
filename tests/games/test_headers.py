"""The head of a board and the values behind it say where the match is, and nothing else."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from companion.engine.game.record import Game, begin
from companion.games import all_games, load_game
from companion.games.heroes_vs_warlords.records import world
from companion.store import Store
from tests.browser.brink import first_round


@pytest.mark.parametrize("game", all_games(), ids=lambda game: game.name)
def test_a_match_that_is_over_no_longer_names_its_step(game: Game) -> None:
    """Whatever step it ended in, the head of its board says that this is the end."""
    assert game.board is not None
    seats = [seat.id for seat in game.seats][: game.players[0]]
    state = begin(game, seats, {}, {}).state
    before = str(game.board(state, "").where)
    if hasattr(state, "winner"):
        state.winner = seats[0]
    else:
        state.winners = seats[:1]
    if game.name == "heroes_vs_warlords":
        state.round, state.ended = 4, "length"
    if hasattr(state, "active"):
        state.active = seats[0]
    after = game.board(state, "").where
    assert str(after) != before
    assert not {"phase", "step", "turn"} & set(after.values)


def test_the_phase_is_true_while_a_player_moves(tmp_path: Path) -> None:
    """The list of values that can be corrected shows it: after the roll for Initiative the turns have come."""
    with Store.open(tmp_path / "matches.db", load_game) as store:
        state: Any = store.read(first_round(store, ["knights", "amazons"])).state
    assert state.active
    assert state.phase == "turns"


def test_a_hero_not_yet_placed_is_nowhere_on_the_world() -> None:
    """In set-up his display names no place; later a hex without a name may be open country."""
    state: Any = begin(load_game("heroes_vs_warlords"), ["knights", "amazons"], {}, {}).state
    state.world.mapped = False
    before = world.place_name(state, "")
    state.round = 1
    assert str(before) != str(world.place_name(state, ""))
    assert str(world.place_name(state, "")) == str(world.place_name(state, "open"))
