"""What exact odds cost, from the real rule text of Heroes vs Warlords, and what they cost by Monte Carlo.

    pip install -e '.[bench]'                 (numpy, for the Monte Carlo only)
    python -m benchmarks.odds [--profile]

Each battle twice: cold (no rule text was run yet for this policy) and warm (another question about the same kind of
battle, as at a table), the best of three each. CPU time of this process, on one core. Beside it, in the same run, a
vectorised Monte Carlo of the same battle, written by hand in numpy: how long it takes to the same error, from its
measured rate (a bound of 1e-5 would be billions of games, so that is worked out, not waited for).

Figures with their dates are in `docs/figures.md`.
"""

from __future__ import annotations

import argparse
import cProfile
import pstats
import time
from collections.abc import Callable
from typing import Any

from benchmarks.odds_numpy import GAMES, Rate, field_rate, siege_rate
from companion.engine.core.rulings import settled
from companion.games import load_game
from companion.games.heroes_vs_warlords.fighting import arena, siege
from companion.games.heroes_vs_warlords.readers.odds import OUTLOOKS, POLICIES
from companion.games.heroes_vs_warlords.records import facts
from companion.games.heroes_vs_warlords.records.state import Battle, Fighter, HvWState, Side, Wall
from companion.odds import Decide, beginning, sampled
from companion.odds.sampling import GAMES as GAMES_EACH
from companion.odds.tracing.kept import forget_trees
from tests.odds.reading import enumerate_odds

GAME = load_game("heroes_vs_warlords")
POLICY = next(one.answer for one in POLICIES if one.id == "order")
"""What the Monte Carlo plays, too."""
BIGGEST = POLICIES[0].answer
"""What pages ask for unless told otherwise."""
HERO = {"attack": 3, "defense": 2, "initiative": 8, "level": 6}
SECONDS, ASKED = 2.0, 3
Army = list[tuple[int, int]]
"""(Level, units) of each stack."""
TWO: tuple[Army, Army] = [(1, 8), (4, 5)], [(1, 9), (2, 6)]
THREE: tuple[Army, Army] = [(1, 8), (4, 5), (2, 7)], [(1, 9), (2, 6), (4, 3)]
SIX: tuple[Army, Army] = (
    [(1, 8), (2, 7), (4, 5), (6, 2), (1, 6), (2, 4)], [(1, 9), (2, 6), (4, 6), (6, 2), (1, 5), (2, 5)])  # fmt: skip
LEVELS: tuple[Army, Army] = (
    [(1, 8), (2, 7), (3, 6), (4, 5), (5, 4), (6, 2)], [(1, 9), (2, 6), (3, 6), (4, 5), (5, 3), (6, 2)])  # fmt: skip
SIEGE: tuple[Army, Army] = [(1, 8), (4, 5), (2, 7)], [(1, 6), (3, 4)]


def situation(armies: tuple[Army, Army], wall: Wall | None = None) -> Any:
    """A state with a battle between these armies, behind a wall if there is one."""
    state = GAME.helper_state()
    state.rulings = settled(GAME.rulings, {})
    ours, theirs = ([Fighter(faction, level, count, i) for i, (level, count) in enumerate(army)]
                    for faction, army in zip(("barbarians", "knights"), armies, strict=True))  # fmt: skip
    attacker = Side("barbarians", "hero", ours, "barbarians:1", **HERO)
    state.battle = Battle("", "", attacker, Side("knights", "garrison", theirs), "defender", wall)
    assert OUTLOOKS[0].bare is not None
    return beginning(OUTLOOKS[0].bare(state), arena.battle())


def spent(act: Callable[[], Any]) -> tuple[float, Any]:
    """The CPU seconds that a call took, and its result."""
    begun = time.process_time()
    found = act()
    return time.process_time() - begun, found


def best(act: Callable[[], Any]) -> tuple[float, float, Any]:
    """The CPU seconds of the best of three cold runs and of three warm ones, and the result."""
    cold = []
    for _ in range(3):
        forget_trees()
        cold.append(spent(act))
    warm = min(spent(act)[0] for _ in range(3))
    return min(took for took, _ in cold), warm, cold[0][1]


