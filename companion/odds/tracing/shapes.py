"""Shapes: a state taken apart into the numbers that vary while odds are computed, and everything else.

Two states of one shape differ in these numbers only. Which numbers vary is learned: a field of a record varies as
soon as a rule was seen to change it. That is a matter of speed alone; a field taken for constant just makes a shape
of its own for each of its values.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec
from msgspec import Struct

from companion.engine.running.save import State
from companion.odds.tracing.tracked import Path, Tracked, Values, is_tracked

FieldName = tuple[str, str]
Where = tuple[tuple[bool, Any], ...]
"""The way from the state to a number: (is it a field, its name or place)."""
_plainly = msgspec.json.Encoder(order="deterministic", enc_hook=lambda number: number.value).encode


class Learned(Exception):
    """More fields vary, or rise, than was known: begin again; what was traced is worth something only if `keeps`."""

    def __init__(self, *, keeps: bool = False) -> None:
        super().__init__()
        self.keeps = keeps


class Untraceable(Exception):
    """The rules do something that tracked numbers cannot follow; odds are then computed the plain way."""


class Leaf(Struct):
    """A whole number or truth value in a state: the record it stands in, its place there, its field, and its value."""

    parent: Any
    name: Any
    field: FieldName
    value: Any
    where: Where
    kind: type[int]

    def put(self, value: Any) -> None:
        """Replace it."""
        if isinstance(self.parent, dict | list):
            self.parent[self.name] = value
        else:
            setattr(self.parent, self.name, value)


class Shape:
    """Everything of a state but the numbers that vary; these have places in `slots`."""

    def __init__(self, number: int, kind: type[State], text: bytes, slots: list[Leaf], constants: dict[Where, int]):
        self.number = number
        self.fields = [leaf.field for leaf in slots]
        self.sources = tuple(f"v[{i}]" for i in range(len(slots)))
        """Where numbers come from that stay what they are."""
        self.constants = constants
        self._text = text
        self._decode = msgspec.json.Decoder(kind).decode
        self._kinds = [leaf.kind for leaf in slots]
        self._places: dict[Where, list[tuple[int, bool, Any]]] = {}
        for i, leaf in enumerate(slots):
            self._places.setdefault(leaf.where[:-1], []).append((i, *leaf.where[-1]))

    def state(self, values: Values) -> Any:
        """The state with these numbers."""
        return self._filled([kind(value) for kind, value in zip(self._kinds, values, strict=True)])

    def tracked(self, values: Values, path: Path) -> Any:
        """The same with numbers that report to a path."""
        known = zip(values, self.sources, self._kinds, strict=True)
        return self._filled([Tracked(value, source, path, kind) for value, source, kind in known])

    def _filled(self, numbers: list[Any]) -> Any:
        state = self._decode(self._text)
        for steps, places in self._places.items():
            parent: Any = state
            for by_name, step in steps:
                parent = getattr(parent, step) if by_name else parent[step]
            for i, by_name, name in places:
                if by_name:
                    setattr(parent, name, numbers[i])
                else:
                    parent[name] = numbers[i]
        return state


class Shapes:
    """All shapes met of one kind of state, and the fields known to vary."""

    def __init__(self, kind: type[State]) -> None:
        self.kind = kind
        self.varying: set[FieldName] = set()
        self._by_text: dict[bytes, Shape] = {}
        self._landings: dict[bytes, tuple[Shape, list[int | str]]] = {}

    def forget(self) -> None:
        """Drop all shapes; what varies stays known."""
        self._by_text.clear()
        self._landings.clear()

    def taken_apart(self, state: State) -> tuple[Shape, Values]:
        """The shape of a state, and its numbers."""
        text = _plainly(state)
        leaves = list(_leaves(msgspec.json.decode(text, type=self.kind)))
        slots = [leaf for leaf in leaves if leaf.field in self.varying]
        values = tuple(leaf.value for leaf in slots)
        return self._shape(text, leaves, slots), values

    def landed(self, state: State, source: Shape) -> tuple[Shape, tuple[str, ...]]:
        """The shape of a state with tracked numbers, and where each of its numbers comes from.

        Raises Learned when a number was changed that was not known to vary.
        """
        sources: list[str] = []

        def mark(number: Any) -> str:
            if not is_tracked(number):
                raise Untraceable(f"{number!r} in a state")
            sources.append(number.source)
            return "\0"

        raw = msgspec.json.encode(state, enc_hook=mark, order="deterministic")
        known = self._landings.get(raw)
        if known is None:
            known = self._landings[raw] = self._first_landing(state, source, sources)
        shape, recipe = known
        return shape, tuple([one if isinstance(one, str) else sources[one] for one in recipe])

    def _first_landing(self, state: State, source: Shape, sources: list[str]) -> tuple[Shape, list[int | str]]:
        leaves = list(_leaves(state))
        changed = {leaf.field for leaf in leaves if self._has_changed(leaf, source)}
        if changed:
            self.varying |= changed
            raise Learned
        shape, _ = self.taken_apart(state)
        recipe: list[int | str] = []
        met: list[str] = []
        for leaf in leaves:
            if leaf.field in self.varying:
                recipe.append(len(met) if is_tracked(leaf.value) else str(leaf.value))
                met += [leaf.value.source] if is_tracked(leaf.value) else []
        if met != sources:
            raise Untraceable("a number in a record that cannot be changed")
        return shape, recipe

    def _has_changed(self, leaf: Leaf, source: Shape) -> bool:
        if leaf.field in self.varying:
            return False
        return is_tracked(leaf.value) or source.constants.get(leaf.where, leaf.value) != leaf.value

    def _shape(self, text: bytes, leaves: list[Leaf], slots: list[Leaf]) -> Shape:
        constants = {leaf.where: leaf.value for leaf in leaves if leaf.field not in self.varying}
        root = msgspec.json.decode(text, type=self.kind)
        for leaf in _leaves(root):
            if leaf.field in self.varying:
                leaf.put(leaf.kind(0))
        key = _plainly(root)
        if key not in self._by_text:
            self._by_text[key] = Shape(len(self._by_text), self.kind, text, slots, constants)
        return self._by_text[key]


def _leaves(value: Any, field: FieldName = ("", ""), where: Where = ()) -> Iterator[Leaf]:
    """All whole numbers below a record, in the order in which they are encoded."""
    if isinstance(value, dict):
        pairs: list[tuple[Any, Any]] = sorted(value.items(), key=lambda pair: str(pair[0]))
    elif isinstance(value, list):
        pairs = list(enumerate(value))
    else:
        names = getattr(value, "__struct_fields__", ())
        pairs = [(name, getattr(value, name)) for name in names]
    for name, child in pairs:
        own = (type(value).__name__, name) if isinstance(value, Struct) else field
        place = (*where, (isinstance(value, Struct), name))
        if type(child) is int or type(child) is bool or is_tracked(child):
            yield Leaf(value, name, own, child, place, child.__class__)
        elif isinstance(child, dict | list) or (isinstance(child, Struct) and not _frozen(child)):
            yield from _leaves(child, own, place)


def _frozen(record: Struct) -> bool:
    return bool(record.__struct_config__.frozen)
