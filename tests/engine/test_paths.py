"""Paths into a state: what lies below one, what a value may be, and a new element for a list."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
import pytest
from msgspec import Meta, Struct, field

from companion.engine.core.errors import Refused
from companion.engine.running.paths import all_fields, children, choices_at, corrected, fresh_item, leaves, value_at
from companion.engine.running.save import State


class Cart(Struct):
    """A record with a choice, a number and texts."""

    kind: Literal["", "ox cart", "barrow"]
    load: Annotated[int, Meta(ge=2)]
    owner: str
    broken: bool
    spare: Cart | None = None


class Gate(Struct, omit_defaults=True):
    """A record that leaves out what stands at its default."""

    name: str
    locked: bool = False
    guards: list[str] = []


class Yard(State, kw_only=True):
    """A state with records in a list, in a dictionary and alone."""

    seats: list[str]
    carts: list[Cart] = field(default_factory=list)
    by_name: dict[str, Cart] = field(default_factory=dict)
    best: Cart | None = None
    gates: list[Gate] = field(default_factory=list)


def test_what_lies_below() -> None:
    """The children of a record or list with their paths, names escaped; nothing below a plain value."""
    data = {"a/b": [1, {"c": 2}], "d": {}}
    assert children(data, "") == [("/a~1b", [1, {"c": 2}]), ("/d", {})]
    assert children(data["a/b"], "/a~1b") == [("/a~1b/0", 1), ("/a~1b/1", {"c": 2})]
    assert children(7, "/x") == []
    assert leaves(data) == [("/a~1b/0", 1), ("/a~1b/1/c", 2)]
    assert value_at(data, "/a~1b/1/c") == 2
    with pytest.raises(Refused):
        value_at(data, "/nowhere")


@pytest.mark.parametrize("path", ["/carts/0/kind", "/by_name/red/kind", "/best/kind", "/best/spare/kind"])
def test_what_a_value_may_be(path: str) -> None:
    """Where the type names all texts, they are known, however deep; elsewhere nothing is said."""
    assert set(choices_at(Yard, path)) == {"", "ox cart", "barrow"}
    assert choices_at(Yard, path.replace("kind", "load")) == ()
    assert choices_at(Yard, path.replace("kind", "wheel")) == ()


def test_a_new_element() -> None:
    """The first fitting value in each required field; lists of plain values have none to offer."""
    fresh = fresh_item(Yard, "/carts")
    assert fresh["kind"] in ("ox cart", "barrow")
    assert {name: fresh[name] for name in ("load", "owner", "broken")} == {"load": 2, "owner": "", "broken": False}
    assert "spare" not in fresh
    assert fresh_item(Yard, "/seats") is None
    assert fresh_item(Yard, "/best") is None


def test_what_a_save_leaves_out_can_be_seen_and_corrected() -> None:
    """Fields at their defaults have paths like all others, and a correction to the default is one."""
    yard = Yard(seats=[], gates=[Gate("north"), Gate("south", locked=True)])
    text = msgspec.json.encode(yard)
    assert b"guards" not in text
    assert value_at(all_fields(yard), "/gates/0/locked") is False
    text = corrected(Yard, text, "/gates/0/locked", True)
    text = corrected(Yard, text, "/gates/1/locked", False)
    text = corrected(Yard, text, "/gates/1/guards", ["owl"])
    gates = msgspec.json.decode(text, type=Yard).gates
    assert [(one.locked, one.guards) for one in gates] == [(True, []), (False, ["owl"])]
