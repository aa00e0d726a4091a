"""The first form of a stand-alone helper: shown, and its answer checked, before there is a match of it."""

from __future__ import annotations

from typing import Any

from flask import url_for

from companion.engine.core.questions import Question
from companion.engine.game.panels import MapPanel
from companion.engine.game.record import Game, Helper, begin_helper
from companion.engine.match.ledger import Source
from companion.engine.running.runner import Runner
from companion.web.app.services import services
from companion.web.play.answers import Posted, decode
from companion.web.play.forms import FormView, Refilled, new_post
from companion.web.reading.tables import asked_on


def begun(game: Game, helper: Helper) -> Runner:
    """The helper at its first question, in memory only."""
    return begin_helper(game, helper, {}, owner=services().store.owner_values(game))


def first_form(game: Game, helper: Helper, again: Refilled | None = None) -> FormView | None:
    """The first question as a form that begins the helper; None if it opens with several questions."""
    runner = begun(game, helper)
    questions = runner.questions()
    if len(questions) != 1:
        return None
    question = questions[0]
    panels = game.board(runner.state, question.seat).panels if game.board else ()
    return FormView(
        question, url_for("start.run_helper", name=game.name, helper=helper.id), again.post if again else new_post(),
        map=next((panel for panel in panels if isinstance(panel, MapPanel)), None), game=game.name,
        refusal=again.refusal if again else None, typed=again.typed if again else {}, live=False,
        table=asked_on(game, runner.state, question),
    )  # fmt: skip


def first_answer(game: Game, helper: Helper, posted: Posted) -> tuple[Question, Any, Source] | None:
    """The answer posted to the first question, with the question; None if it is not asked. Raises Refused."""
    runner = begun(game, helper)
    question = next((one for one in runner.questions() if one.key == posted.get("key")), None)
    if question is None:
        return None
    raw, source = decode(question.part, posted)
    runner.answer(question.key, raw)
    return question, raw, source
