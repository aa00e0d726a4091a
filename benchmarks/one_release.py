"""One release, driven over standard input and output; it uses only what every release has. See `benchmarks.beside`.

Each line that comes in is an order as JSON, a name and its values; each line that goes out is the result.
"""

from __future__ import annotations

import importlib
import json
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

Step = tuple[int, Any]
"""An answer: the index of the open question, and the value."""


def part_of(*names: str) -> Any:
    """The first of these modules that this release has: rooms were moved and named anew."""
    for name in names:
        try:
            return importlib.import_module(f"companion.{name}")
        except ModuleNotFoundError:
            continue
    raise SystemExit(f"this release has none of {', '.join(names)}")


class Release:
    """The orders. A match goes by default settings and by the rulings as they were before there was a choice."""

    def __init__(self) -> None:
        record, questions = (
            part_of("engine.game.record", "engine.game"),
            part_of("engine.core.questions", "engine.questions"),
        )
        self.begin, self.sample = record.begin, questions.sample
        self.resume: Callable[[Any, bytes], Any] = getattr(record, "resume", None) or record.take_up
        self.encode: Callable[[Any], bytes] = part_of("engine.running.save", "engine.save").encode_save
        self.refused = part_of("engine.core.errors", "engine.errors").Refused
        self.load = part_of("games").load_game

    def start(self, name: str, seats: list[str]) -> list[Any]:
        """Begin a match. Returns the open questions."""
        self.game, self.kept = self.load(name), b""
        rulings = {one.key: getattr(one, "earlier", one.default) for one in self.game.rulings}
        settings = {one.id: one.choices[0][0] for one in self.game.settings}
        self.runner = self.begin(self.game, seats, settings, rulings)
        return self.asked()

    def asked(self) -> list[Any]:
        """The open questions: seat, kind, and what may be answered as far as all releases say it alike."""
        return [[one.seat, type(one.part).__name__, _about(one.part)] for one in self.runner.questions()]

    def any_answer(self, index: int, seed: int) -> Any:
        """An answer at random; it is not given."""
        return self.sample(self.runner.questions()[index].part, Random(seed))

    def answer(self, index: int, value: Any) -> list[Any] | None:
        """Give an answer. Returns the open questions, or None when it is refused."""
        self.kept = self.encode(self.runner.save())
        try:
            self.runner.answer(self.runner.questions()[index].key, value)
        except self.refused:
            return None
        return self.asked()

    def back(self) -> None:
        """Take the last answer back."""
        self.runner = self.resume(self.game, self.kept)

    def replay(self, name: str, games: list[tuple[list[str], list[Step]]], what: str) -> float:
        """CPU microseconds an answer: of the answers alone (`play`), or with a save and a resumed match after each."""
        spent, answers = 0.0, 0
        for seats, steps in games:
            self.start(name, seats)
            runner, began = self.runner, time.process_time()
            for index, value in steps:
                runner.answer(runner.questions()[index].key, value)
                if what != "play":
                    self.encode(runner.save())
                if what == "resume":
                    self.resume(self.game, self.encode(runner.save()))
            spent, answers = spent + time.process_time() - began, answers + len(steps)
        return 1e6 * spent / answers

    def store(self, what: str, times: int) -> float:
        """CPU microseconds of a post, of a post by a program just started (`cold`), or of a look at a match, with a
        ledger of `times` entries.
        """
        store, support = part_of("store"), importlib.import_module("tests.store.support")
        find = importlib.import_module("tests.store.toy").find_game
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "one.db"
            with store.Store.open(path, find) as opened:
                code = support.new_match(opened)
                act = (lambda: support.post(opened, code, 1)) if what != "look" else (lambda: opened.read(code).match)
                support.post(opened, code, 1)
                spent = _spent(act, times)
            if what != "cold":
                return 1e6 * spent / times
            spent = 0.0
            for _ in range(_COLD):
                with store.Store.open(path, find) as opened:
                    spent += _spent(lambda opened=opened: support.post(opened, code, 1), 1)
            return 1e6 * spent / _COLD


_COLD = 10


def _spent(act: Callable[[], object], times: int) -> float:
    began = time.process_time()
    for _ in range(times):
        act()
    return time.process_time() - began


def _about(part: Any) -> Any:
    form = getattr(part, "form", None)
    if form is None:
        return [str(getattr(part, name, "")) for name in ("sides", "count")]
    options = getattr(form, "options", None)
    return [type(form).__name__, *sorted(one.id for one in options or () if one.refusal is None)]


def main() -> None:
    """Carry out orders until there are no more, with the release in the present folder and no other one."""
    sys.path[:] = [str(Path.cwd()), *(one for one in sys.path if not (Path(one) / "companion").is_dir())]
    release = Release()
    for line in sys.stdin:
        order, *values = json.loads(line)
        print(json.dumps(getattr(release, order)(*values)), flush=True)


if __name__ == "__main__":
    main()
