"""Random games with random rulings: every check of the random player holds, and every rule is reached."""

from __future__ import annotations

import pytest

from companion.engine.testing.fuzz import NO_CHECKS, fuzz
from companion.games.two_bases import GAME


@pytest.mark.slow
def test_random_games_do_not_fail() -> None:
    """Saves, undo, replay, conservation of cards and tiles; the helpers in turn."""
    report = fuzz(GAME, 8, 4000)
    assert [str(failure) for failure in report.failures] == []


@pytest.mark.slow
def test_random_games_reach_everything() -> None:
    """Every rule, every reading of a ruling and every landmark is met."""
    missing = fuzz(GAME, 120, 1, NO_CHECKS).coverage.missing(GAME)
    assert not any(missing.values()), missing
