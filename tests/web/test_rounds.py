"""The log by Rounds works for every game: each writes a note for programs where a Round or a turn begins."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path
from random import Random

import pytest

from companion.engine.core.errors import Refused
from companion.engine.core.questions import sample
from companion.engine.match.live import Stamp
from companion.games import all_games, load_game
from companion.store import Store
from companion.web.reading.rounds import Rounds

pytestmark = pytest.mark.slow

NOW = "2026-11-20T10:00:00+00:00"
MOST = 250


@pytest.mark.parametrize("name", [game.name for game in all_games()])
def test_rounds_of_a_match_by_chance(tmp_path: Path, name: str) -> None:
    """Some begin, each with a title of its own, in the order of the log."""
    game, rng = load_game(name), Random(5)
    with Store.open(tmp_path / "a.db", load_game) as store:
        seats = [seat.id for seat in game.seats][: game.players[0]]
        code = store.create(game, seats, {}, {}, release="test", now=NOW)
        with store.change(code) as work:
            for n in range(MOST):
                questions = work.match.questions()
                if not questions:
                    break
                with suppress(Refused):
                    asked = questions[0]
                    work.match.answer(asked.key, sample(asked.part, rng), Stamp(asked.seat, NOW, "test", str(n)))
        marks = Rounds().of(store.read(code))
    assert marks
    assert len({str(one.title) for one in marks}) == len(marks)
    assert [one.n for one in marks] == sorted(one.n for one in marks)
