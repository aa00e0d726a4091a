"""Streams: who listens to which match, and how a listener hears of a new version. Knows no request.

A stream carries only numbers ("match at version 12"); each phone then fetches its own page, so there is one way to
see a match and one place that says who may see what. A lost event costs nothing.
"""

from __future__ import annotations

from collections.abc import Iterator
from threading import Condition

BEAT = b"event: beat\ndata: .\n\n"
"""Sent when nothing happens, so that a phone knows the stream is alive (comments are invisible to scripts)."""


class Hub:
    """The versions last heard of, and the listeners. Safe to use from many threads."""

    def __init__(self, most: int = 48) -> None:
        self._most = most
        self._versions: dict[str, int] = {}
        self._listeners = 0
        self._changed = Condition()
        self._closed = False

    @property
    def listeners(self) -> int:
        """How many streams are open."""
        return self._listeners

    def tell(self, code: str, version: int) -> None:
        """A match has a new version; older news than known is ignored."""
        with self._changed:
            if version > self._versions.get(code, -1):
                self._versions[code] = version
                self._changed.notify_all()

    def close(self) -> None:
        """End every stream, so that the server can stop."""
        with self._changed:
            self._closed = True
            self._changed.notify_all()

    def join(self) -> bool:
        """Count a new stream; False when there are as many as the server can carry."""
        with self._changed:
            if self._listeners >= self._most or self._closed:
                return False
            self._listeners += 1
            return True

    def leave(self) -> None:
        """Count a stream that ended."""
        with self._changed:
            self._listeners -= 1

    def wait(self, code: str, known: int, seconds: float) -> int:
        """The version of a match once it differs from `known`, or `known` again after some seconds."""
        with self._changed:
            self._changed.wait_for(lambda: self._closed or self._versions.get(code, known) != known, seconds)
            return self._versions.get(code, known)

    def events(self, code: str, known: int, now: int, heartbeat: float) -> Iterator[bytes]:
        """The stream of a phone that knows version `known` while the match is at `now`; ends when the hub closes.

        The caller has joined; leaving is done here, also when the phone goes away.
        """
        try:
            self.tell(code, now)
            yield BEAT
            while not self._closed:
                version = self.wait(code, known, heartbeat)
                yield BEAT if version == known else event(version)
                known = version
        finally:
            self.leave()


def event(version: int) -> bytes:
    """One event: the match is at this version."""
    return f"id: {version}\nevent: match\ndata: {version}\n\n".encode()
