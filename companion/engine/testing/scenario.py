"""Scenarios: a situation, answers and expectations in a TOML file, run against the rules. See docs/scenarios.md.

Every worked example of a rulebook becomes one, and so does every bug report: `as_scenario` writes a played match as
one.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
from msgspec import UNSET, Struct, field

from companion.engine.core.errors import CompanionError, DataError, Refused
from companion.engine.core.questions import Question
from companion.engine.game.record import Game, begin, begin_helper
from companion.engine.match.changing import corrected_state
from companion.engine.match.ledger import MemoryLedger
from companion.engine.match.live import Match, Stamp
from companion.engine.running.runner import Runner
from companion.engine.testing.carried import Carried, carries_all
from companion.engine.testing.expectations import Expect, ExpectedQuestion, listed, unmet

FindGame = Callable[[str], Game]
_DEEPEST = 10
_OFTENEST = 1000


class Answer(Struct, frozen=True, forbid_unknown_fields=True):
    """One event: an answer to the open question of `seat` and `section`, or a correction.

    `nth` chooses among several similar questions. With `refused` the answer must be refused, citing that section
    (`true`: any section), with the `kind` if one is given and with the values in `reason` (or, if that is a text,
    those words). `repeat` gives the answer so many times; `true` means as long as it is asked.
    """

    seat: str = ""
    section: str = ""
    about: str = ""
    nth: int = 1
    value: Any = UNSET
    correct: str = ""
    empty: bool = False
    repeat: int | bool = 1
    refused: str | bool = False
    reason: str | dict[str, Carried] = ""
    kind: str = ""
    expect: Expect = Expect()

    @property
    def due(self) -> ExpectedQuestion:
        """The question that it answers."""
        return ExpectedQuestion(self.seat, self.section, self.about)


class Scenario(Struct, frozen=True, forbid_unknown_fields=True):
    """The contents of a scenario file."""

    game: str = ""
    title: str = ""
    rules: list[str] = []
    after: str = ""
    seats: list[str] = []
    helper: str = ""
    settings: dict[str, str] = {}
    owner: dict[str, int | str] = {}
    rulings: dict[str, str] = {}
    start: dict[str, Any] = {}
    answers: list[Answer] = field(default_factory=list, name="answer")
    expect: Expect = Expect()


class Problem(Struct, frozen=True):
    """Something that is not as the file says: the file, where in it (`answer 3`, `expect`), and what."""

    file: str
    where: str
    message: str

    def __str__(self) -> str:
        return ": ".join(part for part in (self.file, self.where, self.message) if part)


def run_scenario(path: Path | str, find_game: FindGame) -> list[Problem]:
    """Run a file and return what failed, in the order of the file. Stops where an answer cannot be given.

    Never raises for what is wrong with the file or the rules: that is returned as a problem too.
    """
    file = str(path)
    try:
        match, scenario = _arrive(Path(path), find_game, 0)
    except _Stop as stop:
        return [msgspec.structs.replace(stop.problem, file=stop.problem.file or file)]
    problems: list[Problem] = []
    for number, answer in enumerate(scenario.answers, 1):
        try:
            told = match.ledger.last()
            _do_all(match, answer)
            problems += [Problem(file, f"answer {number}", text) for text in unmet(match, answer.expect, told)]
        except _Stop as stop:
            return [*problems, Problem(file, f"answer {number}", stop.problem.message)]
    return problems + [Problem(file, "expect", text) for text in unmet(match, scenario.expect, 0)]


def played(path: Path, find_game: FindGame) -> tuple[Match, Scenario]:
    """The match after a file's answers, and the file. Raises DataError where it cannot be played."""
    try:
        match = _played_through(path, find_game, 0)
        return match, read_scenario(path)
    except _Stop as stop:
        raise DataError(str(stop.problem)) from None


def read_scenario(path: Path) -> Scenario:
    """The scenario in a file. Raises DataError naming file, place and reason."""
    try:
        raw = tomllib.loads(path.read_text("utf-8"))
        return msgspec.convert(raw, Scenario)
    except OSError as error:
        raise DataError(f"cannot be read: {error.strerror}") from error
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise DataError(f"is no TOML: {error}") from error
    except msgspec.ValidationError as error:
        raise DataError(f"is no scenario: {error}") from error


class _Stop(Exception):
    """The scenario cannot go on."""

    def __init__(self, message: str, file: str = "") -> None:
        super().__init__(message)
        self.problem = Problem(file, "", message)


# ---- coming to the situation


def _arrive(path: Path, find_game: FindGame, depth: int) -> tuple[Match, Scenario]:
    """The match a file begins with, and the file."""
    try:
        scenario = read_scenario(path)
        if not scenario.after:
            return Match.start(*_begun(scenario, find_game), MemoryLedger(), Stamp("scenario")), scenario
    except CompanionError as error:
        raise _Stop(str(error), str(path)) from error
    if scenario.game or scenario.seats or scenario.helper or scenario.settings or scenario.owner:
        raise _Stop("after: game, seats, helper, settings and owner are those of the other file", str(path))
    if depth == _DEEPEST:
        raise _Stop("after: these files follow each other in a circle", str(path))
    match = _played_through(path.parent / scenario.after, find_game, depth + 1)
    try:
        _change(match, scenario)
    except CompanionError as error:
        raise _Stop(str(error), str(path)) from error
    return match, scenario


def _change(match: Match, scenario: Scenario) -> None:
    """Rulings and corrections of a file that goes on from another one."""
    for key, reading in scenario.rulings.items():
        try:
            match.rule(key, reading, Stamp("scenario"))
        except Refused as refused:
            raise DataError(f"rulings.{key}: {refused.refusal.reason}") from None
    for place, value in _start(scenario):
        _do(match, Answer(correct=place, value=value, empty=value is None))


