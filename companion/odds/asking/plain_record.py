"""A record as plain data: texts as words, for JSON and other programs."""

from __future__ import annotations

from typing import Any

import msgspec

from companion.engine.core.text import Text
from companion.odds.asking.record import Record


def as_json_text(record: Record) -> str:
    """The record as a JSON object, indented, with every text in English words."""
    return msgspec.json.format(msgspec.json.encode(_plain(record)), indent=2).decode()


def _plain(value: Any) -> Any:
    if isinstance(value, Text):
        return str(value)
    if isinstance(value, msgspec.Struct):
        names = zip(value.__struct_encode_fields__, value.__struct_fields__, strict=True)
        return {published: _plain(getattr(value, name)) for published, name in names}
    if isinstance(value, list | tuple):
        return [_plain(child) for child in value]
    return value
