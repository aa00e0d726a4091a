"""Best play by brute force: value iteration over the saves of the match runner, every decision tried."""

from __future__ import annotations

from typing import Any

from companion.engine.core.effects import Ask
from companion.engine.core.forms import Choose, Confirm, Counts
from companion.engine.core.rules import book
from companion.engine.running.runner import Runner
from companion.engine.running.save import Save
from companion.games.heroes_vs_warlords.readers.odds import OUTLOOKS
from companion.games.heroes_vs_warlords.records.state import HvWState
from companion.odds.chance import is_chance, ways
from tests.odds.keys import Keys

OUTLOOK = OUTLOOKS[0]


class Brute:
    """Value iteration over the saves of the match runner: shares nothing with the way that is tested."""

    def __init__(self, sides: tuple[int, ...], decided_by: Any = OUTLOOK.side) -> None:
        self.sides = sides
        self.decided_by = decided_by
        self.keys = Keys()
        self.known: dict[Any, int] = {}
        self.rows: list[tuple[int, list[tuple[float, int]]]] = []
        self.values: list[float] = []

    def value(self, save: Save) -> float:
        start = self._number(Runner(book, HvWState, save))
        for _ in range(4000):
            before = list(self.values)
            for number in reversed(range(len(self.rows))):  # what comes last first: ends reach the start in few passes
                side, edges = self.rows[number]
                if edges and side:
                    self.values[number] = side * max(side * self.values[to] for _, to in edges)
                elif edges:
                    self.values[number] = sum(share * self.values[to] for share, to in edges)
            if max(abs(a - b) for a, b in zip(before, self.values, strict=True)) < 1e-10:
                break
        return self.values[start]

    def _number(self, runner: Runner) -> int:
        todo = [self._known(runner)]
        first = todo[0][0]
        while todo:
            number, now = todo.pop()
            if now is None or now.done:
                continue
            open_now = now.questions()
            question = next((one for one in open_now if not is_chance(one)), open_now[0])
            side = 0
            if is_chance(question):
                found = ways(open_now)
                total = sum(way.weight for way in found)
                options = [(way.weight / total, dict(way.answers)) for way in found]
            else:
                state = now.working_state(question.key)
                side = self.decided_by(question, state)
                usual = OUTLOOK.policies[0].answer(question, state)
                open_to = _answers(question.part) if side in self.sides else [usual]
                options = [(1.0, {question.key: answer}) for answer in open_to]
                side = side if side in self.sides else 0
            edges = []
            for share, answers in options:
                after = Runner(book, HvWState, now.save())
                for key, answer in answers.items():
                    after.answer(key, answer)
                to, again = self._known(after)
                edges.append((share, to))
                todo.append((to, again))
            self.rows[number] = side, edges
        return first

    def _known(self, runner: Runner) -> tuple[int, Runner | None]:
        key = self.keys.ending(runner) if runner.done else self.keys.situation(runner).key
        if key in self.known:
            return self.known[key], None
        self.known[key] = len(self.rows)
        self.rows.append((0, []))
        self.values.append(float(runner.done and runner.result == "attacker"))
        return self.known[key], runner


def _answers(part: Any) -> list[Any]:
    assert isinstance(part, Ask)
    if isinstance(part.form, Choose):
        return [one.id for one in part.form.options if one.refusal is None]
    if isinstance(part.form, Counts):
        (row,) = part.form.rows
        return [{row.id: number} for number in range(part.form.least, row.high + 1)]
    assert isinstance(part.form, Confirm)
    return [False] if part.form.refusal else [False, True]
