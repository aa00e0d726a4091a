"""Random play: plays whole games with random seats, settings, rulings and answers, and checks invariants all the time.

After every answer: save and load give the same match, there is an open question or the end, the game's own invariants
hold, questions can be answered and shown, nothing leaks between seats. Sometimes: undoing answers and giving them again
leads to the same position. At the end: a replay of the whole record ends in the same state.
"""

from __future__ import annotations

import time
import traceback
from collections.abc import Callable, Sequence
from random import Random
from typing import Any

import msgspec
from msgspec import Struct, structs

from companion.engine.core.rules import RuleBook
from companion.engine.game.record import Game, Helper, begin, begin_helper
from companion.engine.running.runner import Runner
from companion.engine.testing.coverage import Coverage
from companion.engine.testing.player import ALL_CHECKS, NO_CHECKS, Checks, InvariantBroken, Player

__all__ = [
    "ALL_CHECKS", "NO_CHECKS", "Checks", "Coverage", "Failure", "Played", "Report", "fuzz", "play_game", "play_helper",
]  # fmt: skip

Progress = Callable[[int, int], None]


class Failure(Struct, frozen=True):
    """A failed game: its seed, the number of answers so far, what happened, and the command that reproduces it."""

    game: str
    seed: int
    step: int
    message: str
    reproduce: str
    trace: str = ""


class Played(Struct):
    """One random game: its answers, how many the rules refused, and its failure if there was one."""

    seed: int
    answers: int = 0
    refused: int = 0
    failure: Failure | None = None
    result: Any = None


class Report(Struct):
    """The totals of a run of random play; `seconds` is its duration."""

    game: str
    games: int = 0
    helpers: int = 0
    answers: int = 0
    refused: int = 0
    seconds: float = 0.0
    failures: list[Failure] = []
    coverage: Coverage = msgspec.field(default_factory=Coverage)

    @property
    def answers_per_s(self) -> int:
        """Answers per second, checks included."""
        return round(self.answers / self.seconds) if self.seconds else 0

    def line(self) -> str:
        """The last line that `companion fuzz` prints."""
        return (
            f"games={self.games} answers={self.answers} answers_per_s={self.answers_per_s} "
            f"failures={len(self.failures)}"
        )


def fuzz(game: Game, games: int, seed: int, checks: Checks = ALL_CHECKS, progress: Progress | None = None) -> Report:
    """Play `games` random games (game i with seed `seed + i`), and after each one every helper of the game."""
    report = Report(game.name)
    began = time.perf_counter()
    for number in range(games):
        _count(report, play_game(game, seed + number, checks, report.coverage))
        report.games += 1
        for helper in game.helpers:
            _count(report, play_helper(game, helper, seed + number, checks, report.coverage))
            report.helpers += 1
        if progress is not None:
            progress(report.games, report.answers)
    report.seconds = time.perf_counter() - began
    return report


def play_game(game: Game, seed: int, checks: Checks = ALL_CHECKS, coverage: Coverage | None = None) -> Played:
    """Play one random game to its end. Never raises: an error becomes its `failure`."""
    rng = Random(seed)
    chosen = rng.sample(range(len(game.seats)), rng.choice(game.players))
    seats = [game.seats[i].id for i in chosen]
    settings = {setting.id: rng.choice(setting.choices)[0] for setting in game.settings}
    rulings = {ruling.key: rng.choice(ruling.readings).id for ruling in game.rulings}
    game = _starting_later(game, seed)
    return _play(game, seats, lambda rules: begin(game, seats, settings, rulings, rules), rng, seed, checks, coverage)


def _starting_later(game: Game, seed: int) -> Game:
    """Half of the games begin with what their game says they seldom come to."""
    change = game.later_start
    if change is None or seed % 2:
        return game

    def new_state(seats: Sequence[str], settings: dict[str, str]) -> Any:
        state = game.new_state(seats, settings)
        change(state, Random(seed).randrange)
        return state

    return structs.replace(game, new_state=new_state)


def play_helper(
    game: Game, helper: Helper, seed: int, checks: Checks = ALL_CHECKS, coverage: Coverage | None = None
) -> Played:
    """Play a stand-alone helper to its end with random answers. Never raises: an error becomes its `failure`."""
    rng = Random(seed)
    rulings = {ruling.key: rng.choice(ruling.readings).id for ruling in game.rulings}
    seats = list(helper.seats)
    return _play(game, seats, lambda rules: begin_helper(game, helper, rulings, rules), rng, seed, checks, coverage)


def _play(
    game: Game,
    seats: list[str],
    start: Callable[[RuleBook], Runner],
    rng: Random,
    seed: int,
    checks: Checks,
    coverage: Coverage | None,
) -> Played:
    played = Played(seed)
    player = None
    try:
        player = Player(game, seats, start, rng, checks, coverage)
        player.play()
        played.result = player.runner.result
    except Exception as error:
        played.failure = _failure(game, seed, player.answers if player is not None else 0, error)
    if player is not None:
        played.answers, played.refused = player.answers, player.refused
    return played


def _failure(game: Game, seed: int, step: int, error: Exception) -> Failure:
    command = f"companion fuzz {game.name} --games 1 --seed {seed}"
    if isinstance(error, InvariantBroken):
        return Failure(game.name, seed, step, str(error), command)
    last = traceback.extract_tb(error.__traceback__)[-1]
    message = f"{type(error).__name__}: {error} ({last.name}, line {last.lineno})"
    return Failure(game.name, seed, step, message, command, "".join(traceback.format_exception(error)))


def _count(report: Report, played: Played) -> None:
    report.answers += played.answers
    report.refused += played.refused
    if played.failure is not None:
        report.failures.append(played.failure)
