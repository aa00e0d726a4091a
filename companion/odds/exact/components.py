"""Strongly connected components: circles of situations that lead to each other, as rounds in which nothing happens do.
They are solved, not followed.

`ordered` puts situations into components, each before those that it leads to. `push_round` finds how often each
situation of a circle is visited in all, and lets that mass leave the circle.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from companion.odds.exact.network import SEVERAL, Edge
from companion.odds.results import Mass

if TYPE_CHECKING:
    from companion.odds.exact.forward import Forward

_ROUNDS = 2000
_HEADS = 12


class Levels(Protocol):
    """What knows where situations lead on their own height."""

    def level_edges(self, number: int) -> list[int]:
        """The situations it leads to there."""


def chained(push: Forward, begins: list[int], cut: list[int]) -> list[list[int]] | None:
    """Situations and circles in order, where each leads to one other on its height at most; None where not.

    They are followed as long as the mass is worth it; where they were given up goes into `cut`.
    """
    following = _worth_following(push, begins, cut)
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
        circle = []
        while number in incoming:
            del incoming[number]
            circle.append(number)
            number = following[number]
        found.append(circle)
    return found


def _worth_following(push: Forward, begins: list[int], cut: list[int]) -> dict[int, int] | None:
    """The situations that enough mass comes to, each with the one it leads to (or a negative number)."""
    following: dict[int, int] = {}
    walked: dict[int, int] = {}
    mass, eps, link = push.mass, push.eps, push.network.link
    for begin in begins:
        number, carried = begin, push.zero
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


def ordered(net: Levels, begins: list[int]) -> list[list[int]]:
    """The strongly connected components reachable from some situations on their height, in order (Tarjan)."""
    index: dict[int, int] = {}
    low: dict[int, int] = {}
    stack: list[int] = []
    on_stack: set[int] = set()
    found: list[list[int]] = []
    for begin in begins:
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


def push_circle(push: Forward, circle: list[int]) -> None:
    """Push the mass of a circle out of it in which each situation leads to the next one, and the last to the first."""
    if _closed(push, set(circle)):
        push.close(circle)
        return
    links = [push.network.link(number) for number in circle]
    once, back = push.one, push.zero
    for number, (_, share) in zip(circle, links, strict=True):
        once, back = once * share, (back + push.mass[number]) * share
    coming = back / (push.one - once)  # what comes round to the first one, again and again
    for number, (link, share) in zip(circle, links, strict=True):
        visits = push.mass[number] + coming
        push.mass[number] = push.zero
        push.spread(number, visits, (link,))
        coming = visits * share


def push_round(push: Forward, component: list[int]) -> Mass:
    """Push the mass of a circle out of it; gives what had to be dropped (nothing, unless it is a tangle)."""
    inside = set(component)
    if _closed(push, inside):
        push.close(component)
        return push.zero
    inner = {number: [edge for edge in push.network.edges(number) if edge[1] in inside] for number in component}
    arrived = {number: push.mass[number] for number in component}
    for number in component:
        push.mass[number] = push.zero
    for head in component[:_HEADS]:
        order = _order_without(inner, head)
        if order is not None:
            visits, left = _solved(push, inner, order, head, arrived), push.zero
            break
    else:
        visits, left = _followed(push, inner, arrived)
    for number in component:
        push.spread(number, visits[number], inside)
    return left


def _closed(push: Forward, inside: set[int]) -> bool:
    """Whether nothing leads out of a circle: it goes on for ever."""
    return all(target in inside for number in inside for _, target, _ in push.network.edges(number))


def _order_without(inner: dict[int, list[Edge]], head: int) -> list[int] | None:
    """The order of a circle that is cut at its head, beginning with it; None if it is a tangle."""
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
    push: Forward, inner: dict[int, list[Edge]], order: list[int], head: int, arrived: dict[int, Mass]
) -> dict[int, Mass]:
    """Visits of each situation: what comes in from outside, and what one visit of the head brings, again and again."""
    outside = dict(arrived)
    outside[head] = push.zero
    once = dict.fromkeys(order, push.zero)
    once[head] = push.one
    to_head, again = arrived[head], push.zero
    for number in order:
        for share, other, _ in inner[number]:
            if other == head:
                to_head += outside[number] * share
                again += once[number] * share
            else:
                outside[other] += outside[number] * share
                once[other] += once[number] * share
    times = to_head / (push.one - again)
    return {number: outside[number] + times * once[number] for number in order}


def _followed(push: Forward, inner: dict[int, list[Edge]], arrived: dict[int, Mass]) -> tuple[dict[int, Mass], Mass]:
    """A tangle: follow the mass round and round until what is left is small."""
    visits = dict(arrived)
    moving = {number: mass for number, mass in arrived.items() if mass}
    for _ in range(_ROUNDS):
        following: dict[int, Mass] = {}
        for number, mass in moving.items():
            for share, other, _ in inner[number]:
                following[other] = following.get(other, push.zero) + mass * share
        moving = following
        for number, mass in moving.items():
            visits[number] += mass
        if sum(moving.values(), push.zero) < push.eps:
            break
    # what still moves was counted as a visit: it leaves once more with everything else, so it is not dropped twice
    return visits, sum(moving.values(), push.zero)
