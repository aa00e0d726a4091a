"""Luck: z-scores of dice, checked against numbers worked out by hand."""

import pytest

from companion.engine.core.effects import Ask, Pool, Roll
from companion.engine.core.forms import Number
from companion.engine.core.text import t
from companion.engine.match.luck import luck, thrown


def test_a_series_of_twenties_is_far_above_average() -> None:
    """Four d20 that all show 20: 80 against 42, and 38 / sqrt(4 * 399 / 12) standard deviations."""
    throws = [one for _ in range(2) for one in thrown(Roll("ann", "1", t("x"), (20, 20)), [20, 20], "typed")]
    (found,) = luck(throws)
    assert (found.seat, found.sides, found.dice, found.total, found.expected) == ("ann", 20, 4, 80, 42)
    assert found.z == pytest.approx(38 / (4 * 399 / 12) ** 0.5)
    assert found.unusual


def test_average_dice_are_no_luck_at_all() -> None:
    """A 3 and a 4 on d6 are exactly average."""
    (found,) = luck(thrown(Roll("ann", "1", t("x"), (6, 6)), [3, 4], "rolled"))
    assert found.z == 0
    assert not found.unusual


def test_seats_sources_and_sides_are_kept_apart() -> None:
    """Typed and rolled dice, d6 and d20, Ann and Bob: each has a line of its own."""
    throws = [
        *thrown(Roll("ann", "1", t("x"), (20,)), [1], "typed"),
        *thrown(Roll("ann", "1", t("x"), (20,)), [20], "rolled"),
        *thrown(Roll("ann", "1", t("x"), (6,)), [6], "typed"),
        *thrown(Roll("bob", "1", t("x"), (20,)), [20], "typed"),
    ]
    found = {(one.seat, one.source, one.sides): one.z > 0 for one in luck(throws)}
    assert found == {
        ("ann", "typed", 20): False,
        ("ann", "rolled", 20): True,
        ("ann", "typed", 6): True,
        ("bob", "typed", 20): True,
    }


def test_a_pool_counts_successes() -> None:
    """Ten d6 at 4 or more: 5 expected with variance 2.5, so 10 successes are sqrt(10) standard deviations."""
    (found,) = luck(thrown(Pool("ann", "1", t("x"), 10), 10, "rolled"))
    assert found.expected == 5
    assert found.z == pytest.approx(10**0.5)


def test_hits_are_not_added_to_sums() -> None:
    """Two d6 that show 7 and a pool of d6 with one hit: two lines, of which one counts hits."""
    throws = [
        *thrown(Roll("ann", "1", t("x"), (6, 6)), [3, 4], "typed"),
        *thrown(Pool("ann", "1", t("x"), 2), 1, "typed"),
    ]
    assert [(one.total, one.hits) for one in luck(throws)] == [(7, False), (1, True)]


def test_a_certain_pool_has_no_luck() -> None:
    """Dice that cannot fail say nothing and divide by nothing."""
    (found,) = luck(thrown(Pool("ann", "1", t("x"), 3, 6, 1), 3, "typed"))
    assert found.z == 0


def test_dice_rolled_for_nobody_are_no_luck_of_who_rolls_them() -> None:
    """Guards and Barbarians are played by nobody; somebody rolls for them."""
    assert thrown(Roll("ann", "1", t("x"), (20,), for_nobody=True), [20], "typed") == []
    assert thrown(Pool("ann", "1", t("x"), 2, for_nobody=True), 2, "typed") == []


def test_decisions_are_no_dice() -> None:
    """A number asked for is not a throw."""
    assert thrown(Ask("ann", "1", t("x"), Number(1, 20)), 20, "typed") == []
