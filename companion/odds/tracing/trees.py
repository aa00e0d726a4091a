"""Trees of observations: what one step of the rules does, for all numbers that it treats alike.

A `Segment` is a step with its arguments, a shape of the state and the answers it has got so far; where it stands in
the flows is no part of it, so that what was learned about it counts everywhere. Its tree asks what the step looked at,
in the same order. At the end of a branch stands what comes of it: `Chance` when dice are open, `Finish` when the step
is through, `Again` when it needs chance once more.

A `ChanceNode` is a place where dice or cards are open, a `Continuation` what the rules do from one to the next. All of
them only remember; what they remember is found out by `tracer`.
"""

from __future__ import annotations

import re
from contextlib import suppress
from functools import lru_cache
from itertools import accumulate
from typing import TYPE_CHECKING, Any

from companion.engine.core.rules import RuleCode
from companion.odds.chance import Way
from companion.odds.policies import OpenDecision
from companion.odds.tracing.call_stacks import CallStack
from companion.odds.tracing.shapes import Shape, Untraceable
from companion.odds.tracing.tracked import LargestOf, Reader, Values, maker, reader

if TYPE_CHECKING:
    from companion.odds.tracing.running import Run


_OFTEN = 30
"""A choice that is asked so often is compiled: most are not, and compiling takes as long as so many answers."""


class Test:
    """A branching of a tree: the source that is read from the numbers, and the next node for each outcome."""

    __slots__ = ("asked", "next", "read", "source")

    def __init__(self, source: str) -> None:
        self.source = source
        self.asked = 0
        self.read: Reader = self._choose if isinstance(source, LargestOf) else reader(source)
        self.next: dict[Any, Any] = {}

    def _choose(self, values: Values) -> int:
        """The outcome of a choice, from its keys: these are compiled, as many choices share them."""
        assert isinstance(self.source, LargestOf)
        self.asked += 1
        if self.asked == _OFTEN:
            self.read = reader(self.source)
        keys = [reader(key)(values) for key in self.source.keys]
        return max(range(len(keys)), key=keys.__getitem__)


class Chance:
    """A node where chance is open: the weight of each way (out of `total`, and added `upto` it) and the tree behind it.
    With a `decision` the ways are the answers to it.
    """

    __slots__ = ("decision", "next", "total", "upto", "weights")

    def __init__(self, found: list[Way], decision: OpenDecision | None) -> None:
        self.decision = decision
        self.weights = [way.weight for way in found]
        self.upto = list(accumulate(self.weights))
        self.total = sum(self.weights)
        self.next: list[Any] = [None] * len(found)


class Finish:
    """A leaf where the step has ended: its result, the shape of the state it leaves, and the sources of the numbers in
    it. `make` works these out from the numbers before; None if all stay as they were.
    """

    __slots__ = ("make", "result", "shape", "sources")

    def __init__(self, before: Shape, result: Any, shape: Shape, sources: tuple[str, ...]) -> None:
        self.result = result
        self.shape = shape
        self.sources = sources
        self.make: Reader | None = None if sources == before.sources else maker(sources)


class Again:
    """A leaf where the step waits for chance a second time; its `segment` holds the answers up to there."""

    __slots__ = ("make", "segment")

    def __init__(self, segment: Segment) -> None:
        self.segment = segment
        self.make: Reader | None = None


Leaf = Finish | Again


class Segment:
    """A step with its arguments, a shape of the state before it, and the answers it has got; `root` is its tree."""

    __slots__ = ("answers", "args", "code", "root", "shape")

    def __init__(self, shape: Shape, code: RuleCode, args: tuple[Any, ...], answers: dict[str, Any]) -> None:
        self.shape = shape
        self.code = code
        self.args = args
        self.answers = answers
        self.root: list[Any] = [None]
        """The root of its tree."""

    def write(self, run: Run, leaf: Leaf) -> None:
        """Add what one run has found to the tree: what it looked at before chance, the ways of chance, what it looked
        at then, and the leaf it came to. Raises Untraceable when the rules look at other things than in an earlier run.
        """
        seen = run.observations.seen
        table, key = written(self.root, 0, seen[: run.before])
        if run.chance is not None:
            chance = _node(table, key)
            if chance is None:
                chance = table[key] = Chance(run.chance, run.decision)
            table, key = written(chance.next, run.way, seen[run.before :])
        table[key] = leaf


