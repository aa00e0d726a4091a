"""Paths: pointing at one value of a state (`/players/blue/stock/gold`) and correcting it."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import lru_cache
from typing import Any

import msgspec
from msgspec import Struct, inspect

from companion.engine.core.errors import Refused
from companion.engine.core.text import Text, t
from companion.engine.running.save import State

_INDEX = re.compile(r"0|[1-9][0-9]{0,8}")
"""A place of a list has one spelling: whose value it is is found by its path."""


def all_fields(value: Any, shown: Callable[[Struct, str], bool] | None = None) -> Any:
    """Records as plain data, including fields at their defaults, which saves may leave out.

    `shown` takes a record and a field name and returns whether to include the field; without it all are included.
    """
    if isinstance(value, Struct):
        fields = value.__struct_fields__
        return {name: all_fields(getattr(value, name), shown) for name in fields if shown is None or shown(value, name)}
    if isinstance(value, dict):
        return {str(name): all_fields(child, shown) for name, child in value.items()}  # as in JSON, and in paths
    if isinstance(value, list | tuple):
        return [all_fields(child, shown) for child in value]
    return msgspec.to_builtins(value)


def value_at(data: Any, path: str) -> Any:
    """The value at a path in plain data. Raises Refused when there is none."""
    for name in _names(path):
        data = _child(data, name, path)
    return data


def corrected(state_type: type[State], state_json: bytes, path: str, value: Any) -> bytes:
    """The state with one value replaced, as JSON text. Raises Refused when path or value do not fit."""
    data = all_fields(msgspec.json.decode(state_json, type=state_type))
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
        raise Refused("", t("{path} cannot be that. {reason}", path=path, reason=_reason(error)), "value") from error


def _reason(error: Exception) -> Text:
    """What a table can do something with, out of what the types say: the least, the most, or that the kind is wrong."""
    limit = re.search(r"`int` (>=|<=) (-?\d+)", str(error))
    if limit is None:
        return t("That is not a value of this kind.")
    return t("At least {n}.", n=limit[2]) if limit[1] == ">=" else t("At most {n}.", n=limit[2])


def choices_at(state_type: type[State], path: str) -> tuple[str, ...]:
    """The texts that the value at a path may be, if its type names them all; else empty."""
    return choices_of(type_at(state_type, path))


def choices_of(kind: inspect.Type | None) -> tuple[str, ...]:
    """The texts that a type allows: a list of literals, or a text annotated with `legal.one_of`; else empty."""
    if isinstance(kind, inspect.LiteralType):
        return tuple(str(value) for value in kind.values)
    marked = (kind.extra or {}).get("one_of", ()) if isinstance(kind, inspect.Metadata) else ()
    return tuple(str(word) for word in marked)


def fresh_item(state_type: type[State], path: str) -> Any:
    """A new element for the list at a path, with the first allowed value in each field; None if the list holds no
    records.
    """
    kind = _bare(type_at(state_type, path))
    item = kind.item_type if isinstance(kind, inspect.ListType) else None
    if not isinstance(item, inspect.StructType):
        return None
    return {field.encode_name: _first_of(field.type) for field in item.fields if field.required}


def _first_of(kind: inspect.Type) -> Any:
    words = choices_of(kind)
    if words:
        return next((word for word in words if word), words[0])
    match kind:
        case inspect.IntType():
            return max(0, kind.ge or 0)
        case inspect.BoolType():
            return False
        case inspect.StrType():
            return ""
        case _:
            return None


@lru_cache(maxsize=16)
def _type_of(state_type: type[State]) -> inspect.Type:
    return inspect.type_info(state_type)


def type_at(state_type: type[State], path: str) -> inspect.Type | None:
    """The type of the value at a path ("" is the whole state); None where the state type does not say."""
    kind: inspect.Type | None = _type_of(state_type)
    for name in _names(path) if path else ():
        kind = inner_type(kind, name)
    return kind


def _bare(kind: inspect.Type | None) -> inspect.Type | None:
    """A type without its marks."""
    return kind.type if isinstance(kind, inspect.Metadata) else kind


def inner_type(kind: inspect.Type | None, name: str) -> inspect.Type | None:
    """The type of the field or item `name` inside a value of some type; None where the type does not say."""
    match kind:
        case inspect.Metadata():
            return inner_type(kind.type, name)
        case inspect.StructType():
            return next((field.type for field in kind.fields if field.encode_name == name), None)
        case inspect.DictType():
            return kind.value_type
        case inspect.ListType():
            return kind.item_type
        case inspect.UnionType():
            return next((found for one in kind.types if (found := inner_type(one, name)) is not None), None)
        case _:
            return None


def leaves(data: Any, path: str = "") -> list[tuple[str, Any]]:
    """Every plain value inside some data, with its path."""
    if not isinstance(data, dict | list):
        return [(path, data)]
    return [leaf for below, child in children(data, path) for leaf in leaves(child, below)]


def children(data: Any, path: str) -> list[tuple[str, Any]]:
    """What lies directly below a path, each with its own path; empty for plain values."""
    if isinstance(data, list):
        return [(f"{path}/{i}", child) for i, child in enumerate(data)]
    return [(f"{path}/{escaped(name)}", child) for name, child in data.items()] if isinstance(data, dict) else []


def _names(path: str) -> list[str]:
    if not path.startswith("/"):
        raise Refused("", t("A path begins with a slash."), "path")
    return [name.replace("~1", "/").replace("~0", "~") for name in path.split("/")[1:]]


def escaped(name: str) -> str:
    """A name as it is written in a path."""
    return name.replace("~", "~0").replace("/", "~1")


def _child(data: Any, name: str, path: str) -> Any:
    if isinstance(data, dict) and name in data:
        return data[name]
    if isinstance(data, list) and _INDEX.fullmatch(name) and int(name) < len(data):
        return data[int(name)]
    raise Refused("", t("There is no value at {path}.", path=path), "path")
