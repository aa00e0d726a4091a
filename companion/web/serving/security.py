"""Protection of every request: allowed hosts, origin and form token of posts, headers of every response.

Nothing here knows of matches. A page that shows a form calls `csrf()` in its template; a post without the token made
for that phone, or from another site, never reaches a view.
"""

from __future__ import annotations

import ipaddress
from collections.abc import Callable, Iterable
from contextlib import suppress
from typing import TYPE_CHECKING, Any, TypeVar
from urllib.parse import urlsplit

from flask import Flask, Response, abort, current_app, g, request
from werkzeug.middleware.proxy_fix import ProxyFix
from werkzeug.wrappers import Response as AnyResponse

from companion.engine.core.errors import SaveError
from companion.store import Device, NoSuchMatch
from companion.web.app.drawings import TOKEN, gap
from companion.web.app.services import services
from companion.web.app.texts import _
from companion.web.app.tokens import form_token, is_ours, new_token, same, signed
from companion.web.serving.limits import network_of
from companion.web.serving.security_log import log_security

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment

View = TypeVar("View", bound=Callable[..., Any])
SAFE_METHODS = ("GET", "HEAD", "OPTIONS")
VISITOR_COOKIE = "visitor"
PHONE_COOKIE = "phone"
YEAR = 365 * 24 * 3600
SMALL = 256 * 1024
"""Bytes of a post that holds no file worth counting."""
POLICY = (
    "default-src 'self'; base-uri 'none'; object-src 'none'; form-action 'self'; frame-ancestors 'none'; "
    "img-src 'self' data:"
)
HEADERS = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    # Not no-referrer: with that, browsers send "Origin: null" with our own forms.
    "Referrer-Policy": "same-origin",
    "X-Frame-Options": "DENY",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=()",
}
BY_MACHINES = ("monitoring.health", "monitoring.ready", "monitoring.metrics")
"""Asked by proxies, containers and Prometheus, by whatever name their network has for a machine; no match in them."""


def install(app: Flask) -> None:
    """Add the protection to an application."""
    config = services(app).config
    if config.public:  # elsewhere anybody could write these headers
        count = config.proxies
        proxied = ProxyFix(over_tls(app.wsgi_app), x_for=count, x_proto=0, x_host=count)
        app.wsgi_app = proxied  # type: ignore[method-assign]
    app.before_request(check_host)
    app.before_request(check_post)
    app.after_request(add_headers)
    app.jinja_env.globals["csrf"] = csrf


