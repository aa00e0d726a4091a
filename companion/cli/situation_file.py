"""A helper filled in from a file: what people would answer, so that only chance and decisions are left.

rulings = { breach_step = "7" }      # optional
policy = "weakest"                   # optional
[[answer]]
section = "8.2"                      # optional; where given, it must be the section that asks
value = { race = "blue", ... }
"""

from __future__ import annotations

import tomllib
from itertools import chain, repeat
from pathlib import Path
from typing import Any

from msgspec import Struct, structs

from companion.engine.core.effects import Ask, Call
from companion.engine.core.errors import DataError, Refused
from companion.engine.core.forms import AnyForm, Choose, Counts, Fields, Pick
from companion.engine.core.questions import Question
from companion.engine.core.rules import book
from companion.engine.game.data import shape
from companion.engine.game.record import Game, Helper, begin_helper
from companion.engine.running.runner import Runner
from companion.engine.running.save import Save
from companion.odds.asking.subject import Situation, beginning, running_rules, situation, underway
from companion.odds.chance import OddsError, is_chance

_ANSWER = "[[answer]]"


class GivenAnswer(Struct, frozen=True, forbid_unknown_fields=True):
    """One answer of the file: its value, and the section that must be asking ("" for any)."""

    value: Any
    section: str = ""
    where: str = ""
    """Where it stands, for error messages; told when the file is read, whatever the file says."""


class SituationFile(Struct, frozen=True, forbid_unknown_fields=True, rename={"answers": "answer"}):
    """A situation as read from a file: rulings that differ from the default, the policy, and the answers in order."""

    rulings: dict[str, str] = {}
    policy: str = ""
    answers: tuple[GivenAnswer, ...] = ()


def read_situation_file(path: Path) -> SituationFile:
    """Read and check a file. Raises DataError naming file, place and reason."""
    try:
        text = path.read_text("utf-8")
        raw = tomllib.loads(text)
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise DataError(f"{path}: is no TOML: {error}") from error
    except RecursionError as error:
        raise DataError(f"{path}: is nested too deeply: {_ANSWER} and value = {{ ... }} are enough") from error
    filled = shape(raw, SituationFile, str(path))
    lines = [number for number, line in enumerate(text.splitlines(), 1) if line.strip().startswith(_ANSWER)]
    places = [f"{path}, answer {number} (line {line})" for number, line in enumerate(lines, 1)]
    given = zip(filled.answers, chain(places, repeat(str(path))), strict=False)
    return structs.replace(filled, answers=tuple(structs.replace(one, where=place) for one, place in given))


def save_of_file(game: Game, helper: Helper, filled: SituationFile, rulings: dict[str, str] | None = None) -> Save:
    """The save of a helper after the answers of a file, by the rulings of the file or by others.

    Raises DataError when an answer does not fit its question, OddsError when answers are missing or left over.
    """
    runner = begin_helper(game, helper, filled.rulings if rulings is None else rulings)
    before = runner.save()
    for answer in filled.answers:
        before = runner.save()
        _answer(runner, answer)
    if runner.done and filled.answers:
        return _decided(game, helper, before, filled.answers[-1]) or runner.save()
    return runner.save()


def _decided(game: Game, helper: Helper, before: Save, last: GivenAnswer) -> Save | None:
    """What the last answer decided at once, from the beginning of what it is about; None where that is one step."""
    asking = list(running_rules(before.root))
    if helper.odds not in [one.rule for one in game.outlooks] or helper.odds in asking:
        return None
    runner = Runner(book, game.state_type, underway(before, asking[-1]))
    _answer(runner, last)
    return beginning(runner.state, Call(helper.odds)) if runner.done else None


def situation_of_file(game: Game, helper: Helper, filled: SituationFile) -> Situation:
    """The situation that a file describes. Raises DataError and OddsError like `save_of_file`."""
    save = save_of_file(game, helper, filled)
    found = situation(game, save)
    if save.root is None:
        outlook = next((one for one in game.outlooks if one.rule == helper.odds), found.outlook)
        found = structs.replace(found, outlook=outlook)
    open_still = [one for one in Runner(book, game.state_type, save).questions() if not is_chance(one)]
    if found.outlook not in game.outlooks and open_still:
        raise OddsError(f"the situation is not complete; still asked: {open_still[0].part.prompt}")
    return found


def _answer(runner: Runner, answer: GivenAnswer) -> None:
    questions = runner.questions()
    if not questions or is_chance(questions[0]):
        raise OddsError(f"{answer.where}: nothing but chance is left; the situation is complete already")
    question = questions[0]
    if answer.section and answer.section != question.section:
        asks = f"{question.section} does: {question.part.prompt}"
        raise OddsError(f"{answer.where}: {answer.section} does not ask now; {asks}")
    try:
        runner.answer(question.key, answer.value)
    except Refused as refused:
        raise OddsError(
            f"{answer.where}: {refused.refusal} {_help(question, answer.value, refused)}".rstrip()
        ) from refused


def _help(question: Question, value: Any, refused: Refused) -> str:
    """What was given at the field that is refused, and what could be."""
    part = question.part
    assert isinstance(part, Ask)
    form: AnyForm = part.form
    for name in refused.refusal.field.split("."):
        inner = next((one.form for one in form.fields if one.id == name), None) if isinstance(form, Fields) else None
        if inner is None or not isinstance(value, dict):
            break
        form, value = inner, value.get(name)
    given = "" if isinstance(value, dict | list | None) else f"Given: {value}."
    return " ".join(one for one in (given, _known(form)) if one)


def _known(form: AnyForm) -> str:
    match form:
        case Fields(fields=fields):
            return f"The fields: {', '.join(one.id for one in fields)}."
        case Counts(rows=rows):
            return f"The lines: {', '.join(one.id for one in rows)}."
        case Choose(options=options) | Pick(options=options):
            return f"The options: {', '.join(one.id for one in options if one.refusal is None)}."
    return ""
