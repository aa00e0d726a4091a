"""Odds of exchanges: equal to exact fractions by a calculation of its own."""

from __future__ import annotations

from fractions import Fraction
from random import Random

import pytest

from companion.engine.core.rulings import settled
from companion.games.multiverse_war import GAME
from companion.games.multiverse_war.fighting.fight import battle
from companion.games.multiverse_war.readers.helpers import attack_of, helper_state, target_of
from companion.games.multiverse_war.readers.odds import bare, is_ready, quantities
from companion.games.multiverse_war.world import facts
from companion.games.multiverse_war.world.state import WarState
from companion.odds import beginning, first_option
from tests.odds.reading import enumerate_odds

FIGHTERS = [one for one in facts.HOUSE.cards() if one.sort in facts.MILITARY]
HEALTH = 2
MELEE = ("melee", "anticav", "mounted", "scout")


# ---- the same by hand, from the table of the strength sheet


def hand(own: facts.Kind, foe: facts.Kind, manner: str, given: dict[str, int | str]) -> int:
    """S of a blow between two units in the open."""
    ground, home = given["ground"], given["home"]
    if manner == "reply":
        ground, home = home, ground
    total = 9 + 3 * (own.age - foe.age) - ("highly_agile" in foe.attributes)
    shot = manner in ("shot", "reply")
    if ground == "grassland":
        total += -1 if manner == "answer" else 1
    if shot:
        total += {"forest": -4, "water": 1, "hill": -2}.get(str(ground), 0) + 2 * (home == "hill")
        return total + (0, -2, -3)[int(given["distance"]) - 1]
    total += (-3 if own.sort == "mounted" and ground == "forest" else 0) - 2 * (ground == "hill" and manner == "attack")
    if own.sort in MELEE:
        gain = int(given["friends"]) - int(given["foes"])
        total += gain if manner == "attack" else -gain
    if manner == "attack":
        total += ("hard_hitter" in own.attributes) - 2 * ("heavy_armor" in foe.attributes)
    return total - 4 * (manner == "answer" and own.sort == "ranged" and foe.sort == "mounted")


def chance(s: int) -> Fraction:
    """Of a hit."""
    return Fraction(min(10, max(0, s)), 10)


def exchanges(attackers: list[facts.Kind], target: facts.Kind, given: dict[str, int | str]) -> Fraction:
    """The chance that the target falls, attacker after attacker."""
    left = {0: Fraction(1)}  # wounds of the target -> chance; dead ones are counted apart
    dead = Fraction(0)
    for own in attackers:
        following: dict[int, Fraction] = {}
        for wounds, weight in left.items():
            for after, part in exchange(own, target, given, wounds).items():
                if after >= health(target):
                    dead += weight * part
                else:
                    following[after] = following.get(after, Fraction(0)) + weight * part
        left = following
    return dead


def health(kind: facts.Kind) -> int:
    return kind.health


def exchange(own: facts.Kind, foe: facts.Kind, given: dict[str, int | str], wounds: int) -> dict[int, Fraction]:
    """Wounds of the target after one attack. A fresh attacker with two health does not die of one answer."""
    shot = own.range > 0
    hit = chance(hand(own, foe, "shot" if shot else "attack", given))
    return {wounds + 1: hit, wounds: 1 - hit}


def generated(seed: int) -> tuple[list[facts.Kind], facts.Kind, dict[str, int | str]]:
    """One to three attackers on a target."""
    rng = Random(seed)
    own, target = rng.choice(FIGHTERS), rng.choice(facts.HOUSE.cards())
    ground = rng.choice(["grassland", "forest", "hill", *(["water"] if own.range else [])])
    given: dict[str, int | str] = {
        "ground": ground,
        "home": rng.choice(["grassland", "forest", "hill"]),
        "distance": rng.randint(1, max(1, own.range)),
        "friends": rng.randint(0, 3),
        "foes": rng.randint(0, 3),
        "other": 0,
        "target": target.id,
        "target_level": 1,
        "garrison": "nobody",
    }
    return [own] * rng.randint(1, 3), target, given


def state_of(attackers: list[facts.Kind], given: dict[str, int | str]) -> WarState:
    """The same situation, as the helper describes it."""
    state = helper_state()
    state.rulings = settled(GAME.rulings, {})
    target = target_of(state, given)
    for one in attackers:
        attack_of(state, one.id, given, target)
    return state


@pytest.mark.parametrize("part", [0, pytest.param(1, marks=pytest.mark.slow)])
def test_sequences_equal_exact_fractions(part: int) -> None:
    """500 generated sequences of exchanges, 60 of them always."""
    for seed in range(60, 500) if part else range(60):
        attackers, target, given = generated(seed)
        state = state_of(attackers, given)
        odds = enumerate_odds(WarState, beginning(state, battle()), first_option, exact=True)
        read = quantities(state)[0].read
        assert odds.chance(lambda result, end, read=read: bool(read(result, end))).low == exchanges(
            attackers, target, given
        ), seed


@pytest.mark.parametrize("seed", range(40))
def test_an_answer_that_kills(seed: int) -> None:
    """A wounded attacker: he strikes only if he strikes first, or lives; and he falls by the answer."""
    rng = Random(seed)
    own, target = rng.choice([one for one in FIGHTERS if not one.range]), rng.choice(FIGHTERS)
    given: dict[str, int | str] = {
        "ground": rng.choice(["grassland", "hill", "forest"]),
        "home": "grassland",
        "distance": 1,
        "friends": 0,
        "foes": 0,
        "other": 0,
        "target": target.id,
        "target_level": 1,
        "garrison": "nobody",
    }
    state = state_of([own], given)
    for unit in state.units.values():
        unit.wounds = 1
    strike, back = chance(hand(own, target, "attack", given)), chance(hand(target, own, "answer", given))
    answers = target.sort != "siege"
    second = target.sort in own.trumps or own.sort not in target.trumps
    falls = strike if second or not answers else (1 - back) * strike
    dies = 0 if not answers else ((1 - strike) * back if second else back)
    odds = enumerate_odds(WarState, beginning(state, battle()), first_option, exact=True)
    names = {one.id: one.read for one in quantities(state)}
    assert odds.chance(lambda result, end: bool(names["target_falls"](result, end))).low == falls
    assert odds.chance(lambda result, end: bool(names["attacker_falls"](result, end))).low == dies


def test_what_is_hidden_is_not_told() -> None:
    """Cubes on a map that lie face down: nothing is said of them."""
    state = state_of([facts.HOUSE.units["pikeman"]], {**generated(1)[2], "target": "pikeman"})
    assert is_ready(state)
    assert bare(state).players["red"].missions == []
    for unit in state.units.values():
        unit.place, unit.face = "0,0", ""
    assert not is_ready(state)
    state.fights = []
    assert not is_ready(state)
