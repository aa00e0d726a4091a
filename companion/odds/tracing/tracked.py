"""Tracked numbers: whole numbers of a state that write down what a rule looks at.

A rule that runs on tracked numbers makes the same decisions as on plain ones. Every comparison that it makes, and
every number that it uses as it is, is written into `Observations`. So one run of the rule tells what happens in every
state in which these come out alike, and what each number becomes, as an expression over the numbers before.

A tracked number is no `int`: whatever wants a real one (an index, a key, a text) makes it report its value first.
That makes an observation too many now and then, never one too few.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from operator import eq, ge, gt, le, lt, ne
from typing import TYPE_CHECKING, Any

Values = tuple[int, ...]
Reader = Callable[[Values], Any]


class Choice(str):
    """A source whose value is the index of the largest of several tuples (see `engine.game.outlook.largest`). Each of
    the `keys` is the source of one tuple.
    """

    __slots__ = ("keys",)
    keys: tuple[str, ...]

    def __new__(cls, keys: Iterable[str]) -> Choice:
        """The source of a choice among these keys."""
        found = tuple(keys)
        self = super().__new__(cls, f"max(range({len(found)}), key=[{', '.join(found)}].__getitem__)")
        self.keys = found
        return self


class Observations:
    """What one run looked at, in order: pairs of a source (an expression over the numbers `v[i]`, as text) and its
    value.
    """

    __slots__ = ("closed", "known", "seen")

    def __init__(self) -> None:
        self.closed = False
        """The run is over: a number that somebody has kept (a cache of the rules) is from now on as good as plain."""
        self.seen: list[tuple[str, Any]] = []
        self.known: dict[str, Any] = {}
        """The outcome of every source seen."""

    def observe(self, source: str, outcome: Any) -> Any:
        """Write down a source and its outcome, unless that was done before. Returns the outcome."""
        if source not in self.known and not self.closed:
            self.known[source] = outcome
            self.seen.append((source, outcome))
        return outcome


class Tracked:
    """A whole number that writes down what a rule does with it. `source` says how it comes from the numbers `v[i]` that
    the state had at the start of the step.

    Truth values of a state are tracked too, as numbers of the kind `bool`. A `count` is never negative.
    """

    __slots__ = ("count", "kind", "observations", "source", "value")

    def __init__(
        self, value: int, source: str, observations: Observations, kind: type[int] = int, count: bool = False
    ) -> None:
        self.value = value
        self.source = source
        self.observations = observations
        self.kind = kind
        self.count = count

    if not TYPE_CHECKING:  # no checker believes it

        @property
        def __class__(self) -> type[int]:
            """Rules may ask whether this is an int: it is meant to be one."""
            return self.kind

    def plain(self) -> int:
        """The number as an int; that it was looked at is written down."""
        value: int = self.observations.observe(self.source, self.value)
        return value

    def __index__(self) -> int:
        return self.plain()

    def __int__(self) -> int:
        return self.plain()

    def __float__(self) -> float:
        return float(self.plain())

    def __hash__(self) -> int:
        return hash(self.plain())

    def __str__(self) -> str:
        return str(self.plain())

    def __repr__(self) -> str:
        return repr(self.plain())

    def __format__(self, spec: str) -> str:
        return format(self.plain(), spec)

    def __bool__(self) -> bool:
        sign = ">" if self.count else "!="  # counts are asked both ways: a single observation
        return bool(self.observations.observe(f"{self.source} {sign} 0", self.value != 0))

    def __eq__(self, other: object) -> Any:
        return self._compared("==", eq, other)

    def __ne__(self, other: object) -> Any:
        return self._compared("!=", ne, other)

    def __lt__(self, other: Any) -> Any:
        return self._compared("<", lt, other)

    def __le__(self, other: Any) -> Any:
        return self._compared("<=", le, other)

    def __gt__(self, other: Any) -> Any:
        return self._compared(">", gt, other)

    def __ge__(self, other: Any) -> Any:
        return self._compared(">=", ge, other)

    def __add__(self, other: Any) -> Any:
        return self if _is_zero(other) else self._made("+", self, other, lambda a, b: a + b)

    def __radd__(self, other: Any) -> Any:
        return self if _is_zero(other) else self._made("+", other, self, lambda a, b: a + b)

    def __sub__(self, other: Any) -> Any:
        if is_tracked(other) and other.source == self.source:
            return 0
        return self if _is_zero(other) else self._made("-", self, other, lambda a, b: a - b)

    def __rsub__(self, other: Any) -> Any:
        return self._made("-", other, self, lambda a, b: a - b)

    def __mul__(self, other: Any) -> Any:
        return self._made("*", self, other, lambda a, b: a * b)

    def __rmul__(self, other: Any) -> Any:
        return self._made("*", other, self, lambda a, b: a * b)

    def __floordiv__(self, other: Any) -> Any:
        return self._made("//", self, other, lambda a, b: a // b)

    def __rfloordiv__(self, other: Any) -> Any:
        return self._made("//", other, self, lambda a, b: a // b)

    def __mod__(self, other: Any) -> Any:
        return self._made("%", self, other, lambda a, b: a % b)

    def __rmod__(self, other: Any) -> Any:
        return self._made("%", other, self, lambda a, b: a % b)

    def __neg__(self) -> Any:
        return self._made("-", 0, self, lambda a, b: a - b)

    def __pos__(self) -> Any:
        return self

    def __abs__(self) -> Any:
        return self if self >= 0 else -self

    def choose_largest(self, keys: Sequence[tuple[Any, ...]]) -> int:
        """The index of the largest of some keys, one of which holds this number; this is a single observation."""
        found = [[_as_source(number) for number in key] for key in keys]
        source = Choice(_as_tuple(one[0] for one in key if one) for key in found)
        values = [tuple(one[1] for one in key if one) for key in found]
        position = max(range(len(values)), key=values.__getitem__)
        chosen: int = self.observations.observe(source, position)
        return chosen

    def _compared(self, sign: str, holds: Callable[[Any, Any], bool], other: Any) -> Any:
        observations = self.observations
        if observations.closed:
            return holds(self.value, other)
        if type(other) is int:  # nearly always
            source, value = f"{self.source} {sign} {other}", other
        else:
            found = _as_source(other)
            if found is None:
                return NotImplemented
            source, value = f"{self.source} {sign} {found[0]}", found[1]
        known = observations.known.get(source)
        return observations.observe(source, holds(self.value, value)) if known is None else known

    def _made(self, sign: str, left: Any, right: Any, of: Callable[[Any, Any], int]) -> Any:
        one, two = _as_source(left), _as_source(right)
        if one is None or two is None:
            return NotImplemented
        return Tracked(of(one[1], two[1]), f"({one[0]} {sign} {two[0]})", self.observations)


def is_tracked(value: Any) -> bool:
    """Whether a value is a tracked number."""
    return type(value) is Tracked


def _is_zero(other: Any) -> bool:
    return type(other) is int and other == 0


def _as_source(value: Any) -> tuple[str, int] | None:
    if type(value) is Tracked:
        return (str(value.value) if value.observations.closed else value.source), value.value
    if type(value) is int or type(value) is bool:
        return str(int(value)), int(value)
    return None


@lru_cache(maxsize=100_000)
def reader(source: str) -> Reader:
    """A function that works out the value of a source from numbers `v`; compiled once for each source."""
    read: Reader = eval(f"lambda v: {source}", {})
    return read


@lru_cache(maxsize=100_000)
def maker(sources: tuple[str, ...]) -> Reader:
    """A function that works out the values of several sources from numbers `v`, as a tuple."""
    return reader(_as_tuple(sources))


def _as_tuple(sources: Iterable[str]) -> str:
    return f"({' '.join(source + ',' for source in sources)})"


def as_plain(value: Any) -> Any:
    """A copy of a result or argument of a rule in which plain numbers stand for tracked ones; each is written down as
    looked at.
    """
    if type(value) is Tracked:
        return value.plain()
    if isinstance(value, str | bytes | int | float | None):
        return value
    if isinstance(value, dict):
        return {as_plain(key): as_plain(child) for key, child in value.items()}
    if isinstance(value, list | tuple):
        return _rebuilt(value)
    names: Iterable[str] = getattr(value, "__struct_fields__", ())
    return type(value)(**{name: as_plain(getattr(value, name)) for name in names}) if names else value


def _rebuilt(value: list[Any] | tuple[Any, ...]) -> Any:
    children = [as_plain(child) for child in value]
    return children if isinstance(value, list) else tuple(children)
