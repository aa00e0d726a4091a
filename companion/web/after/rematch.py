"""The rematch: the players of a match play another one, each phone with the same seat or the next one.

Any phone that holds a seat creates it, once; then every phone of the match goes there with one tap and gets a token for
it.
"""

from __future__ import annotations

from flask import Blueprint, abort, make_response, redirect, request, url_for
from werkzeug.wrappers import Response

from companion.store import NoSuchDevice
from companion.web.app.services import services
from companion.web.app.texts import _
from companion.web.app.viewer import Viewer, player_of, viewer_of
from companion.web.lobby.join import check_creating, remember

bp = Blueprint("rematch", __name__)


@bp.post("/m/<code>/rematch")
def begin(code: str) -> Response:
    """Create the rematch unless it exists, and go there."""
    found = player_of(code)
    if not found.seats:
        abort(403, _("Only somebody who holds a seat can begin a rematch."))
    if not found.view.ended or found.view.kind != "match":
        abort(409, _("This match has not ended."))
    if not found.view.rematch:
        check_creating(match=True)
    parts = services()
    new = parts.store.rematch(
        found.code, seating(found, turned=request.form.get("seats") == "next"), rulings(found),
        starter=found.number, release=parts.config.release, now=parts.clock(),
    )  # fmt: skip
    return enter(found, new)


@bp.post("/m/<code>/rematch/go")
def go(code: str) -> Response:
    """Go to the rematch, to the seat that is kept for this phone."""
    found = viewer_of(code)
    if found.device is None:
        abort(403, _("This phone has not joined the match. Open the join link first."))
    if not found.view.rematch:
        abort(409, _("Nobody has begun a rematch."))
    return enter(found, found.view.rematch)


def enter(found: Viewer, new: str) -> Response:
    """Redirect to the rematch; a phone that was not there when it was created joins like any other."""
    parts = services()
    try:
        token = parts.store.arrive(new, found.number, parts.clock())
    except NoSuchDevice:
        return redirect(url_for("join.short", code=new), 303)
    response = make_response(redirect(url_for("match_lobby.lobby", code=new), 303))
    remember(response, new, token)
    return response


def seating(found: Viewer, *, turned: bool) -> dict[str, str]:
    """For each seat the one that its player had before: the same, or with `turned` everybody moves on by one."""
    seats = [seat.id for seat in found.view.seats]
    return dict(zip(seats, [*seats[-1:], *seats[:-1]] if turned else seats, strict=True))


def rulings(found: Viewer) -> dict[str, str]:
    """The rulings of the match that differ from the defaults, as far as they still exist."""
    known = {ruling.key: ruling for ruling in found.game.rulings}
    ruled = found.view.state.rulings
    return {key: one for key, one in ruled.items() if key in known and one != known[key].default}
