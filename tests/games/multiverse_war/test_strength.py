"""The strength sheet: every modifier, both ways, and each reading that changes a figure or the die."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from companion.engine.core.rulings import defaults
from companion.games.multiverse_war.world import facts
from companion.games.multiverse_war.world.strength import (
    Case,
    Fighter,
    bands,
    hits,
    is_certain,
    needed,
    strength,
    supports,
    trumps,
)
from companion.games.multiverse_war.world.wording import unit_figures, unit_words
from tests.games.multiverse_war.table import terms

PLAIN = Fighter("melee")
R = defaults(facts.RULINGS)


def s(
    manner: Any, own: Fighter = PLAIN, foe: Fighter | None = PLAIN, rulings: Mapping[str, str] = {}, **more: Any
) -> int:
    return strength({**R, **rulings}, Case(manner, own, foe, **{"ground": "road", "home": "road", **more})).total


@pytest.mark.rule("MVW-040", "MVW-041", "MVW-042", "MVW-203", "MVW-204")
def test_every_figure_starts_at_nine() -> None:
    """Nine without anything; grassland for and against; the terms say why."""
    assert s("attack") == s("answer") == s("shot") == 9
    assert (s("attack", ground="grassland"), s("answer", ground="grassland"), s("shot", ground="grassland")) == (
        10,
        8,
        10,
    )
    made = strength(R, Case("attack", PLAIN, PLAIN))
    assert terms(made) == {"Base strength": 9, "Target on grassland": 1}
    assert all(term.section for term in made.terms)


@pytest.mark.rule("MVW-043", "MVW-200", "MVW-201")
def test_forest() -> None:
    """Shots -4, mounted -3 both ways; melee infantry nothing; an answer of a ranged unit in melee nothing."""
    rider, bow = Fighter("mounted"), Fighter("ranged")
    assert (s("attack", rider, ground="forest"), s("answer", rider, ground="forest")) == (6, 6)
    assert (s("shot", bow, ground="forest"), s("attack", ground="forest"), s("answer", bow, ground="forest")) == (
        5,
        9,
        9,
    )


@pytest.mark.rule("MVW-044", "MVW-198", "MVW-199")
def test_hills() -> None:
    """Onto a hill -2 for all, from a hill +2 for shots only; the play aid's reading turns the sign."""
    assert (s("attack", ground="hill"), s("answer", ground="hill"), s("shot", ground="hill")) == (7, 9, 7)
    assert (s("shot", home="hill"), s("attack", home="hill")) == (11, 9)
    assert s("attack", ground="hill", rulings={"hill": "sheet-hill"}) == 11


@pytest.mark.rule("MVW-045", "MVW-205")
def test_water_only_matters_to_shots() -> None:
    """A target in water: +1 for a shot."""
    assert (s("shot", ground="water"), s("attack", ground="water")) == (10, 9)


@pytest.mark.rule("MVW-111", "MVW-112")
@pytest.mark.parametrize(("own", "foe"), [(one, other) for one in facts.AGES for other in facts.AGES])
def test_ages(own: int, foe: int) -> None:
    """Three for each age, up and down."""
    assert s("attack", Fighter("melee", own), Fighter("melee", foe)) == 9 + 3 * (own - foe)


@pytest.mark.rule("MVW-202")
def test_buildings() -> None:
    """Mounted and ranged infantry -3; nobody has an age gap, but by one reading; armor of nobody counts there."""
    for sort, figure in (("melee", 9), ("mounted", 6), ("ranged", 6), ("siege", 9)):
        assert s("attack", Fighter(sort, 3), None, building=1) == figure
    assert s("attack", Fighter("melee", 1), None, building=3, rulings={"building_gap": "building-age"}) == 3
    hard = Fighter("melee", 1, ("hard_hitter",))
    assert s("attack", hard, None, building=1) == 10
    assert s("attack", hard, None, building=1, rulings={"attributes": "units-only"}) == 9


@pytest.mark.rule("MVW-118", "MVW-119", "MVW-121", "MVW-048")
def test_distance() -> None:
    """0, -2, -3; the groups of the chart come out."""
    bow = Fighter("siege")
    found = {
        ground: [s("shot", bow, ground=ground, distance=n) for n in (1, 2, 3)]
        for ground in ("grassland", "hill", "road")
    }
    assert found == {"grassland": [10, 8, 7], "hill": [7, 5, 4], "road": [9, 7, 6]}


@pytest.mark.rule("MVW-113", "MVW-114", "MVW-116")
def test_support_is_for_whoever_fights_hand_to_hand() -> None:
    """+1 and -1; ranged units have none of it."""
    assert s("attack", friends=2, foes=1) == 10
    assert s("answer", friends=0, foes=3) == 6
    assert s("answer", Fighter("ranged"), friends=2, foes=1) == 9
    assert s("shot", Fighter("ranged"), friends=2) == 9


