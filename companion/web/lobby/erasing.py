"""Deleting for good: a match (by its host), or what is stored about a phone (by that phone or the host)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from flask import Blueprint, abort, jsonify, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from companion.store import Line, StoreError
from companion.store.codes import tidy_code
from companion.web.app.services import services
from companion.web.app.texts import _, say
from companion.web.app.viewer import Viewer, host_of, viewer_of

bp = Blueprint("erasing", __name__)


@bp.get("/m/<code>/erase")
def erase(code: str) -> str:
    """The page that says what can be deleted, and what goes with it."""
    return _page(_known(code))


@bp.post("/m/<code>/erase")
def do_erase(code: str) -> Response | tuple[str, int]:
    """Delete the match; its code must be typed in to confirm."""
    found = host_of(code)
    if tidy_code(request.form.get("typed", "")) != found.code:
        return _page(found, _("Type the code of this match, {code}, to delete it.", code=found.code)), 422
    services().store.delete(found.code)
    return redirect(url_for("start.start"), 303)


@bp.post("/m/<code>/forget")
def do_forget(code: str) -> Response:
    """Delete what is stored about a phone: this one, or for a host another one."""
    found, typed = _known(code), request.form.get("device", "")
    assert found.device is not None
    number = int(typed) if typed.isascii() and typed.isdecimal() and len(typed) < 10 else 0
    own = number == found.device.id
    if not own and not found.is_host:
        abort(403, _("Only the host of the match can do that."))
    if own and found.is_host and not any(one.host and one.id != number for one in found.view.devices):
        abort(409, _("Make somebody else a host first, or delete the match."))
    try:
        services().store.forget(found.code, number)
    except StoreError as error:
        abort(404, say(error.text))
    return redirect(url_for("start.start") if own else url_for("host.host", code=found.code), 303)


@bp.get("/m/<code>/mine")
def mine(code: str) -> Response:
    """What is stored about this phone, as a file: its name, times, seats, visits and answers, but no token."""
    found = _known(code)
    assert found.device is not None
    device = found.device
    visits = [line for line in services().store.access(found.code) if device.id in (line.device, line.other)]
    kept = {
        "match": found.code, "game": found.game.name, "name": device.label, "joined": device.created,
        "last in touch": device.seen, "host": device.host, "seats": list(device.seats),
        "access": [{"time": one.time, "what": one.kind, "seat": one.seat} for one in visits],
        "answers": list(_answers(found)),
    }  # fmt: skip
    response = jsonify(kept)
    response.headers["Content-Disposition"] = f'attachment; filename="{found.code}-mine.json"'
    return response


def _answers(found: Viewer) -> Iterator[dict[str, Any]]:
    """What came from the seats this phone holds now, oldest first."""
    older, lines = "", list[Line]()
    while True:
        page = found.view.entries(500, older)
        lines += page.lines
        older = page.older
        if not older:
            break
    for line in reversed(lines):
        entry = line.entry
        if entry.by in found.seats:
            yield {"n": entry.n, "time": entry.time, "kind": entry.kind, "seat": entry.seat, "value": entry.value}


def _known(code: str) -> Viewer:
    found = viewer_of(code)
    if found.device is None:
        abort(403, _("This phone has not joined the match. Open the join link first."))
    return found


def _page(found: Viewer, problem: str = "") -> str:
    return render_template("erase.html", viewer=found, problem=problem)
