"""One random game in progress: random answers, checks after every answer, and what was reached."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

import msgspec
from msgspec import Struct

from companion.engine.core.effects import Ask, Part
from companion.engine.core.errors import Refused
from companion.engine.core.forms import AnyForm, Choose, Confirm, Counts, Fields, Option
from companion.engine.core.questions import Question, parse, sample
from companion.engine.core.rules import RuleBook, book
from companion.engine.core.text import t
from companion.engine.game.record import Game, resume
from companion.engine.running.legal import show_all
from companion.engine.running.runner import Runner, start
from companion.engine.running.save import encode_save
from companion.engine.testing.absurd import absurd_correction
from companion.engine.testing.coverage import CountingBook, Coverage
from companion.engine.testing.leaks import leaks

Leaning = Callable[[Any, str, Option], float]
YES, NO = Option("yes", t("Yes")), Option("no", t("No"))
"""What can be answered where a form lists no options."""


class Checks(Struct, frozen=True):
    """Which checks are made. The slow ones (undo, leaks, boards) are made once in `every` answers; boards also after
    each of the first answers, so that helpers are checked at every question.

    A game is stopped after `cap` answers.
    """

    saves: bool = True
    undo: bool = True
    secrets: bool = True
    states: bool = True
    questions: bool = True
    corrections: bool = True
    replay: bool = True
    every: int = 20
    cap: int = 20_000
    """Answers after which a game counts as endless."""


CORRECTION_EVERY = 5
"""One in so many of the dear checks tries a correction too: it takes up and undoes a whole match, and most of what
can go wrong there depends on the value, not on the moment."""
MINOR = 0.02
"""How likely an option that is seldom meant is taken, against a usual one, where a game has leanings."""
PATIENCE, MOST_REFUSED = 400, 500
"""So many refusals in a row until counts are sent as they stand, and until a game counts as stuck."""

LOOK_AROUND = 10
"""Answers between two looks at the landmarks; what stands, stands longer."""

ALL_CHECKS = Checks()
NO_CHECKS = Checks(
    saves=False, undo=False, secrets=False, states=False, questions=False, corrections=False, replay=False
)


class InvariantBroken(Exception):
    """An invariant does not hold."""


def as_it_stands(part: Part) -> dict[str, int] | None:
    """The counts that a question starts with, as sent by a player who changes nothing; None for other questions."""
    if not isinstance(part, Ask) or not isinstance(part.form, Counts):
        return None
    return {row.id: row.start for row in part.form.rows}


class Player:
    """A random game in progress; its checks raise InvariantBroken.

    `past` holds, for each answer, the save before it, its key, its value and the notes so far.
    """

    def __init__(
        self,
        game: Game,
        seats: list[str],
        start: Callable[[RuleBook], Runner],
        rng: Random,
        checks: Checks,
        coverage: Coverage | None = None,
    ) -> None:
        """Begin a game; what it reaches is added to `coverage`, if there is one."""
        self.game = game
        self.seats = seats
        self.start = start
        self.rng = rng
        self.checks = checks
        self.coverage = coverage
        self.runner = start(book if coverage is None else CountingBook(coverage))
        self.runner.careful = checks.states
        self.past: list[tuple[bytes, str, Any]] = []
        self.answers = 0
        self.refused = 0
        self._seen = 0
        self.text = encode_save(self.runner.save()) if self._keeps else b""

    @property
    def _keeps(self) -> bool:
        return self.checks.saves or self.checks.undo or self.checks.replay

    def play(self) -> None:
        """Play to the end. Raises InvariantBroken when an invariant does not hold, or whatever the rules raise."""
        self.check()
        in_a_row = 0
        while not self.runner.done:
            if self.answers >= self.checks.cap:
                raise InvariantBroken(f"no end after {self.answers} answers")
            in_a_row = 0 if self.answer(unchanged=in_a_row > PATIENCE) else in_a_row + 1
            if in_a_row > MOST_REFUSED:
                raise InvariantBroken("the rules refuse whatever is answered")
        if self.checks.replay:
            self.check_replay()

    def answer(self, unchanged: bool = False) -> bool:
        """Answer an open question at random, or with its counts as they stand (`unchanged`). Returns False when
        refused.
        """
        open_questions = self.runner.questions()
        if not open_questions:
            raise InvariantBroken("no question is open and the game has not ended")
        question = self.rng.choice(open_questions)
        value = as_it_stands(question.part) if unchanged else None
        value = self.pick(question) if value is None else value
        before = self.text
        try:
            self.runner.answer(question.key, value)
        except Refused as refused:
            self.refused += 1
            self.check_refusal(refused)
            return False
        self.answers += 1
        if self.coverage is not None:
            self.coverage.count_row(question, value)
            if self.answers % LOOK_AROUND == 0 or self.runner.done:
                self._look_around(self.coverage)
        if self._keeps:
            self.text = encode_save(self.runner.save())
            self.past.append((before, question.key, value))
        self.check()
        return True

    def pick(self, question: Question) -> Any:
        """A random answer; among options it follows the weights that the game gives them."""
        lean, part = self.game.random_weight, question.part
        if lean is None or not isinstance(part, Ask):
            return sample(part, self.rng)
        return self._by_leaning(lean, question.key, part.form, part.about)

    def _by_leaning(self, lean: Leaning, key: str, form: AnyForm, about: str) -> Any:
        if isinstance(form, Fields):
            return {field.id: self._by_leaning(lean, key, field.form, about) for field in form.fields}
        if isinstance(form, Confirm):
            free = [NO] if form.refusal is not None else [YES, NO]
        elif isinstance(form, Choose):
            free = [option for option in form.options if option.refusal is None]
        else:
            return form.sample(self.rng)
        if len(free) == 1:
            return form.parse(free[0].id)
        state = self.runner.working_state(key)  # as its step sees it: nothing has to be read from text for this
        weights = [(MINOR if one.minor else 1.0) * lean(state, about, one) for one in free]
        return form.parse(self.rng.choices(free, weights)[0].id)

    def _look_around(self, coverage: Coverage) -> None:
        notes = self.runner.notes
        coverage.count_landmarks(self.game, self.runner.state, notes[self._seen :])
        self._seen = len(notes)
        self._venture(Random(self.answers))

    def _venture(self, rng: Random) -> None:
        """Follow one of the ways that the odds would look into from here, at random, on a copy of the state."""
        running = {name for name, _, _ in self.runner.sections()}
        ahead = [one.what_ifs for one in self.game.outlooks if one.what_ifs is not None and one.rule in running]
        ways = [way for what_ifs in ahead for way in what_ifs(self.runner.state)]
        if not ways:
            return
        state = msgspec.json.decode(self.runner.state_json, type=self.game.state_type)
        runner = start(self.runner.book, state, rng.choice(ways).call)
        while not runner.done:
            question = rng.choice(runner.questions())
            runner.answer(question.key, sample(question.part, rng))

    # ---- the checks

    def check(self) -> None:
        """Make all checks that are due now."""
        checks = self.checks
        dear = self.answers % checks.every == 0
        if checks.saves:
            self.check_save()
        if checks.states and self.game.check is not None:
            for problem in self.game.check(self.runner.state):
                raise InvariantBroken(f"the state is broken: {problem}")
        if checks.questions:
            self.check_questions()
        if checks.secrets and (dear or self.answers < checks.every):
            self.check_secrets()
        if checks.undo and dear:
            self.check_undo()
        if checks.corrections and self.text and self.answers % (checks.every * CORRECTION_EVERY) == 0:
            self.check_correction()

    def check_save(self) -> None:
        """Check that a resumed save equals the match. Half of the time the game then goes on with the resumed one."""
        again = resume(self.game, self.text)
        if encode_save(again.save()) != self.text:
            raise InvariantBroken("saved and loaded, the match is another one")
        if [q.key for q in again.questions()] != [q.key for q in self.runner.questions()]:
            raise InvariantBroken("saved and loaded, other questions are open")
        if again.notes or again.restarts:
            raise InvariantBroken("loading says things again, or asks anew")
        if self.rng.random() < 0.5:
            again.book, again.notes, again.careful = self.runner.book, self.runner.notes, self.runner.careful
            self.runner = again

    def check_questions(self) -> None:
        """Check that every open question has its own key and a section, can be shown, and can be answered."""
        open_questions = self.runner.questions()
        if len({question.key for question in open_questions}) < len(open_questions):
            raise InvariantBroken("two open questions have the same key")
        for question in open_questions:
            try:
                parse(question.part, sample(question.part, Random(self.answers)))
                show_all(question.part)
            except Exception as error:
                raise InvariantBroken(f"the question {question.key} of {question.section}: {error!r}") from error
            if not question.section:
                raise InvariantBroken(f"the question {question.key} cites no section")
        for note in self.runner.notes[-3:]:
            show_all(note)

    def check_secrets(self) -> None:
        """Check that no seat is shown what it may not know, and that every seat has a board."""
        state = self.runner.state
        if self.game.board is not None:
            for seat in (*self.seats, ""):
                show_all(self.game.board(state, seat))
        for leak in leaks(self.game, state, self.seats):
            raise InvariantBroken(leak)

    def check_undo(self) -> None:
        """Check that undoing some answers and giving the same ones again leads back here."""
        if not self.past:
            return
        back = self.rng.randint(1, min(len(self.past), 12))
        runner = resume(self.game, self.past[-back][0])
        for _, key, value in self.past[-back:]:
            runner.answer(key, value)
        if encode_save(runner.save()) != self.text:
            raise InvariantBroken(f"after taking back {back} answers and giving them again the match is another one")

    def check_correction(self) -> None:
        """Check that a random correction is either refused or leaves a match that goes on and can be undone."""
        problem = absurd_correction(self.game, self.text, Random(self.answers + 7919 * len(self.past)))
        if problem:
            raise InvariantBroken(problem)

    def check_refusal(self, refused: Refused) -> None:
        """Check that a refusal changed nothing and gives a reason."""
        str(refused.refusal)
        if self._keeps and encode_save(self.runner.save()) != self.text:
            raise InvariantBroken("a refused answer changed the match")

    def check_replay(self) -> None:
        """Check that a replay of the whole record gives the same state and the same log."""
        again = self.start(book)
        for _, key, value in self.past:
            again.answer(key, value)
        if encode_save(again.save()) != self.text:
            raise InvariantBroken("run again from the beginning, the match ends differently")
        if again.notes != self.runner.notes:
            raise InvariantBroken("run again from the beginning, the log differs")
