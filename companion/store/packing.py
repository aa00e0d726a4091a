"""Packing: compressed saves, and small values as JSON text.

A demo is copied into the file again and again, so its entries are packed more tightly: a save as its difference from
the one before (`GROUP` in a row), and the record compressed too.
"""

from __future__ import annotations

import zlib
from typing import Any

import msgspec

from companion.engine.core.text import t
from companion.store.errors import StoreDamaged

_LEVEL = 1  # a third larger than the best, five times quicker
_CLOSE = 9
_WINDOW = 2**15  # bytes that the method looks back
_AFTER = b"+"
_CLOSE_RECORD = b"*"
_RECORD = (
    b'"dice":[{"message":"","values":{"count":{"message":"{count} x Level {level}","values":{"count":1,"level":1}}}}],'
    b'"about":"","section":"","sum":{"label":{"message":"","values":{}},"terms":[{"label":{"message":"","values":{}},'
    b'"value":1,"section":""}]},"to":"","kind":"","facts":{},{"n":1,"base":0,"kind":"answer","by":"","seat":"","key":"'
    b'0~0.1.0~0.2.0:0.0-","section":"","prompt":{"message":"","values":{}},"value":[],"source":"rolled","source":"typed'
    b'","time":"","release":"","post":"","replaces":0,"random":true,"random":false,"notes":[],"before":""}'
)
"""What records are full of; what was packed with it needs it, so it never changes."""
GROUP = 128
"""So many saves in a row are packed as differences, the first of them whole: entries 1, 129, 257, ..."""


def pack(save: bytes) -> bytes:
    """A save, compressed; empty for an empty one."""
    return zlib.compress(save, _LEVEL) if save else b""


def pack_close(save: bytes, before: bytes) -> bytes:
    """A save as its compressed difference from the one before, which is needed to unpack it; empty for an empty one."""
    if not (save and before):
        return pack(save)
    packer = zlib.compressobj(_CLOSE, zdict=before[-_WINDOW:])
    return _AFTER + packer.compress(save) + packer.flush()


def needs_one_before(packed: bytes) -> bool:
    """Whether a save is packed as its difference from the one before."""
    return packed[:1] == _AFTER


def unpack(packed: bytes, before: bytes = b"") -> bytes:
    """A packed save; `before` is the save before it, for one that needs it. Raises StoreDamaged."""
    if needs_one_before(packed):
        return _inflated(packed[1:], before[-_WINDOW:])
    try:
        return zlib.decompress(packed) if packed else b""
    except zlib.error as error:
        raise StoreDamaged(t("A save in the file is damaged ({error}).", error=str(error))) from error


def pack_record(record: bytes) -> bytes:
    """The JSON text of a record, compressed."""
    packer = zlib.compressobj(9, zdict=_RECORD)
    return _CLOSE_RECORD + packer.compress(record) + packer.flush()


def unpack_record(record: bytes) -> bytes:
    """The JSON text of a record, which may be compressed or not. Raises StoreDamaged."""
    if record[:1] != _CLOSE_RECORD:
        return record
    return _inflated(record[1:], _RECORD)


def _inflated(packed: bytes, words: bytes) -> bytes:
    try:
        unpacker = zlib.decompressobj(zdict=words)
        return unpacker.decompress(packed) + unpacker.flush()
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
