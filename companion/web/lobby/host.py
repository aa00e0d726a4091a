"""The host's page: seats and phones, invitations, rulings, export. Everything that only a host may do is done here."""

from __future__ import annotations

from flask import Blueprint, Response, abort, redirect, render_template, request, url_for
from werkzeug.wrappers import Response as AnyResponse

from companion.store import StoreError
from companion.web.app.links import invite_link, phone_address, phone_link
from companion.web.app.qr import qr
from companion.web.app.services import services
from companion.web.app.texts import _, phone_name, say
from companion.web.app.viewer import Viewer, host_of, member_of, player_of, stamp, viewer_of
from companion.web.lobby.start import by_tier
from companion.web.play.forms import new_post
from companion.web.serving.security_log import log_security

bp = Blueprint("host", __name__)


@bp.get("/m/<code>/host")
def host(code: str) -> str | AnyResponse:
    """The page to invite phones, see and hand over seats, and change rulings; others see the parts that concern
    them.
    """
    found = member_of(code)
    link = phone_link("join.short", code=found.code)
    code_qr = qr(invite_link(found.code))
    labels = {device.id: phone_name(device.label) for device in found.view.devices}
    return render_template(
        "host.html", viewer=found, link=link, code_qr=code_qr, labels=labels, post=new_post(),
        seat_links=[(seat, seat_link(found, seat.id)) for seat in found.view.seats], qr=qr,
        may_export=may_export(found), rulings=by_tier(found.game.rulings),
        choices=[one for one in found.game.rulings if one.choice], current=found.view.state.rulings,
        reachable=bool(phone_address()),
    )  # fmt: skip


@bp.post("/m/<code>/seat")
def seat(code: str) -> AnyResponse:
    """Give a seat to a phone (`device`), or free it; every phone may free its own seats."""
    found, name = player_of(code), request.form.get("seat", "")
    to = request.form.get("device", "")
    if not found.is_host and (to or name not in found.seats):
        abort(403, _("Only the host can hand over a seat. Ask for it at the table."))
    try:
        if to:
            services().store.give_seat(found.code, _number(to), name, services().clock())
        else:
            services().store.release_seat(found.code, name, services().clock())
    except StoreError as error:
        abort(409, say(error.text))
    return back(found)


@bp.post("/m/<code>/device")
def device(code: str) -> AnyResponse:
    """Shut a phone out, or make it a host too."""
    found, number = host_of(code), _number(request.form.get("device", ""))
    store = services().store
    try:
        match request.form.get("do", ""):
            case "revoke" if found.device and number == found.device.id:
                abort(409, _("You cannot shut out your own phone."))
            case "revoke":
                store.revoke(found.code, number, services().clock())
                services().hub.end_all_of(number)
                log_security("shut out", match=found.code, phone=number)
            case "host":
                store.set_host(found.code, number, now=services().clock())
            case _:
                abort(400)
    except StoreError as error:
        abort(409, say(error.text))
    return back(found)


@bp.post("/m/<code>/ruling")
def ruling(code: str) -> AnyResponse:
    """Change a ruling of the running match; the log says who did and when."""
    found, form = host_of(code), request.form
    with services().store.change(found.code) as work:
        work.match.rule(
            form.get("key", ""), form.get("reading", ""), stamp(found.by(found.seat_shown()), form.get("post", ""))
        )
    return back(found, "rulings")


@bp.get("/m/<code>/export")
def export(code: str) -> Response:
    """The whole match as one file, to keep, move or report a problem. It holds every secret of the match."""
    found = viewer_of(code)
    if not may_export(found):
        abort(
            403, _("While the match runs, only the host can take it away as a file: it holds what seats keep secret.")
        )
    name = f"{found.game.name}-{found.code}.json"
    response = Response(services().store.export(found.code), mimetype="application/json")
    response.headers["Content-Disposition"] = f'attachment; filename="{name}"'
    return response


def may_export(found: Viewer) -> bool:
    """Whether this phone may export: a host always, other players once the match has ended."""
    return found.is_host or (found.plays and found.view.ended)


def seat_link(found: Viewer, name: str) -> str:
    """The URL that asks for one seat."""
    return invite_link(found.code, seat=name)


def back(found: Viewer, anchor: str = "") -> AnyResponse:
    """Redirect to this page."""
    return redirect(url_for("host.host", code=found.code, _anchor=anchor or None), 303)


def _number(text: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) < 10):
        abort(400)
    return int(text)
