"""Pages drawn once for all phones of a role: phones with the same seats see the same page, except for form tokens.

**Invariant:** the role holds everything that a page depends on besides the version of the match. What depends on one
phone (a request for a seat, a claim) is drawn for that phone alone.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from hashlib import blake2b
from typing import NamedTuple

from flask import g, make_response, request
from werkzeug.wrappers import Response

from companion.web.app.drawings import filled
from companion.web.app.services import services
from companion.web.app.texts import language
from companion.web.app.viewer import Viewer
from companion.web.lobby.hints import wanted as hints_wanted
from companion.web.lobby.settings import never_asked, timer
from companion.web.reading.task_list import COOKIE as HANDS
from companion.web.serving.security import csrf


class Role(NamedTuple):
    """What the page of a match depends on. `phone` is 0 where the page is the same for the whole role."""

    code: str
    seats: tuple[str, ...]
    is_host: bool
    phone: int
    tab: str
    answering: str
    language: str
    hints: bool
    hands: bool
    timer: str
    never_asked: bool
    """Whether it is still to be asked if it may ring."""


def role_of(found: Viewer, tab: str, answering: str) -> Role:
    """The role of the phone that asks."""
    alone = bool(found.view.claims or (found.device and found.device.wants))
    return Role(
        found.code, found.seats, found.is_host, found.number if alone else 0, tab, answering, language(),
        hints_wanted(found), request.cookies.get(HANDS) != "off", timer(),
        never_asked(),
    )  # fmt: skip


def sent(found: Viewer, about: Hashable, draw: Callable[[], str]) -> Response:
    """The response with a page that depends only on the match and on `about`; 304 without drawing if the phone
    already has it.
    """
    what = blake2b(
        repr((about, language(), timer(), never_asked(), services().config.release)).encode(), digest_size=6
    ).hexdigest()
    tag = f"{found.view.version}-{found.view.last}-{found.number}-{what}"
    response = make_response("" if request.if_none_match.contains_weak(tag) else draw())
    response.set_etag(tag, weak=True)
    response.headers["Cache-Control"] = "private, no-cache"
    return response.make_conditional(request)


def drawn(found: Viewer, role: Role, draw: Callable[[], str]) -> str:
    """The page for this phone, drawn only if it is not cached for its role."""

    def openly() -> str:
        g.open_keys = 0
        try:
            return draw()
        finally:
            del g.open_keys

    return filled(services().shared_pages.of(role, found.view.mark, openly), csrf())
