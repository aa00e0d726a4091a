"""The state that a runner keeps: as a record to run steps on, and as the JSON text to go back to.

Invariant: while a question is open, `_saved` is the state at the last finished steps. An open step works on a copy, so
that a refused answer only discards the copy. A step that asks nothing needs no copy: it is lent the record itself, and
the state is written out as text (`_put_aside`) only before a step that may write and then ask. Between such steps the
text may lag behind the record (`_behind`).
"""

from __future__ import annotations

from typing import Any

import msgspec

from companion.engine.core.errors import SaveError
from companion.engine.core.text import t
from companion.engine.running.save import State

_encode = msgspec.json.Encoder().encode


class KeptState:
    """The state at the last finished steps. What a step has written so far is no part of it until the step returns."""

    def __init__(self, state_type: type[State], state_json: bytes) -> None:
        """Read a state from JSON text. Raises SaveError when the text does not fit `state_type`."""
        self._decoder = _decoder_for(state_type)
        self._saved = state_json
        self._live: State | None = self._decode()
        """The same as a record; None while a step works on it."""
        self._behind = False
        """Whether the record has changed since the text was written."""

    @property
    def state(self) -> State:
        """The state at the last finished steps. Read only."""
        if self._live is None:
            return self._decode()
        return self._live

    @property
    def state_json(self) -> bytes:
        """The same state as JSON text."""
        if self._live is not None:
            self._put_aside(self._live)
        return self._saved

    def _decode(self) -> State:
        try:
            state: State = self._decoder.decode(self._saved)
            return state
        except msgspec.MsgspecError as error:
            raise SaveError(t("The state does not fit this release: {error}", error=str(error))) from error

    def _lend(self) -> State:
        """A state that a step may write to: the record itself, or a fresh copy while another step works on it."""
        if self._live is not None:
            lent, self._live = self._live, None
            return lent
        return self._decode()

    def _put_aside(self, state: State) -> None:
        """Write out the state of the finished steps as text, unless that has been done already."""
        if self._behind:
            self._saved, self._behind = _encode(state), False

    def _exchange(self, state_json: bytes) -> None:
        """Keep another state. Raises SaveError, and keeps the present one, when it does not fit."""
        old = self.state_json
        self._saved = state_json
        try:
            self._live = self._decode()
        except SaveError:
            self._saved = old
            raise


_decoders: dict[type[State], msgspec.json.Decoder[Any]] = {}


def _decoder_for(state_type: type[State]) -> msgspec.json.Decoder[Any]:
    if state_type not in _decoders:
        _decoders[state_type] = msgspec.json.Decoder(state_type)
    return _decoders[state_type]