def exact(name: str, start: Any, eps: float, target: str, rate: Rate | None, policy: Decide = POLICY) -> None:
    """Print the cost of exact odds with error bound `eps`; `rate` is that of the Monte Carlo simulation."""
    cold, warm, odds = best(lambda: enumerate_odds(HvWState, start, policy, eps=eps))
    chance = odds.chance(lambda winner, state: winner == "attacker")
    print(
        f"{name:<28} cold {1000 * cold:6.0f} ms  warm {1000 * warm:6.0f} ms  (target {target})  "
        f"chance {chance.middle:.6f} bound {chance.width:.1e}  {odds.situations} situations"
        f"{beside(chance.middle, max(chance.width, 1e-5), rate)}"
    )


def beside(chance: float, error: float, rate: Rate | None) -> str:
    """What a Monte Carlo simulation of the same battle would take, and whether its result agrees."""
    if rate is None:
        return ""
    games, share, spread = rate
    apart = abs(share - chance) / (spread / GAMES**0.5)
    took = spread**2 / error**2 / games
    return f"; Monte Carlo {games:.0f} games/s, to {error:.0e} in {took:.3g} s, {apart:.1f} s.e. off"


def asked(name: str, start: Any, rate: Rate | None, policy: Decide = POLICY) -> None:
    """Print the standard error of sampled odds: asked for the first time and again, by seconds of processor time."""
    forget_trees()
    told = []
    for _ in range(ASKED):
        found = sampled(HvWState, start, policy, until=time.process_time() + SECONDS, clock=time.process_time)
        shares = [sum(part for winner, _, part in one.ends if winner == "attacker") for one in found]
        share = sum(shares) / len(shares)
        error = (sum((one - share) ** 2 for one in shares) / (len(shares) - 1) / len(shares)) ** 0.5
        told.append(f"{len(found) * GAMES_EACH} games, {100 * error:.2f} %")
    print(
        f"{name:<28} standard error after {SECONDS:.0f} s each: {'; '.join(told)}  (target 2 % first, 0.5 % again)  "
        f"chance {share:.4f}{beside(share, error, rate)}"
    )


def main() -> None:
    """Run the benchmark and print its results."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--large", action="store_true", help="the sampled battles only")
    parser.add_argument("--profile", action="store_true", help="show where the time goes (3 against 3)")
    wanted = parser.parse_args()
    start = {name: situation(armies) for name, armies in (("2", TWO), ("3", THREE), ("6", SIX), ("levels", LEVELS))}
    if not wanted.large:
        wall = siege.wall_for(2, 1, camp=False)
        start["siege"] = situation(SIEGE, wall)
        exact("2 against 2 stacks", start["2"], 1e-8, "50 ms", field_rate(*TWO, HERO))
        exact("2 against 2, nothing dropped", start["2"], 0.0, "-", field_rate(*TWO, HERO))
        exact("siege SP 20, tower, 3 v 2", start["siege"], 1e-8, "300 ms at 1e-5", siege_rate(*SIEGE, HERO, wall))
        exact("3 against 3 stacks", start["3"], 4e-9, "300 ms at 1e-5", field_rate(*THREE, HERO))
        exact("the same, biggest first", start["3"], 4e-9, "-", None, BIGGEST)
    asked("6 against 6", start["6"], field_rate(*SIX, HERO))
    asked("the same, biggest first", start["6"], None, BIGGEST)
    asked("6 against 6, Levels 1 to 6", start["levels"], None)
    asked("the same, biggest first", start["levels"], None, BIGGEST)
    if wanted.profile:
        profile = cProfile.Profile()
        profile.runcall(enumerate_odds, HvWState, start["3"], POLICY, eps=4e-9)
        pstats.Stats(profile).sort_stats("tottime").print_stats(12)


if __name__ == "__main__":
    assert facts.unit("knights", 3).type == "ranged"
    main()
