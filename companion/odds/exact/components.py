"""Strongly connected components: cycles of situations that lead to each other, as rounds in which nothing happens do.
They are solved, not followed.

`ordered` puts situations into components, each before those that it leads to. `solve_component` finds how often each
situation of a cycle is visited in all, and lets that mass leave the cycle.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from companion.odds.exact.network import SEVERAL, Edge
from companion.odds.results import Mass

if TYPE_CHECKING:
    from companion.odds.exact.propagation import Propagation

_ROUNDS = 2000
_HEADS = 12


class Levels(Protocol):
    """What knows where situations lead on their own height."""

    def level_edges(self, number: int) -> list[int]:
        """The situations it leads to there."""


def chained(propagation: Propagation, is_running: list[int], cut: list[int]) -> list[list[int]] | None:
    """Situations and cycles in order, where each leads to one other on its height at most; None where not.

    They are followed as long as the mass is worth it; where they were given up goes into `cut`.
    """
    following = _worth_following(propagation, is_running, cut)
    if following is None:
        return None
    incoming = dict.fromkeys(following, 0)
    for other in following.values():
        if other in incoming:
            incoming[other] += 1
    found = [[number] for number, count in incoming.items() if not count]
    for (number,) in found:
        other = following[number]
        if other in incoming:
            incoming[other] -= 1
            if not incoming[other]:
                found.append([other])
        del incoming[number]
    while incoming:
        number = next(iter(incoming))
        cycle = []
        while number in incoming:
            del incoming[number]
            cycle.append(number)
            number = following[number]
        found.append(cycle)
    return found


def _worth_following(propagation: Propagation, is_running: list[int], cut: list[int]) -> dict[int, int] | None:
    """The situations that enough mass comes to, each with the one it leads to (or a negative number)."""
    following: dict[int, int] = {}
    walked: dict[int, int] = {}
    mass, eps, link = propagation.mass, propagation.eps, propagation.network.link
    for begin in is_running:
        number, carried = begin, propagation.zero
        while number >= 0 and walked.get(number) != begin:
            if number not in following:
                carried += mass[number]
                if carried < eps:
                    cut.append(number)
                    break
                following[number], share = link(number)
            elif carried < eps:
                break
            else:
                share = link(number)[1]
            walked[number] = begin
            number, carried = following[number], carried * share
        if number == SEVERAL:
            return None
    return following


def ordered(net: Levels, is_running: list[int]) -> list[list[int]]:
    """The strongly connected components reachable from some situations on their height, in order (Tarjan)."""
    index: dict[int, int] = {}
    low: dict[int, int] = {}
    stack: list[int] = []
    on_stack: set[int] = set()
    found: list[list[int]] = []
    for begin in is_running:
        if begin in index:
            continue
        work = [_enter(net, begin, index, low, stack, on_stack)]
        while work:
            number, ahead = work[-1]
            if ahead:
                other = ahead.pop()
                if other not in index:
                    work.append(_enter(net, other, index, low, stack, on_stack))
                elif other in on_stack:
                    low[number] = min(low[number], index[other])
                continue
            work.pop()
            if work:
                above = work[-1][0]
                low[above] = min(low[above], low[number])
            if low[number] == index[number]:
                found.append(_component(number, stack, on_stack))
    found.reverse()
    return found


def _enter(
    net: Levels, number: int, index: dict[int, int], low: dict[int, int], stack: list[int], on_stack: set[int]
) -> tuple[int, list[int]]:
    index[number] = low[number] = len(index)
    stack.append(number)
    on_stack.add(number)
    return number, list(net.level_edges(number))


def _component(root: int, stack: list[int], on_stack: set[int]) -> list[int]:
    at = len(stack) - 1
    while stack[at] != root:
        at -= 1
    component = stack[at:]
    del stack[at:]
    on_stack.difference_update(component)
    return component


def solve_simple_cycle(propagation: Propagation, cycle: list[int]) -> None:
    """Push the mass of a cycle out of it in which each situation leads to the next one, and the last to the first."""
    if _closed(propagation, set(cycle)):
        propagation.close(cycle)
        return
    links = [propagation.network.link(number) for number in cycle]
    once, back = propagation.one, propagation.zero
    for number, (_, share) in zip(cycle, links, strict=True):
        once, back = once * share, (back + propagation.mass[number]) * share
    coming = back / (propagation.one - once)  # what comes round to the first one, again and again
    for number, (link, share) in zip(cycle, links, strict=True):
        visits = propagation.mass[number] + coming
        propagation.mass[number] = propagation.zero
        propagation.spread(number, visits, (link,))
        coming = visits * share


def solve_component(propagation: Propagation, component: list[int]) -> Mass:
    """Push the mass of a cycle out of it; gives what had to be dropped (only where cycles lie in one another)."""
    inside = set(component)
    if _closed(propagation, inside):
        propagation.close(component)
        return propagation.zero
    inner = {number: [edge for edge in propagation.network.edges(number) if edge[1] in inside] for number in component}
    arrived = {number: propagation.mass[number] for number in component}
    for number in component:
        propagation.mass[number] = propagation.zero
    for head in component[:_HEADS]:
        order = _order_without(inner, head)
        if order is not None:
            visits, left = _solved(propagation, inner, order, head, arrived), propagation.zero
            break
    else:
        visits, left = _followed(propagation, inner, arrived)
    for number in component:
        propagation.spread(number, visits[number], inside)
    return left


def _closed(propagation: Propagation, inside: set[int]) -> bool:
    """Whether nothing leads out of a cycle: it goes on for ever."""
    return all(target in inside for number in inside for _, target, _ in propagation.network.edges(number))


def _order_without(inner: dict[int, list[Edge]], head: int) -> list[int] | None:
    """The order of a cycle that is cut at its head, beginning with it; None if it is several cycles in one another."""
    incoming = dict.fromkeys(inner, 0)
    for edges in inner.values():
        for _, other, _ in edges:
            if other != head:
                incoming[other] += 1
    ready = [number for number, count in incoming.items() if not count and number != head]
    order = [head]
    at = 0
    while True:
        if at < len(order):
            for _, other, _ in inner[order[at]]:
                if other != head:
                    incoming[other] -= 1
                    if not incoming[other]:
                        order.append(other)
            at += 1
        elif ready:
            order.append(ready.pop())
        else:
            return order if len(order) == len(inner) else None


def _solved(
    propagation: Propagation, inner: dict[int, list[Edge]], order: list[int], head: int, arrived: dict[int, Mass]
) -> dict[int, Mass]:
    """Visits of each situation: what comes in from outside, and what one visit of the head brings, again and again."""
    outside = dict(arrived)
    outside[head] = propagation.zero
    once = dict.fromkeys(order, propagation.zero)
    once[head] = propagation.one
    to_head, again = arrived[head], propagation.zero
    for number in order:
        for share, other, _ in inner[number]:
            if other == head:
                to_head += outside[number] * share
                again += once[number] * share
            else:
                outside[other] += outside[number] * share
                once[other] += once[number] * share
    times = to_head / (propagation.one - again)
    return {number: outside[number] + times * once[number] for number in order}


def _followed(
    propagation: Propagation, inner: dict[int, list[Edge]], arrived: dict[int, Mass]
) -> tuple[dict[int, Mass], Mass]:
    """Cycles in one another: follow the mass round and round until what is left is small."""
    visits = dict(arrived)
    moving = {number: mass for number, mass in arrived.items() if mass}
    for _ in range(_ROUNDS):
        following: dict[int, Mass] = {}
        for number, mass in moving.items():
            for share, other, _ in inner[number]:
                following[other] = following.get(other, propagation.zero) + mass * share
        moving = following
        for number, mass in moving.items():
            visits[number] += mass
        if sum(moving.values(), propagation.zero) < propagation.eps:
            break
    # what still moves was counted as a visit: it leaves once more with everything else, so it is not dropped twice
    return visits, sum(moving.values(), propagation.zero)