@pytest.mark.rule("MVW-106", "MVW-120", "MVW-049")
def test_ranged_against_riders() -> None:
    """-4 for the answer to a mounted attack, and only then: 5, on grassland 4."""
    bow, rider = Fighter("ranged"), Fighter("mounted")
    assert (s("answer", bow, rider), s("answer", bow, rider, ground="grassland")) == (5, 4)
    assert (s("answer", bow), s("shot", bow, rider)) == (9, 9)


@pytest.mark.rule("MVW-192", "MVW-193", "MVW-194")
def test_attributes() -> None:
    """Heavy armor against melee attacks, hard hitters when they attack, agility against everything."""
    heavy, hard, agile = (Fighter("melee", 1, (word,)) for word in ("heavy_armor", "hard_hitter", "highly_agile"))
    assert [s(manner, PLAIN, heavy) for manner in ("attack", "answer", "shot")] == [7, 9, 9]
    assert [s(manner, hard) for manner in ("attack", "answer", "shot")] == [10, 9, 9]
    assert [s(manner, PLAIN, agile) for manner in ("attack", "answer", "shot", "reply")] == [8, 8, 8, 8]


@pytest.mark.rule("MVW-197")
def test_the_answer_of_a_ranged_duel() -> None:
    """It looks at the shooter's hex; by one reading it has the -1 of grassland."""
    bow = Fighter("ranged")
    assert s("reply", bow, bow, ground="grassland", home="grassland") == 10
    assert s("reply", bow, bow, ground="grassland", home="grassland", rulings={"duel": "keep-minus-one"}) == 9


@pytest.mark.rule("MVW-090")
def test_the_die() -> None:
    """Not above S; 10 is certain, 0 is hopeless; the other readings."""
    assert [hits(R, 4, die) for die in (3, 4, 5)] == [True, True, False]
    assert is_certain(R, 10)
    assert is_certain(R, 0)
    assert not is_certain(R, 9)
    ten, one, zero = {**R, "hit": "ten-misses"}, {**R, "hit": "one-hits"}, {**R, "zero": "zero-low"}
    assert [hits(ten, 12, die) for die in (9, 10)] == [True, False]
    assert [hits(one, -3, die) for die in (1, 2)] == [True, False]
    assert [hits(zero, 4, die) for die in (10, 5)] == [True, False]
    assert bands(R, 4).cuts == (5,)  # type: ignore[union-attr]


@pytest.mark.rule("MVW-116")
def test_who_supports() -> None:
    """Hand to hand by default; the other reading leaves out ranged units only."""
    wide = {**R, "support": "all-but-ranged"}
    assert [supports(R, sort) for sort in ("melee", "scout", "siege", "civilian", "ranged")] == [
        True,
        True,
        False,
        False,
        False,
    ]
    assert [supports(wide, sort) for sort in ("siege", "civilian", "ranged", "decoy")] == [True, True, False, False]


@pytest.mark.rule("MVW-006", "MVW-187")
def test_trumps() -> None:
    """Bowmen trump melee infantry: both classes, or swords only."""
    bow = facts.HOUSE.units["bowman"]
    assert (bow.trumps, bow.upgrades_to) == (("melee", "anticav"), "crossbowman")
    assert [trumps(R, bow.trumps, sort) for sort in ("melee", "anticav", "mounted")] == [True, True, False]
    assert not trumps({**R, "infantry": "swords-only"}, bow.trumps, "anticav")


@pytest.mark.parametrize(
    ("unit", "foes", "others"),
    [("swordsman", "pikes", "riders"), ("bowman", "melee infantry", "riders"), ("horseman", "ranged units", "pikes")],
)
def test_a_card_names_whom_it_strikes_first_and_nobody_else(unit: str, foes: str, others: str) -> None:
    """At set-up, with no book at hand: a Bowman never sounds as if it beat riders."""
    words = str(unit_words(facts.HOUSE.units[unit]))
    assert foes in words
    assert others not in words


def test_who_strikes_nobody_first_says_what_it_is_good_for() -> None:
    """A Scout, a Builder and a decoy, which has no health to lose."""
    told = {str(unit_words(facts.HOUSE.units[one])) for one in ("scout", "builder", "decoy", "catapult")}
    assert len(told) == 4
    assert len(unit_figures(facts.HOUSE.units["decoy"])) == 1


@pytest.mark.parametrize(
    ("ruling", "total", "most"),
    [({}, 7, 7), ({}, 12, 9), ({}, 0, 0), ({"hit": "ten-misses"}, 12, 9), ({"hit": "one-hits"}, -2, 1),
     ({"zero": "zero-low"}, 5, 5)],
)  # fmt: skip
def test_what_a_player_is_told_to_roll_hits(ruling: dict[str, str], total: int, most: int) -> None:
    """The highest number that hits, also where a ruling and not the strength decides."""
    rulings = {**R, **ruling}
    assert needed(rulings, total) == most
    assert not most or hits(rulings, total, most)
