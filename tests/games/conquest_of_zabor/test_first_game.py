"""What helps in a first game: an advised trait, what a trade brings before it is chosen, where a Turn begins."""

from __future__ import annotations

import re
from pathlib import Path
from random import Random

import pytest

from companion.engine.core.forms import Fields
from companion.engine.core.questions import Question, sample
from companion.games.conquest_of_zabor import GAME, facts
from companion.games.conquest_of_zabor.language import METRICS
from companion.games.conquest_of_zabor.phases.actions import build_fleets
from companion.games.conquest_of_zabor.phases.setup import draft, new_state, set_up
from companion.games.conquest_of_zabor.phases.trading import trade
from companion.games.conquest_of_zabor.phases.victory import reveal
from companion.web.app.times import BEGINS, TURN
from tests.games.conquest_of_zabor.table import play, run, world

TOUCHING = ("a:land:city:red b:land:city:blue c:land:city:green", "a-b")


@pytest.mark.parametrize(
    ("hand", "best"),
    [
        (["paladins", "iron_tribute", "silver_tongues", "sky_riders", "oracles"], "iron_tribute"),
        (["silver_tongues", "sky_riders"], "sky_riders"),
        (["oracles", "beast_tamers"], ""),
    ],
)
def test_one_trait_of_every_hand_is_advised(hand: list[str], best: str) -> None:
    """One whose conditions come by growing, if there is such a one."""
    state = world()
    state.players["red"].passing = list(hand)
    (question,) = [one for one in run(state, draft()).questions if one.seat == "red"]
    assert GAME.guide is not None
    advice = GAME.guide.advice_for(question, "red")
    assert advice is not None
    (advised,) = advice.among(question)
    assert advised == best or not best


@pytest.mark.parametrize("reading", ["actor", "both-draw", "consent-not-needed"])
def test_a_trade_says_what_it_brings_and_whom_it_needs(reading: str) -> None:
    """How many cards, in this match's reading; beside each Empire where it touches."""
    table = play(trade("red"), *TOUCHING, rulings={"trades": reading}, charted=False)
    part = table.questions[0].part
    said = str(part.aside)  # type: ignore[union-attr]
    assert re.search(rf"\b{facts.NUMBER['trade']}\b", said)
    assert ("agrees" in said) == (reading != "consent-not-needed")
    told = {one.id: str(one.detail) for one in part.form.options if one.id != "no_trade"}  # type: ignore[union-attr]
    assert "B" in told["blue"]
    assert told["green"] != told["blue"]


def test_what_is_declined_is_told_in_the_log() -> None:
    """A sentence with who it was, not only the question."""
    for answers in (("no_trade",), ("blue", True)):
        table = play(trade("red"), *TOUCHING).answer(*answers)
        assert any("Red" in str(one.text) for one in table.runner.notes)


def test_who_has_a_fleet_builds_no_further_one() -> None:
    """The words of the answer that builds none are others once there is one."""
    said = {str(play(build_fleets("red"), "a:coast:city:red s:sea", "a-s", units, gold={"red": 20}).options[-1].label)
            for units in ({}, {"red": "s fleet"})}  # fmt: skip
    assert len(said) == 2


def test_a_turn_of_the_game_is_a_round_of_the_log() -> None:
    """All play in it: what hands had to do in the last one is from before, not one player's turn of a Round."""
    table = run(world(), reveal()).answer(["first_walls"])
    kinds = [note.kind for note in table.runner.notes if note.kind in BEGINS]
    assert kinds
    assert TURN not in kinds


FIGURES = Path(__file__).parents[3] / "docs" / "figures.md"


def given(question: Question, rng: Random, n: int) -> tuple[object, int]:
    """An answer of the set-up, each area a new one, and its taps: a name costs the tap into its field."""
    form = getattr(question.part, "form", None)
    value = sample(question.part, rng)
    if isinstance(form, Fields):
        kind = {"kind": "land"} if "kind" in value else {}
        return {**value, **kind, "name": f"Area {n}"}, 2
    return "new" if any(one.id == "new" for one in getattr(form, "options", ())) else value, 1


def test_the_set_up_of_three_takes_as_few_taps_as_the_docs_say() -> None:
    """From the first card to the first Turn, for all three together, with what is drawn drawn by the app."""
    counts = []
    for seed in range(3):
        table, rng, taps = run(new_state(["red", "blue", "green"], {}), set_up()), Random(seed), 0
        while table.questions:
            value, more = given(table.questions[0], rng, taps)
            table.runner.answer(table.questions[0].key, value)
            taps += more
        counts.append(taps)
    assert f"**{min(counts)} to {max(counts)} taps**" in FIGURES.read_text(encoding="utf-8"), counts


def test_what_grows_by_itself_is_what_conditions_can_ask_for() -> None:
    """A slip in the data would make the advice blind for it."""
    assert facts.GROWTH
    assert set(METRICS) >= facts.GROWTH
