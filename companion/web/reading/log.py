"""The log: what happened, and how to take it back: undo, redo, change an old answer, agree to a proposal."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

from flask import Blueprint, abort, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from companion.engine.core.errors import Refusal, Refused
from companion.engine.core.questions import Question, parse
from companion.engine.match.changing import ChangeResult
from companion.store import Line, StoreError, Transaction
from companion.web.app.services import services
from companion.web.app.texts import _, say
from companion.web.app.viewer import Viewer, member_of, player_in_one_language, player_of, reader_of, stamp
from companion.web.play.agreeing import Proposal, agree, involved, mark, propose, read_proposal, seats_to_ask, turn_down
from companion.web.play.answers import decode, encode, typed_again, words, words_in_parts
from companion.web.play.forms import FormView, new_post
from companion.web.play.proposing import asks
from companion.web.reading.following import after_change
from companion.web.reading.logview import EntryView, entry_view, is_hidden, may_open, together
from companion.web.reading.rounds import round_of
from companion.web.serving.queueing import in_turn

bp = Blueprint("log", __name__)
PAGE = 40
LAST = 10
"""So many of the entries that would be taken back are shown at once, the others by Rounds."""


@bp.get("/m/<code>/log")
def log(code: str) -> Response | str:
    """The entries by Rounds, newest first; `seat` and `what` filter, `older` gives the next page, `at` leads to an
    entry.
    """
    found = member_of(code)
    seat = request.args.get("seat", "")
    older = request.args.get("older", "")
    at = request.args.get("at", "")
    try:
        page = found.view.entries(limit=PAGE, older=older)
        while at.isdecimal() and page.older and page.lines[-1].entry.n > int(at):
            page = found.view.entries(limit=PAGE, older=page.older)
    except (StoreError, ValueError, OverflowError):  # not a mark of ours, or a number beyond all bounds
        abort(404, _("There is no such page of the log."))
    asked, marks = services().asked, services().rounds.of(found.view)
    what = request.args.get("what", "")
    reader = reader_of(found)
    views = [entry_view(reader, line, asked) for line in page.lines if seat in ("", line.entry.seat, line.entry.by)]
    entries = [replace(one, round=round_of(marks, one.n)) for one in together(views) if of_kind(one, what)]
    return render_template(
        "log.html", viewer=found, entries=entries, older=page.older, seat=seat,
        post=new_post(), can_redo=can_redo(found), rounds=marks, what=what,
    )  # fmt: skip


def of_kind(entry: EntryView, what: str) -> bool:
    """Whether an entry is of the kind `what` that a reader filters by."""
    match what:
        case "events":
            return bool(entry.notes) and not entry.undone
        case "changes":
            return entry.kind != "answer" or entry.undone
    return True


def can_redo(found: Viewer) -> bool:
    """Whether the last entry is an undo."""
    return found.plays and bool(found.view.last) and found.view.entry(found.view.last).entry.kind == "undo"


@bp.get("/m/<code>/undo/<int:n>")
def undo(code: str, n: int) -> str:
    """The page that asks before entry `n` and all after it are taken back: what goes, and who must agree."""
    found = player_in_one_language(code)
    views = [entry_view(found, line, services().asked) for line in live_since(found, n)]
    marks = services().rounds.of(found.view)
    going = [replace(view, undo_url="", change_url="", round=round_of(marks, view.n)) for view in views]
    ask = [found.info(seat) for seat in agreeing_seats(found, n)]
    return render_template("undo.html", viewer=found, n=n, going=going, ask=ask, post=new_post(), shown=LAST)


@bp.post("/m/<code>/undo/<int:n>")
@in_turn
def do_undo(code: str, n: int) -> Response:
    """Take back entry `n` and all after it, or propose it to the other seats affected."""
    found = player_of(code)
    seat = line_of(found, n).entry.seat
    return settle(found, Proposal("undo", n, found.by(seat)))


@bp.post("/m/<code>/redo")
def redo(code: str) -> Response:
    """Put back what the last undo took."""
    found = player_of(code)
    with services().store.change(found.code) as transaction:
        transaction.match.redo(stamp(found.by(""), request.form.get("post", "")))
    return redirect(url_for("table.table", code=found.code), 303)


@bp.get("/m/<code>/change/<int:n>")
def change(code: str, n: int) -> str:
    """The form of an old answer, for changing it."""
    found = player_in_one_language(code)
    question = changeable(found, n)
    return change_page(found, n, question, typed=encode(question.part, found.view.entry(n).entry.value))


@bp.post("/m/<code>/change/<int:n>")
def do_change(code: str, n: int) -> Response | str:
    """Show what another value would do; with `confirm` do it, or propose it to the other seats affected."""
    found = player_in_one_language(code)
    question = changeable(found, n)
    if "confirm" in request.form:
        return settle(found, Proposal("change", n, found.by(""), raw=_carried(request.form.get("raw", ""))))
    raw, _source = decode(question.part, request.form)
    try:
        replay = found.view.match.preview_change(n, raw)
    except Refused as refused:
        return change_page(found, n, question, refused.refusal, typed_again(request.form))
    return preview_page(found, n, question, raw, replay)


@bp.post("/m/<code>/proposal")
def proposal(code: str) -> Response:
    """Agree to the present proposal, or turn it down, if it is still the one that the phone was shown."""
    found = player_of(code)
    yes, post = request.form.get("choice") == "yes", request.form.get("post", "")

    def settle_it(transaction: Transaction) -> None:
        before = read_proposal(transaction.proposal)
        if before is not None and mark(before) != request.form.get("about", ""):
            abort(409, _("That is not asked any more: something changed in the meantime. Here is what is due now."))
        if before is not None and not involved(found, before):
            abort(403, _("Only who is asked and who has asked can settle that."))
        if yes:
            agree(found, transaction, stamp(before.by if before else found.by(""), post))
        else:
            turn_down(found, transaction, by_asker=before is not None and asks(found, before))

    services().store.change_prepared(found.code, settle_it)
    return redirect(url_for("table.table", code=found.code), 303)


def settle(found: Viewer, wanted: Proposal) -> Response:
    """Do what is wanted, or propose it; then go back to the play page."""
    force = found.is_host and request.form.get("force") == "yes"
    posted = stamp(wanted.by, request.form.get("post", ""))
    services().store.change_prepared(found.code, lambda change: propose(found, change, wanted, posted, force=force))
    return redirect(url_for("table.table", code=found.code), 303)


def live_since(found: Viewer, n: int) -> list[Any]:
    """The live lines from entry `n` on, newest first. Aborts with 404 when it is not live."""
    lines: list[Any] = []
    older = ""
    while True:
        page = found.view.entries(limit=100, older=older)
        lines += [line for line in page.lines if line.live and line.entry.n >= n]
        older = page.older
        if not older or page.lines[-1].entry.n <= n:
            break
    if not any(line.entry.n == n for line in lines):
        abort(404, _("That was taken back already."))
    return lines


def agreeing_seats(found: Viewer, n: int) -> list[str]:
    """The seats that must agree before entry `n` is changed."""
    return seats_to_ask(found, found.view.match, n)


def changeable(found: Viewer, n: int) -> Question:
    """The question that entry `n` answered. Aborts with 404 when it cannot be changed."""
    line = line_of(found, n)
    question = services().asked.question(found.view, n) if line.entry.kind == "answer" and line.live else None
    if question is None or is_hidden(found, line, question) or not may_open(found, line, question):
        abort(404, _("That answer cannot be changed. Take it back instead."))
    return question


def line_of(found: Viewer, n: int) -> Line:
    """Entry `n` as a line of the log. Aborts with 404 when there is none."""
    try:
        return found.view.entry(n)
    except (StoreError, OverflowError):
        abort(404, _("There is no such entry."))


def change_page(
    found: Viewer,
    n: int,
    question: Question,
    refusal: Refusal | None = None,
    typed: dict[str, list[str]] | None = None,
) -> str:
    """The page with the form of an old answer."""
    form = FormView(
        question, url_for("log.do_change", code=found.code, n=n), new_post(), found.info(question.seat),
        game=found.game.name, refusal=refusal, typed=typed or {}, live=False, named=True,
    )  # fmt: skip
    was = words_in_parts(question.part, found.view.entry(n).entry.value)
    return render_template("change.html", viewer=found, n=n, form=form, was=was)


def preview_page(found: Viewer, n: int, question: Question, raw: Any, replay: ChangeResult) -> str:
    """The page that lists what would no longer fit, with the button to go on."""
    misfits = [(misfit, entry_of(found, misfit.n)) for misfit in replay.misfits]
    ask = [found.info(seat) for seat in agreeing_seats(found, n)]
    return render_template(
        "preview.html", viewer=found, n=n, question=question, entry=entry_of(found, n), raw=json.dumps(raw),
        value=say(words(question.part, question_value(question, raw))), misfits=misfits, fits=len(replay.fits),
        ask=ask, post=new_post(), following=after_change(found, replay),
    )  # fmt: skip


def question_value(question: Question, raw: Any) -> Any:
    """The checked value of a raw answer."""
    return parse(question.part, raw)


def entry_of(found: Viewer, n: int) -> EntryView:
    """Entry `n` as people read it."""
    return entry_view(found, found.view.entry(n), services().asked)


def _carried(text: str) -> Any:
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        abort(400)
