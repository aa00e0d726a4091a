"""A helper filled in from a file: what people would answer, so that only chance and decisions are left.

rulings = { breach_step = "7" }      # optional
policy = "weakest"                   # optional
[[answer]]
section = "8.2"                      # optional; where given, it must be the section that asks
value = { race = "blue", ... }
"""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct, field

from companion.engine.errors import DataError, Refused
from companion.engine.game import Game, Helper, begin_helper
from companion.engine.rules import book
from companion.engine.runner import Runner
from companion.engine.save import Save
from companion.odds.asking import Situation, situation
from companion.odds.chance import is_chance
from companion.odds.results import OddsError


class Given(Struct, frozen=True, forbid_unknown_fields=True):
    """One answer."""

    value: Any
    section: str = ""


class Filled(Struct, frozen=True, forbid_unknown_fields=True):
    """A whole file."""

    rulings: dict[str, str] = {}
    policy: str = ""
    answers: list[Given] = field(default_factory=list, name="answer")


def read_filled(path: Path) -> Filled:
    """The situation in a file. Raises DataError with file, field and reason."""
    try:
        return msgspec.convert(tomllib.loads(path.read_text("utf-8")), Filled)
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise DataError(f"{path}: is no TOML: {error}") from error
    except msgspec.ValidationError as error:
        raise DataError(f"{path}: {error}") from error


def filled_save(game: Game, helper: Helper, filled: Filled, rulings: dict[str, str] | None = None) -> Save:
    """A helper after the answers of a file, by its rulings or others. Raises DataError, and OddsError when answers are
    missing or too many."""
    runner = begin_helper(game, helper, filled.rulings if rulings is None else rulings)
    for number, answer in enumerate(filled.answers, 1):
        _answer(runner, number, answer)
    return runner.save()


def filled_situation(game: Game, helper: Helper, filled: Filled) -> Situation:
    """The situation of a file. Raises DataError and OddsError."""
    save = filled_save(game, helper, filled)
    found = situation(game, save)
    open_still = [one for one in Runner(book, game.state_type, save).questions() if not is_chance(one)]
    if found.outlook is None and open_still:
        raise OddsError(f"the situation is not complete; still asked: {open_still[0].part.prompt}")
    return found


def _answer(runner: Runner, number: int, answer: Given) -> None:
    questions = runner.questions()
    if not questions or is_chance(questions[0]):
        raise OddsError(f"answer {number}: nothing but chance is left; the situation is complete already")
    question = questions[0]
    if answer.section and answer.section != question.section:
        raise OddsError(
            f"answer {number}: {answer.section} does not ask now; {question.section} does: {question.part.prompt}"
        )
    try:
        runner.answer(question.key, answer.value)
    except Refused as refused:
        raise OddsError(f"answer {number}: {refused.refusal}") from refused
