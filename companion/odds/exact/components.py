"""Strongly connected components: cycles of situations that lead to each other, as rounds in which nothing happens do. A
push solves them as a whole, instead of going round and round.

`ordered` finds the components, each before those that it leads to. `solve_component` works out how often each situation
of a cycle is visited on average, and lets that mass leave the cycle.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from companion.odds.exact.network import NOWHERE, SEVERAL

if TYPE_CHECKING:
    from companion.odds.exact.propagation import Propagation

_NEARLY_ALL = 1 - 1e-6
"""A share of the mass that comes back to where a cycle began: with less than this a way leads out."""


class Levels(Protocol):
    """Any network that can tell to which situations of the same height a situation leads."""

    def level_edges(self, number: int) -> list[int]:
        """The numbers of those situations."""


def chained(propagation: Propagation, starts: list[int], cut: list[int]) -> list[list[int]] | None:
    """Situations and cycles of one height that can be reached from `starts`, in the order in which to push them
    through.

    A short way for the usual case that each situation leads to at most one other of its height; None if one leads to
    several (`ordered` finds the components then). Situations that less than `eps` of mass comes to are not followed,
    but added to `cut`. Raises Enough.
    """
    following = _worth_following(propagation, starts, cut)
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


def _worth_following(propagation: Propagation, starts: list[int], cut: list[int]) -> dict[int, int] | None:
    """The situations that enough mass reaches, each with the one it leads to (`NOWHERE` for none); None as above."""
    following: dict[int, int] = {}
    walked: dict[int, int] = {}
    mass, eps, link = propagation.mass, propagation.eps, propagation.network.link
    for begin in starts:
        number, carried = begin, 0.0
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


def ordered(net: Levels, starts: list[int]) -> list[list[int]]:
    """The strongly connected components of one height that can be reached from some situations, each before those that
    it leads to (Tarjan's algorithm). A situation in no cycle is a component of its own.
    """
    index: dict[int, int] = {}
    low: dict[int, int] = {}
    stack: list[int] = []
    on_stack: set[int] = set()
    found: list[list[int]] = []
    for begin in starts:
        if begin in index:
            continue
        work = [_enter(net, begin, index, low, stack, on_stack)]
        while work:
            number, unvisited = work[-1]
            if unvisited:
                other = unvisited.pop()
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


def solve_component(propagation: Propagation, component: list[int]) -> None:
    """Push the mass of a cycle out of it. If no way leads out, the mass is taken by `Propagation.close`.

    State reduction (Grassmann, Taksar, Heyman): situations are taken out one after another, and what led to one leads
    to those behind it instead. Then, the other way round, it is known how often each is visited in all. Nothing is ever
    subtracted, so this is exact also where cycles lie in one another.
    """
    inside, visits = set(component), {one: propagation.mass[one] for one in component}
    leads: dict[int, dict[int, float]] = {}
    for number in component:
        shares = leads[number] = dict[int, float]()
        for share, other, _ in propagation.network.edges(number):
            to = other if other in inside else NOWHERE
            shares[to] = shares.get(to, 0) + share
    if not any(NOWHERE in shares for shares in leads.values()):
        propagation.close(component)
        return
    taken: list[tuple[int, dict[int, float]]] = []
    for number in reversed(component):
        ways = leads.pop(number)
        ways.pop(number, None)
        away = sum(ways.values())
        ways = {other: share / away for other, share in ways.items()}
        leading = {one: shares.pop(number) for one, shares in leads.items() if number in shares}
        for one, led in leading.items():
            for other, share in ways.items():
                leads[one][other] = leads[one].get(other, 0) + led * share
        for other, share in ways.items():
            if other in leads:
                visits[other] += visits[number] * share
        visits[number] /= away
        taken.append((number, {one: led / away for one, led in leading.items()}))
    for number, leading in reversed(taken):
        visits[number] += sum([visits[one] * led for one, led in leading.items()])
    for number in component:
        propagation.mass[number] = 0
    for number in component:
        propagation.spread(number, visits[number], inside)


def solve_simple_cycle(propagation: Propagation, cycle: list[int]) -> None:
    """Do the same for a cycle in which each situation leads to the next one, and the last to the first.

    Most cycles are like this, and a warm push of three against three stacks takes about five percent less time with it.
    """
    links = [propagation.network.link(number) for number in cycle]
    once: float = 1
    back: float = 0
    for number, (_, share) in zip(cycle, links, strict=True):
        once, back = once * share, (back + propagation.mass[number]) * share
    if once > _NEARLY_ALL and _is_closed(propagation, cycle):
        propagation.close(cycle)
        return
    coming = back / (1 - once)  # what comes round to the first one, again and again
    for number, (link, share) in zip(cycle, links, strict=True):
        visits = propagation.mass[number] + coming
        propagation.mass[number] = 0
        propagation.spread(number, visits, (link,))
        coming = visits * share


def _is_closed(propagation: Propagation, cycle: list[int]) -> bool:
    """Whether no way leads out of a cycle."""
    inside = set(cycle)
    return all(target in inside for number in cycle for _, target, _ in propagation.network.edges(number))
