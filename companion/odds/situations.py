"""Situations: where the rules stand, and a key by which equal situations are known.

Equal means: same state, same running rules with the same results so far. How often a flow was repeated, which log
lines were written and in which order a table's entries were made are left out, for no rule can see them.
"""

from __future__ import annotations

from typing import Any

import msgspec
from msgspec import Raw, Struct

from companion.engine.core.effects import Call, as_call
from companion.engine.running.runner import Runner, plain
from companion.engine.running.save import Done, Frame, Save, State
from companion.odds.results import Ending, OddsError

_encode = msgspec.json.Encoder().encode
_decode = msgspec.json.Decoder().decode
_sorted = msgspec.json.Encoder(order="sorted").encode


class Situation(Struct, frozen=True):
    """A save and its key."""

    key: tuple[bytes, bytes]
    save: Save


def beginning(state: State, call: Any) -> Save:
    """The situation in which a rule is about to start on a state."""
    call = as_call(call)
    return Save(Raw(_encode(state)), _first_frame(call))


def underway(save: Save, rule: str) -> Save:
    """Of a match in progress, only the innermost running `rule`, as if nothing came after it. Raises OddsError."""
    found: Frame | None = None
    frames: list[Frame | Done] = [save.root] if save.root is not None else []
    while frames:
        frame = frames.pop(0)
        if isinstance(frame, Frame):
            found = frame if rule in (frame.rule, frame.called) else found
            frames += frame.children
    if found is None:
        raise OddsError(f"{rule} is not running")
    return Save(save.state, found)


class Keys:
    """Makes keys; remembers the canonical form of states it has seen."""

    def __init__(self) -> None:
        self._states: dict[bytes, bytes] = {}

    def situation(self, runner: Runner) -> Situation:
        """Where a runner stands."""
        save = runner.save()
        return Situation((self.state(runner.state_json), _encode(_bare(save.root))), save)

    def ending(self, runner: Runner) -> Ending:
        """How a runner ended."""
        return Ending(_sorted(_str_keys(runner.result)), self.state(runner.state_json))

    def state(self, text: bytes) -> bytes:
        """A state as JSON with its keys sorted."""
        known = self._states.get(text)
        if known is None:
            known = self._states[text] = _sorted(_decode(text))
        return known


def _first_frame(call: Call) -> Frame:
    return Frame(call.rule, args=[plain(arg) for arg in call.args])


def _bare(frame: Frame | Done | None) -> Any:
    """A frame without what rules cannot see."""
    if frame is None:
        return None
    if isinstance(frame, Done):
        return [frame.value]
    children = [_bare(child) for child in frame.children]
    answers = sorted((slot, given.value) for slot, given in frame.answers.items())
    return [frame.rule, frame.args, frame.journal, children, answers]


def _str_keys(value: Any) -> Any:
    return _decode(_encode(value))
