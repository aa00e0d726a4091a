"""Coverage: what random play has reached of a game, and what it has not. Used by random play alone."""

from __future__ import annotations

import copy
from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any

import msgspec
from msgspec import Struct

from companion.engine.core.effects import Note, Roll
from companion.engine.core.questions import Question
from companion.engine.core.rules import RuleBook, RuleCode, book
from companion.engine.game.record import Game
from companion.engine.game.reference import rules_of
from companion.engine.running.save import State


class Coverage(Struct):
    """How often random play has reached each thing: `rules` by name, `rows` of random tables as `table:row`, readings
    of `rulings` that a rule asked for as `key=reading`, and the game's own `landmarks`.
    """

    rules: Counter[str] = msgspec.field(default_factory=Counter)
    rows: Counter[str] = msgspec.field(default_factory=Counter)
    rulings: Counter[str] = msgspec.field(default_factory=Counter)
    landmarks: Counter[str] = msgspec.field(default_factory=Counter)

    def missing(self, game: Game) -> dict[str, list[str]]:
        """What was never reached in a game, by the same kinds."""
        found = {"rules": self.rules, "rows": self.rows, "rulings": self.rulings, "landmarks": self.landmarks}
        return {kind: [name for name in names if name not in found[kind]] for kind, names in reachable(game).items()}

    def count_row(self, question: Question, value: Any) -> None:
        """Count the row of the random table that an answer reaches, if the question is a roll on a table."""
        part = question.part
        if isinstance(part, Roll) and part.table:
            self.rows[f"{part.table}:{value[0]}"] += 1

    def count_landmarks(self, game: Game, state: State, notes: Sequence[Note]) -> None:
        """Count the landmarks that a state and the log lines that led to it show."""
        if game.landmarks is not None:
            self.landmarks.update(game.landmarks.seen(state, notes))


def reachable(game: Game) -> dict[str, list[str]]:
    """Everything that can be reached in a game, by kind."""
    return {
        "rules": [code.name for code in rules_of(game)],
        "rows": [f"{table.id}:{row}" for table in game.tables for row in range(1, table.sides + 1)],
        "rulings": [f"{ruling.key}={reading.id}" for ruling in game.rulings for reading in ruling.readings],
        "landmarks": list(game.landmarks.names) if game.landmarks is not None else [],
    }


class CountingBook(RuleBook):
    """The rules of this release; counts how often each is started and which readings their steps ask for."""

    def __init__(self, coverage: Coverage) -> None:
        super().__init__()
        self._coverage = coverage
        self._counted: dict[str, tuple[RuleCode, RuleCode]] = {}

    def get(self, name: str) -> RuleCode | None:
        """The rule of this name, or None; counts the access."""
        self._coverage.rules[name] += 1
        code = book.get(name)
        if code is None or code.is_flow:
            return code
        known = self._counted.get(name)
        if known is None or known[0] is not code:
            known = self._counted[name] = code, self._watching(code)
        return known[1]

    def _watching(self, code: RuleCode) -> RuleCode:
        """The same step, its state's rulings under watch."""
        code.resolve_types()
        again = copy.copy(code)
        again.fn = _watched(code.fn, self._coverage.rulings)
        return again


def _watched(fn: Callable[..., Any], counter: Counter[str]) -> Callable[..., Any]:
    def run(state: State, *args: Any) -> Any:
        if type(state.rulings) is dict:
            state.rulings = WatchedRulings(state.rulings, counter)
        return fn(state, *args)

    return run


class WatchedRulings(dict[str, str]):
    """The rulings of a match; counts the readings that are asked for. Saved like any other dict."""

    def __init__(self, rulings: dict[str, str], counter: Counter[str]) -> None:
        super().__init__(rulings)
        self._counter = counter

    def __getitem__(self, key: str) -> str:
        reading = super().__getitem__(key)
        self._counter[f"{key}={reading}"] += 1
        return reading
