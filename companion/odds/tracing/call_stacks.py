"""Call stacks: which flows run. Flows never see the state, so how they go on depends on the results of steps alone.

A `CallStack` is a saved frame: the running flows with the results they have got, down to the open step. `after` says
which step comes next when this gives a result. Every answer is worked out once, by the runner of a match, in which
steps only wait.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import msgspec
from msgspec import Raw, structs

from companion.engine.core.effects import Call, Repeat
from companion.engine.core.rules import RuleCode, book
from companion.engine.running.frames import WAITING, Branch, FlowNode, StepNode
from companion.engine.running.runner import Runner, plain
from companion.engine.running.save import Done, Frame, Save, State
from companion.odds.tracing.shapes import Untraceable

_PLAIN = (str, int, bool, type(None))
Open = tuple[RuleCode, tuple[Any, ...]]
"""The open step and its arguments."""


class NextStep(NamedTuple):
    """What comes after a step: the next `step` and the `call_stack` down to it; or, with neither, the end of everything
    with a `result`. `started` counts how often the counted rule began on the way.
    """

    call_stack: CallStack | None
    step: Open | None
    result: Any
    started: int


class CallStack:
    """The running flows, the outermost first, and the open step. Equal ones are one object."""

    __slots__ = ("_after", "_call_stacks", "_frame")

    def __init__(self, call_stacks: CallStacks, frame: Frame) -> None:
        self._call_stacks = call_stacks
        self._frame = frame
        self._after: dict[Any, NextStep] = {}

    def after(self, value: Any) -> NextStep:
        """What comes next when the open step returns a value. Raises Untraceable for parallel calls."""
        key = (value.__class__, value) if isinstance(value, _PLAIN) else msgspec.json.encode(plain(value))
        if key not in self._after:
            self._after[key] = self._found(value)
        return self._after[key]

    def _found(self, value: Any) -> NextStep:
        flows = _Flows(self._frame, self._call_stacks.counted)
        begun = flows.begun
        flows.give(value)
        if flows.root is None:
            return NextStep(None, None, flows.result, flows.begun - begun)
        return NextStep(self._call_stacks.at(flows.root.frame()), flows.open(), None, flows.begun - begun)

    def is_running(self, rule: str) -> bool:
        """Whether the rule with this name is one of these flows."""
        return any(frame.rule == rule for frame in _levels(self._frame))


class CallStacks:
    """All call stacks met so far; `counted` names the rule whose beginnings are counted."""

    def __init__(self, counted: str) -> None:
        self.counted = counted
        self._known: dict[bytes, CallStack] = {}

    def at(self, frame: Frame) -> CallStack:
        """The call stack of a saved frame."""
        still = _still(frame)
        return self._known.setdefault(msgspec.json.encode(still), CallStack(self, still))


def opened(frame: Frame) -> tuple[Open, dict[str, Any]]:
    """The open step of a saved frame, and the answers that it has got, by slot.

    Raises Untraceable when flows run side by side, SaveError when this release cannot run the frame.
    """
    answers = _levels(frame)[-1].answers
    return _Flows(frame).open(), {slot: given.value for slot, given in answers.items()}


class _Flows(Runner):
    """A runner in which every step waits for the result it is handed; `begun` counts a rule."""

    def __init__(self, frame: Frame, counted: str = "") -> None:
        self.counted, self.begun = counted, 0
        self._open: StepNode | None = None
        super().__init__(book, State, Save(Raw(b"{}"), frame))

    def open(self) -> Open:
        """The step that waits."""
        assert self._open is not None
        return self._open.code, self._open.args

    def give(self, value: Any) -> None:
        """Hand the open step its result, and go on to the next step or to the end."""
        step = self._open
        assert step is not None
        step.outcome = Branch(True, self._round_trip(step.code, value))
        self._settle(step)

    def start_step(self, node: StepNode) -> Branch:
        """It waits."""
        self._open = node
        return WAITING

    def _start(self, node: FlowNode, effect: Any) -> Branch:
        if not isinstance(effect, Call | Repeat):
            raise Untraceable(f"{type(effect).__name__} in a flow")
        call = effect if isinstance(effect, Call) else effect.call
        return self._start_one(node, effect, self._code(call.rule), call.args)

    def _code(self, name: str) -> RuleCode:
        self.begun += name == self.counted
        return super()._code(name)


def _levels(frame: Frame) -> list[Frame]:
    """The running flows and the open step. Raises Untraceable when flows run side by side."""
    found = [frame]
    while children := found[-1].children:
        if len(children) != 1 or isinstance(children[0], Done):
            raise Untraceable("parallel branches")
        found.append(children[0])
    return found


def _still(frame: Frame) -> Frame:
    """A frame without what only tells how long it has run: turns, and the answers of the open step."""
    children = [_still(child) for child in frame.children if isinstance(child, Frame)]
    return structs.replace(frame, turn=0, answers={}, noted=0, children=list[Frame | Done](children))
