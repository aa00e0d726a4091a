"""Lots: which of too many situations go on, each with more mass, so that the mean of what comes out stays what it is.

Lots go through the situations in an order in which neighbours have much the same to expect: then it matters little
which of them is chosen.
"""

from __future__ import annotations

from math import fsum, sqrt
from random import Random

from companion.odds.guess import Guess
from companion.odds.network import Network
from companion.odds.shapes import Shape
from companion.odds.tracked import Reader, compiled

Front = dict[int, float]
"""What waits after so many rolls, by number, with its mass."""
_GRADES = 4
"""For each 1 of a guessed sum (a chance of 73 % is 1 away from an even one)."""
_FIRST, _FINE = 8, 64
"""So many numbers count for the order within a grade, each for so much less than the one before."""


class Order(dict[int, float]):
    """What situations, by number, are put in order by: the grade that a guess gives them (none: all alike), and of
    the same grade by their first numbers."""

    def __init__(self, network: Network, guess: Guess | None = None) -> None:
        super().__init__()
        self.places = network.places
        self.guess = guess
        self._keys: dict[Shape, Reader] = {}

    def __missing__(self, number: int) -> float:
        spot, values = self.places[number]
        read = self._keys.get(spot.shape)
        if read is None:
            read = self._keys[spot.shape] = self._key(spot.shape)
        key: float
        self[number] = key = read(values)
        return key

    def _key(self, shape: Shape) -> Reader:
        fine = [f"v[{i}] * {_FINE ** -(i + 1)!r}" for i in range(min(_FIRST, len(shape.fields)))]
        grade = "0" if self.guess is None else f"round({_GRADES} * ({self.guess.source(shape)}))"
        return compiled(" + ".join([grade, *fine]))


def thinned(front: Front, width: int, rng: Random, order: Order) -> Front:
    """About `width` situations for a mass of 1, and for a part of it fewer, but more than the part: the heavy ones as
    they are; of the light ones some, all alike heavy."""
    room = max(1, round(width * sqrt(fsum(front.values()))))
    if len(front) <= room:
        return front
    cut = _cut(list(front.values()), room)
    kept = {number: mass for number, mass in front.items() if mass >= cut}
    run, pointer = 0.0, rng.random() * cut
    for number in sorted([number for number, mass in front.items() if mass < cut], key=order.__getitem__):
        run += front[number]
        if run > pointer:
            pointer += cut
            kept[number] = cut
    return kept


def _cut(masses: list[float], room: int) -> float:
    """The mass below which situations draw lots, so that about so many go on."""
    falling = sorted(masses, reverse=True)
    left = fsum(falling)
    for heavy, mass in enumerate(falling):
        if mass * (room - heavy) <= left:
            return left / (room - heavy)
        left -= mass
    return falling[-1]


def followed(network: Network, front: Front, ended: Front) -> tuple[Front, float]:
    """One roll on from everything that waits, and how often the counted rule was begun; what ends goes to `ended`.

    Raises `network.Enough` when the time is over.
    """
    following: Front = {}
    begun = 0.0
    places = network.places
    for number, mass in front.items():
        for share, target, started in network.edges(number):
            part = mass * share
            if started:
                begun += part * started
            if target in following:
                following[target] += part
            elif places[target][0].ended:
                ended[target] = ended.get(target, 0.0) + part
            else:
                following[target] = part
    return following, begun
