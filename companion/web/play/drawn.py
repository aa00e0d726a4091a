"""Drawn once for all phones of a role: who holds the same seats sees the same, but for what makes a form his own.

**Invariant:** the role names all that a page depends on beside the version of the match; what depends on one phone (a
wish for a seat, a claim to one) is drawn for that phone alone.
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
from companion.web.beside.task_list import COOKIE as HANDS
from companion.web.lobby.hints import wanted as hints_wanted
from companion.web.serving.security import csrf


class Role(NamedTuple):
    """What the page of a match depends on. `phone` is 0 where it is for all of the role."""

    code: str
    seats: tuple[str, ...]
    is_host: bool
    phone: int
    tab: str
    answering: str
    language: str
    hints: bool
    hands: bool


def role_of(found: Viewer, tab: str, answering: str) -> Role:
    """What the page of this phone depends on."""
    alone = bool(found.view.claims or (found.device and found.device.wants))
    return Role(
        found.code, found.seats, found.is_host, found.number if alone else 0, tab, answering, language(),
        hints_wanted(found), request.cookies.get(HANDS) != "off",
    )  # fmt: skip


def sent(found: Viewer, about: Hashable, draw: Callable[[], str]) -> Response:
    """A page that shows nothing but the match, as `about` says; 304 and nothing drawn where the phone has that one."""
    what = blake2b(repr((about, language(), services().config.release)).encode(), digest_size=6).hexdigest()
    tag = f"{found.view.version}-{found.view.last}-{found.number}-{what}"
    response = make_response("" if request.if_none_match.contains_weak(tag) else draw())
    response.set_etag(tag, weak=True)
    response.headers["Cache-Control"] = "private, no-cache"
    return response.make_conditional(request)


def drawn(found: Viewer, role: Role, draw: Callable[[], str]) -> str:
    """The page for this phone, drawn if no other one of its role has been here."""

    def openly() -> str:
        g.open_keys = 0
        try:
            return draw()
        finally:
            del g.open_keys

    return filled(services().shared_pages.of(role, found.view.mark, openly), csrf())
