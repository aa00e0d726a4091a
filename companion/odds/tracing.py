"""Tracing: runs rule text from one roll to the next on tracked numbers, once for all states that it treats alike.

A `Spot` is a place in the rules (which of them run, with which results and answers so far) and a shape of the state;
a situation is a spot and the numbers. Every spot carries a tree of observations. To find where a situation leads,
its numbers are led down the tree; where the tree ends, the rule text itself is run and the tree grows.

Owns no rule: flows and steps are the registered ones, forms check what policies answer, chance is `chance.ways`.
"""

from __future__ import annotations

from typing import Any

import msgspec

from companion.engine.rules import RuleBook, RuleCode
from companion.engine.runner import plain
from companion.engine.save import Save, State
from companion.odds.chance import Way
from companion.odds.policies import Either, Policy
from companion.odds.results import OddsError
from companion.odds.running import Rolls, Run, Running, chain
from companion.odds.shapes import FieldName, Learned, Shape, Shapes, Untraceable
from companion.odds.tracked import Reader, Values, maker, reader


class Test:
    """A branching of the tree: what is looked at, and where each outcome leads."""

    __slots__ = ("next", "read", "source")

    def __init__(self, source: str) -> None:
        self.source = source
        self.read: Reader = reader(source)
        self.next: dict[Any, Any] = {}


class Chance:
    """What is open at a spot: weights out of `total`, and the trees of what comes of each. Or a decision."""

    __slots__ = ("either", "next", "total", "weights")

    def __init__(self, found: list[Way], either: Either | None) -> None:
        self.either = either
        self.weights = [way.weight for way in found]
        self.total = sum(self.weights)
        self.next: list[Any] = [None] * len(found)


class Landing:
    """The end of a branch: the next spot, what its numbers are, and how often the counted rule was begun."""

    __slots__ = ("make", "spot", "started")

    def __init__(self, source: Shape, spot: Spot, sources: tuple[str, ...], started: int) -> None:
        self.spot = spot
        self.make: Reader | None = None if sources == source.sources else maker(sources)
        self.started = started


class Spot:
    """A place in the rules with a shape of the state. With `ended` the rules are through, with `result`."""

    __slots__ = ("answers", "ended", "falling", "levels", "number", "result", "shape", "step", "tree")

    def __init__(self, number: int, shape: Shape) -> None:
        self.number = number
        self.shape = shape
        self.levels: list[Running] = []
        self.step: tuple[RuleCode, tuple[Any, ...]] | None = None
        self.answers: dict[str, Any] = {}
        self.ended = False
        self.result: Any = None
        self.tree: Any = None
        self.falling: tuple[int, list[int]] | None = None

    def begins(self, rule: str) -> bool:
        """Whether a rule is running here."""
        return any(code.name == rule for code, _, _ in self.levels)


Place = tuple[Spot, Values]
Step = tuple[int, Spot, Values, int]
"""Weight, spot, numbers, how often the counted rule was begun on the way."""


