"""Paths: pointing at one value of a state (`/players/knights/stock/gold`) and correcting it."""

from __future__ import annotations

from typing import Any

import msgspec

from companion.engine.errors import Refused
from companion.engine.save import State
from companion.engine.text import t


def value_at(data: Any, path: str) -> Any:
    """The value at a path in plain data. Raises Refused when there is none."""
    for name in _names(path):
        data = _child(data, name, path)
    return data


def corrected(state_type: type[State], state_json: bytes, path: str, value: Any) -> bytes:
    """The state with one value replaced, as JSON. Raises Refused when path or value do not fit."""
    data = msgspec.json.decode(state_json)
    names = _names(path)
    if not names or names == ["schema"]:
        raise Refused("", t("Say which value is to be corrected."), "path")
    parent = data
    for name in names[:-1]:
        parent = _child(parent, name, path)
    _child(parent, names[-1], path)
    parent[int(names[-1]) if isinstance(parent, list) else names[-1]] = value
    try:
        return msgspec.json.encode(msgspec.json.decode(msgspec.json.encode(data), type=state_type))
    except (msgspec.MsgspecError, ValueError, TypeError, ArithmeticError, RecursionError) as error:
        raise Refused("", t("{path} cannot be that: {error}", path=path, error=str(error)), "value") from error


def leaves(data: Any, path: str = "") -> list[tuple[str, Any]]:
    """Every plain value below some data, with its path."""
    if isinstance(data, dict):
        return [leaf for name, child in data.items() for leaf in leaves(child, f"{path}/{_escape(name)}")]
    if isinstance(data, list):
        return [leaf for i, child in enumerate(data) for leaf in leaves(child, f"{path}/{i}")]
    return [(path, data)]


def _names(path: str) -> list[str]:
    if not path.startswith("/"):
        raise Refused("", t("A path begins with a slash."), "path")
    return [name.replace("~1", "/").replace("~0", "~") for name in path.split("/")[1:]]


def _escape(name: str) -> str:
    return name.replace("~", "~0").replace("/", "~1")


def _child(data: Any, name: str, path: str) -> Any:
    if isinstance(data, dict) and name in data:
        return data[name]
    if isinstance(data, list) and name.isdecimal() and name.isascii() and int(name) < len(data):
        return data[int(name)]
    raise Refused("", t("There is no value at {path}.", path=path), "path")
