"""Logs: errors and, if asked for, every request, one line each on stderr. Never a token or a code.

A request is identified by the pattern of its path (`/m/<code>/answer`), so a log does not show who plays what.
"""

from __future__ import annotations

import json
import logging
from datetime import UTC, datetime
from time import perf_counter

from flask import Flask, Response, g, request

ACCESS = logging.getLogger("companion.access")


class Plain(logging.Formatter):
    """A log line for people, with times in UTC."""

    def __init__(self) -> None:
        super().__init__("%(asctime)s %(levelname)s %(message)s")

    def formatTime(self, record: logging.LogRecord, datefmt: str | None = None) -> str:  # noqa: N802
        """The time of a log record as ISO 8601 in UTC."""
        return _moment(record)


class Json(logging.Formatter):
    """A log line as JSON."""

    def format(self, record: logging.LogRecord) -> str:
        """A log record as one JSON object."""
        line = {"time": _moment(record), "level": record.levelname.lower(), "logger": record.name,
                "message": record.getMessage(), **getattr(record, "facts", {})}  # fmt: skip
        if record.exc_info:
            line["trace"] = self.formatException(record.exc_info)
        return json.dumps(line, ensure_ascii=False)


def handler(as_json: bool = False) -> logging.Handler:
    """The log handler that writes to stderr, as text or as JSON."""
    made = logging.StreamHandler()
    made.setFormatter(Json() if as_json else Plain())
    return made


def install(app: Flask) -> None:
    """Log every request, if that level is enabled."""
    app.after_request(_told)


def _told(response: Response) -> Response:
    if ACCESS.isEnabledFor(logging.INFO):
        rule = str(request.url_rule) if request.url_rule else "none"
        taken = round(1000 * (perf_counter() - g.begun), 1) if "begun" in g else 0.0
        facts = {"method": request.method[:10], "path": rule, "status": response.status_code, "ms": taken}
        ACCESS.info("%s %s %s", request.method[:10], rule, response.status_code, extra={"facts": facts})
    return response


def _moment(record: logging.LogRecord) -> str:
    return datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds")
