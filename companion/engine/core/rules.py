"""Rules: the decorators that turn generator functions into steps and flows, and the book that holds them all.

    @step("8.7.1")
    def breach(state: State, side: str) -> Rule[str]: ...     # atomic, reads and writes the state

    @flow("8.3")
    def combat_round(first: str) -> Rule[None]:               # a sequence of play, never sees the state
        result = yield from breach(first)

Calling a decorated function inside a flow does not run it: it returns a `Called`, and `yield from` hands the
call to whatever drives the rule text (live match, replay, random play, odds). Helper functions that a step uses are
plain functions or undecorated generators.
"""

from __future__ import annotations

import inspect
import sys
import typing
from collections.abc import Callable, Generator, Iterator
from typing import Any, Concatenate, Generic, ParamSpec, Protocol, TypeVar, overload

import msgspec
from msgspec import Struct

from companion.engine.core.effects import Call, Effect, Rule
from companion.engine.core.errors import RuleError

P = ParamSpec("P")
R = TypeVar("R")
S = TypeVar("S")


class Called(Struct, Generic[R], gc=False):
    """A rule that was called but has not run yet; `yield from` runs it and returns its result."""

    call: Call

    def __iter__(self) -> Iterator[Effect]:
        result = yield self.call
        return result


class RuleCode:
    """A registered rule: its name (`module.function`), sections, function and the types of its values.

    `section` is the first of the `sections`: what its questions, refusals and log lines cite if they name none.
    `asks_first` is a step's promise to write nothing before its first question (see `step`).
    """

    __slots__ = (
        "_decoder",
        "args",
        "asks_first",
        "doc",
        "fn",
        "is_flow",
        "is_generator",
        "name",
        "result",
        "section",
        "sections",
    )

    def __init__(
        self, fn: Callable[..., Any], sections: tuple[str, ...], is_flow: bool, asks_first: bool = False
    ) -> None:
        self.fn = fn
        self.name = rule_name(fn)
        self.sections = sections
        self.is_flow = is_flow
        self.is_generator = inspect.isgeneratorfunction(fn)
        self.asks_first = asks_first or not self.is_generator
        self.doc = inspect.getdoc(fn) or ""
        self.args: tuple[Any, ...] | None = None
        self.result: Any = None
        self._decoder: msgspec.json.Decoder[Any] | None = None
        if not sections:
            raise RuleError(f"{self.name} names no section")
        self.section = sections[0]
        if is_flow and not self.is_generator:
            raise RuleError(f"{self.name}: a flow must yield")

    def resolve_types(self) -> tuple[tuple[Any, ...], Any]:
        """The types of the arguments (without the state) and of the result, read once from the annotations.

        Raises RuleError if one is missing.
        """
        if self.args is None:
            hints = typing.get_type_hints(self.fn)
            names = list(inspect.signature(self.fn).parameters)[0 if self.is_flow else 1 :]
            for name in [*names, "return"]:
                if name not in hints:
                    raise RuleError(f"{self.name}: {name} has no type")
            result = hints["return"]
            if self.is_generator and typing.get_origin(result) is not Generator:
                raise RuleError(f"{self.name}: a rule that yields returns Rule[...]")
            self.result = typing.get_args(result)[-1] if self.is_generator else result
            self.args = tuple(hints[name] for name in names)
        return self.args, self.result

    def result_decoder(self) -> msgspec.json.Decoder[Any]:
        """The decoder that reads a result from a save; cached, because making it takes longer than using it."""
        if self._decoder is None:
            self._decoder = msgspec.json.Decoder(self.resolve_types()[1])
        return self._decoder


class RuleBook:
    """All rules of the loaded games by name."""

    def __init__(self) -> None:
        self._rules: dict[str, RuleCode] = {}
        self.changes = 0
        """Grows with every rule; whoever remembers anything about rules compares it."""

    def add(self, code: RuleCode) -> None:
        """Register a rule. A later one of the same module replaces it (a new release, tests).

        Raises RuleError if two modules give one name to different rules.
        """
        old = self._rules.get(code.name)
        if old is not None and old.fn.__module__ != code.fn.__module__:
            raise RuleError(f"{code.name} is a rule of {old.fn.__module__} and of {code.fn.__module__}")
        self._rules[code.name] = code
        self.changes += 1

    def get(self, name: str) -> RuleCode | None:
        """The rule of this name, or None when this release does not have it."""
        return self._rules.get(name)

    def of(self, package: str) -> list[RuleCode]:
        """All rules below a package, in the order in which they are defined."""
        return [code for code in self._rules.values() if code.name.startswith(package + ".")]


book = RuleBook()


GAMES = "companion.games."
NAMED = "NAMED"
"""What a room of a game sets to be part of the names of its rules."""


def rule_name(fn: Callable[..., Any]) -> str:
    """The name of a rule in saves: `companion.games.x.room.arena.breach` -> `x.arena.breach`.

    The rooms (subfolders) of a game are no part of it, unless a room sets `NAMED = True` in its `__init__.py`.
    """
    if not fn.__module__.startswith(GAMES):
        return f"{fn.__module__}.{fn.__name__}"
    game, *path = fn.__module__.removeprefix(GAMES).split(".")
    rooms = path[:-1]
    paths = [f"{GAMES}{game}.{'.'.join(rooms[: n + 1])}" for n in range(len(rooms))]
    kept = [room for room, path in zip(rooms, paths, strict=True) if getattr(sys.modules.get(path), NAMED, False)]
    return ".".join([game, *kept, *path[-1:], fn.__name__])


class StepMaker(Protocol):
    """Makes a step of a function that asks (a generator), or of one that only reads and writes the state."""

    @overload
    def __call__(self, fn: Callable[Concatenate[S, P], Rule[R]], /) -> Callable[P, Rule[R]]: ...
    @overload
    def __call__(self, fn: Callable[Concatenate[S, P], R], /) -> Callable[P, Rule[R]]: ...


def step(*sections: str, asks_first: bool = False) -> StepMaker:
    """Make an atomic step of a function (state, ...) -> Rule[R]. What it writes counts only when it returns.

    `asks_first` promises that it writes nothing before its first question, so that the state need not be saved before
    it runs. That makes steps faster that mostly ask nothing. A step that only writes lines into the log before its
    first question keeps the promise too. Random play checks it.
    """
    return _decorator(sections, is_flow=False, asks_first=asks_first)


def flow(*sections: str) -> Callable[[Callable[P, Rule[R]]], Callable[P, Rule[R]]]:
    """Make a flow of a generator function (...) -> Rule[R]; a flow starts steps and other flows."""
    return _decorator(sections, is_flow=True)


def _decorator(sections: tuple[str, ...], *, is_flow: bool, asks_first: bool = False) -> Callable[[Any], Any]:
    def decorate(fn: Callable[..., Any]) -> Callable[..., Any]:
        code = RuleCode(fn, sections, is_flow, asks_first)
        book.add(code)
        arity = len(inspect.signature(fn).parameters) - (0 if is_flow else 1)

        def called(*args: Any) -> Called[Any]:
            if len(args) != arity:
                raise RuleError(f"{code.name} takes {arity} arguments, got {len(args)}")
            return Called(Call(code.name, args))

        called.__name__ = fn.__name__
        called.__doc__ = fn.__doc__
        called.code = code  # type: ignore[attr-defined]
        return called

    return decorate
