"""Live updates: the event stream of a phone, and the version that it can ask for instead."""

from __future__ import annotations

from functools import partial

from flask import Blueprint, Response, jsonify, request

from companion.store.codes import tidy_code
from companion.web.app.errors import page
from companion.web.app.services import services
from companion.web.app.viewer import device_of, version_of
from companion.web.play.streams import first_beat
from companion.web.serving.connections import HOLD
from companion.web.serving.queueing import in_turn

bp = Blueprint("live", __name__)


@bp.get("/m/<code>/events")
@in_turn
def events(code: str) -> Response:
    """Server-sent events with the version of the match; 503 when there are too many streams, then the phone polls."""
    parts = services()
    code = tidy_code(code)
    now, device = version_of(code), device_of(code)
    if device is None:
        return page(403)
    response = Response(mimetype="text/event-stream")
    if request.method != "HEAD":  # that has no body, and so needs no place
        stream = parts.hub.join(device.id)
        if stream is None:
            return Response("", 503, {"Retry-After": "30"})
        about = (stream, code, _last_known(now), now, parts.config.heartbeat)
        hold = request.environ.get(HOLD)
        if hold is None:
            response.response = parts.hub.events(*about)
        else:
            response.response = iter((first_beat(),))
            hold(partial(parts.hub.hold, *about), parts.hub.end)
    response.headers["Cache-Control"] = "no-store"
    response.headers["X-Accel-Buffering"] = "no"
    return response


@bp.get("/m/<code>/version")
@in_turn
def version(code: str) -> Response:
    """The version of the match, for phones that poll: very short, on a connection that stays open (waitress closes
    it at a 304).
    """
    code = tidy_code(code)
    now = version_of(code)
    if device_of(code) is None:
        return page(403)
    return jsonify(version=now)


def _last_known(now: int) -> int:
    """The version the phone has: the last event it saw, else the one its page was drawn at."""
    given = request.headers.get("Last-Event-ID") or request.args.get("v", "")
    return int(given) if given.isascii() and given.isdigit() and len(given) < 12 else now
