"""Plays random battles on the Battle Display: `python -m tools.random_battles 10000 [first seed]`."""

from __future__ import annotations

import sys

from tests.games.heroes_vs_warlords.advanced.random_battles import play


def main() -> None:
    """Play so many, tell what did not end; the first broken invariant raises."""
    number, first = int(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else 0
    endless = []
    for count, seed in enumerate(range(first, first + number), 1):
        try:
            ended = play(seed)
        except AssertionError as error:
            raise AssertionError(f"battle {seed}: {error}") from error
        endless += [] if ended else [seed]
        if count % 500 == 0 or count == number:
            print(f"battles={count} without end={len(endless)}: {endless}", flush=True)


if __name__ == "__main__":
    main()
