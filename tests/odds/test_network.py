"""The network of situations, and pushes through it that are broken off and go on."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from random import Random
from typing import Any

import pytest

from companion.engine.core.questions import Question
from companion.engine.game.outlook import Decide, largest
from companion.engine.running.save import Save
from companion.games.heroes_vs_warlords.records.state import HvWState
from companion.odds import beginning, first_option
from companion.odds.exact.components import solve_component
from companion.odds.exact.network import Enough, Network
from companion.odds.exact.propagation import Propagation
from companion.odds.tracing.kept import forget_trees, traced
from companion.odds.tracing.tracer import Position, Tracer
from companion.odds.tracing.tracked import Observations, Tracked, reader
from tests.odds.duels import Duel, Stack, aimed_duel
from tests.odds.reading import FractionTracer, Read
from tests.odds.test_asking import POLICY, stacks
from tests.odds.test_asking import battle as hvw_battle
from tests.odds.test_tracing import battle


class Circle:
    """A network and a push through it, as far as a component needs them: where it leads, what leaves it."""

    def __init__(self, leads: dict[int, list[tuple[Fraction, int, int]]], mass: dict[int, Fraction]) -> None:
        self.leads, self.mass, self.visits, self.closed = leads, dict(mass), dict[int, Fraction](), list[int]()
        self.network = self

    def edges(self, number: int) -> list[tuple[Fraction, int, int]]:
        return self.leads[number]

    def close(self, component: list[int]) -> None:
        self.closed = component

    def spread(self, number: int, visits: Fraction, _inside: set[int]) -> None:
        self.visits[number] = visits


@pytest.mark.parametrize("seed", range(40))
def test_cycles_in_one_another_are_solved_exactly(seed: int) -> None:
    """A situation is visited as often as mass arrives there, from outside and from each visit of the others."""
    rng, outside = Random(seed), 99
    size = rng.randint(1, 7)
    leads = {}
    for number in range(size):
        targets = [(number + 1) % size, *rng.choices(range(size), k=rng.randint(0, 3))]
        targets += [outside] if number == 0 or rng.random() < 0.5 else []
        weights = [rng.randint(1, 5) for _ in targets]
        leads[number] = [(Fraction(one, sum(weights)), to, 0) for one, to in zip(weights, targets, strict=True)]
    mass = {number: Fraction(rng.randint(0, 4), 5) for number in range(size)}
    circle: Any = Circle(leads, mass)
    solve_component(circle, rng.sample(range(size), size))
    coming = dict(mass)
    for number, visits in circle.visits.items():
        for share, to, _ in leads[number]:
            coming[to] = coming.get(to, Fraction(0)) + visits * share
    assert not circle.closed
    assert {number: coming[number] for number in range(size)} == circle.visits
    assert coming.get(outside) == sum(mass.values())


def test_a_cycle_that_nothing_leaves_is_closed() -> None:
    """Its mass stays there for ever."""
    circle: Any = Circle({0: [(Fraction(1), 1, 0)], 1: [(Fraction(1), 0, 0)]}, {0: Fraction(1), 1: Fraction(0)})
    solve_component(circle, [0, 1])
    assert circle.closed == [0, 1]


def looked(use: Callable[[Tracer, Position], Any]) -> Any:
    forget_trees()
    return traced(Duel, battle(), first_option, "", use)


def test_a_push_that_was_broken_off_goes_on_where_it_stood() -> None:
    """In pieces of seven situations, with fractions: the same distribution to the last bit, and nothing dropped."""

    def pushed(tracer: Tracer, place: Position, piece: int) -> dict[Any, Any]:
        network = Network(FractionTracer(tracer), most=piece)
        forward = Propagation(network, 0)
        forward.begin(place)
        pauses = 0
        while not forward.go_on():
            assert forward.waiting() + sum(mass for *_, mass in forward.endings()) == 1
            network.most += piece
            pauses += 1
        assert pauses == network.expanded // piece
        assert forward.waiting() == forward.dropped == 0
        return Read.of(forward).by(lambda result, state: (result, len(state.ours), len(state.theirs)))

    whole = looked(lambda tracer, place: pushed(tracer, place, 10**9))
    assert sum(whole.values()) == Fraction(1)
    assert looked(lambda tracer, place: pushed(tracer, place, 7)) == whole


def test_where_a_situation_leads_is_worked_out_once() -> None:
    """Edges are kept; beyond the work allowed only what is known can be asked."""

    def asked(tracer: Tracer, place: Position) -> None:
        network = Network(tracer, most=1)
        start = network.number(place)
        assert network.number(place) == start
        assert not network.known_edges(start)
        edges = network.edges(start)
        assert sum(share for share, _, _ in edges) == pytest.approx(1)
        assert network.edges(start) is edges
        assert network.known_edges(start) is edges
        assert network.expanded == 1
        with pytest.raises(Enough):
            network.edges(edges[0][1])

    looked(asked)


@pytest.mark.slow
def test_a_push_is_called_hopeless_only_while_nearly_all_of_it_waits() -> None:
    """Early in a battle of six stacks a side hardly anything has ended; in a small one half of the work tells much."""
    six = stacks("barbarians", (1, 8), (2, 7), (4, 5), (6, 2), (1, 6), (2, 4))

    def hopes(tracer: Tracer, place: Position, most: int) -> bool:
        forward = Propagation(Network(tracer, most=most), 1e-10)
        forward.run(place)
        return forward.is_hopeless()

    def asked(save: Save, most: int) -> bool:
        return bool(traced(HvWState, save, POLICY, "", lambda *of: hopes(*of, most)))

    assert asked(hvw_battle(six, six), 4_000)
    two = stacks("barbarians", (1, 8), (4, 5))
    assert not asked(hvw_battle(two, two), 200)
    assert not asked(hvw_battle(two, two), 1_000)
    assert not asked(hvw_battle(two, two), 10**6)


def aiming(question: Question, state: Duel) -> str:
    """The largest stack of the enemy, chosen in one go."""
    return str(largest([(stack.units, -i) for i, stack in enumerate(state.theirs)]))


def aiming_one_by_one(question: Question, state: Duel) -> str:
    """The same, by comparing two stacks after the other."""
    best = 0
    for i, stack in enumerate(state.theirs):
        if stack.units > state.theirs[best].units:
            best = i
    return str(best)


def test_a_choice_among_several_is_one_observation() -> None:
    """The same odds as by comparing stack after stack, with fewer runs of the rules."""
    ours, theirs = [Stack(5, 6, 4), Stack(4, 5, 5)], [Stack(3, 4, 4), Stack(4, 4, 5), Stack(4, 4, 4), Stack(2, 6, 4)]
    start = beginning(Duel(ours=ours, theirs=theirs), aimed_duel())

    def pushed(policy: Decide) -> tuple[Any, int]:
        def push(tracer: Tracer, place: Position) -> tuple[Any, int]:
            forward = Propagation(Network(FractionTracer(tracer)), 0)
            forward.run(place)
            return Read.of(forward).results(), forward.network.tracer.runs

        forget_trees()
        return traced(Duel, start, policy, "", push)

    (at_once, few), (one_by_one, many) = pushed(aiming), pushed(aiming_one_by_one)
    assert at_once == one_by_one
    assert sum(at_once.values()) == 1
    assert few < many


def test_the_largest_of_plain_and_of_tracked_numbers_is_the_same() -> None:
    """The first of equals; numbers that are not tracked may stand beside those that are."""
    path = Observations()
    three, two = Tracked(3, "v[0]", path), Tracked(2, "v[1]", path)
    assert largest([(2, 3), (3, 2), (3, 2)]) == 1
    assert largest([(two, 3), (three, two), (three, 2)]) == 1
    assert len(path.seen) == 1
    source, outcome = path.seen[0]
    assert reader(source)((3, 2)) == outcome == 1
    assert reader(source)((1, 2)) == 0
