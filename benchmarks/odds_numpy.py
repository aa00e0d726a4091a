"""Hand-written Monte Carlo simulations of two kinds of combat in numpy, only for comparison with the real rules.

Close Combat and Cavalry stacks in the open; a wall with one tower that holds a Ranged stack. The defender has the
Initiative; the first stack that can attack always attacks the first one it can reach.
"""

from __future__ import annotations

import time
from typing import Any

import numpy as np

from companion.games.heroes_vs_warlords.records import facts
from companion.games.heroes_vs_warlords.records.state import Wall

Army = list[tuple[int, int]]
GAMES = 40_000
Rate = tuple[float, float, float]
"""Games a second; the share the attacker has won, and the spread of one game's result."""
KINDS = ("cavalry", "close")


class _Games:
    """Many games side by side."""

    def __init__(self, ours: Army, theirs: Army, hero: dict[str, int], bonus: int) -> None:
        self.rng = np.random.default_rng(1)
        units = [
            [facts.unit(name, level) for level, _ in army] for name, army in (("barbarians", ours), ("knights", theirs))
        ]
        self.kinds = [[unit.type for unit in side] for side in units]
        self.attack = [
            np.array([unit.attack for unit in units[0]]) + hero["attack"],
            np.array([unit.attack for unit in units[1]]),
        ]
        self.defense = [np.array([unit.defense for unit in units[0]]) + hero["defense"],
                        np.array([unit.defense for unit in units[1]]) + bonus]  # fmt: skip
        self.left = [np.tile([count for _, count in army], (GAMES, 1)) for army in (ours, theirs)]

    def rolls(self) -> Any:
        return self.rng.integers(1, 21, (2, GAMES))

    def melee(self, who: int, kind: str, open_: Any) -> None:
        """Each stack of a kind attacks the first living enemy stack, where the field is open."""
        for i, own in enumerate(self.kinds[who]):
            if own != kind:
                continue
            mine, theirs = self.left[who], self.left[1 - who]
            target = np.argmax(theirs > 0, axis=1)
            fights = open_ & (mine[:, i] > 0) & (theirs > 0).any(axis=1)
            dice = self.rolls()
            margin = dice[0] + self.attack[who][i] - dice[1] - self.defense[1 - who][target]
            rows = np.arange(GAMES)
            enemy, own_units = theirs[rows, target], mine[:, i].copy()
            theirs[rows, target] = np.where(fights & (margin > 0), np.maximum(0, enemy - own_units), enemy)
            mine[:, i] = np.where(fights & (margin < 0), np.maximum(0, own_units - enemy), own_units)

    def over(self) -> bool:
        return not ((self.left[0] > 0).any(axis=1) & (self.left[1] > 0).any(axis=1)).any()

    def rate(self, begun: float) -> Rate:
        won = (self.left[0] > 0).any(axis=1)
        return GAMES / (time.process_time() - begun), float(won.mean()), float(won.std())


def field_rate(ours: Army, theirs: Army, hero: dict[str, int]) -> Rate:
    """Simulate field battles and measure the rate."""
    begun = time.process_time()
    games = _Games(ours, theirs, hero, 0)
    everywhere = np.ones(GAMES, dtype=bool)
    while not games.over():
        for kind in KINDS:
            games.melee(1, kind, everywhere)
            games.melee(0, kind, everywhere)
    return games.rate(begun)


def siege_rate(ours: Army, theirs: Army, hero: dict[str, int], wall: Wall) -> Rate:
    """Simulate sieges and measure the rate; the last stack of the defender is in the tower."""
    begun = time.process_time()
    games = _Games(ours, theirs, hero, wall.bonus)
    state = np.zeros(GAMES, dtype=int)  # 0 intact, 1 damaged, 2 destroyed
    archers = len(theirs) - 1
    rows = np.arange(GAMES)
    while not games.over():
        alive = (games.left[0] > 0).any(axis=1) & (games.left[1] > 0).any(axis=1)
        total = games.rolls()[0] + hero["level"]
        tries = alive & (state < 2)
        broken = tries & ((total >= wall.sp) | ((2 * total >= wall.sp) & (state == 1)))
        hurt = tries & ~broken & (2 * total >= wall.sp)
        tower = games.left[1][:, archers]
        games.left[1][:, archers] = np.where(broken, 0, np.where(hurt, tower // 2, tower))
        state = np.where(broken, 2, np.where(hurt, 1, state))
        dice = games.rolls()
        tower, target = games.left[1][:, archers], np.argmax(games.left[0] > 0, axis=1)
        hits = (tower > 0) & (games.left[0] > 0).any(axis=1) & (dice[0] + games.attack[1][archers] > dice[1])
        shot = games.left[0][rows, target]
        games.left[0][rows, target] = np.where(hits, np.maximum(0, shot - tower), shot)
        for kind in KINDS:
            games.melee(1, kind, state == 2)
            games.melee(0, kind, state == 2)
    return games.rate(begun)
