"""Sides of aids that lie on one table share one size of type: the largest at which every one of them fits.

Knows nothing of what stands on them.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import lru_cache, partial

from printables.displays import aid
from printables.displays.aid import SIZE, Aid
from printables.errors import TooLong
from printables.look.theme import Look
from printables.model import Draw, Face

LEAST, MOST, STEP = 8.5, 12.5, 0.1
"""The type of sentences, in points: what can be read by lamplight at arm's length, what is enough, and the steps."""
SPREAD = 2.7
"""Parts of a column stand so many times as far apart at most, so that it fills the sheet."""


def faces(sides: Mapping[str, Aid]) -> dict[str, Draw]:
    """What draws each side, by its id, all in one size of type. Drawing raises TooLong where they do not fit."""
    family = tuple(sides.values())
    return {name: partial(face, side, family) for name, side in sides.items()}


def face(model: Aid, family: tuple[Aid, ...], look: Look) -> Face:
    """One side in the type of its family, its columns spread over the height of the sheet."""
    return aid.face(replace(model, scale=common(family, look.language), spread=SPREAD), look)


@lru_cache(maxsize=64)
def common(family: tuple[Aid, ...], language: str) -> float:
    """The largest scale at which all sides fit. Raises TooLong when their type would be smaller than the least."""
    look, steps = Look("full", language), 0
    for side in family:
        if not _fits(side, steps, look):
            steps = _steps(side, steps + 1, look)
    return _scale(steps)


def _steps(side: Aid, low: int, look: Look) -> int:
    """The fewest steps down, `low` at least, at which a side fits."""
    high = round((MOST - LEAST) / STEP)
    while low < high:
        middle = (low + high) // 2
        if _fits(side, middle, look):
            high = middle
        else:
            low = middle + 1
    aid.face(replace(side, scale=_scale(high)), look)
    return high


def _scale(steps: int) -> float:
    return (MOST - steps * STEP) / SIZE


def _fits(side: Aid, steps: int, look: Look) -> bool:
    try:
        aid.face(replace(side, scale=_scale(steps)), look)
    except TooLong:
        return False
    return True
