"""Saves to ask odds of: a rule that is about to begin, or one that runs, taken out of a match."""

from __future__ import annotations

from typing import Any

import msgspec
from msgspec import Raw

from companion.engine.core.effects import Call, as_call
from companion.engine.running.runner import plain
from companion.engine.running.save import Done, Frame, Save, State
from companion.odds.results import OddsError


def beginning(state: State, call: Any) -> Save:
    """The save in which a rule, called as in `battle()`, is about to start on a state."""
    call = as_call(call)
    return Save(Raw(msgspec.json.encode(state)), _first_frame(call))


def underway(save: Save, rule: str) -> Save:
    """The save of the innermost running `rule` of a match in progress, as if nothing came after it.

    Raises OddsError when that rule is not running.
    """
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


def _first_frame(call: Call) -> Frame:
    return Frame(call.rule, args=[plain(arg) for arg in call.args])
