"""Streams: who listens to which match, and how listeners are told of a new version. Independent of requests.

A stream carries only numbers ("match at version 12"); each phone then fetches its own page. So there is only one way to
see a match, and one module that decides who may see what. A lost event does no harm.

A server that can hold connections open by itself (`Place.push`) is told what to send, and a stream costs it no thread;
other servers read a stream like the body of a response. News wake only those who listen to that match.

The number of places is limited, so nobody can take many: a phone that opens another stream loses its oldest one, and
when all places are taken, a phone with several gives one up to a phone with none.
"""

from __future__ import annotations

import weakref
from collections import Counter
from collections.abc import Callable, Hashable, Iterator
from random import uniform
from threading import Condition, Event, RLock, Thread
from time import monotonic
from typing import Any

BEAT = b"event: beat\ndata: .\n\n"
"""Sent when nothing happens, so that a phone knows the stream is alive (comments are invisible to scripts)."""
EACH = 4
"""So many streams one phone may have: a few tabs, and lines that are dead without anybody knowing it yet."""
BACK_WITHIN = (0.3, 3.5)
"""Seconds after which phones come back when a stream breaks, each after its own: a restarted server is not overrun."""
_LOOK = 0.5
_REMEMBERED = 20_000
Push = Callable[[bytes | None], bool]
"""Send something, or end the line with None; False when the line is broken or does not get on."""


class Place:
    """A counted stream: its owner, its match, the last version sent, and whether it has been told to end."""

    def __init__(self, owner: Hashable) -> None:
        self.owner, self.ended = owner, False
        self.code, self.told, self.heartbeat, self.last = "", -1, 0.0, 0.0
        self.push: Push | None = None
        self.woken = Event()


class Stream:
    """The events of one listener. Its place is freed when it ends, is closed, or is garbage-collected."""

    def __init__(self, hub: Hub, place: Place) -> None:
        self.place = place
        self._events: Iterator[bytes] = iter(())
        self._leave = weakref.finalize(self, hub.end, place)

    def begin(self, events: Iterator[bytes]) -> Stream:
        """Set the events to be sent."""
        self._events = events
        return self

    def held(self) -> Place:
        """The place, which from now on lasts as long as its connection and not as long as this object."""
        self._leave.detach()
        return self.place

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
        """Free the place; may be called any number of times, even before the first event."""
        self._leave()


