"""Logs: what goes wrong, and if asked for every request, one line each on the error output. Never a token or a code.

A request is told by the pattern of its address (`/m/<code>/answer`), so a log says nothing about who plays what.
"""

from __future__ import annotations

import json
import logging
from datetime import UTC, datetime
from time import perf_counter

from flask import Flask, Response, g, request

ACCESS = logging.getLogger("companion.access")


class Plain(logging.Formatter):
    """A line for people; times in UTC."""

    def __init__(self) -> None:
        super().__init__("%(asctime)s %(levelname)s %(message)s")

    def formatTime(self, record: logging.LogRecord, datefmt: str | None = None) -> str:  # noqa: N802
        """ISO 8601 in UTC."""
        return _moment(record)


class Json(logging.Formatter):
    """A line for machines."""

    def format(self, record: logging.LogRecord) -> str:
        """One JSON object."""
        line = {"time": _moment(record), "level": record.levelname.lower(), "logger": record.name,
                "message": record.getMessage(), **getattr(record, "facts", {})}  # fmt: skip
        if record.exc_info:
            line["trace"] = self.formatException(record.exc_info)
        return json.dumps(line, ensure_ascii=False)


def handler(as_json: bool = False) -> logging.Handler:
    """What writes to the error output."""
    made = logging.StreamHandler()
    made.setFormatter(Json() if as_json else Plain())
    return made


def install(app: Flask) -> None:
    """Write a line about every request, where somebody listens to that."""
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
