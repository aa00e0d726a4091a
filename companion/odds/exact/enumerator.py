"""The enumerator: the exact odds of every ending, from the rule text itself.

Rule text is run on tracked numbers (`tracing`), so that situations which the rules treat alike are computed once, and
probability is propagated through them (`propagation`). What tracked numbers cannot follow, such as parallel branches,
is Untraceable: it can be played at random only (`sampling`).
"""

from __future__ import annotations

import time
from functools import partial
from typing import Any, TypeVar

from companion.engine.core.rules import RuleBook, book
from companion.engine.game.outlook import Decide
from companion.engine.running.save import Save, State
from companion.odds.exact.network import Network
from companion.odds.exact.propagation import Propagation
from companion.odds.results import End, Odds, Work
from companion.odds.tracing.kept import traced
from companion.odds.tracing.tracer import Position, Tracer

S = TypeVar("S", bound=State)


def enumerate_odds(
    kind: type[S],
    start: Save,
    policy: Decide,
    *,
    eps: float = 1e-12,
    exact: bool = False,
    most: int = 1_000_000,
    rules: RuleBook = book,
    counted: str = "",
    seconds: float | None = None,
) -> Odds[S]:
    """The odds of every ending of a save, when people decide by `policy`.

    `kind` is the type of its state. Masses below `eps` are dropped, and so is what still waits after `most` situations
    or so many `seconds`. With `exact`, probabilities are fractions and nothing is dropped for being small. Cycles
    (rounds of ties) are solved exactly in either case. `counted` names a rule whose beginnings are counted.

    Raises OddsError when an answer of the policy is refused, Untraceable where flows run side by side, and whatever a
    faulty rule raises.
    """
    until = None if seconds is None else time.monotonic() + seconds

    def propagation(tracer: Tracer, position: Position) -> Odds[S]:
        propagation = Propagation(Network(tracer, exact=exact, most=most, until=until), 0 if exact else eps)
        propagation.run(position)
        return odds_of(propagation)

    return traced(kind, start, policy, rules, counted, propagation)


def odds_of(propagation: Propagation) -> Odds[Any]:
    """The odds that a push has found. What still waits counts as dropped; what never ends is among the endings, with a
    state but no result.
    """
    network = propagation.network
    endless = [(network.positions[number], mass) for number, mass in propagation.endless.items()]
    endings: list[End[Any]] = [
        (position[0].result, partial(position[0].shape.state, position[1]), mass)
        for position, mass in [*propagation.ended(), *endless]
    ]
    dropped = propagation.dropped + propagation.waiting()
    if propagation.one == 1.0 and isinstance(propagation.one, float):  # what rounding lost is as good as dropped
        dropped = max(dropped, 1.0 - sum(float(mass) for _, _, mass in endings), 0.0)
    started = float(propagation.started) if network.tracer.counted else None
    rulings = tuple(sorted(network.tracer.rulings))
    met = sum(not position[0].ended for position in network.positions)
    endless_mass = float(sum(mass for _, mass in endless))
    return Odds(endings, dropped, Work(met, network.expanded, started, rulings, endless_mass))
