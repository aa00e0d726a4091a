"""Python's search for what nobody uses any more: it stops everything meanwhile, so all is searched only now and then.

Nearly everything goes without a search, when its last user lets go. What is left are small rings of objects (most of
them from drawing pages), and most rings are found among what is new. Left to itself Python also searches all of it
every few seconds where thousands of phones listen: a tenth of a worker's time, in stops of up to a second.
"""

from __future__ import annotations

import gc
from threading import Thread
from time import sleep

NEW, NEWER = 5_000, 10
"""New objects after which these are searched, and how often that is done before those that stayed are searched too."""
EVERY = 300.0
"""Seconds between two searches of everything: rings that were missed take memory until then, the more the busier."""
_NEVER = 2**30
_searching: list[Thread] = []


def settle() -> None:
    """Call it when the program stands: it is searched once, and never again, for it stays as it is.

    What comes later (matches, pages, streams) is searched as ever. Without this each search of everything takes
    30 to 100 ms, in which nobody is answered.
    """
    gc.collect()
    gc.freeze()


def search_seldom(every: float = EVERY) -> None:
    """Call it once in a process that serves: from now on everything is searched every so many seconds, and what is new
    as often as that pays.
    """
    gc.set_threshold(NEW, NEWER, _NEVER)
    if not _searching:
        _searching.append(Thread(target=_search, args=(every,), name="searching for what is unused", daemon=True))
        _searching[0].start()


def _search(every: float) -> None:
    while True:
        sleep(every)
        gc.collect()
