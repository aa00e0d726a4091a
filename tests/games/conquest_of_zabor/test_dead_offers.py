"""No offer is dead: what can be chosen asks something, tells something or changes something."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from types import GeneratorType
from typing import Any

import msgspec
import pytest

from companion.engine.core.effects import Rule
from companion.engine.core.menu import Offer
from companion.engine.testing.fuzz import NO_CHECKS, play_game
from companion.games.conquest_of_zabor import GAME
from companion.games.conquest_of_zabor.phases.actions import build_army, civilize
from companion.games.conquest_of_zabor.state import ZaborState
from tests.games.conquest_of_zabor.table import play


def _state_in(do: Callable[[], Any]) -> ZaborState | None:
    given = (
        do.args if isinstance(do, partial) else [one.cell_contents for one in getattr(do, "__closure__", None) or ()]
    )
    return next((one for one in given if isinstance(one, ZaborState)), None)


def _watched(dead: set[tuple[str, str]]) -> Callable[[Offer, str, str], Rule[Any]]:
    """`carry_out` of offers; those that do nothing at all are noted by id and label."""

    def carry_out(self: Offer, seat: str, section: str) -> Rule[Any]:
        state = None if self.do is None else _state_in(self.do)
        before, asked = msgspec.json.encode(state), 0
        done = None if self.do is None else self.do()
        if isinstance(done, GeneratorType):
            sent = None
            while True:
                try:
                    effect = done.send(sent)
                except StopIteration as stopped:
                    done = stopped.value
                    break
                sent, asked = (yield effect), asked + 1
        if self.purse is not None and self.price:
            self.purse.take(self.price)
        if state is not None and done is None and not asked and msgspec.json.encode(state) == before:
            dead.add((self.id, str(self.label)))
        return self.value if done is None else done

    return carry_out


@pytest.mark.slow
def test_no_offer_of_a_random_game_does_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whole games: an offer that can be chosen is never the loss of an action."""
    dead: set[tuple[str, str]] = set()
    monkeypatch.setattr(Offer, "carry_out", _watched(dead))
    assert [play_game(GAME, seed, NO_CHECKS).failure for seed in range(4)] == [None] * 4
    assert dead == set()


def test_keeps_are_not_sold_where_none_can_stand() -> None:
    """Civilize, secondary, without a Rural Area: there is nothing to choose; without Gold the free Keep is built."""
    assert play(civilize("red", "secondary"), "home:land:city:red", gold={"red": 20}).over
    poor = play(civilize("red", "secondary"), "a:land", units={"red": "a infantry"}, gold={"red": 1})
    assert poor.over
    assert poor.state.areas["a"].upgrade == "keep"


def test_infantry_is_not_sold_to_the_poor() -> None:
    """Build Army, secondary, without Gold: only what is free; without an area for Units nothing."""
    assert play(build_army("red", "secondary"), "home:land:city:red").open == ["free"]
    assert play(build_army("red", "secondary"), "a:land", gold={"red": 9}).over
