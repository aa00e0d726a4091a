"""Odds of battles: equal to exact fractions by a calculation of its own."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from math import comb
from random import Random

import pytest

from companion.engine.core.rulings import settled
from companion.games.conquest_of_zabor import GAME, facts
from companion.games.conquest_of_zabor.language import CHART
from companion.games.conquest_of_zabor.readers.helpers import HERE, counts_in, helper_state
from companion.games.conquest_of_zabor.readers.odds import OUTLOOKS, bare, is_ready, quantities
from companion.games.conquest_of_zabor.realm.battle import battle
from companion.games.conquest_of_zabor.realm.pieces import add_unit
from companion.games.conquest_of_zabor.state import Area, Battle, Force, ZaborState
from companion.odds import beginning
from tests.odds.reading import enumerate_odds

pytestmark = pytest.mark.slow

CHEAP = OUTLOOKS[0].policies[0].answer
ORDER = ("auxiliary", "infantry", "cavalry", "sorcerer")
Side = tuple[tuple[str, int], ...]
"""Units as (kind, wounds), the cheapest first."""


def state_of(red: Side, blue: Side, upgrade: str, paladins: bool) -> ZaborState:
    """Two armies that meet; the defender may have an Upgrade, the attacker the Paladins."""
    state = helper_state()
    state.rulings = settled(GAME.rulings, {})
    state.areas[HERE] = Area("Battle", upgrade=upgrade, holder="blue" if upgrade else "")
    for seat, units in (("red", red), ("blue", blue)):
        for kind, _ in units:
            add_unit(state, seat, kind, HERE)
    state.players["red"].traits = ["paladins"] if paladins else []
    state.battle = Battle(HERE, Force("red"), Force("blue"))
    return state


# ---- the same by hand: numbers of the document, nothing of the rules

STRENGTH = {"auxiliary": 0, "infantry": 2, "cavalry": 4, "sorcerer": 6}
WOUNDS = {"auxiliary": 1, "infantry": 1, "cavalry": 2, "sorcerer": 3}
ABSORB = {"": 0, "keep": 1, "city": 2, "metropol": 3}


def hits(dice: int) -> list[Fraction]:
    """The chance of each number of hits."""
    return [Fraction(comb(dice, n) * 2 ** (dice - n), 3**dice) for n in range(dice + 1)]


def strength(side: Side) -> int:
    """Strength and Support."""
    helpers = sum(kind == "auxiliary" for kind, _ in side)
    return sum(STRENGTH[kind] for kind, _ in side) + min(helpers, len(side) - helpers)


def after(side: Side, wounds: int) -> Side:
    """Who is left: wounded ones suffer first, then the cheapest."""
    left = list(side)
    while wounds and left:
        one = next((n for n, (_, taken) in enumerate(left) if taken), 0)
        kind, taken = left[one]
        wounds -= 1
        if taken + 1 >= WOUNDS[kind]:
            del left[one]
        else:
            left[one] = kind, taken + 1
    return tuple(left)


@cache
def wins(red: Side, blue: Side, pool: int, superiority: int = 0) -> Fraction:
    """The attacker's chance from step 3 on."""
    if not red or not blue:
        return Fraction(bool(red) and not blue)
    if not strength(red) and not strength(blue):
        return Fraction(0)
    mine = hits(strength(red) + superiority * sum(kind == "cavalry" for kind, _ in red))
    yours = hits(strength(blue))
    total, same = Fraction(0), Fraction(0)
    for n, chance in enumerate(mine):
        for m, other in enumerate(yours):
            if n == m == 0:
                same += chance * other
                continue
            used = min(pool, n)
            left = after(red, m), after(blue, n - used), pool - used
            if left == (red, blue, pool) and not superiority:
                same += chance * other
            else:
                total += chance * other * wins(*left)
    if superiority:
        return total + same * wins(red, blue, pool)
    return total / (1 - same)


def whole(red: Side, blue: Side, upgrade: str, paladins: bool) -> Fraction:
    """With First Strike before."""
    pool = ABSORB[upgrade]
    riders = any(kind == "cavalry" for kind, _ in red)
    if not paladins or not riders:
        return wins(red, blue, pool)
    total = Fraction(0)
    for n, chance in enumerate(hits(2)):
        used = min(pool, n)
        total += chance * wins(red, after(blue, n - used), pool - used, 2)
    return total


def generated(seed: int) -> tuple[Side, Side, str, bool]:
    """Two armies of one or two Units."""
    rng = Random(seed)
    sides = [
        tuple(sorted(((rng.choice(ORDER), 0) for _ in range(rng.randint(1, 2))), key=lambda one: ORDER.index(one[0])))
        for _ in range(2)
    ]
    return sides[0], sides[1], rng.choice(["", *facts.UPGRADES]), rng.random() < 0.4


@pytest.mark.parametrize("part", [0, pytest.param(1, marks=[pytest.mark.slow, pytest.mark.deep])])
def test_battles_equal_exact_fractions(part: int) -> None:
    """500 generated battles, 3 of them always."""
    for seed in range(3, 500) if part else range(3):
        red, blue, upgrade, paladins = generated(seed)
        situation = beginning(state_of(red, blue, upgrade, paladins), battle())
        odds = enumerate_odds(ZaborState, situation, CHEAP, exact=True)
        expected = whole(red, blue, upgrade, paladins)
        assert odds.chance(lambda result, end: result == "attacker").low == expected, seed


def test_what_is_told_of_a_battle() -> None:
    """Who wins, whether nobody is left, and the losses; only what fights is kept."""
    state = state_of((("infantry", 0),), (("cavalry", 0),), "keep", True)
    add_unit(state, "red", "fleet", "elsewhere")
    assert is_ready(state)
    assert [one.id for one in quantities(state)] == [
        "attacker_wins", "defender_wins", "both_gone", "attacker_lost", "defender_lost",
    ]  # fmt: skip
    assert len(bare(state).units) == 2


def test_the_helper_offers_cards_that_count_where_the_battle_is() -> None:
    """Nobody has to look past Speed and Flight for First Strike; at sea the cards of Fleets."""
    effects = {card.id: card.effects for deck in CHART for card in facts.HOUSE.cards[deck].values()}
    land, sea = ([name for name, found in effects.items() if any(counts_in(one, where) for one in found)]
                 for where in ("land", "sea"))  # fmt: skip
    assert {"paladins", "ash_staff", "mirror_of_lies"} <= set(land)
    assert {"coral_horn", "sea_kings", "mirror_of_lies"} <= set(sea)
    assert not {"horse_lords", "tide_walkers", "sky_riders", "sea_kings"} & set(land)
    assert "paladins" not in sea
