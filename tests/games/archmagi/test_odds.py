"""Odds of battles: equal to exact fractions by a calculation of its own, silent about what is hidden."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from random import Random

import pytest

from companion.engine.core.rulings import settled
from companion.games.archmagi import GAME, facts
from companion.games.archmagi.fights.battle import battle
from companion.games.archmagi.fights.losses import show
from companion.games.archmagi.phases.piles import new_unit
from companion.games.archmagi.readers.helpers import HERE, helper_state
from companion.games.archmagi.readers.odds import OUTLOOKS, bare, is_ready, quantities
from companion.games.archmagi.state import ArchmagiState, Battle, Force
from companion.odds import beginning
from tests.games.archmagi.table import world
from tests.games.archmagi.test_battle import faced
from tests.odds.reading import enumerate_odds

pytestmark = pytest.mark.slow

KINDS = sorted(facts.HOUSE.total("unit"))
SEATS = ("red", "blue", "green")
STRONG = OUTLOOKS[0].policies[0].answer
Stack = tuple[str, ...]


def state_of(red: Stack, blue: Stack) -> ArchmagiState:
    """Two stacks that meet, all open."""
    state = helper_state()
    state.rulings = settled(GAME.rulings, {})
    for seat, kinds in (("red", red), ("blue", blue)):
        for kind in kinds:
            show(state, state.units[new_unit(state, seat, kind, HERE)])
    state.battle = Battle(HERE, Force(["red"]), Force(["blue"]))
    return state


# ---- the same by hand: words of the entries, nothing of the rules


def word(kind: str, name: str) -> int:
    return facts.HOUSE.chits[kind].abilities.get(name, 0)


def is_a(kind: str, *names: str) -> bool:
    return any(name in facts.HOUSE.chits[kind].types for name in names)


def own(kind: str, attacks: bool) -> int:
    return facts.HOUSE.chits[kind].brm + word(kind, "surprise" if attacks else "ambush")


def added(kind: str, foe: str, attacks: bool, others: Stack) -> int:
    """What a combatant adds to its die, its stack-mates behind it."""
    found = (
        own(kind, attacks) + sum(word(one, "archer") for one in others) + sum(is_a(one, "general") for one in others)
    )
    if not is_a(foe, "flying", "swift", "very swift"):
        found += word(kind, "cavalry")
    if not is_a(foe, "nonliving", "swarm"):
        found += word(kind, "poison")
    slain = [name for name in facts.HOUSE.chits[kind].abilities if name.startswith("slay ")]
    return found + sum(word(kind, name) for name in slain if is_a(foe, name.removeprefix("slay ")))


@cache
def wins(red: Stack, blue: Stack, beaten: tuple[bool, bool] = (False, False)) -> Fraction:
    """Red's chance: the strongest first, whoever regenerates twice; ties do not count."""
    if not red or not blue:
        return Fraction(bool(red))
    one = max(red, key=lambda kind: (own(kind, True), -red.index(kind)))
    two = max(blue, key=lambda kind: (own(kind, False), -blue.index(kind)))
    mates = [tuple(rest(red, one)), tuple(rest(blue, two))]
    margin = added(one, two, True, mates[0]) - added(two, one, False, mates[1])
    rolls = [margin + a - b for a in range(1, 7) for b in range(1, 7)]
    above, below = sum(n > 0 for n in rolls), sum(n < 0 for n in rolls)
    again = [is_a(one, "regenerates") and not beaten[0], is_a(two, "regenerates") and not beaten[1]]
    lost = wins(red, blue, (True, beaten[1])) if again[0] else wins(mates[0], blue, (False, beaten[1]))
    won = wins(red, blue, (beaten[0], True)) if again[1] else wins(red, mates[1], (beaten[0], False))
    return (above * won + below * lost) / Fraction(above + below)


def rest(stack: Stack, one: str) -> list[str]:
    """A stack without one unit."""
    left = list(stack)
    left.remove(one)
    return left


def generated(seed: int) -> tuple[Stack, Stack]:
    """Two stacks of one to four units; each in the order of the fight, so that equals need no telling apart."""
    rng = Random(seed)
    red, blue = ([rng.choice(KINDS) for _ in range(rng.randint(1, 4))] for _ in range(2))
    return (
        tuple(sorted(red, key=lambda kind: -own(kind, True))),
        tuple(sorted(blue, key=lambda kind: -own(kind, False))),
    )


@pytest.mark.parametrize(
    "seeds",
    [
        range(40),
        pytest.param(range(40, 140), marks=pytest.mark.slow),
        pytest.param(range(140, 500), marks=pytest.mark.deep),
    ],
    ids=str,
)
def test_battles_equal_exact_fractions(seeds: range) -> None:
    """500 generated battles, 40 of them always: the chance to win and the chance of the next roll."""
    for seed in seeds:
        red, blue = generated(seed)
        odds = enumerate_odds(ArchmagiState, beginning(state_of(red, blue), battle()), STRONG, exact=True)
        assert odds.chance(lambda result, end: result == "attacker").low == wins(red, blue), seed


def test_what_is_hidden_is_not_told() -> None:
    """Between hidden stacks only the next roll is told, by what lies open; before the reveal nothing is."""
    state = faced("elves dwarves", "goblins griffons")
    assert state.battle is not None
    state.battle.attacker.helpers = state.battle.defender.helpers = []
    state.units["u1"].face, state.units["u3"].face = "elves", "goblins"
    assert is_ready(state)
    cut = bare(state)
    assert list(cut.units) == ["u1", "u3"]
    assert [one.id for one in quantities(cut)] == ["attacker_roll", "defender_roll", "tie"]
    hidden = faced("elves dwarves", "goblins griffons")
    assert hidden.battle is not None
    hidden.battle.attacker.fights = hidden.battle.defender.fights = ""
    assert not is_ready(hidden)


def test_a_third_player_counts_when_an_archmagi_falls() -> None:
    """A battle of two seats of three, in which the last Archmagi of one can be lost: there are still two players."""
    king = next(kind for kind, chit in facts.HOUSE.chits.items() if chit.terrain == facts.ARCHMAGI)
    state = world({"red": ["c4 elves"], "blue": [f"c4 {king}"], "green": ["d4 goblins"]}, seats=SEATS)
    for unit in state.units.values():
        show(state, unit)
    state.battle = Battle("c4", Force(["red"]), Force(["blue"]))
    odds = enumerate_odds(ArchmagiState, beginning(bare(state), battle()), STRONG, exact=True)
    lost = odds.chance(lambda result, end: end.players["blue"].out)
    assert 0 < lost.low < 1
    assert odds.chance(lambda result, end: bool(end.winners)).high == 0
