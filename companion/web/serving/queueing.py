"""Queueing: slow pages are made a few at a time, so that nobody fills all threads of the server.

Pictures of the press take up to half a second each. Without turns, one visitor who asks for many at once would occupy
all threads, and play would wait.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import TypeVar

from flask import abort

from companion.web.app.services import services
from companion.web.serving.security import sender

Answer = TypeVar("Answer")
SOON = 2
"""Seconds after which somebody who was sent away may ask again."""


def queued(view: Callable[..., Answer]) -> Callable[..., Answer]:
    """A decorator for slow views: answers 503 when the address, or the server, has too many such requests."""

    @wraps(view)
    def taken(*given: object, **named: object) -> Answer:
        with services().drawings.take(sender()) as mine:
            if not mine:
                abort(503, retry_after=SOON)
            return view(*given, **named)

    return taken


def in_turn(view: Callable[..., Answer]) -> Callable[..., Answer]:
    """A decorator for the views of play: where one worker serves thousands, requests are answered in order of
    arrival.
    """

    @wraps(view)
    def taken(*given: object, **named: object) -> Answer:
        with services().turns:
            return view(*given, **named)

    return taken
