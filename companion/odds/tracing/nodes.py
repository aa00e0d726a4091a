"""Chance nodes, where dice or cards are open, and continuations, what the rules do after them until the next one.

Both only remember; what they remember is found out by `tracer`.
"""

from __future__ import annotations

from contextlib import suppress
from typing import Any

from companion.odds.tracing.call_stacks import CallStack
from companion.odds.tracing.shapes import Shape
from companion.odds.tracing.tracked import Reader, Values, maker
from companion.odds.tracing.trees import Chance, Leaf, Segment, Slot, Test, written


class ChanceNode:
    """A place in the rules where chance is open, with a shape of the state; or, with `ended`, the end of all."""

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
        """Whether a rule is running here."""
        return self.call_stack is not None and self.call_stack.is_running(rule)


Resolution = tuple[ChanceNode, Reader | None, int]


class Continuation:
    """The beginning of a step, or the end of all (`segment` None), and what follows it without chance.

    `table` says at which chance node that ends, what the numbers are then (None: the same) and how often the counted
    rule was begun: by `key`, and where choices are made on the way by a tree of them. (Choices are many, and each is
    asked in few places only.)
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
        """Remember where these numbers lead (`out`), and with them all numbers that give the same observations."""
        self.observe(observed)
        with suppress(ArithmeticError):  # a look that the rules take after another one only
            written(Slot(self.table, self.key(values)), choices).put(out)

    def observe(self, sources: list[str]) -> None:
        """Add sources to what tells numbers apart here; what was remembered by fewer is dropped."""
        new = [source for source in sources if source not in self.observed]
        if new:
            self.observed.update(dict.fromkeys(new))
            self.key = maker(tuple(self.observed))
            self.table.clear()


def _nothing(values: Values) -> tuple[()]:
    return ()
