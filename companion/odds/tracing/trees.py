"""Trees of observations: what one step of the rules does, for all numbers that it treats alike.

A `Segment` is a step with its arguments, a shape of the state and the answers it has got so far; where it stands in
the flows is no part of it, so that what was learned about it counts everywhere. Its tree asks what the step looked at,
in the same order. At the end of a branch stands what comes of it: `Chance` when dice are open, `Finish` when the step
is through, `Again` when it needs chance once more.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from companion.engine.core.rules import RuleCode
from companion.odds.chance import Way
from companion.odds.policies import OpenDecision
from companion.odds.tracing.shapes import Shape, Untraceable
from companion.odds.tracing.tracked import Choice, Reader, Values, maker, reader

if TYPE_CHECKING:
    from companion.odds.tracing.running import Run


_OFTEN = 30
"""A choice that is asked so often is compiled: most are not, and compiling takes as long as so many answers."""


class Test:
    """A branching of the tree: what is looked at, and where each outcome leads."""

    __slots__ = ("asked", "next", "read", "source")

    def __init__(self, source: str) -> None:
        self.source = source
        self.asked = 0
        self.read: Reader = self._choose if isinstance(source, Choice) else reader(source)
        self.next: dict[Any, Any] = {}

    def _choose(self, values: Values) -> int:
        """The outcome of a choice, from its keys: these are compiled, as many choices share them."""
        assert isinstance(self.source, Choice)
        self.asked += 1
        if self.asked == _OFTEN:
            self.read = reader(self.source)
        keys = [reader(key)(values) for key in self.source.keys]
        return max(range(len(keys)), key=keys.__getitem__)


class Chance:
    """What is open in a step: weights out of `total`, and the trees of what comes of each way. Or a decision."""

    __slots__ = ("decision", "next", "total", "weights")

    def __init__(self, found: list[Way], decision: OpenDecision | None) -> None:
        self.decision = decision
        self.weights = [way.weight for way in found]
        self.total = sum(self.weights)
        self.next: list[Any] = [None] * len(found)


class Finish:
    """The step is through: its result, the shape it leaves, and where the numbers come from (None: unchanged)."""

    __slots__ = ("make", "result", "shape", "sources")

    def __init__(self, before: Shape, result: Any, shape: Shape, sources: tuple[str, ...]) -> None:
        self.result = result
        self.shape = shape
        self.sources = sources
        self.make: Reader | None = None if sources == before.sources else maker(sources)


class Again:
    """The step needs chance once more, after these answers."""

    __slots__ = ("make", "segment")

    def __init__(self, segment: Segment) -> None:
        self.segment = segment
        self.make: Reader | None = None


Leaf = Finish | Again


class Segment:
    """A step with its arguments, the shape of the state before it, and the answers it has got so far."""

    __slots__ = ("answers", "args", "code", "root", "shape")

    def __init__(self, shape: Shape, code: RuleCode, args: tuple[Any, ...], answers: dict[str, Any]) -> None:
        self.shape = shape
        self.code = code
        self.args = args
        self.answers = answers
        self.root: list[Any] = [None]
        """The root of its tree."""

    def write(self, run: Run, leaf: Leaf) -> None:
        """Write a run into the tree: what was seen before chance, which chance, and what was seen then."""
        seen = run.observations.seen
        at = written(Slot(self.root, 0), seen[: run.before])
        if run.chance is None:
            at.put(leaf)
            return
        chance = at.get()
        if chance is None:
            chance = Chance(run.chance, run.decision)
            at.put(chance)
        written(Slot(chance.next, run.way), seen[run.before :]).put(leaf)


# ---- sources of sources


class Renamed(dict[str, str]):
    """Sources in terms of earlier numbers, where `sources` says how these have become the numbers they speak of."""

    def __init__(self, sources: tuple[str, ...]) -> None:
        super().__init__()
        self._sources = sources

    def __missing__(self, source: str) -> str:
        found: str
        if isinstance(source, Choice):
            found = Choice(map(self.__getitem__, source.keys))
        else:
            found = _NUMBER.sub(lambda number: self._sources[int(number[1])], source)
        self[source] = found
        return found


@lru_cache(maxsize=10_000)
def renamed(sources: tuple[str, ...]) -> Renamed:
    """All sources in terms of the numbers that these sources speak of."""
    return Renamed(sources)


_NUMBER = re.compile(r"v\[(\d+)\]")


def varies(source: str) -> bool:
    """Whether a source depends on any number."""
    return "v[" in source


# ---- writing into trees


class Slot:
    """A place in a list or a table where a node of a tree stands, or will."""

    def __init__(self, table: Any, key: Any) -> None:
        self.table = table
        self.key = key

    def get(self) -> Any:
        """The node there; None while there is none."""
        return self.table[self.key] if isinstance(self.table, list) else self.table.get(self.key)

    def put(self, node: Any) -> None:
        """Put a node there."""
        self.table[self.key] = node


def written(at: Slot, seen: list[tuple[str, Any]]) -> Slot:
    """Follow observations down a tree, adding tests where it ends; gives the place behind the last one."""
    for source, outcome in seen:
        node = at.get()
        if node is None:
            node = Test(source)
            at.put(node)
        elif node.__class__ is not Test or node.source != source:
            raise Untraceable(f"the rules look at {source} at one time and not at another")
        at = Slot(node.next, outcome)
    return at
