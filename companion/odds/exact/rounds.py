"""Round by round: the chances after each round, once a push has followed everything to its end."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from companion.odds.exact.network import Network

Read = Callable[[Any, Any], Any]
_LEAST = 1e-11
_MOST_WAVES = 5_000


def by_round(net: Network, reads: dict[str, Read], rounds: int) -> tuple[list[float], dict[str, list[float]], float]:
    """For each of the first rounds: the chance that play has ended by then, and for each of the `reads` that it is true
    by then. Also the mass that was too light to follow: no chance is too low by more than that.

    A round begins whenever the counted rule of the push begins. A read takes the result and the state; of a situation
    that goes on there is no result yet (None). Once true it must stay true.
    """
    front = {0: 1.0}
    over: dict[int, float] = {}
    ended: list[float] = []
    true: dict[str, list[float]] = {name: [] for name in reads}
    known: dict[tuple[str, int], bool] = {}
    dropped = 0.0
    for _ in range(rounds):
        front, light = _one_round(net, front, over)
        dropped += light
        ended.append(sum(over.values()))
        for name, read in reads.items():
            now = _share(net, name, read, known, over) + _share(net, name, read, known, front)
            true[name].append(max([now, *true[name][-1:]]))  # it stays true, also of what was too light
    return ended, true, dropped


def _one_round(net: Network, front: dict[int, float], over: dict[int, float]) -> tuple[dict[int, float], float]:
    """Follow a front to the beginning of the next round; what ends is added to `over`, the sum of what was too light
    is given beside it."""
    following: dict[int, float] = {}
    dropped = 0.0
    for _ in range(_MOST_WAVES):
        moving: dict[int, float] = {}
        for number, mass in front.items():
            edges = net.known_edges(number) if mass > _LEAST else ()
            if not edges:
                dropped += mass
            for share, target, started in edges:
                part = mass * share
                if net.positions[target][0].ended:
                    over[target] = over.get(target, 0.0) + part
                elif started:
                    following[target] = following.get(target, 0.0) + part
                else:
                    moving[target] = moving.get(target, 0.0) + part
        front = moving
        if not moving:
            break
    return following, dropped + sum(front.values())


def _share(net: Network, name: str, read: Read, known: dict[tuple[str, int], bool], at: dict[int, float]) -> float:
    total = 0.0
    for number, mass in at.items():
        truth = known.get((name, number))
        if truth is None:
            chance_node, values = net.positions[number]
            truth = known[name, number] = bool(read(chance_node.result, chance_node.shape.state(values)))
        if truth:
            total += mass
    return total
