"""Python's garbage collector: it stops everything while it searches, so all is searched only now and then.

Nearly everything goes without a search, when its last user lets go; pages, answers and the rules of a match leave no
reference cycles behind (tests/web/test_letting_go.py). What others leave is mostly found among what is new. Left to
itself Python also searches all of it every few seconds where thousands of phones listen: a tenth of a worker's time, in
stops of up to a second. So that is done by the clock, and sooner if memory has grown by half since the last search.
"""

from __future__ import annotations

import gc
import sys
from threading import Event, Thread
from time import monotonic

NEW, NEWER = 5_000, 10
"""New objects after which these are searched, and how often that is done before those that stayed are searched too."""
EVERY = 300.0
"""Seconds between two searches of everything."""
LOOK = 10.0
"""Seconds between two looks at how much is in use, which cost nothing."""
GROWN, LEAST = 1.5, 200_000
"""What is in use now may be so many times what was in use after the last search; growth by fewer blocks of memory (100
bytes or so each) is none.
"""
_NEVER = 2**30
_searching: list[Thread] = []
_stopped = Event()


def settle() -> None:
    """Call it when the program stands: it is searched once, and never again, for it stays as it is.

    What comes later (matches, pages, streams) is searched as ever. Without this each search of everything takes
    30 to 100 ms, in which nobody is answered.
    """
    gc.collect()
    gc.freeze()


def search_seldom(every: float = EVERY, look: float = LOOK) -> None:
    """Call it once in a process that serves: from now on everything is searched every so many seconds or when memory
    has grown, and what is new as often as that pays.
    """
    gc.set_threshold(NEW, NEWER, _NEVER)
    if not _searching:
        _searching.append(Thread(target=_search, args=(every, look), name="searching for what is unused", daemon=True))
        _searching[0].start()


def _search(every: float, look: float) -> None:
    known, searched = sys.getallocatedblocks(), monotonic()
    while not _stopped.wait(min(every, look)):
        if has_grown(known, sys.getallocatedblocks()) or monotonic() - searched >= every:
            gc.collect()
            known, searched = sys.getallocatedblocks(), monotonic()


def has_grown(before: int, now: int) -> bool:
    """Whether a search may pay: `before` blocks of memory were in use after the last one, and `now` are."""
    return now - before > max(LEAST, (GROWN - 1) * before)
