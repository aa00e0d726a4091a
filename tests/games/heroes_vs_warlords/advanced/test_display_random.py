"""Random battles on the Battle Display, on open ground and at walls: whatever is answered, the invariants hold."""

from __future__ import annotations

import pytest

from tests.games.heroes_vs_warlords.advanced.random_battles import play


@pytest.mark.parametrize("seed", range(8))
def test_a_random_battle_keeps_the_invariants(seed):
    """One stack a hex, none on closed hexes, hits below the Level, nobody out of range; and it goes on or ends."""
    assert play(seed) or seed % 2  # archers before an unbroken wall may wait for ever


@pytest.mark.slow
@pytest.mark.deep
def test_many_random_battles_keep_the_invariants():
    """The same for some hundreds."""
    ended = [play(seed) for seed in range(8, 300)]
    assert sum(ended) > 0.9 * len(ended)
