"""Lots: which of too many situations go on, each with more mass, so that the mean of what comes out stays what it is.

Lots go through the situations in an order in which neighbours have much the same to expect: then it matters little
which of them is chosen. The order is learned from one push: how what comes out goes with each of the numbers.
A poor order costs accuracy that the standard error shows; it makes nothing wrong.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from math import fsum
from random import Random
from typing import Any

import msgspec

from companion.engine.runner import plain
from companion.odds.shapes import Shape
from companion.odds.tracing import Place, Step, Tracer
from companion.odds.tracked import reader

Front = dict[Place, float]
"""What waits after so many rolls, with its mass."""
Order = Callable[[Place], Any]
"""What situations are put in order by."""
Layer = list[tuple[Place, list[Step]]]
"""The situations of one roll that went on, and where each of them leads."""


def by_numbers(place: Place) -> Any:
    """The order where nothing is known."""
    return place[1]


def thinned(front: Front, width: int, rng: Random, order: Order) -> Front:
    """About `width` situations for a mass of 1: the heavy ones as they are; of the light ones some, all alike heavy."""
    room = max(1, round(width * fsum(front.values())))
    if len(front) <= room:
        return front
    cut = _cut(list(front.values()), room)
    kept: Front = {}
    run, pointer = 0.0, rng.random() * cut
    for place in sorted(front, key=order):
        own = front[place]
        if own >= cut:
            kept[place] = own
            continue
        run += own
        if run > pointer:
            pointer += cut
            kept[place] = cut
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


# ---- learning an order


def learned(layers: list[Layer], ended: Front) -> Order:
    """The order by what is to be expected, as a sum of the numbers of a situation, each with its slope."""
    likely = _likely(ended)
    rows: dict[Shape, list[tuple[Place, float]]] = {}
    ahead: dict[Place, float] = {place: float(_result(place) == likely) for place in ended}
    for layer in reversed(layers):
        for place, steps in layer:
            known = [(weight, ahead[to, after]) for weight, to, after, _ in steps if (to, after) in ahead]
            if known:
                ahead[place] = sum([weight * value for weight, value in known]) / sum([weight for weight, _ in known])
                rows.setdefault(place[0].shape, []).append((place, ahead[place]))
    sums = {shape: _sum_of(found) for shape, found in rows.items()}
    return lambda place: sums[place[0].shape](place[1]) if place[0].shape in sums else 0.0


def _likely(ended: Front) -> bytes:
    """The likeliest result: whether it comes is what is to be expected."""
    found: Counter[bytes] = Counter()
    for place, mass in ended.items():
        found[_result(place)] += mass  # type: ignore[assignment]
    return max(found, key=lambda result: found[result])


def _result(place: Place) -> bytes:
    return msgspec.json.encode(plain(place[0].result))


def _sum_of(rows: list[tuple[Place, float]]) -> Callable[[Any], float]:
    mean = sum([value for _, value in rows]) / len(rows)
    terms = ["0.0"]
    for i, column in enumerate(zip(*(place[1] for place, _ in rows), strict=True)):
        middle = sum(column) / len(rows)
        spread = sum([(number - middle) ** 2 for number in column])
        together = sum([(number - middle) * (row[1] - mean) for number, row in zip(column, rows, strict=True)])
        if spread and together:
            terms.append(f"{together / spread!r} * v[{i}]")
    return reader(" + ".join(terms))


def followed(tracer: Tracer, front: Front, ended: Front) -> tuple[Front, float, Layer]:
    """One roll on from everything that waits; how often the counted rule was begun; and where each leads."""
    following: Front = {}
    layer: Layer = []
    begun = 0.0
    for place, mass in front.items():
        total, steps = tracer.steps(*place)
        layer.append((place, steps))
        share = mass / total
        for weight, to, after, started in steps:
            part = weight * share
            if started:
                begun += part * started
            target = to, after
            into = ended if to.ended else following
            into[target] = into.get(target, 0.0) + part
    return following, begun, layer
