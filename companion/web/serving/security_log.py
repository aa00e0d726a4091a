"""The security log: who guessed, was refused, was shut out or came back, one line each. Never a token or a code.

It is the logger `companion.security`; `companion serve` writes it to stderr beside errors.
"""

from __future__ import annotations

import logging

from flask import request

from companion.web.app.services import services
from companion.web.serving.limits import network_of

log = logging.getLogger("companion.security")


def log_security(what: str, **facts: object) -> None:
    """Write a line, unless there were many of its kind just now: a flood must not fill the disk."""
    parts = services()
    if not parts.lines.allow(what):
        parts.unsaid[what] = parts.unsaid.get(what, 0) + 1
        return
    facts = {"from": network_of(request.remote_addr or ""), **facts}
    if unsaid := parts.unsaid.pop(what, 0):
        facts["and"] = f"{unsaid} more before"
    log.warning("%s: %s", what, " ".join(f"{name}={plain(value)}" for name, value in facts.items()))


def plain(value: object) -> str:
    """A value as one word, so that nobody can inject lines into the log."""
    return "".join(letter for letter in str(value) if letter.isprintable()).replace(" ", "_")[:80]
