"""Odds of flows that repeat a call: equal to exact fractions, from the start and from within a repetition."""

from __future__ import annotations

from fractions import Fraction

import pytest

from companion.engine.core.asking import repeat, roll
from companion.engine.core.chances import Bands
from companion.engine.core.effects import Rule
from companion.engine.core.rules import book, flow, step
from companion.engine.core.text import t
from companion.engine.running.runner import start
from companion.engine.running.save import State
from companion.odds import beginning
from tests.odds.reading import enumerate_odds


class Well(State):
    """How often a coin was thrown in, and whether the wish came true."""

    luck: bool = False
    coins: int = 3


@step("1")
def throw(state: Well) -> Rule[bool]:
    """A coin; true while there are coins and no luck."""
    die = yield from roll("ann", t("Throw."), 6, Bands((6,)))
    state.coins -= 1
    state.luck = die == 6
    return state.coins > 0 and not state.luck


@step("1")
def luck(state: Well) -> bool:
    """Whether the wish came true."""
    return state.luck


@flow("1")
def wishes() -> Rule[bool]:
    """Coin after coin, then what follows."""
    yield from repeat(throw())
    return (yield from luck())


@pytest.mark.parametrize("thrown", [0, 1, 2])
def test_a_call_that_repeats_has_exact_odds(thrown: int) -> None:
    """Three coins, each lucky in a sixth of the cases; also when some are thrown already."""
    save = beginning(Well(), wishes())
    runner = start(book, Well(), wishes())
    for _ in range(thrown):
        runner.answer(runner.questions()[0].key, [1])
    save = runner.save() if thrown else save
    odds = enumerate_odds(Well, save, lambda question, state: None, exact=True)
    assert odds.chance(lambda result, state: result).low == 1 - Fraction(5, 6) ** (3 - thrown)
