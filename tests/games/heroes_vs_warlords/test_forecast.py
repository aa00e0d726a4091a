"""What an attack promises: counted over all 400 pairs of dice by hand."""

from __future__ import annotations

import pytest

from companion.games.heroes_vs_warlords.fighting.forecast import (
    Clash,
    before_the_dice,
    breach_forecast,
    briefly,
    forecast,
    percent,
)
from companion.games.heroes_vs_warlords.fighting.siege import breach_result


@pytest.mark.parametrize(("first", "second", "ties_lose"), [(0, 0, False), (7, 0, True), (9, 7, False), (2, 30, False)])
def test_the_chance_is_that_of_all_pairs_of_dice(first: int, second: int, ties_lose: bool) -> None:
    """A tie is no hit, whichever way the rule calls it."""
    hits = sum(a + first > b + second for a in range(1, 21) for b in range(1, 21))
    assert percent(first, second, ties_lose) == round(hits / 4)


@pytest.mark.parametrize(("first", "second", "ties_lose"), [(7, 4, False), (7, 4, True), (0, 3, False), (5, 5, True)])
def test_beside_each_die_stands_the_chance_of_who_rolls_it(first: int, second: int, ties_lose: bool) -> None:
    """The attacker's chance to hit, and in close combat to be hit; the defender's to hit back, or to be saved by an
    equal total.
    """
    pairs = [(a + first, b + second) for a in range(1, 21) for b in range(1, 21)]
    hit = sum(a > b for a, b in pairs)
    saved = 400 - hit if ties_lose else sum(b > a for a, b in pairs)
    mine, theirs = before_the_dice(Clash(first, second, 3, 2, ties_lose))
    assert (mine.values["a"], mine.values["b"], mine.values["percent"]) == (first, second, round(hit / 4))
    assert (theirs.values["a"], theirs.values["b"]) == (second, first)
    assert abs(theirs.values["percent"] - saved / 4) <= 0.75
    assert (mine.values["n"], theirs.values.get("n")) == (3, None if ties_lose else 2)
    risk = {} if ties_lose else {"back": theirs.values["percent"], "m": 2}
    clash = Clash(first, second, 3, 2, ties_lose)
    for told in (mine, forecast(clash), briefly(clash)):
        assert {key: told.values[key] for key in ("back", "m") if key in told.values} == risk


@pytest.mark.parametrize("damaged", [False, True])
@pytest.mark.parametrize("points", [5, 10, 20, 40])
@pytest.mark.parametrize("level", [0, 1, 4, 9, 19, 25])
def test_before_a_breach_stands_what_each_die_does(level: int, points: int, damaged: bool) -> None:
    """Counted over all twenty results; what is damaged already falls at half."""
    results = [breach_result(die + level, points) for die in range(1, 21)]
    falls = [one == "destroyed" or (damaged and one == "damaged") for one in results]
    bends = sum(one == "damaged" for one in results) if not damaged else 0
    said = breach_forecast(level, points, damaged=damaged).values
    assert said["level"] == level
    if any(falls):
        assert (said["high"], said["percent"]) == (falls.index(True) + 1, 5 * sum(falls))
    if any(falls) and bends:
        assert (said["low"], said["below"]) == (results.index("damaged") + 1, falls.index(True))
        assert said["share"] == 5 * bends
    elif bends:
        assert (said["low"], said["percent"]) == (results.index("damaged") + 1, 5 * bends)
    assert any(falls) or bends or set(said) == {"level"}
