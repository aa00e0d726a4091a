"""Tracers are kept from one question to the next: what was learned about a kind of battle counts again."""

from __future__ import annotations

import gc
import threading
from collections import OrderedDict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
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
    with _lent(kind, policy, counted) as tracer, _no_sweeping():
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


@contextmanager
def _lent(*made_for: Any) -> Iterator[Tracer]:
    """The tracer of a kind of state, a policy and a counted rule, with the trees it has kept since it was used last.

    One caller has it at a time; a second one meanwhile gets a fresh one. After an error it is not used again.
    """
    key = (*made_for, book.changes)
    with _lock:
        tracer = _idle.pop(key, None) or Tracer(*made_for)
    yield tracer
    with _lock:
        _idle[key] = tracer
        while len(_idle) > _KEPT or sum(one.learned for one in _idle.values()) > _MOST_LEARNED:
            _idle.popitem(last=False)


def forget_trees() -> None:
    """Drop all kept tracers, so that a benchmark measures from nothing."""
    with _lock:
        _idle.clear()
    for cache in (reader, maker, renamed):
        cache.cache_clear()
