"""Tracers are kept from one question to the next: what was learned about a kind of battle counts again."""

from __future__ import annotations

import gc
import threading
from collections import OrderedDict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from typing import Any, TypeVar

from companion.engine.core.rules import book
from companion.engine.game.outlook import Decide
from companion.engine.running.runner import Runner
from companion.engine.running.save import Save, State
from companion.odds.policies import decide
from companion.odds.tracing.shapes import Learned
from companion.odds.tracing.tracer import Position, Tracer
from companion.odds.tracing.tracked import maker, reader
from companion.odds.tracing.trees import renamed

R = TypeVar("R")
_KEPT = 8
_MOST_LEARNED = 100_000
"""All trees and continuations that are kept have no more branches than this together (about 160 MB)."""


def traced(
    kind: type[State],
    start: Save,
    policy: Decide,
    counted: str,
    use: Callable[[Tracer, Position], R],
) -> R:
    """Call `use` with a tracer and the situation of a save, and return what it returns; again whenever it turns out
    that more numbers vary than was known.

    Before that people's open questions are answered by the policy. The tracer may be one used before for the same kind
    of state, policy and counted rule, and is kept for the next time. Raises OddsError when an answer is refused,
    Untraceable when the rules do what tracing cannot follow.
    """
    runner = Runner(book, kind, start)
    decide(runner, policy)
    save = runner.save()
    with _Tracers(kind, policy, counted) as tracer, _no_sweeping():
        while True:
            try:
                return use(tracer, tracer.position(save))
            except Learned as learned:
                if not learned.keeps:
                    tracer.forget()


@contextmanager
def _no_sweeping() -> Iterator[None]:
    """Many small records are made that all stay; looking through them for garbage costs a third of the time."""
    was = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was:
            gc.enable()


_lock = threading.Lock()
_idle: OrderedDict[Any, Tracer] = OrderedDict()


class _Tracers:
    """Lends the tracer of a kind of state and a policy; it has kept its trees since it was used last.

    One caller has it at a time; a second one meanwhile gets a fresh one.
    """

    def __init__(self, kind: type[State], policy: Decide, counted: str) -> None:
        self._key = (kind, policy, book.changes, counted)
        self._make = partial(Tracer, kind, policy, counted)

    def __enter__(self) -> Tracer:
        with _lock:
            self._lent = _idle.pop(self._key, None)
        if self._lent is None:
            self._lent = self._make()
        return self._lent

    def __exit__(self, kind: Any, error: Any, trace: Any) -> None:
        tracer = self._lent
        if tracer is None or error is not None:
            return
        with _lock:
            _idle[self._key] = tracer
            while len(_idle) > _KEPT or sum(one.learned for one in _idle.values()) > _MOST_LEARNED:
                _idle.popitem(last=False)


def forget_trees() -> None:
    """Drop all kept tracers, so that a benchmark measures from nothing."""
    with _lock:
        _idle.clear()
    for cache in (reader, maker, renamed):
        cache.cache_clear()
