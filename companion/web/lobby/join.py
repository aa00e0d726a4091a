"""Joining: a code or QR code opens a page with buttons; only pressing one takes a seat, so link previews never do."""

from __future__ import annotations

from flask import Blueprint, abort, make_response, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from companion.store import Device, SeatTaken
from companion.store.codes import tidy_code
from companion.web.app.links import invite_link, phone_link
from companion.web.app.qr import qr
from companion.web.app.services import services
from companion.web.app.texts import UNNAMED, _
from companion.web.app.viewer import INVITED_COOKIE, Viewer, is_invited, unheld, viewer_of
from companion.web.lobby.match_lobby import in_lobby
from companion.web.serving.security import PHONE_COOKIE, sender, set_cookie

bp = Blueprint("join", __name__)
AT_COOKIE = "at"
SEPARATOR, MOST = ".", 8
"""The cookie has the codes of the matches of this phone, newest first, so many at most."""
LABEL_ROOM = 40
TV = "tv"
"""Where a screen goes on that joins to watch: to the page it was opened for."""


@bp.get("/j")
def by_code() -> Response:
    """The target of the start page's form for a typed code."""
    code = "".join(letter for letter in tidy_code(request.args.get("code", "")) if letter.isalnum())
    return redirect(url_for("join.short", code=code) if code else url_for("start.start"), 303)


@bp.get("/j/<code>")
def short(code: str) -> Response:
    """The address in QR codes: redirects to the join page."""
    return redirect(url_for("join.join", code=viewer_of(code).code), 303)


@bp.after_request
def keep_invitation(response: Response) -> Response:
    """Keep the mark of a join link in a cookie, for the pages of its match only."""
    mark, code = request.args.get("k", ""), tidy_code((request.view_args or {}).get("code", ""))
    if mark and response.status_code == 200 and is_invited(code):
        set_cookie(response, INVITED_COOKIE, mark, f"/m/{code}")
    return response


@bp.get("/m/<code>/join")
def join(code: str) -> str:
    """The seats of a match, with buttons to take them or to watch; a TV gets the code, and one button."""
    found = viewer_of(code)
    screen = request.args.get("then") == TV
    more = {"link": phone_link("join.short", code=found.code), "code_qr": qr(invite_link(found.code))} if screen else {}
    wanted = request.args.get("seat", "")
    return render_template("join.html", viewer=found, free=unheld(found.view), wanted=wanted, on_tv=screen, **more)


@bp.post("/m/<code>/join")
def take(code: str) -> Response | tuple[str, int]:
    """Join with the ticked seats (none: as a watcher). A seat that another phone holds must be asked of the host."""
    found = viewer_of(code)
    if found.device is None:
        check_creating()
    seats = request.form.getlist("seat")
    unknown = [seat for seat in seats if seat not in [one.id for one in found.view.seats]]
    if unknown:
        abort(400, _("This match has no such seat."))
    taken = [seat for seat in seats if seat not in unheld(found.view) and seat not in found.seats]
    if taken:
        page = render_template("join.html", viewer=found, free=unheld(found.view), wanted="", taken=taken)
        return page, 409
    response = make_response(redirect(url_for(onward(found, seats), code=found.code), 303))
    try:
        enter(response, found, seats)
    except SeatTaken:
        now = viewer_of(code)
        page = render_template("join.html", viewer=now, free=unheld(now.view), wanted="", taken=seats)
        return page, 409
    return response


def onward(found: Viewer, seats: list[str]) -> str:
    """The address a phone goes to after joining: a big screen its own page, others the lobby until play begins."""
    if request.form.get("then") == TV and not seats:
        return "screen.screen"
    return "match_lobby.lobby" if in_lobby(found.view) else "table.table"


def enter(response: Response, found: Viewer, seats: list[str]) -> None:
    """Give this phone its token if it has none yet, and the seats."""
    device = found.device or new_device(response, found.code, host=False)
    for seat in seats:
        services().store.take_seat(found.code, device.id, seat, services().clock())


def codes_of_phone() -> list[str]:
    """The codes of the matches in this phone's cookie, newest first. The cookie is not trusted."""
    given = request.cookies.get(AT_COOKIE, "").split(SEPARATOR)[:MOST]
    return [code for code in given if code.isascii() and code.isalnum()]


def check_creating(*, match: bool = False) -> None:
    """Abort with 429 for an address that creates too many matches, helpers or devices.

    Matches are kept permanently, so a public server also limits how many an address may create in a day.
    """
    parts = services()
    if not parts.creations.allow(sender()):
        abort(429)
    if match and parts.config.public and not parts.matches_a_day.allow(sender()):
        abort(429, _("Too many matches were begun from here today. Try again tomorrow."))


def new_device(response: Response, code: str, *, host: bool) -> Device:
    """Add this phone to a match; its token goes into a cookie for the pages of this match only."""
    store = services().store
    unnamed = UNNAMED["tv" if request.form.get("then") == TV else "phone"]
    label = request.form.get("label", "").strip()[:LABEL_ROOM] or unnamed
    token = store.join(code, label, services().clock(), host=host)
    remember(response, code, token)
    device = store.device(code, token)
    assert device is not None
    return device


def remember(response: Response, code: str, token: str) -> None:
    """Put the token of this phone into a cookie for the pages of its match, and the match into the list of its
    matches.
    """
    set_cookie(response, PHONE_COOKIE, token, f"/m/{code}")
    if services().store.read(code).helper is None:  # a helper opened beside a match does not make the phone leave it
        set_cookie(
            response, AT_COOKIE, SEPARATOR.join([code, *(one for one in codes_of_phone() if one != code)][:MOST])
        )
