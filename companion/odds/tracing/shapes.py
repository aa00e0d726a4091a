"""Shapes: a state taken apart into the numbers that vary while odds are computed, and everything else.

Two states of one shape differ in these numbers only. Which numbers vary is learned: a field of a record varies as
soon as a rule was seen to change it. That is a matter of speed alone; a field taken for constant just makes a shape
of its own for each of its values.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import Any

import msgspec
from msgspec import Struct, inspect

from companion.engine.running.save import State
from companion.odds.tracing.tracked import Observations, Tracked, Values, is_tracked

FieldName = tuple[type, str]
"""A kind of record and the name of one of its fields."""
Where = tuple[tuple[bool, Any], ...]
"""The way from the state to a number: (is it a field, its name or place)."""
_plainly = msgspec.json.Encoder(order="deterministic", enc_hook=lambda number: number.value).encode


class Learned(Exception):
    """Raised when a number changes that was not known to vary, or rises that was not known to rise: tracing must begin
    again. `keeps` says whether what was traced so far can be kept.
    """

    def __init__(self, *, keeps: bool = False) -> None:
        super().__init__()
        self.keeps = keeps


class Untraceable(Exception):
    """The rules do something that tracked numbers cannot follow. Odds are then computed from games played at random."""


class NumberField(Struct):
    """A whole number or truth value in a state: the record, list or dictionary it stands in (`parent`), its `name` or
    index there, the `field` of the record it belongs to, its value, and the way to it from the state.
    """

    parent: Any
    name: Any
    field: FieldName
    value: Any
    where: Where
    kind: type[int]

    def put(self, value: Any) -> None:
        """Put another value in its place."""
        if isinstance(self.parent, dict | list):
            self.parent[self.name] = value
        else:
            setattr(self.parent, self.name, value)


class Shape:
    """A state without the numbers that vary, which `state` and `tracked` put in again. `fields` names their fields in
    order.
    """

    def __init__(
        self, number: int, kind: type[State], text: bytes, slots: list[NumberField], constants: dict[Where, int]
    ):
        self.number = number
        self.fields = [leaf.field for leaf in slots]
        self.sources = tuple(f"v[{i}]" for i in range(len(slots)))
        """Where numbers come from that stay what they are."""
        self.constants = constants
        self._text = text
        self._decode = msgspec.json.Decoder(kind).decode
        self._kinds = [leaf.kind for leaf in slots]
        self._counts = [_is_count(*leaf.field) for leaf in slots]
        self._places: dict[Where, list[tuple[int, bool, Any]]] = {}
        for i, leaf in enumerate(slots):
            self._places.setdefault(leaf.where[:-1], []).append((i, *leaf.where[-1]))

    def state(self, values: Values) -> Any:
        """The state with these numbers."""
        return self._filled([kind(value) for kind, value in zip(self._kinds, values, strict=True)])

    def tracked(self, values: Values, observations: Observations) -> Any:
        """The state with these numbers tracked: what a rule looks at is written into `observations`."""
        known = zip(values, self.sources, self._kinds, self._counts, strict=True)
        return self._filled([Tracked(value, source, observations, kind, count) for value, source, kind, count in known])

    def _filled(self, numbers: list[Any]) -> Any:
        state = self._decode(self._text)
        for steps, positions in self._places.items():
            parent: Any = state
            for by_name, step in steps:
                parent = getattr(parent, step) if by_name else parent[step]
            for i, by_name, name in positions:
                if by_name:
                    setattr(parent, name, numbers[i])
                else:
                    parent[name] = numbers[i]
        return state


class Shapes:
    """All shapes met so far of one kind of state, and the fields that are known to vary."""

    def __init__(self, kind: type[State]) -> None:
        self.kind = kind
        self._decode = msgspec.json.Decoder(kind).decode
        self.varying: set[FieldName] = set()
        self._by_text: dict[bytes, Shape] = {}
        self._layouts: dict[bytes, tuple[Shape, list[int | str]]] = {}

    def forget(self) -> None:
        """Drop all shapes. Which fields vary stays known."""
        self._by_text.clear()
        self._layouts.clear()

    def split(self, state: State) -> tuple[Shape, Values]:
        """The shape of a plain state, and its numbers that vary."""
        text = _plainly(state)
        root = self._decode(text)
        leaves = _leaves(root)
        slots = [leaf for leaf in leaves if leaf.field in self.varying]
        values = tuple([leaf.value for leaf in slots])
        for slot in slots:
            slot.put(slot.kind(0))
        return self._shape(text, _plainly(root), leaves, slots), values

    def shape_of_tracked(self, state: State, source: Shape) -> tuple[Shape, tuple[str, ...]]:
        """The shape of a state after a step has run on tracked numbers, and for each number that varies its source in
        terms of the numbers before. `source` is the shape before.

        Raises Learned when a number was changed that was not known to vary.
        """
        sources: list[str] = []

        def mark(number: Any) -> str:
            if not is_tracked(number):
                raise Untraceable(f"{number!r} in a state")
            sources.append(number.source)
            return "\0"

        raw = msgspec.json.encode(state, enc_hook=mark, order="deterministic")
        known = self._layouts.get(raw)
        if known is None:
            known = self._layouts[raw] = self._new_layout(state, source, sources)
        shape, recipe = known
        return shape, tuple([one if isinstance(one, str) else sources[one] for one in recipe])

    def _new_layout(self, state: State, source: Shape, sources: list[str]) -> tuple[Shape, list[int | str]]:
        leaves = _leaves(state)
        changed = {leaf.field for leaf in leaves if self._has_changed(leaf, source)}
        if changed:
            self.varying |= changed
            raise Learned
        shape, _ = self.split(state)
        recipe: list[int | str] = []
        met: list[str] = []
        for leaf in leaves:
            if leaf.field in self.varying:
                recipe.append(len(met) if is_tracked(leaf.value) else str(leaf.value))
                met += [leaf.value.source] if is_tracked(leaf.value) else []
        if met != sources:
            raise Untraceable("a number in a record that cannot be changed")
        return shape, recipe

    def _has_changed(self, leaf: NumberField, source: Shape) -> bool:
        if leaf.field in self.varying:
            return False
        return is_tracked(leaf.value) or source.constants.get(leaf.where, leaf.value) != leaf.value

    def _shape(self, text: bytes, key: bytes, leaves: list[NumberField], slots: list[NumberField]) -> Shape:
        """The shape of a text; `key` is the text with a zero for each number that varies."""
        if key not in self._by_text:
            constants = {leaf.where: leaf.value for leaf in leaves if leaf.field not in self.varying}
            self._by_text[key] = Shape(len(self._by_text), self.kind, text, slots, constants)
        return self._by_text[key]


def _leaves(root: State) -> list[NumberField]:
    """All whole numbers of a state, in the order in which they are encoded."""
    found: list[NumberField] = []
    _gather(root, (State, ""), (), found)
    return found


def _gather(value: Any, field: FieldName, where: Where, found: list[NumberField]) -> None:
    """Add the whole numbers below a record, a list or a dictionary."""
    for own, step, child in _children(value, field):
        kind = child.__class__
        if kind is int or kind is bool:  # those tracked say so too
            found.append(NumberField(value, step[1], own, child, (*where, step), kind))
        elif kind is not str and _holds_more(kind):
            _gather(child, own, (*where, step), found)


def _children(value: Any, field: FieldName) -> Iterable[tuple[FieldName, tuple[bool, Any], Any]]:
    """What a record, a list or a dictionary holds: the field, the step to it, and itself."""
    if isinstance(value, list):
        return [(field, (False, i), child) for i, child in enumerate(value)]
    if isinstance(value, dict):
        pairs = sorted(value.items(), key=lambda pair: str(pair[0]))
        return [(field, (False, name), child) for name, child in pairs]
    return [(own, step, getattr(value, step[1])) for own, step in _steps(value.__class__)]


@cache
def _steps(kind: type[Struct]) -> tuple[tuple[FieldName, tuple[bool, Any]], ...]:
    """The fields of a kind of record, and the steps to them."""
    return tuple(((kind, name), (True, name)) for name in kind.__struct_fields__)


@cache
def _is_count(record: type[Struct], name: str) -> bool:
    """Whether the numbers of a field, in lists and dictionaries too, are declared never to be negative."""
    info = inspect.type_info(record)
    assert isinstance(info, inspect.StructType)
    known = next(one.type for one in info.fields if one.name == name)
    while isinstance(known, inspect.DictType | inspect.ListType):
        known = known.value_type if isinstance(known, inspect.DictType) else known.item_type
    return isinstance(known, inspect.IntType) and known.ge == 0


@cache
def _holds_more(kind: type) -> bool:
    """Whether numbers below a value of this kind may change: lists, dictionaries, records that are not frozen."""
    if issubclass(kind, Struct):
        return not kind.__struct_config__.frozen
    return issubclass(kind, dict | list)
