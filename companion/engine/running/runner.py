"""The runner: drives rule text from a save, one answer after another.

Every driver (live match, replay, random player, odds) uses it. It keeps the generators alive between answers, so that
going forward never runs anything twice; `resume` rebuilds the same tree from a save.

Invariant: an open step works on a copy of the state (`kept_state`); a refused answer discards the copy and runs the
step again without that answer.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import msgspec

from companion.engine.core.citing import cited
from companion.engine.core.effects import Call, Goto, Note, Repeat, as_call
from companion.engine.core.errors import Refused, RuleError, SaveError
from companion.engine.core.questions import Question, parse
from companion.engine.core.rules import RuleBook, RuleCode
from companion.engine.core.text import t
from companion.engine.running.frames import Branch, FlowNode, Node, StepNode, calls_of
from companion.engine.running.kept_state import KeptState
from companion.engine.running.restarts import Restart
from companion.engine.running.resume import fitted, rebuild
from companion.engine.running.save import Done, Frame, Save, State

_encode = msgspec.json.Encoder().encode
_PLAIN = (str, int, bool, type(None))
_ONE = (Call, Repeat)
_MAX_JUMPS = 100_000


class Runner(KeptState):
    """A running tree of rules. Not thread-safe: one runner belongs to one driver."""

    def __init__(self, book: RuleBook, state_type: type[State], save: Save) -> None:
        """Take up a save. Raises SaveError when its state does not fit `state_type`."""
        super().__init__(state_type, bytes(save.state))
        self.book = book
        self.careful = False
        """Whether steps are held to their promise to ask before they write (RuleError)."""
        self.notes: list[Note] = []
        self.restarts: list[Restart] = []
        self.result = save.result
        self._steps: dict[StepNode, None] = {}
        self._unsettled = False
        self._resuming = True
        self.root: Node | None = None
        if save.root is not None:
            self.root = rebuild(self, save.root)
            self._settle(self.root)
            self._settle_ready()
        self._resuming = False

    # ---- what a driver reads

    @property
    def done(self) -> bool:
        """Whether the root flow has ended; `result` is then what it returned, as plain data."""
        return self.root is None

    def questions(self) -> list[Question]:
        """All open questions, in the order of the frames."""
        return [question for node in self._open_steps() for question in node.open_questions()]

    def working_state(self, key: str) -> State:
        """The state as the step that asks the question with this key sees it, including what it has written so far.
        Read only. Raises KeyError when no such question is open.
        """
        state = self._find(key)[0].state
        assert state is not None
        return state

    def save(self) -> Save:
        """A save of the present position."""
        root = self.root.frame() if self.root is not None else None
        return Save(msgspec.Raw(self.state_json), root, plain(self.result))

    def sections(self) -> list[tuple[str, str, int]]:
        """The running rules from the root down to the first open step, as (rule, section, turn)."""
        path: list[tuple[str, str, int]] = []
        node: Node | None = self.root
        while node is not None:
            path.append((node.code.name, node.code.section, node.turn))
            node = next((child for child in node.running()), None)
        return path

    # ---- what a driver does

    def answer(self, key: str, raw: Any) -> Any:
        """Record an answer and run on until a question is open again or all has ended. Returns the checked value.

        Raises KeyError when no such question is open, and Refused (nothing has changed then) when the form or the rule
        forbids the answer.
        """
        node, question = self._find(key)
        value = parse(question.part, raw)
        before, noted = len(self.notes), node.noted
        slot = node.give(key, value)
        try:
            self._continue(node)
        except Refused as refused:
            if node not in self._steps:
                raise RuleError(f"a step refused before anything was asked: {refused}") from refused
            del self.notes[before:]
            del node.answers[slot]
            node.noted = noted
            self._rerun(node)
            raise
        return value

    def replace_state(self, state_json: bytes) -> None:
        """Put a corrected state under the open steps and run them again. Raises SaveError when it does not fit."""
        self._exchange(state_json)
        for node in self._open_steps():
            self._rerun(node)
        self._settle_ready()

    # ---- steps

    def start_step(self, node: StepNode) -> Branch:
        """Run a step from its beginning on the answers so far, or without those that the rules now refuse."""
        try:
            return self._begin_step(node)
        except Refused:
            if not node.answers:
                raise
            self.restarted(node, len(node.answers))
            node.answers.clear()
            node.noted = 0
            self._live = None
            return self._begin_step(node)

    def _run_through(self, code: RuleCode, args: tuple[Any, ...]) -> Any:
        """Run a step that cannot ask; it needs no place in the tree. Gives its result."""
        state = self._lend()
        if self.careful:
            self._put_aside(state)
        result = code.fn(state, *args)
        self._live, self._behind = state, True
        if self._steps:
            self._rebase(self._saved)
        return self._round_trip(code, result)

    def _begin_step(self, node: StepNode) -> Branch:
        node.state = state = self._lend()
        if self.careful or not node.code.asks_first or node.answers:
            self._put_aside(state)
        self._steps[node] = None
        node.begin(state)
        return self._drive_step(node, None)

    def _before_first_question(self, node: StepNode) -> None:
        assert node.state is not None
        self._put_aside(node.state)
        if self.careful and node.code.asks_first and _encode(node.state) != self._saved:
            raise RuleError(f"{node.code.name} promises to ask before it writes, but has written")

    def _rerun(self, node: StepNode) -> None:
        """Run an open step again on a fresh copy; it stays open or is settled by `_settle_ready`."""
        self._live = None
        node.outcome = self.start_step(node)
        self._unsettled = self._unsettled or node.outcome.done

    def _drive_step(self, node: StepNode, send: Any) -> Branch:
        while True:
            effect = node.advance(send)
            if effect is None:
                return self._finish_step(node)
            if isinstance(effect, Note):
                self._note(node, effect)
                send = None
                continue
            if not node.has_asked and node.code.asks_first:
                self._before_first_question(node)
            node.open(effect)
            dropped = node.drop_misfits()
            if dropped:
                self.restarted(node, dropped)
                node.noted = min(node.noted, node.notes_seen)
            if not node.complete():
                return Branch(False)
            send = node.collect()

    def restarted(self, node: Node, dropped: int) -> None:
        """Record that a node must ask again; `dropped` is how many of its answers were lost."""
        self.restarts.append(Restart(node.code.name, dropped, "release" if self._resuming else "state"))

    def _note(self, node: StepNode, note: Note) -> None:
        node.notes_seen += 1
        if node.notes_seen > node.noted:
            node.noted = node.notes_seen
            self.notes.append(cited(note, node.code.section))

    def _finish_step(self, node: StepNode) -> Branch:
        del self._steps[node]
        self._live, node.state = node.state, None
        self._behind = True
        result = self._round_trip(node.code, node.result)
        if self._steps:
            self._rebase(self._saved)
        return Branch(True, result)

    def _rebase(self, before: bytes) -> None:
        """Another step has finished: if it wrote, run the open ones again on the new state with their answers."""
        if self.state_json == before:
            return
        for node in list(self._steps):
            if node in self._steps:  # it may have finished while another one was run again
                self._rerun(node)

    def _round_trip(self, code: RuleCode, value: Any) -> Any:
        """What a save would give back, so that a resumed flow cannot differ from a live one."""
        if isinstance(value, _PLAIN):
            return value
        return fitted(code, value)

    # ---- flows

    def start_node(self, node: Node) -> Branch:
        """Run a new node until it ends or waits for answers."""
        if isinstance(node, StepNode):
            return self.start_step(node)
        assert isinstance(node, FlowNode)
        return self.drive_flow(node, None)

    def drive_flow(self, node: FlowNode, send: Any) -> Branch:
        """Send a value to a flow and run it until it ends or waits for answers.

        Raises RuleError when it yields what a flow may not, or starts itself anew without end.
        """
        for _ in range(_MAX_JUMPS):
            effect = node.advance(send)
            send = None
            if effect is None:
                if not isinstance(node.result, Goto):
                    return Branch(True, self._round_trip(node.code, node.result))
                self._jump(node, node.result.call)
            elif isinstance(effect, Note):
                self.notes.append(cited(effect, node.code.section))
                node.journal.append(["note", None])
            else:
                branch = self._start(node, effect)
                if not branch.done:
                    return branch
                send = branch.value
        raise RuleError(f"{node.code.name} runs for ever without asking anything")

    def _start(self, node: FlowNode, effect: Any) -> Branch:
        """Start what a flow yields: one rule, again and again perhaps, or several."""
        if not isinstance(effect, _ONE):
            return self._start_many(node, effect)
        call = effect if isinstance(effect, Call) else effect.call
        code = self._code(call.rule)
        if code.is_generator or call is not effect:
            return self._start_one(node, effect, code, call.args)
        result = self._run_through(code, call.args)
        node.journal.append([call.rule, plain(result)])
        return Branch(True, result)

    def _start_one(self, node: FlowNode, effect: Call | Repeat, code: RuleCode, args: tuple[Any, ...]) -> Branch:
        if code.is_flow:
            flow = FlowNode(code, args, node)
            node.fork(effect, [flow])
            flow.started = True
            branch = self.drive_flow(flow, None)
        else:
            step = StepNode(code, args, node)
            node.fork(effect, [step])
            step.started = True
            branch = self.start_step(step)
        return node.joined(branch.value) if branch.done else branch

    def _start_many(self, node: FlowNode, effect: Any) -> Branch:
        node.fork(effect, [self.node(call, node, i) for i, call in enumerate(calls_of(node, effect))])
        for index, child in enumerate(node.children):
            if isinstance(child, Node) and not child.started:
                child.started = True
                branch = self.start_node(child)
                if branch.done:
                    node.children[index] = Done(branch.value)
        return node.join()

    def _jump(self, node: FlowNode, call: Call) -> None:
        code = self._code(call.rule)
        if not code.is_flow:
            raise RuleError(f"{node.code.name}: Goto needs a flow, not {call.rule}")
        node.replace(code, call.args)

    def node(self, call: Call, parent: FlowNode | None, index: int) -> Node:
        """A node for a call, not started yet."""
        return _node_of(self._code(call.rule), call.args, parent, index)

    def _code(self, name: str) -> RuleCode:
        code = self.book.get(name)
        if code is None:
            raise SaveError(t("This release has no rule {rule}.", rule=name))
        return code

    # ---- going on after an answer

    def _continue(self, node: StepNode) -> None:
        if not node.complete():
            return
        node.outcome = self._drive_step(node, node.collect())
        self._settle(node)
        self._settle_ready()

    def _settle(self, node: Node) -> None:
        """Hand a finished node's result upwards as far as things finish."""
        while node.outcome.done:
            parent = node.parent
            if parent is None:
                self.root, self.result = None, plain(node.outcome.value)
                return
            branch = parent.finish_child(node, node.outcome.value)
            parent.outcome = self.drive_flow(parent, branch.value) if branch.done else branch
            node = parent

    def _settle_ready(self) -> None:
        """Steps that finished while being run again (a correction answered them) go on too."""
        if not self._unsettled:
            return
        self._unsettled = False
        while ready := next((node for node in self._open_steps() if node.outcome.done), None):
            self._settle(ready)

    def _find(self, key: str) -> tuple[StepNode, Question]:
        for node in self._open_steps():
            for question in node.open_questions():
                if question.key == key:
                    return node, question
        raise KeyError(key)

    def _open_steps(self) -> Iterable[StepNode]:
        """Open steps in the order of the frames; one alone, the usual case, is found without a walk."""
        if len(self._steps) == 1 and not self._unsettled:
            return list(self._steps)
        return self.root.steps() if self.root is not None else ()


def _node_of(code: RuleCode, args: tuple[Any, ...], parent: FlowNode | None, index: int) -> Node:
    kind = FlowNode if code.is_flow else StepNode
    return kind(code, args, parent, index)


def plain(value: Any) -> Any:
    """A value of rule text as plain JSON data."""
    return value if isinstance(value, _PLAIN) else msgspec.to_builtins(value)


def start(book: RuleBook, state: State, call: Any) -> Runner:
    """A runner at the very beginning of a call."""
    call = as_call(call)
    save = Save(msgspec.Raw(_encode(state)), Frame(call.rule, args=[plain(arg) for arg in call.args]))
    return Runner(book, type(state), save)
