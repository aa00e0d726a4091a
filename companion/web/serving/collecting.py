"""Python's search for what nobody uses any more: it stops everything meanwhile, so it looks only at what is new."""

from __future__ import annotations

import gc


def settle() -> None:
    """Call it when the program stands: it is searched once, and never again, for it stays as it is.

    What comes later (matches, pages, streams) is searched as ever. Without this each search of everything takes
    30 to 100 ms, in which nobody is answered.
    """
    gc.collect()
    gc.freeze()
