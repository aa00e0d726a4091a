"""Packing: saves compressed, and small values as JSON text."""

from __future__ import annotations

import zlib
from typing import Any

import msgspec

from companion.engine.core.text import t
from companion.store.errors import StoreDamaged

_LEVEL = 1  # a third larger than the best, five times quicker


def pack(save: bytes) -> bytes:
    """A save, compressed; nothing for nothing."""
    return zlib.compress(save, _LEVEL) if save else b""


def unpack(packed: bytes) -> bytes:
    """What was packed. Raises StoreDamaged."""
    try:
        return zlib.decompress(packed) if packed else b""
    except zlib.error as error:
        raise StoreDamaged(t("A save in the file is damaged ({error}).", error=str(error))) from error


def to_json(value: Any) -> str:
    """Plain data as JSON text."""
    return msgspec.json.encode(value).decode()


def from_json(text: str) -> Any:
    """Plain data from JSON text. Raises StoreDamaged."""
    try:
        return msgspec.json.decode(text)
    except msgspec.MsgspecError as error:
        raise StoreDamaged(t("A value in the file is damaged ({error}).", error=str(error))) from error
