"""Keys by which equal situations are known, for the drivers that tests compare the odds with.

Equal means: same state, same running rules with the same results so far. How often a flow was repeated, which log
lines were written and in which order a table's entries were made are left out, for no rule can see them.
"""

from __future__ import annotations

from typing import Any

import msgspec
from msgspec import Struct

from companion.engine.running.runner import Runner
from companion.engine.running.save import Done, Frame, Save

_encode = msgspec.json.Encoder().encode
_decode = msgspec.json.Decoder().decode
_sorted = msgspec.json.Encoder(order="sorted").encode


class Keyed(Struct, frozen=True):
    """A save and its key."""

    key: tuple[bytes, bytes]
    save: Save


class Ending(Struct, frozen=True):
    """How it ended: the plain result of the root flow and the final state as canonical JSON."""

    result: bytes
    state: bytes


class Keys:
    """Makes keys; remembers the canonical form of states it has seen."""

    def __init__(self) -> None:
        self._states: dict[bytes, bytes] = {}

    def situation(self, runner: Runner) -> Keyed:
        """Where a runner stands."""
        save = runner.save()
        return Keyed((self.state(runner.state_json), _encode(_bare(save.root))), save)

    def ending(self, runner: Runner) -> Ending:
        """How a runner ended."""
        return Ending(_sorted(_str_keys(runner.result)), self.state(runner.state_json))

    def state(self, text: bytes) -> bytes:
        """A state as JSON with its keys sorted."""
        known = self._states.get(text)
        if known is None:
            known = self._states[text] = _sorted(_decode(text))
        return known


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
