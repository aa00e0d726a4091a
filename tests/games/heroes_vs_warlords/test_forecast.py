"""What an attack promises: counted over all 400 pairs of dice by hand."""

from __future__ import annotations

import pytest

from companion.games.heroes_vs_warlords.fighting.forecast import percent


@pytest.mark.parametrize(("first", "second", "ties_lose"), [(0, 0, False), (7, 0, True), (9, 7, False), (2, 30, False)])
def test_the_chance_is_that_of_all_pairs_of_dice(first: int, second: int, ties_lose: bool) -> None:
    """A tie is no hit, whichever way the rule calls it."""
    hits = sum(a + first > b + second for a in range(1, 21) for b in range(1, 21))
    assert percent(first, second, ties_lose) == round(hits / 4)
