"""The enumerator: the exact odds of every ending, from the rule text itself.

Rule text is run on tracked numbers (`tracing`), so that situations which the rules treat alike are computed once, and
probability is pushed forward through them (`forward`). What tracked numbers cannot follow, such as parallel branches,
is Untraceable: it can be played at random only (`sampling`).
"""

from __future__ import annotations

import gc
import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from typing import Any, TypeVar

from companion.engine.core.rules import RuleBook, book
from companion.engine.running.runner import Runner
from companion.engine.running.save import Save, State
from companion.odds.forward import Forward
from companion.odds.network import Network
from companion.odds.policies import Policy, decide
from companion.odds.results import End, Odds, Work
from companion.odds.shapes import Learned
from companion.odds.tracing import Place, Tracer
from companion.odds.tracked import maker, reader
from companion.odds.trees import renamed

S = TypeVar("S", bound=State)
R = TypeVar("R")
_KEPT = 8
_MOST_LEARNED = 100_000
"""All trees and doors that are kept have no more branches than this together (about 160 MB)."""


def enumerate_odds(
    kind: type[S],
    start: Save,
    policy: Policy,
    *,
    eps: float = 1e-12,
    exact: bool = False,
    most: int = 1_000_000,
    rules: RuleBook = book,
    counted: str = "",
    seconds: float | None = None,
) -> Odds[S]:
    """The odds of every ending from a situation, when people decide by `policy`.

    Masses below `eps` are dropped, and so is what still waits after `most` transitions or so many `seconds`. With
    `exact` the masses are fractions. Loops (rounds of ties) are closed exactly in either case. `counted` names a rule
    whose beginnings are counted. Raises OddsError when the policy's answer is refused, Untraceable where things go on
    side by side, or what the rules raise when they break.
    """
    until = None if seconds is None else time.monotonic() + seconds

    def push(tracer: Tracer, place: Place) -> Odds[S]:
        forward = Forward(Network(tracer, exact=exact, most=most, until=until), 0 if exact else eps)
        forward.run(place)
        return odds_of(forward)

    return traced(kind, start, policy, rules, counted, push)


def odds_of(forward: Forward) -> Odds[Any]:
    """What a push has found; what still waits counts as dropped. What never ends has no result, but a state."""
    network = forward.network
    endless = [(network.places[number], mass) for number, mass in forward.endless.items()]
    endings: list[End[Any]] = [
        (place[0].result, partial(place[0].shape.state, place[1]), mass) for place, mass in [*forward.ended(), *endless]
    ]
    dropped = forward.dropped + forward.waiting()
    if forward.one == 1.0 and isinstance(forward.one, float):  # what rounding lost is as good as dropped
        dropped = max(dropped, 1.0 - sum(float(mass) for _, _, mass in endings), 0.0)
    started = float(forward.started) if network.tracer.counted else None
    rulings = tuple(sorted(network.tracer.rulings))
    met = sum(not place[0].ended for place in network.places)
    endless_mass = float(sum(mass for _, mass in endless))
    return Odds(endings, dropped, Work(met, network.expanded, started, rulings, traced=True, endless=endless_mass))


def traced(
    kind: type[State],
    start: Save,
    policy: Policy,
    rules: RuleBook,
    counted: str,
    use: Callable[[Tracer, Place], R],
) -> R:
    """Use a tracer from a situation on, as often as it takes to learn which numbers vary. Raises Untraceable."""
    runner = Runner(rules, kind, start)
    decide(runner, policy)
    save = runner.save()
    with _Tracers(kind, policy, rules, counted) as tracer, _no_sweeping():
        while True:
            try:
                return use(tracer, tracer.place(save))
            except Learned as learned:
                if not learned.keeps:
                    tracer.forget()


@contextmanager
def _no_sweeping() -> Iterator[None]:
    """Many small records are made that all stay; looking through them for garbage costs a third of the time."""
    was = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was:
            gc.enable()


_lock = threading.Lock()
_idle: OrderedDict[Any, Tracer] = OrderedDict()


class _Tracers:
    """Lends the tracer of a kind of state, a policy and rules; it has kept its trees since it was used last.

    One caller has it at a time; a second one meanwhile gets a fresh one.
    """

    def __init__(self, kind: type[State], policy: Policy, rules: RuleBook, counted: str) -> None:
        self._key = (kind, policy, rules, rules.changes, counted)
        self._make = partial(Tracer, kind, policy, rules, counted)

    def __enter__(self) -> Tracer:
        with _lock:
            self._lent = _idle.pop(self._key, None)
        if self._lent is None:
            self._lent = self._make()
        return self._lent

    def __exit__(self, kind: Any, error: Any, trace: Any) -> None:
        tracer = self._lent
        if tracer is None or error is not None:
            return
        with _lock:
            _idle[self._key] = tracer
            while len(_idle) > _KEPT or sum(one.learned for one in _idle.values()) > _MOST_LEARNED:
                _idle.popitem(last=False)


def forget_trees() -> None:
    """Drop everything that was kept between calls (benchmarks measure from nothing)."""
    with _lock:
        _idle.clear()
    for cache in (reader, maker, renamed):
        cache.cache_clear()
