"""Random games with random rulings: every check of the random player holds, and every rule is reached."""

from __future__ import annotations

import pytest

from companion.engine.fuzz import fuzz
from companion.games.two_bases import GAME


@pytest.mark.slow
def test_random_games_do_not_fail() -> None:
    """Saves, undo, replay, conservation of cards and tiles; the helpers in turn."""
    report = fuzz(GAME, 24, 4000)
    assert [str(failure) for failure in report.failures] == []
    assert not report.coverage.missing(GAME)["rules"]
    assert not report.coverage.missing(GAME)["rulings"]
    assert not report.coverage.missing(GAME)["landmarks"]
