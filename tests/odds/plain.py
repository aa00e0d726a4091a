"""The plain enumerator: drives the runner of a match through every way of the dice, one situation at a time.

Slow, and able to run whatever a match can: parallel branches too. Tests compare exact odds with it. A situation waits
for chance; people's questions are answered by a policy at once. Equal situations are merged, small masses are dropped,
and all that was dropped is reported.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any, TypeVar

import msgspec
from msgspec import Struct

from companion.engine.core.errors import Refused
from companion.engine.core.rules import RuleBook, book
from companion.engine.game.outlook import Decide
from companion.engine.running.runner import Runner
from companion.engine.running.save import Save, State
from companion.odds.chance import OddsError, ways
from companion.odds.policies import decide
from tests.odds.keys import Ending, Keyed, Keys
from tests.odds.reading import Mass, Read

S = TypeVar("S", bound=State)


class _Node(Struct):
    """A situation and, once computed, where it leads: weights out of `total`."""

    save: Save
    total: int = 0
    next: list[tuple[int, Any]] | None = None


def enumerate_plainly(
    kind: type[S],
    start: Save,
    policy: Decide,
    *,
    eps: float = 1e-12,
    exact: bool = False,
    most: int = 1_000_000,
    rules: RuleBook = book,
) -> Read:
    """The odds of every ending from a situation, when people decide by `policy`; loops are followed to below `eps`."""
    return _Enumeration(kind, policy, rules, eps, most).run(start, Fraction(1) if exact else 1.0)


class _Enumeration:
    """One run: the situations met so far by key."""

    def __init__(self, kind: type[State], policy: Decide, rules: RuleBook, eps: float, most: int) -> None:
        self.kind = kind
        self.policy = policy
        self.rules = rules
        self.eps = eps
        self.most = most
        self.keys = Keys()
        self.nodes: dict[tuple[bytes, bytes], _Node] = {}
        self.endings: dict[Ending, Mass] = {}
        self.expanded = 0

    def run(self, start: Save, whole: Mass) -> Read:
        """Follow the whole mass from the start until it has ended or was dropped."""
        zero = whole - whole
        front: dict[Any, Mass] = {self._arrived(Runner(self.rules, self.kind, start)): whole}
        dropped = zero
        while front:
            following: dict[Any, Mass] = {}
            for place, mass in front.items():
                if isinstance(place, Ending):
                    self.endings[place] = self.endings.get(place, zero) + mass
                elif mass < self.eps or (self.nodes[place].next is None and self.expanded >= self.most):
                    dropped += mass
                else:
                    self._spread(self._expanded(place), mass, following)
            front = following
        if not isinstance(whole, Fraction):  # what rounding lost is as good as dropped
            dropped = max(dropped, 1.0 - sum(float(mass) for mass in self.endings.values()), 0.0)
        return Read(self._made, dropped, len(self.nodes), self.expanded)

    def _made(self) -> list[tuple[Any, Any, Mass]]:
        decode = msgspec.json.Decoder(self.kind).decode
        return [
            (msgspec.json.decode(ending.result), decode(ending.state), mass) for ending, mass in self.endings.items()
        ]

    @staticmethod
    def _spread(node: _Node, mass: Mass, following: dict[Any, Mass]) -> None:
        assert node.next is not None
        for weight, place in node.next:
            part = mass * weight / node.total
            following[place] = following[place] + part if place in following else part

    def _expanded(self, key: tuple[bytes, bytes]) -> _Node:
        node = self.nodes[key]
        if node.next is None:
            self.expanded += 1
            first = Runner(self.rules, self.kind, node.save)
            found = ways(first.questions())
            node.total = sum(way.weight for way in found)
            merged: dict[Any, int] = {}
            for number, way in enumerate(found):
                runner = Runner(self.rules, self.kind, node.save) if number else first
                place = self._after(runner, way.answers)
                merged[place] = merged.get(place, 0) + way.weight
            node.next = [(weight, place) for place, weight in merged.items()]
        return node

    def _after(self, runner: Runner, answers: tuple[tuple[str, Any], ...]) -> Any:
        for key, value in answers:
            try:
                runner.answer(key, value)
            except Refused as refused:
                raise OddsError(f"the rules refuse a result of chance: {refused}") from refused
        return self._arrived(runner)

    def _arrived(self, runner: Runner) -> Any:
        """Answer what people are asked; then the key of the situation, or the ending."""
        decide(runner, self.policy)
        if runner.done:
            return self.keys.ending(runner)
        situation = self.keys.situation(runner)
        self._meet(situation)
        return situation.key

    def _meet(self, situation: Keyed) -> None:
        if situation.key not in self.nodes:
            self.nodes[situation.key] = _Node(situation.save)
