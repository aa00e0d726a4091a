"""What-ifs: what rules that do not run yet would lead to. Each is begun on a copy of the state and followed whole."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import suppress
from typing import Any

import msgspec
from msgspec import Struct, structs

from companion.engine.core.effects import Call
from companion.engine.game.outlook import Outlook, Policy, WhatIf
from companion.odds.asking.computing import Computation, shares
from companion.odds.asking.record import Figure, figures_of
from companion.odds.asking.subject import Situation, beginning
from companion.odds.chance import OddsError
from companion.odds.exact.network import Network
from companion.odds.exact.propagation import Propagation
from companion.odds.tracing.kept import traced
from companion.odds.tracing.shapes import Untraceable
from companion.odds.tracing.tracer import Position, Tracer

_EPS = 1e-9
_LEAST = 0.1


class Followed(Struct, frozen=True):
    """A what-if and all its endings, each as (result, final state, probability)."""

    what_if: WhatIf
    ends: list[Any]


def what_if_figures(asked: Situation, policy: Policy, until: float, first: Figure | None = None) -> list[Figure]:
    """The figures of all what-ifs of a situation, each under the title of its what-if, worked out until a moment of the
    monotonic clock. Those with parallel branches are left out, and what would follow them where the time is over.

    `first` is the first figure of the situation itself, by which a `weighted` what-if is multiplied.
    """
    if asked.outlook.what_ifs is None:
        return []
    state = msgspec.json.decode(bytes(asked.whole), type=asked.game.state_type)
    followed = list(_followed(asked, policy, asked.outlook.what_ifs(state)))
    following = _Following(asked)
    return [
        structs.replace(figure, id=f"{one.what_if.id}.{figure.id}", of=one.what_if.title)
        for one, last in shares(followed, until, _LEAST)
        for figure in [*figures_of(one.what_if.quantities, [one.ends]), *following.figures(one, last),
                       *_weighted(one, first)]
    ]  # fmt: skip


def _followed(asked: Situation, policy: Policy, what_ifs: Iterable[WhatIf]) -> Iterator[Followed]:
    for what_if in what_ifs:
        state = msgspec.json.decode(bytes(asked.whole), type=asked.game.state_type)
        save = beginning(state, what_if.call)
        with suppress(Untraceable):
            yield Followed(what_if, traced(asked.game.state_type, save, policy.answer, "", _ends))


def _ends(tracer: Tracer, start: Position) -> list[Any]:
    propagation = Propagation(Network(tracer), _EPS)
    propagation.run(start)
    return propagation.endings()


def _weighted(one: Followed, first: Figure | None) -> list[Figure]:
    title = one.what_if.weighted
    if title is None or first is None:
        return []
    whole = figures_of(one.what_if.quantities[:1], [one.ends])[0]
    value, error = whole.value * first.value, whole.value * first.error
    return [structs.replace(whole, id="expected", title=title, value=value, error=error, shares=())]


class _Following:
    """What would follow what-ifs: the first quantity of the outlook they name, each situation once."""

    def __init__(self, asked: Situation) -> None:
        self.asked = asked
        self.known: dict[bytes, Figure] = {}

    def figures(self, one: Followed, until: float) -> list[Figure]:
        """That quantity over all ends from which it follows, or the chance that all goes well; nothing if that is not
        known of all of them."""
        what_if = one.what_if
        outlook = next((other for other in self.asked.game.outlooks if other.rule == what_if.then), None)
        if outlook is None or what_if.follows is None:
            return []
        ends = [(state, share) for result, state, share in one.ends if what_if.follows(result, state)]
        found = []
        for (state, share), end in shares(ends, until, _LEAST):
            first = self._first(outlook, state, end)
            if first is None:
                return []
            found.append((first, share))
        return [_summed(what_if, one.ends, found)] if found else []

    def _first(self, outlook: Outlook, state: Any, until: float) -> Figure | None:
        if outlook.bare is not None:
            state = outlook.bare(state)
        then = Situation(self.asked.game, beginning(state, Call(outlook.rule)), outlook)
        key = bytes(then.save.state)
        if key not in self.known:
            try:
                self.known[key] = Computation(then, outlook.policies[0], until, brief=True).record().record.first
            except OddsError:
                return None
        return self.known[key]


def _summed(what_if: WhatIf, ends: list[Any], found: list[tuple[Figure, float]]) -> Figure:
    value = sum(one.value * share for one, share in found)
    error = sum((one.error * share) ** 2 for one, share in found) ** 0.5
    last, whole = found[-1][0], sum(share for _, share in found)
    if what_if.together is None:
        return structs.replace(last, value=value / whole, error=error / whole, leading=False)
    assert what_if.safe is not None
    value += sum(share for result, state, share in ends if what_if.safe(result, state))
    return structs.replace(last, id="together", title=what_if.together, value=value, error=error, leading=False)
