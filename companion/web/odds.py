"""Odds at the table: a button at a question of a combat, a page with what will happen. For the seat that is asked only.

The work is done in a thread of its own, one at a time, with limits of time; the match never waits for it. A table that
does not want odds says so with a setting of the match.
"""

from __future__ import annotations

import logging
from functools import partial
from typing import Any

from flask import Blueprint, abort, make_response, redirect, render_template, request, url_for
from werkzeug.wrappers import Response as AnyResponse

from companion.engine.errors import CompanionError
from companion.engine.game import ODDS, Game
from companion.engine.outlook import Outlook
from companion.engine.questions import Question
from companion.engine.save import Save
from companion.odds.asking import ask, situation
from companion.odds.record import Record
from companion.odds.results import OddsError
from companion.web.here import Here, here, player_here
from companion.web.jobs import Job, Progress, TooBusy
from companion.web.pages import thumbs
from companion.web.services import services
from companion.web.texts import _

bp = Blueprint("odds", __name__)
log = logging.getLogger(__name__)
SECONDS = 3.0
"""For the figures."""
COMPARE = 4.0
"""For what they depend on."""


def offered(found: Here, question: Question) -> bool:
    """Whether this phone may ask for odds at a question: its own, of a fight going on, at a table that allows it."""
    if question.seat not in found.seats or found.view.settings.get(ODDS.id, "") == "nobody":
        return False
    outlook = outlook_of(found)
    return outlook is not None and question.section in outlook.sections


def outlook_of(found: Here) -> Outlook | None:
    """What the game says about the innermost flow that is running."""
    running = [rule for rule, _section, _turn in found.view.sections]
    known = {one.rule: one for one in found.game.outlooks}
    return next((known[rule] for rule in reversed(running) if rule in known), None)


@bp.post("/m/<code>/odds")
def begin(code: str) -> AnyResponse:
    """Begin to work out the odds at an open question; the next page shows them."""
    found = player_here(code)
    key = request.form.get("key", "")
    question = next((one for one in found.view.questions if one.key == key), None)
    if question is None:
        return redirect(url_for("table.table", code=found.code), 303)
    if not offered(found, question):
        abort(403, _("There are no odds for you here."))
    game, save = found.game, found.view.match.runner.save()
    work = partial(worked_out, game, save, request.form.get("policy", ""))
    try:
        job = services().odds.begin(found.title, owner(found), work, key=key, last=found.view.last)
    except TooBusy:
        abort(503, _("Too many odds are being worked out already. Try again in a minute."))
    return redirect(url_for("odds.show", code=found.code, job_id=job.id), 303)


@bp.get("/m/<code>/odds/<job_id>")
def show(code: str, job_id: str) -> AnyResponse:
    """The odds, or how far they are; the page asks again by itself until they are there."""
    found = here(code)
    job = own_job(found, job_id)
    outlook = outlook_of(found)
    over = found.view.last != job.about["last"]
    conducts = outlook.conducts if outlook else ()
    figures = parts(job.result) if job.result else []
    page = render_template(
        "odds.html", here=found, thumbs=thumbs(found), job=job, record=job.result, over=over, conducts=conducts,
        parts=figures,
    )  # fmt: skip
    response = make_response(page)
    if job.state in ("waiting", "running"):
        response.headers["Refresh"] = "1"
    return response


def own_job(found: Here, job_id: str) -> Job:
    """The odds this phone has asked for. 404 for all others."""
    try:
        job = services().odds.get(job_id)
    except KeyError:
        job = None
    if job is None or found.device is None or job.owner != owner(found):
        abort(404, _("These odds are gone. Ask again."))
    return job


def owner(found: Here) -> str:
    """Whose odds they are: a phone at a match."""
    return f"{found.code}:{found.device.id if found.device else 0}"


def worked_out(game: Game, save: Save, policy: str, progress: Progress) -> Record:
    """The record of the situation in a save. Raises OddsError with words for people."""
    try:
        asked = situation(game, save)
        known = [one.id for one in asked.conducts]
        return ask(asked, policy if policy in known else "", seconds=SECONDS, compare=COMPARE)
    except CompanionError:
        raise
    except Exception as error:
        log.exception("odds")
        raise OddsError("The odds could not be worked out.") from error


def parts(record: Record) -> list[tuple[Any, list[Any]]]:
    """The figures under their headings."""
    found: list[tuple[Any, list[Any]]] = []
    for figure in record.figures:
        if not found or found[-1][0] != figure.of:
            found.append((figure.of, []))
        found[-1][1].append(figure)
    return found
