"""The play page: open questions, forms and panels; and the answers posted from it."""

from __future__ import annotations

import logging
from typing import Any

from flask import Blueprint, Response, abort, make_response, redirect, render_template, request, url_for
from werkzeug.datastructures import MultiDict
from werkzeug.wrappers import Response as AnyResponse

from companion.engine.core.effects import Ask, Draw, Pool, Roll
from companion.engine.core.errors import Refused, RuleError
from companion.engine.core.questions import Question
from companion.engine.match.live import NotOpen
from companion.store import Transaction
from companion.web.app.services import services
from companion.web.app.texts import _, say
from companion.web.app.viewer import Viewer, member_of, player_of, stamp, viewer_of
from companion.web.play.answers import decode, typed_again
from companion.web.play.drawn import Role, drawn, role_of, sent
from companion.web.play.forms import Refilled
from companion.web.play.pages import table_page
from companion.web.reading.logview import entry_view
from companion.web.serving.queueing import in_turn

bp = Blueprint("table", __name__)
log = logging.getLogger(__name__)
DRAWN = {"card", "roll"}
"""The fields of a form that tell what was drawn: of the real deck, or by the app."""
ROLLED = MultiDict({"roll": "app"})


@bp.get("/m/<code>")
@in_turn
def table(code: str) -> AnyResponse:
    """The play page; strangers are redirected to the join page."""
    found = member_of(code)
    if request.args.get("as", "") != kept_place(found)[1]:  # what was answered for another seat is done
        return back_to_table(found)
    return show(found)


@bp.get("/m/<code>/live")
@in_turn
def live(code: str) -> AnyResponse:
    """The changing part of the play page, for pages that are already open; 304 when nothing changed."""
    found = viewer_of(code)
    if found.device is None:
        abort(403, _("This phone has not joined the match, or was shut out by the host."))
    role = role_of(found, *kept_place(found))
    return sent(found, role, lambda: fragment(found, role))


def fragment(found: Viewer, role: Role) -> str:
    """The changing part of the play page, drawn once for all phones of a role."""

    def draw() -> str:
        return render_template("live.html", page=table_page(found, role.tab, role.answering), viewer=found)

    return drawn(found, role, draw)


def kept_place(found: Viewer) -> tuple[str, str]:
    """The tab of this request, and the seat that is answered for: one of its own, or one that is asked something."""
    tab, seat = request.values.get("tab", "now"), request.values.get("as", "")
    asked = any(question.seat == seat and not question.sealed for question in found.view.questions)
    return tab, seat if seat in found.seats or asked else ""


@bp.post("/m/<code>/answer")
@in_turn
def answer(code: str) -> AnyResponse:
    """Record an answer, or show the form again with the reason at its field."""
    found = player_of(code)
    posted, key, post = request.form, request.form.get("key", ""), request.form.get("post", "")
    try:
        with services().store.change(found.code) as transaction:
            question = open_question(transaction, key)
            if question is None:
                entry = transaction.match.ledger.by_post(post)
                if entry is None:
                    raise NotOpen(key, transaction.match.ledger.by_key(key))
                return back_to_table(found)
            if question.sealed and question.seat not in found.seats:
                abort(403, _("That is a secret choice of another seat."))
            raw, source = decode(question.part, posted)
            transaction.match.answer(key, raw, stamp(found.by(question.seat), post), source)
            draw_too(transaction, found, question, post)
    except NotOpen as late:
        return show(viewer_of(code), notice=too_late(found, late), status=409)
    except RuleError as stumbled:
        log.exception("%s: an answer to %s", found.code, key)
        return show(viewer_of(code), notice=say(stumbled.text), status=409)
    except Refused as refused:
        again = Refilled(key, refused.refusal, typed_again(posted), post)
        return show(viewer_of(code), refilled=again, status=422)
    return back_to_table(found)


def draw_too(transaction: Transaction, found: Viewer, question: Question, post: str) -> None:
    """Take what was drawn from the same form as the choice before it, where the form has both."""
    if not isinstance(question.part, Ask) or not question.part.drawn or not DRAWN & request.form.keys():
        return
    same = (one for one in transaction.match.questions() if one.rule == question.rule and one.args == question.args)
    following = next((one for one in same if isinstance(one.part, Draw)), None)
    if following is not None:
        raw, source = decode(following.part, request.form)
        transaction.match.answer(following.key, raw, stamp(found.by(following.seat), f"{post}-drawn"), source)


@bp.post("/m/<code>/both")
def both(code: str) -> AnyResponse:
    """Let the app roll the dice of both sides that this phone answers for; each answer has its own idempotency key
    `post.N`.
    """
    found, form = player_of(code), request.form
    with services().store.change(found.code) as transaction:
        for n in ("0", "1"):
            question = open_question(transaction, form.get(f"key.{n}", ""))
            if question is not None and isinstance(question.part, Roll | Pool) and not question.sealed:
                post = stamp(found.by(question.seat), form.get(f"post.{n}", ""))
                raw, source = decode(question.part, ROLLED)
                transaction.match.answer(question.key, raw, post, source)
    return back_to_table(found)


def open_question(transaction: Transaction, key: str) -> Question | None:
    """The open question with this key, or None."""
    return next((question for question in transaction.match.questions() if question.key == key), None)


def show(found: Viewer, refilled: Refilled | None = None, notice: str = "", status: int = 200) -> Response:
    """The play page, or only its changing part for a page that is already open."""
    part = bool(request.headers.get("HX-Request"))
    if part and not refilled and not notice:
        text = fragment(found, role_of(found, *kept_place(found)))
    else:
        page = table_page(found, *kept_place(found), refilled, notice)
        text = render_template("live.html" if part else "table.html", page=page, viewer=found)
    response = make_response(text, status)
    response.vary.add("HX-Request")
    return response


def back_to_table(found: Viewer) -> AnyResponse:
    """Redirect to the play page after a post."""
    tab, seat = kept_place(found)
    kept: dict[str, Any] = {"tab": tab if tab != "now" else None, "as": seat or None}
    return redirect(url_for("table.table", code=found.code, **kept), 303)


def too_late(found: Viewer, late: NotOpen) -> str:
    """What happened instead of an answer that came too late."""
    if late.instead is None:
        return _("That is not asked any more: something changed in the meantime. Here is what is due now.")
    entry = late.instead
    who = say(found.info(entry.by).title) if entry.by else _("somebody")
    fresh = viewer_of(found.code)
    value = say(entry_view(fresh, fresh.view.entry(entry.n), services().asked).value)
    words = _("That was answered already by {who}.", who=who)
    return words + " " + _("The answer was: {value}.", value=value) if value else words
