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
from operator import add, eq, floordiv, ge, gt, le, lt, mod, mul, ne, sub
from typing import TYPE_CHECKING, Any

Values = tuple[int, ...]
Reader = Callable[[Values], Any]


class LargestOf(str):
    """A source whose value is the index of the largest of several tuples (see `engine.game.outlook.largest`). Each of
    the `keys` is the source of one tuple.
    """

    __slots__ = ("keys",)
    keys: tuple[str, ...]

    def __new__(cls, keys: Iterable[str]) -> LargestOf:
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


def _plainly(of: Callable[[int], Any]) -> Any:
    """A method that hands on the plain number."""
    return lambda number: of(number.plain())


def _comparison(sign: str, holds: Callable[[Any, Any], bool]) -> Any:
    """A method that compares and writes that down."""

    def compared(self: Tracked, other: Any) -> Any:
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

    return compared


def _arithmetic(sign: str, of: Callable[[Any, Any], int]) -> Any:
    """A method that reckons with this number on the left."""
    return lambda number, other: _made(sign, number, other, of)


def _reflected(sign: str, of: Callable[[Any, Any], int]) -> Any:
    """The same with this number on the right."""
    return lambda number, other: _made(sign, other, number, of)


def _made(sign: str, left: Any, right: Any, of: Callable[[Any, Any], int]) -> Any:
    one, two = _as_source(left), _as_source(right)
    if one is None or two is None:
        return NotImplemented
    observations = (left if is_tracked(left) else right).observations
    return Tracked(of(one[1], two[1]), f"({one[0]} {sign} {two[0]})", observations)


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

    __int__ = __index__
    __float__, __hash__, __str__, __repr__ = _plainly(float), _plainly(hash), _plainly(str), _plainly(repr)

    def __format__(self, spec: str) -> str:
        return format(self.plain(), spec)

    def __bool__(self) -> bool:
        sign = ">" if self.count else "!="  # counts are asked both ways: a single observation
        return bool(self.observations.observe(f"{self.source} {sign} 0", self.value != 0))

    __eq__, __ne__, __lt__ = _comparison("==", eq), _comparison("!=", ne), _comparison("<", lt)
    __le__, __gt__, __ge__ = _comparison("<=", le), _comparison(">", gt), _comparison(">=", ge)

    def __add__(self, other: Any) -> Any:
        return self if type(other) is int and other == 0 else _made("+", self, other, add)

    def __sub__(self, other: Any) -> Any:
        if is_tracked(other) and other.source == self.source:
            return 0
        return self if type(other) is int and other == 0 else _made("-", self, other, sub)

    __radd__, __rsub__ = __add__, _reflected("-", sub)
    __mul__, __rmul__ = _arithmetic("*", mul), _reflected("*", mul)
    __floordiv__, __rfloordiv__ = _arithmetic("//", floordiv), _reflected("//", floordiv)
    __mod__, __rmod__ = _arithmetic("%", mod), _reflected("%", mod)

    def __neg__(self) -> Any:
        return 0 - self

    def __pos__(self) -> Any:
        return self

    def __abs__(self) -> Any:
        return self if self >= 0 else -self

    def choose_largest(self, keys: Sequence[tuple[Any, ...]]) -> int:
        """The index of the largest of some keys, one of which holds this number; this is a single observation."""
        found = [[_as_source(number) for number in key] for key in keys]
        source = LargestOf(_as_tuple(one[0] for one in key if one) for key in found)
        values = [tuple(one[1] for one in key if one) for key in found]
        position = max(range(len(values)), key=values.__getitem__)
        chosen: int = self.observations.observe(source, position)
        return chosen


def is_tracked(value: Any) -> bool:
    """Whether a value is a tracked number."""
    return type(value) is Tracked


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
