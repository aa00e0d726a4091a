"""Streams: who listens to which match, and how a listener hears of a new version. Knows no request.

A stream carries only numbers ("match at version 12"); each phone then fetches its own page, so there is one way to
see a match and one place that says who may see what. A lost event costs nothing.

Places are few, so nobody can sit on many: a phone that opens another one loses its oldest, and when all are taken, a
phone with several gives one up to a phone with none.
"""

from __future__ import annotations

import weakref
from collections import Counter
from collections.abc import Hashable, Iterator
from threading import Condition

BEAT = b"event: beat\ndata: .\n\n"
"""Sent when nothing happens, so that a phone knows the stream is alive (comments are invisible to scripts)."""
EACH = 4
"""So many streams one phone may have: a few tabs, and lines that are dead without anybody knowing it yet."""


class Place:
    """A counted stream: whose it is, and whether it has been told to end."""

    def __init__(self, owner: Hashable) -> None:
        self.owner, self.ended = owner, False


class Stream:
    """The events of one listener; its place is free again when it ends, is closed, or is simply forgotten."""

    def __init__(self, hub: Hub, place: Place) -> None:
        self.place = place
        self._events: Iterator[bytes] = iter(())
        self._leave = weakref.finalize(self, hub.end, place)

    def begin(self, events: Iterator[bytes]) -> Stream:
        """Say what is to be sent."""
        self._events = events
        return self

    def __iter__(self) -> Stream:
        return self

    def __next__(self) -> bytes:
        """The next event; leaves the hub when there is none."""
        try:
            return next(self._events)
        except BaseException:
            self.close()
            raise

    def close(self) -> None:
        """Leave the hub; may be called any number of times, also before the first event."""
        self._leave()


class Hub:
    """The versions last heard of, and the listeners. Safe to use from many threads."""

    def __init__(self, most: int = 48, each: int = EACH) -> None:
        self._most, self._each = most, each
        self._versions: dict[str, int] = {}
        self._places: list[Place] = []
        self._changed = Condition()
        self._closed = False

    @property
    def listeners(self) -> int:
        """How many streams are open."""
        return len(self._places)

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

    def join(self, owner: Hashable) -> Stream | None:
        """A place for a new stream of a phone; None when there are as many as the server can carry."""
        with self._changed:
            own = [place for place in self._places if place.owner == owner]
            if len(own) >= self._each:
                self.end(own[0])
            elif len(self._places) >= self._most and not own:
                self._make_room()
            if len(self._places) >= self._most or self._closed:
                return None
            place = Place(owner)
            self._places.append(place)
            return Stream(self, place)

    def end(self, place: Place) -> None:
        """End one stream and free its place."""
        with self._changed:
            if not place.ended:
                place.ended = True
                self._places.remove(place)
                self._changed.notify_all()

    def end_all_of(self, owner: Hashable) -> None:
        """End all streams of a phone: it was shut out."""
        with self._changed:
            for place in [one for one in self._places if one.owner == owner]:
                self.end(place)

    def wait(self, code: str, known: int, seconds: float, place: Place | None = None) -> int:
        """The version of a match once it differs from `known`, or `known` again after some seconds."""

        def over() -> bool:
            ended = self._closed or (place is not None and place.ended)
            return ended or self._versions.get(code, known) != known

        with self._changed:
            self._changed.wait_for(over, seconds)
            return self._versions.get(code, known)

    def events(self, stream: Stream, code: str, known: int, now: int, heartbeat: float) -> Stream:
        """The events for a phone that knows version `known` while the match is at `now`; they end with the hub."""
        return stream.begin(self._events(stream.place, code, known, now, heartbeat))

    def _events(self, place: Place, code: str, known: int, now: int, heartbeat: float) -> Iterator[bytes]:
        self.tell(code, now)
        yield BEAT
        while not self._closed and not place.ended:
            version = self.wait(code, known, heartbeat, place)
            yield BEAT if version == known else event(version)
            known = version

    def _make_room(self) -> None:
        """Take the oldest stream of the phone that has most, if it has several."""
        [(owner, count)] = Counter(place.owner for place in self._places).most_common(1) or [(None, 0)]
        if count > 1:
            self.end(next(place for place in self._places if place.owner == owner))


def event(version: int) -> bytes:
    """One event: the match is at this version."""
    return f"id: {version}\nevent: match\ndata: {version}\n\n".encode()
