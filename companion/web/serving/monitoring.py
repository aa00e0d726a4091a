"""Monitoring for the operator of the server: health, readiness and metrics. Each process reports its own."""

from __future__ import annotations

from time import perf_counter

from flask import Blueprint, Flask, Response, abort, g, jsonify, request

from companion.store import StoreError
from companion.web.app.services import services
from companion.web.serving.counters import Labels
from companion.web.serving.limits import is_loopback, is_private

bp = Blueprint("monitoring", __name__)


def install(app: Flask) -> None:
    """Count every request."""
    app.before_request(_begin)
    app.after_request(_end)


@bp.get("/health")
def health() -> Response:
    """Whether the process is alive; it need not be able to store anything."""
    parts = services()
    return jsonify(status="ok", release=parts.config.release, streams=parts.hub.listeners)


@bp.get("/ready")
def ready() -> tuple[Response, int]:
    """Whether a proxy should send phones here: it can read its store, gets others' notifications, and is not
    stopping.
    """
    parts = services()
    try:
        parts.store.matches(limit=1)
        well = not parts.hub.closed and parts.store.hears_others
    except StoreError:
        well = False
    return jsonify(status="ready" if well else "not ready"), 200 if well else 503


@bp.get("/metrics")
def metrics() -> Response:
    """The metrics: only for this computer, on a public server for its own network; never for requests through a
    proxy.
    """
    parts = services()
    sender = request.remote_addr or ""
    near = is_private(sender) if parts.config.public else is_loopback(sender)
    if not near or request.headers.get("X-Forwarded-For") or request.headers.get("Forwarded"):
        abort(404)
    now: dict[tuple[str, Labels], float] = {
        ("companion_streams", ()): parts.hub.listeners,
        ("companion_jobs_open", (("kind", "press"),)): parts.jobs.open,
        ("companion_jobs_open", (("kind", "odds"),)): parts.odds.open,
        ("companion_store_writable", ()): float(parts.store.trouble is None),
        ("companion_news_heard", ()): float(parts.store.hears_others),
    }
    return Response(parts.counters.text(now), mimetype="text/plain; version=0.0.4")


def _begin() -> None:
    g.begun = perf_counter()


def _end(response: Response) -> Response:
    counters, where = services().counters, request.endpoint or "none"
    counters.count("companion_requests_total", endpoint=where, method=method(), status=str(response.status_code))
    if "begun" in g and response.mimetype != "text/event-stream":
        counters.took("companion_request_seconds", perf_counter() - g.begun)
    return response


def method() -> str:
    """The method of the request; unusual ones are counted as one, because clients can invent them."""
    return request.method if request.method in ("GET", "HEAD", "POST", "OPTIONS") else "other"
