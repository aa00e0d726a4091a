"""The lobby of a match: its QR code, who has joined with which side, and who is ready, until somebody begins.

It only leads people to the match: the play page is open all the time, and the first answer begins the match, too.
"""

from __future__ import annotations

from dataclasses import dataclass

from flask import Blueprint, make_response, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from companion.engine.game.record import SeatInfo
from companion.store import Device, MatchView
from companion.web.app.links import invite_link, phone_address, phone_link
from companion.web.app.qr import Qr, qr
from companion.web.app.services import services
from companion.web.app.texts import UNNAMED
from companion.web.app.viewer import Viewer, host_of, member_of, player_of
from companion.web.play.drawn import sent

bp = Blueprint("match_lobby", __name__)


@dataclass(frozen=True)
class LobbySide:
    """A side in the lobby: the phone that holds it, or the QR code that asks for it while it is free."""

    seat: SeatInfo
    device: Device | None
    mine: bool
    qr: Qr | None


def in_lobby(view: MatchView) -> bool:
    """Whether the match waits for players: nobody has begun it, or answered anything."""
    if view.kind != "match" or view.begun or view.ended:
        return False
    return view.last == 0 or (view.last == 1 and view.entry(1).entry.kind != "answer")


@bp.get("/m/<code>/lobby")
def lobby(code: str) -> Response:
    """The lobby page; redirects to the play page once the match has begun."""
    found = member_of(code)
    if not in_lobby(found.view):
        return to_table(found)
    return make_response(render_template("lobby.html", **contents(found)))


@bp.get("/m/<code>/lobby/live")
def live(code: str) -> Response:
    """The changing part of the lobby; it sends open pages on to the play page when the match has begun."""
    found = member_of(code)
    if not in_lobby(found.view):
        return make_response("", 200, {"HX-Redirect": url_for("table.table", code=found.code)})
    return sent(found, ("lobby", found.seats), lambda: render_template("lobbylive.html", **contents(found)))


@bp.post("/m/<code>/lobby/ready")
def ready(code: str) -> Response:
    """Store whether this phone is ready."""
    found = player_of(code)
    services().store.set_ready(found.code, found.number, request.form.get("ready") == "yes")
    return redirect(url_for("match_lobby.lobby", code=found.code), 303)


@bp.post("/m/<code>/lobby/name")
def name(code: str) -> Response:
    """Store what this phone's user is called; an empty name changes nothing."""
    found = player_of(code)
    label = request.form.get("label", "").strip()
    if label:
        services().store.rename(found.code, found.number, label)
    return redirect(url_for("match_lobby.lobby", code=found.code), 303)


@bp.post("/m/<code>/lobby/begin")
def begin(code: str) -> Response:
    """Begin the match: every phone in the lobby goes to the play page."""
    found = host_of(code)
    services().store.begin_play(found.code)
    return to_table(found)


def to_table(found: Viewer) -> Response:
    """A redirect to the play page."""
    return redirect(url_for("table.table", code=found.code), 303)


def contents(found: Viewer) -> dict[str, object]:
    """The values that the lobby template needs."""
    all_places = places(found)
    return {
        "viewer": found,
        "link": phone_link("join.short", code=found.code),
        "code_qr": qr(invite_link(found.code)),
        "places": all_places,
        "watchers": [device for device in found.view.devices if not device.seats],
        "free": [one for one in all_places if one.device is None],
        "unready": [one for one in all_places if one.device and not is_ready(one.device)],
        "unnamed": found.device is not None and found.device.label in UNNAMED.values(),
        "reachable": bool(phone_address()) or len(found.view.devices) > 1,  # another one has come: it can be reached
    }


def is_ready(device: Device) -> bool:
    """Whether the match need not wait for a phone: it is ready, or belongs to a host."""
    return device.ready or device.host


def places(found: Viewer) -> list[LobbySide]:
    """The sides of the match in their order."""
    devices = {device.id: device for device in found.view.devices}
    return [
        LobbySide(
            found.info(seat.id), devices.get(seat.device), seat.id in found.seats,
            None if seat.device else qr(invite_link(found.code, seat=seat.id)),
        )
        for seat in found.view.seats
    ]  # fmt: skip
