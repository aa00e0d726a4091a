"""A lost phone: its seat comes back by a recovery code of one use, or the host hands it over when asked.

Codes are shown once, to a host or to the phone that holds the seat, and stored hashed. Nothing happens by opening an
address: a code in a QR link only fills in the form.
"""

from __future__ import annotations

from flask import Blueprint, abort, make_response, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from companion.store import NoSuchCode
from companion.store.codes import tidy_code
from companion.store.recovery import HOST, LENGTH, spaced
from companion.web.here import Here, here, host_here, player_here
from companion.web.join import check_creating, new_device
from companion.web.links import phone_link
from companion.web.qr import qr
from companion.web.security import sender, visitor
from companion.web.services import services
from companion.web.texts import _

bp = Blueprint("recover", __name__)


@bp.post("/m/<code>/codes")
def codes(code: str) -> str:
    """New codes: of all seats and of being host for a host, of its own seats for another phone. Shown this once."""
    found = player_here(code)
    roles = [*(seat.id for seat in found.view.seats), HOST] if found.is_host else list(found.seats)
    made = services().store.make_recovery(found.code, roles)
    lines = [
        (found.info(role) if role != HOST else None, key, qr(phone_link("recover.page", code=found.code, key=key)))
        for role, key in made.items()
    ]
    return render_template("codes.html", here=found, lines=lines, address=phone_link("recover.page", code=found.code))


@bp.get("/m/<code>/recover")
def page(code: str) -> str:
    """The form for a code."""
    return render_template("recover.html", here=here(code), typed=shown(request.args.get("key", "")), problem="")


@bp.post("/m/<code>/recover")
def use(code: str) -> Response | tuple[str, int]:
    """Use a code up: this phone joins if it has not, and gets what the code is for."""
    found, typed, store = here(code), request.form.get("key", ""), services().store
    check_tries()
    try:
        store.recoverable(found.code, typed)
        response = make_response(redirect(url_for("table.table", code=found.code), 303))
        device = found.device or new_device(response, found.code, host=False)
        store.recover(found.code, device.id, typed)
    except NoSuchCode:
        count_try()
        words = _("No code of this match reads like that, or it was used already. Each works once.")
        return render_template("recover.html", here=found, typed=shown(typed), problem=words), 422
    return response


@bp.post("/m/<code>/wish")
def wish(code: str) -> Response:
    """Ask the host for a seat another phone holds (or take that back); this phone joins as a watcher meanwhile."""
    found, seat = here(code), request.form.get("seat", "")
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
    """The host says no to a wish."""
    found = host_here(code)
    wishing = next((one for one in found.view.devices if str(one.id) == request.form.get("device", "")), None)
    if wishing is not None:
        services().store.wish(found.code, wishing.id, "")
    return redirect(url_for("table.table", code=found.code), 303)


def shown(typed: str) -> str:
    """What was typed, tidied into groups and cut to the length a code has."""
    return spaced(tidy_code(typed)[:LENGTH])


def check_tries() -> None:
    """429 for who has tried too many wrong codes."""
    parts = services()
    if parts.recoveries.empty(_who()) or parts.guesses_by_address.empty(sender()):
        abort(429)


def count_try() -> None:
    """Count a wrong code."""
    services().recoveries.allow(_who())
    services().guesses_by_address.allow(sender())


def _who() -> str:
    return visitor() or sender()


def wishes(found: Here) -> list[tuple[str, int, str]]:
    """What other phones ask a host for: (label, number of the phone, seat)."""
    return [(one.label, one.id, one.wants) for one in found.view.devices if one.wants] if found.is_host else []
