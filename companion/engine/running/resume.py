"""Resuming: rebuilds the live tree of a save, by running flows on their saved results and open steps on their answers.

The rules may have changed since the save. Then as little as possible is asked again: a step whose questions differ
drops the answers that no longer fit, a step that is gone or takes other arguments is replaced by what its flow now
calls, and a flow that branches differently goes on from that branch.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec

from companion.engine.core.effects import Call, Repeat, Together
from companion.engine.core.errors import CompanionError, SaveError
from companion.engine.core.rules import RuleBook, RuleCode
from companion.engine.core.text import t
from companion.engine.running.frames import Branch, FlowNode, Node, StepNode, calls_of, effect_name
from companion.engine.running.save import Done, Frame

if TYPE_CHECKING:
    from companion.engine.running.runner import Runner

_PLAIN = (str, int, bool, type(None))
_encode = msgspec.json.Encoder().encode


class _Changed(CompanionError):
    """This release cannot run a saved frame: its rule is gone or takes other arguments."""


def rebuild(runner: Runner, frame: Frame) -> Node:
    """The live tree of a saved root frame, run to where it was. Raises SaveError when this release cannot do so."""
    try:
        return _rebuild(runner, frame, None, 0)
    except _Changed as changed:
        raise SaveError(changed.text) from None


def typed_result(book: RuleBook, rule: str, value: Any) -> Any:
    """A saved result converted to the result type of a rule. Raises SaveError when it does not fit."""
    if isinstance(value, _PLAIN):
        return value
    code = book.get(rule)
    if code is None:
        raise SaveError(t("This release has no rule {rule}.", rule=rule))
    return fitted(code, value)


def fitted(code: RuleCode, value: Any) -> Any:
    """Plain data converted to the result type of a rule. Raises SaveError when it does not fit."""
    try:
        return code.result_decoder().decode(_encode(value))
    except msgspec.ValidationError as error:
        raise SaveError(
            t("{rule}: a result in the save does not fit this release: {error}", rule=code.name, error=str(error))
        ) from error


def _rebuild(runner: Runner, frame: Frame, parent: FlowNode | None, index: int) -> Node:
    code, args = _code_and_args(runner.book, frame)
    if not code.is_flow:
        step = StepNode(code, args, parent, index)
        step.answers, step.noted, step.started = dict(frame.answers), frame.noted, True
        step.outcome = runner.start_step(step)
        return step
    node = FlowNode(code, args, parent, index)
    node.turn, node.started = frame.turn, True
    node.called = frame.called or frame.rule
    node.outcome = _resume_flow(runner, node, frame)
    return node


def _code_and_args(book: RuleBook, frame: Frame) -> tuple[RuleCode, tuple[Any, ...]]:
    code = book.get(frame.rule)
    if code is None:
        raise _Changed(t("This release has no rule {rule}.", rule=frame.rule))
    types = code.resolve_types()[0]
    if len(types) != len(frame.args):
        raise _Changed(t("{rule} now takes other arguments than the save has.", rule=code.name))
    try:
        return code, tuple(
            arg if type(arg) is kind else msgspec.convert(arg, kind, str_keys=True)
            for arg, kind in zip(frame.args, types, strict=True)
        )
    except msgspec.ValidationError as error:
        raise _Changed(
            t("{rule}: an argument in the save does not fit: {error}", rule=code.name, error=str(error))
        ) from error


def _resume_flow(runner: Runner, node: FlowNode, frame: Frame) -> Branch:
    send: Any = None
    for what, value in frame.journal:
        effect = node.advance(send)
        if effect is None or effect_name(effect) != what:
            return _part_ways(runner, node, effect, len(frame.journal) - len(node.journal))
        send = _typed(runner.book, effect, value)
        node.journal.append([what, value])
    if not frame.children:
        return runner.drive_flow(node, send)
    effect = node.advance(send)
    calls = calls_of(node, effect) if isinstance(effect, Call | Together | Repeat) else ()
    if [call.rule for call in calls] != [_rule_of(child, calls, i) for i, child in enumerate(frame.children)]:
        return _part_ways(runner, node, effect, 1)
    return _resume_children(runner, node, effect, frame.children)


def _part_ways(runner: Runner, node: FlowNode, effect: Any, dropped: int) -> Branch:
    """The flow of this release goes another way than the saved one: go on from here."""
    runner.restarted(node, dropped)
    node.push_back(effect)
    return runner.drive_flow(node, None)


def _resume_children(runner: Runner, node: FlowNode, effect: Any, frames: list[Frame | Done]) -> Branch:
    node.fork(effect, [])
    for index, (call, frame) in enumerate(zip(calls_of(node, effect), frames, strict=True)):
        if isinstance(frame, Done):
            node.children.append(Done(typed_result(runner.book, call.rule, frame.value)))
        else:
            child, branch = _resume_child(runner, node, call, frame, index)
            node.children.append(Done(branch.value) if branch.done else child)
    branch = node.join()
    return runner.drive_flow(node, branch.value) if branch.done else branch


def _resume_child(runner: Runner, node: FlowNode, call: Call, frame: Frame, index: int) -> tuple[Node, Branch]:
    try:
        child = _rebuild(runner, frame, node, index)
        return child, child.outcome
    except _Changed:
        child = runner.node(call, node, index)
        runner.restarted(child, len(frame.answers))
        child.started = True
        child.outcome = runner.start_node(child)
        return child, child.outcome


def _rule_of(child: Frame | Done, calls: tuple[Call, ...], index: int) -> str:
    if isinstance(child, Frame):
        return child.called or child.rule
    return calls[index].rule if index < len(calls) else ""


def _typed(book: RuleBook, effect: Any, value: Any) -> Any:
    match effect:
        case Call(rule=rule):
            return typed_result(book, rule, value)
        case Together(calls=calls):
            if len(calls) != len(value):
                raise SaveError("A save holds other parallel branches than this release starts.")
            return [typed_result(book, call.rule, one) for call, one in zip(calls, value, strict=True)]
        case _:
            return None
