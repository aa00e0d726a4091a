"""Tracing: where situations lead, by running each step of the rules once for all states that it treats alike.

A situation is a `ChanceNode` and numbers. A chance node says where the rules stand (the call stack of the flows, an
open step with its chance) and the shape of the state. From there every way of chance leads through the tree of its step
to a `Continuation`: the step that the flows start next and those that follow it without chance. Which these are, and
what they do, depends on a few looks at the numbers; a continuation remembers for every outcome of these looks where it
ends.

Owns no rule: flows and steps are the registered ones, forms check what policies answer, chance is `chance.ways`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from companion.engine.core.rules import RuleCode
from companion.engine.core.text import unread
from companion.engine.game.outlook import Decide
from companion.engine.running.runner import plain
from companion.engine.running.save import Save, State
from companion.odds.chance import OddsError
from companion.odds.policies import OpenDecision
from companion.odds.tracing.call_stacks import CallStack, CallStacks, opened
from companion.odds.tracing.running import Run
from companion.odds.tracing.shapes import FieldName, Learned, Shape, Shapes, Untraceable
from companion.odds.tracing.tracked import LargestOf, Values, maker, reader
from companion.odds.tracing.trees import (
    Again,
    Chance,
    ChanceNode,
    Continuation,
    Finish,
    Leaf,
    Resolution,
    Segment,
    Test,
    renamed,
    varies,
)

_MOST_STEPS = 10_000
ENDED = -(10**18)
"""Below the height of any situation that goes on."""


Position = tuple[ChanceNode, Values]
Step = tuple[int, Position, int]
"""Weight, where it leads, how often the counted rule was begun on the way."""


class Tracer:
    """Everything learned about one kind of state under one policy. `counted` names a rule whose
    beginnings are counted.
    """

    def __init__(self, kind: type[State], policy: Decide, counted: str = "") -> None:
        self.kind = kind
        self.policy = policy
        self.counted = counted
        self.shapes = Shapes(kind)
        self.call_stacks = CallStacks(counted)
        self.runs = 0
        """How often rule text was run."""
        self.walks = 0
        """How often the way behind a continuation was not known."""
        self.rulings: set[str] = set()
        """The rulings that some rule looked up."""
        self.rising: set[FieldName] = set()
        """Numbers that some rule was seen to raise."""
        self.sampled: dict[tuple[Position, int], list[Any]] = {}
        """Games played from some places; see `sampling`."""
        self._segments: dict[tuple[Shape, bytes], Segment] = {}
        self._continuations: dict[tuple[CallStack, Segment], Continuation] = {}
        self._chance_nodes: dict[tuple[CallStack, Segment, Chance], ChanceNode] = {}
        self._ends: dict[tuple[Shape, bytes], Continuation] = {}
        self._behind: dict[tuple[CallStack | None, Leaf], tuple[Continuation, int]] = {}

    def forget(self) -> None:
        """Drop what was learned, except which fields vary and which numbers rise."""
        for known in (self.sampled, self._segments, self._continuations, self._chance_nodes, self._ends, self._behind):
            known.clear()
        self.shapes.forget()

    def height(self, chance_node: ChanceNode, values: Values) -> int:
        """The height of a situation: the sum of its numbers that no rule was seen to raise; `ENDED` for an ending."""
        if chance_node.ended:
            return ENDED
        if chance_node.falling is None or chance_node.falling[0] != len(self.rising):  # more is known to rise since
            slots = [f"v[{i}]" for i, field in enumerate(chance_node.shape.fields) if field not in self.rising]
            chance_node.falling = len(self.rising), reader(" + ".join(["0", *slots]))
        height: int = chance_node.falling[1](values)
        return height

    @property
    def learned(self) -> int:
        """How much is remembered, counted in runs of rules and walks between chance nodes; kept tracers are limited by
        it.
        """
        return self.runs + self.walks

    # ---- what there is

    def position(self, save: Save) -> Position:
        """The situation that a save leads to, or the ending. Nobody may be asked anything in the save but chance, or
        what the policy leaves open. Raises Untraceable when flows run side by side.
        """
        state = msgspec.json.decode(bytes(save.state), type=self.kind)
        shape, values = self.shapes.split(state)
        if save.root is None:
            return self._resolved(self._end(shape, save.result), values)
        (code, args), answers = opened(save.root)
        continuation = self._continuation(self.call_stacks.at(save.root), self.segment(shape, code, args, answers))
        return self._resolved(continuation, values)

    def segment(self, shape: Shape, code: RuleCode, args: tuple[Any, ...], answers: dict[str, Any]) -> Segment:
        """The segment of a step with these arguments and answers, on a shape; always the same one."""
        key = shape, msgspec.json.encode([code.name, args, sorted(answers.items())])
        if key not in self._segments:
            self._segments[key] = Segment(shape, code, args, dict(answers))
        return self._segments[key]

    def _continuation(self, call_stack: CallStack, segment: Segment) -> Continuation:
        key = call_stack, segment
        if key not in self._continuations:
            self._continuations[key] = Continuation(call_stack, segment)
        return self._continuations[key]

    def _end(self, shape: Shape, result: Any) -> Continuation:
        """The continuation behind which all is over."""
        key = shape, msgspec.json.encode(plain(result))
        if key not in self._ends:
            chance_node = ChanceNode(shape)
            chance_node.ended, chance_node.result = True, plain(result)
            continuation = self._ends[key] = Continuation(None, None)
            continuation.end = chance_node
            continuation.table[()] = chance_node, None, 0
        return self._ends[key]

    def _chance_node(self, call_stack: CallStack, segment: Segment, chance: Chance) -> ChanceNode:
        key = call_stack, segment, chance
        if key not in self._chance_nodes:
            chance_node = self._chance_nodes[key] = ChanceNode(segment.shape)
            chance_node.call_stack, chance_node.segment, chance_node.chance = call_stack, segment, chance
        return self._chance_nodes[key]

    # ---- going on

    def steps(
        self, chance_node: ChanceNode, values: Values, ways: Sequence[int] | None = None
    ) -> tuple[int, list[Step]]:
        """What a situation leads to: the sum of the weights of all ways, and each way (or those with the indexes
        `ways`) as (weight, next situation, how often the counted rule began). Raises OddsError, Untraceable or Learned.
        """
        chance = chance_node.chance
        assert chance is not None
        found: list[Step] = []
        weights = chance.weights
        for way, weight in enumerate(weights) if ways is None else [(way, weights[way]) for way in ways]:
            node = chance.next[way]
            while node.__class__ is Test:
                node = node.next.get(node.read(values))
            if node is None:
                node = self._grown(chance_node, values, way)
            following = chance_node.continuations.get(node)
            if following is None:
                following = self._next(chance_node.call_stack, node)
                chance_node.continuations[node] = following
            continuation, started = following
            after = values if node.make is None else node.make(values)
            out: Any
            try:
                out = continuation.table.get(continuation.key(after))
                while out.__class__ is Test:
                    out = out.next.get(out.read(after))
            except ArithmeticError:  # a look that the rules take after another one only
                out = None
            if out is None:
                out = self._resolve(continuation, after)
            target, make, more = out
            found.append((weight, (target, after if make is None else make(after)), started + more))
        return chance.total, found

    @staticmethod
    def decision(chance_node: ChanceNode, values: Values) -> OpenDecision | None:
        """The open decision of a situation, in the order of its `steps`; None if chance is open."""
        return None if chance_node.chance is None else chance_node.chance.decision

    def _resolved(self, continuation: Continuation, values: Values) -> Position:
        target, make, _ = self._resolve(continuation, values)
        return target, values if make is None else make(values)

    def _resolve(self, continuation: Continuation, values: Values) -> Resolution:
        """Follow the rules from a continuation to the next chance node, running rule text where it is not known yet.

        Gives that node, how its numbers are made (None: unchanged) and how often the counted rule began on the way;
        the continuation remembers it. Raises OddsError, Untraceable or Learned.
        """
        self.walks += 1
        at, sources, now, begun = continuation, _same(continuation), values, 0
        observed: list[str] = []
        choices: list[tuple[str, Any]] = []
        for _ in range(_MOST_STEPS):
            if at.end is not None:
                chance_node = at.end
                break
            assert at.segment is not None
            node = self._looked(at.segment, now, sources, observed, choices)
            if node.__class__ is Chance:
                assert at.call_stack is not None
                chance_node = self._chance_node(at.call_stack, at.segment, node)
                break
            if node.make is not None:
                now, sources = node.make(now), tuple(map(renamed(sources).__getitem__, node.sources))
            at, started = self._next(at.call_stack, node)
            begun += started
        else:
            raise self._endless(at)
        out = chance_node, None if sources == _same(continuation) else maker(sources), begun
        continuation.learn(observed, choices, values, out)
        return out

    def _looked(
        self,
        segment: Segment,
        values: Values,
        sources: tuple[str, ...],
        observed: list[str],
        choices: list[tuple[str, Any]],
    ) -> Any:
        """What a step comes to with these numbers: the end of a branch of its tree. What was tested on the way is added
        to `observed` and `choices`, in terms of the numbers at the continuation.
        """
        unchanged = sources == segment.shape.sources
        names = renamed(sources)
        while True:
            node = segment.root[0]
            while node.__class__ is Test:
                source = node.source if unchanged else names[node.source]
                outcome = node.read(values)
                if isinstance(source, LargestOf):
                    choices.append((source, outcome))
                elif unchanged or varies(source):
                    observed.append(source)
                node = node.next.get(outcome)
            if node is not None:
                return node
            self._grow(segment, values, 0)

    def _next(self, call_stack: CallStack | None, leaf: Leaf) -> tuple[Continuation, int]:
        """The continuation behind the end of a tree, and how often the counted rule is begun before it."""
        found = self._behind.get((call_stack, leaf))
        if found is None:
            assert call_stack is not None
            found = self._behind[call_stack, leaf] = self._found_next(call_stack, leaf)
        return found

    def _found_next(self, call_stack: CallStack, leaf: Leaf) -> tuple[Continuation, int]:
        if isinstance(leaf, Again):
            return self._continuation(call_stack, leaf.segment), 0
        next_step = call_stack.after(leaf.result)
        if next_step.call_stack is None or next_step.step is None:
            return self._end(leaf.shape, next_step.result), next_step.started
        code, args = next_step.step
        return self._continuation(next_step.call_stack, self.segment(leaf.shape, code, args, {})), next_step.started

    @staticmethod
    def _endless(continuation: Continuation) -> Exception:
        assert continuation.segment is not None
        name = continuation.segment.code.name
        return OddsError(f"{name}: the policy is asked for ever, or nobody ever is")

    # ---- running rule text

    def _grown(self, chance_node: ChanceNode, values: Values, way: int) -> Leaf:
        """Grow the tree of a way of chance; gives its end."""
        assert chance_node.segment is not None
        assert chance_node.chance is not None
        self._grow(chance_node.segment, values, way)
        node = chance_node.chance.next[way]
        while node.__class__ is Test:
            node = node.next[node.read(values)]
        leaf: Leaf = node
        return leaf

    def _grow(self, segment: Segment, values: Values, way: int) -> None:
        """Run the rule text of a step, and write what it looked at into its tree."""
        self.runs += 1
        run = Run(self, segment, values, way)
        try:
            with unread():
                leaf = run.go()
        except (OddsError, Learned, Untraceable):
            raise
        except Exception as error:  # most likely an operation that tracked numbers lack; else it comes again
            raise Untraceable(repr(error)) from error
        finally:
            run.observations.closed = True
        segment.write(run, leaf)
        if isinstance(leaf, Finish):
            self._watch(segment.shape, values, leaf)

    def _watch(self, before: Shape, values: Values, finish: Finish) -> None:
        """Learn which numbers rise. Raises Learned: heights must not change under way, or cycles are not seen."""
        if finish.make is None:
            return
        after = finish.make(values)
        if finish.shape is before:
            changed = [(field, b - a) for field, a, b in zip(before.fields, values, after, strict=True) if a != b]
        else:
            changed = [(field, -value) for field, value in zip(before.fields, values, strict=True)]
            changed += zip(finish.shape.fields, after, strict=True)
        sums: dict[FieldName, int] = {}
        for field, more in changed:
            sums[field] = sums.get(field, 0) + more
        rising = {field for field, more in sums.items() if more > 0} - self.rising
        if rising:
            self.rising |= rising
            raise Learned(keeps=True)


def _same(continuation: Continuation) -> tuple[str, ...]:
    return () if continuation.segment is None else continuation.segment.shape.sources
