"""What each answer to an open question is worth: the same situation, once with every answer."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from companion.engine.core.effects import Ask
from companion.engine.core.errors import CompanionError
from companion.engine.core.questions import Question
from companion.engine.core.rules import book
from companion.engine.game.outlook import Outlook, Policy
from companion.engine.game.record import Game
from companion.engine.running.runner import Runner
from companion.engine.running.save import Save
from companion.odds.asking.comparing import Variant
from companion.odds.asking.subject import situation
from companion.odds.exact.lookahead import answers_to, label

_MOST = 16


def side_asked(game: Game, save: Save, key: str, outlook: Outlook) -> int:
    """Who decides the open question with this key: 1 for the side that wants the first quantity of the outlook, -1 for
    its enemy, 0 if nobody can tell or no such question to people is open.
    """
    runner = Runner(book, game.state_type, save)
    question = _open(runner, key)
    if question is None or outlook.side is None:
        return 0
    return outlook.side(question, runner.working_state(key))


def choices(game: Game, save: Save, key: str, policy: Policy) -> list[Variant]:
    """For every answer to the open question with this key, the situation after it as a `Variant` to work out.

    Empty for dice, for questions with more than 16 answers or forms too rich to list, and for a key that is not open.
    Left out are answers that the rules refuse, and those after which something else runs.
    """
    question = _open(Runner(book, game.state_type, save), key)
    if question is None or not isinstance(question.part, Ask):
        return []
    answers = answers_to(question.part.form)
    if not 1 < len(answers) <= _MOST:
        return []
    return list(_variants(game, save, question, policy, answers))


def _variants(game: Game, save: Save, question: Question, policy: Policy, answers: list[Any]) -> Iterator[Variant]:
    assert isinstance(question.part, Ask)
    rule = situation(game, save).outlook
    for answer in answers:
        runner = Runner(book, game.state_type, save)
        try:
            runner.answer(question.key, answer)
            after = situation(game, runner.save())
        except CompanionError:
            continue
        if after.outlook is rule and rule is not None:
            words = label(question.part.form, answer)
            yield Variant("choice", str(answer), question.part.prompt, words, after, policy)


def _open(runner: Runner, key: str) -> Question | None:
    found = next((one for one in runner.questions() if one.key == key), None)
    return found if found is not None and isinstance(found.part, Ask) else None