# ---- between steps: where chance is open, and what the rules do until it is open again


class ChanceNode:
    """A place where the rules wait for chance (or a decision), with a shape of the state; numbers for that shape make
    it a situation. With `ended` it is an ending instead, with a `result`.
    """

    __slots__ = ("call_stack", "chance", "continuations", "ended", "falling", "result", "segment", "shape")

    def __init__(self, shape: Shape) -> None:
        self.shape = shape
        self.call_stack: CallStack | None = None
        self.segment: Segment | None = None
        self.chance: Chance | None = None
        self.continuations: dict[Leaf, tuple[Continuation, int]] = {}
        self.ended = False
        self.result: Any = None
        self.falling: tuple[int, Reader] | None = None

    def is_running(self, rule: str) -> bool:
        """Whether the rule with this name is among the running flows."""
        return self.call_stack is not None and self.call_stack.is_running(rule)


Resolution = tuple[ChanceNode, Reader | None, int]


class Continuation:
    """The beginning of a step, and what it and the steps after it do until chance is open again, for all numbers. With
    no `segment` it is the end of everything.

    `table` remembers for numbers met before: the chance node it leads to, how the numbers there are made (None: they
    stay), and how often the counted rule began. Its keys are made of `observed`, the looks that rules took at the
    numbers; where they chose the largest of several things, a tree of such choices hangs under the key, as there are
    many of them and each is asked in few places.
    """

    __slots__ = ("call_stack", "end", "key", "observed", "segment", "table")

    def __init__(self, call_stack: CallStack | None, segment: Segment | None) -> None:
        self.call_stack = call_stack
        self.segment = segment
        self.end: ChanceNode | None = None
        self.observed: dict[str, None] = {}
        self.key: Reader = _nothing
        self.table: dict[Any, Test | Resolution] = {}

    def learn(self, observed: list[str], choices: list[tuple[str, Any]], values: Values, out: Resolution) -> None:
        """Remember where some numbers lead (`out`), and so do all numbers that look the same to the rules: with the
        same outcome of every source in `observed` and of every choice.
        """
        self.observe(observed)
        with suppress(ArithmeticError):  # a look that the rules take after another one only
            table, key = written(self.table, self.key(values), choices)
            table[key] = out

    def observe(self, sources: list[str]) -> None:
        """Tell numbers apart by these sources as well. If any is new, what was remembered before is dropped."""
        new = [source for source in sources if source not in self.observed]
        if new:
            self.observed.update(dict.fromkeys(new))
            self.key = maker(tuple(self.observed))
            self.table.clear()


def _nothing(values: Values) -> tuple[()]:
    return ()


# ---- sources of sources


class Renamed(dict[str, str]):
    """A dictionary from a source to the same in terms of earlier numbers, where `sources` says how each number `v[i]`
    it speaks of was made from those. Filled as it is asked.
    """

    def __init__(self, sources: tuple[str, ...]) -> None:
        super().__init__()
        self._sources = sources

    def __missing__(self, source: str) -> str:
        found: str
        if isinstance(source, LargestOf):
            found = LargestOf(map(self.__getitem__, source.keys))
        else:
            found = _NUMBER.sub(lambda number: self._sources[int(number[1])], source)
        self[source] = found
        return found


@lru_cache(maxsize=10_000)
def renamed(sources: tuple[str, ...]) -> Renamed:
    """The `Renamed` for these sources; the same one for the same sources."""
    return Renamed(sources)


_NUMBER = re.compile(r"v\[(\d+)\]")


def varies(source: str) -> bool:
    """Whether a source depends on the numbers at all."""
    return "v[" in source


# ---- writing into trees


def written(table: Any, key: Any, seen: list[tuple[str, Any]]) -> tuple[Any, Any]:
    """Follow observations, as (source, outcome), down from the place `key` of a list or dictionary, adding tests where
    there are none. Returns the table and key behind the last one. Raises Untraceable when another test stands in the
    way.
    """
    for source, outcome in seen:
        node = _node(table, key)
        if node is None:
            node = table[key] = Test(source)
        elif node.__class__ is not Test or node.source != source:
            raise Untraceable(f"the rules look at {source} at one time and not at another")
        table, key = node.next, outcome
    return table, key


def _node(table: Any, key: Any) -> Any:
    """The node in a place, or None."""
    return table[key] if isinstance(table, list) else table.get(key)
