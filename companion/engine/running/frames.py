"""Live frames: the tree of running flows and open steps, with the generators that run their rule text.

A `FlowNode` is a running flow; its children are what it has called and waits for. A `StepNode` is a step that waits for
answers. Each can be written as a `Frame` for a save, from which `resume` makes it again.

A node knows the flow above it only weakly: so a tree goes at once when its runner lets go of the root, with the states
its steps work on, and need not wait for the garbage collector.

What a step yields at one time are one or several questions, its parts. A slot is the place of one part: the number of
the yield, counted from 0, and for several parts a number after it (`2`, `3.0`, `3.1`).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any
from weakref import ref

import msgspec
from msgspec import Struct

from companion.engine.core.citing import cited
from companion.engine.core.effects import All, Ask, Call, Commit, Draw, Part, Pool, Repeat, Roll, Together
from companion.engine.core.errors import Refused, RuleError
from companion.engine.core.questions import Question, digest, parse
from companion.engine.core.rules import RuleCode
from companion.engine.running.save import Done, Frame, Given, State


class Branch(Struct, gc=False):
    """How far a node has run: `done` with the value it returned, or waiting for answers."""

    done: bool
    value: Any = None


WAITING = Branch(False)
_PLAIN = (str, int, type(None))
_SINGLE = (Ask, Roll, Pool, Draw)
_JOINED = (All, Commit)


class Node:
    """What steps and flows have in common: their rule, arguments, place in the tree and generator."""

    turn = 0
    started = False
    outcome = WAITING
    _path = ""
    result: Any = None
    _generator: Any = None

    def __init__(self, code: RuleCode, args: tuple[Any, ...], parent: FlowNode | None, index: int = 0) -> None:
        self.code = code
        self.args = args
        self._above = None if parent is None else ref(parent)
        self.index = index

    @property
    def parent(self) -> FlowNode | None:
        """The flow that waits for this node; None for the root."""
        return None if self._above is None else self._above()

    @property
    def path(self) -> str:
        """The place in the tree (`0~2.5.0`, and `0` for the root); it stays the same as long as the node runs."""
        if not self._path:
            parent = self.parent
            self._path = "0" if parent is None else f"{parent.child_path()}.{self.index}"
        return self._path

    def running(self) -> Iterator[Node]:
        """The children that have not finished; none for a step."""
        return iter(())

    def steps(self) -> Iterator[StepNode]:
        """The open steps at or below this node."""
        raise NotImplementedError

    def frame(self) -> Frame:
        """This node as a frame to be saved."""
        raise NotImplementedError


class StepNode(Node):
    """An open step: the copy of the state that it works on, and the answers it has got so far, by slot."""

    noted = 0
    notes_seen = 0
    state: State | None = None
    _index = -1
    _effect: Any = None
    _parts: tuple[Part, ...] = ()
    _questions: list[Question] | None = None

    def __init__(self, code: RuleCode, args: tuple[Any, ...], parent: FlowNode | None, index: int = 0) -> None:
        self.code, self.args, self.index = code, args, index
        self._above = None if parent is None else ref(parent)
        self.answers: dict[str, Given] = {}
        self._slots: list[str] = []

    def begin(self, state: State) -> None:
        """Start the rule, from its beginning, on a working copy of the state. Answers it has got stay."""
        self.notes_seen = 0
        self._index = -1
        self._parts = ()
        self._slots = []
        self._questions = None
        if self.code.is_generator:
            self._generator = self.code.fn(state, *self.args)
        else:
            self._generator = None
            self.result = self.code.fn(state, *self.args)

    def advance(self, send: Any) -> Any:
        """Send a value to the rule and return its next effect, or None at its end."""
        if self._generator is None:
            return None
        try:
            return self._generator.send(send)
        except StopIteration as stop:
            self.result = stop.value
            return None

    def open(self, effect: Any) -> None:
        """Open the questions of an effect that the rule has yielded. Raises RuleError for what only flows yield."""
        self._index += 1
        self._effect = effect
        self._questions = None
        section = self.code.section
        if isinstance(effect, _JOINED):
            self._parts = tuple([cited(part, section) for part in effect.parts])
            self._slots = [f"{self._index}.{i}" for i in range(len(effect.parts))]
        elif isinstance(effect, _SINGLE):
            self._parts = (cited(effect, section),)
            self._slots = [str(self._index)]
        else:
            raise RuleError(f"{self.code.name}: a step cannot yield {type(effect).__name__}")

    def drop_misfits(self) -> int:
        """Drop answers that no longer fit what is asked here, and all later ones. Returns how many."""
        if not self.answers:
            return 0
        parts = dict(zip(self._slots, self._parts, strict=True))
        here = [slot for slot in self.answers if _yield_of(slot) == self._index]
        wrong = [slot for slot in here if slot not in parts or not self._fits(slot, parts[slot])]
        if not wrong:
            return 0
        wrong += [slot for slot in self.answers if _yield_of(slot) > self._index]
        for slot in wrong:
            del self.answers[slot]
        return len(wrong)

    def _fits(self, slot: str, part: Part) -> bool:
        given = self.answers[slot]
        if given.digest != digest(part):
            return False
        try:
            parse(part, given.value)
        except Refused:
            return False
        return True

    @property
    def has_asked(self) -> bool:
        """Whether this step has asked its first question."""
        return self._index >= 0

    def complete(self) -> bool:
        """Whether every question that is open now has its answer."""
        return len(self.answers) >= len(self._slots) and all(slot in self.answers for slot in self._slots)

    def collect(self) -> Any:
        """What the rule is sent as the result of its yield: the answer, or a list of them for several questions."""
        values = [self.answers[slot].value for slot in self._slots]
        return values if isinstance(self._effect, _JOINED) else values[0]

    def open_questions(self) -> list[Question]:
        """The questions that have no answer yet."""
        if self.outcome.done:
            return []
        if self._questions is None:
            path = self.path
            self._questions = [self._question(path, *one) for one in zip(self._slots, self._parts, strict=True)]
        if not self.answers:
            return self._questions
        return [q for q, slot in zip(self._questions, self._slots, strict=True) if slot not in self.answers]

    def _question(self, path: str, slot: str, part: Part) -> Question:
        joint = self._effect.joint if isinstance(self._effect, All) else None
        key = f"{path}:{slot}-{digest(part)}"
        sealed, group = isinstance(self._effect, Commit), f"{path}:{self._index}"
        peers, place = tuple([one.seat for one in self._parts]), self._slots.index(slot)
        return Question(key, group, part, sealed, joint, len(peers), self.code.name, self.args, peers, place)

    def give(self, key: str, value: Any) -> str:
        """Record the answer to the question with this key. Returns its slot."""
        slot, asked = key.rsplit(":", 1)[1].rsplit("-", 1)
        self.answers[slot] = Given(asked, value)
        return slot

    def steps(self) -> Iterator[StepNode]:
        """This step alone."""
        yield self

    def frame(self) -> Frame:
        """This step as a frame to be saved."""
        args = [msgspec.to_builtins(arg) for arg in self.args]
        return Frame(self.code.name, args=args, answers=dict(self.answers), noted=self.noted)


class FlowNode(Node):
    """A running flow: its journal (what every finished yield was, and its result), and the children it waits for."""

    def __init__(self, code: RuleCode, args: tuple[Any, ...], parent: FlowNode | None, index: int = 0) -> None:
        self.code, self.args, self.index = code, args, index
        self._above = None if parent is None else ref(parent)
        self.journal: list[list[Any]] = []
        self.children: list[Node | Done] = []
        self._effect: Any = None
        self._pushed: list[Any] = []
        self.called = code.name
        self._generator = code.fn(*args)

    def advance(self, send: Any) -> Any:
        """Send a value to the flow and return its next effect, or None at its end."""
        if self._pushed:
            return self._pushed.pop()
        try:
            return self._generator.send(send)
        except StopIteration as stop:
            self.result = stop.value
            return None

    def push_back(self, effect: Any) -> None:
        """Let the next `advance` return this effect instead of going on."""
        self._pushed.append(effect)

    def replace(self, code: RuleCode, args: tuple[Any, ...]) -> None:
        """Go on as another flow, from its beginning and with an empty journal (Goto)."""
        self.code, self.args = code, args
        self.turn += 1
        self.journal = []
        self._generator = code.fn(*args)

    def fork(self, effect: Call | Together | Repeat, children: list[Node | Done]) -> None:
        """Wait for these children, one for each call of an effect."""
        self._effect = effect
        self.children = children

    def child_path(self) -> str:
        """The first part of the paths of the children that it waits for now."""
        return f"{self.path}~{self.turn}.{len(self.journal)}"

    def finish_child(self, child: Node, value: Any) -> Branch:
        """Record the value that a child has returned. Done, with the results of all, if it was the last one."""
        if not isinstance(self._effect, Together):
            return self.joined(value)
        index = next(i for i, node in enumerate(self.children) if node is child)
        self.children[index] = Done(value)
        return self.join()

    def join(self) -> Branch:
        """Done with the results once all children have finished; these are then written into the journal."""
        values = [child.value for child in self.children if isinstance(child, Done)]
        if len(values) < len(self.children):
            return WAITING
        return self.joined(values if isinstance(self._effect, Together) else values[0])

    def joined(self, value: Any) -> Branch:
        """All children have finished: write their results into the journal. A `Repeat` whose call returned True is put
        back instead, so that it starts again.
        """
        effect = self._effect
        if isinstance(effect, Call):
            what = effect.rule
        else:
            if isinstance(effect, Repeat):
                if value:
                    self.turn += 1
                    self.push_back(effect)
                    self.children = []
                    return Branch(True)
                value = None
            what = effect_name(effect)
        plain = value if isinstance(value, _PLAIN) else msgspec.to_builtins(value)
        self.journal.append([what, plain])
        self.children = []
        return Branch(True, value)

    def running(self) -> Iterator[Node]:
        """The unfinished children."""
        return (child for child in self.children if isinstance(child, Node))

    def steps(self) -> Iterator[StepNode]:
        """The open steps below this flow."""
        for child in self.children:
            if isinstance(child, Node):
                yield from child.steps()

    def frame(self) -> Frame:
        """This flow as a frame to be saved."""
        children = [child.frame() if isinstance(child, Node) else _saved(child) for child in self.children]
        args = [msgspec.to_builtins(arg) for arg in self.args]
        called = self.called if self.called != self.code.name else ""
        return Frame(self.code.name, called, args, self.turn, list(self.journal), children)


def _yield_of(slot: str) -> int:
    """The number of the yield a slot belongs to."""
    return int(slot.partition(".")[0])


def calls_of(node: FlowNode, effect: Any) -> tuple[Call, ...]:
    """The calls in an effect of a flow. Raises RuleError for anything that a flow cannot yield."""
    if isinstance(effect, Call):
        return (effect,)
    if isinstance(effect, Together):
        return effect.calls
    if isinstance(effect, Repeat):
        return (effect.call,)
    if isinstance(effect, _SINGLE + _JOINED):
        raise RuleError(f"{node.code.name}: a flow cannot ask; put the question into a step")
    raise RuleError(f"{node.code.name} yields {effect!r}")


def effect_name(effect: Any) -> str:
    """The name of a flow's effect in its journal: the rule called, `together` or `note`."""
    if isinstance(effect, Call):
        return effect.rule
    if isinstance(effect, Repeat):
        return effect.call.rule
    return "together" if isinstance(effect, Together) else "note"


def _saved(done: Done) -> Done:
    return Done(msgspec.to_builtins(done.value))
