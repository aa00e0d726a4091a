"""Queueing: costly pages are made a few at a time, and nobody fills the threads of the server with waiting for his.

Pictures of the press cost up to half a second each. Without turns one visitor who asks for many at once would have all
threads, and the table would wait.
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
    """For a view that costs much: 503 when its address, or the server, has enough of that to do."""

    @wraps(view)
    def taken(*given: object, **named: object) -> Answer:
        with services().drawings.take(sender()) as mine:
            if not mine:
                abort(503, retry_after=SOON)
            return view(*given, **named)

    return taken


def in_turn(view: Callable[..., Answer]) -> Callable[..., Answer]:
    """For the views of play: where one worker serves thousands, they take turns, first come, first served."""

    @wraps(view)
    def taken(*given: object, **named: object) -> Answer:
        with services().turns:
            return view(*given, **named)

    return taken
