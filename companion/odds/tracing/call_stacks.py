"""Call stacks: which flows run. Flows never see the state, so how they go on depends on the results of steps alone.

A `CallStack` is a chain of running flows with the results they have got; `after` says which step comes next when the
open one gives a result. Every answer is worked out once, by running the registered flows.
"""

from __future__ import annotations

from typing import Any

import msgspec

from companion.engine.core.effects import Call, Goto, Note, Repeat
from companion.engine.core.errors import RuleError, SaveError
from companion.engine.core.rules import RuleCode, book
from companion.engine.core.text import t
from companion.engine.running.resume import fitted, typed_result
from companion.engine.running.runner import plain
from companion.engine.running.save import Done, Frame
from companion.odds.tracing.shapes import Untraceable

_MOST_CALLS = 100_000
_PLAIN = (str, int, bool, type(None))
Running = tuple[RuleCode, tuple[Any, ...], tuple[Any, ...]]
"""A running flow: its rule, arguments, and the results it has got so far."""
Open = tuple[RuleCode, tuple[Any, ...]]
"""The open step."""


class NextStep:
    """What comes after a step: the next `step`, called from a `call_stack`; or, with neither, the end of everything
    with a `result`. `started` counts how often the counted rule began on the way.
    """

    __slots__ = ("call_stack", "result", "started", "step")

    def __init__(self, call_stack: CallStack | None, step: Open | None, result: Any, started: int) -> None:
        self.call_stack = call_stack
        self.step = step
        self.result = result
        self.started = started


class CallStack:
    """A chain of running flows, the outermost first. Equal chains are one object."""

    __slots__ = ("_after", "call_stacks", "levels")

    def __init__(self, call_stacks: CallStacks, levels: list[Running]) -> None:
        self.call_stacks = call_stacks
        self.levels = levels
        self._after: dict[Any, NextStep] = {}

    def after(self, code: RuleCode, value: Any) -> NextStep:
        """What comes next when the open step, of this rule, returns a value. Raises Untraceable for parallel calls."""
        result = typed(code, value)
        key = (result.__class__, result) if isinstance(result, _PLAIN) else msgspec.json.encode(plain(result))
        found = self._after.get(key)
        if found is None:
            found = self._after[key] = _Execution(self.call_stacks, self.levels).go(result)
        return found

    def is_running(self, rule: str) -> bool:
        """Whether the rule with this name is one of these flows."""
        return any(code.name == rule for code, _, _ in self.levels)


class CallStacks:
    """All call stacks met so far."""

    def __init__(self, counted: str) -> None:
        self.counted = counted
        self._known: dict[bytes, CallStack] = {}

    def at(self, levels: list[Running]) -> CallStack:
        """The call stack of these running flows."""
        key = msgspec.json.encode([[code.name, args, results] for code, args, results in levels])
        if key not in self._known:
            self._known[key] = CallStack(self, levels)
        return self._known[key]


def typed(code: RuleCode, value: Any) -> Any:
    """A result of a rule in the form that a save would give it back in."""
    return value if isinstance(value, _PLAIN) else fitted(code, plain(value))


class _RunningFlow:
    """A running flow; `repeats` is the call it has run again as long as that gives true."""

    __slots__ = ("args", "code", "generator", "repeats", "results")

    def __init__(self, code: RuleCode, args: tuple[Any, ...], results: tuple[Any, ...] = ()) -> None:
        self.begin(code, args)
        self.results += results

    def begin(self, code: RuleCode, args: tuple[Any, ...]) -> None:
        """Run this flow, from its beginning."""
        self.code = code
        self.args = args
        self.results: list[Any] = []
        self.repeats: Call | None = None
        self.generator = code.fn(*args)

    def resume(self) -> None:
        """Go on to the call that it waits for."""
        for result in (None, *self.results):
            self.send(result)

    def send(self, value: Any) -> Any:
        """The next call. Raises StopIteration with the result at the end."""
        effect = self.generator.send(value)
        while isinstance(effect, Note):
            effect = self.generator.send(None)
        self.repeats = effect.call if isinstance(effect, Repeat) else None
        return self.repeats or effect


class _Execution:
    """From the result of a step through the flows to the next step, or to the end."""

    def __init__(self, call_stacks: CallStacks, levels: list[Running]) -> None:
        self.call_stacks = call_stacks
        self.levels = [_RunningFlow(*running) for running in levels]
        for level in self.levels:
            level.resume()
        self.started = self.calls = 0

    def go(self, result: Any) -> NextStep:
        """Hand a result to the flows until one of them calls a step, or all are through."""
        effect: Any = None
        while effect is not None or self.levels:
            if effect is None:
                effect, result = self._given(self.levels[-1], result)
            elif not isinstance(effect, Call):
                raise Untraceable(f"{type(effect).__name__} in a flow")
            else:
                code = self._code(effect)
                if not code.is_flow:
                    running = [(level.code, level.args, tuple(level.results)) for level in self.levels]
                    return NextStep(self.call_stacks.at(running), (code, effect.args), None, self.started)
                self.levels.append(_RunningFlow(code, effect.args))
                effect, result = self._next(self.levels[-1], None)
            if effect is None:
                self.levels.pop()
        return NextStep(None, None, result, self.started)

    def _given(self, level: _RunningFlow, result: Any) -> tuple[Any, Any]:
        """The next call of a flow that has got a result: the same again, if it repeats that; or its own result."""
        if level.repeats is not None:
            if result:
                return level.repeats, None
            result = None
        level.results.append(result)
        return self._next(level, result)

    def _next(self, level: _RunningFlow, send: Any) -> tuple[Any, Any]:
        """The next call of a flow or of what it goes on as, or its result."""
        while True:
            self.calls += 1
            if self.calls > _MOST_CALLS:
                raise RuleError(f"{level.code.name} runs for ever without asking anything")
            try:
                return level.send(send), None
            except StopIteration as stop:
                if not isinstance(stop.value, Goto):
                    return None, typed(level.code, stop.value)
                call, send = stop.value.call, None
                level.begin(self._code(call), call.args)

    def _code(self, call: Call) -> RuleCode:
        code = book.get(call.rule)
        if code is None:
            raise SaveError(t("This release has no rule {rule}.", rule=call.rule))
        self.started += call.rule == self.call_stacks.counted
        return code


def chain(frame: Frame) -> tuple[list[Running], Open, dict[str, Any]]:
    """A saved frame taken apart: its running flows, its open step, and the answers that this has got, by slot.

    Raises Untraceable when flows run side by side, SaveError when this release lacks a rule.
    """
    levels: list[Running] = []
    while True:
        code = book.get(frame.rule)
        if code is None:
            raise SaveError(t("This release has no rule {rule}.", rule=frame.rule))
        kinds = code.resolve_types()[0]
        args = tuple(msgspec.convert(arg, kind, str_keys=True) for arg, kind in zip(frame.args, kinds, strict=True))
        if not code.is_flow:
            return levels, (code, args), {slot: given.value for slot, given in frame.answers.items()}
        results = tuple(typed_result(book, what, value) for what, value in frame.journal if what != "note")
        if len(frame.children) != 1 or isinstance(frame.children[0], Done):
            raise Untraceable("parallel branches")
        levels.append((code, args, results))
        frame = frame.children[0]
