"""Generated small battles and sieges: the odds are equal, as fractions, to what is counted by hand and by brute force.

By default a part of them; `-m slow` has all 1,000.
"""

from __future__ import annotations

from fractions import Fraction
from random import Random

import msgspec
import pytest

from companion.engine.core.rulings import settled
from companion.games import load_game
from companion.games.heroes_vs_warlords.fighting import arena, siege
from companion.games.heroes_vs_warlords.readers.odds import OUTLOOKS
from companion.games.heroes_vs_warlords.records import facts
from companion.games.heroes_vs_warlords.records.state import Battle, Fighter, HvWState, Side, Wall
from companion.odds import beginning
from tests.odds.byhand import Setting, Unit, attacker_wins
from tests.odds.everyway import chance, exact_endings
from tests.odds.reading import enumerate_odds

GAME = load_game("heroes_vs_warlords")
OUTLOOK = OUTLOOKS[0]
POLICIES = {one.id: one.answer for one in OUTLOOK.policies}
RULINGS = ("breach_step", "tower_half", "damaged_tower_halves", "damaged_tower_loss", "tower_bonus", "melee_vs_tower",
           "second_tower", "reach_count", "hero_bonus_ranged_defense", "initiative_roles")  # fmt: skip
SAMPLE = 10
"""One in so many is in the default run."""


def fighters(rng: Random, faction: str, most: int, units: int) -> list[Fighter]:
    return [Fighter(faction, rng.randint(1, 6), rng.randint(1, units), i) for i in range(rng.randint(1, most))]


def by_number(number: int, most: int, units: int) -> tuple[Random, list[Fighter], list[Fighter], dict[str, int]]:
    rng = Random(number)
    ours, theirs = fighters(rng, "barbarians", most, units), fighters(rng, "knights", most, units)
    hero = {"attack": rng.randint(0, 4), "defense": rng.randint(0, 4), "level": rng.randint(1, 9)}
    return rng, ours, theirs, hero


def combat(ours: Side, theirs: Side, wall: Wall | None, rulings: dict[str, str]) -> HvWState:
    state = GAME.helper_state()
    state.rulings = settled(GAME.rulings, rulings)
    state.battle = Battle("", "", ours, theirs, "defender", wall)
    return OUTLOOK.bare(state)


def check_by_hand(number: int) -> None:
    """A combat of one or two stacks a side, every other one a siege, against the count by hand."""
    rng, ours, theirs, hero = by_number(number, 2, 4)
    works = rng.randint(1, 3)
    wall = siege.wall_for(works, 0, rng.random() < 0.5) if number % 2 else None
    late = rng.random() < 0.5
    state = combat(Side("barbarians", "hero", ours, "barbarians:1", **hero), Side("knights", "garrison", theirs), wall,
                   {"breach_step": "7" if late else "1"})  # fmt: skip
    odds = enumerate_odds(HvWState, beginning(state, arena.battle()), POLICIES["order"], exact=True)
    setting = Setting(
        tuple(unit(one, hero["attack"], hero["defense"]) for one in ours),
        tuple(unit(one, 0, wall.bonus if wall else 0) for one in theirs),
        hero["level"], wall.sp if wall else 0, late,
    )  # fmt: skip
    exact = attacker_wins(setting, (counts(ours), counts(theirs), wall.state if wall else ""))
    assert odds.dropped == 0
    assert odds.results().get("attacker", 0) == exact


def unit(fighter: Fighter, attack: int, defense: int) -> Unit:
    value = facts.unit(fighter.faction, fighter.level)
    return Unit(value.type, value.attack + attack, value.defense + defense, value.attack)


def counts(stacks: list[Fighter]) -> tuple[int, ...]:
    return tuple(one.count for one in stacks)


def check_every_way(number: int) -> None:
    """A combat with everything: two Heroes, towers, withdrawal, other rulings; against brute force with the runner."""
    rng, ours, theirs, hero = by_number(number, 2, 3)
    other = {"attack": rng.randint(0, 3), "defense": rng.randint(0, 3), "initiative": rng.randint(1, 12)}
    led = rng.random() < 0.5
    wall = siege.wall_for(rng.randint(1, 2), rng.randint(0, 2), rng.random() < 0.5) if rng.random() < 0.6 else None
    attacker = Side("barbarians", "hero", ours, "barbarians:1", initiative=rng.randint(1, 12), **hero)
    defender = Side(
        "knights", "hero" if led else "garrison", theirs, "knights:1" if led else "", **(other if led else {})
    )
    known = {ruling.key: [one.id for one in ruling.readings] for ruling in GAME.rulings}
    rulings = {key: rng.choice(known[key]) for key in RULINGS if key in known}
    policy = POLICIES[rng.choice(sorted(POLICIES))]
    start = beginning(combat(attacker, defender, wall, rulings), arena.battle())
    exact = exact_endings(HvWState, start, policy)
    odds = enumerate_odds(HvWState, start, policy, exact=True)
    assert odds.dropped == 0
    assert sum(odds.by(lambda result, state: 0).values()) == 1
    assert odds.results().get("attacker", 0) == chance(exact, lambda result: result == b'"attacker"')
    left = odds.by(lambda result, state: msgspec.json.encode(state, order="sorted"))
    assert left == _by_state(exact)


def _by_state(exact: dict) -> dict[bytes, Fraction]:
    found: dict[bytes, Fraction] = {}
    for ending, mass in exact.items():
        found[ending.state] = found.get(ending.state, Fraction(0)) + mass
    return found


@pytest.mark.parametrize("part", range(25))
def test_some_battles_and_sieges_equal_the_count_by_hand(part: int) -> None:
    """Five of them in each part: the same fraction, not a rounded one."""
    for number in range(part * 20, part * 20 + 20, SAMPLE):
        check_by_hand(number)


@pytest.mark.parametrize("part", range(10))
def test_some_combats_equal_brute_force(part: int) -> None:
    """Three of them in each part, with everything the rules have: every final state has the same fraction."""
    for number in range(1000 + part * 50, 1000 + part * 50 + 1):
        check_every_way(number)


@pytest.mark.slow
def test_five_hundred_battles_and_sieges_equal_the_count_by_hand() -> None:
    """All of them."""
    for number in range(500):
        check_by_hand(number)


@pytest.mark.slow
@pytest.mark.parametrize("part", range(10))
def test_five_hundred_combats_equal_brute_force(part: int) -> None:
    """All of them, fifty in each part."""
    for number in range(1000 + part * 50, 1000 + part * 50 + 50):
        check_every_way(number)
