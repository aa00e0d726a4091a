"""Records whole games of Heroes vs Warlords as regression fixtures: `python -m tools.record_games`.

Each game has its players, its goals and what must happen in it; seeds are tried in order until it happens.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import msgspec
from msgspec import Struct

sys.path.insert(0, str(Path(__file__).parents[1]))

from companion.engine.core.errors import Refused
from companion.engine.core.text import Text
from companion.engine.game.record import begin
from companion.engine.match.ledger import MemoryLedger
from companion.engine.match.live import Match, Stamp
from companion.engine.match.replay import export_match
from companion.games.heroes_vs_warlords import GAME
from companion.games.heroes_vs_warlords.records.state import Hero, HvWState
from tools.policy import Policy, Target

FOLDER = Path(__file__).parents[1] / "tests" / "fixtures" / "heroes_vs_warlords"
LIMIT = 4000


class Plan(Struct, frozen=True):
    """A game to record: seats, agreements, goals by seat, and words that the log must contain."""

    name: str
    seats: tuple[str, ...]
    agreed: dict[str, Any]
    targets: dict[str, Target]
    must: tuple[str, ...]
    ends: str
    mishaps: bool = False
    """Whether to include an undo and a correction."""


def storm(victim: str, when: Callable[[HvWState], bool] = lambda state: True) -> Target:
    """A goal: attack the capital of another race once war is open."""

    def target(state: HvWState, hero: Hero) -> str:
        city = state.cities[f"home:{victim}"]
        return city.place if state.world.open_war and city.owner != hero.seat and when(state) else ""

    return target


def stay(state: HvWState, hero: Hero) -> str:
    """A goal: do not move at all."""
    return hero.place


def in_the_middle(state: HvWState) -> bool:
    """Whether it is the first sequence of Round 2."""
    return (state.round, state.sequence) == (2, 1)


PLANS = (
    Plan(
        "two_players_to_the_agreed_length", ("knights", "amazons"),
        {"map": "standard", "tiles": 12, "length": 3}, {}, ("win the game",), "length", mishaps=True,
    ),
    Plan(
        "three_players_conquest_and_defeat", ("amazons", "barbarians", "knights"),
        {"map": "table", "tiles": 12, "length": 2},
        {"amazons": storm("knights")},
        ("conquer the Knights City", "The Knights are defeated", "win the game"), "length",
    ),
    Plan(
        "capital_lost_and_retaken", ("knights", "barbarians"),
        {"map": "table", "tiles": 12, "length": 3},
        {"knights": storm("knights"), "barbarians": storm("knights", in_the_middle)},
        ("Barbarians conquer the Knights", "Knights conquer the Knights", "The wall is", "win the game"), "length",
    ),
)  # fmt: skip


def play(plan: Plan, seed: int) -> Match:
    """Play a whole game with this seed. Raises AssertionError when it does not end."""
    rng = Random(seed)
    policy = Policy(rng, plan.targets)
    match = Match.start(GAME, begin(GAME, plan.seats, {}, {}), MemoryLedger(), Stamp("recorder"))
    for number in range(LIMIT):
        questions = match.questions()
        if not questions:
            return match
        question = rng.choice(questions)
        value = plan.agreed if question.section == "5.3" else policy.decide(match.runner.state, question)
        try:
            match.answer(question.key, value, Stamp(question.seat))
        except Refused:
            match.answer(question.key, {"cost": 1, "into": "open", "near": [], "tiles": 0}, Stamp(question.seat))
        if plan.mishaps and number in (60, 120):
            _mishap(match, number)
    raise AssertionError("no end")


def _mishap(match: Match, number: int) -> None:
    if number == 60:
        match.undo(match.line()[-3].n, Stamp("host"))
    else:
        seat = match.runner.state.seats[0]
        match.correct(f"/cities/home:{seat}/stock/wood", 9, "miscounted", Stamp("host"))


def fits(plan: Plan, match: Match) -> bool:
    """Whether everything that the plan wants has happened."""
    lines = [str(note.text) for entry in match.line() for note in entry.notes]
    told = all(any(words in line for line in lines) for words in plan.must)
    return told and match.runner.state.ended == plan.ends


def record(plan: Plan) -> None:
    """Try seeds until the game fits, and write it to a file."""
    for seed in range(1, 400):
        match = play(plan, seed)
        if fits(plan, match):
            export = export_match(match, seats=list(plan.seats), release="recorded")
            for entry in export.entries:
                entry.notes, entry.prompt = [], Text("")
            FOLDER.mkdir(parents=True, exist_ok=True)
            (FOLDER / f"{plan.name}.json").write_bytes(msgspec.json.encode(export) + b"\n")
            print(f"{plan.name}: seed {seed}, {match.ledger.last()} entries")
            return
    raise AssertionError(f"{plan.name}: no seed fits")


if __name__ == "__main__":
    for one in PLANS:
        record(one)
