"""Round by round: what is true after so many rounds, once a push has followed everything to its end."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from companion.odds.network import Network

Read = Callable[[Any, Any], Any]
_LEAST = 1e-9
_MOST_WAVES = 5_000


def by_round(net: Network, reads: dict[str, Read], rounds: int) -> tuple[list[float], dict[str, list[float]]]:
    """The chance that it has ended after each of the first rounds, and that each `read` is true by then.

    The counted rule of the push is what begins a round. A read must stay true once it is; of a situation that goes on
    it gets no result but the state.
    """
    front = {0: 1.0}
    over: dict[int, float] = {}
    ended: list[float] = []
    true: dict[str, list[float]] = {name: [] for name in reads}
    known: dict[tuple[str, int], bool] = {}
    for _ in range(rounds):
        front = _one_round(net, front, over)
        ended.append(sum(over.values()))
        for name, read in reads.items():
            now = _share(net, name, read, known, over) + _share(net, name, read, known, front)
            true[name].append(max([now, *true[name][-1:]]))  # masses too small to follow are left out
    return ended, true


def _one_round(net: Network, front: dict[int, float], over: dict[int, float]) -> dict[int, float]:
    """Follow a front to the beginning of the next round; what ends is added to `over`."""
    following: dict[int, float] = {}
    for _ in range(_MOST_WAVES):
        moving: dict[int, float] = {}
        for number, mass in front.items():
            for share, target, started in net.known_edges(number):
                part = mass * float(share)
                if net.places[target][0].ended:
                    over[target] = over.get(target, 0.0) + part
                elif started:
                    following[target] = following.get(target, 0.0) + part
                elif part > _LEAST:
                    moving[target] = moving.get(target, 0.0) + part
        if not moving:
            break
        front = moving
    return {number: mass for number, mass in following.items() if mass > _LEAST}


def _share(net: Network, name: str, read: Read, known: dict[tuple[str, int], bool], at: dict[int, float]) -> float:
    total = 0.0
    for number, mass in at.items():
        truth = known.get((name, number))
        if truth is None:
            spot, values = net.places[number]
            truth = known[name, number] = bool(read(spot.result, spot.shape.state(values)))
        if truth:
            total += mass
    return total
