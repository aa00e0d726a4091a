"""A lost phone: its player gets the seat back with a one-time recovery code, or asks the host for it.

Codes are shown once, to a host or to the phone that holds the seat, and stored hashed. A code is never in a URL that is
sent: in a QR link it comes after the #, which browsers keep to themselves, and a script puts it into the form. If the
seat is held by a phone that was in touch lately, that phone is asked before anything changes.
"""

from __future__ import annotations

from datetime import datetime

from flask import Blueprint, abort, make_response, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from companion.store import Claim, NoSuchCode
from companion.store.codes import tidy_code
from companion.store.recovery import DAYS, HOST, LENGTH, spaced
from companion.web.app.links import phone_link
from companion.web.app.qr import qr
from companion.web.app.services import services
from companion.web.app.texts import _, phone_name
from companion.web.app.viewer import Viewer, host_of, player_of, viewer_of
from companion.web.lobby.join import check_creating, new_device
from companion.web.serving.security import sender, visitor
from companion.web.serving.security_log import log_security

bp = Blueprint("recover", __name__)


@bp.post("/m/<code>/codes")
def codes(code: str) -> str:
    """New codes: for a host, of all seats and the host role; for other phones, of their own seats. Shown only once."""
    found = player_of(code)
    roles = [*(seat.id for seat in found.view.seats), HOST] if found.is_host else list(found.seats)
    made = services().store.make_recovery(found.code, roles, found.number, services().clock())
    address = phone_link("recover.page", code=found.code)
    lines = [(found.info(role) if role != HOST else None, key, qr(f"{address}#{key}")) for role, key in made.items()]
    return render_template("codes.html", viewer=found, lines=lines, address=address, days=DAYS)


@bp.get("/m/<code>/recover")
def page(code: str) -> str:
    """The form for a recovery code."""
    return render_template("recover.html", viewer=viewer_of(code), typed="", problem="")


@bp.post("/m/<code>/recover")
def use(code: str) -> Response | tuple[str, int]:
    """Use a code: this phone joins if it has not, and gets the code's role, now or after the holder was asked."""
    found, typed, store, now = viewer_of(code), request.form.get("key", ""), services().store, services().clock()
    check_tries()
    try:
        store.recoverable(found.code, typed, now)
        response = make_response(redirect(url_for("table.table", code=found.code), 303))
        device = found.device or new_device(response, found.code, host=False)
        claim = store.recover(found.code, device.id, typed, now)
    except NoSuchCode:
        count_try()
        log_security("wrong recovery code", match=found.code)
        words = _("This match has no such code, or it was used already, or it is too old. Each works once.")
        return render_template("recover.html", viewer=found, typed=shown(typed), problem=words), 422
    log_security("recovery code used", match=found.code, phone=device.id, role=claim.role, waits=claim.until != now)
    return response


@bp.post("/m/<code>/claim")
def settle(code: str) -> Response:
    """The decision of the holder or a host on a claim; or the claimant completes it when the time is over."""
    found, now = viewer_of(code), services().clock()
    claim = next((one for one in services().store.claims(found.code) if one.role == request.form.get("role")), None)
    if claim is None or found.device is None:
        return redirect(url_for("table.table", code=found.code), 303)
    yes = request.form.get("choice") == "yes"
    if found.device.id == claim.device and not is_asked(found, claim):
        if yes and is_over(claim):
            services().store.settle_claim(found.code, claim.role, now)
    elif not is_asked(found, claim):
        abort(403, _("Only the phone that holds the seat, or the host, can answer that."))
    elif yes:
        services().store.settle_claim(found.code, claim.role, now)
    else:
        services().store.refuse_claim(found.code, claim.role, found.device.id, now)
        log_security("recovery refused", match=found.code, phone=claim.device, role=claim.role)
    return redirect(url_for("table.table", code=found.code), 303)


def is_asked(found: Viewer, claim: Claim) -> bool:
    """Whether this phone may decide on a claim: it holds the seat, or is a host."""
    return found.is_host or claim.role in found.seats


def is_over(claim: Claim) -> bool:
    """Whether the holder's time to refuse is over."""
    return datetime.fromisoformat(claim.until) <= datetime.fromisoformat(services().clock())


def claims(found: Viewer) -> list[tuple[Claim, str, bool, bool]]:
    """The claims that wait for a decision, as (claim, label of the claimant, asked here, made by this phone)."""
    if found.device is None:
        return []
    labels = {one.id: phone_name(one.label) for one in found.view.devices}
    shown = [
        (one, labels.get(one.device, ""), is_asked(found, one), one.device == found.device.id)
        for one in found.view.claims
    ]
    return [line for line in shown if line[2] or line[3]]


@bp.get("/m/<code>/access")
def access(code: str) -> str:
    """Who has access to the match, which codes are valid, and how everybody joined, for all players."""
    found, store = player_of(code), services().store
    in_force = store.codes_in_force(found.code, services().clock())
    return render_template("access.html", viewer=found, history=store.access(found.code), in_force=in_force, HOST=HOST)


@bp.post("/m/<code>/wish")
def wish(code: str) -> Response:
    """Ask the host for a seat that another phone holds (or withdraw that); until then this phone joins as a watcher."""
    found, seat = viewer_of(code), request.form.get("seat", "")
    held = {one.id for one in found.view.seats if one.device} - set(found.seats)
    if seat and seat not in held:
        abort(409, _("Nobody else holds that seat. Take it on the join page."))
    if found.device is None:
        check_creating()
    response = make_response(redirect(url_for("table.table", code=found.code), 303))
    device = found.device or new_device(response, found.code, host=False)
    services().store.wish(found.code, device.id, seat)
    return response


@bp.post("/m/<code>/refuse")
def refuse(code: str) -> Response:
    """Refuse another phone's request for a seat, as host."""
    found = host_of(code)
    wishing = next((one for one in found.view.devices if str(one.id) == request.form.get("device", "")), None)
    if wishing is not None:
        services().store.wish(found.code, wishing.id, "")
    return redirect(url_for("table.table", code=found.code), 303)


def shown(typed: str) -> str:
    """A typed code in groups, cut to the length of a code."""
    return spaced(tidy_code(typed)[:LENGTH])


def check_tries() -> None:
    """Abort with 429 after too many wrong codes."""
    parts = services()
    if parts.recoveries.empty(_who()) or parts.guesses_by_address.empty(sender()):
        abort(429)


def count_try() -> None:
    """Count a wrong recovery code against the sender."""
    services().recoveries.allow(_who())
    services().guesses_by_address.allow(sender())


def _who() -> str:
    return visitor() or sender()


def wishes(found: Viewer) -> list[tuple[str, int, str]]:
    """What other phones ask a host for: (label, number of the phone, seat)."""
    return (
        [(phone_name(one.label), one.id, one.wants) for one in found.view.devices if one.wants] if found.is_host else []
    )
