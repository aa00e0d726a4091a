"""The benchmark of random play: a plain game, as releases are compared by, can be played."""

from __future__ import annotations

import pytest

from benchmarks.play import plain, play
from companion.engine.game.record import Game
from companion.games import all_games


@pytest.mark.parametrize("game", list(all_games()), ids=lambda game: game.name)
@pytest.mark.slow
def test_a_plain_game_is_played(game: Game) -> None:
    """Settings and rulings are the first ones, and nothing is preferred."""
    even = plain(game)
    assert all(len(one.choices) == 1 for one in even.settings)
    assert even.random_weight is None
    answers, _ = play(even, 1, 3)
    assert answers > 0