def over_tls(inner: WSGIApplication) -> WSGIApplication:
    """The application behind a proxy that does TLS, as a public one always is, even if the proxy sends no such
    header.
    """

    def outer(environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        environ["wsgi.url_scheme"] = "https"
        return inner(environ, start_response)

    return outer


def host_allowed(host: str, extra: tuple[str, ...], public: bool) -> bool:
    """Whether the server may be called by this name. IP addresses are safe in a LAN: DNS rebinding needs a name."""
    name = host_name(host)
    if name in {one.lower() for one in extra}:
        return True
    if public:
        return False
    return name == "localhost" or name.endswith(".local") or _is_lan_address(name)


def host_name(host: str) -> str:
    """A Host header without its port, in lower case."""
    host = host.lower()
    if host.startswith("["):
        return host[1:].partition("]")[0]
    return host.partition(":")[0]


def _is_lan_address(name: str) -> bool:
    try:
        address = ipaddress.ip_address(name)
    except ValueError:
        return False
    return address.is_private or address.is_loopback or address.is_link_local


def check_host() -> None:
    """Refuse a request for a host that is not allowed."""
    config = services().config
    if request.endpoint in BY_MACHINES:
        return
    if not host_allowed(request.host, config.hosts, config.public):
        log_security("called by a foreign name", name=request.host)
        abort(400, _("This server is not known by that name. Use the address it printed when it started."))


def takes_files(most: int) -> Callable[[View], View]:
    """A decorator for views that accept uploads of up to so many bytes; other views accept only small posts."""

    def marked(view: View) -> View:
        view.largest_post = most  # type: ignore[attr-defined]
        return view

    return marked


def check_post() -> None:
    """Refuse a post from another site, or without the form token of this phone."""
    if request.method in SAFE_METHODS:
        return
    largest = getattr(current_app.view_functions.get(request.endpoint or ""), "largest_post", None)
    if largest is not None:
        request.max_content_length = largest
    if not is_from_here():
        log_security("post from elsewhere", to=request.endpoint)
        abort(403, _("That came from another page. Go back to the table and try again."))
    if not services().posts.allow(poster()):
        log_security("too many posts", to=request.endpoint)
        abort(429)
    if largest is not None and (request.content_length or 0) > SMALL and not services().uploads.allow(sender()):
        log_security("too many files", to=request.endpoint)
        abort(429)
    given = request.form.get("csrf", "")
    holders = [token for token in (phone_token(), visitor()) if token]
    if not any(same(given, form_token(holder)) for holder in holders):
        log_security("post without its token", to=request.endpoint)
        abort(403, _("This page was too old. Open it again; nothing was lost."))


def is_from_here() -> bool:
    """Whether the browser says that a post came from a page of this server (headers Origin and Sec-Fetch-Site)."""
    if request.headers.get("Sec-Fetch-Site", "same-origin") not in ("same-origin", "none"):
        return False
    try:
        origin = urlsplit(request.headers.get("Origin") or request.headers.get("Referer", ""))
    except ValueError:  # an address that is none
        return False
    # At home somebody may have put a proxy with TLS in front, which we do not know of.
    schemes = ("https",) if request.is_secure else ("http", "https")
    return origin.scheme in schemes and origin.netloc.lower() == request.host.lower()


def sender() -> str:
    """The address of the sender, for limits."""
    return network_of(request.remote_addr or "")


def poster() -> str:
    """Who a post is counted against: a phone that its match knows, else an address. Never anything that the sender
    could invent.
    """
    device, code, token = None, (request.view_args or {}).get("code", ""), phone_token()
    if code and token:
        with suppress(NoSuchMatch, SaveError):
            g.read = services().store.read(code)  # the view begins with it
            device = g.device = g.read.phone(token)
    return f"phone {device.id}" if device else sender()


def known_phone(code: str) -> Device | None:
    """The phone that asks, if it has joined the match; looked up once per request. Raises NoSuchMatch."""
    token = phone_token()
    if not token:
        return None
    if "device" not in g:
        g.device = services().store.device(code, token)
    found: Device | None = g.device
    return found


def phone_token() -> str:
    """This phone's token for the match in this URL, or ""."""
    return request.cookies.get(PHONE_COOKIE, "") if request.path.startswith("/m/") else ""


def visitor() -> str:
    """The visitor id in this browser's cookie if its signature is valid, else ""."""
    cookie = request.cookies.get(VISITOR_COOKIE, "")
    return cookie if is_ours(services().config.secret, cookie) else ""


def csrf() -> str:
    """The form token for the page being made; a new visitor gets a cookie with it."""
    if "open_keys" in g:
        return gap(TOKEN)
    if "token" not in g:
        g.token = phone_token() or visitor()
        if not g.token:
            g.token = g.new_visitor = signed(services().config.secret, new_token())
    return form_token(g.token)


def set_cookie(response: AnyResponse, name: str, value: str, path: str = "/") -> None:
    """Set a cookie that scripts and other sites cannot use."""
    secure = request.is_secure
    response.set_cookie(name, value, max_age=YEAR, path=path, httponly=True, samesite="Lax", secure=secure)


def add_headers(response: Response) -> Response:
    """Add the headers of every response; pages are private unless a view says otherwise."""
    for name, value in HEADERS.items():
        response.headers.setdefault(name, value)
    if "Cache-Control" not in response.headers:
        response.headers["Cache-Control"] = "no-store"
    if services().config.public:
        response.headers.setdefault("Strict-Transport-Security", "max-age=31536000")
    if made := g.get("new_visitor"):
        set_cookie(response, VISITOR_COOKIE, made)
    return response
