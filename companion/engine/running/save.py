"""Saves: everything needed to continue a match, as JSON of a few kilobytes.

A save holds the state at the last finished steps, the tree of frames (which rules are running, on what arguments, with
which results so far) and the answers given to steps that are still open.
"""

from __future__ import annotations

from typing import Any

import msgspec
from msgspec import Struct

from companion.engine.core.errors import SaveError
from companion.engine.core.text import t

FORMAT = 1


class State(Struct, kw_only=True):
    """What the state of every game has: its schema number, and the rulings of the match by key."""

    schema: int = 1
    rulings: dict[str, str] = {}
    owner: dict[str, int | str] = {}
    """The values that the owner of the game typed in, by path (see `values`)."""


class Given(Struct, frozen=True):
    """An answer to an open step: the digest of what was asked, and the value."""

    digest: str
    value: Any


class Done(Struct, frozen=True, tag="done"):
    """A finished branch of a `Together` and its result."""

    value: Any = None


class Frame(Struct, tag="frame", omit_defaults=True):
    """A running rule, as saved.

    `called` is the rule first called here, if a Goto went on from it; `turn` counts the Gotos; `journal` holds a flow's
    results so far as [what, value]; `answers` an open step's answers by slot; `noted` how many of its notes are in the
    log already.
    """

    rule: str
    called: str = ""
    args: list[Any] = []
    turn: int = 0
    journal: list[list[Any]] = []
    children: list[Frame | Done] = []
    answers: dict[str, Given] = {}
    noted: int = 0


class Save(Struct):
    """State, frames, and the result once the root flow has ended (`root` is then None)."""

    state: msgspec.Raw
    root: Frame | None
    result: Any = None
    format: int = FORMAT


_encoder = msgspec.json.Encoder()
_decoder = msgspec.json.Decoder(Save)


def encode_save(save: Save) -> bytes:
    """A save as JSON text (UTF-8)."""
    return _encoder.encode(save)


def decode_save(text: bytes | str) -> Save:
    """The save in a JSON text. Raises SaveError when it is damaged or from a newer release."""
    try:
        save = _decoder.decode(text)
    except msgspec.MsgspecError as error:
        raise SaveError(t("The save cannot be read: {error}", error=str(error))) from error
    if save.format > FORMAT:
        raise SaveError(
            t(
                "The save has format {format}; this release reads up to {most}. Use a newer release.",
                format=save.format,
                most=FORMAT,
            )
        )
    return save
