"""Honesty: does a rule really treat alike all raw results that its roll puts into one case?

Odds follow one result of each case, so a rule that looks closer than it says would make them wrong. Here every raw
result is given, the step is played on with the same later answers, and what comes of it is compared.
"""

from __future__ import annotations

from itertools import product
from random import Random
from typing import Any

import msgspec

from companion.engine.core.chances import Classes, Faces, case_of
from companion.engine.core.effects import Roll
from companion.engine.core.errors import Refused
from companion.engine.core.questions import Question, sample
from companion.engine.core.rules import RuleBook, book
from companion.engine.game.record import Game, begin
from companion.engine.running.runner import Runner
from companion.engine.running.save import Save, State
from tests.odds.keys import Keys

_MOST_ON = 50


def dishonest_rolls(
    kind: type[State], save: Save, *, later: int = 2, most: int = 500, seed: int = 0, rules: RuleBook = book
) -> list[str]:
    """The open rolls of a situation whose cases lie; empty when all is well.

    Every raw result is tried (of rolls with more than `most`, that many at random), `later` times with other
    answers to what the same step asks afterwards.
    """
    found = []
    for group in _rolls(Runner(rules, kind, save)):
        for number in range(later):
            problem = _Comparison(kind, save, group, seed + number, rules).problem(most)
            if problem:
                found.append(problem)
                break
    return found


def dishonest_games(game: Game, games: int, seed: int, *, one_in: int = 1, most: int = 40) -> list[str]:
    """Play random games and look at (one in so many of) their rolls; the lies found, each once.

    Of each roll at most `most` raw results are tried, others each time: what one roll does not show, another will.
    """
    found: dict[str, None] = {}
    for number in range(games):
        rng = Random(seed + number)
        for save in _saves(game, rng):
            if rng.random() * one_in < 1:
                lies = dishonest_rolls(game.state_type, save, later=1, most=most, seed=rng.randrange(2**30))
                found.update(dict.fromkeys(lies))
    return list(found)


def _saves(game: Game, rng: Random) -> Any:
    """The saves of a random game at each roll that names its cases."""
    seats = [game.seats[i].id for i in rng.sample(range(len(game.seats)), rng.choice(game.players))]
    settings = {setting.id: rng.choice(setting.choices)[0] for setting in game.settings}
    rulings = {ruling.key: rng.choice(ruling.readings).id for ruling in game.rulings}
    runner = begin(game, seats, settings, rulings)
    for _ in range(20_000):
        if runner.done:
            return
        if _rolls(runner):
            yield runner.save()
        question = rng.choice(runner.questions())
        try:
            runner.answer(question.key, sample(question.part, rng))
        except Refused:
            continue


def _rolls(runner: Runner) -> list[tuple[Question, ...]]:
    """Open rolls that name cases: single ones, and joint ones with all their questions."""
    groups: dict[str, tuple[Question, ...]] = {}
    for question in runner.questions():
        if not isinstance(question.part, Roll):
            continue
        if question.joint is not None and not isinstance(question.joint, Faces):
            groups[question.group] = (*groups.get(question.group, ()), question)
        elif question.joint is None and not isinstance(question.part.classes, Faces):
            groups[question.key] = (question,)
    return [group for group in groups.values() if group[0].joint is None or len(group) == group[0].parts]


class _Comparison:
    """One roll with all its raw results, and fixed answers to whatever the step asks later."""

    def __init__(self, kind: type[State], save: Save, group: tuple[Question, ...], seed: int, rules: RuleBook) -> None:
        self.kind = kind
        self.save = save
        self.group = group
        self.seed = seed
        self.rules = rules
        self.keys = Keys()
        self.sides = [side for question in group if isinstance(question.part, Roll) for side in question.part.sides]
        self.step = group[0].group.rpartition(":")[0]

    def problem(self, most: int) -> str:
        """The first two results of one case that lead to different things, in words."""
        part = self.group[0].part
        assert isinstance(part, Roll)
        classes: Classes = self.group[0].joint or part.classes
        seen: dict[object, tuple[tuple[int, ...], Any]] = {}
        for dice in self._results(most):
            name, outcome = case_of(dice, classes), self._outcome(dice)
            first, known = seen.setdefault(name, (dice, outcome))
            if known != outcome:
                return f"{part.section} ({part.prompt}): {first} and {dice} are one case of {classes} but differ"
        return ""

    def _results(self, most: int) -> list[tuple[int, ...]]:
        whole = 1
        for side in self.sides:
            whole *= side
        if whole <= most:
            return list(product(*(range(1, side + 1) for side in self.sides)))
        rng = Random(self.seed)
        return [tuple(rng.randint(1, side) for side in self.sides) for _ in range(most)]

    def _outcome(self, dice: tuple[int, ...]) -> Any:
        """What the step asks after this result, and where the rules stand when it has ended."""
        runner = Runner(self.rules, self.kind, self.save)
        at = 0
        for question in self.group:
            assert isinstance(question.part, Roll)
            count = len(question.part.sides)
            runner.answer(question.key, list(dice[at : at + count]))
            at += count
        rng = Random(self.seed)
        asked: list[Any] = []
        for _ in range(_MOST_ON):
            still = [question for question in runner.questions() if question.group.rpartition(":")[0] == self.step]
            if not still:
                break
            question = still[0]
            value = sample(question.part, rng)
            asked.append((_bare_part(question), value))
            try:
                runner.answer(question.key, value)
            except Refused as refused:
                asked.append((str(refused.refusal.section), refused.refusal.field))
        return asked, self._place(runner)

    def _place(self, runner: Runner) -> Any:
        return self.keys.ending(runner) if runner.done else self.keys.situation(runner).key


def _bare_part(question: Question) -> bytes:
    """What is asked, without its words (which may well name the dice)."""
    part = msgspec.to_builtins(question.part)
    for words in ("prompt", "needs"):
        part.pop(words, None)
    return msgspec.json.encode(_wordless(part))


def _wordless(value: Any) -> Any:
    if isinstance(value, dict):
        return {name: _wordless(child) for name, child in value.items() if name not in ("label", "detail", "reason")}
    if isinstance(value, list | tuple):
        return [_wordless(child) for child in value]
    return value
