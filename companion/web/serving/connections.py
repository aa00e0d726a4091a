"""Connections: what arrives is limited in size, time and number before it is read.

waitress reads a whole request before it calls the application, so these limits must be here. Independent of views.
"""

from __future__ import annotations

import copy
from collections.abc import Callable
from time import monotonic
from typing import Any

from waitress.adjustments import Adjustments  # type: ignore[import-untyped]
from waitress.channel import ClientDisconnected, HTTPChannel  # type: ignore[import-untyped]
from waitress.parser import HTTPRequestParser  # type: ignore[import-untyped]
from waitress.task import WSGITask  # type: ignore[import-untyped]

from companion.web.serving.limits import is_loopback, network_of

LARGEST_HEAD = 16 * 1024
"""Bytes of the first line and the headers; ours take two thousand."""
LARGEST_BODY = 1024 * 1024
"""Bytes of a body, where files are not taken; forms may have less, and say so in words (`app.MAX_POST`)."""
PATIENCE = 20.0
"""Seconds for the head of a request, and for a body before it has to come at a pace."""
PACE = 20_000
"""Bytes a second a body must come at on the average."""
EACH = 64
"""Lines of one address at once; a browser opens six."""

HOLD = "companion.hold"
"""In the environment of a request, `hold(begin, end)`: keep the line open after the answer, without a thread.
`begin(push)` is called then and gives a place; `push` sends more, or closes the line with None; `end(place)` is called
when the line is closed."""
BEHIND = 16 * 1024
"""Bytes that a held line may lag behind; then its phone is gone, or so slow that asking anew is better."""

Push = Callable[[bytes | None], bool]
Largest = Callable[[str, str], int]
"""How large the body of a request may be, by its method and path."""


class Parser(HTTPRequestParser):  # type: ignore[misc]
    """A request as it arrives: the size of its body is limited by its address, and it knows when it began."""

    def __init__(self, adj: Adjustments) -> None:
        super().__init__(adj)
        self.begun = monotonic()

    def parse_header(self, header_plus: bytes) -> None:
        """Read the header, which decides how large the body may be."""
        super().parse_header(header_plus)
        bounded = copy.copy(self.adj)
        bounded.max_request_body_size = bounded.largest(self.command, self.path)
        self.adj: Adjustments = bounded

    def is_late(self, now: float) -> bool:
        """Whether the request has taken longer than any working connection needs."""
        return bool(now - self.begun > PATIENCE + self.body_bytes_received / PACE)


class Task(WSGITask):  # type: ignore[misc]
    """One request; its connection may be held open after the response."""

    def get_environment(self) -> dict[str, Any]:
        """The WSGI environment for the application."""
        environ: dict[str, Any] = super().get_environment()
        environ[HOLD] = self.hold
        return environ

    def hold(self, begin: Callable[[Push], Any], end: Callable[[Any], None]) -> None:
        """Hold the connection open after the response; see HOLD."""
        self.channel.held = Held(self.channel, begin, end)

    def finish(self) -> None:
        """End the response, or hold the connection open."""
        held = self.channel.held
        if held is None or not self.wrote_header:
            super().finish()
            return
        held.chunked, self.close_on_finish = self.chunked_response, False


class Held:
    """A connection that is held open, and what is pushed through it, in the chunked encoding of its response."""

    def __init__(self, channel: Channel, begin: Callable[[Push], Any], end: Callable[[Any], None]) -> None:
        self._channel, self._begin, self._end = channel, begin, end
        self._place: Any = None
        self.chunked = False

    def begin(self) -> None:
        """Start pushing: the response has been sent."""
        self._place = self._begin(self.push)
        if not self._channel.connected:
            self.end()

    def end(self) -> None:
        """Stop: the connection is closed."""
        if self._place is not None:
            self._end(self._place)

    def push(self, data: bytes | None) -> bool:
        """Send some data, or close the connection for None. Returns False when the connection is already closed."""
        try:
            return self._send(data)
        except ClientDisconnected:  # it closed between the look and the write
            return False

    def _send(self, data: bytes | None) -> bool:
        channel = self._channel
        if not channel.connected or channel.will_close:
            return False
        if data is None:
            channel.write_soon(b"0\r\n\r\n" if self.chunked else b"")
            channel.close_when_flushed = True
        elif channel.total_outbufs_len > BEHIND:
            channel.will_close = True
        else:
            channel.write_soon(b"%x\r\n%s\r\n" % (len(data), data) if self.chunked else data)
        channel.server.pull_trigger()
        return data is not None and not channel.will_close


class Channel(HTTPChannel):  # type: ignore[misc]
    """One connection. It is closed when its request is too slow, or when its address has too many connections."""

    parser_class = Parser
    task_class = Task

    def __init__(self, server: Any, sock: Any, addr: Any, adj: Adjustments, map: Any = None) -> None:
        super().__init__(server, sock, addr, adj, map=map)
        self._opened, self._used = monotonic(), False
        self.held: Held | None = None
        self.network = network_of(addr[0])
        if adj.each and self._is_one_too_many(adj.each):
            self.will_close = True

    def received(self, data: bytes) -> bool:
        """Handle incoming bytes."""
        self._used = True
        if self.held is not None and not self.requests:
            self.will_close = True  # whoever listens says no more
            return False
        return bool(super().received(data))

    def service(self) -> None:
        """Answer a request; a connection to be held is then handed over."""
        super().service()
        if self.held is not None:
            self.held.begin()

    def _flush_some(self, do_close: bool = True) -> bool:
        """Send what waits. While a line is held, others may be adding to that."""
        with self.outbuf_lock:
            return bool(super()._flush_some(do_close=do_close))

    def handle_close(self) -> None:
        """Clean up after the connection is closed by either side."""
        super().handle_close()
        if self.held is not None:
            self.held.end()

    def writable(self) -> bool:
        """Called in every turn of the loop, at least once a second, so it also checks for slow requests."""
        if not self.requests and self._is_late(monotonic()):
            self.will_close = True
        return bool(super().writable())

    def _is_late(self, now: float) -> bool:
        if self.request is not None:
            return bool(self.request.is_late(now))
        return not self._used and now - self._opened > PATIENCE

    def _is_one_too_many(self, each: int) -> bool:
        if is_loopback(self.addr[0]):
            return False
        lines = list(self.server.active_channels.values())
        return bool(sum(one.network == self.network for one in lines) > each)


def bound(server: Any, largest: Largest, each: int) -> None:
    """Set these limits on a waitress server; `each` is the number of connections per address, 0 for no limit
    (behind a proxy).
    """
    for one in [server, *getattr(server, "map", {}).values()]:  # it has several inside for several addresses
        if hasattr(one, "channel_class"):
            one.channel_class = Channel
        if hasattr(one, "adj"):
            one.adj.largest, one.adj.each = largest, each