class Tracer:
    """The spots and trees of one kind of state, one policy and one set of rules."""

    def __init__(self, kind: type[State], policy: Policy, rules: RuleBook, counted: str = "") -> None:
        self.kind = kind
        self.policy = policy
        self.rules = rules
        self.counted = counted
        self.shapes = Shapes(kind)
        self.spots: dict[tuple[int, bytes], Spot] = {}
        self.runs = 0
        """How often rule text was run."""
        self.rulings: set[str] = set()
        """The rulings that some rule looked up."""
        self.rising: set[FieldName] = set()
        """Numbers that some rule was seen to raise."""
        self.rolling: set[str] = set()
        """Steps that ask for chance; what a state was before such a step must be remembered."""

    def forget(self) -> None:
        """Begin again (more fields vary than was known)."""
        self.spots.clear()
        self.shapes.forget()

    def height(self, spot: Spot, values: Values) -> int:
        """A number that seldom rises from one situation to the next."""
        if spot.falling is None or spot.falling[0] != len(self.rising):
            slots = [i for i, field in enumerate(spot.shape.fields) if field not in self.rising]
            spot.falling = len(self.rising), slots
        return sum([values[i] for i in spot.falling[1]])

    # ---- coming from saves

    def place(self, save: Save) -> Place:
        """The place of a save in which only chance is open, or nothing. Raises Untraceable when branches run."""
        state = msgspec.json.decode(bytes(save.state), type=self.kind)
        shape, values = self.shapes.taken_apart(state)
        if save.root is None:
            return self.ended(shape, save.result), values
        levels, step, answers = chain(self.rules, save.root)
        return self.spot(shape, levels, step, answers), values

    def spot(self, shape: Shape, levels: Any, step: Any, answers: dict[str, Any]) -> Spot:
        """The spot with these running flows, open step and answers to it."""
        running = [[code.name, args, journal] for code, args, journal in levels]
        key = msgspec.json.encode([running, step[0].name, step[1], sorted(answers.items())])
        spot = self.spots.get((shape.number, key))
        if spot is None:
            spot = self.spots[shape.number, key] = Spot(len(self.spots), shape)
            spot.levels, spot.step, spot.answers = levels, step, answers
        return spot

    def ended(self, shape: Shape, result: Any) -> Spot:
        """The spot at which the root flow has ended with a result."""
        key = b"end " + msgspec.json.encode(plain(result))
        spot = self.spots.get((shape.number, key))
        if spot is None:
            spot = self.spots[shape.number, key] = Spot(len(self.spots), shape)
            spot.ended, spot.result = True, plain(result)
        return spot

    # ---- going on

    def steps(self, spot: Spot, values: Values) -> tuple[int, list[Step]]:
        """Where a situation leads: the sum of the weights, and every way."""
        chance = self._chance(spot, values)
        return chance.total, [self._landed(spot, values, chance, way) for way in range(len(chance.weights))]

    def either(self, spot: Spot, values: Values) -> Either | None:
        """The decision that is open in a situation, if it is no chance: its ways are those of `steps`."""
        return self._chance(spot, values).either

    def one(self, spot: Spot, values: Values, at: float) -> Step:
        """One of the ways: the one that holds the share `at` (0 to 1) of the weights."""
        chance = self._chance(spot, values)
        way, left = 0, at * chance.total - chance.weights[0]
        while left >= 0 and way + 1 < len(chance.weights):
            way += 1
            left -= chance.weights[way]
        return self._landed(spot, values, chance, way)

    def _chance(self, spot: Spot, values: Values) -> Chance:
        node = spot.tree
        while node.__class__ is Test:
            node = node.next.get(node.read(values))
        if node is None:
            self._grow(spot, values, 0)
            return self._chance(spot, values)
        found: Chance = node
        return found

    def _landed(self, spot: Spot, values: Values, chance: Chance, way: int) -> Step:
        node = chance.next[way]
        while node.__class__ is Test:
            node = node.next.get(node.read(values))
        if node is None:
            self._grow(spot, values, way)
            return self._landed(spot, values, chance, way)
        return chance.weights[way], node.spot, values if node.make is None else node.make(values), node.started

    def _grow(self, spot: Spot, values: Values, way: int) -> None:
        """Run the rule text, and write what it looked at into the tree."""
        run, landing = self._run(spot, values, way)
        assert run.chance is not None
        before, after = run.path.seen[: run.before], run.path.seen[run.before :]
        at = _written(_Root(spot), before)
        chance = at.get()
        if chance is None:
            chance = Chance(run.chance, run.either)
            at.put(chance)
        found = Landing(spot.shape, *landing, run.started)
        self._watch(spot, values, found)
        _written(_Way(chance, way), after).put(found)

    def _run(self, spot: Spot, values: Values, way: int) -> tuple[Run, tuple[Spot, tuple[str, ...]]]:
        while True:
            self.runs += 1
            run = Run(self, spot, values, way)
            try:
                return run, run.go()
            except Rolls as found:
                self.rolling.add(str(found))
            except (OddsError, Learned, Untraceable):
                raise
            except Exception as error:  # most likely an operation that tracked numbers lack; else it comes again
                raise Untraceable(repr(error)) from error
            finally:
                run.path.closed = True

    def _watch(self, spot: Spot, values: Values, landing: Landing) -> None:
        """Learn which numbers rise."""
        sums: dict[FieldName, int] = {}
        for field, value in zip(spot.shape.fields, values, strict=True):
            sums[field] = sums.get(field, 0) - value
        after = values if landing.make is None else landing.make(values)
        for field, value in zip(landing.spot.shape.fields, after, strict=True):
            sums[field] = sums.get(field, 0) + value
        self.rising |= {field for field, more in sums.items() if more > 0}


# ---- writing into trees


class _Root:
    """The place of a spot's tree."""

    def __init__(self, spot: Spot) -> None:
        self.spot = spot

    def get(self) -> Any:
        return self.spot.tree

    def put(self, node: Any) -> None:
        self.spot.tree = node


class _Way:
    """The place of the tree of one way of chance."""

    def __init__(self, chance: Chance, way: int) -> None:
        self.chance = chance
        self.way = way

    def get(self) -> Any:
        return self.chance.next[self.way]

    def put(self, node: Any) -> None:
        self.chance.next[self.way] = node


class _Outcome:
    """The place behind one outcome of a test."""

    def __init__(self, test: Test, outcome: Any) -> None:
        self.test = test
        self.outcome = outcome

    def get(self) -> Any:
        return self.test.next.get(self.outcome)

    def put(self, node: Any) -> None:
        self.test.next[self.outcome] = node


def _written(at: Any, seen: list[tuple[str, Any]]) -> Any:
    """Follow observations down a tree, adding tests where it ends; gives the place behind the last one."""
    for source, outcome in seen:
        node = at.get()
        if node is None:
            node = Test(source)
            at.put(node)
        elif node.__class__ is not Test or node.source != source:
            raise Untraceable(f"the rules look at {source} at one time and not at another")
        at = _Outcome(node, outcome)
    return at
