"""The server on a laptop or a Raspberry Pi: waitress, with threads for pages; streams need none
(`connections.Held`).
"""

from __future__ import annotations

import select
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from typing import Any

from flask import Flask
from waitress.server import create_server  # type: ignore[import-untyped]
from werkzeug.exceptions import HTTPException

from companion.web.app.services import services
from companion.web.play.streams import Hub
from companion.web.serving.collecting import search_seldom, settle
from companion.web.serving.connections import EACH, LARGEST_BODY, LARGEST_HEAD, bound

try:
    import resource
except ImportError:  # Windows
    resource = None  # type: ignore[assignment]

THREADS = 24
"""Pages in the making at once, those included that wait for the disk."""
MOST_CONNECTIONS = 4000
FEW_CONNECTIONS = 400
OWN_FILES = 250
"""The store's connections, log files and the like."""


def serve(app: Flask, host: str = "0.0.0.0", port: int = 8000) -> None:
    """Serve until interrupted, then end all streams."""
    server = build_server(app, host, port)
    settle()
    search_seldom()
    try:
        server.run()
    finally:
        services(app).hub.close()
        services(app).jobs.close()
        services(app).odds.close()
        server.close()


def build_server(app: Flask, host: str, port: int) -> Any:
    """A waitress server that is already listening; its `run` serves."""
    server = create_server(
        app, host=host, port=port, threads=THREADS, ident=None, channel_timeout=120,
        connection_limit=room(), asyncore_use_poll=hasattr(select, "poll"), clear_untrusted_proxy_headers=False,
        max_request_header_size=LARGEST_HEAD,
    )  # fmt: skip
    bound(server, partial(largest_body, app), 0 if services(app).config.public else EACH)
    server.task_dispatcher.shutdown = partial(_shut_down, services(app).hub, server.task_dispatcher.shutdown)
    return server


def largest_body(app: Flask, method: str, path: str) -> int:
    """The largest allowed body of a request in bytes: large only for views that accept files."""
    try:
        endpoint, _values = app.url_map.bind("localhost").match(path, method=method)
    except HTTPException:
        return LARGEST_BODY
    return max(LARGEST_BODY, getattr(app.view_functions.get(endpoint), "largest_post", 0))


def room() -> int:
    """How many connections may be open at once: the system's limit, less the files that the program itself needs.

    Every browser keeps one or two. Without `poll` the system can watch only a few hundred.
    """
    if resource is None or not hasattr(select, "poll"):
        return FEW_CONNECTIONS
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    most = MOST_CONNECTIONS + OWN_FILES if hard == resource.RLIM_INFINITY else min(hard, MOST_CONNECTIONS + OWN_FILES)
    if soft < most:
        with suppress(ValueError, OSError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))
            soft = most
    return max(FEW_CONNECTIONS, min(MOST_CONNECTIONS, soft - OWN_FILES))


def _shut_down(hub: Hub, finish: Callable[..., bool], *given: Any, **more: Any) -> bool:
    """End the streams, then the threads: a stream never ends by itself, and waitress would wait for it in vain."""
    hub.close()
    return finish(*given, **more)
