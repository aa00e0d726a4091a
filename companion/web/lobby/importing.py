"""Importing a match from a file: it is replayed and checked, and continues under a new code."""

from __future__ import annotations

from flask import Blueprint, abort, render_template, request
from werkzeug.wrappers import Response

from companion.engine.core.errors import CompanionError
from companion.store import StoreError
from companion.web.app.services import services
from companion.web.app.texts import _, say
from companion.web.lobby.join import check_creating
from companion.web.lobby.start import sit_down
from companion.web.serving.queueing import queued
from companion.web.serving.security import takes_files

bp = Blueprint("importing", __name__)
MOST_FILE = 16 * 1024 * 1024


@bp.get("/import")
def page() -> str:
    """The import form. A public server has none, because replaying a match is much work."""
    check_private()
    return render_template("import.html", problem="")


@bp.post("/import")
@takes_files(MOST_FILE)
@queued
def take_in() -> Response | tuple[str, int]:
    """Import the file; this phone becomes the host and holds no seat yet, the others join by the new code."""
    check_private()
    check_creating(match=True)
    file = request.files.get("file")
    parts = services()
    try:
        code = parts.store.import_(file.read() if file else b"", release=parts.config.release, now=parts.clock())
    except (CompanionError, StoreError) as error:
        return render_template("import.html", problem=words_of(error)), 422
    return sit_down(code, [], "host.host")


def words_of(error: CompanionError | StoreError) -> str:
    """Why a file was not imported."""
    text = getattr(error, "text", None)
    return say(text) if text is not None else _("This file holds no match that can go on here.")


def check_private() -> None:
    """Abort with 404 on a public server."""
    if services().config.public:
        abort(404)
