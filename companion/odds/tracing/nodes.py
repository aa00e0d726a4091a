"""Chance nodes, where dice or cards are open, and continuations: what the rules do between two chance nodes.

Both only remember. What they remember is found out by `tracer`.
"""

from __future__ import annotations

from contextlib import suppress
from typing import Any

from companion.odds.tracing.call_stacks import CallStack
from companion.odds.tracing.shapes import Shape
from companion.odds.tracing.tracked import Reader, Values, maker
from companion.odds.tracing.trees import Chance, Leaf, Segment, Test, written


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