def _start(scenario: Scenario) -> list[tuple[str, Any]]:
    """What `[start]` puts where; its `empty` lists the paths at which there is to be nothing. Raises DataError."""
    values = dict(scenario.start)
    nothing = values.pop("empty", [])
    if not isinstance(nothing, list) or not all(isinstance(path, str) for path in nothing):
        raise DataError("start.empty: give a list of paths")
    return [*values.items(), *((path, None) for path in nothing)]


def _played_through(path: Path, find_game: FindGame, depth: int) -> Match:
    match, scenario = _arrive(path, find_game, depth)
    for number, answer in enumerate(scenario.answers, 1):
        try:
            _do_all(match, answer)
        except _Stop as stop:
            raise _Stop(f"answer {number}: {stop.problem.message}", str(path)) from None
    return match


def _begun(scenario: Scenario, find_game: FindGame) -> tuple[Game, Runner]:
    try:
        game = find_game(scenario.game)
    except KeyError:
        raise DataError(f"game: there is no game {scenario.game!r}") from None
    runner = _fresh(game, scenario)
    text = runner.state_json
    try:
        for path, value in _start(scenario):
            text = corrected_state(game, text, path, value)
        if scenario.start:
            runner.replace_state(text)
    except Refused as refused:
        raise DataError(f"start: {refused.refusal}") from None
    except CompanionError:
        raise
    except Exception as error:
        raise DataError(f"start: the rules cannot go on from this position ({error!r})") from error
    return game, runner


def _fresh(game: Game, scenario: Scenario) -> Runner:
    if scenario.helper:
        helper = next((one for one in game.helpers if one.id == scenario.helper), None)
        if helper is None:
            raise DataError(f"helper: {game.name} has no helper {scenario.helper}")
        return begin_helper(game, helper, scenario.rulings, owner=scenario.owner)
    if len(scenario.seats) not in game.players:
        raise DataError(f"seats: {game.name} is for {', '.join(map(str, game.players))} seats")
    for seat in scenario.seats:
        if game.seat(seat) is None:
            raise DataError(f"seats: {game.name} has no seat {seat}")
    known = {setting.id: [choice for choice, _ in setting.choices] for setting in game.settings}
    for name, choice in scenario.settings.items():
        if choice not in known.get(name, []):
            raise DataError(f"settings.{name}: there is no such setting or choice")
    settings = {name: scenario.settings.get(name, choices[0]) for name, choices in known.items()}
    return begin(game, scenario.seats, settings, scenario.rulings, owner=scenario.owner)


# ---- doing what the file says


def _do_all(match: Match, answer: Answer) -> None:
    """Do one thing of the file as often as it says. Raises _Stop."""
    while_asked = answer.repeat is True
    if answer.repeat is False or answer.repeat < 1:
        raise _Stop("repeat: give a number from 1 on, or true")
    if while_asked and (answer.refused is not False or answer.correct):
        raise _Stop("repeat: true is for answers that count; give a number")
    for _ in range(_OFTENEST if while_asked else answer.repeat):
        _do(match, answer)
        if while_asked and not any(answer.due.fits(question) for question in match.questions()):
            return
    if while_asked:
        raise _Stop(f"repeat: it is still asked after {_OFTENEST} times")


def _do(match: Match, answer: Answer) -> None:
    """Do one thing of the file. Raises _Stop when it cannot be done or is not refused as it should be."""
    if answer.value is UNSET and not answer.empty:
        raise _Stop("value is missing")
    value = None if answer.empty else answer.value
    try:
        if answer.correct:
            match.correct(answer.correct, value, "scenario", Stamp("scenario"))
        else:
            question = _meant(match.questions(), answer)
            match.answer(question.key, value, Stamp(question.seat))
    except Refused as refused:
        _check_refusal(answer, refused)
    except CompanionError as error:
        raise _Stop(str(error)) from error
    else:
        if answer.refused is not False:
            raise _Stop(f"was expected to be refused{_by(answer.refused)}, but counted")


def _meant(questions: list[Question], answer: Answer) -> Question:
    """The open question an answer is for."""
    due = answer.due
    found = [question for question in questions if due.fits(question)]
    if not found:
        raise _Stop(f"no question is open for {due}; open: {listed(questions)}")
    if len({(question.seat, question.section) for question in found}) > 1:
        raise _Stop(f"several questions are open for {due}; say seat and section: {listed(found)}")
    if not 1 <= answer.nth <= len(found):
        raise _Stop(f"nth: only {len(found)} questions are open for {due}")
    return found[answer.nth - 1]


def _check_refusal(answer: Answer, refused: Refused) -> None:
    if answer.refused is False:
        raise _Stop(f"was refused: {refused.refusal}")
    if answer.refused is not True and refused.refusal.section != answer.refused:
        raise _Stop(f"was refused{_by(refused.refusal.section)}, not{_by(answer.refused)}")
    if answer.kind not in ("", refused.refusal.kind):
        raise _Stop(
            f"was refused as {refused.refusal.kind or 'no kind'}, not as {answer.kind}: {refused.refusal.reason}"
        )
    reason, wanted = refused.refusal.reason, answer.reason
    if not (wanted in str(reason) if isinstance(wanted, str) else carries_all(reason, wanted)):
        raise _Stop(f"was refused with the words: {reason}")


def _by(section: str | bool) -> str:
    """` by 8.2`; nothing where any section will do."""
    return "" if section is True else f" by {section or 'the form'}"
