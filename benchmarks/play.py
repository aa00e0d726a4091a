"""The speed of random play on one core without disk, and where its time is spent.

    python -m benchmarks.play [--game NAME] [--games N] [--seed S] [--plain] [--profile]

Plays whole random games (random seats, settings, rulings and answers) through the same runner as a live match,
without checks, coverage or storage. The result is answers per second of CPU time. Shared machines vary in speed by a
factor of two, so the time of a plain loop is measured beside it, and the answers given in the time of one such loop.
Results with their dates are in docs/figures.md. With `--plain` every setting and ruling is the default one (for Heroes
vs Warlords the Basic game), and options are drawn evenly, without the preferences and first positions of newer
releases; what the same answers cost in two releases tells `benchmarks.beside`.
"""

from __future__ import annotations

import argparse
import cProfile
import pstats
import statistics
import time

from msgspec import structs

from companion.engine.game.record import Game
from companion.engine.testing.fuzz import NO_CHECKS, play_game
from companion.games import load_game

PARTS = 5
TOP = 12


def plain(game: Game) -> Game:
    """The same game with default settings and rulings, played evenly: without preferences and special first
    positions.
    """
    settings = tuple(structs.replace(one, choices=one.choices[:1]) for one in game.settings)
    rulings = tuple(structs.replace(one, readings=one.readings[:1]) for one in game.rulings)
    outlooks = tuple(structs.replace(one, what_ifs=None) for one in game.outlooks)
    return structs.replace(game, settings=settings, rulings=rulings, random_weight=None, outlooks=outlooks)


def play(game: Game, games: int, seed: int) -> tuple[int, float]:
    """Answers given and CPU seconds spent. Raises SystemExit when a game fails."""
    answers = 0
    began = time.process_time()
    for number in range(games):
        played = play_game(game, seed + number, NO_CHECKS)
        if played.failure is not None:
            raise SystemExit(f"seed {seed + number}: {played.failure.message}")
        answers += played.answers
    return answers, time.process_time() - began


def loop_ms() -> float:
    """Milliseconds of CPU time for a plain loop: adding up 100,000 squares, the best of five."""
    times = []
    for _ in range(5):
        began = time.process_time()
        sum(i * i for i in range(100_000))
        times.append(time.process_time() - began)
    return 1000 * min(times)


def measure(game: Game, games: int, seed: int) -> None:
    """Print the rate of several runs, their median, and the length of a game."""
    play(game, max(1, games // 20), seed + games)
    rates, total, loops = [], 0, []
    for part in range(PARTS):
        loops.append(loop_ms())
        answers, seconds = play(game, max(1, games // PARTS), seed + part * games)
        rates.append(answers / seconds)
        total += answers
    print("rates " + " ".join(f"{rate:.0f}" for rate in rates))
    print("loop_ms " + " ".join(f"{loop:.1f}" for loop in loops))
    in_a_loop = statistics.median(rate * loop / 1000 for rate, loop in zip(rates, loops, strict=True))
    each = total / PARTS / max(1, games // PARTS)
    print(f"game={game.name} games={games} answers={total} answers_per_game={each:.0f} "
          f"answers_per_cpu_s={statistics.median(rates):.0f} answers_per_loop={in_a_loop:.0f}")  # fmt: skip


def profile(game: Game, games: int, seed: int) -> None:
    """Print the functions that take most time of their own."""
    profiler = cProfile.Profile()
    profiler.runcall(play, game, games, seed)
    pstats.Stats(profiler).strip_dirs().sort_stats("tottime").print_stats(TOP)


def main() -> None:
    """Measure, or with --profile show the functions that take most time."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--game", default="heroes_vs_warlords")
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--plain", action="store_true")
    parser.add_argument("--profile", action="store_true")
    given = parser.parse_args()
    game = load_game(given.game)
    (profile if given.profile else measure)(plain(game) if given.plain else game, given.games, given.seed)


if __name__ == "__main__":
    main()
