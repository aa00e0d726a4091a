"""A guess of what is to be expected in a situation, learned from one narrow push: a curve over a sum of its numbers.

The guess only puts situations in order (`lots`): a poor one costs accuracy that the standard error shows, and makes
nothing wrong. What is guessed is the chance of the likeliest result.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import exp
from operator import mul

import msgspec

from companion.engine.runner import plain
from companion.odds.network import Network
from companion.odds.shapes import Shape
from companion.odds.tracing import Place
from companion.odds.tracked import Reader, Values, compiled

_FITS = 4
_STEPS = 4
_HELD = 1.0
"""How strongly a sum is held back from following single situations."""
_MOST_NUMBERS, _MOST_ROWS = 60, 500
"""A curve is fitted to no more numbers than this, of no more situations than this."""
_STEEP = 30.0


def learned(network: Network, layers: Sequence[Sequence[int]], ended: dict[int, float]) -> Guess:
    """The guess from a push: the situations that it followed roll by roll, and where it ended with which mass.

    What lies behind a situation that the push did not follow is guessed too, a little better with every fit.
    """
    places = network.places
    rows: dict[Shape, list[int]] = {}
    for layer in layers:
        for number in layer:
            rows.setdefault(places[number][0].shape, []).append(number)
    rows = {shape: numbers[:: len(numbers) // _MOST_ROWS + 1] for shape, numbers in rows.items()}
    curves = {shape: _Curve([places[number][1] for number in numbers]) for shape, numbers in rows.items()}
    guess = Guess(curves, _likely(network, ended))
    for fit in range(_FITS):
        ahead = _backwards(network, layers, guess, first=not fit)
        for shape, numbers in rows.items():
            curves[shape].fit([ahead[number] for number in numbers])
    return guess


class Guess:
    """The chance of the likeliest result, as a curve for each shape."""

    def __init__(self, curves: dict[Shape, _Curve], likely: bytes) -> None:
        self._curves = curves
        self._likely = likely

    def at(self, place: Place) -> float:
        """The guess for a situation; of one that has ended the truth."""
        spot, values = place
        if spot.ended:
            return float(_result(place) == self._likely)
        curve = self._curves.get(spot.shape)
        return 0.5 if curve is None else _curved(curve.sum(values))

    def source(self, shape: Shape) -> str:
        """What rises with the guess, as an expression over the numbers `v[i]` of a shape."""
        curve = self._curves.get(shape)
        return "0.0" if curve is None else curve.source


def _backwards(network: Network, layers: Sequence[Sequence[int]], guess: Guess, *, first: bool) -> dict[int, float]:
    """What is to be expected in every situation followed, from what lies behind it (if that is known, at `first`)."""
    places = network.places
    ahead: dict[int, float] = {}
    for layer in reversed(layers):
        for number in layer:
            found = whole = 0.0
            for share, target, _ in network.known_edges(number):
                value = ahead.get(target)
                if value is None:
                    place = places[target]
                    if first and not place[0].ended:
                        continue
                    value = guess.at(place)
                found += float(share) * value
                whole += float(share)
            ahead[number] = found / whole if whole else 0.5
    return ahead


def _likely(network: Network, ended: dict[int, float]) -> bytes:
    """The likeliest result."""
    found: dict[bytes, float] = {}
    for number, mass in ended.items():
        result = _result(network.places[number])
        found[result] = found.get(result, 0.0) + mass
    return max(found, key=found.__getitem__, default=b"")


def _result(place: Place) -> bytes:
    return msgspec.json.encode(plain(place[0].result))


class _Curve:
    """A logistic curve over a sum of the numbers of one shape."""

    def __init__(self, rows: list[Values]) -> None:
        self.columns: list[list[float]] = []
        self.scales: list[tuple[int, float, float]] = []
        """Of each column its place in the numbers, its middle, and how far it spreads."""
        for i, column in enumerate(zip(*rows, strict=True)):
            middle = sum(column) / len(rows)
            spread = (sum([(number - middle) ** 2 for number in column]) / len(rows)) ** 0.5
            if spread and len(self.columns) < _MOST_NUMBERS:
                self.scales.append((i, middle, spread))
                self.columns.append([(number - middle) / spread for number in column])
        self.count = len(rows)
        self.rows = list(zip(*self.columns, strict=True)) or [()] * self.count
        self.base = 0.0
        self.slopes = [0.0] * len(self.columns)
        self._inverse = _inverted(_products(self.columns))
        self.source = "0.0"
        """The sum, as an expression over the numbers."""
        self.sum: Reader = compiled(self.source)

    def fit(self, wanted: list[float]) -> None:
        """Come nearer to what is wanted of each row."""
        for _ in range(_STEPS):
            base, slopes = self.base, self.slopes
            missing = [want - _curved(base + sum(map(mul, slopes, row)))
                       for want, row in zip(wanted, self.rows, strict=True)]  # fmt: skip
            pulls = [sum(map(mul, column, missing)) - _HELD * slope
                     for column, slope in zip(self.columns, self.slopes, strict=True)]  # fmt: skip
            self.base += 4 * sum(missing) / self.count
            self.slopes = [slope + sum(map(mul, row, pulls))
                           for slope, row in zip(self.slopes, self._inverse, strict=True)]  # fmt: skip
        factors = [slope / spread for slope, (_, _, spread) in zip(self.slopes, self.scales, strict=True)]
        base = self.base - sum([factor * middle for factor, (_, middle, _) in zip(factors, self.scales, strict=True)])
        terms = [f"{factor!r} * v[{i}]" for factor, (i, _, _) in zip(factors, self.scales, strict=True)]
        self.source = " + ".join([repr(base), *terms])
        self.sum = compiled(self.source)


def _curved(number: float) -> float:
    return 1 / (1 + exp(-min(max(number, -_STEEP), _STEEP)))


def _products(columns: list[list[float]]) -> list[list[float]]:
    """How steep a curve can be at most in every two directions: no step goes too far then."""
    half = [[sum(map(mul, a, b)) / 4 for b in columns[: i + 1]] for i, a in enumerate(columns)]
    return [[half[max(i, j)][min(i, j)] for j in range(len(half))] for i in range(len(half))]


def _inverted(matrix: list[list[float]]) -> list[list[float]]:
    """The inverse of a positive matrix with `_HELD` more on its diagonal (Gauss and Jordan)."""
    size = len(matrix)
    work = [[*row, *[float(i == j) for j in range(size)]] for i, row in enumerate(matrix)]
    for i in range(size):
        work[i][i] += _HELD
    for i in range(size):
        top = [number / work[i][i] for number in work[i]]
        rest = [[a - row[i] * b for a, b in zip(row, top, strict=True)] for row in work]
        work = [*rest[:i], top, *rest[i + 1 :]]
    return [row[size:] for row in work]
