"""Circles: situations that lead to each other, as rounds in which nothing happens do. Solved, not followed.

`ordered` puts situations into components, each before those that it leads to. `push_round` finds how often each
situation of a circle is visited in all, and lets that mass leave the circle.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.odds.results import Mass, OddsError

if TYPE_CHECKING:
    from companion.odds.forward import Edge, Forward

_ROUNDS = 2000
_HEADS = 12
SEVERAL = -2
"""In place of the one situation on its height that another leads to."""


def chained(push: Forward, begins: list[int]) -> list[tuple[list[int], list[int]]] | None:
    """Chains of situations that lead to one other on their height at most, each chain before those that it leads to;
    with it the circle that it runs into, where that is not in another chain. None where some lead to several."""
    met: dict[int, int] = {}
    found: list[tuple[list[int], list[int]]] = []
    for begin in begins:
        if begin in met:
            continue
        number, chain = begin, []
        while number >= 0 and number not in met:
            met[number] = len(found)
            chain.append(number)
            number = push.link(number)
        if number == SEVERAL:
            return None
        cut = chain.index(number) if number >= 0 and met[number] == len(found) else len(chain)
        found.append((chain[:cut], chain[cut:]))
    found.reverse()
    return found


def ordered(push: Forward, begins: list[int]) -> list[list[int]]:
    """The strongly connected components reachable from some situations on their height, in order (Tarjan)."""
    index: dict[int, int] = {}
    low: dict[int, int] = {}
    stack: list[int] = []
    on_stack: set[int] = set()
    found: list[list[int]] = []
    for begin in begins:
        if begin in index:
            continue
        work = [_enter(push, begin, index, low, stack, on_stack)]
        while work:
            number, ahead = work[-1]
            if ahead:
                other = ahead.pop()
                if other not in index:
                    work.append(_enter(push, other, index, low, stack, on_stack))
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
    push: Forward, number: int, index: dict[int, int], low: dict[int, int], stack: list[int], on_stack: set[int]
) -> tuple[int, list[int]]:
    index[number] = low[number] = len(index)
    stack.append(number)
    on_stack.add(number)
    return number, list(push.level_edges(number))


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
    shares = []
    for number in circle:
        link = push.link(number)
        shares.append((link, sum((share for share, target, _ in push.edges(number) if target == link), push.zero)))
    once, back = push.one, push.zero
    for number, (_, share) in zip(circle, shares, strict=True):
        once, back = once * share, (back + push.mass[number]) * share
    if once >= push.one:
        raise OddsError("the rules go round for ever: nothing can end this")
    visits = push.zero
    for i, (number, (link, share)) in enumerate(zip(circle, shares, strict=True)):
        # the first one has its own mass and what comes round, again and again
        coming = back / (push.one - once) if i == 0 else visits
        visits = push.mass[number] + coming
        push.mass[number] = push.zero
        push.spread(number, visits, (link,))
        visits *= share


def push_round(push: Forward, component: list[int]) -> Mass:
    """Push the mass of a circle out of it; gives what had to be dropped (nothing, unless it is a tangle)."""
    inside = set(component)
    inner = {number: [edge for edge in push.edges(number) if edge[1] in inside] for number in component}
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
    if again >= push.one:
        raise OddsError("the rules go round for ever: nothing can end this")
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
