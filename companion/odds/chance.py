"""Chance: every way an open roll, pool or draw can turn out, with its weight; and the error where there are no odds."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from math import comb
from typing import Any

from msgspec import Struct

from companion.engine.core.chances import Faces, cases
from companion.engine.core.effects import Ask, Draw, Pool, Roll
from companion.engine.core.errors import CompanionError
from companion.engine.core.questions import Question

_FACES = Faces()


class OddsError(CompanionError):
    """Odds cannot be computed: a policy's answer is refused, or a question is of a kind that has no chances."""


class Way(Struct, frozen=True):
    """One way in which chance turns out: `weight` equally likely results that the rule cannot tell apart, and the
    answers, as (key of the question, value), that stand for all of them.
    """

    weight: int
    answers: tuple[tuple[str, Any], ...]


def is_chance(question: Question) -> bool:
    """Whether dice or cards answer this question, not a person."""
    return not isinstance(question.part, Ask)


def ways(questions: list[Question]) -> list[Way]:
    """All ways in which the first open question to chance turns out (there must be one). The weights add up to the
    number of all equally likely results.

    The dice of a joint roll are thrown together, unless some of them have been answered already: then each die counts
    for itself.
    """
    first = next(question for question in questions if is_chance(question))
    part = first.part
    if first.joint is not None:
        together = [question for question in questions if question.group == first.group]
        if len(together) == first.parts and all(isinstance(question.part, Roll) for question in together):
            return _joint(together)
    if isinstance(part, Roll):
        # what a joint roll tells apart is only known of all its dice, so a single one is read face by face
        classes = part.classes if first.joint is None else _FACES
        return [Way(case.weight, ((first.key, list(case.dice)),)) for case in cases(part.sides, classes)]
    if isinstance(part, Pool):
        return [Way(weight, ((first.key, hits),)) for hits, weight in _pool(part.count, part.sides, part.target)]
    assert isinstance(part, Draw)
    return [Way(weight, ((first.key, list(ids)),)) for ids, weight in _draws(part)]


def _joint(questions: list[Question]) -> list[Way]:
    parts = [question.part for question in questions]
    sides = tuple(side for part in parts if isinstance(part, Roll) for side in part.sides)
    joint = questions[0].joint
    assert joint is not None
    return [Way(case.weight, tuple(_dealt(questions, case.dice))) for case in cases(sides, joint)]


def _dealt(questions: list[Question], dice: tuple[int, ...]) -> Iterator[tuple[str, list[int]]]:
    """The dice of a joint roll, handed to their questions."""
    at = 0
    for question in questions:
        assert isinstance(question.part, Roll)
        count = len(question.part.sides)
        yield question.key, list(dice[at : at + count])
        at += count


@lru_cache(maxsize=512)
def _pool(count: int, sides: int, target: int) -> tuple[tuple[int, int], ...]:
    """Successes of a pool, with their weights out of sides ** count."""
    good = min(max(sides + 1 - target, 0), sides)
    weights = [comb(count, hits) * good**hits * (sides - good) ** (count - hits) for hits in range(count + 1)]
    return tuple((hits, weight) for hits, weight in enumerate(weights) if weight)


def _draws(part: Draw) -> list[tuple[tuple[str, ...], int]]:
    """All sequences of cards, with the number of ways to draw them."""
    weights = {card.id: card.weight for card in part.deck}
    found: list[tuple[tuple[str, ...], int, dict[str, int]]] = [((), 1, {card.id: card.count for card in part.deck})]
    for _ in range(min(part.count, sum(card.count for card in part.deck))):
        found = [
            ((*ids, card), weight * left[card] * weights[card], {**left, card: left[card] - 1})
            for ids, weight, left in found
            for card in left
            if left[card] > 0
        ]
    return [(ids, weight) for ids, weight, _ in found]