class Hub:
    """The latest known versions, and the listeners. Thread-safe."""

    def __init__(self, most: int = 48, each: int = EACH) -> None:
        self._most, self._each = most, each
        self._versions: dict[str, int] = {}
        self._places: dict[Place, None] = {}
        self._at: dict[str, dict[Place, None]] = {}
        self._of: dict[Hashable, dict[Place, None]] = {}
        self._lock = RLock()
        self._changed = Condition(self._lock)
        self._closed = False
        self._closing = Event()
        self._heard: dict[str, float] = {}
        self.timed: Callable[[float], object] = lambda _seconds: None
        """Told for each event how long it took from the news to the line, in seconds."""
        self._beating: Thread | None = None

    @property
    def listeners(self) -> int:
        """How many streams are open."""
        return len(self._places)

    @property
    def closed(self) -> bool:
        """Whether the server is about to stop."""
        return self._closed

    def codes(self) -> list[str]:
        """The codes of the matches that have listeners."""
        with self._lock:
            return list(self._at)

    def tell(self, code: str, version: int) -> None:
        """Tell listeners that a match has a new version; a version older than the known one is ignored."""
        with self._lock:
            if version <= self._versions.get(code, -1):
                return
            if len(self._versions) > _REMEMBERED:
                self._versions = {one: known for one, known in self._versions.items() if one in self._at}
            self._versions[code] = version
            if code in self._at:
                self._heard[code] = monotonic()
            self._changed.notify_all()
            listening = list(self._at.get(code, ()))
        for place in listening:
            self._bring_up_to_date(place)

    def close(self) -> None:
        """End every stream, so that the server can stop."""
        with self._lock:
            self._closed = True
            self._closing.set()
            self._changed.notify_all()
            places = list(self._places)
        for place in places:
            place.woken.set()
            if place.push is not None:
                self.end(place)

    def join(self, owner: Hashable) -> Stream | None:
        """A place for a new stream of a phone; None when the server is full."""
        stream, going = None, None
        with self._lock:
            own = list(self._of.get(owner, ()))
            if len(own) >= self._each:
                going = own[0]
            elif len(self._places) >= self._most and not own:
                going = self._one_too_many()
            if going is not None:
                self._forget(going)
            if len(self._places) < self._most and not self._closed:
                place = Place(owner)
                self._places[place] = self._of.setdefault(owner, {})[place] = None
                stream = Stream(self, place)
        if going is not None and going.push is not None:
            going.push(None)
        return stream

    def end(self, place: Place) -> None:
        """End one stream and free its place."""
        with self._lock:
            if place.ended:
                return
            self._forget(place)
        if place.push is not None:  # never with the lock: lines have locks of their own
            place.push(None)

    def end_all_of(self, owner: Hashable) -> None:
        """End all streams of a phone, because it was shut out."""
        with self._lock:
            places = list(self._of.get(owner, ()))
        for place in places:
            self.end(place)

    def wait(self, code: str, known: int, seconds: float) -> int:
        """The version of a match as soon as it differs from `known`, or `known` again after so many seconds."""
        with self._changed:
            self._changed.wait_for(lambda: self._closed or self._versions.get(code, known) != known, seconds)
            return self._versions.get(code, known)

    def events(self, stream: Stream, code: str, known: int, now: int, heartbeat: float) -> Stream:
        """The stream with events for a phone that knows version `known` while the match is at `now`; ends with the
        hub. `heartbeat` is in seconds.
        """
        self._settle(stream.place, code, known, now, heartbeat)
        return stream.begin(self._events(stream.place))

    def hold(self, stream: Stream, code: str, known: int, now: int, heartbeat: float, push: Push) -> Place:
        """Like `events`, for a connection held by the server: news are pushed when there are any."""
        self._settle(stream.place, code, known, now, heartbeat)
        place = stream.held()
        place.push = push
        with self._lock:
            if self._beating is None:
                self._beating = Thread(target=self._beat, name="heartbeats", daemon=True)
                self._beating.start()
        if self._closed or place.ended:
            push(None)
        else:
            self._bring_up_to_date(place)
        return place

    def _settle(self, place: Place, code: str, known: int, now: int, heartbeat: float) -> None:
        with self._lock:
            place.code, place.told, place.heartbeat, place.last = code, known, heartbeat, monotonic()
            if not place.ended:
                self._at.setdefault(code, {})[place] = None
        self.tell(code, now)

    def _events(self, place: Place) -> Iterator[bytes]:
        yield first_beat()
        while not self._closed and not place.ended:
            version = self._versions.get(place.code, place.told)
            if version == place.told and not place.woken.wait(place.heartbeat):
                yield BEAT
                continue
            place.woken.clear()
            version = self._versions.get(place.code, place.told)
            if version != place.told and not place.ended:
                place.told = version
                self._time(place)
                yield event(version)

    def _bring_up_to_date(self, place: Place) -> None:
        """Wake a listener, or push the newest version to it."""
        if place.push is None:
            place.woken.set()
            return
        with self._lock:
            version = self._versions.get(place.code, place.told)
            if place.ended or version == place.told:
                return
            place.told, place.last = version, monotonic()
            self._time(place)
        if not place.push(event(version)):
            self.end(place)

    def _beat(self) -> None:
        """Push a heartbeat to every line that has been silent for long; a line that does not get on ends."""
        while not self._closing.wait(_LOOK):
            with self._lock:
                now = monotonic()
                silent = [one for one in self._places if one.push is not None and now - one.last >= one.heartbeat]
            for place in silent:
                place.last = now
                if place.push is not None and not place.push(BEAT):
                    self.end(place)

    def _time(self, place: Place) -> None:
        if (heard := self._heard.get(place.code)) is not None:
            self.timed(monotonic() - heard)

    def _forget(self, place: Place) -> None:
        """Free a place."""
        place.ended = True
        self._places.pop(place, None)
        _leave(self._of, place.owner, place)
        _leave(self._at, place.code, place)
        if place.code not in self._at:
            self._heard.pop(place.code, None)
        place.woken.set()

    def _one_too_many(self) -> Place | None:
        """The oldest stream of the phone that has most, if it has several."""
        [(owner, count)] = Counter(place.owner for place in self._places).most_common(1) or [(None, 0)]
        return next(iter(self._of[owner])) if count > 1 else None


def _leave(by: dict[Any, dict[Place, None]], name: Hashable, place: Place) -> None:
    places = by.get(name, {})
    places.pop(place, None)
    if not places:
        by.pop(name, None)


def first_beat() -> bytes:
    """The first event: it says that the stream is open, and when to reconnect if it breaks."""
    return b"retry: %d\n" % (1000 * uniform(*BACK_WITHIN)) + BEAT


def event(version: int) -> bytes:
    """The event that says the match is at this version."""
    return f"id: {version}\nevent: match\ndata: {version}\n\n".encode()
