"""Error pages in plain words. A person at a table never sees a stack trace, and is told that nothing was lost."""

from __future__ import annotations

import logging

from flask import Flask, Response, make_response, render_template, request
from werkzeug.exceptions import HTTPException

from companion.engine.core.errors import CompanionError, Refused, RuleError
from companion.store import StoreAway, StoreError
from companion.web.app.services import services
from companion.web.app.texts import _, say

log = logging.getLogger(__name__)


def install(app: Flask) -> None:
    """Answer every error with a page of ours."""
    app.register_error_handler(HTTPException, http_error)
    app.register_error_handler(Refused, refused)
    app.register_error_handler(RuleError, stumbled)
    app.register_error_handler(StoreAway, away)
    app.register_error_handler(CompanionError, known_error)
    app.register_error_handler(Exception, unknown_error)


def titles() -> dict[int, tuple[str, str]]:
    """Title and explanation of the errors people meet."""
    return {
        400: (_("That did not work"), _("The page sent something we could not read. Go back and try again.")),
        403: (_("Not from here"), _("This phone may not do that.")),
        404: (_("Not found"), _("There is nothing at this address. Check the code on the host's screen.")),
        405: (_("Not that way"), _("Open this page from a link, not by its address.")),
        413: (_("Too much at once"), _("That was larger than any of our forms. Nothing was changed.")),
        429: (_("A moment, please"), _("That was quicker than we can follow. Wait a few seconds and try again.")),
        500: (
            _("Something broke on our side"),
            _("Nothing was lost: the match is as it was before your last tap. Go back to the table and try again."),
        ),
        503: (_("Busy just now"), _("The server has too much to do. Wait a moment and try again.")),
    }


def page(status: int, words: str = "") -> Response:
    """An error page."""
    title, text = titles().get(status, titles()[400 if status < 500 else 500])
    code = (request.view_args or {}).get("code", "") if status != 404 else ""
    typed = (request.view_args or {}).get("code", "") if status == 404 else ""
    return make_response(
        render_template("error.html", status=status, title=title, text=words or text, code=code, typed=typed), status
    )


def http_error(error: HTTPException) -> Response:
    """An error of the web: wrong address, too large, too often."""
    status = error.code or 500
    ours = error.description if error.description and error.description != type(error).description else ""
    response = page(status, ours if status in (400, 403, 404, 409, 429, 503) else "")
    for name, value in error.get_headers(request.environ):
        if name in ("Allow", "Retry-After"):
            response.headers[name] = value
    if status in (429, 503):
        response.headers.setdefault("Retry-After", "5" if status == 429 else "60")
    return response


def refused(error: Refused) -> Response:
    """A refusal no page has shown at its field."""
    return page(409, say(error.refusal.reason))


def stumbled(error: RuleError) -> Response:
    """The rules cannot go on from values the table has corrected; nothing was changed, and the table can mend it."""
    log.warning("%s: %s", request.path, error)
    return page(409, say(error.text))


def away(error: StoreAway) -> Response:
    """The database server is away for a moment: phones ask again by themselves."""
    log.warning("%s: %s", request.path, error)
    response = page(503, say(error.text))
    response.headers["Retry-After"] = "3"
    return response


def known_error(error: CompanionError) -> Response:
    """Something raised on purpose; its words are meant for people.

    Where a database failed they are for whoever runs the server: they name its place, and may quote what it holds.
    """
    log.warning("%s: %s", request.path, error)
    if isinstance(error, StoreError) and error.__cause__ is not None:
        trouble = services().store.trouble
        return page(500, f"{say(trouble)} " + _("Nothing was lost.") if trouble else "")
    return page(500, f"{say(error.text)} " + _("Nothing was lost."))


def unknown_error(error: Exception) -> Response:
    """A mistake of ours."""
    log.exception("%s %s", request.method, request.path, exc_info=error)
    return page(500)
