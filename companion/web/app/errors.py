"""Error pages in plain words. Players never see a stack trace, and are told that nothing was lost."""

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
    """Make the application answer every error with an error page."""
    app.register_error_handler(HTTPException, http_error)
    app.register_error_handler(Refused, refused)
    app.register_error_handler(RuleError, stumbled)
    app.register_error_handler(StoreAway, away)
    app.register_error_handler(CompanionError, known_error)
    app.register_error_handler(Exception, unknown_error)


def titles() -> dict[int, tuple[str, str]]:
    """Title and explanation of common errors, by status code."""
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
    """An error page with this status code and explanation."""
    title, text = titles().get(status, titles()[400 if status < 500 else 500])
    code = (request.view_args or {}).get("code", "") if status != 404 else ""
    typed = (request.view_args or {}).get("code", "") if status == 404 else ""
    return make_response(
        render_template("error.html", status=status, title=title, text=words or text, code=code, typed=typed), status
    )


def http_error(error: HTTPException) -> Response:
    """The page for an HTTP error: wrong address, too large, too often."""
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
    """The page for a refusal that no form shows beside its field."""
    return page(409, say(error.refusal.reason))


def stumbled(error: RuleError) -> Response:
    """The page for rules that cannot go on from corrected values. Nothing was changed, and players can fix the
    values.
    """
    log.warning("%s: %s", request.path, error)
    return page(409, say(error.text))


def away(error: StoreAway) -> Response:
    """The answer while the database server cannot be reached: phones try again by themselves."""
    log.warning("%s: %s", request.path, error)
    response = page(503, say(error.text))
    response.headers["Retry-After"] = "3"
    return response


def known_error(error: CompanionError) -> Response:
    """The page for an exception raised on purpose, whose text is meant for people.

    The text of a database error is for the operator of the server only: it names its location and may quote contents.
    """
    log.warning("%s: %s", request.path, error)
    if isinstance(error, StoreError) and error.__cause__ is not None:
        trouble = services().store.trouble
        return page(500, f"{say(trouble)} " + _("Nothing was lost.") if trouble else "")
    return page(500, f"{say(error.text)} " + _("Nothing was lost."))


def unknown_error(error: Exception) -> Response:
    """The page for a bug of ours."""
    log.exception("%s %s", request.method, request.path, exc_info=error)
    return page(500)
